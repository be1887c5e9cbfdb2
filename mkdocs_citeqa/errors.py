"""What can go wrong, as one tree. Each edge translates it once.

CiteqaError
├── ConfigError        an option of the site is wrong: the message names it, its value and what to write
├── InputError         a call of the command line, or a line given to it, is wrong
├── IndexFormatError   index files are missing, damaged or of another format
└── LensError          a site's own lens is wrong: the message names the lens

The plugin turns them into MkDocs' own plugin error, the command line into one line and exit code 2.
"""


class CiteqaError(Exception):
    """Base of all errors of this package; the message says what to do."""


class ConfigError(CiteqaError):
    """An option in the site's configuration is wrong."""


class InputError(CiteqaError):
    """A command, or a line of its input, is wrong."""


class IndexFormatError(CiteqaError):
    """Index files are missing, damaged or of a format this version does not read."""


class LensError(CiteqaError):
    """A lens of the site is wrong."""

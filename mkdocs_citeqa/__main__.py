"""`python -m mkdocs_citeqa` is the command `citeqa`."""

import sys

from mkdocs_citeqa.cli import main

sys.exit(main())

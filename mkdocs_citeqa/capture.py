"""The text that the Markdown converter really parses, after whatever includes other files."""

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor


class Capture(Extension):
    """Notes the lines of the next conversion; changes nothing.

    Armed before a page is converted and disarmed after. Only the first conversion in between is the page's
    own: other plugins make further converters with the same extensions for what they bring in.
    """

    def __init__(self) -> None:
        super().__init__()
        self._armed = False
        self._lines: list[str] | None = None

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the preprocessor.

        Priority 31.5 is after snippets (32) and the other includes (above 100), before white space is
        normalised (30), fences (25) and raw HTML (20) are taken out.
        """
        md.preprocessors.register(_Tap(self), "citeqa-capture", 31.5)

    def arm(self) -> None:
        """Note the lines of the next conversion."""
        self._armed, self._lines = True, None

    def disarm(self) -> list[str] | None:
        """The lines noted since `arm`; None when nothing was converted."""
        self._armed = False
        return self._lines

    def note(self, lines: list[str]) -> None:
        """Keep these lines if they are the first since `arm`."""
        if self._armed:
            # An include may hand several lines back as one.
            self._armed, self._lines = False, "\n".join(lines).split("\n")


class _Tap(Preprocessor):
    def __init__(self, capture: Capture) -> None:
        super().__init__()
        self._capture = capture

    def run(self, lines: list[str]) -> list[str]:
        self._capture.note(lines)
        return lines

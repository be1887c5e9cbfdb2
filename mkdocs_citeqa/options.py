"""The plugin's options in mkdocs.yml: what each means, its type and its default."""

from typing import Generic, TypeVar
from urllib.parse import urlsplit

from mkdocs.config import config_options as opt
from mkdocs.config.base import Config, ValidationError

T = TypeVar("T")


class Checked(opt.Type[T], Generic[T]):
    """A value of a type, or an error that tells the value and what to write."""

    what = "a value"

    def run_validation(self, value: object) -> T:
        """The value as it is used."""
        if not self.accepts(value):
            raise ValidationError(f"{value!r} is not {self.what}; write {self.example(value)}")
        return self.read(value)

    def accepts(self, value: object) -> bool:
        """Is this a value that can be used?"""
        return isinstance(value, self._type)

    def read(self, value: object) -> T:
        """A value that is accepted, in its own type."""
        return value  # type: ignore[return-value]

    def example(self, value: object) -> str:
        """What to write instead."""
        return str(self.default)


class Flag(Checked[bool]):
    """On or off."""

    what = "true or false"

    def __init__(self, default: bool | None = None) -> None:
        super().__init__(bool, default=default)

    def example(self, value: object) -> str:
        """The default, as YAML has it."""
        return "false" if self.default is False else "true"


class Text(Checked[str]):
    """A text."""

    what = "a text"

    def __init__(self, default: str | None = None) -> None:
        super().__init__(str, default=default)

    def example(self, value: object) -> str:
        """The value, in quotes where it is a single one."""
        return f'"{self.default or ""}"' if isinstance(value, (list, dict)) else f'"{value}"'


class Texts(Checked[list[str]]):
    """A list of texts."""

    what = "a list of texts"

    def __init__(self, *, default: list[str]) -> None:
        super().__init__(list, default=default)

    def accepts(self, value: object) -> bool:
        """Every item is a text."""
        return isinstance(value, list) and all(isinstance(item, str) for item in value)

    def example(self, value: object) -> str:
        """The value in a list, each item in quotes."""
        items = value if isinstance(value, list) else [value]
        return "[" + ", ".join(f'"{item}"' for item in items) + "]"


class Tables(Checked[list[dict[str, object]]]):
    """A list of tables."""

    what = "a list of tables"

    def __init__(self, *, sample: str) -> None:
        super().__init__(list, default=[])
        self.sample = sample

    def accepts(self, value: object) -> bool:
        """Every item is a table."""
        return isinstance(value, list) and all(isinstance(item, dict) for item in value)

    def example(self, value: object) -> str:
        """A list of one."""
        return f"[{{{self.sample}}}]"


class Wording(Checked[dict[str, str]]):
    """Texts by name."""

    what = "a table of texts"

    def __init__(self) -> None:
        super().__init__(dict, default={})

    def accepts(self, value: object) -> bool:
        """By name; a text that counts is a table itself."""
        return isinstance(value, dict) and all(isinstance(name, str) for name in value)

    def example(self, value: object) -> str:
        """A table of one."""
        return '{ask: "Ask"}'


class OneOf(Checked[str]):
    """One of a few words."""

    def __init__(self, *words: str, default: str) -> None:
        super().__init__(str, default=default)
        self.words = words
        self.what = f"one of {', '.join(words)}"

    def accepts(self, value: object) -> bool:
        """YAML reads a bare `off` as false."""
        return value in self.words or (value is False and "off" in self.words)

    def read(self, value: object) -> str:
        """The word that was written."""
        return "off" if value is False else str(value)


class Whole(Checked[int]):
    """A whole number within bounds."""

    def __init__(self, low: int, high: int, default: int) -> None:
        super().__init__(int, default=default)
        self.low, self.high = low, high
        self.what = f"a whole number from {low} to {high}"

    def accepts(self, value: object) -> bool:
        """True is no number."""
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


class Number(Checked[float]):
    """A number within bounds."""

    def __init__(self, low: float, high: float, default: float) -> None:
        super().__init__(float, default=default)
        self.low, self.high = low, high
        self.what = f"a number from {low} to {high}"

    def accepts(self, value: object) -> bool:
        """True is no number."""
        return isinstance(value, (int, float)) and not isinstance(value, bool) and self.low <= value <= self.high

    def read(self, value: object) -> float:
        """A whole number is one too."""
        return float(str(value))


class Address(Checked[str]):
    """An address on the web that a page may ask; empty for none."""

    what = "an address that pages can ask"

    def __init__(self) -> None:
        super().__init__(str, default="")

    def accepts(self, value: object) -> bool:
        """Without encryption only on this machine."""
        if not isinstance(value, str):
            return False
        parts = urlsplit(value)
        safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("localhost", "127.0.0.1"))
        return not value or bool(safe and parts.hostname and not parts.username and not parts.query)

    def example(self, value: object) -> str:
        """A server of one's own."""
        return "https://answers.example.com"


class CiteqaConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs does not type its own hook
    """Options under `citeqa:` in mkdocs.yml; every one has a default."""

    enabled = Flag(default=True)
    """Whether the site gets an index and the Ask button."""
    language = opt.Optional(Text())
    """Language of the docs, as `en` or `pt-BR`; the theme's language when not given."""
    shortcut = Text(default="mod+k")
    """Keys that open the dialog; `mod` is Ctrl, or Cmd on a Mac; empty for none."""
    examples = Texts(default=[])
    """Questions to offer before a reader has typed one."""
    strings = Wording()
    """Words of the interface that the site wants otherwise, by their names in the widget's strings."""
    source = OneOf("link", "off", default="link")
    """Whether citations link the Markdown file in the repository at the cited lines."""
    offline = opt.Optional(Flag())
    """Whether the site, opened from disk, answers too; on with Material's offline plugin when not given."""
    lenses = Tables(sample="name: port, words: [port], pattern: '[0-9]+'")
    """Lenses of the site's own: each with a name, the words of a question that choose it, and a pattern."""
    conflicts = OneOf("ignore", "info", "warn", default="ignore")
    """What the build log says of figures that disagree; a warning fails a strict build."""
    exclude = Texts(default=[])
    """Pages to leave out, as patterns of their Markdown files (`drafts/*`)."""
    changelogs = Texts(default=["*changelog*", "*release-notes*", "*release_notes*", "*whats-new*"])
    """Pages that weigh less unless a question is about a version or a change, as patterns of their files."""
    changelog_weight = Number(0, 1, default=0.7)
    """How much less."""
    synonyms = Texts(default=[])
    """The site's own groups of words that mean the same (`tide, cron`), or one way (`k8s => kubernetes`)."""
    questions = Text(default="questions.yml")
    """File of asked-for questions, as seen from mkdocs.yml; `citeqa enrich` writes it, people review it."""
    stale_questions = OneOf("warn", "info", "ignore", default="warn")
    """What the build log says, once, when texts have changed since their questions were written."""
    answer_server = Address()
    """Address of the site's answer server (`citeqa serve`), which the pages ask; without it answers are quotations."""
    claude = OneOf("auto", "off", default="auto")
    """Whether `mkdocs serve` lets Claude write the answers when ANTHROPIC_API_KEY is set; a build never does."""
    claude_model = Text(default="claude-haiku-5-5")
    """The model that writes them."""
    claude_effort = Text(default="low")
    """Its effort; empty for a model that takes none."""
    passage_size = Whole(200, 4000, default=780)
    """Characters at which a passage ends at the next block."""
    passage_overlap = Whole(0, 400, default=80)
    """Characters of context that a passage takes from the one before it."""
    k1 = Number(0, 10, default=1.5)
    """BM25: how fast repeating a word stops counting."""
    b = Number(0, 1, default=0.75)
    """BM25: how much a long passage must say more."""

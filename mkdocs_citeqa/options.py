"""The plugin's options in mkdocs.yml: what each means, its type and its default."""

from mkdocs.config import config_options as opt
from mkdocs.config.base import Config, ValidationError


class Whole(opt.Type[int]):
    """A whole number within bounds."""

    def __init__(self, low: int, high: int, default: int) -> None:
        super().__init__(int, default=default)
        self.low, self.high = low, high

    def run_validation(self, value: object) -> int:
        """The number, or an error that names the bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise ValidationError(
                f"{value!r} is not a whole number from {self.low} to {self.high}; write {self.default}"
            )
        return value


class Number(opt.Type[float]):
    """A number within bounds."""

    def __init__(self, low: float, high: float, default: float) -> None:
        super().__init__(float, default=default)
        self.low, self.high = low, high

    def run_validation(self, value: object) -> float:
        """The number, or an error that names the bounds."""
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not self.low <= value <= self.high:
            raise ValidationError(f"{value!r} is not a number from {self.low} to {self.high}; write {self.default}")
        return float(value)


class CiteqaConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs does not type its own hook
    """Options under `citeqa:` in mkdocs.yml; every one has a default."""

    enabled = opt.Type(bool, default=True)
    """Whether the site gets an index and the Ask button."""
    language = opt.Optional(opt.Type(str))
    """Language of the docs, as `en` or `pt-BR`; the theme's language when not given."""
    shortcut = opt.Type(str, default="mod+k")
    """Keys that open the dialog; `mod` is Ctrl, or Cmd on a Mac; empty for none."""
    examples = opt.ListOfItems(opt.Type(str), default=[])
    """Questions to offer before a reader has typed one."""
    strings = opt.Type(dict, default={})
    """Words of the interface that the site wants otherwise, by their names in the widget's strings."""
    source = opt.Choice(("link", "off"), default="link")
    """Whether citations link the Markdown file in the repository at the cited lines."""
    offline = opt.Optional(opt.Type(bool))
    """Whether the site, opened from disk, answers too; on with Material's offline plugin when not given."""
    lenses = opt.ListOfItems(opt.Type(dict), default=[])
    """Lenses of the site's own: each with a name, the words of a question that choose it, and a pattern."""
    conflicts = opt.Choice(("ignore", "info", "warn"), default="ignore")
    """What the build log says of figures that disagree; a warning fails a strict build."""
    exclude = opt.ListOfItems(opt.Type(str), default=[])
    """Pages to leave out, as patterns of their Markdown files (`drafts/*`)."""
    changelogs = opt.ListOfItems(
        opt.Type(str), default=["*changelog*", "*release-notes*", "*release_notes*", "*whats-new*"]
    )
    """Pages that weigh less unless a question is about a version or a change, as patterns of their files."""
    changelog_weight = Number(0, 1, default=0.7)
    """How much less."""
    synonyms = opt.ListOfItems(opt.Type(str), default=[])
    """The site's own groups of words that mean the same (`tide, cron`), or one way (`k8s => kubernetes`)."""
    questions = opt.Type(str, default="questions.yml")
    """File of asked-for questions, as seen from mkdocs.yml; `citeqa enrich` writes it, people review it."""
    stale_questions = opt.Choice(("warn", "info", "ignore"), default="warn")
    """What the build log says, once, when texts have changed since their questions were written."""
    passage_size = Whole(200, 4000, default=780)
    """Characters at which a passage ends at the next block."""
    passage_overlap = Whole(0, 400, default=80)
    """Characters of context that a passage takes from the one before it."""
    k1 = Number(0, 10, default=1.5)
    """BM25: how fast repeating a word stops counting."""
    b = Number(0, 1, default=0.75)
    """BM25: how much a long passage must say more."""

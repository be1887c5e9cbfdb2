"""What an answer server needs to know."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mkdocs_citeqa.errors import InputError
from mkdocs_citeqa.grounding import Failing, Model
from mkdocs_citeqa.server.limits import Limits

KEY = "ANTHROPIC_API_KEY"


@dataclass(frozen=True, slots=True)
class Settings:
    """One site's answer server."""

    folder: Path
    """The `citeqa` folder of the built site."""
    key: str = field(repr=False)
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    proxies: int = 0
    model: Model = field(default_factory=Model)
    limits: Limits = field(default_factory=Limits)
    failing: Failing = "mark"
    redis: str | None = None
    base_url: str | None = None
    """Where the Messages API is; Anthropic's own address without one."""
    log_questions: bool = False


def base_url_from(environment: Mapping[str, str]) -> str | None:
    """Another address of the Messages API, such as that of a proxy."""
    return environment.get("ANTHROPIC_BASE_URL", "").strip() or None


def key_from(environment: Mapping[str, str]) -> str:
    """The key of the Messages API; an InputError when there is none."""
    key = environment.get(KEY, "").strip()
    if not key:
        raise InputError(f"{KEY} is not set: answers by Claude need a key of the Anthropic API in it.")
    return key

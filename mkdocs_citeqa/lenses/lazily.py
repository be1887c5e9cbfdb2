"""Regular expressions that are compiled when they are first used: most commands need few of the lenses' own."""

import re
from typing import Any, cast


def lazily(pattern: str, flags: re.RegexFlag | int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, later; a wrong pattern is an error only then."""
    return cast("re.Pattern[str]", _Lazy(pattern, flags))


class _Lazy:
    def __init__(self, pattern: str, flags: re.RegexFlag | int) -> None:
        self.pattern, self.flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self.flags)
        for method in ("search", "match", "fullmatch", "finditer", "findall", "sub", "split"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)

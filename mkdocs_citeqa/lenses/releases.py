"""Text -> release numbers, with the name before them and the words that make them a bound."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.vocabulary import listed

Constraint = Literal["ge", "gt", "le", "lt", "eq", "compat"]

_DOTTED = r"\d{1,4}(?:\.\d{1,6}){1,3}(?:\.[xX*]){0,2}|\d{1,4}(?:\.[xX*]){1,2}"
_PRE = r"(?:[-.]?(?:rc|alpha|beta|a|b|dev|pre|post|lts)\.?\d{0,4}(?![a-z]))?"
_OPERATORS = {">=": "ge", "≥": "ge", ">": "gt", "<=": "le", "≤": "le", "<": "lt", "==": "eq", "~=": "compat",
              "^": "compat", "~>": "compat", "~": "compat", "=": "eq"}  # fmt: skip
_RELEASE = lazily(
    rf"(?<![\w.,$€£¥#/@:%+-])(?P<op>[<>=~]=|[≥≤<>^=]|~>?)?\s?(?P<v>v\.?\s?|V)?(?P<n>(?:{_DOTTED}){_PRE}"
    rf"|\d{{1,4}}{_PRE})"
    r"(?P<later>\+|(?:,? (?:or|and) (?:later|newer|higher|above|up|greater|upwards|beyond|lower|below|older"
    r"|earlier|prior)\b)?)"
    r"(?![\w%]|[.,/:-]\d|\s?[%€£$]|/\d)"
)
_NAME = lazily(
    r"(?P<name>(?:[A-Za-z][\w.+#-]*(?:\s|\s?\())?[A-Za-z][\w.+#-]*?)[\s:\"`(,]{1,3}"
    r"(?:(?:is|are|to|of|through|than|older|newer|lower|higher|earlier|later|with|from|in|since|least|version"
    r"|versions|release|releases|ver\."
    r"|v\.?)[\s:]{1,2}){0,3}$"
)
_VERSION_WORD = lazily(
    r"\b(?:versions?|releases?|ver\.?)[\s:\"`]{0,3}(?:is |of |through |older than |lower than |before |than )?$",
    re.IGNORECASE,
)

_AFTER = lazily(r"(?:or|and) (later|newer|higher|above|up|greater|upwards|beyond|lower|below|older|earlier|prior)")
_LATER = frozenset(listed("later newer higher above up greater upwards beyond"))
_AT_LEAST = lazily(
    r"\b(?:at least|minimum(?: [\w-]+){0,4}|min\.?|since|starting (?:with|from|in)|as of|from|newer than"
    r"|later than|earliest supported [\w ]+"
    r"|minimal [\w ]{0,20})(?: [A-Za-z][\w.-]*){0,3}[\s:]*$",
    re.IGNORECASE,
)
_OLDER = lazily(
    r"\b(?:older|lower|earlier) than[\s`]*$|\b(?:prior to|before|below)(?: [A-Za-z][\w.-]*){0,3}[\s`]*$", re.IGNORECASE
)
_AT_MOST = lazily(r"\b(?:up to|until|through|no later than|at most)(?: [A-Za-z][\w.-]*){0,2}[\s`]*$", re.IGNORECASE)
_UNSUPPORTED = lazily(
    r"\b(?:not|no longer|n['’]t|drop(?:s|ped)?|remov\w+|disabl\w+|unsupported|end of life|error|fail\w*)\b",
    re.IGNORECASE,
)

_NO_PRODUCT = frozenset(
    listed(
        "the a an in to of for from since with and or is are at by on version versions release releases level "
        "step steps "
        "section chapter figure table page part phase day week month year top about around than only under over "
        "within until "
        "least most all following these this that see between past next last first after before below above use "
        "using uses any "
        "requires require need needs supports support supported default new old major minor stable current "
        "latest earliest "
        "minimum maximum removed deprecated added introduced changed be been will can was were it has have had "
        "not into up "
        "node-version e.g i.e example line lines item items issue number no score approximately roughly every each"
    )
)
_NO_VERSIONS = lazily(
    r"\b(?:SAML|TLS|SSL|HTTP|HTTPS|OAuth|OpenID|cgroups?|IPv|SOC|ISO|IEC|USB|Bluetooth|WCAG|GPL|AGPL|LGPL"
    r"|Apache(?: License)?|License|CC[ -]BY"
    r"|CVSS|UTF|SHA|RFC|PEP|Web|XML|YAML|TOML|JSON|CSS|HTML|ECMAScript|ES|Type|schema|Section|Chapter|Figure"
    r"|Table|Step|Level|Part|Phase|Layer"
    r"|Tier|Port|Error|Code|Windows Server|Article|Stage|Room|Suite|H|Series|Top|Class|Grade|January|February"
    r"|March|April|May|June|July"
    r"|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec"
    r"|Q)[\s:]*(?:version |v)?$"
)
_QUANTITY = lazily(
    r"\s?(?:times|million|billion|thousand|seconds?|minutes?|hours?|days?|weeks?|months?|years?|[KMGT]i?B|bytes"
    r"|GiB|ms|px|percent|dollars|people|users|items|files|characters|cores?|vCPU|points?|x)\b"
)


@dataclass(frozen=True, slots=True)
class Release:
    """A release number at `text[start:end]`, the words "or later" included."""

    start: int
    end: int
    number: str
    """Without its "v"."""
    constraint: Constraint
    product: str
    """The name before it, as written; empty when there is none."""


def read_releases(text: str, *, loose: bool = False) -> Iterator[Release]:
    """All release numbers: dotted ones with a name, "version" or "v" before them, or an operator.

    `loose`: the surroundings say that these are versions, so that bare numbers count.
    """
    for m in _RELEASE.finditer(text):
        before = text[max(0, m.start() - 70) : m.start()]
        if _NO_VERSIONS.search(before[-24:]) or _QUANTITY.match(text, m.end()):
            continue
        product = _product(before)
        dotted = "." in m["n"]
        said = bool(
            m["v"] or _VERSION_WORD.search(before) or (m["later"] and (product or dotted)) or (m["op"] and product)
        )
        said = said or bool(
            not _YEAR.fullmatch(m["n"])
            and product
            and _capital(product)
            and _AT_LEAST.search(before)
            and _ENDS.match(text, m.end())
        )
        named = dotted and _capital(product)
        tool = (
            product.lower() in _TOOLS and product[0].isupper() and len(m["n"]) < 3 and bool(_ENDS.match(text, m.end()))
        )
        triple = m["n"].count(".") > 1 and bool(product)
        if said or named or triple or tool or (loose and (dotted or m["n"].isdigit())):
            start = m.start("op") if m["op"] else m.start("v") if m["v"] else m.start("n")
            end = m.end("later") if m["later"] else m.end("n")
            number = m["n"].rstrip(".")
            yield Release(start, end, number, _constraint(text, m, before), product)


_ENDS = lazily(r"\s*(?:[.,;:)|\n]|$|\b(?:or|and|is|are|on|only|with|to|in|for|installed|support)\b)")


_YEAR = lazily(r"(?:19|20)\d\d")


def _product(before: str) -> str:
    m = _NAME.search(before)
    if not m:
        return ""
    words = [w.strip("(") for w in m["name"].split() if w.strip("(")]
    while words and words[0].lower() in _NO_PRODUCT:
        words = words[1:]
    while words and words[-1].lower() in _NO_PRODUCT:
        words = words[:-1]
    if len(words) == 2 and not (words[0][0].isupper() or words[1].isupper() or words[1] in ("Engine", "Server", "CLI")):
        words = words[1:]
    return " ".join(words)


def _capital(product: str) -> bool:
    return any(c.isupper() for c in product) or product.lower() in _TOOLS


_TOOLS = frozenset(
    listed(
        "python pip node node.js npm yarn pnpm docker java go rust ruby php perl uv mkdocs django flask numpy pandas "
        "pytest git bash "
        "postgres postgresql mysql sqlite redis nginx kubectl helm terraform ansible kubernetes linux macos "
        "ubuntu debian glibc "
        "openssl cmake gcc clang llvm cuda pytorch tensorflow typescript react vue angular webpack vite esbuild "
        "deno bun swift "
        "kotlin scala gradle maven conda poetry hatch setuptools wheel virtualenv tox ruff mypy black chrome "
        "firefox safari edge"
    )
)


def _constraint(text: str, m: re.Match[str], before: str) -> Constraint:
    if m["op"]:
        return _OPERATORS[m["op"]]  # type: ignore[return-value]
    if m["later"] == "+":
        return "ge"
    if m["later"] and (word := _AFTER.search(m["later"])):
        return "ge" if word[1] in _LATER else "le"
    if _OLDER.search(before):
        sentence = text[max(0, m.start() - 160) : m.end() + 80]
        return "ge" if _UNSUPPORTED.search(sentence) else "lt"
    if _AT_MOST.search(before):
        return "le"
    return "ge" if _AT_LEAST.search(before) else "eq"


def interval(number: str) -> list[float | None]:
    """The releases that a number stands for, on one scale: 3 and 3.x hold 3.9, and 3.9 holds 3.9.2."""
    parts = [int(part) for part in re.findall(r"\d+", re.split(r"[-a-zA-Z]", number)[0])][:3]
    scale = [10**8, 10**4, 1]
    low = sum(part * unit for part, unit in zip(parts, scale, strict=False))
    return [float(low), float(low + scale[len(parts) - 1] - 1)] if parts else [None, None]


def canonical(number: str) -> str:
    """Without a pre-release's dashes and trailing zeros beyond the second place: 1.8.0 is 1.8."""
    parts = number.split(".")
    while len(parts) > 2 and parts[-1] == "0":
        parts.pop()
    return ".".join(parts)

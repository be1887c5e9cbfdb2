"""A site's own lenses: what their patterns may be, and what they find."""

import re
import time

import pytest

from mkdocs_citeqa.errors import LensError
from mkdocs_citeqa.lenses import LENSES, Context, choose
from mkdocs_citeqa.lenses.custom import custom_lenses
from mkdocs_citeqa.lenses.patterns import LONGEST, Unsafe, check

SAFE = [
    r"\bports? (?P<value>\d{2,5})\b", r"\d{1,3}(?:,\d{3})*(?:\.\d+)?", r"(?i)error [A-Z]{2,4}-\d+", r"\w+@\w+\.\w+",
    r"(?:foo|bar)+", r"v\d+(?:\.\d+){1,3}", r"from .{0,40} to \d", r"a.*b", r"(?:\d{3}-)+", r"[^,]+, [^,]+",
    r"HTTP/\d\.\d",
    r"(?:a|b|c)*d", r"(?<=\$)\d+", r"^\s*$|x",
]  # fmt: skip
REFUSED = [
    (r"(a+)+$", "several places"), (r"(a*)*b", "several places"), (r"(\w+\s?)*x", "several places"),
    (r"(?:a?b?)*c", "several places"), (r"(a|a)*b", "alternatives"), (r"(a|ab)*c", "alternatives"),
    (r"(?:.|\n)*x", "alternatives"), (r"(x+x+)+y", "several places"), (r".*.*.*x", "too many places"),
    (r"x*x*x*x*y", "too many places"), (r"\d+\d+\d+x", "too many places"), (r"(\w)\1", "refers"),
    (r"(.)?(?(1)a|b)", "refers"),
]  # fmt: skip
HOSTILE = [
    "a" * LONGEST,
    "ab" * (LONGEST // 2),
    "1" * LONGEST,
    "1," * (LONGEST // 2),
    " " * LONGEST,
    "a@" * (LONGEST // 2),
]


@pytest.mark.parametrize("pattern", SAFE)
def test_a_pattern_that_can_stop_in_few_ways_is_taken_and_is_fast_on_any_text(pattern):
    check(pattern)
    began = time.process_time()
    for text in HOSTILE:
        for _ in re.finditer(pattern, text):
            pass
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(("pattern", "why"), REFUSED)
def test_a_pattern_that_could_take_for_ever_is_refused_with_what_to_change(pattern, why):
    with pytest.raises(Unsafe, match=why):
        check(pattern)


PORTS = {"name": "ports", "words": ["Which port", "ports"], "pattern": r"\bports? (?P<value>[\d,]+)/(?P<protocol>\w+)"}


def test_a_lens_of_the_site_finds_what_its_pattern_says():
    (ports,) = custom_lenses([PORTS], [lens.name for lens in LENSES])
    text = "The API server listens on port 8080/tcp. A proxy takes port 443/tcp."
    found = list(ports.read(text, Context()))
    assert [(text[f.start : f.end], f.key, f.value["protocol"]) for f in found] == [
        ("8080", "8080", "tcp"), ("443", "443", "tcp"),
    ]  # fmt: skip
    assert found[0].subject == "api server"
    assert choose("which port do I open?", [*LENSES, ports]) is ports


def test_spellings_can_be_made_one_key():
    numbers, lower = custom_lenses(
        [
            {**PORTS, "normalise": "number"},
            {"name": "codes", "words": "code", "pattern": "(?i)error (E[0-9]{3})", "normalise": "lower"},
        ],
        [],
    )
    assert [f.key for f in numbers.read("port 8,080/tcp", Context())] == ["8080"]
    assert [f.key for f in lower.read("Error e123 or error E123", Context())] == ["e123", "e123"]


WRONG = [
    ("ports", "lens 1: give it a name"),
    ({**PORTS, "name": "Two words"}, "lens 1: its name must be a short word"),
    ({**PORTS, "name": "money"}, 'lens "money": there is a lens of this name'),
    ({**PORTS, "words": []}, 'lens "ports": list the words'),
    ({**PORTS, "words": [3]}, 'lens "ports": list the words'),
    ({**PORTS, "pattern": "("}, 'lens "ports": its pattern is no regular expression'),
    ({**PORTS, "pattern": "(a+)+"}, 'lens "ports": its pattern could take too long'),
    ({**PORTS, "pattern": "a?"}, 'lens "ports": its pattern matches the empty text'),
    ({**PORTS, "pattern": None}, 'lens "ports": give it a regular expression'),
    ({**PORTS, "normalise": "upper"}, 'lens "ports": normalise is lower or number'),
    ({**PORTS, "regex": "a"}, "lens \"ports\": unknown key 'regex'"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_lens_is_named_with_what_to_change(given, message):
    with pytest.raises(LensError, match=re.escape(message)):
        custom_lenses([given], [lens.name for lens in LENSES])


def test_a_huge_text_is_read_in_pieces():
    (lens,) = custom_lenses([{"name": "runs", "words": ["run"], "pattern": r"a.*b"}], [])
    began = time.process_time()
    assert list(lens.read("a" * 200_000, Context())) == []
    assert time.process_time() - began < 5

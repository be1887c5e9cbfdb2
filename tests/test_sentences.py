"""Where sentences end, in the scripts that readers write."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_citeqa.sentences import sentences


def split(text: str) -> list[str]:
    return [text[start:end].strip() for start, end in sentences(text)]


CASES = [
    ("a stop, a question mark, an exclamation mark", "Go on. Why? Stop! Done", ["Go on.", "Why?", "Stop!", "Done"]),
    ("a version and a decimal number", "Use 3.10 here. Pay 4.50 euros.", ["Use 3.10 here.", "Pay 4.50 euros."]),
    ("a file name", "Edit mkdocs.yml first. Then build.", ["Edit mkdocs.yml first.", "Then build."]),
    ("an abbreviation", "Use a shell, e.g. Bash. It works.", ["Use a shell, e.g. Bash.", "It works."]),
    ("an abbreviation in brackets", "Any shell (e.g. Bash) works. Yes.", ["Any shell (e.g. Bash) works.", "Yes."]),
    ("an initial", "Ask J. Smith about it. He knows.", ["Ask J. Smith about it.", "He knows."]),
    ("a closing quotation mark", 'He said "Stop." Then he left.', ['He said "Stop."', "Then he left."]),
    ("a closing bracket", "(He left.) Now.", ["(He left.)", "Now."]),
    ("a stop before a small letter", "It ends in .yml. or so. Right.", ["It ends in .yml. or so.", "Right."]),
    ("several marks", "What?! Really... Yes.", ["What?!", "Really...", "Yes."]),
    ("a line break", "First line\nSecond line", ["First line", "Second line"]),
    ("Chinese", "打开文件。保存！完成？好", ["打开文件。", "保存！", "完成？", "好"]),
    ("Japanese with a closing bracket", "「開く。」と言う。次へ", ["「開く。」", "と言う。", "次へ"]),
    ("Arabic", "هل يعمل؟ نعم.", ["هل يعمل؟", "نعم."]),
    ("Hindi", "यह चलता है। रुको।", ["यह चलता है।", "रुको।"]),
    ("German abbreviations", "Es geht z.B. Montag. Gut.", ["Es geht z.B. Montag.", "Gut."]),
    ("no end at all", "no end", ["no end"]),
    ("nothing", "  ", []),
]  # fmt: skip


@pytest.mark.parametrize(("why", "text", "wanted"), CASES, ids=[case[0] for case in CASES])
def test_sentences_end_here(why: str, text: str, wanted: list[str]):
    assert split(text) == wanted


@given(st.text())
def test_sentences_add_up_to_the_text(text: str):
    pieces = list(sentences(text))
    assert all(text[start:end].strip() for start, end in pieces)
    if pieces:
        assert (pieces[0][0], pieces[-1][1]) == (0, len(text))
        assert all(a[1] == b[0] for a, b in pairwise(pieces))
    else:
        assert not text.strip()

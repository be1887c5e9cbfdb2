"""The files of an index: what they hold, how they are named, and what a damaged one says."""

import gzip
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest
from indexed import files, fingerprint, indexed, opened, passages, results, sections

from mkdocs_citeqa.analysis import ANALYSER
from mkdocs_citeqa.errors import IndexFormatError
from mkdocs_citeqa.index import FORMAT, open_index, utf16
from mkdocs_citeqa.lexicon import idf
from mkdocs_citeqa.passages import Passage
from mkdocs_citeqa.shards import STRIDE, assign_slots
from mkdocs_citeqa.site import Settings

PAGES = {
    "index.md": "# Harbour\n\nA job queue for small teams.\n\n## Price\n\nA seat costs $9.",
    "guide.md": "# Guide\n\n" + "\n\n".join(f"## Step {n}\n\nTurn the crank {n} times." for n in range(11)),
    "sub/code.md": "# Code\n\n```py\nprint('hi')\n```\n\n| Key | Value |\n| - | - |\n| a | 1 |\n\n1. First\n2. Second",
}


def test_passages_come_back_as_they_were():
    index = indexed(PAGES)
    first = passages(index)
    assert [p.page.url for p in first] == ["", "", *["guide/"] * 11, "sub/code/"]
    code = first[-1]
    assert [(u.kind, u.head, u.language) for u in code.units] == [
        ("code", "", code.units[0].language), ("header", "", ""), ("row", "Key | Value", ""),
        ("item", "1.", ""), ("item", "2.", ""),
    ]  # fmt: skip
    assert (code.page.file, code.start, code.end) == ("sub/code.md", 1, 12)
    for stored in index.all_passages():
        assert index.passage(stored.slot) == stored


def test_every_page_begins_at_a_multiple_of_the_stride():
    def some(n: int) -> list[Passage]:
        return passages(indexed({"a.md": "# A\n\n" + "\n\n".join(f"## S{i}\n\nText." for i in range(n))}))

    assert assign_slots([some(1), some(STRIDE), some(STRIDE + 1), some(2)]) == [0, STRIDE, 2 * STRIDE, 4 * STRIDE]


def test_the_idf_table_is_lucenes_to_twelve_digits():
    for count, frequency in ((1, 0), (10, 3), (2086, 1), (100_000, 99_999)):
        exact = math.log(1 + (count - frequency + 0.5) / (frequency + 0.5))
        assert idf(count, frequency) == pytest.approx(exact, rel=1e-11)
        assert len(f"{idf(count, frequency):.17g}".rstrip("0")) <= 20
        assert idf(count, frequency) > 0
        assert float(json.dumps(idf(count, frequency))) == idf(count, frequency)


def test_the_same_docs_give_the_same_bytes_whatever_the_hash_seed(tmp_path: Path):
    code = "import sys; sys.path.insert(0, sys.argv[1])\nfrom indexed import *\nfrom test_index import PAGES\n"
    code += "print(fingerprint(files(PAGES)))"
    seen = set()
    for seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code, str(Path(__file__).parent)]
        seen.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert seen == {fingerprint(files(PAGES)) + "\n"}


def test_the_order_in_which_pages_are_read_changes_nothing():
    assert files(dict(reversed(PAGES.items()))) == files(PAGES)


def large(changed: str = "") -> dict[str, str]:
    pages = {}
    for n in range(60):
        words = " ".join(f"word{(n * 37 + i * 11) % 900}" for i in range(40))
        pages[f"page{n:02}.md"] = f"# Page {n}\n\n{words}\n\n## More\n\n{' '.join(reversed(words.split()))}"
    if changed:
        pages["page30.md"] += changed
    return pages


def test_an_edit_of_one_paragraph_leaves_most_files_alone():
    before, after = files(large()), files(large("\n\nOne sentence with a brandnew word."))
    shards = [name for name in before if name.startswith(("terms-", "passages-"))]
    kept = [name for name in shards if name in after]
    assert len(kept) >= 0.7 * len(shards)
    assert len([n for n in shards if n.startswith("passages-") and n not in after]) == 1


def test_no_date_and_no_path_of_the_machine_stands_in_an_index():
    content = b"".join(data for name, data in files(PAGES).items() if name.endswith(".json"))
    assert str(Path.cwd()).encode() not in content
    assert b"202" not in content.replace(b'"2025', b"")


def test_files_are_named_by_their_content_and_valid_json():
    for name, data in files(PAGES).items():
        if name.endswith(".json"):
            json.loads(data)
        kind, _, rest = name.partition("-")
        assert name == "manifest.json" or (kind and len(rest.partition(".")[0]) == 8), name


def test_a_manifest_stays_small():
    manifest = files(large())["manifest.json"]
    assert len(gzip.compress(manifest)) < 12_000


@pytest.mark.parametrize(("key", "value"), [("format", FORMAT + 1), ("format", None), ("analyser", "other-1")])
def test_another_format_is_refused_by_number_and_says_what_to_do(key: str, value: object):
    content = files(PAGES)
    manifest = {**json.loads(content["manifest.json"]), key: value}
    with pytest.raises(IndexFormatError, match=rf"{value}.*(format {FORMAT}|{ANALYSER}).*build the site again"):
        opened({**content, "manifest.json": json.dumps(manifest).encode()})


@pytest.mark.parametrize("kind", ["manifest", "terms", "passages", "slots", "vocabulary"])
def test_a_missing_or_damaged_file_is_named(kind: str, tmp_path: Path):
    content = files(PAGES)
    for damage in (None, content["manifest.json"][:40], b"\xff\xfe", b""):
        for name, data in content.items():
            path = tmp_path / name
            if not name.startswith(kind):
                path.write_bytes(data)
            elif damage is None:
                path.unlink(missing_ok=True)
            else:
                path.write_bytes(damage)
        with pytest.raises(IndexFormatError, match=rf"{kind}\S*\.json.*build the site again"):
            results(open_index(lambda name: (tmp_path / name).read_bytes()), "crank qwertyuiop")


def test_words_of_all_planes_are_found_in_sorted_shards():
    words = ["zebra", "éclair", "ﬁsh", "ｚｚｚ", "𐐀𐐁", "部署", "🚀", "zz", "z"]
    pages = {f"p{n}.md": f"# P\n\n{word}" for n, word in enumerate(words)}
    index = indexed(pages)
    for n, word in enumerate(words):
        assert sections(index, word) == ([f"p{n}/#"] if word != "🚀" else []), word
    assert sorted(words, key=utf16) != sorted(words), "the order of JavaScript is not that of Python"


def test_a_language_has_its_own_terms_and_counts():
    content = files({"a.md": "# Start\n\nDie Warteschlange."}, language="de")
    index = opened(content)
    assert index.language("de") == "de"
    assert index.language("de-AT") == "de"
    assert index.language("fr") == "de", "the only one there is"
    assert index.language(None) == "de"
    assert sections(index, "Warteschlangen", language="de") == ["a/#"]


def test_boosts_are_kept_for_the_pages_that_have_one():
    index = indexed({"a.md": "# A\n\nText."}, boost=0.5, history=0.25)
    assert index.boost(0, historical=True) == 0.5
    assert index.boost(0, historical=False) == 0.125
    assert index.boost(STRIDE * 9, historical=False) == 1.0
    assert json.loads(files(PAGES)["manifest.json"])["boosts"] == []


def test_source_links_are_made_at_question_time():
    index = indexed(PAGES, Settings(source="https://example.org/{file}#L{start}-L{end}"))
    assert index.source == "https://example.org/{file}#L{start}-L{end}"

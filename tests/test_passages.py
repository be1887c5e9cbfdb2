"""Where passages begin and end, what stands in them, and what can be quoted from them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from indexed import EXTENSIONS
from markdown import Markdown

from mkdocs_citeqa.align import align
from mkdocs_citeqa.blocks import Block, read_blocks
from mkdocs_citeqa.passages import LONGEST_UNIT, Page, Passage, cut, name_blocks, units
from mkdocs_citeqa.postings import field_texts
from mkdocs_citeqa.site import Settings, Site

PAGE = Page("guide/", "Guide", "guide.md")


def cut_page(markdown: str, *, html: str | None = None, size: int = 780, overlap: int = 80) -> list[Passage]:
    """The passages of a page made from Markdown (or of this HTML), with the lines of the Markdown."""
    html = Markdown(extensions=EXTENSIONS).convert(markdown) if html is None else html
    blocks = align(read_blocks(html), markdown.encode())
    named = [block._replace(id=name) for block, name in zip(blocks, name_blocks(blocks, []), strict=True)]
    return cut(PAGE, named, size=size, overlap=overlap)


def outline(passages: list[Passage]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(p.section, p.heading, p.trail) for p in passages]


SENTENCE = "The keeper of the lighthouse trims forty lamps before each night falls. "


def test_every_heading_below_the_title_opens_a_passage():
    passages = cut_page(
        "# Guide\n\nHello.\n\n## Start\n\nGo.\n\n### Fast\n\nRun.\n\n## Stop\n\nHalt.\n\n#### Deep\n\nDig."
    )
    assert outline(passages) == [
        ("", "Guide", ()),
        ("start", "Start", ()),
        ("fast", "Fast", ("Start",)),
        ("stop", "Stop", ()),
        ("deep", "Deep", ("Stop",)),
    ]
    assert [p.text for p in passages] == ["Hello.", "Go.", "Run.", "Halt.", "Dig."]


def test_text_before_the_first_heading_is_the_pages_own():
    first, second = cut_page("Hello there.\n\n## Start\n\nGo.")
    assert (first.section, first.heading, first.text) == ("", "Guide", "Hello there.")
    assert second.section == "start"


def test_a_second_heading_of_the_first_level_is_a_section():
    assert outline(cut_page("# Guide\n\nHello.\n\n# Other\n\nMore.\n\n## Below\n\nText."))[1:] == [
        ("other", "Other", ()),
        ("below", "Below", ("Other",)),
    ]


def test_a_page_that_begins_below_the_first_level_has_no_title_to_skip():
    assert [p.section for p in cut_page("## Start\n\nGo.\n\n# Late\n\nMore.")] == ["start", "late"]


def test_a_heading_without_text_is_a_passage_that_says_its_heading():
    passages = cut_page("# Guide\n\nHello.\n\n## Reserved\n\n## Start\n\nGo.")
    reserved = passages[1]
    assert (reserved.section, reserved.text, reserved.units) == ("reserved", "Reserved", ())
    assert (reserved.start, reserved.end, reserved.anchor) == (5, 5, "reserved")


@pytest.mark.parametrize("text", ["", "# Guide"])
def test_a_page_that_says_nothing_has_no_passage(text: str):
    assert cut_page(text) == []


def test_a_title_right_above_a_heading_makes_no_passage_of_its_own():
    assert [p.section for p in cut_page("# Guide\n\n## Start\n\nGo.")] == ["start"]


def test_the_first_passage_of_a_section_spans_its_heading():
    first, second = cut_page("# Guide\n\nHello.\n\n## Start\n\nGo\non.\n\nStop.")
    assert (first.start, first.end) == (1, 3)
    assert (second.start, second.end, second.anchor) == (5, 10, "start")


def test_a_passage_is_flushed_at_a_block_near_its_size():
    paragraphs = "\n\n".join(SENTENCE * 4 for _ in range(9))
    passages = cut_page(f"# Guide\n\n## Long\n\n{paragraphs}")
    assert len(passages) > 2
    for passage in passages:
        assert len(passage.text) <= 780
        assert all(not unit.joined for unit in passage.units[:1])
        assert passage.text.endswith("falls.")
    assert all(len(p.text) + 4 * len(SENTENCE) > 780 for p in passages[:-1]), "flushed before it was full"


def test_a_single_long_paragraph_is_cut_at_sentences():
    passages = cut_page(f"# Guide\n\n## Long\n\n{SENTENCE * 30}")
    assert len(passages) == 3
    for passage in passages:
        assert passage.text.startswith("The keeper")
        assert passage.text.endswith("falls.")
        assert len(passage.text) <= 780
    assert len({p.anchor for p in passages[1:]}) == 1, "they all stand in the same block"


def test_a_long_code_block_is_cut_at_lines():
    code = "\n".join(f"value_{n} = compute(step={n}, limit=100)" for n in range(60))
    passages = cut_page(f"# Guide\n\n## Code\n\n```py\n{code}\n```")
    assert len(passages) > 2
    lines = [line for p in passages for line in p.text.splitlines()]
    assert lines == code.splitlines()
    assert [p.start for p in passages] == sorted(p.start or 0 for p in passages)
    assert len({p.start for p in passages}) == len(passages), "each has its own lines"


def test_a_long_sentence_is_cut_at_words():
    passages = cut_page(f"# Guide\n\n## Long\n\n{'word ' * 400}")
    for unit in (unit for p in passages for unit in p.units):
        assert len(unit.text) <= LONGEST_UNIT
        assert set(unit.text.split()) == {"word"}


def test_text_without_spaces_is_cut_anywhere():
    passages = cut_page(f"# Guide\n\n## Long\n\n{'長' * 2000}")
    assert "".join(p.text for p in passages) == "長" * 2000
    assert all(len(p.text) <= 780 for p in passages)


def test_context_is_the_end_of_the_passage_before_at_a_word():
    first, second, *_ = cut_page(f"# Guide\n\n## Long\n\n{SENTENCE * 30}")
    assert first.context == ""
    assert 40 < len(second.context) <= 80
    assert first.text.endswith(second.context)
    assert first.text[: -len(second.context)].endswith(" ")


def test_context_is_indexed_and_neither_quoted_nor_in_the_span():
    paragraphs = f"{SENTENCE * 10}\n\nThe zebra sleeps.\n\n{SENTENCE * 10}"
    passages = cut_page(f"# Guide\n\n## Long\n\n{paragraphs}")
    second = next(p for p in passages if "zebra" in p.context)
    assert "zebra" in field_texts(second)["text"]
    assert "zebra" not in second.text
    assert not any("zebra" in unit.text for unit in second.units)
    assert second.start is not None
    assert second.start > 7


def test_context_does_not_cross_a_heading():
    passages = cut_page(f"# Guide\n\n## Long\n\n{SENTENCE * 30}\n\n## Next\n\nShort.")
    assert passages[-1].heading == "Next"
    assert passages[-1].context == ""


def test_a_site_may_choose_size_and_context():
    passages = cut_page(f"# Guide\n\n## Long\n\n{SENTENCE * 30}", size=300, overlap=0)
    assert all(len(p.text) <= 300 and p.context == "" for p in passages)
    assert len(passages) > 6


def test_front_matter_is_no_text_and_counts_as_lines():
    text = "---\nowner: zebra\n---\n# Guide\n\nHello."
    body = text.split("---\n")[2]
    html = Markdown(extensions=EXTENSIONS).convert(body)
    site = Site(Settings())
    site.add(PAGE, html, text.encode(), body.split("\n"))
    (passage,) = site._pages["guide/"].passages
    assert (passage.start, passage.end, passage.text) == (4, 6, "Hello.")
    assert b"zebra" not in b"".join(content for name, content in site.files().items() if name.endswith(".json"))


TABLE = "# Guide\n\n| Plan | Price |\n| - | - |\n| Dinghy | $9 |\n| Yacht | $90 |\n"


def test_a_table_row_is_quoted_alone_and_knows_its_header():
    (passage,) = cut_page(TABLE)
    assert [(u.kind, u.text, u.head) for u in passage.units] == [
        ("header", "Plan | Price", ""),
        ("row", "Dinghy | $9", "Plan | Price"),
        ("row", "Yacht | $90", "Plan | Price"),
    ]
    assert passage.text == "Plan | Price\nDinghy | $9\nYacht | $90"


def test_list_items_footnotes_and_definitions_are_units():
    (passage,) = cut_page(
        "# Guide\n\nSee.[^1]\n\n1. Open it\n2. Close it\n\nTide\n:   Water that moves.\n\n[^1]: By hand."
    )
    assert [(u.kind, u.text.strip(), u.head) for u in passage.units] == [
        ("paragraph", "See.", ""),
        ("item", "Open it", "1."),
        ("item", "Close it", "2."),
        ("term", "Tide", ""),
        ("definition", "Water that moves.", "Tide"),
        ("footnote", "By hand.", ""),
    ]


def test_hidden_blocks_are_left_out():
    html = (
        '<h1>Guide</h1><p>Seen.</p><p data-search-exclude>Zebra one.</p>'
        '<h2 id="a" data-search-exclude>Zebra</h2><p>Zebra two.</p><h2 id="b">Seen too</h2><p>More.</p>'
    )  # fmt: skip
    passages = cut_page("", html=html)
    assert [p.text for p in passages] == ["Seen.", "More."]
    assert not any("Zebra" in p.heading for p in passages)


def test_what_stands_in_admonitions_and_details_belongs_to_the_section():
    passages = cut_page('# Guide\n\n## Care\n\n!!! warning "Wet paint"\n\n    Do not touch.\n\nAfter.')
    assert [p.text for p in passages if p.section == "care"] == ["Wet paint\nDo not touch.\nAfter."]


def test_ids_made_for_blocks_are_stable_and_unique():
    blocks = read_blocks("<p>One.</p><p>Two.</p><p>One.</p>")
    names = name_blocks(blocks, [])
    assert len(set(names)) == 3
    assert all(name.startswith("citeqa-") for name in names)
    later = name_blocks(read_blocks("<p>Zero.</p><p>Two.</p>"), [])
    assert later[1] == names[1], "an edit elsewhere on the page keeps the id"
    assert name_blocks(blocks[:1], [names[0]]) == [f"{names[0]}-2"], "an id that the page has is not taken twice"


def test_the_units_of_a_block_add_up_to_it():
    block = Block("paragraph", "One. Two!  Three? Done", id="x")
    assert "".join(unit.text for unit in units(block)) == block.text
    assert [unit.joined for unit in units(block)] == [False, True, True, True]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=900), max_size=4), st.integers(200, 900))
def test_passages_keep_all_of_a_page_and_nothing_twice(texts: list[str], size: int):
    blocks = [Block("paragraph", text, id=f"b{n}") for n, text in enumerate(texts) if text.strip()]
    passages = cut(PAGE, blocks, size=size)
    whole = "".join(unit.text for passage in passages for unit in passage.units)
    assert "".join(whole.split()) == "".join("".join(block.text for block in blocks).split())
    assert all(sum(len(unit.text) for unit in p.units) <= max(size, LONGEST_UNIT) for p in passages)


@pytest.mark.parametrize("text", ["x" * 5000, "x " * 3000, "\n" * 50 + "x", "a\u2028b " * 900])
def test_no_unit_is_too_long_to_quote(text: str):
    assert all(len(u.text) <= LONGEST_UNIT for u in units(Block("paragraph", text, id="x")))

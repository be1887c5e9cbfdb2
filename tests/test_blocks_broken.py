"""Whatever a page holds, reading it changes and breaks nothing."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_citeqa.align import align
from mkdocs_citeqa.blocks import read_blocks, splice

_NAMES = (
    "p div ul ol li dl dt dd table tr td th thead tbody caption pre code span b a h1 h2 h3 blockquote details "
    "summary label input br hr img script style svg figure figcaption button form section template textarea"
)
_CLASSES = (
    "highlight codehilite tabbed-set tabbed-alternate tabbed-labels tabbed-block tabbed-content footnote "
    "admonition-title headerlink highlighttable linenos doc-object toc filename mermaid language-py"
)
_attributes = st.lists(
    st.one_of(
        st.sampled_from(_CLASSES.split()).map(lambda name: f' class="{name}"'),
        st.sampled_from("abc").map(lambda name: f' id="{name}"'),
        st.sampled_from([" hidden", " data-search-exclude", " start=4", " value=x", " type=i", " title='a > b'"]),
    ),
    max_size=2,
).map("".join)
_tags = st.sampled_from(_NAMES.split())
_texts = st.sampled_from(["one two", "x", " ", "\n", "{}", "a | b", "日本", "&amp; &lt;b", "four five six", "\0", "İ"])
_scraps = st.sampled_from(["<!-- c -->", "<!--", "<", "< a", "<!", '<a href="', "</", "&#0;", '"', "'"])
pages = st.lists(
    st.one_of(
        st.tuples(_tags, _attributes).map(lambda tag: f"<{tag[0]}{tag[1]}>"),
        _tags.map(lambda name: f"</{name}>"),
        _texts,
        _scraps,
    ),
    max_size=40,
).map("".join)
_lines = st.sampled_from([
    "", "one two", "x", '--8<-- "f"', "{{ a }}", "::: mod.x", "```", "```py", "日本", "four five six", "| a | b |",
    "|---|---|", "---", "key: value", "    x", "\ttab\r", "\x0c", "\u2028a", "[x]: y", "İ", "<b>one</b> two",
])  # fmt: skip
files = st.lists(_lines, max_size=15).map("\n".join)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(pages)
def test_ids_can_be_taken_out_again_and_leave_the_page_as_it_was(html: str):
    blocks = read_blocks(html)
    marked = splice(html, [(block, f"our-{place}") for place, block in enumerate(blocks)])
    assert re.sub(r'<span id="our-\d+"></span>| id="our-\d+"', "", marked) == html
    assert all(block.text.strip() for block in blocks)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(pages, files, st.one_of(st.none(), files))
def test_lines_stand_in_the_file_and_marks_inside_the_block(html: str, raw: str, parsed: str | None):
    blocks = read_blocks(html)
    for block, before in zip(align(blocks, raw.encode(), parsed), blocks, strict=True):
        assert block.text == before.text
        assert block.start is not None
        assert block.end is not None
        assert 1 <= block.start <= block.end <= raw.count("\n") + 1
        if block.marks:
            offsets, lines = zip(*block.marks, strict=True)
            assert offsets[0] == 0
            assert list(offsets) == sorted(set(offsets))
            assert list(lines) == sorted(lines)
            assert (lines[0], lines[-1]) == (block.start, block.end)

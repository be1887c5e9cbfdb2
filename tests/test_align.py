from pathlib import Path

import pytest
from markdown import Markdown

from mkdocs_citeqa.align import align
from mkdocs_citeqa.blocks import Block, lines_within, read_blocks
from mkdocs_citeqa.capture import Capture

EXTENSIONS = [
    "tables",
    "footnotes",
    "def_list",
    "admonition",
    "attr_list",
    "fenced_code",
    "smarty",
    "abbr",
    "md_in_html",
]


def aligned(source: str | bytes, *, extensions=EXTENSIONS, parsed: str | None = None) -> list[Block]:
    """Blocks of the page that this source makes; `parsed` is the text after includes when it differs."""
    text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
    capture = Capture()
    converter = Markdown(extensions=[*extensions, capture])
    capture.arm()
    html = converter.convert(parsed if parsed is not None else text.replace("\r\n", "\n").replace("\r", "\n"))
    return align(read_blocks(html), source, capture.disarm())


def lines(blocks: list[Block]) -> list[tuple[str, int | None, int | None]]:
    return [(block.text, block.start, block.end) for block in blocks]


def test_a_page_without_a_file_has_no_lines():
    assert align([Block("paragraph", "x")], None) == [Block("paragraph", "x")]


def test_blocks_have_the_lines_of_their_words():
    source = "# Title\n\nOne *two*\nthree.\n\n- item\n\n      code\n\n| a | b |\n| - | - |\n| c | d |\n"
    assert lines(aligned(source)) == [
        ("Title", 1, 1), ("One two three.", 3, 4), ("item", 6, 6), ("code", 8, 8),
        ("a | b", 10, 10), ("c | d", 12, 12),
    ]  # fmt: skip


def test_repeated_text_stands_where_it_stands():
    source = "\n\n".join("## Again\n\nThe same words.\n\n- the same" for _ in range(6))
    blocks = aligned(source)
    assert [block.start for block in blocks] == [line for n in range(6) for line in (6 * n + 1, 6 * n + 3, 6 * n + 5)]


def test_lines_are_counted_in_the_file_as_it_is():
    head = b"\xef\xbb\xbf---\r\ntitle: x\r\n---\r\n\r\n\r\n"
    body = b"Heading\r\n=======\r\n\r\nOne\rtwo\x0c\xe2\x80\xa8three\r\n\r\nfour"
    source = head + body
    parsed = body.decode().replace("\r\n", "\n").replace("\r", "\n")
    blocks = aligned(source, parsed=parsed)
    assert [(block.text.split()[0], block.start, block.end) for block in blocks] == [
        ("Heading", 6, 6), ("One", 9, 9), ("four", 11, 11),
    ]  # fmt: skip


@pytest.mark.parametrize("known", [True, False], ids=["parsed text known", "file alone"])
def test_what_an_include_brought_in_has_the_line_of_its_directive(known):
    source = "Before this.\n\n--8<-- 'other.md'\n\nAfter {{ what }} that.\n"
    parsed = "Before this.\n\nBrought *in* here.\n\n- and more\n\nAfter all that.\n"
    html = Markdown().convert(parsed)
    blocks = align(read_blocks(html), source, parsed if known else None)
    assert [(block.text, block.start, block.end, block.generated) for block in blocks] == [
        ("Before this.", 1, 1, False),
        ("Brought in here.", 3, 3, True),
        ("and more", 3, 3, True),
        ("After all that.", 5, 5, True),
    ]


Place = tuple[str, int, int, bool]
BROUGHT: list[tuple[str, str, list[Place], str]] = [
    (
        "# T\n\nInstall version {{ version }} now.\nEnjoy.\n",
        "# T\n\nInstall version 1.2.3 now.\nEnjoy.\n",
        [("T", 1, 1, False), ("Install", 3, 4, True)],
        "a variable in a line",
    ),
    (
        "# T\n\n{% for x in xs %}\n- Item {{ x }}\n{% endfor %}\n\nEnd here.\n",
        "# T\n\n\n- Item one\n\n- Item two\n\n\nEnd here.\n",
        [("T", 1, 1, False), ("Item", 3, 5, True), ("Item", 3, 5, True), ("End", 7, 7, False)],
        "a loop is one directive with all that is in it",
    ),
    (
        "# T\n\n- first\n- second\n\n    {% include 'x.md' %}\n\n- third\n",
        "# T\n\n- first\n- second\n\n    brought in\n\n    and more\n\n- third\n",
        [
            ("T", 1, 1, False),
            ("first", 3, 3, False),
            ("second", 4, 4, False),
            ("brought", 6, 6, True),
            ("and", 6, 6, True),
            ("third", 8, 8, False),
        ],
        "an include in a list",
    ),
    (
        "# T\n\n{%\n  include-markdown '../README.md'\n  start='here'\n%}\n\nText two.\n",
        "# T\n\nThe readme.\n\n## Start\n\nof it\n\nText two.\n",
        [("T", 1, 1, False), ("The", 3, 6, True), ("Start", 3, 6, True), ("of", 3, 6, True), ("Text", 8, 8, False)],
        "a directive on several lines",
    ),
    (
        "# T\n\n{{ card(\n   'Title of it',\n   'Text'\n) }}\n\nEnd.\n",
        "# T\n\n<div>\n<b>Title of it</b>\n<p>Text and more</p>\n</div>\n\nEnd.\n",
        [("T", 1, 1, False), ("Title", 3, 6, True), ("Text", 3, 6, True), ("End.", 8, 8, False)],
        "a macro on several lines, as many as it makes",
    ),
    (
        "# T\n\n{{ read_csv('a.csv') }}\n\nText.\n",
        "# T\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nText.\n",
        [("T", 1, 1, False), ("a", 3, 3, True), ("1", 3, 3, True), ("Text.", 5, 5, False)],
        "a table from a file",
    ),
    (
        "# T\n\nText.\n",
        "# T\n\nText.\n\n## Added\n\nBy a plugin.\n",
        [("T", 1, 1, False), ("Text.", 3, 3, False), ("Added", 4, 4, True), ("By", 4, 4, True)],
        "what a plugin adds at the end, after the last line",
    ),
    (
        "# T\n\n```jinja\n{% for x in xs %}\n{{ x }}\n{% endfor %}\n```\n\nVersion {{ v }}\n",
        "# T\n\n```jinja\n{% for x in xs %}\n{{ x }}\n{% endfor %}\n```\n\nVersion 7\n",
        [("T", 1, 1, False), ("{%", 4, 6, False), ("Version", 9, 9, True)],
        "directives that are only shown",
    ),
]


@pytest.mark.parametrize(("source", "parsed", "places", "why"), BROUGHT, ids=[why for *_, why in BROUGHT])
def test_what_other_plugins_bring_in_has_the_lines_of_the_directive(source, parsed, places, why):
    blocks = aligned(source, parsed=parsed)
    assert [(block.text.split()[0], block.start, block.end, block.generated) for block in blocks] == places


def test_api_documentation_has_the_line_of_its_directive():
    source = "# API\n\n::: pkg.one\n    options:\n      x: y\n\nBetween.\n\n::: pkg.two\n"
    html = (
        '<h1>API</h1><div class="doc doc-object"><h2 id="pkg.one">one</h2><p>Docs of one.</p>'
        '<div class="doc doc-object"><h3>f</h3><p>Function Between.</p></div></div>'
        '<p>Between.</p><div class="doc doc-object"><h2 id="pkg.two">two</h2></div>'
    )
    blocks = align(read_blocks(html), source, source)
    assert [(block.text, block.start, block.generated) for block in blocks] == [
        ("API", 1, False), ("one", 3, True), ("Docs of one.", 3, True), ("f", 3, True),
        ("Function Between.", 3, True), ("Between.", 7, False), ("two", 9, True),
    ]  # fmt: skip


OWN = [
    "It's \"quoted\" -- and more...",
    "A&mdash;B &copy; C &#169; un*believ*able",
    "\\*escaped\\* and <span class=\"x\">html</span> `<cite-qa>`",
    "<del>one</del><ins>a single</ins> and <abbr title=\"Object\">ORM</abbr>s",
    "A note[^1] here.\n\n[^1]: The note.",
    "[a link](http://x.example/page \"title\") and [other][ref]\n\n[ref]: http://y.example",
    "The HTML spec\n\n*[HTML]: Hyper Text",
    "1. one\n1. two",
    "## Heading { #own .class }",
    "!!! note\n\n    Text.",
    "!!! danger \"Take care\"\n\n    Text.",
    "<div markdown>\n\nInside *this*.\n\n</div>",
    "日本語の*文章*です。",
    "שלום עולם و السلام",
]  # fmt: skip


@pytest.mark.parametrize("source", OWN)
def test_what_markdown_itself_changes_is_still_the_files_own(source):
    blocks = aligned(source)
    assert blocks
    assert not any(block.generated for block in blocks)


def test_each_part_of_a_block_has_its_own_lines():
    source = "# T\n\nFirst sentence. The\nsecond (goes\non). A third.\n\n```py\na = 1\n\nif a:\n    b = 2\n```\n"
    _, paragraph, code = aligned(source)

    def of(block: Block, words: str) -> tuple[int | None, int | None]:
        start = block.text.index(words)
        return lines_within(block, start, start + len(words))

    assert (paragraph.start, paragraph.end, code.start, code.end) == (3, 5, 8, 11)
    assert of(paragraph, "First sentence.") == (3, 3)
    assert of(paragraph, "The second (goes on).") == (3, 5)
    assert of(paragraph, "(goes") == (4, 4)
    assert of(paragraph, "A third.") == (5, 5)
    assert of(code, "a = 1") == (8, 8)
    assert of(code, "if a:\n    b = 2") == (10, 11)


def test_blocks_without_words_stand_between_their_neighbours():
    source = "Before.\n\n```\n{}\n```\n\nAfter.\n\n| a |\n|---|\n| b |\n| {} |\n| c |\n"
    assert [(b.text, b.start) for b in aligned(source)][1:] == [
        ("{}", 4), ("After.", 7), ("a", 9), ("b", 11), ("{}", 12), ("c", 13),
    ]  # fmt: skip


def test_a_footnote_in_mid_page_has_its_own_lines():
    source = (
        "Text[^b] and[^a].\n\n[^a]: The first note is here.\n[^b]: Another note that is\n    longer.\n\n"
        "Much more text with the end of it.\n\nAnother part.\n"
    )
    assert lines(aligned(source)) == [
        ("Text and.", 1, 1),
        ("Much more text with the end of it.", 7, 7),
        ("Another part.", 9, 9),
        ("The first note is here.", 3, 3),
        ("Another note that is longer.", 4, 5),
    ]


def test_the_capture_keeps_the_first_conversion_only_and_changes_nothing(tmp_path: Path):
    capture = Capture()
    plain, watched = Markdown(), Markdown(extensions=[capture])
    assert watched.convert("not armed") == plain.convert("not armed")
    assert capture.disarm() is None
    capture.arm()
    assert watched.convert("# a\n\nb") == plain.convert("# a\n\nb")
    watched.reset()
    watched.convert("another one")
    assert capture.disarm() == ["# a", "", "b"]
    watched.convert("late")
    assert capture.disarm() == ["# a", "", "b"]

import pytest

from mkdocs_citeqa.blocks import Block, lines_within, read_blocks, splice


def only(html: str) -> Block:
    (block,) = read_blocks(html)
    return block


def seen(html: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in read_blocks(html)]


X = ("paragraph", "x")
TWO_ITEMS = [("item", "a"), ("item", "b")]

KINDS = [
    ("<h2>Title<a class=headerlink href=#a>¶</a></h2>", [("heading", "Title")], "a permalink is no text"),
    ("<h2 id=a>Title<a class=mine href=#a>#</a></h2>", [("heading", "Title")], "a permalink of any class"),
    ("<h2 id=a><a class=toclink href=#a>Title</a></h2>", [("heading", "Title")], "a heading that is a link"),
    ("<p>one\n  two<br>\nthree</p>", [("paragraph", "one two\nthree")], "only a br breaks a line"),
    ("<p>a &amp; b&nbsp;c</p>", [("paragraph", "a & b\xa0c")], "entities are what they stand for"),
    ('<p title="a > b">x</p>', [("paragraph", "x")], "a > inside quotes ends no tag"),
    ("<ul><li>a</li><li><p>b</p><p>c</p></li></ul>", [*TWO_ITEMS, ("paragraph", "c")], "loose"),
    ("<ul><li>a<ul><li>b</ul>c</ul>", [*TWO_ITEMS, ("paragraph", "c")], "text after a list"),
    ("<p>x<ul><li>a<li>b</ul><p>c", [("paragraph", "x"), *TWO_ITEMS, ("paragraph", "c")], "implied ends"),
    ("<dl><dt>t</dt><dd>one</dd><dd><p>two</p></dd></dl>", [("term", "t"), ("definition", "one"),
     ("definition", "two")], "definitions"),
    ("<blockquote>q</blockquote>", [("paragraph", "q")], "a quote"),
    ("<figure><img alt=a><figcaption><p>c</p></figcaption></figure>", [("caption", "c")], "alternative text"),
    ("<div class=admonition><p class=admonition-title>Note</p><p>x</p></div>", [("title", "Note"),
     ("paragraph", "x")], "admonition"),
    ("<details><summary>More</summary><p>x</p></details>", [("title", "More"), X], "details"),
    ("a <b>bare</b> text<p>x</p>", [("paragraph", "a bare text"), X], "bare"),
    ("<p>x</p><script>a = '<p>no</p>'</script><style>b</style><!-- <p> --><svg><title>t</title></svg>",
     [X], "unseen"),
    ("<div class=toc><ul><li>no</li></ul></div><p>x</p>", [X], "a table of contents in the page"),
    ("<p>in 10<sup id=fnref:1><a class=footnote-ref href=#fn:1>1</a></sup> years</p>",
     [("paragraph", "in 10 years")], "a footnote reference"),
    ("<p> </p><p>\u200b</p><p>&nbsp;</p>", [], "nothing to see"),
    ("<p>x<span hidden>no</span></p>", [("paragraph", "x")], "a hidden element"),
    ("<p>x<span class=sr-only>no</span></p>", [("paragraph", "x")], "what only a screen reader is told"),
    ('<p>a <a href="b">b</a><code>c</code> <em>d</em> <a href="#e" class="headerlink">no</a>e</p>',
     [("paragraph", "a bc d e")], "plain inline tags, and one that hides"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "blocks", "why"), KINDS, ids=[why for *_, why in KINDS])
def test_a_page_is_read_as_the_blocks_a_reader_sees(html, blocks, why):
    assert seen(html) == blocks


def test_a_row_is_one_block_with_its_header_beside_it():
    html = (
        "<table><thead><tr><th>Key</th><th>Value</th></tr></thead>"
        "<tbody><tr><td>a</td><td>one<br>two</td></tr><tr><td></td><td><p>x</p><p>y</p></td></tr></table>"
    )
    assert [(b.kind, b.text, b.head, b.tag) for b in read_blocks(html)] == [
        ("row", "Key | Value", "", "tr"),
        ("row", "a | one\ntwo", "Key | Value", "tr"),
        ("row", " | x\ny", "Key | Value", "tr"),
    ]


def test_code_in_a_cell_is_a_block_of_its_own():
    html = "<table><tr><td>a</td><td><pre><code>x\n  y\n</code></pre></td></tr></table>"
    row, code = read_blocks(html)
    assert (row.text, row.form, row.at) == ("a | ", "span", html.index("a</td>"))
    assert (code.kind, code.text, code.form, code.at) == ("code", "x\n  y", "span", html.index("<pre>"))


LISTS = [
    ("<ol><li>a</li><li>b</li></ol>", ["1.", "2."]),
    ("<ol start=5><li>a</li><li value=9>b</li><li>c</li></ol>", ["5.", "9.", "10."]),
    ("<ol type=a><li>a</li><li>b</li></ol>", ["a.", "b."]),
    ("<ol type=I start=4><li>a</li></ol>", ["IV."]),
    ("<ul><li>a</li></ul>", [""]),
    ("<ol><li><p>a</p></li><li>b<ol><li>c</li></ol></li></ol>", ["1.", "2.", "1."]),
]


@pytest.mark.parametrize(("html", "markers"), LISTS)
def test_an_ordered_item_has_its_marker_beside_it(html, markers):
    assert [block.head for block in read_blocks(html)] == markers


def test_items_know_their_depth_and_definitions_their_terms():
    assert [b.level for b in read_blocks("<ul><li>a<ol><li>b</li></ol></li></ul>")] == [1, 2]
    html = "<dl><dt>a</dt><dt>b</dt><dd>x</dd><dt>c</dt><dd>y</dd></dl>"
    assert [b.head for b in read_blocks(html) if b.kind == "definition"] == ["a, b", "c"]


CODE = [
    ("<div class='language-py highlight'><pre><code><a id=l1></a>x = 1\n\n  y\n</code></pre></div>",
     "py"),
    ("<pre><code class=language-js>x = 1\n\n  y\n</code></pre>", "js"),
    ("<div class=codehilite><pre>\nx = 1\n\n  y\n</pre></div>", ""),
    ("<pre class=mermaid><code>x = 1\n\n  y</code></pre>", "mermaid"),
    ("<div class=highlight><table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre>1\n2"
     "\n3</pre></div></td><td class=code><pre><code>x = 1\n\n  y\n</code></pre></td></tr></table></div>", ""),
    ("<pre><code><span class=linenos>1</span>x = 1\n<span class=linenos>2</span>\n"
     "<span class=linenos>3</span>  y</code></pre>", ""),
]  # fmt: skip


@pytest.mark.parametrize(("html", "language"), CODE)
def test_code_keeps_its_lines_and_loses_their_numbers(html, language):
    block = only(html)
    assert (block.kind, block.text, block.language) == ("code", "x = 1\n\n  y", language)


def test_a_code_title_is_a_title():
    html = "<div class=highlight><span class=filename>app.py</span><pre><code>x</code></pre></div>"
    assert seen(html) == [("title", "app.py"), ("code", "x")]


TABS = (
    '<div class="tabbed-set tabbed-alternate"><input id=t1><input id=t2>'
    "<div class=tabbed-labels><label for=t1>One</label><label for=t2><b>Two</b></label></div>"
    "<div class=tabbed-content>"
    "<div class=tabbed-block><p>first</p></div><div class=tabbed-block><p>second</p></div></div></div>"
)
OLD_TABS = (
    "<div class=tabbed-set><input id=t1><label for=t1>One</label><div class=tabbed-content><p>first</p></div>"
    "<input id=t2><label for=t2><b>Two</b></label><div class=tabbed-content><p>second</p></div></div>"
)


@pytest.mark.parametrize("html", [TABS, OLD_TABS])
def test_a_tab_label_stands_before_its_tab(html):
    blocks = read_blocks(html)
    assert [(b.kind, b.text) for b in blocks] == [
        ("title", "One"),
        ("paragraph", "first"),
        ("title", "Two"),
        ("paragraph", "second"),
    ]
    assert [b.at for b in blocks if b.kind == "title"] == [html.index("<p>"), html.rindex("<p>")]


def test_a_footnote_is_one_with_the_id_it_has():
    html = (
        '<div class="footnote"><hr><ol><li id="fn:1"><p>See <a href=x>x</a>.&#160;'
        '<a class="footnote-backref" href="#fnref:1">↩</a></p><p>More.</p></li></ol></div>'
    )
    first, second = read_blocks(html)
    assert (first.kind, first.text, first.id) == ("footnote", "See x.", "fn:1")
    assert (second.kind, second.text, second.id) == ("footnote", "More.", "")


HIDDEN = [
    ("<p data-search-exclude>a</p><p>b</p>", "a"),
    ("<div data-search-exclude><ul><li>a</li></ul></div><p>b</p>", "a"),
    ("<h2 data-search-exclude>a</h2><p>a</p><h3>a</h3><p>a</p><h2>b</h2><p>b</p>", "a"),
    ("<h3 data-search-exclude>a</h3><p>a</p><h2>b</h2><h3>b</h3>", "a"),
    ("<h2>b</h2><h2 data-search-exclude><img></h2><p>a</p>", "a"),
]


@pytest.mark.parametrize(("html", "text"), HIDDEN)
def test_what_the_site_keeps_out_of_search_is_hidden(html, text):
    assert all(block.hidden == (block.text == text) for block in read_blocks(html))


def test_words_kept_out_of_search_inside_a_paragraph_are_left_out():
    assert seen("<p>a <span data-search-exclude>secret</span> b</p>") == [("paragraph", "a b")]


PLACES = [
    ("<p>x</p>", '<p id="n">x</p>', "its own start tag"),
    ("<P class=a>x</P>", '<P id="n" class=a>x</P>', "as the page writes it"),
    ("<ul><li>x</li></ul>", '<ul><li id="n">x</li></ul>', "an item"),
    ("<div class=highlight><pre>x</pre></div>", '<div id="n" class=highlight><pre>x</pre></div>', "its box"),
    ("<pre>x</pre>", '<span id="n"></span><pre>x</pre>', "never on a pre"),
    ("<table><tr><td>x</td></tr></table>", '<table><tr id="n"><td>x</td></tr></table>', "a row, not a cell"),
    ("x", '<span id="n"></span>x', "no element at all"),
    ("<ul>x</ul>", '<span id="n"></span><ul>x</ul>', "no text may stand in a list"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "marked", "why"), PLACES, ids=[why for *_, why in PLACES])
def test_an_id_goes(html, marked, why):
    assert splice(html, [(only(html), "n")]) == marked


def test_a_container_of_code_gets_no_id():
    html = "<ul><li><b>x</b> y<div class=highlight><pre>z</pre></div></li></ul>"
    item, code = read_blocks(html)
    marked = splice(html, [(code, "c"), (item, "i")])
    assert marked == ('<ul><li><span id="i"></span><b>x</b> y<div id="c" class=highlight><pre>z</pre></div></li></ul>')


def test_an_id_of_the_page_serves_only_when_it_occurs_once():
    html = '<p id="a">x</p><p id="b">y</p><p id="b">z</p><h2 id="c">h</h2>'
    blocks = read_blocks(html)
    assert [block.id for block in blocks] == ["a", "", "", "c"]
    marked = splice(html, [(block, f"n{place}") for place, block in enumerate(blocks)])
    twice = '<p id="b"><span id="n1"></span>y</p><p id="b"><span id="n2"></span>z</p>'
    assert marked == f'<p id="a">x</p>{twice}<h2 id="c">h</h2>'


def test_the_second_run_of_an_element_gets_a_span():
    html = "<div>one<p>two</p>three</div>"
    marked = splice(html, [(block, block.text) for block in read_blocks(html)])
    assert marked == '<div id="one">one<p id="two">two</p><span id="three"></span>three</div>'


def test_lines_within_a_block_are_those_of_the_words():
    block = Block("paragraph", "aa bb cc dd", start=3, end=5, marks=((0, 3), (3, 4), (9, 5)))
    assert lines_within(block, 0, 2) == (3, 3)
    assert lines_within(block, 0, 4) == (3, 4)
    assert lines_within(block, 3, 8) == (4, 4)
    assert lines_within(block, 4, 11) == (4, 5)
    assert lines_within(block, 9, 11) == (5, 5)
    assert lines_within(Block("paragraph", "aa", start=7, end=7), 0, 1) == (7, 7)
    assert lines_within(Block("paragraph", "aa"), 0, 1) == (None, None)


def test_malformed_html_is_read_to_its_end():
    assert seen("<p>a</div></p><li>b</ul><p>c <a class=headerlink>d</p><p>e <b") == [
        ("paragraph", "a"),
        ("item", "b"),
        ("paragraph", "c"),
        ("paragraph", "e <b"),
    ]


MARKED = [
    ("<p>run <code>a  b</code> or <del>c</del></p>", ["a b"], ["c"], "white space is collapsed around them"),
    ("<p> <code>x</code><br><code>y</code></p>", ["x", "y"], [], "at the edges and around a line break"),
    ("<table><tr><td><code>p q</code></td><td>1 <s>2</s></td></tr></table>", ["p q"], ["2"], "in the cells of a row"),
    ("<p>a <code>b <em>c</em> d</code></p>", ["b c d"], [], "with other elements inside"),
    ("<p>a <code>b</p><p>c</code></p>", [], [], "an element that is not closed marks nothing"),
    ("<pre><code>x</code></pre>", [], [], "a code block is code as a whole"),
]


@pytest.mark.parametrize(("html", "code", "struck", "why"), MARKED, ids=[why for *_, why in MARKED])
def test_inline_code_and_crossed_out_text_are_marked(html, code, struck, why):
    blocks = read_blocks(html)
    assert [b.text[start:end] for b in blocks for start, end in b.code] == code
    assert [b.text[start:end] for b in blocks for start, end in b.struck] == struck


def test_text_after_code_has_its_place_behind_the_code():
    html = "<ul><li><pre>code</pre>more</li></ul>"
    code, more = read_blocks(html)
    assert (code.text, more.text, more.form) == ("code", "more", "span")
    assert more.at == html.index("more")


@pytest.mark.parametrize("inside", ["exclude = hidden", "lineno = 1", "a headerlink"])
def test_words_of_code_hide_nothing_of_it(inside: str):
    (block,) = read_blocks(f'<pre><code><span class="n">{inside}</span></code></pre>')
    assert block.text == inside

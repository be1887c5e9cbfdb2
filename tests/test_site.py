"""The index of a site in the making: what a second build reuses, and that it never shows."""

from indexed import EXTENSIONS, files, read
from markdown import Markdown

from mkdocs_citeqa.passages import Page
from mkdocs_citeqa.site import Settings, Site

TEXTS = {"a.md": "# A\n\nOne lantern.", "b.md": "# B\n\nTwo lanterns.", "c.md": "# C\n\nNo light."}


def build(site: Site, texts: dict[str, str], settings: Settings | None = None) -> dict[str, bytes]:
    site.start(settings or Settings())
    for name, text in texts.items():
        read(site, Page(name.removesuffix(".md") + "/", text[2], name), text)
    return site.files()


def test_a_second_build_gives_what_a_first_would():
    site = Site(Settings())
    for texts in (
        TEXTS,
        TEXTS,
        {**TEXTS, "b.md": "# B\n\nThree ships."},
        {name: text for name, text in TEXTS.items() if name != "a.md"},
        {**TEXTS, "d.md": "# D\n\nGroße Schiffe."},
        TEXTS,
    ):
        assert build(site, texts) == files(texts)


def test_other_settings_read_everything_again():
    site = Site(Settings())
    build(site, TEXTS)
    other = Settings(language="de", size=300)
    again = build(site, TEXTS, other)
    assert again == build(Site(other), TEXTS, other)


def test_a_page_that_changed_only_on_disk_is_read_again():
    site = Site(Settings())
    html = Markdown(extensions=EXTENSIONS).convert("# A\n\nText.")
    site.add(Page("a/", "A", "a.md"), html, b"# A\n\nText.")
    site.add(Page("a/", "A", "a.md"), html, b"\n\n\n# A\n\nText.")
    (passage,) = site._pages["a/"].passages
    assert passage.start == 4


def test_ids_that_a_page_has_are_kept():
    site = Site(Settings())
    html = '<h1 id="own">A</h1><p id="mine">Text.</p><p>More.</p>'
    added = site.add(Page("a/", "A"), html)
    assert added.startswith('<h1 id="own">A</h1><p id="mine">Text.</p><p id="citeqa-')
    assert site.add(Page("a/", "A"), html) == added


def test_hidden_blocks_get_no_id_and_are_counted():
    site = Site(Settings())
    html = "<h1>A</h1><p data-search-exclude>Zebra.</p><p>Text.</p>"
    assert "<p data-search-exclude>Zebra.</p>" in site.add(Page("a/", "A"), html)
    site.leave_out("b/")
    assert site.left_out == {"pages": 1, "blocks": 1}
    assert site.passages == 1

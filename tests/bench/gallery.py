"""Pictures of the example site as a reader sees it, for looking at: gallery/*.png, and the one in the README.

    python tests/bench/gallery.py [NAME…]

Chromium renders fonts of the machine that it runs on, so the pictures are looked at, never compared.
"""

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser import ARGUMENTS, example_in, executable, serve  # noqa: E402  the line above makes it known

GALLERY = ROOT / "gallery"
README = ROOT / "example_site" / "screenshot.png"
QUESTION = "How do I retry a failed job?"
DESKTOP, PHONE = (1120, 700), (390, 844)


def start(page: Page) -> None:
    """The dialog, before anything is typed."""
    page.get_by_role("button", name="Ask").first.click()


def typed(page: Page) -> None:
    """Passages while typing."""
    start(page)
    page.get_by_role("combobox").fill("retry a failed")
    page.get_by_role("option").first.wait_for()


def asked(question: str) -> Callable[[Page], None]:
    """The answer to a question."""

    def ask(page: Page) -> None:
        start(page)
        page.get_by_role("combobox").fill(question)
        page.get_by_role("combobox").press("Enter")
        page.get_by_text(re.compile("^(Quoted from these docs|The docs don’t say)")).first.wait_for()

    return ask


def landed(page: Page) -> None:
    """The page at the first citation."""
    asked(QUESTION)(page)
    page.get_by_role("link", name="[1]").first.click()
    page.locator("[data-citeqa-mark]").first.wait_for()


class Picture(NamedTuple):
    """One state of the widget, in one theme, scheme and size."""

    do: Callable[[Page], None]
    theme: str = "material"
    scheme: str = "light"
    size: tuple[int, int] = DESKTOP


PICTURES = {
    "readme": Picture(asked(QUESTION)),
    "start": Picture(start),
    "start-dark": Picture(start, scheme="dark"),
    "typed": Picture(typed),
    "typed-phone": Picture(typed, size=PHONE),
    "answer-dark": Picture(asked(QUESTION), scheme="dark"),
    "answer-phone": Picture(asked(QUESTION), size=PHONE),
    "answer-mkdocs": Picture(asked(QUESTION), theme="mkdocs"),
    "answer-readthedocs": Picture(asked(QUESTION), theme="readthedocs"),
    "prices": Picture(asked("Is our pricing consistent?")),
    "prices-phone": Picture(asked("Is our pricing consistent?"), size=PHONE),
    "unsaid": Picture(asked("Can I run Tidelark on Android?")),
    "landed": Picture(landed),
    "landed-dark": Picture(landed, scheme="dark"),
    "landed-phone": Picture(landed, size=PHONE),
}


def take(browser: Browser, address: str, picture: Picture) -> bytes:
    """A picture as PNG."""
    width, height = picture.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if picture.scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address)
    picture.do(page)
    png = page.screenshot(animations="disabled", caret="hide")
    context.close()
    return png


def main(names: list[str]) -> None:
    wanted = {name: PICTURES[name] for name in names or PICTURES}
    GALLERY.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        for theme in sorted({picture.theme for picture in wanted.values()}):
            place = Path(folder, theme)
            place.mkdir()
            with serve(example_in(theme, place)) as address:
                for name, picture in wanted.items():
                    if picture.theme == theme:
                        (GALLERY / f"{name}.png").write_bytes(take(browser, address, picture))
                        print(GALLERY.relative_to(ROOT) / f"{name}.png")
        browser.close()
    if "readme" in wanted:
        shutil.copyfile(GALLERY / "readme.png", README)


if __name__ == "__main__":
    main(sys.argv[1:])

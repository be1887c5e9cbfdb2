"""How long a reader waits: the dialog beside Material's own search, on a desktop and on a throttled phone.

python tests/bench/widget_timing.py [SITE] [--rounds N]: milliseconds, medians, each round a fresh session. A second
passes between opening and typing, as with a person. Material has fetched its whole index before that, with the page;
the kilobytes that each has fetched by the end are therefore part of the table.
"""

import argparse
import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Page, Request, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from browser import ARGUMENTS, example_in, executable, serve

SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""Chromium's own profile for slow 4G: 1.6 Mbit/s down, 150 ms."""
CPU = 4
"""Slowdown of the phone's processor."""

OWN = {"citeqa": "/citeqa/", "material": "/search"}
"""What in an address tells a tool's requests from the site's."""

STEPS = {
    "citeqa": """async question => {
        const host = document.querySelector('cite-qa'), root = host.shadowRoot, times = {};
        const input = root.querySelector('input'), until = found => new Promise(done => {
            const look = () => found() ? done() : requestAnimationFrame(look);
            look();
        });
        let start = performance.now();
        root.querySelector('.launcher').click();
        await until(() => root.querySelector('dialog').open);
        times.open = performance.now() - start;
        await new Promise(done => setTimeout(done, 1000));
        start = performance.now();
        input.value = question;
        input.dispatchEvent(new Event('input', {bubbles: true}));
        await until(() => root.querySelector('[role=option]'));
        times.results = performance.now() - start;
        start = performance.now();
        root.querySelector('form').requestSubmit();
        await until(() => root.querySelector('.statement'));
        times.answer = performance.now() - start;
        return times;
    }""",
    "material": """async question => {
        const times = {}, input = document.querySelector('.md-search__input'), until = found => new Promise(done => {
            const look = () => found() ? done() : requestAnimationFrame(look);
            look();
        });
        let start = performance.now();
        input.focus();
        await until(() => document.querySelector('#__search').checked);
        times.open = performance.now() - start;
        await new Promise(done => setTimeout(done, 1000));
        start = performance.now();
        input.value = question;
        input.dispatchEvent(new Event('keyup', {bubbles: true}));
        await until(() => document.querySelector('.md-search-result__item'));
        times.results = performance.now() - start;
        return times;
    }""",
}


def measure(browser: Browser, address: str, tool: str, phone: bool, question: str) -> dict[str, float]:
    """One session of one tool."""
    context = browser.new_context(viewport={"width": 390, "height": 780} if phone else {"width": 1280, "height": 800})
    page = context.new_page()
    fetched: list[int] = []
    page.on("requestfinished", lambda request: fetched.append(size(request, OWN[tool])))
    page.goto(address, wait_until="networkidle")
    if phone:
        throttle(page)
    times: dict[str, float] = page.evaluate(STEPS[tool], question)
    times["kilobytes"] = sum(fetched) / 1000
    context.close()
    return times


def size(request: Request, own: str) -> int:
    """Bytes of an answer to a request of the tool's own, as this server sends them: not compressed."""
    return request.sizes()["responseBodySize"] if own in request.url else 0


def throttle(page: Page) -> None:
    """The phone's network and processor, from here on."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU})


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, nargs="?", help="a built site; the example site when left out")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--question", default="backoff")
    options = parser.parse_args()
    with ExitStack() as stack:
        site = options.site or example_in("material", Path(stack.enter_context(tempfile.TemporaryDirectory())))
        address = stack.enter_context(serve(site))
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=executable(), args=ARGUMENTS)
        for phone in (False, True):
            for tool in STEPS:
                rounds = [measure(browser, address, tool, phone, options.question) for _ in range(options.rounds)]
                medians = {step: round(statistics.median(r[step] for r in rounds), 1) for step in rounds[0]}
                print(f"{'phone' if phone else 'desktop':8} {tool:9} {medians}")
        browser.close()


if __name__ == "__main__":
    main()

"""argv -> search, answers and figures of a built site."""

import argparse
import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from mkdocs_citeqa import __version__
from mkdocs_citeqa.answer import ask, ask_json
from mkdocs_citeqa.enrich_cli import add_enrich
from mkdocs_citeqa.errors import CiteqaError, InputError
from mkdocs_citeqa.index import Index, open_index
from mkdocs_citeqa.lens_cli import add_lens_options, report_drafts, report_site
from mkdocs_citeqa.result import search_json
from mkdocs_citeqa.search import search
from mkdocs_citeqa.server_cli import add_claude_options, add_serve_options, claude, serve
from mkdocs_citeqa.stats import stats, stats_text
from mkdocs_citeqa.terminal import answer_text, search_text

FOLDER = "citeqa"
Reply = dict[str, Any]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 fine, 1 a check failed, 2 the call or its input is wrong."""
    _speak_utf8()
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except CiteqaError as error:
        print(f"citeqa: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output left; Python would complain about it at exit
        return 0


def _speak_utf8() -> None:
    """JSON is UTF-8, whatever a pipe or an old terminal is set to; half a character comes out as its JSON escape."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="citeqa", description="Ask a built documentation site.")
    parser.add_argument("--version", action="version", version=f"citeqa {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, text in (
        ("search", _search, "rank the passages of a site for a question"),
        ("ask", _ask, "answer a question in the site's own words"),
    ):
        command = commands.add_parser(name, help=text, description=f"{text.capitalize()}.")
        _site_option(command)
        command.add_argument("question", nargs="?", metavar="QUESTION")
        command.add_argument("--lang", metavar="L", help="language to ask in (default: the site's)")
        command.add_argument(
            "--top", type=_count, default=10, metavar="N", help="at most so many results (default: 10)"
        )
        command.add_argument("--explain", action="store_true", help="show what each word gave to a score")
        command.add_argument("--json", action="store_true", help="print JSON")
        command.add_argument("--jsonl", action="store_true", help='read {"id","question"} a line, print JSON a line')
        if name == "ask":
            add_claude_options(command)
        command.set_defaults(run=run)
    text = "let the pages of a site ask Claude, and check what it writes"
    command = commands.add_parser("serve", help=text, description=f"{text[0].upper()}{text[1:]}.")
    _site_option(command)
    add_serve_options(command)
    command.set_defaults(run=_serve)
    text = "report the figures and promises of a site, and where they disagree"
    command = commands.add_parser("lens", help=text, description=f"{text.capitalize()}.")
    add_lens_options(command)
    command.set_defaults(run=_lens)
    command = commands.add_parser(
        "stats", help="count what a site's index holds", description="Count what an index holds."
    )
    _site_option(command)
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_stats)
    add_enrich(commands)
    return parser


def _site_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--site", required=True, type=Path, metavar="DIR", help="folder of the built site")


def _count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 up")
    return int(text)


def open_site(site: Path) -> Index:
    """The index of a built site; an InputError says what to do when there is none."""
    folder = site / FOLDER
    if not (folder / "manifest.json").is_file():
        raise InputError(
            f"{site} has no {FOLDER}/manifest.json: build the site with the citeqa plugin, then give its folder."
        )
    return open_index(lambda name: (folder / name).read_bytes())


def _search(arguments: argparse.Namespace) -> int:
    index = open_site(arguments.site)

    def reply(question: str) -> Reply:
        found = search(index, question, language=arguments.lang, top=arguments.top)
        return search_json(index, found, question, explain=arguments.explain)

    return _reply(arguments, reply, search_text)


def _ask(arguments: argparse.Namespace) -> int:
    index = open_site(arguments.site)

    def reply(question: str) -> Reply:
        result = ask(index, question, language=arguments.lang, top=arguments.top)
        return ask_json(index, question, result, explain=arguments.explain)

    if arguments.claude:
        write = claude(arguments)
        return _reply(arguments, lambda question: write(index, question), answer_text)
    return _reply(arguments, reply, answer_text)


def _serve(arguments: argparse.Namespace) -> int:
    open_site(arguments.site)
    return serve(arguments, arguments.site / FOLDER)


def _reply(arguments: argparse.Namespace, reply: Callable[[str], Reply], show: Callable[[Reply, bool], str]) -> int:
    if arguments.jsonl:
        if arguments.question:
            raise InputError("--jsonl reads questions from standard input: leave the QUESTION out.")
        for number, line in _questions():
            print(json.dumps({"id": number, **reply(line)}, ensure_ascii=False), flush=True)
    elif not arguments.question:
        raise InputError(
            'no question: write it in quotes at the end, as in citeqa ask --site site "How do I install it?"'
        )
    elif arguments.json:
        print(json.dumps({"id": None, **reply(arguments.question)}, ensure_ascii=False))
    else:
        print(show(reply(arguments.question), sys.stdout.isatty()))
    return 0


def _questions() -> Iterator[tuple[Any, str]]:
    """(id, question) of each line of standard input; empty lines are skipped."""
    for number, line in enumerate(sys.stdin, 1):
        if line.strip():
            yield _question(number, line)


def _question(number: int, line: str) -> tuple[Any, str]:
    try:
        asked = json.loads(line)
    except ValueError as error:
        raise InputError(f"line {number} of the input is not JSON ({error}).") from None
    if not isinstance(asked, dict) or not isinstance(asked.get("question"), str):
        raise InputError(f'line {number} of the input has no text "question": write {{"id": 1, "question": "…"}}.')
    return asked.get("id"), asked["question"]


def _lens(arguments: argparse.Namespace) -> int:
    if arguments.jsonl:
        for row in report_drafts(sys.stdin, arguments.lens):
            print(json.dumps(row, ensure_ascii=False), flush=True)
        return 0
    if arguments.site is None:
        raise InputError("lens needs a site: write --site DIR, or --jsonl to read Markdown from standard input.")
    return report_site(open_site(arguments.site), arguments)


def _stats(arguments: argparse.Namespace) -> int:
    figures = stats(open_site(arguments.site), arguments.site / FOLDER)
    print(json.dumps(figures, ensure_ascii=False) if arguments.json else stats_text(figures))
    return 0

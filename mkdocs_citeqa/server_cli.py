"""The command line's side of answers by Claude: `citeqa serve` and `citeqa ask --claude`."""

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs_citeqa.dev_server import EXTRA, has_extra
from mkdocs_citeqa.errors import InputError
from mkdocs_citeqa.grounding import Model
from mkdocs_citeqa.index import Index

if TYPE_CHECKING:
    from mkdocs_citeqa.server.settings import Settings

ORIGIN = re.compile(r"https?://[^/\s?#@]+")


def need_extra(what: str) -> None:
    """An InputError that says what to install, unless it is."""
    if not has_extra():
        raise InputError(f"{what} needs the server extra: {EXTRA}")


def add_claude_options(command: argparse.ArgumentParser) -> None:
    """The options of `ask` that concern Claude."""
    command.add_argument("--claude", action="store_true", help="let Claude write the answer from the same passages")
    _model_options(command)


def _model_options(command: argparse.ArgumentParser) -> None:
    default = Model()
    command.add_argument("--model", default=default.name, metavar="ID", help=f"the model (default: {default.name})")
    command.add_argument(
        "--effort", default=default.effort, metavar="E", help=f'its effort, "" for none (default: {default.effort})'
    )


def add_serve_options(command: argparse.ArgumentParser) -> None:
    """The options of `serve`."""
    add = command.add_argument
    add("--host", default="127.0.0.1", metavar="H", help="address to listen on (default: 127.0.0.1)")
    add("--port", type=int, default=8765, metavar="P", help="port to listen on (default: 8765)")
    add("--origin", action="append", default=[], metavar="URL", help="site whose pages may ask; can be repeated")
    add("--allow-host", action="append", default=[], metavar="NAME", help="host name to answer to; can be repeated")
    add("--proxies", type=int, default=0, metavar="N", help="trusted proxies in front (default: 0)")
    _model_options(command)
    add(
        "--failing", choices=("mark", "remove"), default="mark", help="what to do with a statement that fails its check"
    )
    add("--per-minute", type=int, metavar="N", help="questions of one address a minute (default: 8)")
    add("--at-once", type=int, metavar="N", help="answers being written at a time (default: 16)")
    add("--tokens-a-day", type=int, metavar="N", help="tokens that may be spent a day (default: 3000000)")
    add("--redis", metavar="URL", help="share the limits with other processes through this Redis")
    add("--workers", type=int, default=1, metavar="N", help="processes (default: 1)")
    add("--log-questions", action="store_true", help="write the questions into the log too")


def claude(arguments: argparse.Namespace) -> Callable[[Index, str], dict[str, Any]]:
    """What answers a question by Claude; an InputError when the extra or the key is missing."""
    need_extra("--claude")
    from mkdocs_citeqa.server.once import Once
    from mkdocs_citeqa.server.settings import base_url_from, key_from

    once = Once(key_from(os.environ), base_url_from(os.environ), Model(arguments.model, arguments.effort))
    return lambda index, question: once.ask(
        index, question, language=arguments.lang, top=arguments.top, explain=arguments.explain
    )


def serve(arguments: argparse.Namespace, folder: Path) -> int:
    """Answer questions about a site until stopped."""
    need_extra("serve")
    from mkdocs_citeqa.server.run import serve as run

    run(settings(arguments, folder), arguments.host, arguments.port, arguments.workers)
    return 0


def settings(arguments: argparse.Namespace, folder: Path) -> "Settings":
    """The server's settings from its options; an InputError names what is wrong."""
    from mkdocs_citeqa.server.doors import LOOPBACK
    from mkdocs_citeqa.server.limits import Limits
    from mkdocs_citeqa.server.settings import Settings, base_url_from, key_from

    names = ("per_minute", "at_once", "tokens_a_day")
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    for name, value in {**given, "workers": arguments.workers}.items():
        if value < 1:
            raise InputError(f"--{name.replace('_', '-')} {value} is not a number from 1 up.")
    hosts = tuple(arguments.allow_host)
    return Settings(
        folder=folder,
        key=key_from(os.environ),
        origins=tuple(origin(text) for text in arguments.origin),
        hosts=(*LOOPBACK, *hosts) if arguments.host in LOOPBACK else hosts,
        proxies=max(0, arguments.proxies),
        model=Model(arguments.model, arguments.effort),
        limits=Limits(**given),
        failing=arguments.failing,
        redis=arguments.redis,
        base_url=base_url_from(os.environ),
        log_questions=arguments.log_questions,
    )


def origin(text: str) -> str:
    """An origin as browsers send it; an InputError when it is none."""
    if not ORIGIN.fullmatch(text.rstrip("/")):
        raise InputError(
            f"--origin {text} is no origin: write the site's address without a path, as https://example.com"
        )
    return text.rstrip("/").lower()

"""One question at a time, for the command line: no limits, no store."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any

from mkdocs_citeqa.grounding import Model, Reply, Written, request, sources
from mkdocs_citeqa.index import Index
from mkdocs_citeqa.search import search
from mkdocs_citeqa.server.claude import Claude, ModelError


class Once:
    """Answers written by Claude, or quoted with the reason why not."""

    def __init__(self, key: str, base_url: str | None, model: Model) -> None:
        self._key, self._base_url, self._model = key, base_url, model

    def ask(self, index: Index, question: str, *, language: str | None, top: int, explain: bool) -> dict[str, Any]:
        """The answer's JSON."""
        found = search(index, question, language=language, top=top)
        written = Written(index, found, question, sources(found.hits), explain=explain)
        if not written.sent:
            return written.quoted("weak")
        with ThreadPoolExecutor(1) as own:  # the caller's thread may run a loop already, as in a notebook
            return own.submit(asyncio.run, self._answer(written)).result()

    async def _answer(self, written: Written) -> dict[str, Any]:
        claude = Claude(self._key, self._base_url)
        reply = Reply(written.sent)
        try:
            async with aclosing(claude.stream(request(written.question, written.sent, self._model))) as events:
                async for event in events:
                    for statement in reply.take(event):
                        written.add(statement)
        except ModelError as error:
            return written.quoted(error.code)
        finally:
            await claude.close()
        return written.finish(reply)

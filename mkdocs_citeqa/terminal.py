"""JSON of a search or an answer -> text for a terminal, in colour when it is one."""

from collections.abc import Mapping
from typing import Any

BOLD, DIM, GREEN, YELLOW, PLAIN = "\033[1m", "\033[2m", "\033[32m", "\033[33m", "\033[0m"
PREVIEW = 160
"""Characters of a passage that a list of results shows."""


def _paint(text: str, style: str, colour: bool) -> str:
    return f"{style}{text}{PLAIN}" if colour and text else text


def place(item: Mapping[str, Any]) -> str:
    """`file:12-18`, or the page's address when it has no file."""
    if item["file"] is None or item["start"] is None:
        return f"/{item['url']}#{item['anchor']} (no source file)"
    lines = str(item["start"]) if item["start"] == item["end"] else f"{item['start']}-{item['end']}"
    return f"{item['file']}:{lines}"


def search_text(reply: Mapping[str, Any], colour: bool) -> str:
    """Numbered results, best first."""
    if not reply["results"]:
        return _nothing(reply)
    return "\n\n".join(_result(n, result, colour) for n, result in enumerate(reply["results"], 1))


def _nothing(reply: Mapping[str, Any]) -> str:
    words = ", ".join(reply["missing"])
    return "Nothing in the docs matches." + (f" They do not contain: {words}." if words else "")


def _result(number: int, result: Mapping[str, Any], colour: bool) -> str:
    trail = " › ".join(dict.fromkeys([result["title"], *result["trail"], result["heading"]]))
    text, score = " ".join(result["text"].split()), result["score"]
    lines = [
        f"{number}. {_paint(trail, BOLD, colour)}  {_paint(place(result), GREEN, colour)}",
        f"   {text[:PREVIEW]}{'…' if len(text) > PREVIEW else ''}",
        f"   {_paint(f'{score:.2f}', DIM, colour)}  {_paint(', '.join(result['terms']), YELLOW, colour)}",
    ]
    for part in result.get("explain", ()):
        where = f" in {part['field']}" if part["field"] else ""
        lines.append(
            f"     {part['share']:6.2f}  {part['kind']} {part['term']} → {part['matched']}{where} ×{part['tf']}"
        )
    return "\n".join(lines)


def answer_text(reply: Mapping[str, Any], colour: bool) -> str:
    """The answer with its sources, or what the docs have instead."""
    if reply["status"] == "no_answer":
        return "\n\n".join([_paint("The docs don't say.", BOLD, colour), *_nearest(reply, colour)])
    sources = [f"[{c['n']}] {_paint(place(c), GREEN, colour)}  {c['title']}" for c in reply["citations"]]
    head = _by_claude(reply) or f"Quoted from these docs · {_passages(len(reply['citations']))}"
    return "\n\n".join([_paint(head, DIM, colour), *_lens(reply, colour), reply["text"], "\n".join(sources)])


def _passages(count: int) -> str:
    return f"{count} passage{'' if count == 1 else 's'}"


def _by_claude(reply: Mapping[str, Any]) -> str | None:
    """Who wrote the answer, or why it is quoted although Claude was asked."""
    if "claude" not in reply:
        return None
    if reply["mode"] == "claude":
        return f"Written by Claude from {_passages(len(reply['claude']['passages']))}, checked"
    return f"Quoted from these docs · {_passages(len(reply['citations']))}. {reply['claude']['reason']['message']}"


def _lens(reply: Mapping[str, Any], colour: bool) -> list[str]:
    """The figures that the question's lens found, those that disagree first and said so."""
    lens = reply["lens"]
    if lens is None:
        return []
    disputed = {key for conflict in lens["conflicts"] for key in conflict["keys"]}
    lines = [_paint(f"{lens['name']}: figures disagree", YELLOW, colour)] if disputed else [f"{lens['name']}:"]
    for group in lens["groups"]:
        mark = "≠" if group["key"] in disputed else " "
        where = ", ".join(dict.fromkeys(_paint(place(finding), GREEN, colour) for finding in group["findings"]))
        lines.append(f" {mark} {group['findings'][0]['text']:<12} {group['subject']:<24} {where}")
    return ["\n".join(line.rstrip() for line in lines)]


def _nearest(reply: Mapping[str, Any], colour: bool) -> list[str]:
    if not reply["results"]:
        return [_nothing(reply)]
    missing = [f"They do not contain: {', '.join(reply['missing'])}."] if reply["missing"] else []
    return [*missing, "Nearest:", *(_result(n, r, colour) for n, r in enumerate(reply["results"][:3], 1))]


def lens_text(row: Mapping[str, Any]) -> str:
    """A finding as one line, a conflict as one with its figures below it."""
    if "findings" not in row:
        return f"{place(row)}: {row['lens']}: {row['text']}  [{row['key']}] {row['subject']}".rstrip()
    lines = [f"{row['lens']}: {row['subject']}: figures disagree"]
    return "\n".join([*lines, *(f"  {place(f)}: {f['text']}  [{f['key']}]" for f in row["findings"])])

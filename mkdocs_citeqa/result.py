"""Hit -> the JSON of a result, with what each word gave to its score. Twin: widget/result.ts."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from mkdocs_citeqa.index import Index
from mkdocs_citeqa.passages import Unit
from mkdocs_citeqa.postings import field_texts
from mkdocs_citeqa.question import Clue, Question, Word
from mkdocs_citeqa.search import Found, Hit, bm25


def result_json(hit: Hit) -> dict[str, Any]:
    """A result as the command line prints it and the element's `search` gives it."""
    passage = hit.stored.passage
    return {
        "file": passage.page.file,
        "start": passage.start,
        "end": passage.end,
        "url": passage.page.url,
        "anchor": passage.anchor,
        "section": passage.section,
        "title": passage.page.title,
        "heading": passage.heading,
        "trail": list(passage.trail),
        "score": hit.score,
        "terms": list(hit.terms),
        "strong": hit.strong,
        "generated": passage.generated,
        "text": passage.text,
    }


def search_json(index: Index, found: Found, text: str, *, explain: bool = False) -> dict[str, Any]:
    """All results of a question."""
    results = []
    for hit in found.hits:
        result = result_json(hit)
        if explain:
            result["explain"] = list(explanation(index, found.question, hit))
        results.append(result)
    return {
        "question": text,
        "results": results,
        "missing": missing(found),
        "corrections": corrections(found.question),
    }


def missing(found: Found) -> list[str]:
    """Words of the question, and quoted phrases, that no passage has in any form."""
    words = [word.surface for word in found.question.words if not word.clues and not word.stop]
    phrases = [f'"{" ".join(phrase)}"' for phrase in found.question.phrases] if found.phrase_missing else []
    return words + phrases


def corrections(question: Question) -> list[dict[str, str]]:
    """Words that were read as another word of the docs."""
    return [{"word": word.surface, "used": word.used} for word in question.words if word.used]


def explanation(index: Index, question: Question, hit: Hit) -> Iterator[dict[str, Any]]:
    """What each word gave in each field; the shares add up to the score."""
    average = index.terms(hit.stored.language).average
    for word in question.words:
        for clue, value in _given(word, hit.stored.slot, index, average):
            yield from _by_field(index, hit, word, clue, value)
    for first, second, bonus in hit.pairs:
        yield _line(f"{first.surface} {second.surface}", "", "adjacency", "text", 1, 0.0, hit.base.factor * bonus)


def _given(word: Word, slot: int, index: Index, average: float) -> Iterator[tuple[Clue, float]]:
    """The clues that made the word's score in this passage: the literal ones, else the best synonym."""
    values = [(clue, value) for clue in word.clues for at, value in bm25(clue, index, average) if at == slot]
    literal = [(clue, value) for clue, value in values if clue.kind != "synonym"]
    yield from literal or sorted(values, key=lambda item: -item[1])[:1]


def _by_field(index: Index, hit: Hit, word: Word, clue: Clue, value: float) -> Iterator[dict[str, Any]]:
    if clue.kind == "lens":
        yield _line(word.surface, clue.term, clue.kind, "", 1, clue.entry.idf, hit.base.factor * value)
        return
    counts = dict(_counts(index, hit, clue))
    weights = index.parameters["fields"]
    whole = 0.0
    for name, count in counts.items():
        whole += count * weights[name]
    for name, count in counts.items():
        share = hit.base.factor * value * (count * weights[name] / whole)
        yield _line(word.surface, clue.term, clue.kind, name, count, clue.entry.idf, share)


def _counts(index: Index, hit: Hit, clue: Clue) -> Iterator[tuple[str, int]]:
    """How often a clue stands in each field; what no text of the passage has stands in the section's questions."""
    known = set(clue.entry.terms)
    weights = index.parameters["fields"]
    rest = dict(zip(clue.entry.slots, clue.entry.frequencies, strict=True))[hit.stored.slot]
    for name, text in field_texts(hit.stored.passage).items():
        count = sum(token.term in known for token in index.analyser.tokens(text))
        rest -= count * weights[name]
        if count:
            yield name, count
    if rest > 0:
        yield "questions", rest // weights["questions"]


def _line(term: str, matched: str, kind: str, field: str, tf: int, idf: float, share: float) -> dict[str, Any]:
    return {
        "term": term,
        "matched": matched,
        "kind": kind,
        "field": field,
        "tf": tf,
        "idf": idf,
        "share": share,
    }


def citation_json(number: int, hit: Hit, units: Sequence[Unit], source: str | None) -> dict[str, Any]:
    """Where a quotation stands: neighbouring units of one block."""
    passage = hit.stored.passage
    start = min((u.start for u in units if u.start is not None), default=None)
    end = max((u.end for u in units if u.end is not None), default=None)
    return {
        "n": number,
        "file": passage.page.file,
        "start": start,
        "end": end,
        "url": passage.page.url,
        "anchor": units[0].anchor,
        "section": passage.section,
        "title": passage.page.title,
        "trail": [*passage.trail, *([passage.heading] if passage.section else [])],
        "quote": "".join(u.text for u in units).strip(),
        "source": source_link(source, passage.page.file, start, end),
        "generated": any(u.generated for u in units),
    }


def source_link(template: str | None, file: str | None, start: int | None, end: int | None) -> str | None:
    """The raw file at these lines, by the site's template with {file}, {start} and {end}."""
    if template is None or file is None or start is None:
        return None
    path = quote(file, safe="/!'()*~")  # and what is always safe: as encodeURIComponent does it, but for the slashes
    return template.replace("{file}", path).replace("{start}", str(start)).replace("{end}", str(end))

"""BM25 over fields, written from the formula alone, to compare the real search with. Imports nothing of the package."""

import math
from collections.abc import Mapping, Sequence

Fields = Mapping[str, Sequence[str]]
"""Field -> its terms; a term stands there once for each time it occurs."""


def bm25(
    documents: Sequence[Fields],
    lengths: Sequence[float],
    question: Sequence[str],
    *,
    weights: Mapping[str, float],
    k1: float,
    b: float,
) -> list[float]:
    """The score of each document; `lengths` are in words of the text, as `weights` are in occurrences in it."""
    average = float(f"{sum(lengths) / len(lengths):.12g}")
    scores = [0.0] * len(documents)
    for term in question:
        tf = [sum(weights[name] * list(terms).count(term) for name, terms in fields.items()) for fields in documents]
        n = sum(f > 0 for f in tf)
        idf = float(f"{math.log(1 + (len(documents) - n + 0.5) / (n + 0.5)):.12g}")
        for i, f in enumerate(tf):
            if f > 0:
                scores[i] += idf * (f / (f + k1 * (1 - b + b * lengths[i] / average)))
    return scores

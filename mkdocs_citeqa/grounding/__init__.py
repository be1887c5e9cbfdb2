"""What a model writes, held to the passages it got: prompt, reading of a reply, verification. Pure, no network."""

from mkdocs_citeqa.grounding.claims import Lines, unsupported
from mkdocs_citeqa.grounding.prompt import Model, Source, request, sources
from mkdocs_citeqa.grounding.reply import Reply, Statement
from mkdocs_citeqa.grounding.written import REASONS, Failing, Written

__all__ = [
    "REASONS",
    "Failing",
    "Lines",
    "Model",
    "Reply",
    "Source",
    "Statement",
    "Written",
    "request",
    "sources",
    "unsupported",
]

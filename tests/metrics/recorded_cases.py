"""Cases of recorded runs, which are scored at once: each is a document of one corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tallystick import Corpus
from tallystick.metrics import Statistics

Cases = Sequence[dict[str, Any]]


def present_references(case: dict[str, Any], first_only: bool = False) -> list[list[str]]:
    """Return the references of every segment that are not missing, or the first of them."""
    number = 1 if first_only else None
    return [[text for text in some if text is not None][:number] for some in case["references"]]


def corpus_of_case(case: dict[str, Any], first_only: bool = False) -> Corpus:
    if "references" not in case:
        return Corpus.without_references(case["hypotheses"])
    return Corpus.from_segments(
        hypotheses=case["hypotheses"],
        references=present_references(case, first_only),
        sources=case.get("sources"),
    )


def joined(cases: Cases) -> tuple[list[str], dict[str, Any]]:
    """Return the name of the case of every segment, and all hypotheses and references."""
    names = [case["id"] for case in cases for _ in case["hypotheses"]]
    sides = ("hypotheses", "references")
    return names, {side: [line for case in cases for line in case[side]] for side in sides}


def statistics_by_case(
    metric: Any, corpus: Corpus, names: Sequence[str]
) -> Iterator[tuple[str, Statistics]]:
    """Yield the statistics of the cases of a corpus, of which each has one row."""
    documents, sums = metric.statistics(corpus).by_document(names)
    for document, row in zip(documents, sums.rows, strict=True):
        yield document, replace(sums, rows=row[None].copy())

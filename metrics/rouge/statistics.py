"""The statistics of segments under a dialect of ROUGE."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.threads import run_in_threads
from tallystick.metrics.rouge.choice import Rows, chooses_alone, row_of, rows_of
from tallystick.metrics.rouge.matching import (
    Matched,
    match_part,
    match_part_once,
    match_sentences,
    segment_matcher,
    with_symbols,
)
from tallystick.metrics.rouge.sentences import has_sentences
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.rouge.dialect import RougeDialect

COLUMNS = Columns(
    "matches",
    "hypothesis_ngrams",
    "reference_ngrams",
    "precisions",
    "recalls",
    "segment_scores",
    "segments",
)


def statistics_of(
    kind: str, dialect: RougeDialect, corpus: Corpus, workspace: Workspace
) -> Statistics:
    """Count every segment; `kind` is the type of ROUGE: "1", "2", ..., "L" or "Lsum"."""
    texts = corpus.hypotheses, corpus.references.segments
    if kind == "Lsum" and dialect.counting == "clipped" and not any(map(has_sentences, texts)):
        kind = "L"
    make = partial(_statistics_of, kind, dialect, corpus, workspace)
    return workspace.made_once(corpus, ("rouge", kind, dialect), make)


def segment_counter_of(
    kind: str, dialect: RougeDialect, references: Sequence[str]
) -> Callable[[str], dict[str, Any]] | None:
    """Return what counts hypotheses of one segment, by the names of the columns."""
    if dialect.counting != "clipped" or not chooses_alone(dialect, len(references)):
        return None
    match = segment_matcher(kind, dialect, references)

    def count(hypothesis: str) -> dict[str, Any]:
        row = row_of(dialect, *match(hypothesis))
        return {**{name: getattr(row, name) for name in Rows.NAMES}, "segments": 1}

    return count


def _statistics_of(
    kind: str, dialect: RougeDialect, corpus: Corpus, workspace: Workspace
) -> Statistics:
    found = rows_of(dialect, _matched(kind, dialect, corpus, workspace), corpus.references.offsets)
    rows = np.ones((len(corpus), len(COLUMNS)), order="F")
    named = COLUMNS.split(rows)
    for name in Rows.NAMES:
        named[name][:] = getattr(found, name)
    return Statistics(COLUMNS, rows, corpus.references.number, corpus.given_tokens)


def _matched(kind: str, dialect: RougeDialect, corpus: Corpus, workspace: Workspace) -> Matched:
    """Match every hypothesis with each of its references."""
    if kind == "Lsum" and dialect.counting == "clipped":
        parts = match_sentences(dialect, corpus, workspace)
    else:
        match = _MATCH_PART[dialect.counting]
        tasks = [partial(match, kind, pairs) for pairs in _pairs(dialect, corpus, workspace)]
        parts = run_in_threads(tasks, workspace.threads)
    return Matched.joined(parts)


def _pairs(dialect: RougeDialect, corpus: Corpus, workspace: Workspace) -> list[EncodedPairs]:
    """Return the symbols of a corpus, part by part, which all types of ROUGE share."""
    tokenizer, folding = tokenizer_named(dialect.tokenize), dialect.lowercase
    use = partial(with_symbols, dialect)
    return workspace.made_once(
        corpus,
        ("rouge", tokenizer.name, folding, dialect.stem),
        lambda: workspace.map_pairs(corpus, tokenizer, folding, use),
    )


_MATCH_PART = {"clipped": match_part, "once": match_part_once}

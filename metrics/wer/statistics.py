"""The statistics of segments under a dialect of error rates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.counting.edits import count_edits, segment_edits
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.edits import Rule
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.tokenizers import Tokenizer
    from tallystick.metrics.wer.dialect import ErrorRateDialect

COLUMNS = Columns("substitutions", "deletions", "insertions", "hits")

RULES: dict[str, Rule | None] = {
    "most": "most_hits",
    "edits_last": "edits_last",
    "longer_length": None,
}
"""The rule of the alignment for each value of the axis hits; None if there is none."""


def statistics_of(dialect: ErrorRateDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Count every segment, int64."""
    rows = np.empty((len(corpus), len(COLUMNS)), dtype=np.int64, order="F")
    rows.T[:] = _operations(*_counted(dialect, corpus, workspace))
    return Statistics(COLUMNS, rows, corpus.references.number, corpus.given_tokens)


def segment_counter_of(
    dialect: ErrorRateDialect, references: Sequence[str]
) -> Callable[[str], dict[str, int]] | None:
    """Return what counts hypotheses of one segment, by the names of the columns."""
    rule = RULES[dialect.hits]
    edits_of = segment_edits(references, _tokenizer_of(dialect), dialect.lowercase, rule)
    if edits_of is None:
        return None

    def count(hypothesis: str) -> dict[str, int]:
        edits, hits, words, reference_words = edits_of(hypothesis)
        if rule is None:
            hits = max(words, reference_words) - edits
        operations = _operations(edits, hits, words, reference_words)
        return dict(zip(COLUMNS, operations, strict=True))

    return count


@lru_cache(maxsize=64)
def _tokenizer_of(dialect: ErrorRateDialect) -> Tokenizer:
    return dialect.tokenizer()


def _counted(
    dialect: ErrorRateDialect, corpus: Corpus, workspace: Workspace
) -> tuple[NDArray[np.int64], ...]:
    """Return the edits, hits, words and words of the references, each of shape (segments,)."""
    corpus = dialect.as_compared(corpus)
    if dialect.normalize and corpus.given_tokens:
        raise InputError(
            f"normalize={'+'.join(dialect.normalize)} changes text, but token lists are given; "
            "give strings, or leave it out"
        )
    rule = RULES[dialect.hits]
    found = count_edits(corpus, dialect.tokenizer(), dialect.lowercase, workspace, rule)
    words, reference_words, hits = found.hypothesis_lengths, found.reference_lengths, found.hits
    if hits is None:
        hits = np.maximum(words, reference_words) - found.edits
    return found.edits, hits, words, reference_words


def _operations(edits: Any, hits: Any, words: Any, reference_words: Any) -> tuple[Any, ...]:
    """Return substitutions, deletions, insertions and hits, of numbers or arrays."""
    # every word of the references is hit, substituted or deleted; so with those of the hypotheses
    substitutions = words + reference_words - edits - 2 * hits
    deletions = reference_words - hits - substitutions
    insertions = words - hits - substitutions
    return substitutions, deletions, insertions, hits

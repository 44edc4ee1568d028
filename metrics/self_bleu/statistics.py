"""The statistics of segments under a dialect of self-BLEU, in linear time.

An n-gram of a sentence matches at most as often as any other sentence has it: the highest count of
all sentences, or, in the sentence that has the highest count, the second-highest. The closest
length of another sentence is a neighbour in the sorted lengths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.bleu.formula import counted_orders
from tallystick.metrics.bleu.statistics import rows_of
from tallystick.metrics.corpus.text import int64_view
from tallystick.metrics.counting.matching import Matches
from tallystick.metrics.counting.pairs import Encoded
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams
from tallystick.metrics.whole_corpus.ngram_occurrences import Occurrences, occurrences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tallystick.metrics.bleu.metric import Bleu
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.self_bleu.dialect import SelfBleuDialect

COLUMNS = Columns("segment_scores", "segments")


def statistics_of(
    dialect: SelfBleuDialect, bleu: Bleu, corpus: Corpus, workspace: Workspace
) -> Statistics:
    """Score every hypothesis with all others as its references, float64.

    The score of a hypothesis is NaN if there is no other; the statistics of hypotheses after the
    sample are 0.
    """
    tokenizer = tokenizer_named(dialect.tokenize)
    encoded = workspace.hypotheses(corpus.hypotheses, tokenizer, dialect.lowercase)
    sample = min(dialect.sample or len(corpus), len(corpus))
    scores = match_others(first_segments(encoded, sample), bleu) if sample > 1 else None
    return statistics_of_matches(bleu, corpus, sample, scores)


def statistics_of_matches(
    bleu: Bleu, corpus: Corpus, sample: int, found: Matches | None
) -> Statistics:
    """Return the statistics of a corpus whose first hypotheses match others.

    Args:
        bleu: The metric that scores each hypothesis.
        corpus: The corpus.
        sample: The number of hypotheses that are scored, from the first one.
        found: Their matches; None if there is no other hypothesis.
    """
    rows = np.zeros((len(corpus), len(COLUMNS)), order="F")
    named = COLUMNS.split(rows)
    named["segments"][:sample] = 1
    named["segment_scores"][:sample] = (
        np.nan if found is None else bleu.formula(rows_of(bleu.conventions, found))
    )
    return Statistics(COLUMNS, rows, 0, corpus.given_tokens)


def first_segments(encoded: Encoded, number: int) -> Encoded:
    """Return the first segments of a text."""
    bounds = encoded.offsets[: number + 1].copy()
    return Encoded(encoded.vocabulary, encoded.ids[: bounds[-1]].tobytes(), int64_view(bounds))


def match_others(encoded: Encoded, bleu: Bleu) -> Matches:
    """Match every segment with all others as its references, of which there are some."""
    _, nodes = located_ngrams(encoded, counted_orders(bleu.conventions))
    lengths = encoded.lengths
    columns = [
        matches_with_others(occurrences(encoded, of_order), len(lengths)) for of_order in nodes
    ]
    return matches_of(
        columns, lengths, closest_lengths(lengths, *np.unique(lengths, return_counts=True))
    )


def matches_of(
    columns: Sequence[NDArray[np.int64]],
    lengths: NDArray[np.int64],
    reference_lengths: NDArray[np.int64],
) -> Matches:
    """Return matches of each order, and for each segment one reference of the closest length."""
    return Matches(
        matches=np.column_stack(columns),
        weighted=None,
        hypothesis_lengths=lengths,
        reference_lengths=reference_lengths,
        reference_offsets=np.arange(len(lengths) + 1),
    )


def matches_with_others(found: Occurrences, segments: int) -> NDArray[np.int64]:
    """Return the clipped matches of every segment with all others, shape (segments,).

    >>> from tallystick.metrics.whole_corpus.ngram_occurrences import Occurrences
    >>> own = Occurrences(np.array([0, 1, 1]), np.array([7, 7, 8]), np.array([3, 2, 1]))
    >>> matches_with_others(own, 2).tolist()  # 2 of the 3 in the first segment; both in the second
    [2, 2]
    """
    size = int(found.ngrams.max(initial=0)) + 1
    highest = np.zeros(size, dtype=found.counts.dtype)
    np.maximum.at(highest, found.ngrams, found.counts)
    top = found.counts == highest[found.ngrams]
    owners = np.zeros(size, dtype=found.segments.dtype)
    owners[found.ngrams[top]] = found.segments[top]  # of several, any one
    elsewhere = owners[found.ngrams] != found.segments
    second = np.zeros_like(highest)
    np.maximum.at(second, found.ngrams[elsewhere], found.counts[elsewhere])
    most = np.where(elsewhere, highest[found.ngrams], second[found.ngrams])
    matches = np.zeros(segments, dtype=np.int64)
    np.add.at(matches, found.segments, np.minimum(found.counts, most))
    return matches


def closest_lengths(
    lengths: NDArray[np.int64], distinct: NDArray[np.int64], counts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the closest length of another segment; of two as close, the shorter one.

    Args:
        lengths: The lengths of some segments, shape (segments,).
        distinct: The lengths of all segments, each once and sorted, shape (lengths,).
        counts: The number of segments that have each of them, same shape.

    >>> lengths = np.array([3, 9, 5, 9])
    >>> closest_lengths(lengths, np.array([3, 5, 9]), np.array([1, 1, 2])).tolist()
    [5, 9, 3, 9]
    """
    places = np.searchsorted(distinct, lengths)
    none = np.iinfo(np.int64).max // 4
    padded = np.concatenate([[-none], distinct, [none]])
    below, above = padded[places], padded[places + 2]
    nearest = np.where(lengths - below <= above - lengths, below, above)
    closest: NDArray[np.int64] = np.where(counts[places] > 1, lengths, nearest)
    return closest

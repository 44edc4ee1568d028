"""N-grams that distinguish two systems, by a sign test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

import numpy as np

from tallystick.metrics.resampling.correction import adjusted
from tallystick.reports.comparison.facts.ngrams.tables import (
    candidates,
    merged,
    places_of,
    spelling,
    subsumed,
)
from tallystick.reports.comparison.model import DistinguishingNgram, Kind
from tallystick.reports.comparison.thresholds import FEWEST_DIFFERING, MOST_SEGMENTS_OF_NGRAM

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.facts.ngrams.tables import NgramTable
    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
    from tallystick.reports.comparison.facts.segment_tokens import SegmentTokens

KINDS: tuple[Kind, ...] = get_args(Kind)


def kinds_of(tokens: SegmentTokens) -> tuple[Kind, ...]:
    """Return the kinds that say something of their own for the references."""
    single = bool((np.diff(tokens.reference_offsets) == 1).all())
    return KINDS[:2] if single else KINDS


def distinguishing_ngrams(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    tables: Sequence[NgramTable],
    pairs: Sequence[tuple[str, str]],
    *,
    top: int = 20,
    level: float = 0.05,
    merge: bool = True,
) -> tuple[DistinguishingNgram, ...]:
    """Find n-grams that one system of a pair matches, over-produces or misses more often.

    In every segment, an n-gram is *matched* as often as it occurs, up to its highest count in any
    reference; *over-produced* as often as it occurs above that; *under-produced* as often as it
    falls short of its lowest count in any reference. Counts are summed by unit of resampling
    (documents if they are known, else segments), and an exact two-sided sign test compares the
    number of units in which each system has more. With one reference per segment, the matches of
    one system are the under-productions of the other, which are omitted.

    The p-values are adjusted for false discoveries (Benjamini and Hochberg 1995), separately for
    each pair and kind, over all n-grams of all orders whose counts differ in at least
    `FEWEST_DIFFERING` units; with fewer, no p-value could be below 0.05. An n-gram is omitted if a
    longer one that contains it has the same counts in as many units, or if its total count is not
    higher for the system with more in more units. With `merge`, it is also omitted if it overlaps
    with an n-gram listed before in nearly the same segments (see `merged`).

    Returns:
        The `top` n-grams of each pair, kind and direction with an adjusted p-value of at most
        `level`, the smallest p-values first, then the largest differences of counts.
    """
    found: list[DistinguishingNgram] = []
    for system, other in pairs:
        numbers = scored.names.index(system), scored.names.index(other)
        for kind in kinds_of(tokens):
            found += _of_pair(scored, tokens, tables, numbers, kind, top, level, merge)
    return tuple(found)


def _of_pair(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    tables: Sequence[NgramTable],
    pair: tuple[int, int],
    kind: Kind,
    top: int,
    level: float,
    merge: bool,
) -> list[DistinguishingNgram]:
    """Test all n-grams of one pair and kind, and return those with the smallest p-values."""
    if not tables:
        return []
    figures = np.concatenate([_figures(table, pair, kind) for table in tables], axis=1)
    more, fewer, *counts = figures
    tested = more + fewer >= FEWEST_DIFFERING
    p_values = np.ones(len(more))
    p_values[tested] = sign_test(more[tested], fewer[tested])
    corrected = np.ones(len(more))
    corrected[tested] = adjusted(p_values[tested], "benjamini-hochberg")
    shown = tested & (corrected <= level) & ~subsumed(tables, figures)
    gap = counts[0] - counts[1]
    found: list[DistinguishingNgram] = []
    for direction, (first, second) in ((1, pair), (-1, pair[::-1])):
        chosen = np.flatnonzero(shown & (direction * (more - fewer) > 0) & (direction * gap > 0))
        # longer n-grams first among equals: they are more specific
        sorting = (-chosen, -direction * gap[chosen], p_values[chosen], corrected[chosen])
        ranked = chosen[np.lexsort(sorting)]
        places = places_of(tables, ranked)
        if merge:
            kept = merged(candidates(tables, places, kind, (first, second)), top)
        else:
            kept = list(range(len(ranked)))[:top]
        for one in kept:
            ngram, (order, number) = ranked[one], places[one]
            words, text, segments = described(
                scored, tokens, tables[order], kind, (first, second), number
            )
            found.append(
                DistinguishingNgram(
                    system=scored.names[first],
                    other=scored.names[second],
                    kind=kind,
                    ngram=words,
                    text=text,
                    count=int(max(each[ngram] for each in counts)),
                    other_count=int(min(each[ngram] for each in counts)),
                    documents=int(more[ngram] + fewer[ngram]),
                    p_value=float(p_values[ngram]),
                    adjusted_p_value=float(corrected[ngram]),
                    segments=segments,
                )
            )
    return found


def described(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    table: NgramTable,
    kind: Kind,
    pair: tuple[int, int],
    ngram: int,
) -> tuple[tuple[str, ...], str, tuple[int, ...]]:
    """Return the tokens of an n-gram, its text, and the first segments where the pair differs."""
    words = tuple(map(tokens.vocabulary.token, table.ngrams[ngram].tolist()))
    segments = table.segments_with_more(kind, *pair, ngram)[:MOST_SEGMENTS_OF_NGRAM]
    texts: list[str] = []
    for segment in segments:
        if kind == "under-produced":
            start, end = tokens.reference_offsets[segment - 1 : segment + 1].tolist()
            texts += scored.reference_strings[start:end]
        else:
            texts.append(scored.hypothesis_strings[pair[0]][segment - 1])
    return words, spelling(words, texts), segments


def _figures(table: NgramTable, pair: tuple[int, int], kind: Kind) -> NDArray[np.int64]:
    """Return four figures of each n-gram, shape (4, n-grams).

    These are the number of units in which the first system has more, the number in which it has
    fewer, and the total counts of the first and of the second system.
    """
    first, second = (table.counts(kind, system) for system in pair)
    difference = first - second
    if len(table.run_starts) < len(difference):
        difference = np.add.reduceat(difference, table.run_starts)
    count = len(table.ngrams)
    return np.stack(
        [
            np.bincount(table.run_ngrams[difference > 0], minlength=count),
            np.bincount(table.run_ngrams[difference < 0], minlength=count),
            table.sums(first),
            table.sums(second),
        ]
    )


def sign_test(more: NDArray[np.int64], fewer: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the two-sided p-values of exact sign tests from the numbers of differing units.

    p = min(1, 2 P(X <= min(more, fewer))), where X is binomial with more + fewer trials and the
    probability 1/2; ties are excluded, as usual.

    Args:
        more: The number of units in which the first system has more, shape (tests,).
        fewer: The number of units in which it has fewer, same shape.

    >>> sign_test(np.array([6, 5, 3, 0]), np.array([0, 1, 3, 0])).round(9).tolist()
    [0.03125, 0.21875, 1.0, 1.0]
    """
    trials = more + fewer
    least = np.minimum(more, fewer)
    size = int(trials.max(initial=0)) + 1
    keys, tests = np.unique(trials * size + least, return_inverse=True)
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, size)))])  # of factorials
    values = np.empty(len(keys))
    for number, key in enumerate(keys.tolist()):
        count, below = divmod(key, size)
        chosen = np.arange(below + 1)
        choices = logs[count] - logs[chosen] - logs[count - chosen]
        values[number] = 2 * np.exp(choices - count * math.log(2)).sum()
    p_values: NDArray[np.float64] = np.minimum(values, 1)[tests]
    return p_values

"""N-grams that distinguish two systems: by a sign test, and those with the largest differences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import numpy as np

from tallystick.metrics.resampling.correction import adjusted
from tallystick.reports.comparison.facts.ngrams.tables import (
    NgramTable,
    candidates,
    merged,
    places_of,
    spelling,
    subsumed,
)
from tallystick.reports.comparison.model import DistinguishingNgram, Kind, NgramDifference
from tallystick.reports.comparison.thresholds import (
    FEWEST_DIFFERING,
    FEWEST_OF_FREQUENT_WORD,
    FEWEST_SEGMENTS_OF_NGRAM,
    FREQUENT_WORD,
    LEAST_Z,
    MOST_SEGMENTS_OF_NGRAM,
    WEIGHT_OF_PRIOR,
)

if TYPE_CHECKING:
    from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray
    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems, SegmentTokens

KINDS: tuple[Kind, ...] = get_args(Kind)


def _kinds(scored: ScoredSystems) -> tuple[Kind, ...]:
    # with one reference, missing n-grams mirror matches
    return KINDS[:2] if scored.references.number == 1 else KINDS


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

    Counts (see `NgramTable.counts`) are summed by unit of resampling, and an exact two-sided sign
    test compares the number of units in which each system has more. P-values are adjusted for false
    discoveries, separately for each pair and kind, over all n-grams of all orders that differ in
    `FEWEST_DIFFERING` units or more (Benjamini and Hochberg 1995). Omitted are n-grams within a
    longer one with the same counts in as many units, those whose total count is not higher for the
    system with more in more units, and those that overlap with one listed before (see `merged`).

    The `top` n-grams of each pair, kind and direction with an adjusted p-value of at most `level`
    have the smallest p-values first, then the largest differences of counts.
    """
    ngrams: list[DistinguishingNgram] = []
    for system, other in pairs:
        numbers = scored.names.index(system), scored.names.index(other)
        for kind in _kinds(scored):
            ngrams += _of_pair(scored, tokens, tables, numbers, kind, top, level, merge)
    return tuple(ngrams)


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
    ngrams: list[DistinguishingNgram] = []
    for direction, (first, second) in ((1, pair), (-1, pair[::-1])):
        chosen = np.flatnonzero(shown & (direction * (more - fewer) > 0) & (direction * gap > 0))
        # longer n-grams first among equals: they are more specific
        sorting = (-chosen, -direction * gap[chosen], p_values[chosen], corrected[chosen])
        ranked = chosen[np.lexsort(sorting)]
        of_pair = scored, tokens, tables, kind, (first, second)
        for ngram, fields in described(*of_pair, ranked, top, merge=merge):
            ngrams.append(
                DistinguishingNgram(
                    **fields,
                    count=int(max(each[ngram] for each in counts)),
                    other_count=int(min(each[ngram] for each in counts)),
                    documents=int(more[ngram] + fewer[ngram]),
                    p_value=float(p_values[ngram]),
                    adjusted_p_value=float(corrected[ngram]),
                )
            )
    return ngrams


def described(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    tables: Sequence[NgramTable],
    kind: Kind,
    pair: tuple[int, int],
    ranked: IntArray,
    top: int,
    *,
    merge: bool = True,
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the first `top` n-grams that are shown, with the fields that all of them have."""
    places = places_of(tables, ranked)
    every = range(len(ranked))
    for rank in merged(candidates(tables, places, kind, pair), top) if merge else every[:top]:
        table, number = tables[places[rank][0]], places[rank][1]
        words = tuple(map(tokens.vocabulary.token, table.ngrams[number].tolist()))
        segments = table.segments_with_more(kind, *pair, number)[:MOST_SEGMENTS_OF_NGRAM]
        texts: list[str] = []
        for segment in segments:
            if kind == "under-produced":
                start, end = tokens.reference_offsets[segment - 1 : segment + 1].tolist()
                texts += scored.reference_strings[start:end]
            else:
                texts.append(scored.hypothesis_strings[pair[0]][segment - 1])
        yield (
            int(ranked[rank]),
            {
                "system": scored.names[pair[0]],
                "other": scored.names[pair[1]],
                "kind": kind,
                "ngram": words,
                "text": spelling(words, texts),
                "segments": segments,
            },
        )


def _figures(table: NgramTable, pair: tuple[int, int], kind: Kind) -> IntArray:
    """Return four figures of each n-gram, shape (4, n-grams).

    The units in which the first system has more and fewer, and the total counts of both.
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


def sign_test(more: IntArray, fewer: IntArray) -> FloatArray:
    """Return the two-sided p-values of exact sign tests from the numbers of differing units.

    p = min(1, 2 P(X <= min(more, fewer))), where X is binomial with more + fewer trials and the
    probability 1/2; ties are excluded, as usual.
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
    p_values: FloatArray = np.minimum(values, 1)[tests]
    return p_values


def ngram_differences(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    tables: Sequence[NgramTable],
    pairs: Sequence[tuple[str, str]],
    *,
    top: int = 20,
) -> tuple[NgramDifference, ...]:
    """Find the n-grams whose counts differ most between two systems, relative to chance.

    The measure is the log-odds ratio with an informative Dirichlet prior, divided by its standard
    deviation (Monroe, Colaresi and Quinn 2008, equations 16, 20 and 22): with the counts y of an
    n-gram and n of all n-grams of the order, for each system, and the prior counts a and A,

        omega = (y + a) / (n + A - y - a),  z = log(omega_1 / omega_2) / sqrt(1 / (y_1 + a)
        + 1 / (y_2 + a))

    The prior is proportional to the occurrences of the n-gram in the hypotheses of both systems
    and, at its highest count in any reference, in the references. The `top` n-grams of each pair,
    kind and direction have those with a content word first, then the highest z; n-grams without
    letters and digits are omitted, and those that `distinguishing_ngrams` omits for a longer or
    earlier one.
    """
    if not tables:
        return ()
    contents = np.concatenate([_contents(scored, tokens, table) for table in tables])
    of_systems = [[table.sums(counts) for counts in table.hypotheses] for table in tables]
    of_references = [table.sums(table.most) for table in tables]
    differences: list[NgramDifference] = []
    for names in pairs:
        first, second = (scored.names.index(name) for name in names)
        occurrences = [
            in_systems[first] + in_systems[second] + in_references
            for in_systems, in_references in zip(of_systems, of_references, strict=True)
        ]
        for kind in _kinds(scored):
            of_tables = [
                _measured(table, kind, (first, second), of_table)
                for table, of_table in zip(tables, occurrences, strict=True)
            ]
            measured = _Measured(*map(np.concatenate, zip(*of_tables, strict=True)))
            listed = (contents > 0) & (measured.segments >= FEWEST_SEGMENTS_OF_NGRAM)
            listed &= ~subsumed(tables, np.stack(measured[:3]))
            for pair, sign in (((first, second), 1), ((second, first), -1)):
                chosen = _sorted(contents, measured, listed, sign)
                of_pair = scored, tokens, tables, kind, pair
                for ngram, fields in described(*of_pair, chosen, top):
                    both = int(measured.counts[ngram]), int(measured.other_counts[ngram])
                    differences.append(
                        NgramDifference(
                            **fields,
                            count=max(both),
                            other_count=min(both),
                            differing_segments=int(measured.segments[ngram]),
                            z_score=abs(float(measured.z_scores[ngram])),
                        )
                    )
    return tuple(differences)


class _Measured(NamedTuple):
    """The counts of two systems, the segments in which they differ, and z, by n-gram."""

    counts: IntArray
    other_counts: IntArray
    segments: IntArray
    z_scores: FloatArray


def _measured(
    table: NgramTable, kind: Kind, pair: tuple[int, int], occurrences: IntArray
) -> _Measured:
    first, second = (table.counts(kind, system) for system in pair)
    differing = table.sums(first != second)
    counts = np.stack([table.sums(first), table.sums(second)])
    posterior = counts + WEIGHT_OF_PRIOR * occurrences
    total = posterior.sum(axis=1, keepdims=True)
    others = np.maximum(total - posterior, WEIGHT_OF_PRIOR)  # above 0 for one n-gram
    # n-grams of other systems alone do not differ, whatever their odds
    positive = np.where(posterior > 0, posterior, 1.0)
    variance = (1 / positive).sum(axis=0)  # approximately
    z_scores = np.subtract(*np.log(positive / others)) / np.sqrt(variance)
    return _Measured(counts[0], counts[1], differing, z_scores)


def _sorted(contents: IntArray, measured: _Measured, listed: BoolArray, sign: int) -> IntArray:
    """Return the n-grams that one system has more of, those with the largest differences first."""
    z_scores = sign * measured.z_scores
    more = sign * (measured.counts - measured.other_counts) > 0
    chosen = np.flatnonzero(listed & more & (z_scores >= LEAST_Z))
    # longer n-grams first among equals: they are more specific
    return chosen[np.lexsort((-chosen, -z_scores[chosen], -contents[chosen]))]


def _contents(scored: ScoredSystems, tokens: SegmentTokens, table: NgramTable) -> IntArray:
    """Return 2 for n-grams with a content word, 1 for others with letters or digits, else 0."""
    frequency = np.bincount(tokens.word_ids, minlength=max(len(tokens.vocabulary), 1))
    is_frequent = frequency > max(FREQUENT_WORD * scored.segments, FEWEST_OF_FREQUENT_WORD)
    ids, places = np.unique(table.ngrams, return_inverse=True)
    is_word = np.array(
        [any(map(str.isalnum, tokens.vocabulary.token(word))) for word in ids.tolist()], dtype=bool
    )
    weights = np.where(is_word, np.where(is_frequent[ids], 1, 2), 0)
    of_ngrams: IntArray = weights[places.reshape(table.ngrams.shape)].max(axis=1)
    return of_ngrams

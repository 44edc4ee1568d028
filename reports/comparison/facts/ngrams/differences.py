"""N-grams with the largest differences between two systems, which are not tested."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.reports.comparison.facts.ngrams.distinguishing import described, kinds_of
from tallystick.reports.comparison.facts.ngrams.tables import (
    candidates,
    merged,
    places_of,
    subsumed,
)
from tallystick.reports.comparison.model import NgramDifference
from tallystick.reports.comparison.thresholds import (
    FEWEST_OF_FREQUENT_WORD,
    FEWEST_SEGMENTS_OF_NGRAM,
    FREQUENT_WORD,
    LEAST_Z,
    WEIGHT_OF_PRIOR,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.facts.ngrams.tables import NgramTable
    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
    from tallystick.reports.comparison.facts.segment_tokens import SegmentTokens
    from tallystick.reports.comparison.model import Kind


def ngram_differences(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    tables: Sequence[NgramTable],
    pairs: Sequence[tuple[str, str]],
    *,
    top: int = 20,
) -> tuple[NgramDifference, ...]:
    """Find the n-grams whose counts differ most between two systems, relative to chance.

    Counts and kinds are those of `distinguishing_ngrams`. The measure is the log-odds ratio with an
    informative Dirichlet prior, divided by its standard deviation (Monroe, Colaresi and Quinn 2008,
    equations 16, 20 and 22): with the counts y of an n-gram and n of all n-grams of the order, for
    each of the two systems, and the prior counts a of the n-gram and A of all,

        omega = (y + a) / (n + A - y - a),  z = log(omega_1 / omega_2) / sqrt(1 / (y_1 + a)
        + 1 / (y_2 + a))

    The prior is proportional to the occurrences of the n-gram in the hypotheses of both systems
    and, at its highest count in any reference, in the references.

    Returns:
        The `top` n-grams of each pair, kind and direction that differ in `FEWEST_SEGMENTS_OF_NGRAM`
        segments or more, those with a content word first, then the highest z. N-grams without
        letters and digits are omitted, and so are those within a longer one of the same counts and
        those that overlap with one listed before in nearly the same segments (see `merged`).
    """
    if not tables:
        return ()
    contents = np.concatenate([_contents(scored, tokens, table) for table in tables])
    of_systems = [[table.sums(counts) for counts in table.hypotheses] for table in tables]
    of_references = [table.sums(table.most) for table in tables]
    found: list[NgramDifference] = []
    for names in pairs:
        first, second = (scored.names.index(name) for name in names)
        occurrences = [
            in_systems[first] + in_systems[second] + in_references
            for in_systems, in_references in zip(of_systems, of_references, strict=True)
        ]
        for kind in kinds_of(tokens):
            of_tables = [
                _measured(table, kind, (first, second), of_table)
                for table, of_table in zip(tables, occurrences, strict=True)
            ]
            measured = _Measured(*map(np.concatenate, zip(*of_tables, strict=True)))
            listed = (contents > 0) & (measured.segments >= FEWEST_SEGMENTS_OF_NGRAM)
            listed &= ~subsumed(tables, np.stack(measured[:3]))
            for pair, sign in (((first, second), 1), ((second, first), -1)):
                chosen = _sorted(contents, measured, listed, sign)
                found += _largest(scored, tokens, tables, chosen, measured, kind, pair, top)
    return tuple(found)


class _Measured(NamedTuple):
    """Figures of n-grams, each of shape (n-grams,).

    Attributes:
        counts: The counts of the first system.
        other_counts: The counts of the second system.
        segments: The number of segments in which they differ.
        z_scores: The measure, above 0 if the first system has more.
    """

    counts: NDArray[np.int64]
    other_counts: NDArray[np.int64]
    segments: NDArray[np.int64]
    z_scores: NDArray[np.float64]


def _measured(
    table: NgramTable, kind: Kind, pair: tuple[int, int], occurrences: NDArray[np.int64]
) -> _Measured:
    first, second = (table.counts(kind, system) for system in pair)
    differing = table.sums(first != second)
    counts, other_counts = table.sums(first), table.sums(second)
    prior = WEIGHT_OF_PRIOR * occurrences
    logarithms, variances = zip(
        *(_log_odds(of_system + prior) for of_system in (counts, other_counts)), strict=True
    )
    z_scores = (logarithms[0] - logarithms[1]) / np.sqrt(variances[0] + variances[1])
    return _Measured(counts, other_counts, differing, z_scores)


def _log_odds(posterior: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the logarithm of the odds, and its approximate variance."""
    others = np.maximum(posterior.sum() - posterior, WEIGHT_OF_PRIOR)  # above 0 for one n-gram
    # n-grams of other systems alone do not differ, whatever their odds
    positive = np.where(posterior > 0, posterior, 1.0)
    return np.log(positive / others), 1 / positive


def _sorted(
    contents: NDArray[np.int64], measured: _Measured, listed: NDArray[np.bool_], sign: int
) -> NDArray[np.int64]:
    """Return the n-grams that one system has more of, those with the largest differences first."""
    z_scores = sign * measured.z_scores
    more = sign * (measured.counts - measured.other_counts) > 0
    chosen = np.flatnonzero(listed & more & (z_scores >= LEAST_Z))
    # longer n-grams first among equals: they are more specific
    return chosen[np.lexsort((-chosen, -z_scores[chosen], -contents[chosen]))]


def _largest(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    tables: Sequence[NgramTable],
    chosen: NDArray[np.int64],
    measured: _Measured,
    kind: Kind,
    pair: tuple[int, int],
    top: int,
) -> list[NgramDifference]:
    places = places_of(tables, chosen)
    found = []
    for one in merged(candidates(tables, places, kind, pair), top):
        ngram, (table, number) = chosen[one], places[one]
        words, text, first = described(scored, tokens, tables[table], kind, pair, number)
        both = int(measured.counts[ngram]), int(measured.other_counts[ngram])
        found.append(
            NgramDifference(
                system=scored.names[pair[0]],
                other=scored.names[pair[1]],
                kind=kind,
                ngram=words,
                text=text,
                count=max(both),
                other_count=min(both),
                differing_segments=int(measured.segments[ngram]),
                z_score=abs(float(measured.z_scores[ngram])),
                segments=first,
            )
        )
    return found


def _contents(scored: ScoredSystems, tokens: SegmentTokens, table: NgramTable) -> NDArray[np.int64]:
    """Return 2 for n-grams with a content word, 1 for others with letters or digits, else 0."""
    frequency = np.bincount(tokens.word_ids, minlength=max(len(tokens.vocabulary), 1))
    is_frequent = frequency > max(FREQUENT_WORD * scored.segments, FEWEST_OF_FREQUENT_WORD)
    ids, places = np.unique(table.ngrams, return_inverse=True)
    is_word = np.array(
        [any(map(str.isalnum, tokens.vocabulary.token(one))) for one in ids.tolist()], dtype=bool
    )
    weights = np.where(is_word, np.where(is_frequent[ids], 1, 2), 0)
    of_ngrams: NDArray[np.int64] = weights[places.reshape(table.ngrams.shape)].max(axis=1)
    return of_ngrams

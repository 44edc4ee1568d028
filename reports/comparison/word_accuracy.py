"""The accuracy of systems on rare and frequent words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.model import WordAccuracy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.scored_systems import ScoredSystems
    from tallystick.reports.comparison.segment_tokens import SegmentTokens

FREQUENCIES = ("0", "1", "2-4", "5-9", "10-99", "100-999", "1000+")
_FROM = (0, 1, 2, 5, 10, 100, 1000)


def word_accuracy(scored: ScoredSystems, tokens: SegmentTokens) -> tuple[WordAccuracy, ...]:
    """Return precision, recall and F1 of words by system and frequency, systems outermost.

    The frequency of a word is its total count in all references. In every segment, its matches are
    clipped by its count in the reference closest in length, ties to the shorter. Frequencies
    without words are omitted.
    """
    of_references = tokens.ids[tokens.references]
    frequency = np.bincount(of_references, minlength=max(len(tokens.vocabulary), 1))
    group = np.searchsorted(_FROM, frequency, side="right")[tokens.word_ids] - 1
    single = bool((np.diff(tokens.reference_offsets) == 1).all())
    in_closest = tokens.counts(tokens.references) if single else None
    found: list[tuple[NDArray[np.int64], ...]] = []
    for system, where in enumerate(tokens.hypotheses):
        hypothesis = tokens.counts(where)
        reference = _in_closest(tokens, system) if in_closest is None else in_closest
        matched = np.minimum(hypothesis, reference)
        found.append(tuple(_by_group(group, one) for one in (matched, hypothesis, reference)))
    present = [
        number
        for number in range(len(FREQUENCIES))
        if any(hypothesis[number] or reference[number] for _, hypothesis, reference in found)
    ]
    return tuple(
        _accuracy(system, FREQUENCIES[number], *(int(one[number]) for one in counts))
        for system, counts in zip(scored.names, found, strict=True)
        for number in present
    )


def _in_closest(tokens: SegmentTokens, system: int) -> NDArray[np.int64]:
    chosen = np.zeros(int(tokens.reference_offsets[-1]), dtype=bool)
    chosen[tokens.closest_references(system)] = True
    return tokens.counts(tokens.of_references(chosen))


def _by_group(group: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    # float64 sums of counts are exact up to 2 ** 53
    sums = np.bincount(group, weights=counts, minlength=len(FREQUENCIES))
    return sums.astype(np.int64)


def _accuracy(
    system: str, frequency: str, matched: int, in_hypotheses: int, in_references: int
) -> WordAccuracy:
    both = in_hypotheses + in_references
    return WordAccuracy(
        system=system,
        frequency=frequency,
        matched=matched,
        in_hypotheses=in_hypotheses,
        in_references=in_references,
        precision=matched / in_hypotheses if in_hypotheses else None,
        recall=matched / in_references if in_references else None,
        f1=2 * matched / both if both else None,
    )

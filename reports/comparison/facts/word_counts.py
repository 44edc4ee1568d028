"""Precision by order, lengths, and the accuracy on rare and frequent words, of every system."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.workspace import Workspace
from tallystick.reports.comparison.facts.scored_systems import (
    ScoredSystems,
    own_tokenization,
    tokenization_of,
)
from tallystick.reports.comparison.facts.segment_tokens import SegmentTokens
from tallystick.reports.comparison.model import Length, OrderPrecision, WordAccuracy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.reports.comparison.model import Tokenization

FREQUENCIES = ("0", "1", "2-4", "5-9", "10-99", "100-999", "1000+")
_FROM = (0, 1, 2, 5, 10, 100, 1000)


def precisions_by_order(
    scored: ScoredSystems, tokens: SegmentTokens, workspace: Workspace | None = None
) -> tuple[OrderPrecision, ...]:
    """Return the precision for every metric that counts n-grams of tokens, system and order.

    Tokens and orders are those of the metric. Whatever its conventions, matches are clipped by the
    highest count in any reference of the segment (Papineni et al. 2002, section 2.1).
    """
    workspace = workspace or Workspace()
    ways: dict[str, tuple[Tokenization, int]] = {}
    for name, metric in scored.metrics.items():
        how, order = own_tokenization(metric), getattr(metric, "order", None)
        if metric.identity.precision_by_order and how is not None and isinstance(order, int):
            ways[name] = how, order
    tokenized = {tokenization_of(scored.metrics): tokens.corpora()}
    counts = {
        how: [
            _counts(corpus, how, order, workspace) for corpus in tokenized.get(how, scored.corpora)
        ]
        for how, order in sorted(ways.values(), key=itemgetter(1))  # the highest order last
    }
    return tuple(
        OrderPrecision(name, system, number, matches, total, matches / total if total else None)
        for name, (how, order) in ways.items()
        for system, of_system in zip(scored.names, counts[how], strict=True)
        for number, (matches, total) in enumerate(of_system[:order], start=1)
    )


def _counts(
    corpus: Corpus, how: Tokenization, order: int, workspace: Workspace
) -> list[tuple[int, int]]:
    """Return the clipped matches and the n-grams of each order."""
    found = workspace.match(corpus, tokenizer_named(how.tokenizer), how.lowercase, order)
    totals = [int((found.hypothesis_lengths - less).clip(min=0).sum()) for less in range(order)]
    return list(zip(found.matches.sum(axis=0).tolist(), totals, strict=True))


def lengths(scored: ScoredSystems, tokens: SegmentTokens) -> tuple[Length, ...]:
    """Return the length of every system.

    The reference length is that of the closest reference, or of the shorter one of two that are
    equally close (Papineni et al. 2002, section 2.2).
    """
    found: list[Length] = []
    for place, system in enumerate(scored.names):
        hypothesis = int(tokens.hypothesis_lengths(place).sum())
        reference = int(tokens.reference_lengths[tokens.closest_references(place)].sum())
        ratio = hypothesis / reference if reference else None
        found.append(Length(system, hypothesis, reference, ratio))
    return tuple(found)


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

"""The n-gram precision by order, and the length, of every system."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.workspace import Workspace
from tallystick.reports.comparison.model import Length, OrderPrecision
from tallystick.reports.comparison.scored_systems import (
    ScoredSystems,
    own_tokenization,
    tokenization_of,
)
from tallystick.reports.comparison.segment_tokens import SegmentTokens

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.reports.comparison.model import Tokenization


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

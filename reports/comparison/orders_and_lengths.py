"""The n-gram precision by order, and the length, of every system."""

from __future__ import annotations

from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.workspace import Workspace
from tallystick.reports.comparison.model import Length, OrderPrecision
from tallystick.reports.comparison.scored_systems import ScoredSystems, tokenization_of
from tallystick.reports.comparison.segment_tokens import SegmentTokens


def orders_and_lengths(
    scored: ScoredSystems, tokens: SegmentTokens, workspace: Workspace | None = None
) -> tuple[tuple[OrderPrecision, ...], tuple[Length, ...]]:
    """Return the precision for every system and order, systems outermost, and every length.

    There are no precisions if no metric counts n-grams of tokens.

    Matches are clipped by the highest count in any reference of the segment. The reference length
    is that of the closest reference, or of the shorter one of two that are equally close (Papineni
    et al. 2002, sections 2.1 and 2.2).
    """
    how = tokenization_of(scored.metrics)
    tokenizer, workspace = tokenizer_named(how.tokenizer), workspace or Workspace()
    precisions: list[OrderPrecision] = []
    lengths: list[Length] = []
    for place, (system, corpus) in enumerate(zip(scored.names, scored.corpora, strict=True)):
        by_segment = tokens.hypothesis_lengths(place)
        if how.order:
            found = workspace.match(corpus, tokenizer, how.lowercase, how.order)
            for order, matches in enumerate(found.matches.sum(axis=0).tolist(), start=1):
                total = int((by_segment - (order - 1)).clip(min=0).sum())
                precision = matches / total if total else None
                precisions.append(OrderPrecision(system, order, matches, total, precision))
        hypothesis = int(by_segment.sum())
        reference = int(tokens.reference_lengths[tokens.closest_references(place)].sum())
        ratio = hypothesis / reference if reference else None
        lengths.append(Length(system, hypothesis, reference, ratio))
    return tuple(precisions), tuple(lengths)

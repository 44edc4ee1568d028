"""Precision by order, and lengths, of every system."""

from __future__ import annotations

from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.workspace import Workspace
from tallystick.reports.comparison.model import Length, OrderPrecision
from tallystick.reports.comparison.scored_systems import ScoredSystems, tokenization_of
from tallystick.reports.comparison.segment_tokens import SegmentTokens


def orders_and_lengths(
    scored: ScoredSystems, tokens: SegmentTokens, workspace: Workspace | None = None
) -> tuple[tuple[OrderPrecision, ...], tuple[Length, ...]]:
    """Count clipped matches by order, and lengths.

    Matches are clipped by the highest count in any reference of the segment, the reference length
    is that of the closest one, ties to the shorter (Papineni et al. 2002, sections 2.1 and 2.2).
    Texts are split as `tokenization_of` says.

    Args:
        scored: The systems.
        tokens: Their tokens.
        workspace: Shares the encoded references, where they are needed again.

    Returns:
        One precision for every system and order, systems outermost, and one length a system.

    >>> from tallystick.metrics.bleu.metric import Bleu
    >>> from tallystick.metrics.corpus import Corpus
    >>> from tallystick.reports.comparison.scored_systems import scored_systems
    >>> from tallystick.reports.comparison.segment_tokens import tokenize_systems
    >>> corpus = Corpus.from_segments(hypotheses=["a b c"], references=["a b d e"])
    >>> scored = scored_systems({"mine": corpus}, {"bleu": Bleu()})
    >>> orders, [length] = orders_and_lengths(scored, tokenize_systems(scored))
    >>> [(one.clipped_matches, one.total) for one in orders], length.ratio
    ([(2, 3), (1, 2), (0, 1), (0, 0)], 0.75)
    """
    how = tokenization_of(scored.metrics)
    tokenizer, workspace = tokenizer_named(how.tokenizer), workspace or Workspace()
    precisions: list[OrderPrecision] = []
    lengths: list[Length] = []
    for place, (system, corpus) in enumerate(zip(scored.names, scored.corpora, strict=True)):
        found = workspace.match(corpus, tokenizer, how.lowercase, how.order)
        matched = found.matches.sum(axis=0).tolist()
        for order, matches in enumerate(matched, start=1):
            total = int((found.hypothesis_lengths - (order - 1)).clip(min=0).sum())
            precision = matches / total if total else None
            precisions.append(OrderPrecision(system, order, matches, total, precision))
        hypothesis = int(found.hypothesis_lengths.sum())
        reference = int(tokens.reference_lengths[tokens.closest_references(place)].sum())
        ratio = hypothesis / reference if reference else None
        lengths.append(Length(system, hypothesis, reference, ratio))
    return tuple(precisions), tuple(lengths)

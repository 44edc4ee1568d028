"""The texts and analyses that explain the scores and differences of a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.metrics.counting.workspace import Workspace
from tallystick.reports.comparison.doubts import doubts
from tallystick.reports.comparison.facts.breakdowns import breakdowns
from tallystick.reports.comparison.facts.disagreements import disagreements
from tallystick.reports.comparison.facts.examples import examples
from tallystick.reports.comparison.facts.ngrams.differences import ngram_differences
from tallystick.reports.comparison.facts.ngrams.distinguishing import distinguishing_ngrams
from tallystick.reports.comparison.facts.ngrams.tables import ngram_tables
from tallystick.reports.comparison.facts.orientation import standard_of
from tallystick.reports.comparison.facts.scored_systems import tokenization_of
from tallystick.reports.comparison.facts.segment_outcomes import segment_outcomes
from tallystick.reports.comparison.facts.segment_tokens import tokenize_systems
from tallystick.reports.comparison.facts.segments import segments_of
from tallystick.reports.comparison.facts.suspicious import suspicious_segments
from tallystick.reports.comparison.facts.word_counts import (
    lengths,
    precisions_by_order,
    word_accuracy,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.metrics.resampling.settings import Settings
    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
    from tallystick.reports.comparison.facts.segment_tokens import SegmentTokens
    from tallystick.reports.comparison.model import Comparison, DistinguishingNgram, NgramDifference

MOST_SYSTEMS_IN_ALL_PAIRS = 6
"""With more systems, n-grams and segments are shown only for pairs with one system."""


def with_details(
    comparison: Comparison, scored: ScoredSystems, settings: Settings, threads: int = 1
) -> Comparison:
    """Return a comparison with the texts of its systems, analyses of them, and doubts."""
    tokens = tokenize_systems(scored)
    workspace = Workspace(threads)
    by_group, breakdown_notes = breakdowns(
        scored,
        tokens,
        settings.confidence,
        {one.metric: standard_of(comparison, one.metric) for one in comparison.metrics},
        workspace=workspace,
    )
    scores = scored.segment_scores()
    differences = comparison.differences
    pairs = shown_pairs(comparison)
    ngrams, differences_of_ngrams = _ngrams(scored, tokens, pairs, settings.significance_level)
    detailed = replace(
        comparison,
        tokenization=tokenization_of(scored.metrics),
        segments=segments_of(scored, scores),
        orders=precisions_by_order(scored, tokens, workspace),
        lengths=lengths(scored, tokens),
        breakdowns=by_group,
        breakdown_notes=breakdown_notes,
        word_accuracy=word_accuracy(scored, tokens),
        ngrams=ngrams,
        ngram_differences=differences_of_ngrams,
        segment_outcomes=segment_outcomes(scored, scores, pairs),
        examples=examples(scored, scores, pairs),
        disagreements=disagreements(scored, scores, differences),
        suspicious=suspicious_segments(scored, tokens),
    )
    return replace(detailed, doubts=doubts(detailed, scored, settings, tokens, threads))


def shown_pairs(comparison: Comparison) -> list[tuple[str, str]]:
    """Return the pairs whose segments are compared; of many systems those with one of them."""
    pairs = list(dict.fromkeys((one.system, one.other) for one in comparison.differences))
    if len(comparison.systems) <= MOST_SYSTEMS_IN_ALL_PAIRS:
        return pairs
    centre = standard_of(comparison, comparison.metrics[0].metric)
    return [pair for pair in pairs if centre in pair]


def _ngrams(
    scored: ScoredSystems, tokens: SegmentTokens, pairs: Sequence[tuple[str, str]], level: float
) -> tuple[tuple[DistinguishingNgram, ...], tuple[NgramDifference, ...]]:
    """Return the analyses of n-grams, whose tables are the largest arrays of a comparison."""
    tables = ngram_tables(scored, tokens)
    return (
        distinguishing_ngrams(scored, tokens, tables, pairs, level=level),
        ngram_differences(scored, tokens, tables, pairs),
    )

"""The texts and analyses that explain the scores and differences of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tallystick.metrics.counting.workspace import Workspace
from tallystick.reports.comparison.facts.breakdowns import breakdowns
from tallystick.reports.comparison.facts.disagreements import disagreements
from tallystick.reports.comparison.facts.examples import examples
from tallystick.reports.comparison.facts.ngrams.differences import ngram_differences
from tallystick.reports.comparison.facts.ngrams.distinguishing import distinguishing_ngrams
from tallystick.reports.comparison.facts.ngrams.tables import ngram_tables
from tallystick.reports.comparison.facts.scored_systems import tokenization_of
from tallystick.reports.comparison.facts.segment_outcomes import segment_outcomes
from tallystick.reports.comparison.facts.segments import segments_of
from tallystick.reports.comparison.facts.suspicious import suspicious_segments
from tallystick.reports.comparison.facts.word_counts import (
    lengths,
    precisions_by_order,
    word_accuracy,
)
from tallystick.reports.comparison.thresholds import MOST_SYSTEMS_IN_ALL_PAIRS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.metrics.resampling.settings import Settings
    from tallystick.reports.comparison.facts.results import Results
    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
    from tallystick.reports.comparison.facts.segment_tokens import SegmentTokens
    from tallystick.reports.comparison.model import DistinguishingNgram, NgramDifference


def analyses(
    results: Results,
    scored: ScoredSystems,
    tokens: SegmentTokens,
    settings: Settings,
    threads: int = 1,
) -> dict[str, Any]:
    """Return the texts of systems and analyses of them, by the names of fields of a comparison."""
    workspace = Workspace(threads)
    by_group, breakdown_notes = breakdowns(
        scored,
        tokens,
        settings.confidence,
        {metric.metric: results.standard(metric) for metric in results.metrics},
        workspace=workspace,
    )
    scores = scored.segment_scores()
    pairs = shown_pairs(results)
    ngrams, differences_of_ngrams = _ngrams(scored, tokens, pairs, settings.significance_level)
    return {
        "tokenization": tokenization_of(scored.metrics),
        "segments": segments_of(scored, scores),
        "orders": precisions_by_order(scored, tokens, workspace),
        "lengths": lengths(scored, tokens),
        "breakdowns": by_group,
        "breakdown_notes": breakdown_notes,
        "word_accuracy": word_accuracy(scored, tokens),
        "ngrams": ngrams,
        "ngram_differences": differences_of_ngrams,
        "segment_outcomes": segment_outcomes(scored, scores, pairs),
        "examples": examples(scored, scores, pairs),
        "disagreements": disagreements(scored, scores, results.pairs),
        "suspicious": suspicious_segments(scored, tokens),
    }


def shown_pairs(results: Results) -> list[tuple[str, str]]:
    """Return the pairs whose segments are compared; of many systems those with one of them."""
    pairs = list(dict.fromkeys((one.system, one.other) for one in results.pairs))
    if len(results.systems) <= MOST_SYSTEMS_IN_ALL_PAIRS:
        return pairs
    centre = results.standard(results.metrics[0])
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

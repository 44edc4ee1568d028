"""Reports as plain data, and the formats that show them: the public names of this package.

A report (`ScoreReport`, `Comparison`, `Listing`) provides blocks for people and tables for
programs; a `Format` renders any report. A plug-in adds a format with an entry point in the group
`tallystick.renderers` whose value is a `Format`. Modules below this package are internal.

>>> from tallystick.reports import FORMATS
>>> FORMATS["latex"].endings
('.tex',)
"""

from __future__ import annotations

from tallystick.lazy import lazy_exports

_EXPORTS = {
    "tallystick.reports.alignments": "AlignedSegment, AlignmentReport, SystemErrors, align",
    "tallystick.reports.challenge_sets.function": "challenge",
    "tallystick.reports.challenge_sets.model": (
        "Challenge, ChallengedMetric, PlantedChange, Reaction"
    ),
    "tallystick.reports.comparison.checks.guard": "with_checks",
    "tallystick.reports.comparison.compare": "compare",
    "tallystick.reports.comparison.model": (
        "Breakdown, BreakdownCell, BreakdownGroup, CheckedCondition, ComparedMetric, "
        "ComparedSystem, Comparison, Difference, Disagreement, DistinguishingNgram, Doubt, "
        "DoubtKind, Equivalence, Example, GroupDifference, Interval, Length, NgramDifference, "
        "OrderPrecision, Origin, SegmentOutcomes, Segments, SegmentStatistics, SignificanceTest, "
        "SuspiciousSegment, SystemScore, TestSet, Tokenization, WordAccuracy"
    ),
    "tallystick.reports.comparison.plots": "write_plots",
    "tallystick.reports.comparison.saved.kept_statistics": "without_texts",
    "tallystick.reports.comparison.saved.report_files": "read_report, with_notes, write_report",
    "tallystick.reports.comparison_over_sets.function": "compare_sets",
    "tallystick.reports.comparison_over_sets.model": (
        "ComparisonOnSet, ComparisonOverSets, DifferenceOverSets, MeanScore, MetricOverSets"
    ),
    "tallystick.reports.document": (
        "Block, Bullets, Column, Entry, Glossary, Heading, HeatMap, IntervalPlot, Labels, "
        "LinePlot, Measured, Paragraph, PlottedRow, Point, Report, ScatterPlot, Table, Term, "
        "columns"
    ),
    "tallystick.reports.formats": "ANY, FORMATS, Format, Renderer, render",
    "tallystick.reports.listings.listing": "Listing",
    "tallystick.reports.meta_evaluation.function": "meta",
    "tallystick.reports.meta_evaluation.model": (
        "DifferenceBin, DifferenceOnSet, Estimate, EvaluatedMetric, EvaluatedSet, "
        "HumanHealth, MetaEvaluation, MetricDifference, PairCounts, SegmentLevel, "
        "Sensitivity, SystemLevel, Together"
    ),
    "tallystick.reports.over_time.build": "trend",
    "tallystick.reports.over_time.index": "index_of as index",
    "tallystick.reports.over_time.model": "Change, Trend, TrendReport",
    "tallystick.reports.planning.function": "plan",
    "tallystick.reports.planning.model": "Plan, PlannedDifference",
    "tallystick.reports.saving.frames": "frame",
    "tallystick.reports.scores": "DocumentScore, ScoreEntry, ScoreReport, score_report",
    "tallystick.reports.statistics_files.functions": (
        "compare_statistics, merge_statistics, meta_statistics, write_statistics"
    ),
}
"""What is imported from each module when it is first used; `__init__.pyi` says the same."""

__all__, __getattr__, __dir__ = lazy_exports(globals(), _EXPORTS)

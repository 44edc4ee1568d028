"""Reports as plain data, and the formats that show them: the public names of this package.

A report (`ScoreReport`, `Comparison`, `Listing`) provides blocks for people and tables for
programs; a `Format` renders any report. A plug-in adds a format with an entry point in the group
`tallystick.renderers` whose value is a `Format`. Modules below this package are internal.

>>> from tallystick.reports import FORMATS
>>> FORMATS["latex"].endings
('.tex',)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.lazy import lazy_exports

if TYPE_CHECKING:
    from tallystick.reports.challenge_sets.function import challenge as challenge
    from tallystick.reports.challenge_sets.model import (
        Challenge as Challenge,
        ChallengedMetric as ChallengedMetric,
        PlantedChange as PlantedChange,
        Reaction as Reaction,
    )
    from tallystick.reports.comparison.compare import compare as compare
    from tallystick.reports.comparison.model import (
        Breakdown as Breakdown,
        BreakdownCell as BreakdownCell,
        BreakdownGroup as BreakdownGroup,
        CheckedCondition as CheckedCondition,
        ComparedMetric as ComparedMetric,
        ComparedSystem as ComparedSystem,
        Comparison as Comparison,
        Difference as Difference,
        Disagreement as Disagreement,
        DistinguishingNgram as DistinguishingNgram,
        EarlierScore as EarlierScore,
        Example as Example,
        GroupDifference as GroupDifference,
        Interval as Interval,
        Length as Length,
        OrderPrecision as OrderPrecision,
        SegmentOutcomes as SegmentOutcomes,
        Segments as Segments,
        SignificanceTest as SignificanceTest,
        SuspiciousSegment as SuspiciousSegment,
        SystemScore as SystemScore,
        TestSet as TestSet,
        Tokenization as Tokenization,
        WordAccuracy as WordAccuracy,
    )
    from tallystick.reports.comparison.plots import write_plots as write_plots
    from tallystick.reports.comparison.report_files import (
        read_report as read_report,
        write_report as write_report,
    )
    from tallystick.reports.comparison_over_sets.function import compare_sets as compare_sets
    from tallystick.reports.comparison_over_sets.model import (
        ComparisonOnSet as ComparisonOnSet,
        ComparisonOverSets as ComparisonOverSets,
        DifferenceOverSets as DifferenceOverSets,
        MeanScore as MeanScore,
        MetricOverSets as MetricOverSets,
    )
    from tallystick.reports.document import (
        Block as Block,
        Bullets as Bullets,
        Column as Column,
        Entry as Entry,
        Labels as Labels,
        Paragraph as Paragraph,
        Report as Report,
        Table as Table,
        columns as columns,
    )
    from tallystick.reports.formats import (
        ANY as ANY,
        FORMATS as FORMATS,
        Format as Format,
        Renderer as Renderer,
        render as render,
    )
    from tallystick.reports.listing import Listing as Listing
    from tallystick.reports.meta_evaluation.function import meta as meta
    from tallystick.reports.meta_evaluation.model import (
        Estimate as Estimate,
        DifferenceBin as DifferenceBin,
        DifferenceOnSet as DifferenceOnSet,
        EvaluatedMetric as EvaluatedMetric,
        EvaluatedSet as EvaluatedSet,
        HumanHealth as HumanHealth,
        MetaEvaluation as MetaEvaluation,
        MetricDifference as MetricDifference,
        PairCounts as PairCounts,
        SegmentLevel as SegmentLevel,
        Sensitivity as Sensitivity,
        SystemLevel as SystemLevel,
        Together as Together,
    )
    from tallystick.reports.scores import (
        DocumentScore as DocumentScore,
        ScoreEntry as ScoreEntry,
        ScoreReport as ScoreReport,
        score_report as score_report,
    )
else:
    __all__, __getattr__, __dir__ = lazy_exports(
        globals(),
        {
            "tallystick.reports.challenge_sets.function": "challenge",
            "tallystick.reports.challenge_sets.model": (
                "Challenge, ChallengedMetric, PlantedChange, Reaction"
            ),
            "tallystick.reports.comparison.compare": "compare",
            "tallystick.reports.comparison.model": (
                "Breakdown, BreakdownCell, BreakdownGroup, CheckedCondition, ComparedMetric, "
                "ComparedSystem, Comparison, Difference, Disagreement, DistinguishingNgram, "
                "EarlierScore, Example, GroupDifference, Interval, Length, OrderPrecision, "
                "SegmentOutcomes, "
                "Segments, SignificanceTest, SuspiciousSegment, SystemScore, TestSet, "
                "Tokenization, WordAccuracy"
            ),
            "tallystick.reports.comparison.plots": "write_plots",
            "tallystick.reports.comparison.report_files": "read_report, write_report",
            "tallystick.reports.comparison_over_sets.function": "compare_sets",
            "tallystick.reports.comparison_over_sets.model": (
                "ComparisonOnSet, ComparisonOverSets, DifferenceOverSets, MeanScore, MetricOverSets"
            ),
            "tallystick.reports.document": (
                "Block, Bullets, Column, Entry, Labels, Paragraph, Report, Table, columns"
            ),
            "tallystick.reports.formats": "ANY, FORMATS, Format, Renderer, render",
            "tallystick.reports.listing": "Listing",
            "tallystick.reports.meta_evaluation.function": "meta",
            "tallystick.reports.meta_evaluation.model": (
                "DifferenceBin, DifferenceOnSet, Estimate, EvaluatedMetric, EvaluatedSet, "
                "HumanHealth, MetaEvaluation, MetricDifference, PairCounts, SegmentLevel, "
                "Sensitivity, SystemLevel, Together"
            ),
            "tallystick.reports.scores": "DocumentScore, ScoreEntry, ScoreReport, score_report",
        },
    )

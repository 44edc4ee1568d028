"""Written by tools/write_stubs.py."""

from tallystick.reports.alignments import AlignedSegment, AlignmentReport, SystemErrors, align
from tallystick.reports.challenge_sets.function import challenge
from tallystick.reports.challenge_sets.model import Challenge, ChallengedMetric, PlantedChange, Reaction
from tallystick.reports.comparison.checks.guard import with_checks
from tallystick.reports.comparison.compare import compare
from tallystick.reports.comparison.model import Breakdown, BreakdownCell, BreakdownGroup, CheckedCondition, ComparedMetric, ComparedSystem, Comparison, Difference, Disagreement, DistinguishingNgram, Doubt, DoubtKind, Equivalence, Example, GroupDifference, Interval, Length, NgramDifference, OrderPrecision, Origin, SegmentOutcomes, Segments, SegmentStatistics, SignificanceTest, SuspiciousSegment, SystemScore, TestSet, Tokenization, WordAccuracy
from tallystick.reports.comparison.plots import write_plots
from tallystick.reports.comparison.saved.kept_statistics import without_texts
from tallystick.reports.comparison.saved.report_files import read_report, with_notes, write_report
from tallystick.reports.comparison_over_sets.function import compare_sets
from tallystick.reports.comparison_over_sets.model import ComparisonOnSet, ComparisonOverSets, DifferenceOverSets, MeanScore, MetricOverSets
from tallystick.reports.document import Block, Bullets, Column, Entry, Glossary, Heading, HeatMap, IntervalPlot, Labels, LinePlot, Measured, Paragraph, PlottedRow, Point, Report, ScatterPlot, Table, Term, columns
from tallystick.reports.formats import ANY, FORMATS, Format, Renderer, render
from tallystick.reports.listings.listing import Listing
from tallystick.reports.meta_evaluation.function import meta
from tallystick.reports.meta_evaluation.model import DifferenceBin, DifferenceOnSet, Estimate, EvaluatedMetric, EvaluatedSet, HumanHealth, MetaEvaluation, MetricDifference, PairCounts, SegmentLevel, Sensitivity, SystemLevel, Together
from tallystick.reports.over_time.build import trend
from tallystick.reports.over_time.index import index_of as index
from tallystick.reports.over_time.model import Change, Trend, TrendReport
from tallystick.reports.planning.function import plan
from tallystick.reports.planning.model import Plan, PlannedDifference
from tallystick.reports.saving.frames import frame
from tallystick.reports.scores import DocumentScore, ScoreEntry, ScoreReport, score_report
from tallystick.reports.statistics_files.functions import compare_statistics, merge_statistics, meta_statistics, write_statistics

__all__ = ["ANY", "AlignedSegment", "AlignmentReport", "Block", "Breakdown", "BreakdownCell", "BreakdownGroup", "Bullets", "Challenge", "ChallengedMetric", "Change", "CheckedCondition", "Column", "ComparedMetric", "ComparedSystem", "Comparison", "ComparisonOnSet", "ComparisonOverSets", "Difference", "DifferenceBin", "DifferenceOnSet", "DifferenceOverSets", "Disagreement", "DistinguishingNgram", "DocumentScore", "Doubt", "DoubtKind", "Entry", "Equivalence", "Estimate", "EvaluatedMetric", "EvaluatedSet", "Example", "FORMATS", "Format", "Glossary", "GroupDifference", "Heading", "HeatMap", "HumanHealth", "Interval", "IntervalPlot", "Labels", "Length", "LinePlot", "Listing", "MeanScore", "Measured", "MetaEvaluation", "MetricDifference", "MetricOverSets", "NgramDifference", "OrderPrecision", "Origin", "PairCounts", "Paragraph", "Plan", "PlannedDifference", "PlantedChange", "PlottedRow", "Point", "Reaction", "Renderer", "Report", "ScatterPlot", "ScoreEntry", "ScoreReport", "SegmentLevel", "SegmentOutcomes", "SegmentStatistics", "Segments", "Sensitivity", "SignificanceTest", "SuspiciousSegment", "SystemErrors", "SystemLevel", "SystemScore", "Table", "Term", "TestSet", "Together", "Tokenization", "Trend", "TrendReport", "WordAccuracy", "align", "challenge", "columns", "compare", "compare_sets", "compare_statistics", "frame", "index", "merge_statistics", "meta", "meta_statistics", "plan", "read_report", "render", "score_report", "trend", "with_checks", "with_notes", "without_texts", "write_plots", "write_report", "write_statistics"]

"""Written by tools/write_stubs.py."""

from tallystick.reports.challenge_sets.function import challenge
from tallystick.reports.challenge_sets.model import Challenge, ChallengedMetric, PlantedChange, Reaction
from tallystick.reports.comparison.compare import compare
from tallystick.reports.comparison.model import Breakdown, BreakdownCell, BreakdownGroup, CheckedCondition, ComparedMetric, ComparedSystem, Comparison, Difference, Disagreement, DistinguishingNgram, EarlierScore, Example, GroupDifference, Interval, Length, OrderPrecision, SegmentOutcomes, Segments, SignificanceTest, SuspiciousSegment, SystemScore, TestSet, Tokenization, WordAccuracy
from tallystick.reports.comparison.plots import write_plots
from tallystick.reports.comparison.saved.report_files import read_report, write_report
from tallystick.reports.comparison_over_sets.function import compare_sets
from tallystick.reports.comparison_over_sets.model import ComparisonOnSet, ComparisonOverSets, DifferenceOverSets, MeanScore, MetricOverSets
from tallystick.reports.document import Block, Bullets, Column, Entry, Labels, Paragraph, Report, Table, columns
from tallystick.reports.formats import ANY, FORMATS, Format, Renderer, render
from tallystick.reports.listings.listing import Listing
from tallystick.reports.meta_evaluation.function import meta
from tallystick.reports.meta_evaluation.model import DifferenceBin, DifferenceOnSet, Estimate, EvaluatedMetric, EvaluatedSet, HumanHealth, MetaEvaluation, MetricDifference, PairCounts, SegmentLevel, Sensitivity, SystemLevel, Together
from tallystick.reports.scores import DocumentScore, ScoreEntry, ScoreReport, score_report

__all__ = ["ANY", "Block", "Breakdown", "BreakdownCell", "BreakdownGroup", "Bullets", "Challenge", "ChallengedMetric", "CheckedCondition", "Column", "ComparedMetric", "ComparedSystem", "Comparison", "ComparisonOnSet", "ComparisonOverSets", "Difference", "DifferenceBin", "DifferenceOnSet", "DifferenceOverSets", "Disagreement", "DistinguishingNgram", "DocumentScore", "EarlierScore", "Entry", "Estimate", "EvaluatedMetric", "EvaluatedSet", "Example", "FORMATS", "Format", "GroupDifference", "HumanHealth", "Interval", "Labels", "Length", "Listing", "MeanScore", "MetaEvaluation", "MetricDifference", "MetricOverSets", "OrderPrecision", "PairCounts", "Paragraph", "PlantedChange", "Reaction", "Renderer", "Report", "ScoreEntry", "ScoreReport", "SegmentLevel", "SegmentOutcomes", "Segments", "Sensitivity", "SignificanceTest", "SuspiciousSegment", "SystemLevel", "SystemScore", "Table", "TestSet", "Together", "Tokenization", "WordAccuracy", "challenge", "columns", "compare", "compare_sets", "meta", "read_report", "render", "score_report", "write_plots", "write_report"]

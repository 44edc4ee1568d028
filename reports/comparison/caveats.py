"""What a comparison does not show, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallystick.reports.comparison.emulation_notes import fault_of
from tallystick.reports.wording import (
    counted_units,
    listed,
    metric_title,
    names,
    percent,
    units,
)

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import (
        ComparedMetric,
        ComparedSystem,
        Comparison,
        Difference,
        SignificanceTest,
        SystemScore,
        TestSet,
    )

FEW_UNITS = 100
"""Below this the percentile bootstrap is noticeably too narrow: 95% intervals of BLEU over 30
segments held the score in 92% of 1,500 simulated test sets, over 500 in 95%."""

FEW_FOR_THE_BOOTSTRAP = 20

TESTS = ("approximate randomisation", "centred bootstrap", "two-level test")


def caveats(comparison: Comparison) -> tuple[str, ...]:
    """Say what the test does not cover, the graver first.

    Args:
        comparison: What was found; its words are not looked at.

    Returns:
        A sentence or two in each place.
    """
    titles = listed([metric_title(metric) for metric in comparison.metrics], "or")
    found = [
        _emulation(comparison.test),
        _correction(comparison.metrics, comparison.test),
        _units(comparison.test_set),
        _few_units(comparison.test_set),
        _bootstrap_of_few(comparison.test, comparison.test_set),
        _runs(comparison.systems, comparison.test),
        _overlap(comparison.metrics, comparison.scores, comparison.differences),
        _references(comparison.test_set),
        "The systems were compared on this test set alone; on other texts and domains their order "
        "can be another.",
        f"A better {titles} score is no proof that readers would prefer the system.",
    ]
    return tuple(one for one in found if one)


def _correction(metrics: Sequence[ComparedMetric], test: SignificanceTest) -> str:
    if test.comparisons < 2:
        return _several_metrics(metrics)
    level, pairs = percent(test.significance_level), f"{test.comparisons:,} comparisons"
    if test.correction == "none":
        by_chance = test.significance_level * test.comparisons
        return (
            f"The p-values are not corrected for the {pairs} of each metric: if no two systems "
            f"differed, {by_chance:.2g} of them would be called significant on average."
        )
    if test.correction == "benjamini-hochberg":
        return (
            "The correction by Benjamini and Hochberg controls the false-discovery rate: of the "
            f"differences called significant, up to {level} are expected to be none."
        )
    return _several_metrics(metrics)


def _several_metrics(metrics: Sequence[ComparedMetric]) -> str:
    if len(metrics) < 2:
        return ""
    return (
        f"Each metric was tested by itself; nothing is corrected for trying {len(metrics)} metrics."
    )


def _emulation(test: SignificanceTest) -> str:
    return "" if test.method in TESTS else fault_of(test.method)


def _units(test_set: TestSet) -> str:
    if test_set.unit == "document" and test_set.units == test_set.segments:
        return (
            "Every document has one segment, so that resampling documents is resampling segments; "
            "if they are parts of longer texts, the true uncertainty is usually larger."
        )
    if test_set.unit != "segment":
        return ""
    if test_set.documents is None:
        return (
            "No documents are known, so segments were resampled as if each stood alone; segments "
            "of one document resemble each other, and the true uncertainty is usually larger."
        )
    return (
        "Segments were resampled although documents are known; "
        "segments of one document resemble each other, and the true uncertainty is usually larger."
    )


def _few_units(test_set: TestSet) -> str:
    if test_set.units >= FEW_UNITS:
        return ""
    verb = "is" if test_set.units == 1 else "are"
    return (
        f"There {verb} only {counted_units(test_set)} to resample; with fewer than {FEW_UNITS}, "
        "intervals tend to be too narrow."
    )


def _bootstrap_of_few(test: SignificanceTest, test_set: TestSet) -> str:
    if test.method != "centred bootstrap" or test_set.units >= FEW_FOR_THE_BOOTSTRAP:
        return ""
    return (
        f"The bootstrap test rejects too many true null hypotheses with so few {units(test_set)}, "
        "11% instead of 5% with 8 of them; approximate randomisation does not."
    )


def _runs(systems: Sequence[ComparedSystem], test: SignificanceTest) -> str:
    single = [system.name for system in systems if system.runs == 1]
    if len(single) == len(systems):
        return (
            "Each system is a single training run; how much scores vary from run to run was not "
            "measured."
        )
    if single:
        are = "is a single training run" if len(single) == 1 else "are single training runs"
        whose = "its" if len(single) == 1 else "their"
        known = f"{names(single)} {are}; how much {whose} scores vary from run to run is not known"
        if test.method != "two-level test":
            return f"{known}."
        return f"{known} and was taken to be as for the other systems."
    if test.method != "two-level test":
        return "The test does not cover how much scores vary from one training run to another."
    return ""


def _overlap(
    metrics: Sequence[ComparedMetric],
    scores: Sequence[SystemScore],
    differences: Sequence[Difference],
) -> str:
    bounds = {(one.metric, one.system): one.interval for one in scores}
    for pair in differences:
        one, other = bounds.get((pair.metric, pair.system)), bounds.get((pair.metric, pair.other))
        if one and other and pair.better and one.low <= other.high and other.low <= one.high:
            return (
                "Intervals of two systems can overlap although their difference is significant, "
                "as happens here: judge a pair by its test, not by its intervals."
            )
    return ""


def _references(test_set: TestSet) -> str:
    if test_set.references is None:
        return (
            "The number of references varies from segment to segment; segments with more of them "
            "score higher for that reason alone."
        )
    if test_set.references == 1:
        return (
            "There is one reference for each segment; what is right but worded otherwise scores "
            "low."
        )
    return (
        f"Scores with {test_set.references} references cannot be compared with scores that were "
        "computed with another number of them."
    )

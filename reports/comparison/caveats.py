"""What a comparison does not show, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.correction import least_p_values
from tallystick.metrics.resampling.settings import Method
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

WIDTHS = ((100, ""), (20, "a little "), (10, "somewhat "), (1, "much "))
"""How much too narrow intervals of scores are, by the least number of units. In 800 simulated test
sets of WMT22 each, 95% intervals of BLEU held the true score in 88% with 5 units, in 92% with 10
and in 93% with 20 and 50."""

REJECTED_BY_THE_BOOTSTRAP = {8: 14, 15: 9, 20: 8, 30: 8, 40: 7}
"""How many true null hypotheses the bootstrap test rejects at 5%, in per cent, by the number of
units: 2,000 pairs of WMT23 zh-en that differ by chance alone, segments resampled."""

FEW_FOR_THE_BOOTSTRAP = 50


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
        "The systems were compared on this test set alone; the ranking may differ on other texts.",
        f"A better {titles} score is no proof that readers would prefer the system.",
    ]
    return tuple(one for one in found if one)


def _correction(metrics: Sequence[ComparedMetric], test: SignificanceTest) -> str:
    if test.comparisons < 2:
        return _several_metrics(metrics, test)
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
    return _several_metrics(metrics, test)


def _several_metrics(metrics: Sequence[ComparedMetric], test: SignificanceTest) -> str:
    if len(metrics) < 2:
        return ""
    every = "two" if len(metrics) == 2 else f"{len(metrics)}"
    if test.comparisons < 2:
        return f"P-values are not corrected for the {every} metrics."
    return f"P-values are corrected across pairs, not across the {every} metrics."


def _emulation(test: SignificanceTest) -> str:
    return "" if test.method in tuple(Method) else fault_of(test.method)


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
    width = next(words for least, words in WIDTHS if test_set.units >= least)
    if not width:
        return ""
    verb = "is" if test_set.units == 1 else "are"
    said = f"There {verb} only {counted_units(test_set)} to resample"
    if test_set.units == 1:
        return f"{said}, so that no interval can be given."
    return f"{said}: intervals of scores tend to be {width}too narrow."


def _bootstrap_of_few(test: SignificanceTest, test_set: TestSet) -> str:
    few = test_set.units < FEW_FOR_THE_BOOTSTRAP
    if test.method != Method.BOOTSTRAP or not few:
        return ""
    if least_p_values(np.array([test_set.units]))[0] > test.significance_level:
        return ""  # nothing can be rejected
    nearest = min(REJECTED_BY_THE_BOOTSTRAP, key=lambda number: abs(number - test_set.units))
    return (
        f"The bootstrap test rejects too many true null hypotheses with so few {units(test_set)}, "
        f"about {REJECTED_BY_THE_BOOTSTRAP[nearest]}% instead of 5% with {nearest} of them; "
        "approximate randomisation does not."
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
        if test.method != Method.TWO_LEVEL:
            return f"{known}."
        return f"{known} and was taken to be as for the other systems."
    if test.method != Method.TWO_LEVEL:
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
            "There is one reference for each segment; a correct translation in other words "
            "scores low."
        )
    return (
        f"Scores with {test_set.references} references cannot be compared with scores that were "
        "computed with another number of them."
    )

"""How a system compares with the baseline, or with the best: a cell of the table of systems."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.reports.comparison.html.wording import (
    difference_text,
    probability_text,
    sort_text,
)
from tallystick.reports.comparison.model import ComparedMetric, Comparison
from tallystick.reports.comparison.orientation import between, seen_from


@dataclass(frozen=True, slots=True)
class Standing:
    """How a system compares with the baseline, or with the best.

    Attributes:
        sign: "better", "worse", "same", "none": how it is marked.
        words: The same in words.
        difference: The difference, signed as from this system.
        probability: The adjusted p-value.
        value: What the column sorts by.
    """

    sign: str
    words: str
    difference: str = ""
    probability: str = ""
    value: str = ""


def standing_of(
    comparison: Comparison, metric: ComparedMetric, system: str, against: str
) -> Standing:
    """Return how a system compares with another one under a metric."""
    if system == against:
        return Standing("none", "the baseline" if comparison.baseline else "the best")
    found = between(comparison.differences_under(metric.metric), system, against)
    if found is None:
        return Standing("none", "not compared")
    difference, _ = seen_from(found, system)
    if found.significant and found.better is not None:
        sign = words = "better" if found.better == system else "worse"
    else:
        sign, words = "same", "identical output" if found.identical_output else "n.s."
    return Standing(
        sign,
        words,
        difference_text(difference, metric),
        probability_text(found.adjusted_p_value, comparison.test.significance_level),
        sort_text(difference),
    )

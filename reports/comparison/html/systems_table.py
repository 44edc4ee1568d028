"""How a system compares with the baseline or the best: a cell of the table of systems."""

from __future__ import annotations

from typing import NamedTuple

from tallystick.reports.comparison.html.matrix import sign_of
from tallystick.reports.comparison.html.wording import difference_text, probability_text, sort_text
from tallystick.reports.comparison.model import ComparedMetric, Comparison
from tallystick.reports.comparison.orientation import between, seen_from


class Standing(NamedTuple):
    """The texts of a cell; the column sorts by `value`."""

    sign: str
    words: str
    difference: str = ""
    probability: str = ""
    value: str = ""


def standing_of(
    comparison: Comparison, metric: ComparedMetric, system: str, against: str
) -> Standing:
    """Return how a system compares with another under a metric."""
    if system == against:
        return Standing("none", "the baseline" if comparison.baseline else "the best")
    found = between(comparison.differences_under(metric.metric), system, against)
    if found is None:
        return Standing("none", "not compared")
    difference, _ = seen_from(found, system)
    words = sign = sign_of(found, system)
    if sign == "same":
        words = "identical output" if found.identical_output else "n.s."
    return Standing(
        sign,
        words,
        difference_text(difference, metric),
        probability_text(found.adjusted_p_value, comparison.test),
        sort_text(difference),
    )

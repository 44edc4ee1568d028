"""How a system compares with the baseline or the best: a cell of the table of systems."""

from __future__ import annotations

from typing import NamedTuple

from tallystick.reports.comparison.facts.orientation import between, seen_from
from tallystick.reports.comparison.html.matrix import sign_of
from tallystick.reports.comparison.html.wording import (
    adjusted_text,
    difference_text,
    interval_text,
    sort_text,
)
from tallystick.reports.comparison.model import ComparedMetric, Comparison


class Standing(NamedTuple):
    """The texts of a cell; the column sorts by `value`."""

    sign: str
    words: str
    small: str = ""
    value: str = ""


def standing_of(
    comparison: Comparison, metric: ComparedMetric, system: str, against: str
) -> Standing:
    """Return how a system compares with another under a metric."""
    if system == against:
        return Standing("none", "" if comparison.baseline else "best")
    found = between(comparison.differences_under(metric.metric), system, against)
    if found is None:
        return Standing("none", "not compared")
    if found.identical_output:
        return Standing("same", "identical output")
    difference, bounds = seen_from(found, system)
    sign = sign_of(found, system)
    p = f"p {adjusted_text(found, comparison.test)}"
    details = [interval_text(bounds, metric), p, "n.s." if sign == "same" else ""]
    return Standing(
        sign,
        difference_text(difference, metric),
        " \u00b7 ".join(filter(None, details)),
        sort_text(difference),
    )

"""Numbers and names as the page shows them."""

from __future__ import annotations

import math

from tallystick.reports.comparison.model import (
    ComparedMetric,
    Difference,
    OrderPrecision,
    SignificanceTest,
)
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import (
    ABSENT,
    MINUS,
    adjusted_p_value,
    signed,
    uncorrected_p_value,
)
from tallystick.reports.wording import interval_text as interval_text
from tallystick.reports.wording import score_text as score_text

LONG_NAME, END_OF_NAME = 24, 8  # characters


def name_parts(name: str) -> tuple[str, ...]:
    """Return a name, or the two parts of a long one, the first of which is cut for lack of space.

    >>> name_parts("model"), name_parts("transformer-big-checkpoint-12"), name_parts(" ")
    (('model',), ('transformer-big-check', 'point-12'), ('(blank)',))
    """
    shown = visible(name) if name.strip() else "(blank)"
    if len(shown) <= LONG_NAME or not shown.isascii():
        return (shown,)
    return shown[:-END_OF_NAME], shown[-END_OF_NAME:]


def difference_text(difference: float | None, metric: ComparedMetric) -> str:
    """Return a difference with its sign; a dash if there is none."""
    if difference is None or not math.isfinite(difference):
        return ABSENT
    return signed(difference, metric.scale).replace("-", MINUS)


def adjusted_text(pair: Difference, test: SignificanceTest) -> str:
    """Return the adjusted p-value of a pair; a dash if there is none."""
    return ABSENT if pair.adjusted_p_value is None else adjusted_p_value(pair, test)


def uncorrected_text(pair: Difference, test: SignificanceTest) -> str:
    """Return the p-value of a pair before the correction; a dash if there is none."""
    return ABSENT if pair.p_value is None else uncorrected_p_value(pair, test)


def ratio_text(ratio: float | None) -> str:
    """Return a ratio of lengths; a dash if it is undefined."""
    return ABSENT if ratio is None else f"{ratio:.3f}"


def precision_text(found: OrderPrecision | None) -> str:
    """Return the precision of one order in percent; a dash if it is undefined."""
    if found is None or found.precision is None:
        return ABSENT
    return f"{100 * found.precision:.1f}"


def matches_text(found: OrderPrecision | None) -> str:
    """Return how many n-grams of one order match; "" if there are none."""
    if found is None or found.precision is None:
        return ""
    return f"{count_text(found.clipped_matches)} of {count_text(found.total)}"


def sort_text(value: float | None) -> str:
    """Return the value that a column sorts by; "" if there is no number.

    >>> sort_text(33.25), sort_text(None), sort_text(float("nan"))
    ('33.25', '', '')
    """
    return "" if value is None or not math.isfinite(value) else repr(value)


def count_text(count: int) -> str:
    """Return a count with separated thousands."""
    return f"{count:,}"

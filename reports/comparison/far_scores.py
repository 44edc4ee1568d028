"""The score that is so far from all others that it would squeeze them in a plot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tallystick.reports.comparison.model import SystemScore

FEWEST_OTHERS = 3


class _Span(NamedTuple):
    """A score with its interval."""

    low: float
    high: float
    system: str


def far_system(scores: Iterable[SystemScore]) -> str | None:
    """Return the system whose score plots replace by an arrow at their edge, or None.

    The lowest or the highest score is far if the gap between it and the others is wider than what
    these extend over, so that they would have less than half of the axis; intervals count.

    >>> rows = [("a", 30.0), ("b", 29.0), ("c", 27.5), ("d", 0.1)]
    >>> scores = [SystemScore(name, "bleu", x, None, None, False, (1, 1), 1) for name, x in rows]
    >>> far_system(scores), far_system(scores[:3])
    ('d', None)
    """
    spans = sorted(_span(one) for one in scores if one.score is not None)
    if len(spans) <= FEWEST_OTHERS:
        return None
    return _far_below(spans) or _far_below(
        sorted(_Span(-one.high, -one.low, one.system) for one in spans)
    )


def _span(one: SystemScore) -> _Span:
    values = [one.score or 0.0]
    if one.interval is not None:
        values += [one.interval.low, one.interval.high]
    return _Span(min(values), max(values), one.system)


def _far_below(spans: list[_Span]) -> str | None:
    first, *others = spans
    lowest = others[0].low
    extent = max(one.high for one in others) - lowest
    return first.system if 0 < extent < lowest - first.high else None

"""What renderers ask of scores and differences: who against whom, seen from which side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from tallystick.reports.comparison.model import Comparison, Difference, Interval, SystemScore
from tallystick.reports.comparison.thresholds import FEWEST_OTHER_SCORES

if TYPE_CHECKING:
    from tallystick.reports.comparison.facts.results import Results
    from tallystick.reports.comparison_over_sets.model import (
        DifferenceOverSets,
        MeanScore,
        ResultsOverSets,
    )


class Pair(Protocol):
    """Two systems, and something that is said of them."""

    @property
    def system(self) -> str:
        """The first system."""

    @property
    def other(self) -> str:
        """The second system."""


class PairDifference(Pair, Protocol):
    """The difference of two systems."""

    @property
    def difference(self) -> float | None:
        """The score of `system` minus that of `other`."""

    @property
    def interval(self) -> Interval | None:
        """Its interval."""


_Pair = TypeVar("_Pair", bound=Pair)


def between(pairs: Iterable[_Pair], system: str, other: str) -> _Pair | None:
    """Return the first pair of two systems in either order, or None."""
    sought = ((system, other), (other, system))
    return next((one for one in pairs if (one.system, one.other) in sought), None)


def seen_from(pair: PairDifference, system: str) -> tuple[float | None, Interval | None]:
    """Return the score of a system of a pair minus that of the other one, and its interval.

    >>> pair = Difference(
    ...     "bleu", "A", "B", 1.0, Interval(-0.5, 2.0), 0.6, 0.1, 0.1, False, None, False, 9,
    ...     False, 1.7, 9000,
    ... )
    >>> seen_from(pair, "A")[0], seen_from(pair, "B")
    (1.0, (-1.0, Interval(low=-2.0, high=0.5)))
    """
    if pair.system == system:
        return pair.difference, pair.interval
    return None if pair.difference is None else -pair.difference, turned(pair.interval)


def turned(bounds: Interval | None) -> Interval | None:
    """Return the bounds of a difference after a change of its sign."""
    return None if bounds is None else Interval(-bounds.high, -bounds.low)


def is_near_best(pairs: Iterable[Difference | DifferenceOverSets], system: str, best: str) -> bool:
    """Return whether a system is the best, or not significantly worse than it."""
    if system == best:
        return True
    pair = between(pairs, system, best)
    return pair is not None and pair.better != best


def sign_beside_zero(bounds: Interval | None, higher_is_better: bool) -> str:
    """Return "better" or "worse" if the interval of a difference excludes 0, else "same"."""
    if bounds is None or bounds.low <= 0 <= bounds.high:
        return "same"
    return "better" if (bounds.low > 0) == higher_is_better else "worse"


def was_tested(pair: Difference | None) -> bool:
    """Return whether a pair has a p-value."""
    return pair is not None and pair.difference is not None and pair.p_value is not None


def standard_of(
    report: Comparison | Results | ResultsOverSets, metric: str, system: str = ""
) -> str:
    """Return what a system is compared with: the baseline, its saved version, else the best system.

    It is the system itself if this is the standard of others. Of two systems without a baseline it
    is the worse under the first metric, so that all differences are those of the better one.
    """
    if report.opponents:
        return report.opponents.get(system, report.baseline or system)
    if len(report.systems) == 2:
        return report.in_order_of(report.metrics[0].metric)[-1].system
    return report.in_order_of(metric)[0].system


def standard_called(report: Comparison | ResultsOverSets, metric: str) -> str:
    """Return what titles call the systems that others are compared with."""
    if report.baseline is None and isinstance(report, Comparison) and report.opponents:
        return report.saved_report
    return standard_of(report, metric)


def is_ranked(report: Comparison | ResultsOverSets) -> bool:
    """Return whether ranks and clusters are known, for which all pairs must be tested."""
    return not is_paired(report)


def is_paired(report: Comparison | ResultsOverSets) -> bool:
    """Return whether each system is compared with one other: not all pairs of three or more."""
    return len(report.systems) <= 2 or bool(report.opponents)


class _Span(NamedTuple):
    """A score with its interval."""

    low: float
    high: float
    system: str


def far_system(scores: Iterable[SystemScore | MeanScore]) -> str | None:
    """Return the system whose score plots replace by an arrow at their edge, or None.

    The lowest or the highest score is far if the gap between it and the others is wider than what
    these extend over, so that they would have less than half of the axis; intervals count.

    >>> rows = [("a", 30.0), ("b", 29.0), ("c", 27.5), ("d", 0.1)]
    >>> scores = [SystemScore(name, "bleu", x, None, None, False, (1, 1), 1) for name, x in rows]
    >>> far_system(scores), far_system(scores[:3])
    ('d', None)
    """
    spans = sorted(_span(one) for one in scores if one.score is not None)
    if len(spans) <= FEWEST_OTHER_SCORES:
        return None
    return _far_below(spans) or _far_below(
        sorted(_Span(-one.high, -one.low, one.system) for one in spans)
    )


def _span(one: SystemScore | MeanScore) -> _Span:
    values = [one.score or 0.0]
    if one.interval is not None:
        values += [one.interval.low, one.interval.high]
    return _Span(min(values), max(values), one.system)


def _far_below(spans: list[_Span]) -> str | None:
    first, *others = spans
    lowest = others[0].low
    extent = max(one.high for one in others) - lowest
    return first.system if 0 < extent < lowest - first.high else None

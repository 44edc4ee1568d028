"""Limits that a system must keep whatever it is compared with."""

from __future__ import annotations

from tallystick.errors import OptionError
from tallystick.reports.comparison.checks.condition import LENGTH_RATIO, SEGMENTS, Limit
from tallystick.reports.comparison.model import CheckedCondition, ComparedMetric, Comparison
from tallystick.reports.comparison.thresholds import MOST_SEGMENTS_NAMED
from tallystick.reports.wording import counted, fixed, listed, percent

RATIO_DIGITS = 3


def check_limit(
    limit: Limit, comparison: Comparison, system: str, metric: ComparedMetric | None
) -> CheckedCondition:
    """Return whether a system keeps a limit; `metric` is that of a limited score."""
    number: float | None
    if metric is not None:
        number, said = _score(limit, comparison, system, metric)
    elif limit.what == LENGTH_RATIO:
        number, said = _length_ratio(limit, comparison, system)
    else:
        number, said = _segments(limit, comparison, system)
    passed = number is not None and not (
        number < limit.bound if limit.side == "below" else number > limit.bound
    )
    which = f", which is {'not ' * passed}{limit.side} {limit.shown_bound}"
    return CheckedCondition(
        condition=limit.text,
        requirement=limit.requirement("" if metric is None else metric.metric),
        system=system,
        passed=passed,
        sentence=f"{system} has {said}{'' if number is None else which}.",
        metric=None if metric is None else metric.metric,
        score=number,
    )


def _score(
    limit: Limit, comparison: Comparison, system: str, metric: ComparedMetric
) -> tuple[float | None, str]:
    score = comparison.score_of(system, metric.metric).score
    title = metric.title
    if score is None:
        return None, f"no score under {title}"
    return score, f"{_on_its_side(score, metric.scale.digits, limit)} {title}"


def _length_ratio(limit: Limit, comparison: Comparison, system: str) -> tuple[float | None, str]:
    _require_analyses(limit, comparison)
    [ratio] = [one.ratio for one in comparison.lengths if one.system == system]
    if ratio is None:
        return None, "no length ratio, because the references are empty"
    return ratio, f"a length ratio of {_on_its_side(ratio, RATIO_DIGITS, limit)}"


def _segments(limit: Limit, comparison: Comparison, system: str) -> tuple[float, str]:
    _require_analyses(limit, comparison)
    singular, suspicions = SEGMENTS[limit.what]
    found = sorted(
        {
            one.segment
            for one in comparison.suspicious
            if one.system == system and one.suspicion in suspicions
        }
    )
    total = comparison.test_set.segments
    share = len(found) / total
    shown = f"{len(found):,} {singular if len(found) == 1 else limit.what}"
    shown += f" in {counted(total, 'segment')}"
    if found:
        numbers = [f"{one:,}" for one in found[:MOST_SEGMENTS_NAMED]]
        more = len(found) - len(numbers)
        where = listed([*numbers, f"{more:,} more"] if more else numbers)
        noun = "segment" if len(found) == 1 else "segments"
        shown += f" ({percent(float(f'{share:.2g}'))}; {noun} {where})"
    return (100 * share if limit.percent else len(found)), shown


def _require_analyses(limit: Limit, comparison: Comparison) -> None:
    if not comparison.lengths:
        raise OptionError(
            f"the condition {limit.text!r} needs the analyses of segments, which this report was "
            "made without; compare again with details=True"
        )


def _on_its_side(number: float, digits: int, limit: Limit) -> str:
    """Return a number that is on the same side of the bound when it is rounded."""
    shown = fixed(number, digits)
    if (float(shown) < limit.bound, float(shown) > limit.bound) == (
        number < limit.bound,
        number > limit.bound,
    ):
        return shown
    return repr(number)

"""The checks that fail a build: whether a system is worse than another, or breaks a limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from tallystick.errors import InputError, OptionError, UnknownNameError
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.interface.identity import Scale
from tallystick.metrics.resampling.correction import least_p_values
from tallystick.reports.comparison.checks.condition import (
    Condition,
    Limit,
    Worsening,
    check_limit,
    metrics_of,
    parse_condition,
    refuse_off_scale,
)
from tallystick.reports.comparison.facts.results import between, seen_from, sign_beside_zero, turned
from tallystick.reports.comparison.model import (
    Breakdown,
    BreakdownGroup,
    CheckedCondition,
    ComparedMetric,
    Comparison,
    Difference,
    SignificanceTest,
    SystemScore,
)
from tallystick.reports.comparison.thresholds import TOLERANCE
from tallystick.reports.comparison.words.cases import (
    ALWAYS,
    Cases,
    after_correction,
    is_blind,
    least_p_value,
    sentence,
    why_blind,
)
from tallystick.reports.wording import (
    counted,
    counted_units,
    equation,
    p_value_of,
    percent,
    rounded,
    said_difference,
    signed,
)

DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The scores of two systems under a metric, and their tested difference, if any.

    `blind_because` says why no difference could be significant, if none could.
    """

    metric: ComparedMetric
    system: str
    other: str
    score: float | None
    other_score: float | None
    tested: Difference | None
    test: SignificanceTest
    untested_because: str = ""
    blind_because: str = ""
    group: str = ""

    @property
    def subject(self) -> str:
        """The metric, and the group of segments if they are not all."""
        title = self.metric.title
        return f"{title} on {self.group}" if self.group else title


def with_checks(comparison: Comparison, conditions: str | Sequence[str]) -> Comparison:
    """Return a comparison with what came of conditions, as `tallystick compare --fail-if` has it.

    Args:
        comparison: A comparison, with a baseline if a condition is that a system worsens.
        conditions: Such as "bleu worsens by more than 0.3" and "length ratio below 0.9".

    Returns:
        The comparison with `checks`, one for each condition, metric and system.

    Raises:
        OptionError: A condition is of another form, or needs a baseline.
        UnknownNameError: A condition is on a metric that the comparison does not have.

    >>> from tallystick.reports import compare
    >>> comparison = compare(systems={"one": ["a b c d"] * 9}, references=["a b c d"] * 9)
    >>> checked = with_checks(comparison, ["bleu below 50", "chrf above 90"])
    >>> [check.passed for check in checked.checks]
    [True, False]
    """
    given = [conditions] if isinstance(conditions, str) else conditions
    outcomes = checks(comparison, list(map(parse_condition, given)), comparison.opponents)
    return replace(comparison, checks=outcomes)


def checks(
    comparison: Comparison, conditions: Sequence[Condition], compared_with: Mapping[str, str]
) -> tuple[CheckedCondition, ...]:
    """Return what came of each condition on systems that must not be worse than others, if any."""
    test, test_set = comparison.test, comparison.test_set
    least, level = least_p_value(test, test_set), test.significance_level
    for condition in conditions:
        if not isinstance(condition, Worsening):
            continue
        if not compared_with:
            raise OptionError(
                f"the condition {condition.text!r} needs a baseline, which the comparison does not "
                "have; compare again with a baseline, one of "
                f"{', '.join(system.name for system in comparison.systems)}"
            )
        if condition.significant and condition.group is None and least > level:
            raise OptionError(
                f"the condition {condition.text!r} asks for a significant difference, but with "
                f"{counted_units(test_set)} none can be: the smallest p-value possible"
                f"{after_correction(test)} is {least:.2g}, above {level:g}; resample smaller "
                "units, such as segments, use a larger test set, or add 'even if not significant'"
            )
    return checked(comparison, conditions, compared_with, partial(_evidence, comparison))


def checked(
    comparison: Comparison,
    conditions: Sequence[Condition],
    compared_with: Mapping[str, str],
    evidence: Callable[[Worsening, ComparedMetric, str, str], Evidence],
) -> tuple[CheckedCondition, ...]:
    """Return what came of each condition, given the evidence on a system and another."""
    metrics = {metric.metric: metric for metric in comparison.metrics}
    titles = {metric.metric: metric.title for metric in comparison.metrics}
    limited = list(compared_with) or [system.name for system in comparison.systems]
    checks: list[CheckedCondition] = []
    for condition in conditions:
        named = [metrics[name] for name in metrics_of(condition, list(metrics), titles)]
        number = condition.bound if isinstance(condition, Limit) else condition.margin
        for metric in named:
            refuse_off_scale(
                f"the number of the condition {condition.text!r}",
                number,
                metric.scale,
                is_change=isinstance(condition, Worsening),
            )
        if isinstance(condition, Limit):
            first = named[0] if named else None
            checks += (check_limit(condition, comparison, system, first) for system in limited)
        else:
            checks += (
                judge(condition, evidence(condition, metric, system, other))
                for metric in named
                for system, other in compared_with.items()
            )
    return tuple(checks)


SENTENCES: Cases = {
    "no_score": "{system} has no score under {metric}, where {other} has {other_score}.",
    "identical": "{system} and {other} have the same output, and so the same {metric}.",
    "change_may_be": (
        "{system} {can} {other} in {metric} by more than {margin}: {shown} ({bounds})."
    ),
    "no_worse": "{system} is no worse than {other} in {metric}: {shown}{tested}{undetected}.",
    "within": (
        "{system} is worse than {other} in {metric}, but by no more than {margin}: {shown}{tested}"
        "{undetected}."
    ),
    "significant": (
        "{system} is significantly worse than {other} in {metric}{and_beyond}: {shown}{tested}."
    ),
    ALWAYS: (
        "{system} is worse than {other} in {metric}{beyond}{but}: {shown}{tested}{undetected}."
    ),
}


def judge(condition: Worsening, evidence: Evidence) -> CheckedCondition:
    """Return what came of a condition for one system under one metric."""
    metric, system, other = evidence.metric, evidence.system, evidence.other
    tested, scale, other_score = evidence.tested, metric.scale, evidence.other_score
    if other_score is None:
        raise InputError(
            f"{other} has no score under {evidence.subject}, so {system} cannot be compared with it"
        )
    if tested is None:
        refuse_untested(condition, evidence.untested_because)
    difference = None if evidence.score is None else evidence.score - other_score
    worsening = float("inf") if difference is None else difference
    if metric.higher_is_better and difference is not None:
        worsening = -difference
    significant = tested is not None and tested.better == other
    beyond = worsening > condition.margin + TOLERANCE
    largest = 0.0
    if condition.must_be_excluded:
        largest = float("inf") if difference is None else _largest_change(condition, evidence)
        failed = largest > condition.margin
    else:
        undecided = not condition.significant or difference is None or evidence.blind_because
        failed = beyond and (significant or bool(undecided))
    by_more = f"by more than {condition.margin:g}" if condition.margin else ""
    but = ", but not significantly" if tested is not None else ""
    if condition.significant and evidence.blind_because:
        but = ", and no test can tell whether by chance"
    may = "may differ from" if condition.either_way else "may be worse than"
    excluded = f"{condition.excluded} {may.rpartition(' ')[2]}"
    terms = {
        "no_score": difference is None,
        # given scores of equal outputs can differ
        "identical": tested is not None and tested.identical_output and not difference,
        "change_may_be": condition.must_be_excluded,
        "no_worse": worsening <= 0,
        "within": not beyond,
        "significant": significant,
        "system": system,
        "other": other,
        "metric": evidence.subject,
        "margin": f"{condition.margin:g}",
        "other_score": rounded(other_score, scale, None),
        "shown": f"{rounded(evidence.score, scale, None)} against "
        f"{rounded(other_score, scale, None)}, {said_difference(difference or 0.0, scale)}",
        "can": may if failed else excluded,
        "bounds": _bounds(condition, evidence, largest),
        "tested": _tested(evidence, scale),
        "undetected": "" if significant else _undetected(condition, evidence, beyond),
        "beyond": f" {by_more}" if by_more else "",
        "and_beyond": f", and {by_more}" if by_more else "",
        "but": but,
    }
    return CheckedCondition(
        condition=condition.text,
        requirement=condition.requirement(metric.metric),
        system=system,
        passed=not failed,
        sentence=sentence(SENTENCES, terms),
        metric=metric.metric,
        against=other,
        score=evidence.score,
        other_score=other_score,
        difference=difference,
        interval=tested.interval if tested is not None else None,
        p_value=tested.adjusted_p_value if tested is not None else None,
    )


def refuse_untested(condition: Worsening, untested_because: str) -> None:
    """Refuse a condition that requires a test if there was none."""
    if condition.significant:
        raise OptionError(
            f"the condition {condition.text!r} asks for a significant difference, but none can be "
            f"tested, because {untested_because}; add 'even if not significant' to go by the "
            "scores alone"
        )
    if condition.must_be_excluded:
        raise OptionError(
            f"the condition {condition.text!r} asks how large a loss can be excluded, but nothing "
            f"can be tested, because {untested_because}; go by the scores alone with "
            f"'worsens by more than {condition.margin:g} even if not significant'"
        )


def _evidence(
    comparison: Comparison, condition: Worsening, metric: ComparedMetric, system: str, other: str
) -> Evidence:
    score = _score(comparison, system, metric.metric).score
    other_score = _score(comparison, other, metric.metric).score
    tested, test = _difference(comparison, metric.metric, system, other), comparison.test
    blind = is_blind(tested, test)
    whole = Evidence(
        metric=metric,
        system=system,
        other=other,
        score=score,
        other_score=other_score,
        tested=tested,
        test=test,
        blind_because=why_blind(tested, test, comparison.test_set) if blind else "",
    )
    return whole if condition.group is None else _on_group(comparison, condition, whole)


def _on_group(comparison: Comparison, condition: Worsening, whole: Evidence) -> Evidence:
    """Return the evidence on a group, whose intervals decide on significance."""
    metric, system, other = whole.metric, whole.system, whole.other
    breakdown, group = _group_of(comparison, condition)
    of_group = (group.label, metric.metric)
    scores = {
        cell.system: cell.score for cell in breakdown.cells if (cell.group, cell.metric) == of_group
    }
    differences = (pair for pair in breakdown.differences if (pair.group, pair.metric) == of_group)
    pair = between(differences, system, other)
    if pair is None:
        raise OptionError(
            f"the condition {condition.text!r} is about {condition.group}, on which {system} and "
            f"{other} were not compared; compare again with {other} as the baseline"
        )
    if pair.interval is None and condition.significant:
        raise OptionError(
            f"the condition {condition.text!r} asks for a significant difference, but "
            f"{condition.group} has too few units of resampling for an interval; add 'even if not "
            "significant', or choose a larger group"
        )
    on_group = replace(whole, score=scores.get(system), other_score=scores.get(other))
    if whole.tested is None:
        return on_group
    _, interval = seen_from(pair, system)
    sign = sign_beside_zero(interval, metric.higher_is_better)
    differing = pair.differing_units
    tested = replace(
        whole.tested,
        interval=interval,
        adjusted_p_value=None,
        better={"better": system, "worse": other}.get(sign),
        smallest_visible_difference=None,
        corrected_visible_difference=None,
        differing_units=differing,
        p_value_limit=differing and float(least_p_values(np.array([differing]))[0]),
        exact=True,
    )
    test = replace(whole.test, comparisons=1)
    as_test_set = replace(comparison.test_set, segments=len(group.segments), units=group.units)
    if breakdown.field == DOCUMENT:
        as_test_set = replace(as_test_set, unit="segment", units=len(group.segments))
    return replace(
        on_group,
        group=str(condition.group),
        tested=tested,
        blind_because=why_blind(tested, test, as_test_set) if is_blind(tested, test) else "",
    )


def _group_of(comparison: Comparison, condition: Worsening) -> tuple[Breakdown, BreakdownGroup]:
    field, label = ("", "") if condition.group is None else condition.group
    breakdown = next(
        (breakdown for breakdown in comparison.breakdowns if breakdown.field == field), None
    )
    if breakdown is None:
        known = [breakdown.field for breakdown in comparison.breakdowns]
        others = nearest(field, known) if known else "; it has no scores by group"
        raise OptionError(
            f"the condition {condition.text!r} names the field {field!r}, by which the comparison "
            f"has no scores{others}"
        )
    groups = {group.label: group for group in breakdown.groups}
    group, segments = groups.get(label), comparison.segments
    column: Sequence[str] = ()
    if segments is not None:
        documents = segments.documents or ()
        column = documents if field == DOCUMENT else segments.metadata.get(field, ())
    size = len(group.segments) if group else column.count(label)
    if group is not None and size >= breakdown.minimum:
        return breakdown, group
    if not size:
        raise OptionError(
            f"the condition {condition.text!r} names {label!r}, which is not a group by "
            f"{field}{nearest(label, list(groups))}"
        )
    why = (
        f"and scores are only given for groups of {breakdown.minimum} or more"
        if size < breakdown.minimum
        else f"but only the {len(groups)} largest groups by {field} have scores"
    )
    raise OptionError(
        f"the condition {condition.text!r} names {label!r}, which has "
        f"{counted(size, 'segment')}, {why}; choose a larger group, or a coarser field"
    )


def _score(comparison: Comparison, system: str, metric: str) -> SystemScore:
    try:
        return comparison.score_of(system, metric)
    except UnknownNameError:
        raise OptionError(
            f"the comparison has no system {system!r}; it has "
            f"{', '.join(compared.name for compared in comparison.systems)}"
        ) from None


def _difference(comparison: Comparison, metric: str, system: str, other: str) -> Difference:
    pair = between(comparison.differences_under(metric), system, other)
    if pair is None:
        raise OptionError(
            f"the comparison lacks the difference of {system} and {other} under {metric}; "
            f"compare again with {other} as the baseline, or without a baseline"
        )
    if pair.system == system:
        return pair
    difference, interval = seen_from(pair, system)
    return replace(
        pair,
        system=system,
        other=other,
        difference=difference,
        interval=interval,
        one_sided_bounds=turned(pair.one_sided_bounds),
    )


def _largest_change(condition: Worsening, evidence: Evidence) -> float:
    """Return the largest loss that the one-sided bound of the difference does not exclude.

    If the condition is about changes either way, a gain counts too.
    """
    tested = evidence.tested
    if tested is None or tested.one_sided_bounds is None:
        raise OptionError(
            f"the condition {condition.text!r} asks how large a loss can be excluded, but nothing "
            f"bounds the difference of {evidence.system} and {evidence.other}: there is a single "
            "unit to resample, or the report was written without bounds; use a larger test set, "
            "or compare again"
        )
    low, high = tested.one_sided_bounds.low, tested.one_sided_bounds.high
    if condition.either_way:
        return max(-low, high)
    return -low if evidence.metric.higher_is_better else high


def _bounds(condition: Worsening, evidence: Evidence, largest: float) -> str:
    scale, confidence = evidence.metric.scale, percent(evidence.test.confidence)
    bounds = evidence.tested.one_sided_bounds if evidence.tested is not None else None
    if condition.either_way and bounds is not None:
        low, high = signed(bounds.low, scale), signed(bounds.high, scale)
        return f"one-sided {confidence} bounds {low} and {high}"
    bound = signed(-largest if evidence.metric.higher_is_better else largest, scale)
    return f"one-sided {confidence} bound {bound}"


def _tested(evidence: Evidence, scale: Scale) -> str:
    tested, test = evidence.tested, evidence.test
    if tested is None:
        return f"; no test was possible, because {evidence.untested_because}"
    parts = []
    if tested.interval is not None:
        low, high = signed(tested.interval.low, scale), signed(tested.interval.high, scale)
        parts.append(f"{percent(test.confidence)} interval {low} to {high}")
    if tested.adjusted_p_value is not None:
        adjusted = "adjusted " if test.is_corrected else ""
        parts.append(adjusted + equation(p_value_of(tested.adjusted_p_value, test)))
    return f" ({', '.join(parts)})" if parts else ""


def _undetected(condition: Worsening, evidence: Evidence, beyond: bool) -> str:
    """Return how large an undetected loss may be if a system passes because of a test.

    If the test could not have found any, a loss `beyond` the margin does not pass; return why.
    """
    tested = evidence.tested
    if not condition.significant or tested is None:
        return ""
    if evidence.blind_because:
        because = (
            f"; {evidence.blind_because}; allow a loss ('by more than NUMBER') or go by the scores "
            "alone ('even if not significant')"
        )
        return because if beyond else ""
    smallest = tested.detectable_difference
    if smallest is None or smallest <= condition.margin:
        return ""
    scale = evidence.metric.scale
    which = "any difference"
    if smallest <= scale.width:
        which = f"differences below about {rounded(smallest, scale, None)}"
    return f"; {which} can go undetected on this test set"

"""The disagreements of a program with its claim, grouped by cause and reduced."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from string import ascii_lowercase
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.agreement import (
    Finding,
    FindingKind,
    agree,
    expected_outcome,
    finding_of,
    same_outcome,
    smallest,
)
from tallystick.compat.case import Case
from tallystick.compat.conformance.causes import Cause, causes, size
from tallystick.compat.conformance.kinds import compares_characters
from tallystick.compat.conformance.known_defects import known_defects
from tallystick.compat.conformance.location import Location, located
from tallystick.compat.conformance.precision import Precision, equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.running import Runs
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.laws import law_named
from tallystick.errors import InputError, UnsupportedError

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_RUN_AGAIN = 10
"""The number of inputs on which a program is run a second time."""

MOST_COUNTED = 100
"""The number of inputs on which the integer statistics of a program are compared."""

MOST_CHANGED = 20
"""The number of inputs whose tokens are renamed or reversed to see what matters of them."""

MANY, FEW, NEARLY_ALL = 0.6, 0.3, 0.95
"""The shares of changed inputs that show that something matters, or does not, or never does."""

EXTREMES = (0.0, 100.0)
"""Scores that many different inputs have."""

MOST_REDUCED = 6
"""The number of inputs that are reduced to see where a program differs."""

_FAILURES: Mapping[FindingKind, str] = {
    "crash": "it crashes",
    "timeout": "it does not answer in time",
    "nonsense": "it gives no number",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One way in which a program differs from its claim.

    Attributes:
        name: What is wrong, in a sentence without a full stop.
        finding: The smallest input found that shows it, with both results.
        inputs: The number of inputs that show it.
        cause: The change of the claimed convention that explains it; None if there is none.
        defects: The ids of entries of the ledger in which a program gives the same result.
    """

    name: str
    finding: Finding
    inputs: int
    cause: Cause | None = None
    defects: tuple[str, ...] = ()

    @property
    def location(self) -> Location | None:
        """The component that differs, if no known change explains how."""
        return None if self.cause is None else self.cause.location


def problems_of(
    implementation: Implementation,
    claimed: Setting,
    observed: dict[Case, Outcome],
    precision: Precision,
    declared: float,
    runs: Runs,
) -> tuple[Problem, ...]:
    """Return the problems of a program, those that hide others first.

    Args:
        implementation: The program, with the scale and the tolerance that its scores have.
        claimed: The convention that it claims.
        observed: The outcomes of its runs.
        precision: The precision of its scores.
        declared: The absolute difference from our scores that it declares.
        runs: The limits within which it is run again.
    """
    scored = {case: one for case, one in observed.items() if not _failed(one, *_FAILURES)}
    probes = Probes(list(scored), text=implementation.input == "text")
    found = np.array(list(map(_number, scored.values())))
    ours = claimed.scores(probes)
    same = equal(ours, found, implementation.tolerance)
    differing = sorted((probes.cases[number] for number in np.flatnonzero(~same)), key=size)
    state = _state(implementation, differing, scored, runs)
    problems = list(_failures(implementation, observed))
    if state is not None:
        return (*problems, state)
    share = (runs.deadline - time.monotonic()) / 2  # the rest is for reducing inputs
    deadline = time.thread_time() + share
    for cause in causes(claimed, probes, found, implementation.tolerance, deadline):
        problems.append(_of_cause(implementation, claimed, cause, probes, scored, runs))
    agreeing = [case for case, one in zip(probes.cases, same, strict=True) if one]
    problems += _counts(implementation, agreeing, scored)
    if (
        precision.decimals is not None
        and declared < precision.tolerance(implementation.factor).absolute / 2
    ):
        problems += _rounding(implementation, precision, probes, ours, found)
    return tuple(problems)


def _failed(outcome: Outcome, *kinds: str) -> bool:
    return outcome.failure is not None and outcome.failure.kind in kinds


def _failures(implementation: Implementation, observed: dict[Case, Outcome]) -> Iterator[Problem]:
    for kind, name in _FAILURES.items():
        cases = [case for case, one in observed.items() if _failed(one, kind)]
        if kind != "timeout":  # the first one had the most time
            cases.sort(key=size)
        for case in cases[:3]:
            expected = expected_outcome(implementation, case)
            # what is undefined may give no number, but must not crash
            if kind != "nonsense" or expected.score is not None:
                finding = finding_of(implementation, kind, case, expected, observed[case])
                reduced = finding if kind == "timeout" else smallest(implementation, finding)
                yield Problem(name, reduced, len(cases))
                break


def _state(
    implementation: Implementation,
    differing: list[Case],
    observed: dict[Case, Outcome],
    runs: Runs,
) -> Problem | None:
    """Return the problem of a program whose result depends on earlier inputs, or None.

    Some inputs are given again: at once, and as the first ones of a new process, in which nothing
    can be left of earlier inputs, such as what was cached. Sums of sets can differ in their last
    digits from process to process.
    """
    again = differing[:MOST_RUN_AGAIN]

    def problem(case: Case, now: Outcome) -> Problem:
        expected = expected_outcome(implementation, case)
        finding = finding_of(implementation, "state", case, expected, observed[case], now)
        return Problem("its result depends on earlier inputs", finding, len(differing))

    for case in again:
        now = implementation.score_case(case)
        if not same_outcome(observed[case], now) and not _failed(now, "unsupported"):
            return problem(case, now)
    if runs.start_again is None or not again:
        return None
    runs.start_again()
    allowed = implementation.tolerance
    for case in again:
        now, before = implementation.score_case(case), observed[case].score
        if before is not None and now.score is not None and not allowed.allows(before, now.score):
            return problem(case, now)
    return None


def _of_cause(
    implementation: Implementation,
    claimed: Setting,
    cause: Cause,
    probes: Probes,
    observed: dict[Case, Outcome],
    runs: Runs,
) -> Problem:
    setting = cause.setting
    differing = sorted((probes.cases[number] for number in cause.explained), key=size)
    first = differing[0]
    outcomes = {first: observed[first]}

    def shows(case: Case) -> bool:
        one = Probes([case], text=probes.text)
        outcomes[case] = implementation.score_case(case)
        if _failed(outcomes[case], "unsupported"):
            return False
        found = np.array([_number(outcomes[case])])
        allowed = implementation.tolerance
        differs = not equal(claimed.scores(one), found, allowed)[0]
        return differs and (setting is None or bool(equal(setting.scores(one), found, allowed)[0]))

    case = _reduced(first, shows, runs)
    if setting is None:
        for further in _spread(differing, MOST_REDUCED):
            outcomes[further] = observed[further]
            _reduced(further, shows, runs)
        cause = replace(
            cause,
            location=_located(implementation, claimed, cause, probes, {**outcomes, **observed}),
        )
    expected, found = expected_outcome(implementation, case), outcomes[case]
    kind: FindingKind = "number" if found.failure is None else "error"
    name = cause.name(claimed)
    finding = finding_of(implementation, kind, case, expected, found)
    known = known_defects(implementation, claimed, setting, runs)
    return Problem(name, finding, len(cause.explained), cause, known)


def _located(
    implementation: Implementation,
    claimed: Setting,
    cause: Cause,
    probes: Probes,
    outcomes: dict[Case, Outcome],
) -> Location:
    """Return where a program differs in what no known change explains."""
    unexplained = {probes.cases[number] for number in cause.explained}
    cases = [case for case in outcomes if not _failed(outcomes[case], "unsupported", *_FAILURES)]
    together = Probes(cases, text=probes.text)
    found = np.array([_number(outcomes[case]) for case in cases])
    same = equal(claimed.scores(together), found, implementation.tolerance)
    known = {*probes.cases} - unexplained
    chosen = [n for n, case in enumerate(cases) if same[n] or case not in known]
    return located(
        claimed,
        Probes([cases[n] for n in chosen], text=probes.text),
        found[chosen],
        ~same[chosen],
        implementation.tolerance,
        *_experiments(
            implementation, claimed, sorted(unexplained, key=size), outcomes, probes.text
        ),
    )


def _experiments(
    implementation: Implementation,
    claimed: Setting,
    differing: list[Case],
    outcomes: Mapping[Case, Outcome],
    text: bool,
) -> tuple[bool | None, bool | None]:
    """Return whether a program agrees if tokens are renamed, and whether texts can be reversed.

    The new names have lower-case letters only, and no two of them share much. What is not clear is
    None.
    """
    allowed = implementation.tolerance
    scored = [case for case in differing if _number(outcomes[case]) not in EXTREMES]
    few = _spread(scored or differing, MOST_CHANGED)

    def scores(cases: list[Case]) -> NDArray[np.float64]:
        return np.array([_number(implementation.score_case(case)) for case in cases])

    cases = [renamed(case) for case in few]
    now = scores(cases)
    if implementation.score_case(few[0]) != outcomes[few[0]]:  # the time may be up
        return None, None
    agreeing = float(equal(claimed.scores(Probes(cases, text=text)), now, allowed).mean())
    before = np.array([_number(outcomes[case]) for case in few])
    reversed_too = scores([case.map(lambda tokens: tokens[::-1]) for case in few])
    same = float(equal(before, reversed_too, allowed).mean())
    spelled = True if agreeing >= MANY else False if agreeing <= FEW else None
    return (
        None if compares_characters(claimed.metric) else spelled,
        same >= NEARLY_ALL if law_named("reverse tokens").holds_for(claimed.dialect) else None,
    )


def renamed(case: Case) -> Case:
    """Return a case whose tokens have other names, equal ones the same.

    >>> one = renamed(Case.from_lines(["A B"], ["A C"]))
    >>> one.hypotheses[0][0] == one.references[0][0][0], len({*one.hypotheses[0]})
    (True, 2)
    """
    names: dict[str, str] = {}

    def name(token: str) -> str:
        letters = Random(len(names)).choices(ascii_lowercase, k=6)
        return names.setdefault(token, "".join(letters))

    return case.map(lambda tokens: [name(token) for token in tokens])


def _spread(cases: list[Case], most: int) -> list[Case]:
    return cases[:: -(-len(cases) // most)]


def _number(outcome: Outcome) -> float:
    return math.nan if outcome.score is None else outcome.score


def _reduced(case: Case, shows: Callable[[Case], bool], runs: Runs) -> Case:
    """Remove segments, references and tokens as long as a case shows a problem."""

    def tried(smaller: Case) -> bool:
        try:
            return shows(smaller)
        except InputError:
            return False

    while not runs.ended():
        smaller = next(filter(tried, case.smaller()), None)
        if smaller is None:
            break
        case = smaller
    return case


def _counts(
    implementation: Implementation, cases: list[Case], observed: dict[Case, Outcome]
) -> Iterator[Problem]:
    reporting = [case for case in cases if observed[case].statistics][:MOST_COUNTED]
    findings: list[Finding] = []
    for case in reporting:
        with suppress(UnsupportedError):  # the time is up
            findings += filter(None, [agree(implementation, case)])
    if findings:
        reduced = smallest(implementation, min(findings, key=lambda one: size(one.case)))
        yield Problem("its counts differ although its score does not", reduced, len(findings))


def _rounding(
    implementation: Implementation,
    precision: Precision,
    probes: Probes,
    ours: np.ndarray,
    found: np.ndarray,
) -> Iterator[Problem]:
    rounded = np.flatnonzero(np.abs(ours - found) > 1e-9 * np.maximum(1.0, np.abs(ours)))
    if len(rounded):
        number = min(rounded.tolist(), key=lambda number: size(probes.cases[number]))
        case = probes.cases[number]
        expected = expected_outcome(implementation, case)
        shown = Outcome(score=float(found[number]))
        finding = finding_of(implementation, "number", case, expected, shown)
        yield Problem(str(precision), finding, len(rounded))

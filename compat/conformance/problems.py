"""The disagreements of a program with its claim, grouped by cause and reduced."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
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
from tallystick.compat.conformance.causes import Cause, causes, single_changes, size
from tallystick.compat.conformance.kinds import compares_characters
from tallystick.compat.conformance.known_defects import known_defects
from tallystick.compat.conformance.location import Location, located
from tallystick.compat.conformance.precision import Precision, equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.running import Runs, has_failed, score_of
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.laws import law_named
from tallystick.errors import InputError, UnsupportedError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.implementations.tolerance import Tolerance

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

ENOUGH = 5
"""The number of inputs on which a change is tried first."""

MOST_REDUCED = 6
"""The number of inputs that are reduced to see where a program differs."""

_FAILURES: Mapping[FindingKind, str] = {
    "crash": "it crashes",
    "error": "it ends with an error",
    "nonsense": "it gives no number",
}
"""The kinds of failures, which say nothing of how scores are computed."""


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
    text = implementation.input == "text"
    everything = Probes(list(observed), text=text)
    right = dict(zip(everything.cases, claimed.scores(everything), strict=True))
    undefined = {case for case, score in right.items() if np.isnan(score)}
    scored = {
        case: one
        for case, one in observed.items()
        if one.score is not None or (case in undefined and has_failed(one, "error"))
    }
    probes = Probes(list(scored), text=text)
    found = np.array(list(map(score_of, scored.values())))
    ours = np.array([right[case] for case in scored])
    same = equal(ours, found, implementation.tolerance)
    differing = sorted((probes.cases[number] for number in np.flatnonzero(~same)), key=size)
    state = _state(implementation, differing, scored, runs)
    failures = {
        kind: {
            case: one
            for case, one in observed.items()
            # what is undefined may give no score, but must not crash
            if has_failed(one, kind) and (kind == "crash" or case not in undefined)
        }
        for kind in _FAILURES
    }
    problems = list(_failures(implementation, {"crash": failures.pop("crash")}))
    if state is not None:
        return (*problems, state, *_failures(implementation, failures))
    now = time.monotonic()
    deadline = now + (runs.deadline - now) / 2  # the rest is for reducing inputs
    settings: list[Setting] = []
    known = causes(claimed, probes, found, implementation.tolerance, deadline)
    for cause in known:
        problems.append(_of_cause(implementation, claimed, cause, probes, scored, runs, settings))
        settings += [] if cause.setting is None else [cause.setting]
    errors = failures["error"]
    setting = setting_of_errors(
        claimed, settings, scored, errors, text, implementation.tolerance, deadline
    )
    if setting is not None:
        del failures["error"]
        cause = Cause(setting, tuple(range(len(errors))))
        failing = Probes(list(errors), text=text)
        problems.append(_of_cause(implementation, claimed, cause, failing, errors, runs))
    problems += _failures(implementation, failures)
    agreeing = [case for case, one in zip(probes.cases, same, strict=True) if one]
    problems += _counts(implementation, agreeing, scored)
    if (
        precision.decimals is not None
        and declared < precision.tolerance(implementation.factor).absolute / 2
    ):
        problems += _rounding(implementation, precision, probes, ours, found)
    return tuple(problems)


def _failures(
    implementation: Implementation, failures: Mapping[FindingKind, Mapping[Case, Outcome]]
) -> Iterator[Problem]:
    """Yield the problem of each kind of failures that there are."""
    for kind, observed in failures.items():
        if observed:
            case = min(observed, key=size)
            expected = expected_outcome(implementation, case)
            finding = finding_of(implementation, kind, case, expected, observed[case])
            yield Problem(_FAILURES[kind], smallest(implementation, finding), len(observed))


def setting_of_errors(
    claimed: Setting,
    known: Sequence[Setting],
    scored: Mapping[Case, Outcome],
    errors: Mapping[Case, Outcome],
    text: bool,
    tolerance: Tolerance,
    deadline: float,
) -> Setting | None:
    """Return the change of a convention that explains all errors of a program, or None.

    Only the inputs of these errors have no score then, besides some of which the program says that
    it is 0; and where the program agrees with its claim, so does the change.

    Args:
        claimed: The convention.
        known: Changes of it that explain scores of the program.
        scored: The inputs with a score, or with an error that the convention has.
        errors: The other inputs with an error.
        text: Whether the program gets lines.
        tolerance: Within which scores are equal.
        deadline: The time, as of `time.monotonic`, after which no further change is tried.
    """
    if not errors:
        return None
    outcomes = {**scored, **errors}
    cases = sorted(outcomes, key=size)
    found = np.array([score_of(outcomes[case]) for case in cases])
    agrees = equal(claimed.scores(Probes(cases, text=text)), found, tolerance)

    def explains(setting: Setting, numbers: Sequence[int]) -> bool:
        with np.errstate(all="ignore"):
            scores = setting.scores(Probes([cases[number] for number in numbers], text=text))
        none, theirs = np.isnan(scores), found[numbers]
        zero = none & (theirs == 0)
        same = equal(scores, theirs, tolerance) | ~agrees[numbers]
        return bool(((same & (none == np.isnan(theirs))) | zero).all())

    fails = np.array([case in errors for case in cases])
    few = [number for kind in (fails, agrees) for number in np.flatnonzero(kind).tolist()[:ENOUGH]]
    for setting in chain(known, single_changes(claimed), *map(single_changes, known)):
        if time.monotonic() > deadline:
            return None
        if explains(setting, few) and explains(setting, range(len(cases))):
            return setting
    return None


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
        if not same_outcome(observed[case], now) and not has_failed(now, "unsupported"):
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
    observed: Mapping[Case, Outcome],
    runs: Runs,
    others: Sequence[Setting] = (),
) -> Problem:
    """Return the problem of a cause, on an input that none of the other settings explains."""
    setting = cause.setting
    differing = sorted((probes.cases[number] for number in cause.explained), key=size)
    first = differing[0]
    outcomes = {first: observed[first]}
    of_scores = observed[first].score is not None

    def shows(case: Case) -> bool:
        one = Probes([case], text=probes.text)
        outcomes[case] = implementation.score_case(case)
        if has_failed(outcomes[case], "unsupported", *(_FAILURES if of_scores else ())):
            return False
        found = np.array([score_of(outcomes[case])])

        def gives(known: Setting) -> bool:
            return bool(equal(known.scores(one), found, implementation.tolerance)[0])

        if any(map(gives, (claimed, *others))):
            return False
        return setting is None or gives(setting)

    case = _reduced(first, shows, runs)
    if setting is None:
        for further in _spread(differing, MOST_REDUCED):
            outcomes[further] = observed[further]
            _reduced(further, shows, runs)
        cause = replace(
            cause,
            location=_located(
                implementation, claimed, cause, probes, {**outcomes, **observed}, others
            ),
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
    others: Sequence[Setting],
) -> Location:
    """Return where a program differs in what no known change explains."""
    unexplained = {probes.cases[number] for number in cause.explained}
    cases = [case for case in outcomes if not has_failed(outcomes[case], "unsupported", *_FAILURES)]
    together = Probes(cases, text=probes.text)
    found = np.array([score_of(outcomes[case]) for case in cases])
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
            implementation, (claimed, *others), sorted(unexplained, key=size), outcomes, probes.text
        ),
    )


def _experiments(
    implementation: Implementation,
    settings: Sequence[Setting],
    differing: list[Case],
    outcomes: Mapping[Case, Outcome],
    text: bool,
) -> tuple[bool | None, bool | None]:
    """Return whether a program agrees if tokens are renamed, and whether texts can be reversed.

    To agree is to have the scores of its claim, the first setting, or of a change that is known.

    The new names have lower-case letters only, and no two of them share much. What is not clear is
    None.
    """
    allowed = implementation.tolerance
    scored = [case for case in differing if score_of(outcomes[case]) not in EXTREMES]
    few = _spread(scored or differing, MOST_CHANGED)

    def scores(cases: list[Case]) -> NDArray[np.float64]:
        return np.array([score_of(implementation.score_case(case)) for case in cases])

    cases = [renamed(case) for case in few]
    now = scores(cases)
    if implementation.score_case(few[0]) != outcomes[few[0]]:  # the time may be up
        return None, None
    together = Probes(cases, text=text)
    agreeing = float(
        np.logical_or.reduce([equal(one.scores(together), now, allowed) for one in settings]).mean()
    )
    claimed = settings[0]
    before = np.array([score_of(outcomes[case]) for case in few])
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

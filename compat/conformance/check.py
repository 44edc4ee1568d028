"""Check whether a program follows the convention that it claims."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from random import Random

import numpy as np

from tallystick.compat.agreement import expected_outcome
from tallystick.compat.case import Case
from tallystick.compat.conformance.causes import size
from tallystick.compat.conformance.inputs import (
    Accepted,
    both_orders,
    drawn,
    drawn_long,
    made_by_hand,
)
from tallystick.compat.conformance.precision import Precision, precision_of, scale_of
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.problems import Problem, problems_of
from tallystick.compat.conformance.running import LONG, Runs, rescaled
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.implementation import Implementation, program_name
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.implementations.tolerance import Tolerance
from tallystick.compat.laws import LAWS, Violation, broken_laws
from tallystick.compat.shown import Shown
from tallystick.errors import OptionError

EXAMPLES = 500
"""The number of drawn inputs by default."""

SECONDS = 60.0
"""The time limit by default; what has been found by then is reported."""

UNROUNDED = Precision()
"""The precision of most programs."""

INPUTS, REDUCTION = 0.5, 0.85
"""The shares of the time after which no further input is tried, and no input reduced further.

Causes are searched in half of the time between; laws have the rest.
"""


class Verdict(Enum):
    """The result of a check, as words for people."""

    CONFORMS = "conforms"
    DIFFERS = "differs"
    NOT_RUN = "could not be run"


@dataclass(frozen=True, slots=True)
class Check(Shown):
    """The result of `check`.

    Attributes:
        implementation: The name of the program.
        version: Its version.
        claimed: The convention that it claims to follow.
        verdict: Whether it follows it.
        precision: The precision of its scores.
        scale: Its perfect score, which may differ from the declared one; None if there is none.
        inputs: The number of inputs on which it was compared with the convention.
        refused: The number of inputs that it said it does not support.
        late: The inputs without an answer in time, which are left out.
        calls: The number of its runs, with those for laws and for reducing inputs.
        laws: The number of laws that were checked.
        seconds: The time that the check took.
        seed: The seed of the drawn inputs.
        problems: Where it differs, the main problem first.
        violations: The laws that it breaks, each with an input.
        note: Why the check ended early or the program could not be run, and which exit statuses
            were ignored, or "".
    """

    implementation: str
    version: str
    claimed: Setting
    verdict: Verdict
    seed: int
    precision: Precision = UNROUNDED
    scale: float | None = None
    inputs: int = 0
    refused: int = 0
    late: tuple[Case, ...] = ()
    calls: int = 0
    laws: int = 0
    seconds: float = 0.0
    problems: tuple[Problem, ...] = ()
    violations: tuple[Violation, ...] = ()
    note: str = ""

    def __bool__(self) -> bool:
        """Return whether the program conforms."""
        return self.verdict is Verdict.CONFORMS

    @property
    def differences(self) -> tuple[str, ...]:
        """The names of the problems, and of the laws that are broken, as in a suite."""
        laws = (f"law: {one.law.name}" for one in self.violations)
        return (*(one.name for one in self.problems), *laws)

    @property
    def headline(self) -> str:
        """The verdict as a sentence."""
        program = program_name(self.implementation, self.version)
        if self.verdict is Verdict.CONFORMS:
            answered = " on the inputs that it answered in time" * bool(self.late)
            return f"{program} conforms to {self.claimed.name}{answered}."
        if self.verdict is Verdict.NOT_RUN:
            return f"{program} could not be run."
        main = self.problems[0].name if self.problems else "it breaks a law"
        return f"{program} does not conform to {self.claimed.name}: {main}."

    def __str__(self) -> str:
        problems = [
            "\n".join([f"{number}. {one.name}", *_evidence(one), str(one.finding)])
            for number, one in enumerate(self.problems, 1)
        ]
        notes = [self.note] if self.note else []
        return "\n\n".join([self.headline, *problems, *map(str, self.violations), *notes])


def _evidence(problem: Problem) -> list[str]:
    return [] if problem.location is None else [problem.location.evidence]


def check(
    implementation: Implementation,
    *,
    examples: int = EXAMPLES,
    seconds: float = SECONDS,
    seed: int = 0,
) -> Check:
    """Check whether a program follows the convention that it claims.

    The program is run on inputs made by hand, on drawn inputs, on both also with their references
    in reverse order, and on those of the laws that follow from its convention. Disagreements are
    grouped by the change of the convention that explains them, and each group is shown on its
    smallest input.

    Args:
        implementation: The program, with the dialect that it claims. One of the catalogue runs in
            a process of its own.
        examples: The number of drawn inputs, 1 or more.
        seconds: The time after which the program is not run again, and ended if it has a process
            of its own; more than 0. Inputs are tried in the first half of it; then causes are
            searched, inputs reduced and laws checked.
        seed: The seed of the drawn inputs.

    Raises:
        MissingExtraError: The program is not installed.
        OptionError: The implementation has no dialect, or a limit is out of range.

    >>> def precision(hypotheses, references, order):
    ...     pairs = list(zip(hypotheses, references))
    ...     found = sum(token in one[0] for tokens, one in pairs for token in tokens)
    ...     return found / sum(len(tokens) for tokens, _ in pairs)
    >>> mine = Implementation(
    ...     name="mine", metric="bleu", run=precision, dialect="brevity_penalty=none+order=1",
    ...     order=1, orders=(1,), references="one", empty_segments=False,
    ... )
    >>> found = check(mine, examples=50)
    >>> found.verdict, [problem.cause.setting.dialect.clip for problem in found.problems]
    (<Verdict.DIFFERS: 'differs'>, ['none'])
    """
    if examples < 1 or not seconds > 0:
        raise OptionError(
            f"examples is {examples!r} and seconds is {seconds!r}; expected 1 or more, and more "
            "than 0"
        )
    started = time.monotonic()
    runs = Runs(started + INPUTS * seconds, for_long=LONG * seconds)
    counted = runs.counted(implementation)
    claimed = Setting.claimed_by(implementation)
    accepted = Accepted.by(implementation)
    short, long = drawn(accepted, examples, seed), drawn_long(accepted, examples, seed)
    cases = both_orders(chain(made_by_hand(accepted), short, long))
    Random(seed).shuffle(cases)  # the time may be up before the last one
    observed = runs.outcomes_by_size(counted, cases)
    result = Check(
        implementation=implementation.name,
        version=implementation.version(),
        claimed=claimed,
        verdict=Verdict.NOT_RUN,
        seed=seed,
        inputs=len(observed),
        refused=runs.refused,
    )
    if all(outcome.score is None for outcome in observed.values()):
        why_not = _why_not(observed, runs)
    else:
        why_not = _undefined(counted, observed)
    if why_not:
        return replace(result, calls=runs.calls, seconds=time.monotonic() - started, note=why_not)
    note = "; ".join(filter(None, (runs.note, _statuses(observed.values()))))
    runs.deadline = started + REDUCTION * seconds
    precision, fair = recognized(counted, claimed, observed)
    observed = {
        case: rescaled(outcome, fair.factor / counted.factor) for case, outcome in observed.items()
    }
    problems = problems_of(
        fair, claimed, observed, precision, implementation.tolerance.absolute, runs
    )
    stateful = any(problem.finding.kind == "state" for problem in problems)
    runs.deadline = started + seconds
    checked, violations = _laws(fair, () if stateful else observed, runs)
    high = claimed.metric.identity.scale.high
    return replace(
        result,
        late=tuple(sorted(runs.late, key=size)),
        verdict=Verdict.DIFFERS if problems or violations else Verdict.CONFORMS,
        precision=precision,
        scale=None if high is None else fair.scale,
        calls=runs.calls,
        laws=checked,
        seconds=time.monotonic() - started,
        problems=problems,
        violations=violations,
        note=note,
    )


def _undefined(implementation: Implementation, cases: Iterable[Case]) -> str:
    """Return why our metric gives no score of any case, such as a missing library, or ""."""
    expected = None
    for case in sorted(cases, key=size, reverse=True):
        expected = expected_outcome(implementation, case)
        if expected.score is not None:
            return ""
    return "" if expected is None else f"its claim gives no score of any input: {expected.failure}"


def _statuses(outcomes: Iterable[Outcome]) -> str:
    """Return what is to be said of a command that prints scores and reports failures, or ""."""
    statuses = [outcome.exit_status for outcome in outcomes if outcome.exit_status]
    if not statuses:
        return ""
    which = ", ".join(map(str, sorted(set(statuses))))
    return f"scores printed with exit status {which} count as scores (inputs: {len(statuses):,})"


def _why_not(observed: dict[Case, Outcome], runs: Runs) -> str:
    for outcome in observed.values():
        return f"it failed on every input, first with {outcome.failure}"
    if runs.calls > runs.refused:
        return "it gave no answer before the time was up"
    return runs.note or "it accepts none of the inputs"


def recognized(
    implementation: Implementation, claimed: Setting, observed: dict[Case, Outcome]
) -> tuple[Precision, Implementation]:
    """Return the precision of a program, and the program with its scale and tolerance."""
    scored = {case: one.score for case, one in observed.items() if one.score is not None}
    ours = claimed.scores(Probes(list(scored), text=implementation.input == "text"))
    found = np.array(list(scored.values()))
    scale = implementation.scale / scale_of(ours, found)
    fair = replace(implementation, scale=scale)
    to_ours = implementation.factor
    precision = precision_of((found / to_ours).tolist(), (ours / fair.factor).tolist())
    allowed, declared = precision.tolerance(fair.factor), implementation.tolerance
    tolerance = Tolerance(
        max(allowed.relative, declared.relative), max(allowed.absolute, declared.absolute)
    )
    return precision, replace(fair, tolerance=tolerance)


def _laws(
    implementation: Implementation, cases: Iterable[Case], runs: Runs
) -> tuple[int, tuple[Violation, ...]]:
    """Return the number of laws that were checked, and the smallest violation of each."""
    dialect = implementation.our_metric()
    laws = [law for law in LAWS if law.holds_for(getattr(dialect, "conventions", None))]
    violations: dict[str, Violation] = {}
    for case in few_small(cases):
        if runs.ended():
            break
        left = tuple(law for law in laws if law.name not in violations)
        for violation in broken_laws(implementation, case, left):
            violations[violation.law.name] = violation
    return len(laws), tuple(violations.values())


def few_small(cases: Iterable[Case]) -> list[Case]:
    """Return about 40 of the cases of fewer than 60 tokens, on which laws are checked."""
    small = sorted((case for case in cases if size(case) < 60), key=size)
    return small[:: max(1, len(small) // 40)]

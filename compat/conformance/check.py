"""Check whether a program follows the convention that it claims."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from random import Random

from tallystick.compat.agreement import expected_outcome, is_left_open
from tallystick.compat.case import Case
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.inputs import both_orders, drawn, made_by_hand
from tallystick.compat.conformance.precision import Precision
from tallystick.compat.conformance.problems import Problem, problems_of
from tallystick.compat.conformance.running import Examined, Runs, has_failed
from tallystick.compat.conformance.search import size, spread
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.implementation import Implementation, program_name
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.implementations.processes.process import checked_timeout
from tallystick.compat.laws import Law, Violation, broken_laws, laws_for
from tallystick.compat.shown import Shown
from tallystick.errors import OptionError

UNROUNDED = Precision()


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
        hurried: Whether there was no time for some inputs or causes, or for laws on some.
        calls: The number of its runs, with those for laws and for reducing inputs.
        laws: The laws that were checked.
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
    hurried: bool = False
    calls: int = 0
    laws: tuple[Law, ...] = ()
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
        laws = (f"law: {violation.law.name}" for violation in self.violations)
        return (*(problem.name for problem in self.problems), *laws)

    @property
    def unsearched(self) -> tuple[str, ...] | None:
        """The problems whose cause there was no time to find; None if there was time for all."""
        unknown = (
            problem for problem in self.problems if problem.cause and problem.cause.setting is None
        )
        return tuple(problem.name for problem in unknown) if self.hurried else None

    @property
    def headline(self) -> str:
        """The verdict as a sentence."""
        program = program_name(self.implementation, self.version)
        if self.verdict is Verdict.CONFORMS:
            left = ["supports"] * bool(self.refused) + ["answered in time"] * bool(self.late)
            on = f" on the inputs that it {' and '.join(left)}" if left else ""
            on += ", as far as there was time" if self.hurried else ""
            return f"{program} conforms to {self.claimed.name}{on}."
        if self.verdict is Verdict.NOT_RUN:
            return f"{program} could not be run."
        main = self.problems[0].name if self.problems else "it breaks a law"
        return f"{program} does not conform to {self.claimed.name}: {main}."


def check(
    implementation: Implementation,
    *,
    examples: int = limits.EXAMPLES,
    seconds: float = limits.SECONDS,
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
    ...     matches = sum(token in known[0] for tokens, known in pairs for token in tokens)
    ...     return matches / sum(len(tokens) for tokens, _ in pairs)
    >>> mine = Implementation(
    ...     name="mine", metric="bleu", run=precision, dialect="brevity_penalty=none+order=1",
    ...     order=1, orders=(1,), references="one", empty_segments=False,
    ... )
    >>> checked = check(mine, examples=50)
    >>> checked.verdict, [problem.cause.setting.dialect.clip for problem in checked.problems]
    (<Verdict.DIFFERS: 'differs'>, ['none'])
    """
    if examples < 1:
        raise OptionError(f"examples is {examples!r}; expected 1 or more")
    checked_timeout(seconds, "seconds")
    started = time.monotonic()
    runs = Runs(started + limits.INPUTS * seconds, for_long=limits.LONG * seconds)
    counted = runs.counted(implementation)
    tried = runs.outcomes_by_size(counted, inputs_of_check(implementation, examples, seed))
    outcomes = {
        case: outcome
        for case, outcome in tried.items()
        if has_failed(outcome, "crash") or not is_left_open(implementation, case)
    }
    result = Check(
        implementation=implementation.name,
        version=implementation.version(),
        claimed=Setting.claimed_by(implementation),
        verdict=Verdict.NOT_RUN,
        seed=seed,
        inputs=len(outcomes),
        refused=runs.refused,
    )
    why_not = _why_not(counted, outcomes, runs)
    if why_not:
        return replace(result, calls=runs.calls, seconds=time.monotonic() - started, note=why_not)
    hurried = runs.hurried
    note = "; ".join(filter(None, (runs.note, _statuses(outcomes.values()))))
    runs.deadline = started + limits.REDUCTION * seconds
    examined = Examined.of(counted, outcomes, runs)
    problems = problems_of(examined)
    stateful = any(problem.finding.kind == "state" for problem in problems)
    runs.deadline = started + seconds
    checked, violations, unchecked = _laws(examined.program, () if stateful else outcomes, runs)
    high = examined.claimed.metric.identity.scale.high
    return replace(
        result,
        late=tuple(sorted(runs.late, key=size)),
        hurried=hurried or bool(unchecked or runs.unsearched),
        verdict=Verdict.DIFFERS if problems or violations else Verdict.CONFORMS,
        precision=examined.precision,
        scale=None if high is None else examined.program.scale,
        calls=runs.calls,
        laws=checked,
        seconds=time.monotonic() - started,
        problems=problems,
        violations=violations,
        note="; ".join(filter(None, (note, runs.unsearched, unchecked))),
    )


def inputs_of_check(implementation: Implementation, examples: int, seed: int) -> list[Case]:
    """Return the inputs of a check in random order: the time may be up before the last one."""
    long = drawn(implementation, max(4, examples // 25), seed, long=True)
    short = drawn(implementation, examples, seed)
    cases = both_orders([*made_by_hand(implementation), *short, *long])
    Random(seed).shuffle(cases)
    return cases


def _why_not(program: Implementation, outcomes: Mapping[Case, Outcome], runs: Runs) -> str:
    if not outcomes:
        if runs.calls > runs.refused:
            return "it gave no answer before the time was up"
        if runs.refused:
            return f"it refused every input, first with {runs.first_failure}"
        return runs.note or "it accepts none of the inputs"
    if all(outcome.score is None for outcome in outcomes.values()):
        return f"it failed on every input, first with {runs.first_failure}"
    for case in sorted(outcomes, key=size, reverse=True):
        expected = expected_outcome(program, case)
        if expected.score is not None:
            return ""
    return f"its claim gives no score of any input: {expected.failure}"


def _statuses(outcomes: Iterable[Outcome]) -> str:
    """Return what is to be said of a command that prints scores and reports failures, or ""."""
    statuses = [outcome.exit_status for outcome in outcomes if outcome.exit_status]
    which = ", ".join(map(str, sorted(set(statuses))))
    how_many = f"(inputs: {len(statuses):,})"
    return f"scores printed with exit status {which} count as scores {how_many}" if which else ""


def _laws(
    implementation: Implementation, cases: Iterable[Case], runs: Runs
) -> tuple[tuple[Law, ...], tuple[Violation, ...], str]:
    """Return the laws that were checked, the smallest violation of each, and what was left out."""
    laws = laws_for(implementation)
    violations: dict[str, Violation] = {}
    small = sorted((case for case in cases if size(case) < limits.SMALL), key=size)
    tried, inputs = 0, spread(small, limits.FEW_OF_LAWS)
    for case in inputs:
        if runs.ended():
            break
        left = tuple(law for law in laws if law.name not in violations)
        for violation in broken_laws(implementation, case, left):
            if _differs(implementation, violation):
                violations[violation.law.name] = violation
        tried += not runs.ended()
    unchecked = ""
    if tried < len(inputs):
        why = "it failed too often" if runs.failures >= limits.MOST_FAILURES else "the time was up"
        unchecked = f"laws were not checked on {len(inputs) - tried} of {len(inputs)} inputs: {why}"
    return laws if tried else (), tuple(violations.values()), unchecked


def _differs(implementation: Implementation, violation: Violation) -> bool:
    """Return whether the convention says something else of the inputs that violate a law."""
    expected = [expected_outcome(implementation, scored.case).score for scored in violation.scored]
    ours = zip(expected, violation.scored, strict=True)
    return not any(is_left_open(implementation, case) for case, _ in violation.scored) and any(
        right is None or not implementation.tolerance.allows(right, scored.score)
        for right, scored in ours
    )

"""Running a program on many inputs within limits, and recognizing how it writes its scores."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Any

import numpy as np

from tallystick.compat.agreement import Finding, FindingKind, expected_outcome, finding_of
from tallystick.compat.case import Case
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.precision import Precision, precision_of, scale_of
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.search import NO_LIMIT, Budget, Evidence, in_time, size
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome, failed
from tallystick.compat.implementations.processes.process import until
from tallystick.compat.implementations.processes.python_process import limited
from tallystick.compat.implementations.tolerance import Tolerance
from tallystick.compat.laws.law import all_tokens, relabelled
from tallystick.errors import InputError, MissingExtraError, OptionError

FAILED = {
    "crash": "crashes",
    "error": "ends with an error",
    "nonsense": "gives no number",
    "timeout": "times out",
}
"""What a program does that fails, by the kind of the failure."""

HARD = frozenset({"crash", "timeout"})
"""The failures that take much time."""

TIME_IS_UP = failed("unsupported", "the time is up")
"""The outcome of an input on which a program was not run, or not to its end."""


@dataclass(slots=True)
class Runs:
    """The runs of a program and their limits. Inputs without an answer in time are no defect."""

    deadline: float  # of time.monotonic; a run that is late is ended, if it can be, and left out
    for_long: float = math.inf  # the seconds that are left for long inputs
    calls: int = 0
    refused: int = 0
    late: list[Case] = field(default_factory=list, init=False)
    failures: int = 0  # time-outs and crashes
    first_failure: str = field(default="", init=False)  # of any kind
    note: str = field(default="", init=False)  # why inputs were left out
    unsearched: str = field(default="", init=False)  # why causes may be missing
    hurried: bool = field(default=False, init=False)
    _slowest: float = field(default=0.0, init=False)
    _has_been_late: bool = field(default=False, init=False)
    # makes the next run the first one of a new process
    start_again: Callable[[], None] | None = field(default=None, init=False)

    def counted(self, implementation: Implementation) -> Implementation:
        """Return an implementation with counted runs, in its own process if of the catalogue."""
        if not isinstance(implementation, Implementation):
            raise OptionError(
                f"the implementation is {implementation!r}; expected an Implementation, such as "
                "Implementation(name='mine', metric='bleu', run=function), or the result of "
                "implementation_given"
            )
        missing = implementation.missing()
        if missing is not None:
            raise MissingExtraError(missing)
        implementation = limited(implementation)
        self.start_again = getattr(implementation.run, "start_again", None)
        run: Callable[..., Any] = implementation.run

        def counted(*given: Any) -> Any:
            if time.monotonic() > self.deadline:
                return TIME_IS_UP
            self.calls += 1
            started = time.monotonic()
            seconds = limits.PATIENCE + 2 * self._slowest if self._has_been_late else math.inf
            with until(min(self.deadline, started + seconds)):
                answer = run(*given)
            now = time.monotonic()
            if not _is_late(answer):
                self._slowest = max(self._slowest, now - started)
            elif now > self.deadline:
                return TIME_IS_UP
            else:
                self._has_been_late = True
            return answer

        return replace(implementation, run=counted)

    def ended(self) -> bool:
        """Return whether the program must not be run again; `note` then says why."""
        if self.failures >= limits.MOST_FAILURES:
            self.note = f"it crashed or timed out {self.failures} times, and was not run again"
        elif time.monotonic() > self.deadline:
            self.note = "the time was up before all inputs were tried"
        else:
            return False
        return True

    def outcomes(
        self, implementation: Implementation, cases: Iterable[Case]
    ) -> dict[Case, Outcome]:
        """Return the outcome of every case that a program accepts, until a limit is reached."""
        outcomes: dict[Case, Outcome] = {}
        for case in cases:
            if self.ended():
                self.hurried = True
                break
            is_long = size(case) > limits.SHORT
            if is_long and self.for_long <= 0:
                self._leave_out(case)
                continue
            started = time.monotonic()
            try:
                with until(started + self.for_long if is_long else math.inf):
                    outcome = implementation.score_case(case)
            except InputError:
                continue
            if is_long:
                self.for_long -= time.monotonic() - started
            if outcome == TIME_IS_UP:
                continue
            if is_long and self.for_long <= 0 and _is_late(outcome):
                self._leave_out(case)
                continue
            if outcome.failure:
                self.first_failure = self.first_failure or str(outcome.failure)
            kind = outcome.failure and outcome.failure.kind
            self.failures += kind in HARD
            if kind == "unsupported":
                self.refused += 1
            elif kind == "timeout":
                self.late.append(case)
            else:
                outcomes[case] = outcome
        return outcomes

    def outcomes_by_size(
        self, implementation: Implementation, cases: Iterable[Case]
    ) -> dict[Case, Outcome]:
        """Return the outcomes of cases, of long ones up to the first that may be slow."""
        given = list(cases)
        claimed = Setting.claimed_by(implementation)
        outcomes = self.outcomes(implementation, (it for it in given if size(it) <= limits.SHORT))
        left = sorted((case for case in given if size(case) > limits.SHORT), key=size)
        for case in in_time([*left], size, lambda: self.for_long):
            started = time.monotonic()
            claimed.scores(Probes([case], text=implementation.input == "text"))
            self.for_long -= time.monotonic() - started
            outcomes |= self.outcomes(implementation, [case])
            left.remove(case)
        if left:
            self._leave_out(left[0])
        return outcomes

    def _leave_out(self, case: Case) -> None:
        self.note = self.note or (
            f"long inputs take much time, so those of {size(case):,} tokens and more were left out"
        )


def _is_late(answer: object) -> bool:
    return isinstance(answer, Outcome) and has_failed(answer, "timeout")


def has_failed(outcome: Outcome, *kinds: str) -> bool:
    """Return whether an outcome is a failure of one of some kinds."""
    return outcome.failure is not None and outcome.failure.kind in kinds


def rescaled(outcome: Outcome, factor: float) -> Outcome:
    """Return an outcome whose score is multiplied by a factor."""
    return outcome if outcome.score is None else replace(outcome, score=factor * outcome.score)


@dataclass(frozen=True)
class Examined:
    """A program that was run on inputs, with outcomes on our scale."""

    program: Implementation  # with the scale and the tolerance that its scores have
    claimed: Setting
    outcomes: Mapping[Case, Outcome]
    precision: Precision
    runs: Runs
    given: Implementation  # with the scale and the tolerance that it declares

    @classmethod
    def of(cls, given: Implementation, outcomes: Mapping[Case, Outcome], runs: Runs) -> Examined:
        """Recognize how a program writes its scores, of outcomes on the scale that it declares."""
        claimed = Setting.claimed_by(given)
        scored = {
            case: outcome.score for case, outcome in outcomes.items() if outcome.score is not None
        }
        fair, precision = given, Precision()
        if scored:
            ours = claimed.scores(Probes(list(scored), text=given.input == "text"))
            scores = np.array(list(scored.values()))
            fair = replace(given, scale=given.scale / scale_of(ours, scores))
            precision = precision_of(
                (scores / given.factor).tolist(), (ours / fair.factor).tolist()
            )
            fair = as_written(given, fair.scale, precision)
        ratio = fair.factor / given.factor
        on_our_scale = {case: rescaled(outcome, ratio) for case, outcome in outcomes.items()}
        return cls(fair, claimed, on_our_scale, precision, runs, given)

    def again(self, case: Case) -> Outcome:
        """Run the program once more; equal results are equal to the last bit, as in `outcomes`."""
        return rescaled(self.given.score_case(case), self.program.factor / self.given.factor)

    def evidence(self, outcomes: Mapping[Case, Outcome], budget: Budget = NO_LIMIT) -> Evidence:
        """Return outcomes with the right scores."""
        return Evidence.of(self.claimed, outcomes, self.program, budget)

    def finding(
        self, kind: FindingKind, case: Case, outcome: Outcome, again: Outcome | None = None
    ) -> Finding:
        """Return a finding about the program."""
        expected = expected_outcome(self.program, case)
        return finding_of(self.program, kind, case, expected, outcome, again)


def as_written(given: Implementation, scale: float, precision: Precision) -> Implementation:
    """Return a program with the scale of its scores and a tolerance that their precision needs."""
    allowed, declared = precision.tolerance(replace(given, scale=scale).factor), given.tolerance
    tolerance = Tolerance(
        max(allowed.relative, declared.relative), max(allowed.absolute, declared.absolute)
    )
    return replace(given, scale=scale, tolerance=tolerance)


def reduced(case: Case, shows: Callable[[Case], bool], ended: Callable[[], bool]) -> Case:
    """Return the smallest part found of a case that shows something, with letters as tokens."""

    def tried(other: Case) -> bool:
        try:
            return not ended() and shows(other)
        except InputError:
            return False

    while (smaller := next(filter(tried, case.smaller()), None)) is not None:
        case = smaller
    tokens = all_tokens(case)
    odd = [token for token in tokens if token not in ascii_lowercase]
    letters = [letter for letter in ascii_lowercase if letter not in tokens]
    for token, letter in zip(odd, letters, strict=False):
        plain = relabelled(case, {token: letter})
        case = plain if tried(plain) else case
    return case

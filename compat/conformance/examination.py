"""A program that was run on inputs: what it claims, and what it gave."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from string import ascii_lowercase

import numpy as np

from tallystick.compat.agreement import Finding, FindingKind, expected_outcome, finding_of
from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.evidence import Evidence, is_quick, quarters_of
from tallystick.compat.conformance.precision import Precision, precision_of, scale_of
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.running import Runs, rescaled
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.implementations.tolerance import Tolerance
from tallystick.errors import InputError


@dataclass(frozen=True)
class Examined:
    """A program that was run on inputs.

    Attributes:
        program: The program, with the scale and the tolerance that its scores have.
        claimed: The convention that it claims.
        outcomes: What it gave, on our scale.
        precision: The precision of its scores.
        declared: The absolute difference from our scores that it declares.
        runs: The limits within which it is run again.
        given: The program, with the scale that it declares.
    """

    program: Implementation
    claimed: Setting
    outcomes: Mapping[Case, Outcome]
    precision: Precision
    declared: float
    runs: Runs
    given: Implementation

    @classmethod
    def of(cls, given: Implementation, outcomes: Mapping[Case, Outcome], runs: Runs) -> Examined:
        """Recognize how a program writes its scores.

        Args:
            given: The program, with the scale and the tolerance that it declares.
            outcomes: What it gave, on the scale that it declares.
            runs: The limits within which it is run again.
        """
        claimed, declared = Setting.claimed_by(given), given.tolerance
        scored = {case: one.score for case, one in outcomes.items() if one.score is not None}
        fair, precision = given, Precision()
        if scored:
            ours = claimed.scores(Probes(list(scored), text=given.input == "text"))
            found = np.array(list(scored.values()))
            fair = replace(given, scale=given.scale / scale_of(ours, found))
            precision = precision_of((found / given.factor).tolist(), (ours / fair.factor).tolist())
            allowed = precision.tolerance(fair.factor)
            tolerance = Tolerance(
                max(allowed.relative, declared.relative), max(allowed.absolute, declared.absolute)
            )
            fair = replace(fair, tolerance=tolerance)
        ratio = fair.factor / given.factor
        on_our_scale = {case: rescaled(one, ratio) for case, one in outcomes.items()}
        return cls(fair, claimed, on_our_scale, precision, declared.absolute, runs, given)

    def again(self, case: Case) -> Outcome:
        """Run the program once more; equal results are equal to the last bit, as in `outcomes`."""
        return rescaled(self.given.score_case(case), self.program.factor / self.given.factor)

    def evidence(self, outcomes: Mapping[Case, Outcome], deadline: float = math.inf) -> Evidence:
        """Return outcomes with the right scores."""
        tolerance, text = self.program.tolerance, self.program.input == "text"
        return Evidence.of(self.claimed, outcomes, tolerance, text=text, deadline=deadline)

    def is_quick(self, case: Case) -> bool:
        """Return whether the right score of a long case takes little of the time that is left."""
        seconds = limits.LONG * (self.runs.deadline - time.monotonic())
        quarters = quarters_of([case], text=self.program.input == "text")
        return is_quick(self.claimed, quarters, seconds)

    def finding(
        self, kind: FindingKind, case: Case, found: Outcome, again: Outcome | None = None
    ) -> Finding:
        """Return a finding about the program."""
        expected = expected_outcome(self.program, case)
        return finding_of(self.program, kind, case, expected, found, again)


def reduced(case: Case, shows: Callable[[Case], bool], ended: Callable[[], bool]) -> Case:
    """Return the smallest part found of a case that shows something, with plain tokens.

    Segments, references and tokens are removed one after another, and then tokens replaced by
    letters, as long as the case shows it.

    Args:
        case: A case that shows it.
        shows: Whether a case shows it; an `InputError` means that it does not.
        ended: Whether to stop.
    """

    def tried(other: Case) -> bool:
        try:
            return not ended() and shows(other)
        except InputError:
            return False

    while (smaller := next(filter(tried, case.smaller()), None)) is not None:
        case = smaller
    texts = (*case.hypotheses, *chain.from_iterable(case.references), *(case.sources or ()))
    tokens = dict.fromkeys(chain.from_iterable(texts))
    odd = [token for token in tokens if token not in ascii_lowercase]
    letters = [one for one in ascii_lowercase if one not in tokens]
    for token, letter in zip(odd, letters, strict=False):
        plain = case.map(partial(_replaced, {token: letter}))
        case = plain if tried(plain) else case
    return case


def _replaced(names: Mapping[str, str], tokens: Segment) -> Segment:
    return tuple(names.get(token, token) for token in tokens)

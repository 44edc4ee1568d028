"""The questions to a black box: what it was asked, what it answered, and what to ask next."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.inputs import SPECIAL
from tallystick.compat.conformance.precision import (
    MOST_DECIMALS,
    Precision,
    decimals_of,
    equal,
    precision_of,
)
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.running import Runs
from tallystick.compat.conformance.search import NO_LIMIT, Budget, Evidence, size, spread
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.tolerance import Tolerance

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Interview:
    """The inputs that a program may be asked, and its answers so far on its scale; NaN is none."""

    def __init__(self, implementation: Implementation, pool: Sequence[Case], runs: Runs) -> None:
        self.implementation = implementation
        self.runs = runs
        self.text = implementation.input == "text"
        self.pool = Probes(pool, text=self.text)
        few = [*(case for case in pool if case in SPECIAL), *spread(pool, limits.FEW_ASKED)]
        self.few = Probes(list(dict.fromkeys(few)), text=self.text)
        self.answers: dict[Case, float] = {}
        self._refused: set[Case] = set()
        self._scores: dict[tuple[Setting, int], NDArray[np.float64]] = {}
        self._expected: dict[Setting, list[float]] = {}
        self._asked: dict[tuple[int, int], Probes] = {}

    def ask(self, case: Case) -> float:
        """Return the answer of the program on its scale; NaN if it fails or refuses the input."""
        if case not in self.answers and case not in self._refused:
            answer = self.ask_again(case)
            if answer is None:
                self._refused.add(case)
            else:
                self.answers[case] = answer
        return self.answers.get(case, math.nan)

    def ask_again(self, case: Case) -> float | None:
        """Run the program; None if it does not support the input or the time is up."""
        outcome = self.runs.outcomes(self.implementation, [case]).get(case)
        if outcome is None:
            return None
        return math.nan if outcome.score is None else outcome.score / self.implementation.factor

    @property
    def precision(self) -> Precision:
        """The precision of the answers so far."""
        return precision_of(list(self.answers.values()))

    @property
    def tolerance(self) -> Tolerance:
        """The largest difference of equal scores; a few whole numbers are taken for rounded."""
        precision = self.precision
        scores = [answer for answer in self.answers.values() if math.isfinite(answer)]
        if precision.decimals is None and decimals_of(scores) == 0:
            precision = Precision(decimals=0 if max(scores, default=0.0) > 1 else 2)
        return precision.tolerance(1.0)

    @property
    def unshown(self) -> list[Case]:
        """The inputs to which the program gave no score."""
        return [case for case, answer in self.answers.items() if math.isnan(answer)] + [
            *self._refused
        ]

    def expected(self, guess: Setting) -> NDArray[np.float64]:
        """Return what a guess predicts for the inputs that were asked."""
        known = self._expected.setdefault(guess, [])
        missing = len(known), len(self.answers)
        if missing not in self._asked:
            self._asked[missing] = Probes(list(self.answers)[slice(*missing)], text=self.text)
        with np.errstate(all="ignore"):
            known += guess.scores(self._asked[missing]).tolist()
        return np.array(known)

    def explained(self, guess: Setting) -> NDArray[np.bool_]:
        """Return for every answer whether a guess predicts it."""
        answers = np.array(list(self.answers.values()))
        return equal(self.expected(guess), answers, self.tolerance)

    def fitting(self, guesses: Iterable[Setting]) -> list[Setting]:
        """Return the guesses that no score contradicts and that predict most, failures last."""
        answers = np.array(list(self.answers.values()))
        failed, tolerance = np.isnan(answers), self.tolerance
        some = ~failed & (answers != 0)
        left: dict[Setting, tuple[int, int]] = {}
        for guess in guesses:
            expected = self.expected(guess)
            same = equal(expected, answers, tolerance)
            plain = self.expected(replace(guess, mistake=None)) if guess.mistake else expected
            open = failed | (np.isnan(expected) & ~np.isnan(plain))
            enough = (same & some).sum() >= limits.LEAST_PREDICTED * some.sum()
            if enough and (same | open).all():
                left[guess] = int((same & ~failed).sum()), int((same & failed).sum())
        most = max(left.values(), default=None)
        return [guess for guess, predicted in left.items() if predicted == most]

    def evidence(self, guess: Setting, budget: Budget = NO_LIMIT) -> Evidence:
        """Return the answers with those that a guess predicts."""
        answers = np.array(list(self.answers.values()))
        probes = Probes(list(self.answers), text=self.text)
        return Evidence(probes, self.expected(guess), answers, self.tolerance, budget)

    def ranked(self, guesses: Iterable[Setting]) -> list[Setting]:
        """Return guesses in the order of the number of answers that they explain."""
        explained = {guess: int(self.explained(guess).sum()) for guess in guesses}
        return sorted(explained, key=lambda guess: -explained[guess])

    def predicted(
        self, guess: Setting, probes: Probes, shift: float = limits.TIE
    ) -> NDArray[np.float64]:
        """Return the answers that a guess predicts; a negative shift rounds ties down."""
        ours = replace(guess, factor=1.0)
        key = ours, id(probes)
        if key not in self._scores:
            with np.errstate(all="ignore"):
                self._scores[key] = ours.scores(probes)
        decimals = self.precision.decimals if self.answers else None
        decimals = MOST_DECIMALS if decimals is None else decimals
        rounded: NDArray[np.float64] = np.round(self._scores[key] / guess.factor + shift, decimals)
        return rounded

    def _differing(self, one: Setting, other: Setting, probes: Probes) -> NDArray[np.bool_]:
        """Return for each input whether two guesses predict answers that cannot be equal."""
        mine, theirs = (self.predicted(guess, probes) for guess in (one, other))
        above = self.predicted(one, probes, -limits.TIE) > theirs
        below = self.predicted(other, probes, -limits.TIE) > mine
        differing: NDArray[np.bool_] = above | below | (np.isnan(mine) != np.isnan(theirs))
        return differing

    def equal(self, one: Setting, other: Setting) -> bool:
        """Return whether two guesses predict the same answers, or are the same without time."""
        if self.runs.ended():
            return one == other
        slow = one.mistake is not None or other.mistake is not None
        return not self._differing(one, other, self.few if slow else self.pool).any()

    def best_question(self, guesses: Sequence[Setting]) -> Case | None:
        """Return the input that splits guesses best, the smallest of equals; None if none does."""
        in_time = takewhile(lambda _: not self.runs.ended(), guesses)
        predicted = [self.predicted(guess, self.pool) for guess in in_time]
        if self.runs.ended():
            return None
        rounded = np.array(predicted)

        def information(number: int) -> float:
            _, counts = np.unique(rounded[:, number], return_counts=True)
            shares = counts / len(guesses)
            return -float((shares * np.log2(shares)).sum())

        return self._best(self.pool, information)

    def revealing(self, guess: Setting, others: Sequence[Setting], probes: Probes) -> Case | None:
        """Return the input on which most other guesses differ from one; None if there is none."""
        differing = np.zeros(len(probes.cases))
        for other in others:
            if self.runs.ended():
                return None
            differing += self._differing(guess, other, probes)
        return self._best(probes, lambda number: float(differing[number]))

    def _best(self, probes: Probes, value: Callable[[int], float]) -> Case | None:
        """Return the smallest input of the highest value; those like failures come last."""
        failed = [traits for traits in map(_traits, self.unshown) if traits]
        scored = {_traits(case) for case, answer in self.answers.items() if not math.isnan(answer)}
        ranked: dict[int, tuple[int, float]] = {}
        for number, case in enumerate(probes.cases):
            traits = _traits(case)
            failures = 0 if traits in scored else sum(of_failure <= traits for of_failure in failed)
            asked = case in self.answers or case in self._refused
            if not asked and failures < limits.SUSPECT and (worth := value(number)) > 0:
                ranked[number] = -failures, worth - 1e-4 * size(case)
        return probes.cases[max(ranked, key=lambda it: ranked[it])] if ranked else None


@cache
def _traits(case: Case) -> frozenset[str]:
    """Return what may make programs fail on a case."""
    traits = {
        "several segments": len(case.hypotheses) > 1,
        "several references": case.most_references > 1,
        "other numbers of references": case.ragged,
        "an empty hypothesis": not all(case.hypotheses),
        "an empty reference": not all(map(all, case.references)),
    }
    return frozenset(trait for trait, has in traits.items() if has)

"""Inputs with the scores of a program, and the search for the changes that explain them."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, combinations, islice, takewhile
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.mistake import Family, Terms
from tallystick.compat.conformance.mistakes import FAMILIES, MISTAKES
from tallystick.compat.conformance.precision import equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.setting import NUMBERS, Setting, axis_changes, changes, under
from tallystick.compat.implementations.outcome import Outcome
from tallystick.errors import OptionError, TallystickError
from tallystick.metrics.interface.presets import presets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.implementations.implementation import Implementation
    from tallystick.compat.implementations.tolerance import Tolerance


T = TypeVar("T")


def size(case: Case) -> int:
    """Return the number of texts and tokens of a case."""
    texts = [*case.hypotheses, *(reference for given in case.references for reference in given)]
    return len(texts) + sum(map(len, texts))


def spread(items: Sequence[T], most: int) -> Sequence[T]:
    """Return items at equal steps, at most a number of them."""
    return items[:: -(-len(items) // most) or 1]


def in_time(
    items: Iterable[T],
    size_of: Callable[[T], int],
    left: Callable[[], float],
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[T]:
    """Yield items by size, until the next one may take longer than there is."""
    took, last = 0.0, 1
    for item in sorted(items, key=size_of):
        if left() < took * (size_of(item) / last) ** limits.POWER:
            return
        started = clock()
        yield item
        now = clock() - started
        if now >= took:  # a quick one may only have an empty side
            took, last = now, size_of(item)


@dataclass(frozen=True, slots=True)
class Budget:
    """Processor time of a search, which under load may take all of the time that there is."""

    end: float = math.inf  # of time.monotonic
    processor_end: float = math.inf  # of time.process_time

    @classmethod
    def until(cls, end: float, share: float = 1.0) -> Budget:
        """Return a share of the time until an end."""
        return cls(end, time.process_time() + share * (end - time.monotonic()))

    @property
    def left(self) -> float:
        """The seconds that are left, below 0 if the time is up."""
        return min(self.end - time.monotonic(), self.processor_end - time.process_time())


NO_LIMIT: Budget = Budget()


def score_of(outcome: Outcome) -> float:
    """Return the score of an outcome; NaN if it has none."""
    return math.nan if outcome.score is None else outcome.score


@dataclass(frozen=True, slots=True)
class Tried:
    """On which inputs a setting gives the score of a program, and on which it gives none."""

    setting: Setting
    scores: NDArray[np.float64]
    same: NDArray[np.bool_]
    undefined: NDArray[np.bool_]
    uncomputed: NDArray[np.bool_]  # where this would take too long

    @property
    def refuted(self) -> NDArray[np.bool_]:
        """On which inputs it gives another score than the program."""
        return ~self.same & ~self.uncomputed

    @property
    def errors(self) -> int:
        """The number of these inputs."""
        return int(self.refuted.sum())


@dataclass(frozen=True)
class Evidence:
    """Inputs with the right scores and those of a program on the same scale; NaN is no score."""

    probes: Probes
    ours: NDArray[np.float64]
    found: NDArray[np.float64]
    tolerance: Tolerance
    budget: Budget = NO_LIMIT  # after which no setting is tried

    @classmethod
    def of(
        cls,
        setting: Setting,
        outcomes: Mapping[Case, Outcome],
        program: Implementation,
        budget: Budget = NO_LIMIT,
    ) -> Evidence:
        """Return outcomes on our scale with the scores of a setting, as the right ones."""
        probes = Probes(list(outcomes), text=program.input == "text")
        scores = np.array([score_of(outcome) for outcome in outcomes.values()], dtype=float)
        return cls(probes, setting.scores(probes), scores, program.tolerance, budget)

    @cached_property
    def agrees(self) -> NDArray[np.bool_]:
        """On which inputs the scores of the program are the right ones."""
        return equal(self.ours, self.found, self.tolerance)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The numbers of texts and tokens."""
        return np.array(list(map(size, self.probes.cases)), dtype=np.int64)

    def take(self, numbers: Iterable[int]) -> Evidence:
        """Return the evidence of some of the inputs."""
        chosen = np.fromiter(numbers, dtype=np.int64)
        few = Probes([self.probes.cases[number] for number in chosen], text=self.probes.text)
        return Evidence(few, self.ours[chosen], self.found[chosen], self.tolerance, self.budget)

    @cached_property
    def _short(self) -> tuple[NDArray[np.int64], Probes]:
        numbers = np.flatnonzero(self.sizes <= limits.SHORT)
        all_short = len(numbers) == len(self.sizes)
        return numbers, self.probes if all_short else self.take(numbers).probes

    @cached_property
    def _long(self) -> dict[int, Probes]:
        long = np.flatnonzero(self.sizes > limits.SHORT).tolist()
        return {number: self.take([number]).probes for number in long}

    def _scores(self, setting: Setting) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return the scores of a setting, and for which inputs they would take too long."""
        scores = np.full(len(self.found), np.nan)
        skipped = self.sizes > limits.SHORT
        short, few = self._short
        scores[short] = setting.scores(few)
        if not self._long:
            return scores, skipped
        clock = time.process_time  # a machine under load would make everything slow
        end = clock() + max(0.0, limits.LONG * self.budget.left)
        for number in in_time(
            self._long, lambda it: int(self.sizes[it]), lambda: end - clock(), clock
        ):
            scores[number] = setting.scores(self._long[number])[0]
            skipped[number] = False
        return scores, skipped

    def tried(self, setting: Setting) -> Tried:
        """Return which inputs a setting explains. Where it gives no score, a program may take care
        to give the right one, or with a mistake 0.
        """
        with np.errstate(all="ignore"):
            scores, skipped = self._scores(setting)
        undefined = np.isnan(scores) & ~np.isnan(self.found)
        same = equal(scores, self.found, self.tolerance)
        if undefined.mean() < limits.MOST_UNDEFINED:
            cared = self.agrees | ((self.found == 0) & (setting.mistake is not None))
            same |= undefined & cared
        uncomputed = skipped | (undefined & (self.sizes > limits.MOST_TOKENS))
        return Tried(setting, scores, same & ~skipped, undefined, uncomputed)

    def shows(self, setting: Setting) -> NDArray[np.bool_]:
        """Return which inputs a setting explains, and the right scores do not."""
        return self.tried(setting).same & ~self.agrees

    def ranked(self, settings: Iterable[Setting]) -> list[Tried]:
        """Return the settings that explain any input, those with the fewest errors first."""
        in_time = takewhile(lambda _: self.budget.left > 0, settings)
        tried = (trial for trial in map(self.tried, in_time) if trial.same.any())
        return sorted(tried, key=lambda trial: trial.errors)


def single_changes(setting: Setting) -> Iterator[Setting]:
    """Yield the settings that differ in one axis, in the numbers of two axes that are exchanged, or
    in a further mistake that is possible.
    """
    yield from axis_changes(setting)
    values = ((axis, getattr(setting.dialect, axis)) for axis in setting.dialect.axes())
    numbers = [(axis, value) for axis, value in values if isinstance(value, float)]
    for (one, own), (other, further) in combinations(numbers, 2):
        half = setting.with_axis(one, further)
        exchanged = half and half.with_axis(other, own)
        if exchanged is not None and exchanged.dialect != setting.dialect:
            yield exchanged
    yield from with_mistakes(setting)


def with_mistakes(setting: Setting) -> Iterator[Setting]:
    """Yield the settings with a mistake, a further one if there is one."""
    for mistake in MISTAKES:
        if mistake.fits(setting.metric):
            for combined in mistake.combined(setting.mistake):
                yield replace(setting, mistake=combined)


def searched(claimed: Setting, evidence: Evidence) -> list[Setting]:
    """Return the changes that explain most of some evidence, the best first: a value of an axis, a
    mistake, a number fitted to scores, two of these, or up to five that explain everything; or a
    convention near that of a known program, if it explains everything.
    """
    few = evidence.take(_examined(evidence))
    differing = np.flatnonzero(~few.agrees).tolist()
    likely = few.take(spread(differing, limits.FEW)).ranked(single_changes(claimed))
    ranked = few.ranked(trial.setting for trial in likely)
    if not ranked or ranked[0].errors:
        ranked += _with_numbers(claimed, ranked, evidence, few)
        ranked.sort(key=lambda trial: trial.errors)
    best = ranked[: limits.MOST_COMBINED]
    for number in range(2, min(limits.MOST_CHANGES, len(differing) // limits.FOR_EACH) + 1):
        if not best or not ranked[0].errors:
            break
        best = _extended(claimed, best, few)
        if number == 2:
            # of equally good reasons, the convention of a program is the likeliest
            programs = few.ranked(known_conventions(claimed.metric, claimed.factor))
            ranked = [*(trial for trial in programs if not trial.errors), *ranked, *best]
            ranked.sort(key=lambda trial: (trial.errors, changes(claimed, trial.setting)))
        else:
            # enough combinations of three changes fit by chance to explain some of the scores
            ranked = [trial for trial in best if not trial.errors] + ranked
        best = best[: limits.MOST_EXTENDED]
    if not ranked or ranked[0].errors:
        ranked = [*near_programs(claimed, few), *ranked]
    return [trial.setting for trial in ranked[: limits.MOST_COMBINED]]


def near_programs(
    claimed: Setting, evidence: Evidence, steps: int = limits.STEPS_OF_CHECK
) -> list[Tried]:
    """Return a convention that explains everything, near that of a program. Those that explain most
    are changed in one axis, the best of these in another one, and so on: a small input shows few
    axes, so that some right axes explain some scores.
    """
    beam = evidence.ranked(known_conventions(claimed.metric, claimed.factor))[: limits.BEAM]
    explained = beam[0].same if beam else np.empty(0, dtype=bool)
    numbers = (np.flatnonzero(explained == it)[: limits.FEW_ANSWERS] for it in (False, True))
    few = evidence.take(chain.from_iterable(numbers))
    for step in range(steps + 1):
        if step:
            beam = _changed_in_an_axis(beam, few)
        trials = [evidence.tried(trial.setting) for trial in beam]
        exact = [trial for trial in trials if not trial.errors]
        if exact or evidence.budget.left < 0:
            return exact[:1]
    return []


def _changed_in_an_axis(beam: Iterable[Tried], evidence: Evidence) -> list[Tried]:
    """Return what explains most, an axis away; of those with equal scores two come first."""
    alike: Counter[bytes] = Counter()

    def comes_later(trial: Tried) -> bool:
        scores = np.round(trial.scores, 9).tobytes()
        alike[scores] += 1
        return alike[scores] > 2

    near = dict.fromkeys(it for trial in beam for it in axis_changes(trial.setting))
    return sorted(evidence.ranked(near), key=comes_later)[: limits.BEAM]


def known_conventions(metric: Any, factor: float = 1.0) -> Iterator[Setting]:
    """Yield a metric under the dialects of programs, as far as it has them; ROUGE-L has not all of
    ROUGE-N.
    """
    for dialect in dict.fromkeys(preset.dialect for preset in presets(type(metric.conventions))):
        with suppress(OptionError):
            yield Setting(under(metric, dialect), factor=factor)


def _examined(evidence: Evidence) -> list[int]:
    """Return the inputs of both kinds on which changes are tried, the smallest among them."""
    by_size = np.argsort(evidence.sizes, kind="stable")
    short = by_size[evidence.sizes[by_size] <= limits.MOST_TOKENS]
    if evidence.agrees[short].all():
        short = by_size
    differing = short[~evidence.agrees[short]].tolist()
    middle = short[: -(-len(short) * 3 // 4)]
    agreeing = middle[evidence.agrees[middle]].tolist()
    half = limits.MOST_EXAMINED // 2
    return [
        *differing[:half],
        *spread(differing[half:], half),
        *spread(agreeing, limits.MOST_EXAMINED),
    ]


def _with_numbers(
    claimed: Setting, ranked: Sequence[Tried], evidence: Evidence, few: Evidence
) -> Iterator[Tried]:
    """Yield settings with fitted numbers that explain clearly more inputs than these."""
    near = [claimed, *(trial.setting for trial in ranked)][: limits.FITTED]
    known = [(trial, 0) for trial in few.ranked(_fitted(near, few))]
    if evidence.budget.left > 0:
        usable = (evidence.sizes <= limits.MOST_FITTED) & np.isfinite(evidence.found)
        short = evidence.take(np.flatnonzero(usable))
        cases = short.probes.tokenized(claimed.metric)
        for setting, numbers in fitted_mistakes(claimed, cases, short.found):
            known.append((few.tried(setting), 2 * numbers))
    for tried, numbers in known:
        if (tried.same & ~few.agrees).sum() > limits.FITTED + numbers:
            yield tried


def _fitted(settings: Sequence[Setting], evidence: Evidence) -> Iterator[Setting]:
    """Yield settings with the number that explains one of a few differing inputs."""
    differing = np.flatnonzero(~evidence.agrees).tolist()
    for number in spread(differing, limits.FITTED):
        single = evidence.take([number])
        for setting in settings:
            # a number of a change that is not needed would change nothing else
            if single.found[0] != 0 and not math.isclose(
                setting.scores(single.probes)[0], single.found[0], rel_tol=1e-6
            ):
                yield from fitted_changes(setting, single.probes, float(single.found[0]))


def _extended(claimed: Setting, known: Sequence[Tried], evidence: Evidence) -> list[Tried]:
    """Return further changes of known ones that explain what these do not."""
    before = {claimed, *(trial.setting for trial in known)}
    likely: list[Setting] = []
    for trial in known:
        missed, explained = (np.flatnonzero(trial.same == it).tolist() for it in (False, True))
        settings: Iterable[Setting] = (
            further for further in single_changes(trial.setting) if further not in before
        )
        for numbers in (missed[:2], missed[:5] + explained[:5]):
            settings = [it.setting for it in evidence.take(numbers).ranked(settings)]
        likely += [*settings][: limits.MOST_KEPT]

    def plainness(trial: Tried) -> tuple[int, ...]:
        # few errors come first, then few mistakes, then those of few words
        mistake = trial.setting.mistake
        return (trial.errors, *((len(mistake.parts), len(mistake.name)) if mistake else (0, 0)))

    return sorted(evidence.ranked(likely), key=plainness)[: limits.MOST_COMBINED]


def fitted_changes(setting: Setting, probe: Probes, score: float) -> Iterator[Setting]:
    """Yield settings with another number, of few digits, that give a score of one case."""

    def fitted(change: Callable[[float], Setting | None], sign: int = 1) -> Setting | None:
        def error(number: float) -> float:
            changed = change(number)
            return math.nan if changed is None else float(changed.scores(probe)[0]) - score

        number = _root(error, sign)
        return None if number is None else change(number)

    for axis in setting.dialect.axes():
        now = getattr(setting.dialect, axis)
        if isinstance(now, float) or (now is None and axis in NUMBERS):
            changed = fitted(partial(setting.with_axis, axis), -1 if now and now < 0 else 1)
            if changed is not None and changed.dialect != setting.dialect:
                yield changed
    for family in FAMILIES if setting.mistake is None else ():
        if family.terms is None and family.fits(setting.metric):
            changed = fitted(partial(_of_family, setting, family))
            if changed is not None:
                yield changed


def _of_family(setting: Setting, family: Family, *numbers: float) -> Setting:
    return replace(setting, mistake=family.at(*numbers))


def _root(function: Callable[[float], float], sign: int) -> float | None:
    """Return a number at which a function is about 0, between 1e-12 and 1e6 in size, or None."""
    low, high = -12.0, 6.0
    below, above = function(sign * 10**low), function(sign * 10**high)
    if not below * above < 0:
        return None
    while high - low > 1e-13:
        middle = (low + high) / 2
        if function(sign * 10**middle) * below > 0:
            low = middle
        else:
            high = middle
    exact = sign * 10**middle
    shorter = (float(f"{exact:.{digits}g}") for digits in range(1, 13))
    return next((root for root in shorter if math.isclose(root, exact, rel_tol=1e-11)), exact)


def fitted_mistakes(
    setting: Setting, cases: Sequence[Case], found: NDArray[np.float64]
) -> Iterator[tuple[Setting, int]]:
    """Yield settings with mistakes whose numbers are fitted, with how many they have."""
    for family in FAMILIES:
        if family.terms is not None and family.fits(setting.metric):
            rows = islice(_rows(family.terms, setting.metric, cases, found), limits.INPUTS_OF_FIT)
            numbers = _solved([*rows])
            if numbers is not None and family.name(*numbers):
                yield _of_family(setting, family, *numbers), len(numbers)


def _rows(
    terms: Terms, metric: Any, cases: Sequence[Case], scores: NDArray[np.float64]
) -> Iterator[list[float]]:
    """Yield the terms and, last, their sum, of cases that have them."""
    for case, score in zip(cases, scores.tolist(), strict=True):
        row = None
        with suppress(ArithmeticError, ValueError, TallystickError):
            row = terms(metric, case, score)
        if row is not None and np.isfinite([*row[0], row[1]]).all():
            yield [*row[0], row[1]]


def _solved(rows: Sequence[Sequence[float]]) -> tuple[float, ...] | None:
    """Return the numbers that weight terms so that nearly all sums are right; None if none do."""
    if not rows:
        return None
    *columns, sums = np.array(rows).T
    terms, kept = np.array(columns).T, np.ones(len(rows), dtype=bool)

    def errors_of(numbers: Any) -> NDArray[np.float64]:
        errors: NDArray[np.float64] = np.abs(terms @ numbers - sums) / np.maximum(1, np.abs(sums))
        return errors

    for _ in range(limits.ROUNDS):
        if kept.sum() < limits.FOR_EACH * len(columns):
            return None
        numbers, _, rank, _ = np.linalg.lstsq(terms[kept], sums[kept], rcond=1e-9)
        if rank < len(columns):
            return None
        errors = errors_of(numbers)
        if (errors <= limits.NEAR).mean() >= limits.NEARLY_FITTED:
            exact = tuple(map(_short, numbers.tolist()))
            fitting = (errors_of(exact) <= limits.NEAR).mean() >= limits.NEARLY_FITTED
            return exact if fitting else None
        kept = errors <= np.quantile(errors, 0.75)
    return None


def _short(number: float) -> float:
    """Return a number near another one with as few digits as possible, also as a quotient."""
    for denominator in range(1, 13):
        quotient = round(number * denominator) / denominator
        if abs(quotient - number) < limits.NEAR / 10:
            return quotient
    return float(f"{number:.7g}")

"""Inputs with the right scores and those of a program, and which changes explain them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.precision import equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.outcome import Outcome

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.implementations.tolerance import Tolerance

T = TypeVar("T")


def size(case: Case) -> int:
    """Return the number of texts and tokens of a case."""
    texts = [*case.hypotheses, *(one for given in case.references for one in given)]
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
    """Yield items by size, until the next one may take longer than there is: the time grows with a
    power of the size, that of the search for shifts.
    """
    took, last = 0.0, 1
    for item in sorted(items, key=size_of):
        if left() < took * (size_of(item) / last) ** limits.POWER:
            return
        started = clock()
        yield item
        now = clock() - started
        if now >= took:  # a quick one may only have an empty side
            took, last = now, size_of(item)


def score_of(outcome: Outcome) -> float:
    """Return the score of an outcome; NaN if it has none."""
    return math.nan if outcome.score is None else outcome.score


@dataclass(frozen=True, slots=True)
class Tried:
    """On which inputs a setting gives the score of a program, and on which it gives none."""

    setting: Setting
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
    deadline: float = math.inf  # of time.monotonic, after which no setting is tried

    @classmethod
    def of(
        cls,
        setting: Setting,
        outcomes: Mapping[Case, Outcome],
        tolerance: Tolerance,
        *,
        text: bool,
        deadline: float = math.inf,
    ) -> Evidence:
        """Return outcomes on our scale with the scores of a setting, as the right ones."""
        probes = Probes(list(outcomes), text=text)
        found = np.array([score_of(one) for one in outcomes.values()], dtype=float)
        return cls(probes, setting.scores(probes), found, tolerance, deadline)

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
        return Evidence(few, self.ours[chosen], self.found[chosen], self.tolerance, self.deadline)

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
        clock = time.process_time  # a machine under load would make everything slow
        end = clock() + max(0.0, limits.LONG * (self.deadline - time.monotonic()))
        short, few = self._short
        scores[short] = setting.scores(few)
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
        return Tried(setting, same & ~skipped, undefined, uncomputed)

    def shows(self, setting: Setting) -> NDArray[np.bool_]:
        """Return which inputs a setting explains, and the right scores do not."""
        return self.tried(setting).same & ~self.agrees

    def ranked(self, settings: Iterable[Setting]) -> list[Tried]:
        """Return the settings that explain any input, those with the fewest errors first."""
        in_time = takewhile(lambda _: time.monotonic() < self.deadline, settings)
        tried = (one for one in map(self.tried, in_time) if one.same.any())
        return sorted(tried, key=lambda one: one.errors)

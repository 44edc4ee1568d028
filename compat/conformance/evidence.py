"""Inputs with the right scores and those of a program, and which changes explain them."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
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
    """Return items at equal steps, at most a number of them.

    >>> spread([1, 2, 3, 4, 5], 2)
    [1, 4]
    """
    return items[:: -(-len(items) // most) or 1]


def score_of(outcome: Outcome) -> float:
    """Return the score of an outcome; NaN if it has none."""
    return math.nan if outcome.score is None else outcome.score


@dataclass(frozen=True, slots=True)
class Tried:
    """A setting that was tried on inputs.

    Attributes:
        setting: The setting.
        same: On which inputs it gives the score of the program.
        undefined: On which it gives no score.
    """

    setting: Setting
    same: NDArray[np.bool_]
    undefined: NDArray[np.bool_]

    @property
    def errors(self) -> int:
        """The number of inputs that it does not explain."""
        return int((~self.same).sum())


@dataclass(frozen=True)
class Evidence:
    """Inputs with the right scores and those of a program.

    Attributes:
        probes: The inputs.
        ours: The right scores; NaN where they are undefined.
        found: Those of the program on the same scale; NaN where it fails.
        tolerance: Within which scores are equal.
        deadline: The time, as of `time.monotonic`, after which no further setting is tried.
    """

    probes: Probes
    ours: NDArray[np.float64]
    found: NDArray[np.float64]
    tolerance: Tolerance
    deadline: float = math.inf

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

    def tried(self, setting: Setting) -> Tried:
        """Return which inputs a setting explains.

        Where a mistake gives no score, a program may take care to give the right one, or 0.
        """
        with np.errstate(all="ignore"):
            scores = setting.scores(self.probes)
        undefined = np.isnan(scores) & ~np.isnan(self.found)
        same = equal(scores, self.found, self.tolerance)
        if setting.mistake is not None and undefined.mean() < limits.MOST_UNDEFINED:
            same |= undefined & (self.agrees | (self.found == 0))
        return Tried(setting, same, undefined)

    def shows(self, setting: Setting) -> NDArray[np.bool_]:
        """Return which inputs a setting explains, and the right scores do not."""
        return self.tried(setting).same & ~self.agrees

    def ranked(self, settings: Iterable[Setting]) -> list[Tried]:
        """Return the settings that explain any input, those with the fewest errors first."""
        in_time = takewhile(lambda _: time.monotonic() < self.deadline, settings)
        tried = (one for one in map(self.tried, in_time) if one.same.any())
        return sorted(tried, key=lambda one: one.errors)

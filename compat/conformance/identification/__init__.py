"""What was found out about the convention of a black box."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tallystick.compat.case import Case
from tallystick.compat.conformance.precision import Precision
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.implementation import program_name
from tallystick.compat.shown import Shown


@dataclass(frozen=True, slots=True)
class OpenAxis:
    """An axis whose value the program does not show, with the values that give equal scores."""

    axis: str
    values: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Twin:
    """A known program with another convention that gives the same scores as the one found."""

    program: str
    axes: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Nearest:
    """The known program with the fewest other values, or that explains most if none was found."""

    program: str
    axes: tuple[str, ...]
    explained: int


@dataclass(frozen=True, slots=True)
class Answer:
    """An input, what the program answered, and what was expected; NaN where there is no score."""

    case: Case
    found: float
    expected: float


@dataclass(frozen=True, slots=True)
class Identification(Shown):
    """The result of `identify`.

    Attributes:
        implementation: The name of the program.
        version: Its version.
        found: The convention that explains every answer; None if there is none.
        scale: The perfect score of the program; None if the metric has none.
        precision: The precision of its scores.
        programs: The presets that equal the convention on every input that the program accepts.
        twins: Those of them whose convention differs, with the reason why this does not show.
        nearest: The known program that is nearest.
        sure: The axes whose values are certain, each with its value.
        open: The axes whose values the program does not show.
        questions: The answers from which the convention was found.
        checks: The number of further calls, which confirmed it.
        contradiction: If no convention was found, the smallest input found that proves it.
        unexplained: Whether no known program gives the answer of the contradiction.
        changed: An input that was asked twice with different answers, the first one as expected.
        failures: Inputs on which the program fails though its convention, or else the nearest one,
            defines a score.
        seconds: The time that it took.
        note: Why the search ended early, or "".
    """

    implementation: str
    version: str
    precision: Precision
    scale: float | None
    nearest: Nearest
    questions: tuple[Answer, ...]
    checks: int
    seconds: float
    found: Setting | None = None
    programs: tuple[str, ...] = ()
    twins: tuple[Twin, ...] = ()
    sure: tuple[tuple[str, str], ...] = ()
    open: tuple[OpenAxis, ...] = ()
    contradiction: Answer | None = None
    unexplained: bool = False
    changed: Answer | None = None
    failures: tuple[Case, ...] = ()
    note: str = ""

    def __bool__(self) -> bool:
        """Return whether a convention was found."""
        return self.found is not None

    @property
    def headline(self) -> str:
        """The result as a sentence."""
        program = program_name(self.implementation, self.version)
        if not self.answered:
            return f"{program} could not be run."
        if self.changed is not None:
            different = "gives different scores to the same input"
            return f"{program} {different}: they depend on earlier inputs or on chance."
        if self.found is None:
            return f"{program} follows no known convention."
        if self.found.mistake is not None:
            convention = Setting(self.found.metric).name
            return f"{program} computes {convention} with a mistake: {self.found.mistake.name}."
        if self.programs:
            first, *others = self.programs
            more = f" and {len(others)} more" if others else ""
            return f"{program} computes {self.found.name}, the convention of {first}{more}."
        return f"{program} computes {self.found.name}, which no known program does."

    @property
    def answered(self) -> bool:
        """Whether the program gave any score."""
        return any(math.isfinite(answer.found) for answer in self.questions)

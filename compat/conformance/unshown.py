"""What the answers of a black box show of its convention, what they do not show, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tallystick.compat.conformance.identification import OpenAxis, Twin
from tallystick.compat.conformance.inputs import made_by_hand
from tallystick.compat.conformance.interview import Guess, Interview
from tallystick.compat.conformance.precision import IN_64_BITS, equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.setting import axis_changes
from tallystick.metrics.interface.presets import presets

LIMITS = (
    ("most_references", None, "the program takes one reference for each segment"),
    ("ragged", True, "the program takes the same number of references for every segment"),
    ("empty_segments", True, "the program takes no texts without tokens"),
    ("text", True, "the program takes tokens, so that no tokenizer shows"),
)
"""What an implementation may not accept, the value with which it would, and how this is said."""

NO_EFFECT = "it has no effect with the values of the other axes"

FEW = 40
"""The number of inputs on which a program would show more without one of `LIMITS`."""


def simplified(interview: Interview, guess: Guess) -> Guess:
    """Return an equal guess with the defaults of as many axes as possible, unless it is known."""
    dialect = guess.setting.dialect
    if any(preset.dialect == dialect for preset in presets(type(dialect))):
        return guess
    for axis in (*dialect.axes(), *dialect.axes()):  # one default can allow an earlier one
        setting = guess.setting.with_axis(axis, getattr(type(dialect)(), axis))
        if setting is not None and setting != guess.setting:
            simpler = replace(guess, setting=setting)
            if interview.equal(guess, simpler):
                guess = simpler
    return guess


def preset_names(guess: Guess) -> Iterator[str]:
    """Yield the names of the programs that have the convention of a guess."""
    dialect = guess.setting.dialect
    for preset in presets(type(dialect)):
        if preset.dialect == dialect:
            yield preset.name


class Unshown:
    """What the answers do not show of a guess.

    Args:
        interview: The questions and answers.
        guess: A guess that explains the answers.
    """

    def __init__(self, interview: Interview, guess: Guess) -> None:
        self.interview = interview
        self.guess = guess
        self._failed = Probes(interview.unshown, text=interview.text)
        self._wider: dict[str, Probes] = {}

    def axes(self) -> tuple[tuple[tuple[str, str], ...], tuple[OpenAxis, ...]]:
        """Return the axes whose values are certain, and those whose values are not shown."""
        dialect = self.guess.setting.dialect
        known = dialect.axes()
        changes = [
            (axis, value, replace(self.guess, setting=setting))
            for axis, value, setting in axis_changes(self.guess.setting)
        ]
        left = {*self.interview.fitting([self.guess, *(one for _, _, one in changes)])}
        others: dict[str, list[tuple[str, Guess]]] = {}
        for axis, value, changed in changes:
            if changed in left:
                others.setdefault(axis, []).append((known[axis].text(value), changed))
        values = {axis: one.text(getattr(dialect, axis)) for axis, one in known.items()}
        sure = tuple((axis, value) for axis, value in values.items() if axis not in others)
        open = tuple(
            OpenAxis(
                axis,
                (values[axis], *(name for name, _ in equals)),
                self.reason([changed for _, changed in equals]),
            )
            for axis, equals in others.items()
        )
        return sure, tuple(sorted(open, key=lambda one: one.reason == NO_EFFECT))

    def twins(self, guesses: Sequence[Guess]) -> Iterator[Twin]:
        """Yield the known programs among guesses whose conventions differ."""
        for other in guesses:
            axes = self.guess.setting.dialect.differences(other.setting.dialect)
            if axes:
                reason = self.reason([other])
                for name in preset_names(other):
                    yield Twin(name, tuple(axes), reason)

    def reason(self, others: Sequence[Guess]) -> str:
        """Return why no answer shows the difference between the guess and others."""
        if self._differ(others, self._failed):
            return "the program gives no score for the inputs that show it"
        decimals = self.interview.precision.decimals
        slow = self.guess.setting.mistake is not None
        if decimals is not None and self._differ(
            others, self.interview.few if slow else self.interview.pool
        ):
            return f"the program rounds to {decimals} decimals"
        for name, value, sentence in LIMITS:
            if getattr(self.interview.accepted, name) != value and self._differ(
                others, self._inputs_without(name, value)
            ):
                return sentence
        if slow:
            return "it has no effect with the mistake and the values of the other axes"
        return NO_EFFECT

    def _inputs_without(self, name: str, value: object) -> Probes:
        """Return inputs that the program would accept without one of `LIMITS`."""
        if name not in self._wider:
            accepted = self.interview.accepted
            wider = replace(accepted, **{name: value})  # type: ignore[arg-type]
            known = {*made_by_hand(accepted)}
            further = [case for case in made_by_hand(wider) if case not in known]
            self._wider[name] = Probes(further[:: max(1, len(further) // FEW)], text=wider.text)
        return self._wider[name]

    def _differ(self, others: Sequence[Guess], probes: Probes) -> bool:
        mine = self.guess.answers(probes)
        return any(not equal(mine, one.answers(probes), IN_64_BITS).all() for one in others)

"""What the answers of a black box show of its convention, what they do not show, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.evidence import spread
from tallystick.compat.conformance.identification import OpenAxis, Twin
from tallystick.compat.conformance.identification.interview import Interview
from tallystick.compat.conformance.inputs import made_by_hand
from tallystick.compat.conformance.precision import IN_64_BITS, equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.setting import Setting, axis_changes
from tallystick.metrics.interface.presets import presets

LIMITS = (
    ("most_references", None, "the program takes one reference for each segment"),
    ("ragged", True, "the program takes the same number of references for every segment"),
    ("empty_segments", True, "the program takes no texts without tokens"),
    ("text", True, "the program takes tokens, so that no tokenizer shows"),
)
"""What an implementation may not accept, the value with which it would, and how this is said."""

NO_EFFECT = "it has no effect with the values of the other axes"


def simplified(interview: Interview, guess: Setting) -> Setting:
    """Return an equal guess with the defaults of as many axes as possible, unless it is known."""
    kind = type(guess.dialect)
    if any(preset_names(guess)):
        return guess
    axes = guess.dialect.axes()
    for axis in (*axes, *axes):  # one default can allow an earlier one
        simpler = guess.with_axis(axis, getattr(kind(), axis))
        if simpler is not None and simpler != guess and interview.equal(guess, simpler):
            guess = simpler
    return guess


def preset_names(guess: Setting) -> Iterator[str]:
    """Yield the names of the programs that have the convention of a guess."""
    dialect = guess.dialect
    yield from (one.name for one in presets(type(dialect)) if one.dialect == dialect)


@dataclass(frozen=True)
class Unshown:
    """What the answers do not show of a guess that explains them."""

    interview: Interview
    guess: Setting
    _wider: dict[str, Probes] = field(default_factory=dict, init=False)

    def axes(self) -> tuple[tuple[tuple[str, str], ...], tuple[OpenAxis, ...]]:
        """Return the axes whose values are certain, and those whose values are not shown."""
        dialect = self.guess.dialect
        known = dialect.axes()
        changes = list(axis_changes(self.guess))
        left = {*self.interview.fitting([self.guess, *(one for _, _, one in changes)])}
        others: dict[str, list[tuple[str, Setting]]] = {}
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

    def twins(self, guesses: Sequence[Setting]) -> Iterator[Twin]:
        """Yield the known programs among guesses whose conventions differ."""
        for other in guesses:
            axes = self.guess.dialect.differences(other.dialect)
            if axes:
                reason = self.reason([other])
                yield from (Twin(name, tuple(axes), reason) for name in preset_names(other))

    def reason(self, others: Sequence[Setting]) -> str:
        """Return why no answer shows the difference between the guess and others."""
        interview, slow = self.interview, self.guess.mistake is not None

        def differ(probes: Probes) -> bool:
            mine = self.guess.scores(probes)
            return any(not equal(mine, one.scores(probes), IN_64_BITS).all() for one in others)

        if differ(Probes(interview.unshown, text=interview.text)):
            return "the program gives no score for the inputs that show it"
        decimals = interview.precision.decimals
        if decimals is not None and differ(interview.few if slow else interview.pool):
            return f"the program rounds to {decimals} decimals"
        for name, value, sentence in LIMITS:
            limited = getattr(interview.accepted, name) != value
            if limited and differ(self._inputs_without(name, value)):
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
            self._wider[name] = Probes(spread(further, limits.FEW_WIDER), text=wider.text)
        return self._wider[name]

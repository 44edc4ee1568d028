"""What a score implies of a component of a metric, if everything else of its formula is right."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.location.input import Input, compares_characters


class Value(NamedTuple):
    """A value of a component: what it belongs to, the right value and the implied one."""

    of: str
    right: float
    implied: float


@dataclass(frozen=True, slots=True)
class Implied:
    """What the scores of a program imply of a component.

    Attributes:
        component: The component.
        quantity: What the values are, such as "reference length".
        values: Some values that differ.
        inputs: The number of differing inputs for which the value is known.
    """

    component: str
    quantity: str
    values: tuple[Value, ...]
    inputs: int


Scored = tuple[Input, float, float]
"""An input, the right score and that of a program."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A whole number of a component that follows from a score.

    Attributes:
        component: The component.
        quantity: What its value is.
        solve: A function of an input, the right score and that found; None if the value is unknown.
    """

    component: str
    quantity: str
    solve: Callable[[Input, float, float], Value | None]

    def implied(self, scored: Sequence[Scored]) -> Implied | None:
        """Return what scores imply of the component; None unless they imply whole numbers."""
        values = list(self._values(scored))
        whole = [abs(one - round(one)) < 1e-5 and one > -0.5 for _, _, one in values]
        if (
            len(values) < max(limits.ENOUGH_VALUES, limits.PART_WITH_VALUES * len(scored))
            or len({round(one.implied) for one in values}) < 2
            or sum(whole) < limits.NEARLY_ALL * len(whole)
        ):
            return None
        distinct = {one.of: one for one in values}.values()
        shown = sorted(distinct, key=lambda one: (len(one.of), one.of))[: limits.SHOWN_VALUES]
        return Implied(self.component, self.quantity, tuple(shown), len(values))

    def _values(self, scored: Sequence[Scored]) -> Iterator[Value]:
        for given in scored:
            try:
                value = self.solve(*given)
            except (ArithmeticError, ValueError, KeyError):  # also if there are several references
                continue
            if value is not None and math.isfinite(value.implied):
                yield value


def reference_length(one: Input, right: float, found: float) -> Value | None:
    """Return the reference length of which the brevity penalty is that of a score of BLEU."""
    c, r = one.lengths
    penalty = found / right * min(1.0, math.exp(1 - r / c))
    lengths = (
        f"{len(own)} tokens against {' or '.join(str(len(it)) for it in given)}"
        for own, given in one.pairs
    )
    if not 0 < penalty < 1 - 1e-9:
        return None
    return Value("; ".join(lengths), r, c * (1 - math.log(penalty)))


def _shown(one: Input) -> str:
    """Return hypotheses with their only references as text."""
    separator = "" if compares_characters(one.metric) else " "
    single = [(own, other) for own, [other] in one.pairs]
    return "; ".join(
        f"{separator.join(own)!r} against {separator.join(other)!r}" for own, other in single
    )


def _edits_and_length(one: Input) -> tuple[float, float]:
    """Return the edits, and the length of the references."""
    if "edits" in one.sums:
        return one.sums["edits"][0], one.sums["reference_length"][0]
    edits = sum(one.sums[name][0] for name in ("substitutions", "deletions", "insertions"))
    return edits, sum(len(other) for _, [other] in one.pairs)


def edits(one: Input, right: float, found: float) -> Value | None:
    """Return the number of edits of a rate."""
    usual, length = _edits_and_length(one)
    return Value(_shown(one), usual, found / 100 * length) if length else None


def divisor(one: Input, right: float, found: float) -> Value:
    """Return the number by which edits are divided."""
    usual, length = _edits_and_length(one)
    return Value(_shown(one), length, 100 * usual / found)

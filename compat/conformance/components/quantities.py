"""What a score implies of a component of a metric, if everything else of its formula is right."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.components.input import Input, compares_characters


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
    """How the value of a component follows from a score.

    Attributes:
        component: The component.
        quantity: What its value is.
        solve: A function of an input, the right score and that found; None if the value is unknown.
        whole: Whether a right guess shows in whole numbers; otherwise it shows in values that
            depend on nothing but what they belong to.
    """

    component: str
    quantity: str
    solve: Callable[[Input, float, float], Value | None]
    whole: bool = True

    def implied(self, scored: Sequence[Scored]) -> Implied | None:
        """Return what scores imply of the component; None if it does not explain them."""
        values = list(self._values(scored))
        if len(values) < max(limits.ENOUGH_VALUES, limits.PART_WITH_VALUES * len(scored)):
            return None
        distinct = {round(one.implied, 9) for one in values}
        again = _equal_again(values)
        if self.whole:
            agreeing = [abs(one - round(one)) < 1e-5 and one > -0.5 for _, _, one in values]
            distinct = set(map(round, distinct))
        elif len(values) - len({one.of for one in values}) >= limits.ENOUGH_VALUES:
            agreeing = again
        else:
            return None
        if (
            len(distinct) < 2
            or len(agreeing) < 2
            or sum(agreeing) < limits.NEARLY_ALL * len(agreeing)
        ):
            return None
        shown = {one.of: one for one in values}.values()
        few = sorted(shown, key=lambda one: (len(one.of), one.of))[: limits.SHOWN_VALUES]
        return Implied(self.component, self.quantity, tuple(few), len(values))

    def refuted(self, scored: Sequence[Scored]) -> bool:
        """Return whether the values contradict each other, so that something else differs too."""
        again = [] if self.whole else _equal_again([*self._values(scored)])
        return len(again) >= limits.ENOUGH_VALUES and sum(again) < len(again) / 2

    def _values(self, scored: Sequence[Scored]) -> Iterator[Value]:
        for given in scored:
            try:
                value = self.solve(*given)
            except (ArithmeticError, ValueError, KeyError):  # also if there are several references
                continue
            if value is not None and math.isfinite(value.implied):
                yield value


def _equal_again(values: Sequence[Value]) -> list[bool]:
    """Return whether values are equal, for everything that several of them belong to."""
    of_each: dict[str, list[float]] = defaultdict(list)
    for one in values:
        of_each[one.of].append(one.implied)
    return [
        math.isclose(min(them), max(them), rel_tol=1e-7, abs_tol=1e-9)
        for them in of_each.values()
        if len(them) > 1
    ]


def factor_of_lengths(one: Input, right: float, found: float) -> Value:
    """Return the factor of a score, by the lengths of both sides."""
    c, r = one.lengths
    return Value(f"{c:g} tokens against {r:g}", 1.0, found / right)


def factor_of_orders(one: Input, right: float, found: float) -> Value:
    """Return the factor of a score, by the orders that have n-grams."""
    return Value(f"{sum(map(bool, one.sums['totals']))} orders with n-grams", 1.0, found / right)


def brevity_penalty(one: Input, right: float, found: float) -> Value:
    """Return the brevity penalty of a score of BLEU."""
    c, r = one.lengths
    usual = 1.0 if c > r else math.exp(1 - r / c)
    return Value(f"{c:g} tokens against {r:g}", usual, found / right * usual)


def _penalized(one: Input, right: float, found: float) -> float | None:
    """Return the ratio of lengths whose brevity penalty a score has; None if it has none."""
    penalty = brevity_penalty(one, right, found).implied
    return 1 - math.log(penalty) if 0 < penalty < 1 - 1e-9 else None


def reference_length(one: Input, right: float, found: float) -> Value | None:
    """Return the reference length of which the brevity penalty is that of a score."""
    (c, r), ratio = one.lengths, _penalized(one, right, found)
    lengths = (
        f"{len(own)} tokens against {' or '.join(str(len(it)) for it in given)}"
        for own, given in one.pairs
    )
    return None if ratio is None else Value("; ".join(lengths), r, c * ratio)


def hypothesis_length(one: Input, right: float, found: float) -> Value | None:
    """Return the length of the hypotheses of which the brevity penalty is that of a score."""
    (c, r), ratio = one.lengths, _penalized(one, right, found)
    texts = " | ".join(map(" ".join, one.units.hypotheses))
    return None if ratio is None else Value(texts, c, r / ratio)


def _shown(one: Input) -> str:
    """Return hypotheses with their only references as text."""
    separator = "" if compares_characters(one.metric) else " "
    single = [(own, other) for own, [other] in one.pairs]
    return "; ".join(
        f"{separator.join(own)!r} against {separator.join(other)!r}" for own, other in single
    )


def matches(one: Input, right: float, found: float) -> Value | None:
    """Return the matches of the F-score of one hypothesis and reference."""
    [own], [other], [usual] = (
        one.sums[name] for name in ("hypothesis_ngrams", "reference_ngrams", "matches")
    )
    high = one.metric.identity.scale.high or 1.0
    if len(one.pairs) > 1:
        return None
    return Value(_shown(one), usual, found / high * (own + other) / 2)


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

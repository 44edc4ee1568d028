"""Symbols for sums, with which the text of a formula runs once to record what it computes.

The text is a function of sums by name. It uses arithmetic, comparisons, `&`, `|`, `~` and the
functions of this module; what depends on options only is plain Python.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import add, and_, or_
from types import MappingProxyType
from typing import Any, TypeAlias

from tallystick.errors import OptionError

Step: TypeAlias = tuple[Any, ...]
"""("column", name), ("number", value), or an operation and the places of the steps it works on."""


OPERANDS: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(("+", "-", "*", "/", "**", "and", "or"), 2),
        **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), 2),
        **{"not": 1, "exp": 1, "log": 1, "where": 3, "ratio": 3},
    }
)
"""The number of operands of each operation."""


def _operation(name: str, swapped: bool = False) -> Callable[[Symbol, Any], Symbol]:
    def apply(symbol: Symbol, other: Any) -> Symbol:
        return symbol.then(name, other, symbol) if swapped else symbol.then(name, symbol, other)

    return apply


class Symbol:
    """A number that is not known yet: the result of a step.

    `steps` are all that are recorded so far, with their places; equal steps have one place.
    """

    __slots__ = ("_steps", "place")

    def __init__(self, steps: dict[Step, int], step: Step) -> None:
        self._steps = steps
        self.place = steps.setdefault(step, len(steps))

    def then(self, operation: str, *operands: Any) -> Symbol:
        """Return the result of an operation on symbols and numbers."""
        places = [symbol_of(self._steps, operand).place for operand in operands]
        return Symbol(self._steps, (operation, *places))

    __add__, __radd__ = _operation("+"), _operation("+", swapped=True)
    __sub__, __rsub__ = _operation("-"), _operation("-", swapped=True)
    __mul__, __rmul__ = _operation("*"), _operation("*", swapped=True)
    __lt__, __le__, __gt__, __ge__ = map(_operation, ("<", "<=", ">", ">="))
    __eq__, __ne__ = _operation("=="), _operation("!=")  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]

    def __truediv__(self, other: Any) -> Symbol:
        """Divide; NaN where the divisor is 0."""
        if isinstance(other, Symbol):
            return self.then("ratio", self, other, math.nan)
        return self.then("/", self, other)

    def __rtruediv__(self, other: Any) -> Symbol:
        return self.then("ratio", other, self, math.nan)

    def __pow__(self, exponent: float) -> Symbol:
        return self.then("**", self, exponent)

    def __and__(self, other: Any) -> Any:
        return self.then("and", self, other) if isinstance(other, Symbol) else other and self

    def __or__(self, other: Any) -> Any:
        return self.then("or", self, other) if isinstance(other, Symbol) else other or self

    __rand__, __ror__ = __and__, __or__

    def __invert__(self) -> Symbol:
        return self.then("not", self)

    def __bool__(self) -> bool:
        raise OptionError(
            "the text of a formula runs before its sums are known, so it cannot branch on them; "
            "write where(condition, one, other)"
        )


def symbol_of(steps: dict[Step, int], value: Any) -> Symbol:
    """Return the symbol of a number; a symbol is returned as it is."""
    return value if isinstance(value, Symbol) else Symbol(steps, ("number", float(value)))


def where(condition: Any, one: Any, other: Any) -> Any:
    """Return one of two where a condition holds, and the other elsewhere."""
    if isinstance(condition, Symbol):
        return condition.then("where", condition, one, other)
    return one if condition else other


def ratio(part: Any, whole: Any, otherwise: Any = 0.0) -> Any:
    """Return part / whole, or another value where the whole is 0."""
    if isinstance(whole, Symbol):
        return whole.then("ratio", part, whole, otherwise)
    return part / whole if whole else otherwise


def exp(number: Any) -> Any:
    """Return e to the power of a number."""
    return number.then("exp", number) if isinstance(number, Symbol) else math.exp(number)


def log(number: Any) -> Any:
    """Return the natural logarithm; that of 0 is -infinity, and of a negative number NaN."""
    if isinstance(number, Symbol):
        return number.then("log", number)
    return math.log(number) if number > 0 else -math.inf if number == 0 else math.nan


def minimum(one: Any, other: Any) -> Any:
    """Return the smaller of two, or the first if one of them is NaN."""
    return where(other < one, other, one)


def maximum(one: Any, other: Any) -> Any:
    """Return the larger of two, or the first if one of them is NaN."""
    return where(other > one, other, one)


def total(numbers: Iterable[Any]) -> Any:
    """Add numbers one after another."""
    return reduce(add, numbers)


def any_of(conditions: Iterable[Any]) -> Any:
    """Return whether a condition holds."""
    return reduce(or_, conditions)


def all_of(conditions: Iterable[Any]) -> Any:
    """Return whether all conditions hold."""
    return reduce(and_, conditions)


def is_step(step: Step, place: int, columns: Sequence[str]) -> bool:
    """Return whether data are a step that can stand at a place, after those it reads."""
    match step:
        case ("column", name):
            return name in columns
        case ("number", value):
            return type(value) in (int, float) or value in ("NaN", "Infinity", "-Infinity")
        case (str() as operation, *places):
            earlier = all(type(operand) is int and 0 <= operand < place for operand in places)
            return earlier and OPERANDS.get(operation) == len(places)
    return False

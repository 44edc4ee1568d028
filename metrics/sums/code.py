"""Functions that compute recorded steps, for numbers and for arrays, equal to the last bit."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from tallystick.metrics.sums.symbols import OPERANDS, Step, Symbol

_FORMS = {
    **{name: f"{{}} {name} {{}}" for name, operands in OPERANDS.items() if operands == 2},
    "not": "not {}",
    "where": "{1} if {0} else {2}",
    "ratio": "{0} / {1} if {1} else {2}",
    "exp": "exp({})",
    "log": "log({0}) if {0} > 0 else nan if {0} else -inf",
}
"""How operations on numbers are written."""

_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_USES_UNTIL_COMPILED = 100
"""Compiling takes the time of some 150 evaluations of the steps one by one."""

Sources: TypeAlias = Mapping[str, tuple[str | int, int | None]]
"""By column, its name or place in sums, or that of its block and its place in the block."""


class _Planned(NamedTuple):
    """A step with the place of its result in a list, and the places of what it works on."""

    operation: str
    given: Any
    places: tuple[int, ...]
    target: int


def function_of_numbers(
    steps: Sequence[Step], result: Any, sources: Sources
) -> Callable[[Any], Any]:
    """Return a function of sums by name: numbers, and lists of numbers for blocks.

    Steps are computed one by one at first, and by compiled code when the function is used often.
    """
    plan, of_result = _plan(steps, result)

    def column(sums: Any, name: str | int, number: int | None) -> Any:
        return sums[name] if number is None else sums[name][number]

    one_by_one = _one_by_one(plan, of_result, sources, _functions_of_numbers(), column)
    uses = 0
    compiled: Callable[[Any], Any] | None = None

    def compute(sums: Any) -> Any:
        nonlocal uses, compiled
        if compiled is not None:
            return compiled(sums)
        uses += 1
        if uses == _USES_UNTIL_COMPILED:
            compiled = _compiled(plan, of_result, sources)
        return one_by_one(sums)

    return compute


def function_of_arrays(
    steps: Sequence[Step], result: Any, sources: Sources
) -> Callable[[Any], Any]:
    """Return a function of sums by name: arrays of one shape, with a last axis for blocks."""
    import numpy as np

    from tallystick.metrics.sums.elementary import exp, log, power, ratio, where

    functions: dict[str, Callable[..., Any]] = {
        **{"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv},
        **{"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le},
        **{">": operator.gt, ">=": operator.ge, "and": operator.and_, "or": operator.or_},
        **{"not": operator.invert, "**": power, "exp": exp, "log": log},
        **{"ratio": ratio, "where": where},
    }

    def column(sums: Any, name: str | int, number: int | None) -> Any:
        values = sums[name] if number is None else sums[name][..., number]
        return np.asarray(values, dtype=np.float64)

    return _one_by_one(*_plan(steps, result), sources, functions, column)


def reached(steps: Sequence[Step], result: Any) -> list[int]:
    """Return the places of the steps that a result needs, in their order."""
    needed = {symbol.place for symbol in _symbols(result)}
    for place in range(len(steps) - 1, -1, -1):
        if place in needed:
            needed.update(_operands(steps[place]))
    return sorted(needed)


def _plan(steps: Sequence[Step], result: Any) -> tuple[list[_Planned], Any]:
    """Return the steps that a result needs, and the result with places in place of symbols.

    The place of a result that no later step reads is used again, so that arrays are soon freed.
    """
    places = reached(steps, result)
    last = {read: place for place in places for read in _operands(steps[place])}
    last |= {symbol.place: len(steps) for symbol in _symbols(result)}
    targets: dict[int, int] = {}
    plan: list[_Planned] = []
    free: list[int] = []
    size = 0
    for place in places:
        step = steps[place]
        read = _operands(step)
        free += [
            targets[one]
            for one in dict.fromkeys(read)
            if last[one] == place and steps[one][0] != "number"
        ]
        if step[0] == "number" or not free:
            targets[place], size = size, size + 1
        else:
            targets[place] = free.pop()
        given = None if read else step[1]
        plan.append(_Planned(step[0], given, tuple(targets[one] for one in read), targets[place]))
    return plan, _placed(result, targets)


def _placed(result: Any, targets: Mapping[int, int]) -> Any:
    """Return the place of a symbol as a list, so that it differs from a number."""
    if isinstance(result, Symbol):
        return [targets[result.place]]
    if isinstance(result, (tuple, list)):
        return tuple(_placed(one, targets) for one in result)
    return float(result)


def _one_by_one(
    plan: Sequence[_Planned],
    result: Any,
    sources: Sources,
    functions: Mapping[str, Callable[..., Any]],
    column: Callable[[Any, str | int, int | None], Any],
) -> Callable[[Any], Any]:
    start = [0.0] * (1 + max(one.target for one in plan))
    for one in plan:
        if one.operation == "number":
            start[one.target] = one.given
    work: list[tuple[int, Any, Any]] = [
        (one.target, functions.get(one.operation), one.places or sources[one.given])
        for one in plan
        if one.operation != "number"
    ]

    def compute(sums: Any) -> Any:
        values: list[Any] = start.copy()
        for target, function, read in work:
            if function is None:
                values[target] = column(sums, *read)
            else:
                values[target] = function(*[values[place] for place in read])
        return _filled(result, values)

    return compute


def _filled(result: Any, values: Sequence[Any]) -> Any:
    if isinstance(result, list):
        return values[result[0]]
    return tuple(_filled(one, values) for one in result) if isinstance(result, tuple) else result


@cache
def _functions_of_numbers() -> Mapping[str, Callable[..., Any]]:
    names = "a", "b", "c"
    lambdas = [
        f"{name!r}: lambda {', '.join(names[: OPERANDS[name]])}: {form.format(*names)}"
        for name, form in _FORMS.items()
    ]
    functions: Mapping[str, Callable[..., Any]] = eval(f"{{{', '.join(lambdas)}}}", dict(_NAMES))
    return functions


def _compiled(plan: Sequence[_Planned], result: Any, sources: Sources) -> Callable[[Any], Any]:
    names = dict(_NAMES)
    exec("\n".join(["def formula(sums):", *_written(plan, result, sources)]), names)
    compiled: Callable[[Any], Any] = names["formula"]
    return compiled


def _written(plan: Sequence[_Planned], result: Any, sources: Sources) -> Iterator[str]:
    """Yield a statement for every step."""
    variables: dict[int, str] = {}
    for operation, given, places, target in plan:
        if operation == "number":
            variables[target] = repr(given)
            continue
        if operation == "column":
            name, number = sources[given]
            value = f"sums[{name!r}]" + ("" if number is None else f"[{number}]")
        else:
            read = [variables[place] for place in places]
            if operation in _COMPARISONS:  # a count is compared with a count in half the time
                read = [one.removesuffix(".0") for one in read]
            value = _FORMS[operation].format(*read)
        variables[target] = f"v{target}"
        yield f"    v{target} = {value}"
    yield f"    return {_expression(result, variables)}"


def _expression(result: Any, variables: Mapping[int, str]) -> str:
    if isinstance(result, list):
        return variables[result[0]]
    if isinstance(result, tuple):
        return "(" + "".join(f"{_expression(one, variables)}, " for one in result) + ")"
    return repr(result)


def _operands(step: Step) -> Step:
    return () if step[0] in ("column", "number") else step[1:]


def _symbols(result: Any) -> Iterator[Symbol]:
    if isinstance(result, Symbol):
        yield result
    elif isinstance(result, (tuple, list)):
        for one in result:
            yield from _symbols(one)


def _exp(number: float) -> float:
    try:
        return math.exp(number)
    except OverflowError:
        return math.inf


_NAMES: Mapping[str, Any] = {"exp": _exp, "log": math.log, "inf": math.inf, "nan": math.nan}

"""Functions that compute recorded steps, for numbers and for arrays, equal to the last bit."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import CodeType
from typing import Any, TypeAlias

from tallystick.metrics.sums.symbols import OPERANDS, Step, symbol_of

Sources: TypeAlias = Mapping[str, tuple[str | int, int | None]]
"""By column, its name or place in sums, or that of its block and its place in the block."""

_OF_NUMBERS = {
    **{name: f"{{}} {name} {{}}" for name, operands in OPERANDS.items() if operands == 2},
    "not": "not {}",
    "where": "{1} if {0} else {2}",
    "ratio": "{0} / {1} if {1} else {2}",
    "exp": "inf if {0} > LARGEST else exp({0})",
    "log": "log({0}) if {0} > 0 else nan if {0} else -inf",
    "column": "sums[{!r}]",
}
"""How operations on numbers are written."""

_OF_ARRAYS = _OF_NUMBERS | {
    **{"and": "{} & {}", "or": "{} | {}", "not": "negation({})", "**": "power({}, {})"},
    **{"where": "where({}, {}, {})", "ratio": "ratio({}, {}, {})", "log": "log({})"},
    "exp": "exp({})",
    "column": "asarray(sums[{!r}], float64)",
    "column of a block": "asarray(sums[{!r}][..., {}], float64)",
}
"""How operations on arrays are written; numbers stand for arrays with one value."""

_REPEATED = {"exp": 1, "log": 1, "ratio": 2}
"""The operands that are written more than once, by their places in steps."""

_LONG = 120
"""A longer expression is a statement: Python refuses hundreds of parentheses inside each other."""

_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})


def function_of_numbers(
    steps: Iterable[Step], result: Any, sources: Sources
) -> Callable[[Any], Any]:
    """Return a function of sums by name: numbers, and lists of numbers for blocks.

    Args:
        steps: Recorded steps, in the order of their places.
        result: What to compute: a symbol, a number, or a tuple of results, which can be named.
        sources: Where sums have the columns.
    """
    names = {"exp": math.exp, "log": math.log, "LARGEST": math.log(sys.float_info.max)}
    return _compiled(steps, result, sources, _OF_NUMBERS, names)


def function_of_arrays(
    steps: Iterable[Step], result: Any, sources: Sources
) -> Callable[[Any], Any]:
    """Return a function of sums by name: arrays of one shape, with a last axis for blocks.

    It computes what `function_of_numbers` does; what is the same everywhere can be a number.
    """
    import numpy as np

    from tallystick.metrics.sums.elementary import exp, log, power, ratio, where

    names: dict[str, Any] = {"exp": exp, "log": log, "power": power, "ratio": ratio, "where": where}
    names |= {"asarray": np.asarray, "float64": np.float64, "negation": np.logical_not}
    return _compiled(steps, result, sources, _OF_ARRAYS, names)


def reached(steps: Sequence[Step], result: int) -> list[int]:
    """Return the places of the steps that a step needs, and its own, in their order."""
    needed = {result}
    for place in range(result, -1, -1):
        if place in needed:
            needed.update(_operands(steps[place]))
    return sorted(needed)


def _compiled(
    steps: Iterable[Step],
    result: Any,
    sources: Sources,
    forms: Mapping[str, str],
    names: Mapping[str, Any],
) -> Callable[[Any], Any]:
    places = {step: place for place, step in enumerate(steps)}
    place = _place_of(places, result)
    statements, value = _written(tuple(places), place, sources, forms)
    known = {**names, "inf": math.inf, "nan": math.nan}
    if hasattr(result, "_fields"):
        known["named"], value = type(result), f"named(*{value})"
    exec(_code("\n    ".join(["def formula(sums):", *statements, f"return {value}"])), known)
    compiled: Callable[[Any], Any] = known["formula"]
    return compiled


@lru_cache(maxsize=2048)
def _code(text: str) -> CodeType:
    """Compile a text once: many conventions have the same formula."""
    return compile(text, "<formula>", "exec")


def _place_of(steps: dict[Step, int], result: Any) -> int:
    """Return the place of the step that makes a result; that of a tuple is a step, too."""
    if isinstance(result, (tuple, list)):
        step = "tuple", *[_place_of(steps, one) for one in result]
        return steps.setdefault(step, len(steps))
    return symbol_of(steps, result).place


def _written(
    steps: Sequence[Step], result: int, sources: Sources, forms: Mapping[str, str]
) -> tuple[list[str], str]:
    """Return the statements that compute a step, and the expression of its value.

    What is read once is part of the expression that reads it, unless that is long. The variable of
    a step that no later one reads is used again, so that arrays are soon freed. Lists of numbers
    are read as a whole, which takes a third of the time.
    """
    places = reached(steps, result)
    reads = Counter(read for place in places for read in _operands(steps[place]))
    repeated = {
        step[_REPEATED[step[0]]] for step in map(steps.__getitem__, places) if step[0] in _REPEATED
    }
    values: dict[int, str] = {}
    variables: dict[int, list[int]] = {}  # the steps whose variables are in the expression of each
    free: list[str] = []
    statements = []
    needed = {steps[place][1] for place in places if steps[place][0] == "column"}
    lists: dict[str, list[str]] = {}
    for column, (name, number) in sources.items() if forms is _OF_NUMBERS else ():
        if isinstance(name, int) or number is not None:
            lists.setdefault("sums" if number is None else f"sums[{name!r}]", []).append(column)
    in_lists = {column: f"c{n}" for n, column in enumerate(chain(*lists.values()))}
    for expression, columns in lists.items():
        if not needed.isdisjoint(columns):
            statements.append(f"[{', '.join(map(in_lists.__getitem__, columns))}] = {expression}")
    for place in places:
        operation, *given = steps[place]
        operands = _operands(steps[place])
        variables[place] = in_value = [one for read in operands for one in variables[read]]
        if operation == "number" or (operation == "column" and given[0] in in_lists):
            values[place] = repr(*given) if operation == "number" else in_lists[given[0]]
            continue
        read = [values[one] for one in operands]
        if operation == "column":
            name, number = sources[given[0]]
            form = forms["column" if number is None else "column of a block"]
            value = form.format(name, number)
        elif operation == "tuple":
            value = f"({''.join(f'{one}, ' for one in read)})"
        else:
            if operation in _COMPARISONS:  # a count is compared with a count in half the time
                read = [one.removesuffix(".0") for one in read]
            value = forms[operation].format(*read)
        if (reads[place] < 2 and place not in repeated and len(value) < _LONG) or place == result:
            values[place] = f"({value})"
            continue
        reads.subtract(in_value)
        free += [values[one] for one in dict.fromkeys(in_value) if not reads[one]]
        values[place], variables[place] = free.pop() if free else f"v{place}", [place]
        statements.append(f"{values[place]} = {value}")
    return statements, values[result]


def _operands(step: Step) -> Step:
    return () if step[0] in ("column", "number") else step[1:]

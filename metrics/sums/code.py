"""Functions that compute recorded steps: Python code for numbers, and the kernel for arrays.

The results are equal to the last bit, on every processor.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import CodeType
from typing import Any, TypeAlias

from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.symbols import OPERANDS, Step, symbol_of

Sources: TypeAlias = Mapping[str, tuple[str | int, int | None]]
"""By column, its name or place in sums, or that of its block and its place in the block."""

_FORMS = {
    **{name: f"{{}} {name} {{}}" for name, operands in OPERANDS.items() if operands == 2},
    "not": "not {}",
    "where": "{1} if {0} else {2}",
    "ratio": "{0} / {1} if {1} else {2}",
    "exp": "inf if {0} > LARGEST else exp({0})",
    "log": "log({0}) if {0} > 0 else nan if {0} else -inf",
    "tuple": "{tuple}",
}
"""How operations are written."""

_REPEATED = {"exp": 1, "log": 1, "ratio": 2}
"""The operands that are written more than once, by their places in steps."""

_LONG = 120
"""A longer expression is a statement: Python refuses hundreds of parentheses inside each other."""

_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})


def function_of_numbers(
    steps: Iterable[Step], result: Any, sources: Sources
) -> Callable[[Any], Any]:
    """Return a function of sums by name: numbers, and lists of numbers for blocks.

    `result` is a symbol, a number, or a tuple of results, which can be named.
    """
    places = {step: place for place, step in enumerate(steps)}
    place = _place_of(places, result)
    statements, value = _written(tuple(places), place, sources)
    known: dict[str, Any] = {"exp": math.exp, "log": math.log, "inf": math.inf, "nan": math.nan}
    known["LARGEST"] = math.log(sys.float_info.max)
    if hasattr(result, "_fields"):
        known["named"], value = type(result), f"named(*{value})"
    exec(_code("\n    ".join(["def formula(sums):", *statements, f"return {value}"])), known)
    compiled: Callable[[Any], Any] = known["formula"]
    return compiled


def function_of_arrays(
    steps: Iterable[Step], result: Any, sources: Sources
) -> Callable[[Any], Any]:
    """Return what `function_of_numbers` does, for arrays with a last axis for blocks."""
    import numpy as np

    places = {step: place for place, step in enumerate(steps)}
    results = list(_symbols_of(places, result))
    needed, new = reduced(tuple(places), results)
    read = [sources[step[1]] for step in needed if step[0] == "column"]
    read = read or [next(iter(sources.values()))]  # which says how many sums there are
    formula = *encoded(needed), array("I", map(new.__getitem__, results))

    def compute(sums: Any) -> Any:
        columns = [
            sums[name] if number is None else sums[name][..., number] for name, number in read
        ]
        stacked = np.array(columns, np.float64)
        stacked.setflags(write=False)  # else the kernel copies it
        shape = stacked.shape[1:]
        found = kernel.evaluate(*formula, stacked, math.prod(shape))
        return _filled(result, iter(np.frombuffer(found).reshape(len(results), *shape)))

    return compute


def reduced(steps: Sequence[Step], results: Iterable[int]) -> tuple[list[Step], dict[int, int]]:
    """Return the steps that results need, with new places; and these places by the old ones."""
    needed = set(results)
    for place in range(len(steps) - 1, -1, -1):
        if place in needed:
            needed.update(_operands(steps[place]))
    new = {place: number for number, place in enumerate(sorted(needed))}
    return [_renumbered(steps[place], new) for place in new], new


def _renumbered(step: Step, new: Mapping[int, int]) -> Step:
    return step[0], *(map(new.__getitem__, _operands(step)) if _operands(step) else step[1:])


def encoded(steps: Iterable[Step]) -> tuple[bytes, bytes]:
    """Return steps and their numbers as the kernel reads them; columns are those that are read."""
    numbered = {name: number for number, name in enumerate(("column", "number", *OPERANDS))}
    columns, numbers, rows = 0, array("d"), array("I")
    for operation, *operands in steps:
        read = operands
        if operation == "column":
            read, columns = [columns], columns + 1
        elif operation == "number":
            read = [len(numbers)]
            numbers.append(operands[0])
        rows.extend([numbered[operation], *read, *[0] * (3 - len(read))])
    return rows.tobytes(), numbers.tobytes()


def _symbols_of(steps: dict[Step, int], result: Any) -> Iterator[int]:
    """Yield the places of the symbols and numbers in a result, one after the other."""
    if isinstance(result, (tuple, list)):
        for one in result:
            yield from _symbols_of(steps, one)
    else:
        yield symbol_of(steps, result).place


def _filled(result: Any, values: Iterator[Any]) -> Any:
    """Return a result with these values in place of its symbols and numbers."""
    if not isinstance(result, (tuple, list)):
        return next(values)
    parts = [_filled(one, values) for one in result]
    return type(result)(*parts) if hasattr(result, "_fields") else tuple(parts)


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


def _written(steps: Sequence[Step], result: int, sources: Sources) -> tuple[list[str], str]:
    """Return the statements that compute a step, and the expression of its value.

    What is read once is part of the expression that reads it, unless that is long.
    """
    needed, _ = reduced(steps, [result])
    reads = Counter(chain.from_iterable(map(_operands, needed)))
    repeated = {step[_REPEATED[step[0]]] for step in needed if step[0] in _REPEATED}
    columns = {step[1] for step in needed if step[0] == "column"}
    lists: dict[str, list[str]] = {}
    for column, (name, number) in sources.items():
        if isinstance(name, int) or number is not None:
            lists.setdefault("sums" if number is None else f"sums[{name!r}]", []).append(column)
    in_lists = {column: f"c{n}" for n, column in enumerate(chain(*lists.values()))}
    statements = [
        f"[{', '.join(map(in_lists.__getitem__, each))}] = {expression}"
        for expression, each in lists.items()
        if not columns.isdisjoint(each)
    ]
    values: list[str] = []
    for place, (operation, *given) in enumerate(needed):
        if operation == "number" or (operation == "column" and given[0] in in_lists):
            values.append(repr(*given) if operation == "number" else in_lists[given[0]])
            continue
        if operation == "column":
            value = f"sums[{sources[given[0]][0]!r}]"
        else:
            read = [values[one] for one in given]
            if operation in _COMPARISONS:  # a count is compared with a count in half the time
                read = [one.removesuffix(".0") for one in read]
            value = _FORMS[operation].format(*read, tuple=", ".join([*read, ""]))
        if reads[place] > 1 or place in repeated or len(value) >= _LONG:
            statements.append(f"v{place} = {value}")
            values.append(f"v{place}")
        else:
            values.append(f"({value})")
    return statements, values[-1]


def _operands(step: Step) -> Step:
    return () if step[0] in ("column", "number") else step[1:]

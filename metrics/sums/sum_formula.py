"""Formulas that score sums of statistics, each written once.

The text of a formula runs once, with symbols, and what it computes is recorded as steps. From them
follow the score of one sum, the scores of many, and those that a page computes without Python.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import chain
from types import CodeType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.symbols import OPERANDS, Step, Symbol, ratio, symbol_of, total, where

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sums.arrays import FloatArray

Empty = Literal["undefined", "one", "sign"]


@dataclass(frozen=True, eq=False)
class SumFormula:
    """A formula that makes a score of sums of statistics.

    Attributes:
        statistics: The columns of the statistics.
        text: A function of sums by name, with a list for a block of columns. It returns the score,
            or a named tuple of the score and its components. It runs once, with symbols; see
            `tallystick.metrics.sums.symbols`.

    >>> def f1(sums):
    ...     own, other = sums["words"]
    ...     return 200 * sums["matches"] / (own + other)
    >>> formula = SumFormula(Columns("matches", ("words", 2)), f1)
    >>> formula.of({"matches": 3, "words": [5, 7]})
    50.0
    >>> formula.steps[:3]
    (('column', 'matches'), ('column', 'words_1'), ('column', 'words_2'))
    """

    statistics: Columns
    text: Callable[[Mapping[str, Any]], Any]

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle without the functions that are made when they are needed."""
        return SumFormula, (self.statistics, self.text)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """How the score is computed, of JSON types.

        A step is ("column", name), ("number", value), or an operation and the places of the steps
        on whose results it works; the last result is the score. A value that JSON lacks is "NaN",
        "Infinity" or "-Infinity".
        """
        steps, result = self._recorded
        score = symbol_of(steps, _score(result))
        needed, _ = reduced(tuple(steps), [score.place])
        return tuple(
            ("number", _NAMES.get(repr(step[1]), step[1])) if step[0] == "number" else step
            for step in needed
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the score depends on."""
        read = {step[1] for step in self.steps if step[0] == "column"}
        return tuple(name for name in self.statistics if name in read)

    def of(self, sums: Mapping[str, Any]) -> Any:
        """Return the score of sums by name.

        Args:
            sums: Numbers, and lists of numbers for blocks of columns; or arrays of one shape, with
                a last axis for blocks.
        """
        if isinstance(next(iter(sums.values())), (int, float, list, tuple)):
            return self.of_numbers(sums)
        return self.of_arrays(sums)

    @cached_property
    def of_numbers(self) -> Callable[[Mapping[str, Any]], float]:
        """The function that scores sums in Python numbers."""
        steps, result = self._recorded
        return function_of_numbers(steps, _score(result), self._sources)

    @cached_property
    def of_arrays(self) -> Callable[[Mapping[str, Any]], Any]:
        """The function that scores sums in arrays."""
        steps, result = self._recorded
        return function_of_arrays(steps, _score(result), self._sources)

    @cached_property
    def parts_of_numbers(self) -> Callable[[Mapping[str, Any]], Any]:
        """The function that returns the named tuple with numbers in place of symbols."""
        return function_of_numbers(*self._recorded, self._sources)

    @cached_property
    def parts_of_arrays(self) -> Callable[[Mapping[str, Any]], Any]:
        """The function that returns the named tuple with arrays in place of symbols."""
        return function_of_arrays(*self._recorded, self._sources)

    @cached_property
    def _sources(self) -> dict[str, tuple[str, int | None]]:
        """Where sums have each column."""
        sources: dict[str, tuple[str, int | None]] = {}
        for name, block in self.statistics.split_list(list(self.statistics)).items():
            if isinstance(block, str):
                sources[block] = name, None
            else:
                sources |= {column: (name, number) for number, column in enumerate(block)}
        return sources

    @cached_property
    def _recorded(self) -> tuple[dict[Step, int], Any]:
        """The steps that the text takes, each with its place, and what it returns."""
        steps: dict[Step, int] = {}
        symbols = {column: Symbol(steps, ("column", column)) for column in self.statistics}
        return steps, self.text(symbols | self.statistics.split_list(list(symbols.values())))


def _score(result: Any) -> Any:
    return result[0] if isinstance(result, tuple) else result


_NAMES = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


def ratio_of_sums(
    numerator: tuple[str, ...],
    denominator: tuple[str, ...],
    *,
    factor: float = 1.0,
    empty: Empty = "one",
    factor_first: bool = False,
) -> SumFormula:
    """Return the formula factor * (sum of some columns) / (sum of others).

    Args:
        numerator: The columns above the line.
        denominator: The columns below it.
        factor: What the quotient is multiplied by.
        empty: The score if the denominator is 0: "undefined"; "one" divides by 1 instead; "sign" is
            the factor, or 0 if the numerator is 0.
        factor_first: Whether the numerator is multiplied, not the quotient; the last digits differ.

    >>> formula = ratio_of_sums(("edits",), ("reference_length",), factor=100)
    >>> formula.of({"edits": 1, "reference_length": 4})
    25.0
    """

    return _made_once(tuple(numerator), tuple(denominator), factor, empty, factor_first)


def mean_of_segments(
    factor: float = 1.0, empty: Empty = "one", factor_first: bool = False
) -> SumFormula:
    """Return the mean of the column `segment_scores`, multiplied by a factor."""
    return ratio_of_sums(
        ("segment_scores",), ("segments",), factor=factor, empty=empty, factor_first=factor_first
    )


def quotient(part: Any, whole: Any, empty: Empty = "one") -> Any:
    """Divide numbers, or arrays of one shape; `empty` is a rule for a divisor of 0."""
    return ratio_of_sums(("part",), ("whole",), empty=empty).of({"part": part, "whole": whole})


@lru_cache(maxsize=64)
def _made_once(numerator: tuple[str, ...], denominator: tuple[str, ...], *rules: Any) -> SumFormula:
    columns = Columns(*dict.fromkeys((*numerator, *denominator)))
    return SumFormula(columns, partial(_ratio_of_sums, numerator, denominator, *rules))


def _ratio_of_sums(
    numerator: tuple[str, ...],
    denominator: tuple[str, ...],
    factor: float,
    empty: Empty,
    factor_first: bool,
    sums: Mapping[str, Any],
) -> Any:
    part, whole = (total(sums[name] for name in side) for side in (numerator, denominator))
    if factor_first:
        return divided(factor * part, whole, empty)
    return factor * divided(part, whole, empty)


def of_each(function: Callable[[Any], Any]) -> Callable[[NDArray[Any]], FloatArray]:
    """Return a function of arrays, any shape, that rounds as that of a number does.

    NumPy has functions of its own for some processors.
    """
    formula = SumFormula(Columns("number"), lambda sums: function(sums["number"]))
    return lambda numbers: formula.of_arrays({"number": numbers})


def divided(part: Any, whole: Any, empty: Empty = "one") -> Any:
    """Divide symbols, with the rule of `ratio_of_sums` for a divisor of 0."""
    if empty == "undefined":
        return ratio(part, whole, math.nan)
    if empty == "one":
        return ratio(part, whole, 1.0 * part)
    return ratio(part, whole, ratio(part, where(part < 0, -1.0 * part, part)))


# What is recorded as Python code, and as a program of the kernel

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
        numbers = kernel.evaluate(*formula, stacked, math.prod(shape))
        return _filled(result, iter(np.frombuffer(numbers).reshape(len(results), *shape)))

    return compute


def scores_of_steps(steps: Sequence[Step], sums: Mapping[str, FloatArray]) -> FloatArray:
    """Return what `SumFormula.steps`, which were saved, make of sums by column, each shape (n,)."""
    import numpy as np

    exact = [(step[0], float(step[1])) if step[0] == "number" else step for step in steps]
    needed, new = reduced(exact, [len(exact) - 1])
    read = [step[1] for step in needed if step[0] == "column"] or list(sums)[:1]
    stacked = np.array([sums[column] for column in read], np.float64)
    stacked.setflags(write=False)  # else the kernel copies it
    result = array("I", [new[len(exact) - 1]])
    return np.frombuffer(kernel.evaluate(*encoded(needed), result, stacked, stacked.shape[1]))


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
        for part in result:
            yield from _symbols_of(steps, part)
    else:
        yield symbol_of(steps, result).place


def _filled(result: Any, values: Iterator[Any]) -> Any:
    """Return a result with these values in place of its symbols and numbers."""
    if not isinstance(result, (tuple, list)):
        return next(values)
    parts = [_filled(part, values) for part in result]
    return type(result)(*parts) if hasattr(result, "_fields") else tuple(parts)


@lru_cache(maxsize=2048)
def _code(text: str) -> CodeType:
    """Compile a text once: many conventions have the same formula."""
    return compile(text, "<formula>", "exec")


def _place_of(steps: dict[Step, int], result: Any) -> int:
    """Return the place of the step that makes a result; that of a tuple is a step, too."""
    if isinstance(result, (tuple, list)):
        step = "tuple", *[_place_of(steps, part) for part in result]
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
            read = [values[place] for place in given]
            if operation in _COMPARISONS:  # a count is compared with a count in half the time
                read = [operand.removesuffix(".0") for operand in read]
            value = _FORMS[operation].format(*read, tuple=", ".join([*read, ""]))
        if reads[place] > 1 or place in repeated or len(value) >= _LONG:
            statements.append(f"v{place} = {value}")
            values.append(f"v{place}")
        else:
            values.append(f"({value})")
    return statements, values[-1]


def _operands(step: Step) -> Step:
    return () if step[0] in ("column", "number") else step[1:]

"""Run-time checks of calls that type checkers reject, with errors that name the remedy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence, Set
from contextlib import suppress
from functools import wraps
from operator import index
from typing import Any, NamedTuple, ParamSpec, TypeVar

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.registry import closest, nearest

SWAPPED = (
    "because tools disagree about their order and swapped arguments give a plausible wrong score "
    "(if your call was written for sacreBLEU its first argument is hypotheses, for NLTK "
    "references)"
)
"""Why hypotheses and references are given by keyword."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def check_type(value: object, kind: type, usage: str) -> None:
    """Raise `InputError` unless an argument is of the type `kind`; `usage` is the correct call."""
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise InputError(
            f"an object of type {type(value).__name__} is given; expected {article} "
            f"{kind.__name__}; {usage}"
        )


def whole_number(name: str, value: Any, low: int, high: int | None = None) -> int:
    """Return a whole number, of Python or NumPy, as an int.

    `name` is the name of the option in errors; `low` and `high` are the limits, both inclusive.

    Raises:
        OptionError: The value is not a whole number, or out of range.

    >>> whole_number("order", 3, 1, 9)
    3
    """
    whole = None
    if not isinstance(value, bool):
        with suppress(TypeError):
            whole = index(value)
    if whole is None or whole < low or (high is not None and whole > high):
        limits = f"of {low} or more" if high is None else f"from {low} to {high}"
        raise OptionError(f"{name} is {value!r}; expected a whole number {limits}")
    return whole


def by_keyword(
    example: str, reason: str = "", name: str = ""
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Return a decorator for functions and class methods of `tallystick` that take keywords only.

    `example` is the arguments of a correct call; `reason` is added to the error about positional
    ones; `name` is what is called, if that is not the function in `tallystick`.
    """

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        described: Any = function
        code = described.__code__
        own = code.co_argcount  # 1 for a class method, whose class comes first
        known = code.co_varnames[own : own + code.co_kwonlyargcount]
        call = Call(
            name or f"tallystick.{described.__qualname__}",
            known,
            [parameter for parameter in known if parameter not in (described.__kwdefaults__ or {})],
            example,
            reason,
            own,
        )
        return wraps(function)(call.checked(function))

    return decorate


class Call(NamedTuple):
    """What a function takes by keyword, for its errors; `example` is a correct call's arguments.

    `own` is the number of positional parameters, 1 for a class method; `options` are those of a
    metric, which are known too.
    """

    name: str
    known: Sequence[str]
    required: Sequence[str]
    example: str
    reason: str = ""
    own: int = 0
    options: Collection[str] = ()

    def checked(self, function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        """Return the function with a check of its arguments."""
        own, known, takes_options = self.own, set(self.known), bool(self.options)
        needed = {name for name in known if name in self.required or name == "references"}
        enough = needed if takes_options else needed.intersection(self.required)

        def call(*positional: Parameters.args, **named: Parameters.kwargs) -> Result:
            given = named.keys()
            if len(positional) > own or not (enough <= given and (takes_options or given <= known)):
                self._refuse(len(positional), named, needed - given)
            return function(*positional, **named)

        return call

    def _refuse(self, positional: int, named: Collection[str], missing: Set[str]) -> None:
        """Raise the error of a call, if it has one."""
        called, known, usage = self.name, self.known, f"write {self.name}({self.example})"
        if positional > self.own:
            because = f", {self.reason}" if self.reason else ""
            what = " and ".join([name for name in known if f"{name}=" in self.example][:2])
            raise InputError(f"{called} takes {what} by keyword{because}; {usage}")
        for name in named:
            if name not in known and name not in self.options:
                hint = (
                    ("metrics" in known and _as_metric_option(name))
                    or _abbreviated(name, known)
                    or closest(name, known)
                    or (f"; {usage}" if missing else nearest(name, list(known)))
                )
                raise OptionError(f"{called} has no parameter {name!r}{hint}")
        for name in self.required:
            if name in missing:
                are = "are" if name.endswith("s") else "is"
                raise InputError(f"{name} {are} missing; {usage}")


def _abbreviated(name: str, known: Sequence[str]) -> str:
    """Return the end of a message: the parameter that a name abbreviates, such as "refs"."""
    beginning = name.lower().rstrip("s")
    names = [other for other in known if len(beginning) > 2 and other.startswith(beginning)]
    return f"; did you mean {names[0]}?" if len(names) == 1 else ""


def _as_metric_option(name: str) -> str:
    from tallystick.metrics.arguments.catalogue import metric_with_option  # only for an error

    metric = metric_with_option(name)
    return f"; it is an option of a metric: write metrics='{metric}:{name}=VALUE'" * bool(metric)

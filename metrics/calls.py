"""Run-time checks of calls that type checkers reject, with errors that name the remedy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from tallystick.errors import InputError, OptionError
from tallystick.metrics.registry import closest, nearest

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


def by_keyword(
    example: str, reason: str = "", name: str = ""
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Return a decorator for functions and class methods of `tallystick` that take keywords only.

    The decorated function raises `InputError` for positional and missing arguments, and
    `OptionError` for unknown parameters. `example` is the arguments of a correct call; `reason` is
    added to the error about positional arguments; `name` is what is called, if that is not the
    function in `tallystick`.
    """

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        described: Any = function
        code = described.__code__
        called = name or f"tallystick.{described.__qualname__}"
        own = code.co_argcount  # 1 for a class method, whose class comes first
        known = code.co_varnames[own : own + code.co_kwonlyargcount]
        required = [one for one in known if one not in (described.__kwdefaults__ or {})]
        needed = [one for one in known if one in required or one == "references"]
        takes_others = bool(code.co_flags & 0x08)  # **options
        usage = f"write {called}({example})"

        @wraps(function)
        def call(*positional: Parameters.args, **named: Parameters.kwargs) -> Result:
            if len(positional) > own:
                because = f", {reason}" if reason else ""
                what = " and ".join([one for one in known if f"{one}=" in example][:2])
                raise InputError(f"{called} takes {what} by keyword{because}; {usage}")
            missing = [one for one in needed if one not in named]
            for one in () if takes_others and not missing else named:
                if one not in known and not (takes_others and _is_option(called, one)):
                    hint = (
                        ("metrics" in known and _as_metric_option(one))
                        or _abbreviated(one, known)
                        or closest(one, known)
                        or (f"; {usage}" if missing else nearest(one, list(known)))
                    )
                    raise OptionError(f"{called} has no parameter {one!r}{hint}")
            for one in missing:
                if one in required:
                    are = "are" if one.endswith("s") else "is"
                    raise InputError(f"{one} {are} missing; {usage}")
            return function(*positional, **named)

        return call

    return decorate


def _abbreviated(name: str, known: Sequence[str]) -> str:
    """Return the end of a message: the parameter that a name abbreviates, such as "refs"."""
    beginning = name.lower().rstrip("s")
    found = [one for one in known if len(beginning) > 2 and one.startswith(beginning)]
    return f"; did you mean {found[0]}?" if len(found) == 1 else ""


def _is_option(called: str, name: str) -> bool:
    """Return whether the function of a metric, such as `tallystick.bleu`, has an option."""
    from tallystick.metrics.catalogue import METRICS  # only needed for an error
    from tallystick.metrics.spec import options_of

    return name in options_of(METRICS.load(called.rpartition(".")[2]))


def _as_metric_option(name: str) -> str:
    from tallystick.metrics.spec import metric_with_option  # only needed for an error

    metric = metric_with_option(name)
    return f"; it is an option of a metric: write metrics='{metric}:{name}=VALUE'" * bool(metric)

"""The axes that dialects of several metrics share, and those that take numbers or yes and no."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tallystick.metrics.arguments import calls, options
from tallystick.metrics.interface.dialect import axis
from tallystick.metrics.tokenizers import Lowercase

AVERAGED = {
    "micro": "the counts: they are summed before the score is computed",
    "macro": "the scores: the mean of the scores of the segments",
}
"""What can be combined over the segments of a corpus, with the meanings."""


def order(default: int = 4, documentation: str = "The highest order of n-grams.") -> Any:
    """Return the axis of an order of n-grams."""
    return axis(default, documentation, check=options.check_order, parse=int)


def tokenizer(default: str, *examples: str, documentation: str = "The tokenizer.") -> Any:
    """Return the axis of the tokenizer, with examples that are in use."""
    return axis(default, documentation, check=options.check_tokenizer, examples=examples)


def lowercase(default: Lowercase) -> Any:
    """Return the axis of the letters whose case is folded."""
    return axis(
        default,
        "The letters whose case is folded.",
        options.CASE_FOLDINGS,
        check=lambda _, value: options.parse_lowercase(value),
        parse=options.parse_lowercase,
    )


_not_negative = partial(options.number, low=0)


def flag(default: bool | None, documentation: str, *, no: str = "", yes: str = "") -> Any:
    """Return an axis that is on or off, with the meanings of both if they need words."""
    values = {"no": no, "yes": yes} if yes else {}
    return axis(default, documentation, values, check=options.flag, parse=options.parse_flag)


def whole_number(default: int, documentation: str, low: int = 0, high: int | None = None) -> Any:
    """Return an axis that takes a whole number, within limits that are both inclusive."""
    check = partial(calls.whole_number, low=low, high=high)
    return axis(default, documentation, check=check, parse=int)


def number(
    default: float,
    documentation: str,
    check: Callable[[str, Any], float] = _not_negative,
    examples: tuple[str, ...] = (),
) -> Any:
    """Return an axis that takes a number, of 0 or more unless `check` says otherwise."""
    return axis(default, documentation, check=check, parse=float, examples=examples)

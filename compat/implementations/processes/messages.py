"""The messages of the protocol of JSON lines: what a program may answer.

`json_lines.schema.json` describes the same for other languages.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tallystick.compat.implementations import outcome
from tallystick.errors import OptionError

PROTOCOL = 1
"""The version of the protocol."""

_LONGEST = 300
"""The number of characters of an answer that a message shows."""

_FAILURES: tuple[outcome.FailureKind, ...] = ("unsupported", "error")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """What a program says of itself; the schema describes the fields."""

    name: str
    version: str = "unknown"
    metrics: tuple[str, ...]
    dialects: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    input: Literal["text", "tokens"] = "text"
    references: Literal["one", "several"] = "several"
    orders: tuple[int, ...] = ()
    scale: float | None = None


def hello_in(program: str, answer: Mapping[str, Any]) -> Hello:
    """Return what a program says of itself; refuse fields that are missing or of another form."""
    if isinstance(answer.get("error"), str):
        raise OptionError(f"{program} cannot be used: {answer['error']}")
    given = {name: answer[name] for name in _DECLARED if answer.get(name) is not None}
    for name in ("name", "metrics"):
        given.setdefault(name, None)
    for name, value in given.items():
        expected, is_right = _DECLARED[name]
        if not is_right(value):
            raise OptionError(
                f"{program} says hello with {name} {shown(value)}; expected {expected}"
            )
    return Hello(**{name: outcome.frozen(value) for name, value in given.items()})


def outcome_in(answer: Mapping[str, Any]) -> outcome.Outcome | None:
    """Return the outcome that an answer describes; None if it is none."""
    failures: list[outcome.FailureKind] = [kind for kind in _FAILURES if kind in answer]
    if len(failures) + ("score" in answer) != 1:
        return None
    for kind in failures:
        message = answer[kind]
        return outcome.failed(kind, message if isinstance(message, str) else shown(message))
    score, statistics = answer["score"], answer.get("stats") or {}
    if not outcome.is_number(score):
        return outcome.failed(
            "nonsense", f"its score is {shown(score)}, which is not a finite number"
        )
    if not isinstance(statistics, dict) or not all(map(outcome.is_count, statistics.values())):
        return outcome.failed(
            "nonsense",
            f"its stats are {shown(statistics)}; expected an object of whole numbers or lists of "
            "whole numbers",
        )
    return outcome.Outcome(
        score=float(score),
        statistics={name: outcome.frozen(value) for name, value in statistics.items()},
    )


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(type(text) is str for text in value)


def _are_orders(value: object) -> bool:
    return isinstance(value, list) and all(type(order) is int and order > 0 for order in value)


def shown(value: object) -> str:
    """Return a value for a message."""
    text = repr(value) if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


_DECLARED: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "name": ("a string", lambda value: isinstance(value, str) and value != ""),
    "version": ("a string", lambda value: isinstance(value, str)),
    "metrics": ("a list of one or more strings", lambda value: _are_texts(value) and value != []),
    "dialects": ("a list of strings", _are_texts),
    "capabilities": ("a list of strings", _are_texts),
    "input": ('"text" or "tokens"', lambda value: value in ("text", "tokens")),
    "references": ('"one" or "several"', lambda value: value in ("one", "several")),
    "orders": ("a list of whole numbers from 1", _are_orders),
    "scale": ("a positive number", lambda value: outcome.is_number(value) and value > 0),
}
"""The fields of `Hello`: what is expected, and whether a value is that."""

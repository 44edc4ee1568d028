"""A comparison as JSON and back: every dataclass an object, every tuple a list."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tallystick.errors import InputError
from tallystick.reports.comparison.model import SCHEMA, Comparison


def to_json(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as JSON's own types, with its schema first."""
    return {"schema": SCHEMA, **_plain(comparison)}


def from_json(report: str | bytes | Mapping[str, Any]) -> Comparison:
    """Read a comparison back, from JSON text or from what it was parsed to.

    Raises:
        InputError: It is no comparison of this schema, or a part is missing or of another type;
            the message says which.
    """
    if isinstance(report, (str, bytes)):
        try:
            report = json.loads(report)
        except ValueError as error:
            raise InputError(f"a comparison is no valid JSON: {error}") from None
    found = report.get("schema") if isinstance(report, Mapping) else None
    if not isinstance(report, Mapping) or found != SCHEMA:
        raise InputError(
            f"a comparison has the schema {found!r}; expected {SCHEMA!r}, as "
            "`tallystick compare -o report.json` writes it"
        )
    comparison: Comparison = _read(report, Comparison, "the comparison")
    return comparison


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    return value


@cache
def _types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(value: Any, kind: Any, where: str) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return _frozen(value)
    if origin in (Union, UnionType):
        if value is None and NoneType in arguments:
            return None
        [kind] = [one for one in arguments if one is not NoneType]
        return _read(value, kind, where)
    if origin is Literal:
        return value if value in arguments else _refuse(value, where, f"one of {arguments}")
    if is_dataclass(kind):
        return _read_object(value, kind, where)
    if origin is tuple:
        if not isinstance(value, (list, tuple)):
            _refuse(value, where, "a list")
        if arguments[-1] is ...:
            of_all = arguments[0]
            if of_all is str and all(type(one) is str for one in value):
                return tuple(value)
            return tuple(_read(one, of_all, f"{where}[{n}]") for n, one in enumerate(value))
        if len(arguments) != len(value):
            _refuse(value, where, f"a list of {len(arguments)}")
        pairs = zip(value, arguments, strict=True)
        return tuple(_read(one, of, f"{where}[{n}]") for n, (one, of) in enumerate(pairs))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            _refuse(value, where, "an object")
        return {name: _read(one, arguments[1], f"{where}[{name!r}]") for name, one in value.items()}
    if kind is float and type(value) is int:
        return float(value)
    return value if type(value) is kind else _refuse(value, where, f"{kind.__name__}")


def _read_object(value: Any, kind: Any, where: str) -> Any:
    if not isinstance(value, Mapping):
        _refuse(value, where, "an object")
    types = _types(kind)
    read = {}
    for one in fields(kind):
        if one.name in value:
            read[one.name] = _read(value[one.name], types[one.name], f"{where}.{one.name}")
        elif one.default is MISSING and one.default_factory is MISSING:
            raise InputError(f"{where} lacks {one.name!r}; it was cut, or written by hand")
    return kind(**read)


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(one) for one in value)
    return value


def _refuse(value: Any, where: str, expected: str) -> Any:
    shown = repr(value)
    shown = shown if len(shown) <= 60 else f"{shown[:60]}..."
    raise InputError(f"{where} is {shown}; expected {expected}")

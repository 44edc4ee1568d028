"""Conversion of reports to JSON and back: a dataclass is an object, a tuple is a list.

The entries of a field with the metadata `REST` become keys of the object itself; a field with
`OPTIONAL` is omitted if it is None. What a model computes of others is computed again.
"""

from __future__ import annotations

import math
import re
import reprlib
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from tallystick.errors import InputError, OptionError
from tallystick.metrics.reading.opening import COMPRESSIONS

DEEPEST = 32  # the data models are 5 levels deep; the details of a score can be nested further
REST = {"json": "rest"}
OPTIONAL = {"json": "optional"}
UNCHANGED = frozenset({str, float, int, bool, NoneType})

Model = TypeVar("Model")


ENDINGS = (".json", *(f".json{ending}" for ending in COMPRESSIONS))
"""How the names of saved reports end, where other files are given too."""

ANY_SCHEMA = "tallystick/KIND/VERSION"
"""The schema of any report."""

_SCHEMA = re.compile("tallystick/[^/]+/[^/]+")


def without_ending(name: str) -> str:
    """Return the name of a file without the ending of saved reports.

    >>> without_ending("nightly/a.json.gz"), without_ending("nightly/a.txt")
    ('nightly/a', 'nightly/a.txt')
    """
    return next((name.removesuffix(ending) for ending in ENDINGS if name.endswith(ending)), name)


def parsed(report: str | bytes | Mapping[str, Any], name: str, schema: str) -> Mapping[str, Any]:
    """Return a saved report, JSON text or parsed, as an object with the expected schema."""
    saved: Any = report
    if isinstance(report, (str, bytes)):
        import json  # only needed to read a report

        try:
            saved = json.loads(report)
        except ValueError as error:
            raise InputError(
                f"{name} is not a saved report: it is not JSON ({error}); if it was cut off, save "
                "it again"
            ) from None
        except RecursionError:
            raise InputError(
                f"{name} is not a saved report: its JSON is nested too deeply"
            ) from None
    if not isinstance(saved, Mapping):
        said = f"it is {_kind(saved)}; expected an object with the schema {schema!r}"
    elif "schema" not in saved:
        said = f"it names no schema; expected {schema!r}"
    elif schema in (saved["schema"], ANY_SCHEMA) and _SCHEMA.fullmatch(str(saved["schema"])):
        return saved
    elif str(saved["schema"]).rpartition("/")[0] == schema.rpartition("/")[0]:
        writer = saved.get("version")
        by = f" by tallystick {writer}" if isinstance(writer, str) else ""
        raise InputError(
            f"{name} was written{by} in another version of this format: its schema is "
            f"{reprlib.repr(saved['schema'])}; expected {schema!r}; save the report again with "
            "this version"
        )
    elif _SCHEMA.fullmatch(str(saved["schema"])):
        kinds = (named.split("/")[1].replace("-", " ") for named in (saved["schema"], schema))
        kind, expected = kinds
        raise InputError(
            f"{name} is a saved report of another kind, {kind}; expected one of the kind "
            f"{expected}; give another file, or leave it out"
        )
    else:
        said = (
            f"its schema is {reprlib.repr(saved['schema'])}; expected {schema!r}; give another "
            "file, or leave it out"
        )
    raise InputError(f"{name} is not a saved report: {said}")


def read(value: Any, kind: type[Model], name: str) -> Model:
    """Read an object of a data model from JSON types."""
    try:
        model: Model = _read(value, kind, "")
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    return model


def plain(value: Any) -> Any:
    """Return an object of a data model as JSON types."""
    if type(value) in UNCHANGED:  # nearly all values
        return value
    if is_dataclass(value):
        kind: type = type(value)
        members = {}
        for name, metadata in _fields(kind):
            part = getattr(value, name)
            if metadata == REST:
                members.update(plain(part))
            elif part is not None or metadata != OPTIONAL:
                members[name] = plain(part)
        return members
    if isinstance(value, (tuple, list)):
        # without a call for each of many texts and numbers
        return [part if type(part) in UNCHANGED else plain(part) for part in value]
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    return value


def picked(value: object, *names: str) -> dict[str, Any]:
    """Return some attributes by their names."""
    return {name: getattr(value, name) for name in names}


@cache
def _fields(kind: type) -> tuple[tuple[str, Mapping[Any, Any]], ...]:
    return tuple((field.name, field.metadata) for field in fields(kind))


@cache
def _types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


TYPES = {float: "a number", int: "a whole number", str: "a string", bool: "true or false"}
"""What the values of fields are called."""


def _read(value: Any, kind: Any, where: str) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return _frozen(value, where)
    if origin in (Union, UnionType):
        if value is None and NoneType in arguments:
            return None
        [kind] = [argument for argument in arguments if argument is not NoneType]
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
            if of_all is str and all(type(part) is str for part in value):
                return tuple(value)
            return tuple(_read(part, of_all, f"{where}[{n}]") for n, part in enumerate(value))
        if len(arguments) != len(value):
            _refuse(value, where, f"a list of {len(arguments)}")
        pairs = zip(value, arguments, strict=True)
        return tuple(_read(part, of, f"{where}[{n}]") for n, (part, of) in enumerate(pairs))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            _refuse(value, where, "an object")
        of_key = int if arguments[0] is int else str  # which JSON writes as text
        try:
            keys = list(map(of_key, value))
        except ValueError:
            _refuse(value, where, "an object whose names are numbers")
        return {
            key: _read(part, arguments[1], f"{where}[{name!r}]")
            for key, (name, part) in zip(keys, value.items(), strict=True)
        }
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(value) if value in [*kind] else _refuse(value, where, f"one of {[*kind]}")
    if kind is float and type(value) in (int, float):
        return _finite(value, where)
    return value if type(value) is kind else _refuse(value, where, TYPES[kind])


def _read_object(value: Any, kind: Any, where: str) -> Any:
    if not isinstance(value, Mapping):
        _refuse(value, where, "an object")
    types = _types(kind)
    read = {}
    for field in fields(kind):
        if not field.init:
            continue
        if field.metadata == REST:
            named = {other.name for other in fields(kind)}
            rest = {name: part for name, part in value.items() if name not in named}
            read[field.name] = _read(rest, types[field.name], where)
        elif field.name in value:
            place = f"{where}.{field.name}" if where else field.name
            read[field.name] = _read(value[field.name], types[field.name], place)
        elif field.default is MISSING and field.default_factory is MISSING:
            raise InputError(
                f"{where or 'it'} lacks {field.name!r}; it was truncated, or edited by hand; save "
                "the report again"
            )
    try:
        return kind(**read)
    except OptionError as error:
        raise InputError(f"{where}: {error}") from None


def _finite(value: int | float, where: str) -> float:
    """Return a finite number; Python also parses NaN, Infinity and 1e999, which JSON lacks."""
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        _refuse(value, where, "a finite number, or null if it is undefined")
    return value  # not converted, so that it is written in the same form again


def _frozen(value: Any, where: str, depth: int = 0) -> Any:
    if depth == DEEPEST and isinstance(value, (list, Mapping)):
        raise InputError(f"{where} is nested too deeply; expected at most {DEEPEST} levels")
    if isinstance(value, list):
        return tuple(_frozen(part, f"{where}[{n}]", depth + 1) for n, part in enumerate(value))
    if isinstance(value, Mapping):
        return {
            name: _frozen(part, f"{where}[{name!r}]", depth + 1) for name, part in value.items()
        }
    return _finite(value, where) if type(value) is float else value


def _refuse(value: Any, where: str, expected: str) -> Any:
    raise InputError(f"{where} is {reprlib.repr(value)}; expected {expected}")


def _kind(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return "a list"
    return "null" if value is None else f"the value {reprlib.repr(value)}"

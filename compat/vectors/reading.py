"""Reading files of vectors: every value is checked, and nothing is executed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, get_args

from tallystick.compat.case import Case
from tallystick.compat.implementations.outcome import (
    Failure,
    FailureKind,
    Outcome,
    frozen,
    is_count,
    is_number,
)
from tallystick.compat.implementations.processes.messages import shown
from tallystick.compat.vectors.vectors import (
    SCHEMA,
    Origin,
    Vector,
    Vectors,
    digest_of,
    segment_from_json,
)
from tallystick.errors import InputError
from tallystick.metrics.reading.opening import open_bytes

FAILURES = tuple(kind for kind in get_args(FailureKind) if kind != "unsupported")
"""The failures that a file may contain; what a program does not support is left out of it."""

Check = Callable[[Any], bool]


def read_vectors(path: str | Path) -> Vectors:
    """Read a file of vectors.

    A digest that does not hold is no error: see `Vectors.intact`.

    Raises:
        InputError: The file cannot be read or breaks the schema; the message names the line and
            says what was expected.
    """
    return parse_vectors(_content(path), str(path))


def parse_vectors(content: bytes, name: str) -> Vectors:
    """Return the vectors that a file contains; `name` is for messages."""
    first, _, rest = content.partition(b"\n")
    place = Place(name, 1)
    header = place.object(place.parsed(first), "the line", _HEADER)
    origins = {
        key: _origin(place, key, value)
        for key, value in place.object(header["origins"], "origins").items()
    }
    cases = tuple(_cases(rest, name, 2, origins))
    if len(cases) != header["cases"]:
        place.wrong("cases", header["cases"], f"{len(cases)}, the number of lines that follow")
    digest = digest_of(rest)
    return Vectors(
        metric=header["metric"],
        order=header["order"],
        origins=origins,
        cases=cases,
        writer=header["writer"],
        digest=digest,
        intact=digest == header["sha256"],
        flags=header.get("flags", {}),
    )


def read_inputs(path: str | Path) -> tuple[Vector, ...]:
    """Read inputs: vectors, whose results are ignored, or lines without a header and ids."""
    name, content = str(path), _content(path)
    first = content.partition(b"\n")[0]
    parsed = Place(name, 1).parsed(first)
    has_header = isinstance(parsed, dict) and "schema" in parsed
    cases = parse_vectors(content, name).cases if has_header else tuple(_cases(content, name, 1))
    if not cases:
        raise InputError(f"{name} has no cases; expected a JSON object with hyps and refs a line")
    return tuple(Vector(vector.id, vector.case, tests=vector.tests) for vector in cases)


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file, for messages."""

    file: str
    line: int

    def wrong(self, what: str, value: object, expected: str) -> NoReturn:
        """Raise the error that a value is not what was expected."""
        raise InputError(
            f"{self.file}, line {self.line}: {what} is {shown(value)}; expected {expected}"
        )

    def parsed(self, line: bytes) -> Any:
        """Return the JSON value of a line."""
        try:
            return json.loads(line.decode("utf-8"), parse_constant=_no_constant)
        except UnicodeDecodeError as error:
            message = f"byte {error.start + 1} is not UTF-8"
        except json.JSONDecodeError as error:
            message = f"{error.msg} at character {error.pos + 1}"
        except ValueError as error:  # a constant, or a number with too many digits
            message = str(error)
        except RecursionError:
            message = "it is nested too deeply"
        raise InputError(
            f"{self.file}, line {self.line}: not JSON ({message}); expected one JSON object a "
            "line, as vectors.schema.json describes"
        )

    def object(
        self, value: Any, what: str, fields: Mapping[str, tuple[str, Check, bool]] | None = None
    ) -> dict[str, Any]:
        """Return a value that is an object with these fields: expected, check and required."""
        if not isinstance(value, dict):
            self.wrong(what, value, "a JSON object")
        if fields is None:
            return value
        path = "" if what == "the line" else f"{what}."
        for key in value:
            if key not in fields:
                raise InputError(
                    f"{self.file}, line {self.line}: {path}{key} is not known; expected only "
                    f"{', '.join(fields)}"
                )
        for key, (expected, check, required) in fields.items():
            if key not in value:
                if required:
                    raise InputError(
                        f"{self.file}, line {self.line}: {path}{key} is missing; expected "
                        f"{expected}"
                    )
            elif not check(value[key]):
                self.wrong(f"{path}{key}", value[key], expected)
        return value


def _content(path: str | Path) -> bytes:
    with open_bytes(path) as file:
        return file.read()


def _cases(
    content: bytes, name: str, first: int, origins: Mapping[str, Origin] | None = None
) -> Iterator[Vector]:
    seen: dict[str, int] = {}
    lines = content.split(b"\n")
    if not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, first):
        place = Place(name, number)
        fields = _INPUT if origins is None else _CASE
        vector = _case(place, place.object(place.parsed(line), "the line", fields), origins)
        if vector.id in seen:
            place.wrong("id", vector.id, f"another id than that of line {seen[vector.id]}")
        seen[vector.id] = number
        yield vector


def _case(place: Place, line: dict[str, Any], origins: Mapping[str, Origin] | None) -> Vector:
    hypotheses, references, sources = (line.get(name) for name in ("hyps", "refs", "srcs"))
    for name, value in (("refs", references), ("srcs", sources)):
        if value is not None and len(value) != len(line["hyps"]):
            place.wrong(name, value, f"{len(line['hyps'])} items, as many as hyps has")
    case = Case(
        tuple(map(segment_from_json, hypotheses or ())),
        tuple(tuple(map(segment_from_json, of_segment)) for of_segment in references or ()),
        None if sources is None else tuple(map(segment_from_json, sources)),
    )
    results, acceptable = line.get("results", {}), {}
    if origins is not None:
        for name in results:
            if name not in origins:
                place.wrong("a name of results", name, f"one of {', '.join(origins)}")
        of_origins = {key: tuple(_outcomes(place, key, it)) for key, it in results.items()}
        results = {name: outcomes[0] for name, outcomes in of_origins.items()}
        acceptable = {name: outcomes[1:] for name, outcomes in of_origins.items() if outcomes[1:]}
    unnamed = Vector.of(case)
    return Vector(
        line.get("id", unnamed.id),
        case,
        results,
        line.get("tests", ""),
        tuple(line.get("flags", ())),
        tuple(line.get("defects", ())),
        line.get("optional", False),
        acceptable,
    )


def _origin(place: Place, name: str, value: Any) -> Origin:
    given = place.object(value, f"origins.{name}", _ORIGIN)
    return Origin(**{**given, "scale": float(given["scale"])})


def _outcomes(place: Place, name: str, value: Any) -> Iterator[Outcome]:
    what = f"results.{name}"
    given = dict(place.object(value, what, _RESULT))
    others = given.pop("acceptable", [])
    yield _outcome(place, what, given)
    for number, other in enumerate(others, 1):
        path = f"{what}.acceptable.{number}"
        yield _outcome(place, path, place.object(other, path, _ONE_RESULT))


def _outcome(place: Place, what: str, given: Mapping[str, Any]) -> Outcome:
    if ("score" in given) == ("failure" in given):
        place.wrong(what, given, "an object with either score or failure")
    if "failure" in given:
        return Outcome(failure=Failure(given["failure"], given.get("message", "")))
    statistics = {key: frozen(count) for key, count in given.get("stats", {}).items()}
    return Outcome(score=float(given["score"]), statistics=statistics)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _is_score(value: Any) -> bool:
    return isinstance(value, (int, float)) and is_number(value)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _are_names_of_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value.values()))


def _is_segment(value: Any) -> bool:
    return isinstance(value, str) or _are_texts(value)


def _are_segments(value: Any) -> bool:
    return isinstance(value, list) and value != [] and all(map(_is_segment, value))


def _are_references(value: Any) -> bool:
    return isinstance(value, list) and value != [] and all(map(_are_segments, value))


_HEADER: Mapping[str, tuple[str, Check, bool]] = {
    "schema": (f'"{SCHEMA}", the version that is read here', lambda it: it == SCHEMA, True),
    "metric": ("the name of a metric", _is_name, True),
    "order": (
        "a whole number from 1, or null",
        lambda it: it is None or (type(it) is int and it > 0),
        True,
    ),
    "origins": (
        "an object of one or more origins",
        lambda it: isinstance(it, dict) and it != {},
        True,
    ),
    "flags": ("an object of strings", _are_names_of_texts, False),
    "writer": ("a string", _is_text, True),
    "cases": ("a whole number", lambda it: type(it) is int and it >= 0, True),
    "sha256": (
        "64 hexadecimal digits",
        lambda it: isinstance(it, str) and len(it) == 64 and set(it) <= set("0123456789abcdef"),
        True,
    ),
}

_ORIGIN: Mapping[str, tuple[str, Check, bool]] = {
    "program": ("a string that is not empty", _is_name, True),
    "version": ("a string", _is_text, True),
    "dialect": ("a string or null", lambda it: it is None or isinstance(it, str), True),
    "scale": ("a positive number", lambda it: _is_score(it) and it > 0, True),
    "source": ("a string", _is_text, False),
    "metric": ("the name of a metric", _is_name, False),
    "options": ("an object of strings", _are_names_of_texts, False),
    "tokenizer": ("the name of a tokenizer", _is_name, False),
}

_SEGMENT = "each a line or a list of tokens"

_INPUT: Mapping[str, tuple[str, Check, bool]] = {
    "id": ("a string that is not empty", _is_name, False),
    "tests": ("a string", _is_text, False),
    "flags": ("a list of strings", _are_texts, False),
    "defects": ("a list of strings", _are_texts, False),
    "optional": ("true or false", lambda it: isinstance(it, bool), False),
    "hyps": (f"a list of one or more segments, {_SEGMENT}", _are_segments, True),
    "refs": (
        f"for every hypothesis a list of one or more references, {_SEGMENT}",
        _are_references,
        True,
    ),
    "srcs": (f"a list of one or more segments, {_SEGMENT}", _are_segments, False),
    "results": ("a JSON object", lambda it: isinstance(it, dict), False),
}

_CASE = {name: (*rule[:2], rule[2] or name in ("id", "results")) for name, rule in _INPUT.items()}
"""The fields of an input that has been recorded."""

_ONE_RESULT: Mapping[str, tuple[str, Check, bool]] = {
    "score": ("a finite number", _is_score, False),
    "stats": (
        "an object of whole numbers or lists of whole numbers",
        lambda it: isinstance(it, dict) and all(map(is_count, it.values())),
        False,
    ),
    "failure": (f"one of {', '.join(FAILURES)}", lambda it: it in FAILURES, False),
    "message": ("a string", _is_text, False),
}

_RESULT = {
    **_ONE_RESULT,
    "acceptable": ("a list of results", lambda it: isinstance(it, list), False),
}
"""A result, and those that are acceptable in its place."""

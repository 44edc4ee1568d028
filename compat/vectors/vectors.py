"""Inputs with the results of one program or of several conventions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tallystick.compat.case import Case, Segment
from tallystick.compat.implementations.outcome import Outcome
from tallystick.errors import OptionError
from tallystick.metrics.arguments.registry import nearest

SCHEMA = "tallystick/vectors/1"
"""The name and version of the format; `vectors.schema.json` describes it."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a column of results comes from.

    Attributes:
        program: The program that gave the results.
        version: Its version.
        dialect: The dialect that the results follow, under its name here; None if it is not known.
        scale: The perfect score of the results, mostly 1 or 100.
        source: How the results were found, for readers.
    """

    program: str
    version: str = "unknown"
    dialect: str | None = None
    scale: float = 1.0
    source: str = ""


@dataclass(frozen=True, slots=True)
class Vector:
    """An input with results.

    Attributes:
        id: Its name, which stays the same from version to version.
        case: The input.
        results: The result under the name of each origin, on the scale of the origin. An origin
            without a result was not run on the input, or does not take it.
        tests: What the input discriminates, in words.
    """

    id: str
    case: Case
    results: Mapping[str, Outcome] = field(default_factory=dict)
    tests: str = ""

    @classmethod
    def of(cls, case: Case) -> Vector:
        """Return a case without results, whose id is a digest of its content.

        >>> Vector.of(Case.from_lines(["a b"], ["a c"])).id
        '6f8d126d3f3e'
        """
        text = json.dumps(input_as_json(case))
        return cls(hashlib.sha256(text.encode("ascii")).hexdigest()[:12], case)


@dataclass(frozen=True, slots=True)
class Vectors:
    """The content of a file of vectors.

    Attributes:
        metric: The metric.
        order: The highest order of n-grams; None for a metric without orders.
        origins: Where the results come from, by the name of each column.
        cases: The inputs with their results.
        writer: The program that wrote the file, with its version.
        digest: The SHA-256 of all lines but the first, in hexadecimal digits.
        intact: Whether the lines still have the digest that the first line says.
    """

    metric: str
    order: int | None
    origins: Mapping[str, Origin]
    cases: tuple[Vector, ...]
    writer: str
    digest: str
    intact: bool = True

    def origin_for(self, dialect: str | None, name: str | None = None) -> str:
        """Return the name of the origin with which a program is compared.

        Args:
            dialect: The dialect of the program.
            name: The name, if the user chose one.

        Raises:
            OptionError: No origin or more than one fits; the message lists them.
        """
        listed = ", ".join(self.origins)
        if name is not None:
            if name not in self.origins:
                known = nearest(name, list(self.origins))
                raise OptionError(f"no results are named {name!r}{known}")
            return name
        if len(self.origins) == 1:
            return next(iter(self.origins))
        fitting = [key for key, one in self.origins.items() if one.dialect == dialect is not None]
        if len(fitting) != 1:
            given = "none" if dialect is None else repr(dialect)
            raise OptionError(
                f"the vectors have results of {listed}, and the dialect of the program is "
                f"{given}; say which results are meant (--results on the command line)"
            )
        return fitting[0]


def input_as_json(case: Case) -> dict[str, Any]:
    """Return the input of a case as JSON types."""
    content: dict[str, Any] = {
        "hyps": list(map(_segment, case.hypotheses)),
        "refs": [list(map(_segment, references)) for references in case.references],
    }
    return (
        content if case.sources is None else {**content, "srcs": list(map(_segment, case.sources))}
    )


def segment_from_json(segment: str | Sequence[str]) -> Segment:
    """Return the tokens of a segment: of a line those between single spaces.

    >>> segment_from_json("a b"), segment_from_json(""), segment_from_json(["a b", ""])
    (('a', 'b'), (), ('a b', ''))
    """
    if isinstance(segment, str):
        return tuple(segment.split(" ")) if segment else ()
    return tuple(segment)


def _segment(tokens: Segment) -> str | list[str]:
    line = " ".join(tokens)
    return line if segment_from_json(line) == tokens else list(tokens)

"""Inputs with the results of one program or of several conventions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tallystick import __version__
from tallystick.compat.case import Case, Segment
from tallystick.compat.implementations.outcome import Outcome
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.registry import nearest

SCHEMA = "tallystick/vectors/1"
"""The name and version of the format; `vectors.schema.json` describes it."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a column of results comes from."""

    program: str
    version: str = "unknown"
    dialect: str | None = None  # under its name here; None if it is not known
    scale: float = 1.0  # the perfect score of the results
    source: str = ""  # how they were found, for readers
    metric: str = ""  # if it is not that of the file
    options: Mapping[str, str] = field(default_factory=dict)
    tokenizer: str = ""  # how the program splits a line; "" at single spaces


@dataclass(frozen=True, slots=True)
class Vector:
    """An input with results.

    Attributes:
        id: Its name, which stays the same from version to version.
        case: The input.
        results: The result under the name of each origin, on the scale of the origin. An origin
            without a result was not run on the input, or does not take it.
        tests: What the input discriminates, in words.
        flags: What a program must have, or where it often fails; `Vectors.flags` explains them.
        defects: The known defects of programs that the input shows, by their ids in the ledger.
        optional: Whether the definition leaves the result open, such as 0/0.
        acceptable: Further results of an origin that a program may have in place of the recorded
            one.
    """

    id: str
    case: Case
    results: Mapping[str, Outcome] = field(default_factory=dict)
    tests: str = ""
    flags: tuple[str, ...] = ()
    defects: tuple[str, ...] = ()
    optional: bool = False
    acceptable: Mapping[str, tuple[Outcome, ...]] = field(default_factory=dict)

    def outcomes(self, origin: str) -> tuple[Outcome, ...]:
        """Return the result of an origin and those that are acceptable in its place."""
        return (self.results[origin], *self.acceptable.get(origin, ()))

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
        flags: What each flag of the cases means.
    """

    metric: str
    order: int | None
    origins: Mapping[str, Origin]
    cases: tuple[Vector, ...]
    writer: str
    digest: str
    intact: bool = True
    flags: Mapping[str, str] = field(default_factory=dict)

    def metric_of(self, origin: str) -> str:
        """Return the metric of an origin."""
        return self.origins[origin].metric or self.metric

    def spec_of(self, origin: str) -> str | None:
        """Return the spec of our metric that an origin equals; None if its dialect is not known.

        >>> from tallystick.compat import curated_vectors
        >>> curated_vectors("chrf").spec_of("sacrebleu-chrf++")
        'chrf:dialect=sacrebleu,word_order=2'
        """
        recorded = self.origins[origin]
        if recorded.dialect is None:
            return None
        options = {"dialect": recorded.dialect, **recorded.options}
        listed = ",".join(f"{name}={value}" for name, value in options.items())
        return f"{self.metric_of(origin)}:{listed}"

    def origins_for(self, metric: str, options: Mapping[str, str]) -> list[str]:
        """Return the origins of a metric whose options a program does not contradict."""
        metric, others = _typed(metric, options)
        return [
            key
            for key, recorded in self.origins.items()
            if self.metric_of(key) == metric and _agree(recorded, others)
        ]

    def origin_for(
        self,
        metric: str,
        dialect: str | None,
        options: Mapping[str, str] = MappingProxyType({}),
        name: str | None = None,
    ) -> str:
        """Return the name of the origin with which a program is compared.

        Args:
            metric: The metric of the program.
            dialect: Its dialect.
            options: Its further options, which count if origins have the same dialect. A metric
                with a type, such as rouge with type=L, is also that of its type, rougeL.
            name: The name, if the user chose one.

        Raises:
            OptionError: No origin or more than one fits, or it is of another metric; the message
                lists them.
        """
        metric, others = _typed(metric, options)
        of_metric = [key for key in self.origins if self.metric_of(key) == metric]
        if not of_metric:
            metrics = dict.fromkeys(map(self.metric_of, self.origins))
            raise OptionError(
                f"the vectors are of {' '.join(metrics)}, but the program computes {metric}; "
                "replay the same metric"
            )
        if name is not None:
            if name not in of_metric:
                known = nearest(name, of_metric)
                raise OptionError(f"no results of {metric} are named {name!r}{known}")
            return name
        fitting = self.origins_for(metric, others)
        if len(of_metric) > 1:
            fitting = [it for it in fitting if self.origins[it].dialect == dialect is not None]
        if len(fitting) > 1:
            fitting = [it for it in fitting if self.origins[it].options == others]
        if len(fitting) != 1:
            given = "none" if dialect is None else repr(dialect)
            listed = ", ".join(of_metric)
            raise OptionError(
                f"the vectors have results of {listed}, and the dialect of the program is "
                f"{given}; say which results are meant (--results on the command line)"
            )
        return fitting[0]


def _typed(metric: str, options: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return a metric under the name of its type, and its other options."""
    others = {key: value for key, value in options.items() if key != "type"}
    return f"{metric}{options.get('type', '')}", others


def _agree(origin: Origin, options: Mapping[str, str]) -> bool:
    """Return whether the options of a program contradict none of those of an origin."""
    given = {**({"tokenize": origin.tokenizer} if origin.tokenizer else {}), **origin.options}
    return all(given.get(name, value) == value for name, value in options.items())


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
    """Return the tokens of a segment: of a line those between single spaces."""
    if isinstance(segment, str):
        return tuple(segment.split(" ")) if segment else ()
    return tuple(segment)


def _segment(tokens: Segment) -> str | list[str]:
    line = " ".join(tokens)
    return line if segment_from_json(line) == tokens else list(tokens)


def vectors_of(
    metric: str,
    order: int | None,
    origins: Mapping[str, Origin],
    cases: Iterable[Vector],
    flags: Mapping[str, str] = MappingProxyType({}),
) -> Vectors:
    """Return vectors with their digest, written by this version."""
    kept: dict[str, Vector] = {}
    for case in cases:
        if kept.setdefault(case.id, case) != case:
            raise InputError(f"two cases have the id {case.id!r}; give each an id of its own")
    lines = _lines(kept.values())
    writer = f"tallystick {__version__}"
    return Vectors(
        metric,
        order,
        dict(origins),
        tuple(kept.values()),
        writer,
        digest_of(lines),
        flags=dict(flags),
    )


def write_vectors(path: str | Path, vectors: Vectors) -> None:
    """Write a file of vectors, which `read_vectors` reads.

    Raises:
        OSError: The file cannot be written.
    """
    Path(path).write_text(text_of(vectors), encoding="ascii", newline="\n")


def text_of(vectors: Vectors) -> str:
    """Return the text of a file: a header, then a line for each case, all of them ASCII."""
    lines = _lines(vectors.cases)
    header = {
        "schema": SCHEMA,
        "metric": vectors.metric,
        "order": vectors.order,
        "origins": {name: _origin(origin) for name, origin in vectors.origins.items()},
        **({"flags": dict(vectors.flags)} if vectors.flags else {}),
        "writer": vectors.writer,
        "cases": len(vectors.cases),
        "sha256": digest_of(lines),
    }
    return f"{json.dumps(header)}\n{lines}"


def digest_of(lines: str | bytes) -> str:
    """Return the SHA-256 of lines, as `tail -n +2 FILE | sha256sum` prints it."""
    data = lines.encode("ascii") if isinstance(lines, str) else lines
    return hashlib.sha256(data).hexdigest()


def _lines(cases: Iterable[Vector]) -> str:
    return "".join(f"{json.dumps(_case(case))}\n" for case in cases)


def _origin(origin: Origin) -> dict[str, Any]:
    return {
        "program": origin.program,
        "version": origin.version,
        "dialect": origin.dialect,
        "scale": origin.scale,
        **_given(
            {name: getattr(origin, name) for name in ("source", "metric", "options", "tokenizer")}
        ),
    }


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


def _case(vector: Vector) -> dict[str, Any]:
    return {
        "id": vector.id,
        **_given(
            {name: getattr(vector, name) for name in ("tests", "flags", "defects", "optional")}
        ),
        **input_as_json(vector.case),
        "results": {name: _result(vector, name) for name in vector.results},
    }


def _result(vector: Vector, origin: str) -> dict[str, Any]:
    acceptable = list(map(result_as_json, vector.acceptable.get(origin, ())))
    return {**result_as_json(vector.results[origin]), **_given({"acceptable": acceptable})}


def result_as_json(outcome: Outcome) -> dict[str, Any]:
    """Return a result as JSON types."""
    if outcome.failure is not None:
        return {"failure": outcome.failure.kind, "message": outcome.failure.message}
    return {
        "score": outcome.score,
        **({"stats": dict(outcome.statistics)} if outcome.statistics else {}),
    }

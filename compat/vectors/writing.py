"""The text of a file of vectors."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tallystick import __version__
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.vectors.vectors import SCHEMA, Origin, Vector, Vectors, input_as_json
from tallystick.errors import InputError


def vectors_of(
    metric: str,
    order: int | None,
    origins: Mapping[str, Origin],
    cases: Iterable[Vector],
    flags: Mapping[str, str] = MappingProxyType({}),
) -> Vectors:
    """Return vectors with their digest, written by this version."""
    kept: dict[str, Vector] = {}
    for one in cases:
        if kept.setdefault(one.id, one) != one:
            raise InputError(f"two cases have the id {one.id!r}; give each an id of its own")
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
    """Return the text of a file: a header, then a line for each case, all of them ASCII. The lines
    of vectors from `vectors_of`, or an intact file, have their digest.
    """
    lines = _lines(vectors.cases)
    header = {
        "schema": SCHEMA,
        "metric": vectors.metric,
        "order": vectors.order,
        "origins": {name: _origin(one) for name, one in vectors.origins.items()},
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
    return "".join(f"{json.dumps(_case(one))}\n" for one in cases)


def _origin(one: Origin) -> dict[str, Any]:
    return {
        "program": one.program,
        "version": one.version,
        "dialect": one.dialect,
        "scale": one.scale,
        **_given(
            {name: getattr(one, name) for name in ("source", "metric", "options", "tokenizer")}
        ),
    }


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that say something."""
    return {name: value for name, value in fields.items() if value}


def _case(one: Vector) -> dict[str, Any]:
    return {
        "id": one.id,
        **_given({name: getattr(one, name) for name in ("tests", "flags", "defects", "optional")}),
        **input_as_json(one.case),
        "results": {name: _result(one, name) for name in one.results},
    }


def _result(one: Vector, origin: str) -> dict[str, Any]:
    acceptable = list(map(result_as_json, one.acceptable.get(origin, ())))
    return {**result_as_json(one.results[origin]), **_given({"acceptable": acceptable})}


def result_as_json(outcome: Outcome) -> dict[str, Any]:
    """Return a result as JSON types."""
    if outcome.failure is not None:
        return {"failure": outcome.failure.kind, "message": outcome.failure.message}
    return {
        "score": outcome.score,
        **({"stats": dict(outcome.statistics)} if outcome.statistics else {}),
    }

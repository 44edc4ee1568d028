"""The vectors that ship with the package."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from tallystick.compat.vectors.reading import parse_vectors
from tallystick.compat.vectors.vectors import Vectors
from tallystick.errors import UnknownNameError
from tallystick.metrics.arguments.registry import nearest

CURATED = ("bleu", "nist", "chrf", "rouge", "wer")
"""Their names, which are those of the files `NAME.jsonl` in this folder."""


def curated_vectors(name: str) -> Vectors:
    """Return the vectors of a metric that ship with the package.

    Raises:
        UnknownNameError: There are none of this name.

    >>> "papineni2002" in curated_vectors("bleu").origins
    True
    """
    return parse_vectors(curated_file(name).read_bytes(), f"{name}.jsonl")


def curated_file(name: str) -> Traversable:
    """Return the file of curated vectors, or of the schema if the name is "schema".

    Raises:
        UnknownNameError: There is none of this name.
    """
    if name not in (*CURATED, "schema"):
        known = nearest(name, [*CURATED, "schema"])
        raise UnknownNameError(f"no vectors are named {name!r}{known}")
    folder = files("tallystick.compat.vectors")
    return folder / ("vectors.schema.json" if name == "schema" else f"{name}.jsonl")

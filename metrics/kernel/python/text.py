"""Lists of strings: the types in them, whether they are text, and their bytes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate

COMPILED_TOKENIZERS: frozenset[str] = frozenset()
"""The compiled tokenizers: the twin has none, and all tokenizers run as Python."""


def types(objects: Sequence[object]) -> set[type]:
    """Return the set of the types of objects."""
    return set(map(type, objects))


def exact_strings(lines: Sequence[object]) -> tuple[str, ...] | None:
    """Return a tuple of lines if all are of class `str` and have no lone surrogates, else None."""
    found = [line for line in lines if type(line) is str]
    try:
        "".join(found).encode("utf-8")
    except UnicodeEncodeError:
        return None
    return tuple(found) if len(found) == len(lines) else None


def pack(lines: Sequence[str]) -> tuple[bytes, bytes]:
    """Return lines as concatenated UTF-8, and the offsets of the lines and of the end.

    Raises TypeError(index, type name) for an element that is not a string.
    """
    for index, line in enumerate(lines):
        if not isinstance(line, str):
            raise TypeError(index, type(line).__name__)
    parts = [line.encode("utf-8") for line in lines]
    return b"".join(parts), offsets_of(parts)


def offsets_of(parts: Iterable[bytes | Sequence[str]]) -> bytes:
    """Return where each of several parts begins if they are joined, and the end, int64."""
    return array("q", accumulate(map(len, parts), initial=0)).tobytes()

"""Segments as strings, whether they were given as text or as tokens."""

from __future__ import annotations

from tallystick.metrics.text import Text, Tokens


def strings_of(segments: Text | Tokens) -> tuple[str, ...]:
    """Return every segment as a string, tokens joined by a space.

    >>> strings_of(Tokens.from_lists([["a", "b"], []]))
    ('a b', '')
    """
    if isinstance(segments, Text):
        return tuple(segments)
    return tuple(map(" ".join, segments))

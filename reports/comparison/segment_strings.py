"""Segments as strings."""

from __future__ import annotations

from tallystick.metrics.corpus.text import Text, Tokens


def strings_of(segments: Text | Tokens) -> tuple[str, ...]:
    """Return every segment as a string, with its tokens joined by spaces.

    >>> strings_of(Tokens.from_lists([["a", "b"], []]))
    ('a b', '')
    """
    return tuple(segments) if isinstance(segments, Text) else tuple(map(" ".join, segments))

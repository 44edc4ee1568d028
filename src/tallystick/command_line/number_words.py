"""Numeric values of options, and the errors for other words."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


def whole_number(example: int) -> Callable[[str], int]:
    """Return a function that reads a whole number from a word."""
    return _reader(int, "a whole number", example)


def number(example: float) -> Callable[[str], float]:
    """Return a function that reads a number from a word."""
    return _reader(float, "a number", example)


def _reader(kind: Callable[[str], Value], expected: str, example: float) -> Callable[[str], Value]:
    def read(word: str) -> Value:
        try:
            return kind(word)
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"it is {word!r}; expected {expected}, such as {example}"
            ) from None

    return read

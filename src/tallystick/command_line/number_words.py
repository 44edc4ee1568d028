"""Numeric values of options, and the errors for other words."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def whole_number(example: int) -> Callable[[str], int]:
    """Return a function that reads a whole number from a word."""

    def read(word: str) -> int:
        try:
            return int(word)
        except ValueError:
            raise _refused(word, "a whole number", example) from None

    return read


def number(example: float) -> Callable[[str], float]:
    """Return a function that reads a number from a word."""

    def read(word: str) -> float:
        try:
            return float(word)
        except ValueError:
            raise _refused(word, "a number", example) from None

    return read


def _refused(word: str, expected: str, example: float) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"it is {word!r}; expected {expected}, such as {example}")

"""How numbers are written: rounded for people, in full for programs."""

from __future__ import annotations

from typing import Any

DIGITS_OF_SCALE = {"0 to 100": 2}
DIGITS = 4  # of any other scale: NIST is quoted with four
UNDEFINED = "undefined"


def rounded(score: float | None, scale: str, digits: int | None) -> str:
    """Return a score for people.

    >>> rounded(33.2918, "0 to 100", None), rounded(7.1236, "0 and up", None)
    ('33.29', '7.1236')
    >>> rounded(None, "0 and up", 1)
    'undefined'
    """
    if score is None:
        return UNDEFINED
    return f"{score:.{DIGITS_OF_SCALE.get(scale, DIGITS) if digits is None else digits}f}"


def full(score: float | None) -> str:
    """Return a score for programs, so that it reads back to the same number; "" for none.

    >>> full(0.1), full(None)
    ('0.1', '')
    """
    return "" if score is None else repr(score)


def detail(value: Any) -> str:
    """Return a number that a score is made of, or several joined by slashes, for people.

    >>> detail((5, 3)), detail(0.98765)
    ('5/3', '0.9877')
    """
    if isinstance(value, tuple):
        return "/".join(map(detail, value))
    if isinstance(value, float):
        return f"{value:.{DIGITS}f}"
    return UNDEFINED if value is None else str(value)

"""One score that humans gave, as a file contains it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tallystick.errors import InputError
from tallystick.metrics.arguments.options import is_whole_number

LARGEST = 1e100
"""The squares of larger scores would overflow."""
MISSING = frozenset({"", "none", "nan", "na", "null", "-"})


class Judgement(NamedTuple):
    """A score.

    Attributes:
        where: The line that says it.
        system: The system.
        segment: The number of the segment from 1; None for a score of the whole system.
        score: The score; NaN if there is none.
        number: How many judgements it averages.
    """

    where: str
    system: str
    segment: int | None
    score: float
    number: int = 1


class Judgements(NamedTuple):
    """The scores of a file.

    Attributes:
        name: What they are called, such as the name of their column.
        judgements: The scores.
        higher_is_better: Whether a higher score is better; None if the file does not say so.
    """

    name: str
    judgements: Sequence[Judgement]
    higher_is_better: bool | None = None


def score_of(text: str, where: str) -> float:
    """Return a score; NaN if it is missing.

    Raises:
        InputError: It is not a finite number, or too large.

    >>> score_of("0.5", ""), score_of("None", "")
    (0.5, nan)
    """
    if text.strip().lower() in MISSING:
        return math.nan
    try:
        score = float(text)
    except ValueError:
        score = math.inf
    if not math.isfinite(score):
        raise InputError(f"{where}: {text!r} is not a finite number; expected a score, or None")
    if abs(score) > LARGEST:
        raise InputError(f"{where}: {text!r} is too large; expected a score up to {LARGEST:g}")
    return score


def whole(text: str, what: str, where: str) -> int:
    """Return a whole number.

    Raises:
        InputError: It is none.
    """
    stripped = text.strip()  # of more characters than `int` strips
    if not is_whole_number(stripped):
        raise InputError(f"{where}: the {what} is {text!r}; expected a whole number, as in 12")
    return int(stripped)


def check_one_set(name: str, test_sets: Iterable[str], wanted: str | None) -> None:
    """Check that a file has scores of the wanted test set, or of one only.

    Args:
        name: The name of the file.
        test_sets: The test sets of its lines.
        wanted: The wanted one; None if any will do.

    Raises:
        InputError: It does not.
    """
    found = list(dict.fromkeys(test_sets))
    if wanted is None and len(found) > 1:
        raise InputError(
            f"{name}: there are scores of several test sets: {', '.join(found)}; name one of them "
            "with --human-set"
        )
    if wanted is not None and wanted not in found:
        raise InputError(
            f"{name}: there is no score of the test set {wanted!r}; expected one of "
            f"{', '.join(found)}, named with --human-set, or human-set in the file of sets"
        )

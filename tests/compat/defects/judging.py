"""What a program returns, compared with what the ledger of defects says of it."""

from __future__ import annotations

import math
import re

from tallystick.compat import Defect
from tests.compat.internals import REFUSED
from tests.compat.internals import OutcomeOfDefect as Outcome

CLOSE = 1e-9
"""Numbers this close, relative to the larger, are the same; so are numbers below TINY."""

TINY = 1e-300


def complaint(defect: Defect, version: str, found: Outcome) -> str | None:
    """Compare what an installed program returns with what the ledger says of it.

    Args:
        defect: The entry.
        version: The version of the program that was run.
        found: What it returned; an error's type if it raised one.

    Returns:
        What is to be done, in a sentence; None where the entry holds. A version before those of
        the entry may return what it likes.

    >>> from tallystick.compat.defects.ledger import defect
    >>> complaint(defect("sacrebleu-identity-above-100"), "2.7.0", 100.0)
    'sacrebleu-identity-above-100: fixed upstream in 2.7.0: close the entry'
    """
    if same(found, defect.returned):
        return None
    if version in defect.versions:
        return (
            f"{defect.id}: {version} returns {found!r}, but the entry says {defect.returned!r}: "
            "correct the entry"
        )
    if _numbers(version) < max(map(_numbers, defect.versions)):
        return None
    if is_right(defect, found):
        return f"{defect.id}: fixed upstream in {version}: close the entry"
    return (
        f"{defect.id}: {version} returns {found!r}, which is neither {defect.returned!r} as in "
        f"{', '.join(defect.versions)} nor {defect.right!r}: look again, and correct the entry"
    )


def same(found: Outcome, expected: Outcome) -> bool:
    """Say whether two outcomes are the same: numbers closely, words exactly.

    >>> same(0.1 + 0.2, 0.3), same(100.00000000000004, 100.0), same("KeyError", "KeyError")
    (True, False, True)
    """
    if isinstance(found, str) or isinstance(expected, str):
        return found == expected
    if math.isclose(expected, 100, rel_tol=CLOSE):
        return found == expected  # entries are about the last digit of a perfect score
    return math.isclose(found, expected, rel_tol=CLOSE, abs_tol=TINY)


def is_right(defect: Defect, found: Outcome) -> bool:
    """Say whether an outcome is what the entry calls right; any error is a refusal.

    >>> from tallystick.compat.defects.ledger import defect
    >>> is_right(defect("nltk-takes-empty-weights-for-zero"), "ValueError")
    True
    """
    if defect.right == REFUSED:
        return isinstance(found, str)
    return same(found, defect.right) or (
        not isinstance(found, str)
        and not isinstance(defect.right, str)
        and math.isclose(found, defect.right, rel_tol=CLOSE, abs_tol=TINY)
        and not same(found, defect.returned)
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))

"""How a warning names the entries of the ledger that explain it."""

from __future__ import annotations


def explained_by(*ids: str) -> str:
    """Return the words that end a warning: the commands that show the entries of these ids.

    Ids are text here, so that what warns need not import the ledger; the tests look them up in it.

    >>> explained_by("nltk-floors-totals-per-segment")
    ' (tallystick defects nltk-floors-totals-per-segment)'
    """
    return f" ({'; '.join(f'tallystick defects {one}' for one in ids)})"

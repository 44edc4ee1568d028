"""Warnings of defects: how they refer to the ledger, and where they are not issued."""

import sys

from tallystick.errors import warn


def warn_of_defect(message: str) -> None:
    """Warn, unless drop-ins are active, whose originals do not warn of their defects."""
    # it imports importlib.metadata, which most programs that import a drop-in do without
    from tallystick.compat.activation import Activation

    if not any(isinstance(finder, Activation) for finder in sys.meta_path):
        warn(message)


def explained_by(*ids: str) -> str:
    """Return the end of a warning: the commands that show the entries with these ids.

    The ids are plain text, so a module that warns does not import the ledger. The tests check that
    the ledger has them.

    >>> explained_by("nltk-floors-totals-per-segment")
    ' (tallystick list defects nltk-floors-totals-per-segment)'
    """
    return f" ({'; '.join(f'tallystick list defects {defect}' for defect in ids)})"

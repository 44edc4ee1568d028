"""Warnings of defects of another program, at the line that called its drop-in replacement."""

from __future__ import annotations

import sys
import warnings

from tallystick.errors import TallystickWarning

_PACKAGE = __name__.rpartition(".")[0]


def warn_of_defect(message: str) -> None:
    """Warn at the line that called into `tallystick.compat`, however deep the call came from.

    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     warn_of_defect("NLTK returns 0 here")
    >>> caught[0].category.__name__
    'TallystickWarning'
    """
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__name__", "").startswith(f"{_PACKAGE}."):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, TallystickWarning, stacklevel=level)


def explained_by(*ids: str) -> str:
    """Return the end of a warning: the commands that show the entries with these ids.

    The ids are plain text, so a module that warns does not import the ledger. The tests check that
    the ledger has them.

    >>> explained_by("nltk-floors-totals-per-segment")
    ' (tallystick defects nltk-floors-totals-per-segment)'
    """
    return f" ({'; '.join(f'tallystick defects {one}' for one in ids)})"

"""How a warning of a defect refers to the ledger."""


def explained_by(*ids: str) -> str:
    """Return the end of a warning: the commands that show the entries with these ids.

    The ids are plain text, so a module that warns does not import the ledger. The tests check that
    the ledger has them.

    >>> explained_by("nltk-floors-totals-per-segment")
    ' (tallystick list defects nltk-floors-totals-per-segment)'
    """
    return f" ({'; '.join(f'tallystick list defects {defect}' for defect in ids)})"

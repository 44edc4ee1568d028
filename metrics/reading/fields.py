"""The fields of a line of a table that is separated by commas."""

from __future__ import annotations

import csv

from tallystick.errors import InputError


def comma_separated(line: str, where: str) -> list[str]:
    """Return the fields of a line, of which some may be quoted.

    Raises:
        InputError: A field contains a carriage return, or is very long.

    >>> comma_separated('a,"b, c"', "table.csv, line 1")
    ['a', 'b, c']
    """
    try:
        return next(csv.reader([line]), [""])
    except csv.Error as error:
        raise InputError(
            f"{where}: cannot be split at commas ({error}); expected fields of up to "
            f"{csv.field_size_limit():,} characters without carriage returns"
        ) from None

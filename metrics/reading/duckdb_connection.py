"""A connection to DuckDB, which reads and writes Parquet."""

from __future__ import annotations

import importlib
from typing import Any

from tallystick.errors import MissingExtraError


def connect(what: str) -> tuple[Any, Any]:
    """Return the module and a connection to an empty database in memory, with one thread.

    Rows keep their order, and sums do not depend on the number of processors.

    Args:
        what: What requires DuckDB, as the beginning of the message.

    Raises:
        MissingExtraError: DuckDB is not installed.
    """
    try:
        duckdb = importlib.import_module("duckdb")
    except ImportError as error:
        raise MissingExtraError(
            f"{what} DuckDB, and importing it failed ({error}); install it with: "
            'pip install "tallystick[scale]"'
        ) from None
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    return duckdb, connection

r"""Tab-separated tables with a header line.

The header names the columns: `hypothesis`, or `hypothesis:NAME` for each of several systems;
`reference`, or `reference:1`, `reference:2`, ... (any label; the order is that of the columns);
`doc`; `source`. Every other column is metadata. An empty field is an empty text; `\N` in a
reference column marks a missing reference. There is no quoting and no escaping: fields are taken
literally. A text that contains a tab or a line feed, or is `\N`, requires JSON Lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.reading.table import up_to_first_fault
from tallystick.metrics.reading.testset import (
    LABELLED,
    MEANINGS,
    TestSet,
    explain_absent,
    explain_misnamed,
    misnamed,
    refuse_many_columns,
)
from tallystick.metrics.references import References
from tallystick.metrics.text import Text, offsets_of
from tallystick.metrics.wording import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

TAB = 0x09
MISSING = r"\N"


def tsv_blocks(chunks: Iterable[Text], name: str, system: str) -> Iterator[TestSet]:
    """Yield a table from its lines, of which the first is the header, in blocks.

    Each chunk of lines is a block, whose fields share the bytes of the lines. `system` is the name
    of the system of a column `hypothesis` without a label.
    """
    chunks = iter(chunks)
    first = next(chunks, None)
    if first is None:
        raise InputError(f"{name} is empty; expected a header line that names the columns")
    columns = first[0].split("\t")
    refuse_many_columns(len(columns), f"{name}, line 1")
    _check_columns(columns, name)
    if len(first) == 1:
        raise InputError(f"{name} has a header but no segment, so there is nothing to score")
    begin = 2
    for rows in chain([first[1:]], chunks):
        yield up_to_first_fault(partial(_block, columns, name, system), rows, begin)
        begin += len(rows)


def _block(columns: Sequence[str], name: str, system: str, rows: Text, begin: int) -> TestSet:
    """Read rows, of which the first is the line `begin`."""
    places = {column: k for k, column in enumerate(columns)}
    starts, ends = _fields(rows, columns, name, begin)
    content = np.frombuffer(rows.data, dtype=np.uint8)
    # The index is clipped for shorter fields at the end of the file, which are not \N.
    second = np.minimum(starts + 1, len(content) - 1)
    missing = (
        (ends - starts == len(MISSING))
        & (content[np.minimum(starts, len(content) - 1)] == ord(MISSING[0]))
        & (content[second] == ord(MISSING[1]))
    )
    chosen = [k for k, column in enumerate(columns) if base_of(column) == "reference"]
    absent = missing.any(axis=0)
    absent[chosen] = False
    for k, column in enumerate(columns):
        if absent[k]:
            line = int(np.argmax(missing[:, k])) + begin
            raise InputError(
                rf"{name}, line {line:,}: column {column!r} is \N, which means missing, but only "
                r"a reference may be missing; leave the field empty for an empty text, or write "
                r"the file as JSON Lines if \N is the text itself"
            )

    def text(column: str) -> Text:
        k = places[column]
        # The kernel needs contiguous offsets, which a column of a matrix is not.
        return Text(rows.data, np.ascontiguousarray(starts[:, k]), np.ascontiguousarray(ends[:, k]))

    return TestSet(
        name=name,
        systems={
            column.partition(":")[2] or system: text(column)
            for column in columns
            if base_of(column) == "hypothesis"
        },
        references=_references(rows.data, starts, ends, missing, columns, name, begin),
        documents=tuple(text("doc")) if "doc" in columns else None,
        sources=text("source") if "source" in columns else None,
        metadata={column: tuple(text(column)) for column in metadata_of(columns)},
        columns=tuple(columns),
    )


def base_of(column: str) -> str:
    """Return the name of a column without its label, if it has one."""
    base = column.partition(":")[0]
    return base if base in LABELLED else column


def metadata_of(columns: Sequence[str]) -> list[str]:
    """Return the columns that are metadata."""
    return [column for column in columns if base_of(column) not in MEANINGS]


def _check_columns(columns: Sequence[str], name: str) -> None:
    seen: set[str] = set()
    for k, column in enumerate(columns, start=1):
        if not column or (column.endswith(":") and base_of(column) != column):
            raise InputError(f"{name}, line 1: column {k} has no name; found {column!r}")
        if column in seen:
            raise InputError(
                f"{name}, line 1: the column {column!r} occurs twice; name every column once, "
                "or add the header line if it is missing"
            )
        seen.add(column)
    refuse_partly_labelled(columns, f"{name}, line 1")
    if len(columns) == 1 and "," in columns[0]:
        raise InputError(
            f"{name}, line 1: the columns are separated by commas, but tabs are expected; write "
            "the file with tabs, without quotation marks"
        )
    if not {"hypothesis", "reference"} & set(map(base_of, columns)):
        absent = explain_absent(columns, "hypothesis", "reference")
        header = "" if "; rename" in absent else "; add the header line if it is missing"
        raise InputError(f"{name}, line 1: {absent}{header}")


def refuse_partly_labelled(columns: Sequence[str], where: str) -> None:
    """Refuse a table in which some of several systems, or references, have no label."""
    for base in LABELLED:
        labelled = [column for column in columns if column.startswith(f"{base}:")]
        if base in columns and labelled:
            raise InputError(
                f"{where}: the columns {base!r} and {labelled[0]!r} exclude each other; "
                f"label all of them, as in {base}:1"
            )


def _fields(
    rows: Text, columns: Sequence[str], name: str, begin: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the starts and ends of the fields, two matrices of shape (segments, columns)."""
    content = np.frombuffer(rows.data, dtype=np.uint8)
    first = int(rows.starts[0])
    tabs = (
        np.flatnonzero(content[first : int(rows.ends[-1])] == TAB).astype(np.int64, copy=False)
        + first
    )
    counts = np.searchsorted(tabs, rows.ends) - np.searchsorted(tabs, rows.starts) + 1
    wrong = np.flatnonzero(counts != len(columns))
    if len(wrong):
        raise InputError(
            f"{name}, line {wrong[0] + begin:,}: found {counted(int(counts[wrong[0]]), 'field')}, "
            f"but the header names {counted(len(columns), 'column')}; one tab separates two "
            "fields, and quotation marks do not protect a tab"
        )
    between = tabs.reshape(len(rows), len(columns) - 1)
    return (
        np.column_stack([rows.starts[:, None], between + 1]),
        np.column_stack([between, rows.ends[:, None]]),
    )


def _references(
    data: bytes,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    missing: NDArray[np.bool_],
    columns: Sequence[str],
    name: str,
    begin: int,
) -> References | None:
    chosen = [k for k, column in enumerate(columns) if base_of(column) == "reference"]
    if not chosen:
        return None
    present = ~missing[:, chosen]
    counts = present.sum(axis=1)
    if counts.min() == 0:
        hints = [
            f"{explain_misnamed(column, meant)}. Without it, "
            for column, meant in misnamed(metadata_of(columns), columns, labels=True)
            if any(base_of(each) == "reference" for each in meant)
        ]
        line = int(np.argmin(counts)) + begin
        raise InputError(
            f"{name}: {hints[0]}every reference of line {line:,} is missing; give at least one, or "
            "remove the line"
            if hints
            else f"{name}, line {line:,}: every reference is missing; give at least one, or remove "
            "the line"
        )
    fields = Text(data, starts[:, chosen][present], ends[:, chosen][present])
    return References(fields, offsets_of(counts))

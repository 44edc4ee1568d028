"""Where the lines of a long text start and end, found by NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.reading.opening import BLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

LINE_FEED = 0x0A
CARRIAGE_RETURN = 0x0D


def line_bounds(data: bytes, begin: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the byte offsets where lines start and end, shape (lines,) each.

    Args:
        data: Text; the line end of its last line is optional.
        begin: Where the first line starts.
    """
    content = np.frombuffer(data, dtype=np.uint8)
    line_feeds = _find_line_feeds(content)
    rest_begin = int(line_feeds[-1]) + 1 if len(line_feeds) else begin
    has_rest = rest_begin < len(data)
    starts = np.empty(len(line_feeds) + has_rest, dtype=np.int64)
    if len(starts):
        starts[0] = begin
        starts[1:] = line_feeds[: len(starts) - 1] + 1
    ends = line_feeds
    if len(line_feeds):
        # An index of -1 (the file begins with a line feed) is harmless: such a line is empty.
        returned = (content[ends - 1] == CARRIAGE_RETURN) & (ends > starts[: len(ends)])
        ends = ends - returned
    if has_rest:
        ends = np.append(ends, np.int64(len(data)))
    return starts, ends


def _find_line_feeds(content: NDArray[np.uint8]) -> NDArray[np.int64]:
    # In blocks the comparison stays in the cache and does not fill an array as long as the file.
    found = [
        np.flatnonzero(content[begin : begin + BLOCK] == LINE_FEED) + begin
        for begin in range(0, len(content), BLOCK)
    ]
    return np.concatenate(found).astype(np.int64, copy=False) if found else np.empty(0, np.int64)

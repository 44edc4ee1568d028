"""The number of segments in which each n-gram occurs."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import Any

from tallystick.metrics.kernel.python.segments import rows_of


def count_segments(nodes: Any, offsets: Any, node_count: int) -> bytes:
    """Return the number of segments in which each node occurs, uint32 of shape (node_count,).

    `nodes` has the node of the n-gram of each order that starts at each token, uint32 of shape
    (orders, tokens). A node has one order; nodes from `node_count` on are not counted. `offsets`
    are those of the first token of each segment.
    """
    counts = array("I", [0]) * node_count
    spans = list(pairwise(array("q", bytes(offsets))))
    for at_tokens in rows_of(nodes):
        for start, end in spans:
            for node in set(at_tokens[start:end]):
                if node < node_count:
                    counts[node] += 1
    return counts.tobytes()

"""Links from an aggregate to its segments: what the segment browser reads from the address.

Systems, metrics and groups are named by their place in the report, so that no name, whatever
characters it holds, has to survive an address.
"""

from __future__ import annotations


def group_link(metric: int, breakdown: int, group: int) -> str:
    """Return the link to the segments of a group.

    >>> group_link(0, 2, 5)
    '#metric=0&field=b2&value=5'
    """
    return f"#metric={metric}&field=b{breakdown}&value={group}"


def disagreement_link(disagreement: int, metric: int, system: int, other: int) -> str:
    """Return the link to the segments where two metrics disagree most about two systems."""
    return f"#metric={metric}&pair={system}.{other}&only=disagreement.{disagreement}"

"""Warnings about systems with many empty hypotheses, or with too little text to score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tallystick.errors import warn

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.scoring.scoring import SystemScored

MANY = 0.05
"""The share of empty hypotheses above which a mistake is likely."""


class EmptyHypotheses:
    """Counts the empty hypotheses of each system, part by part."""

    def __init__(self) -> None:
        self._empty: Counter[str] = Counter()
        self._all: Counter[str] = Counter()

    def count(self, system: str, corpus: Corpus) -> None:
        """Count the empty hypotheses of a part."""
        self._empty[system] += corpus.hypotheses.count_empty()
        self._all[system] += len(corpus)

    def add(self, other: EmptyHypotheses) -> None:
        """Add the counts of other parts."""
        self._empty += other._empty
        self._all += other._all

    def warn(self) -> None:
        """Warn about every system of whose hypotheses at least one in twenty is empty."""
        for system, empty in self._empty.items():
            if empty and empty >= MANY * self._all[system]:
                warn(
                    f"{system}: {empty:,} of {self._all[system]:,} hypotheses are empty; check "
                    "that the file is complete"
                )


def warn_of_missing_orders(systems: Sequence[SystemScored], labels: Iterable[str]) -> None:
    """Warn about every score that is 0 because no hypothesis has an n-gram of the highest order."""
    for place, label in enumerate(labels):
        for system in systems:
            score = system.scored[place].score
            totals = getattr(score, "totals", ())
            # a geometric mean of precisions is 0 if one is; NIST's sum is not
            if score.score == 0 and hasattr(score, "precisions") and totals and not totals[-1]:
                warn(
                    f"{system.system}: no hypothesis has an n-gram of order {len(totals)}, so "
                    f"{label} is 0 for any words; choose a lower order, or effective_order=yes"
                )

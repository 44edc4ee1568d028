"""Warnings about texts: references as systems, empty hypotheses."""

from __future__ import annotations

from collections import Counter

from tallystick.errors import warn
from tallystick.metrics.base.text_warnings import EQUAL_TO_REFERENCES, equal_references
from tallystick.metrics.corpus.corpus import Corpus

MANY = 0.05
"""The share of empty hypotheses above which a mistake is likely; it was chosen."""


class ReferencesAsSystems:
    """Finds systems all of whose hypotheses are equal to a reference, part by part."""

    def __init__(self) -> None:
        self._equal: dict[str, bool] = {}

    def count(self, system: str, corpus: Corpus) -> None:
        """Compare a part of a system, up to the first hypothesis that differs."""
        if self._equal.get(system, True):
            self._equal[system] = equal_references(corpus)

    def add(self, other: ReferencesAsSystems) -> None:
        """Add what was found in other parts."""
        for system, equal in other._equal.items():
            self._equal[system] = equal and self._equal.get(system, True)

    def warn(self) -> None:
        """Warn about every system that was equal in all parts."""
        for system, equal in self._equal.items():
            if equal:
                warn(f"{system}: {EQUAL_TO_REFERENCES}")


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

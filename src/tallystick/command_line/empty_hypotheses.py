"""A warning of systems that left many segments untranslated."""

from __future__ import annotations

import warnings
from collections import Counter

import numpy as np

from tallystick.errors import TallystickWarning
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.text import Text

MANY = 0.05
"""The share of empty hypotheses from which on a mistake is likelier than a system's silence."""


class EmptyHypotheses:
    """Counts the empty hypotheses of each system, part by part."""

    def __init__(self) -> None:
        """Begin with none."""
        self._empty: Counter[str] = Counter()
        self._all: Counter[str] = Counter()

    def count(self, system: str, corpus: Corpus) -> None:
        """Count those of a part."""
        hypotheses = corpus.hypotheses
        if isinstance(hypotheses, Text):
            lengths = hypotheses.ends - hypotheses.starts
        else:
            lengths = np.diff(hypotheses.offsets)
        self._empty[system] += int((lengths == 0).sum())
        self._all[system] += len(corpus)

    def warn(self) -> None:
        """Warn of every system with many.

        Warns:
            TallystickWarning: At least one hypothesis in twenty is empty.
        """
        for system, empty in self._empty.items():
            if empty and empty >= MANY * self._all[system]:
                warnings.warn(
                    f"{system}: {empty:,} of {self._all[system]:,} hypotheses are empty; check "
                    "that the file is complete",
                    TallystickWarning,
                    stacklevel=2,
                )

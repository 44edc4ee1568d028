"""A warning about references that were scored as a system."""

from __future__ import annotations

from tallystick.errors import warn
from tallystick.metrics.corpus.corpus import Corpus


class ReferencesAsSystems:
    """Finds systems all of whose hypotheses are equal to a reference, part by part."""

    def __init__(self) -> None:
        self._equal: dict[str, bool] = {}

    def count(self, system: str, corpus: Corpus) -> None:
        """Compare a part of a system, up to the first hypothesis that differs."""
        if corpus.has_references and self._equal.get(system, True):
            self._equal[system] = all(
                corpus.hypotheses[segment] in corpus.references[segment]
                for segment in range(len(corpus))
            )

    def add(self, other: ReferencesAsSystems) -> None:
        """Add what was found in other parts."""
        for system, equal in other._equal.items():
            self._equal[system] = equal and self._equal.get(system, True)

    def warn(self) -> None:
        """Warn about every system that was equal in all parts."""
        for system, equal in self._equal.items():
            if equal:
                warn(
                    f"{system}: every hypothesis is equal to a reference; check that no file of "
                    "references was given as a system"
                )

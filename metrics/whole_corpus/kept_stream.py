"""Sums of a corpus whose parts are kept in a temporary file, and scored after the last one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Self

from tallystick.metrics.sums.total import Totals
from tallystick.metrics.whole_corpus.kept_parts import KeptParts

if TYPE_CHECKING:
    from tallystick.metrics.sums.total import Total


class KeptStream(ABC):
    """The sums of one or more systems, for metrics that read their parts twice.

    Use it as a context manager, which deletes its temporary files.

    Raises:
        TallystickError: A temporary file cannot be written or read, in all methods.
    """

    def __init__(self) -> None:
        self._files = ExitStack()
        self._parts = self._files.enter_context(closing(KeptParts()))
        self._threads = 1
        self._totals = Totals()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._files.close()

    def total(self, system: str) -> Total:
        """Return the sum of the statistics of all parts of a system, after the last part.

        Raises:
            InputError: There are no parts, or the metric refuses the corpus.
        """
        if self._parts and not self._totals:
            self._score()
        return self._totals[system]

    @abstractmethod
    def _score(self) -> None:
        """Add the totals of all parts."""

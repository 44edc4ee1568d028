"""Rates of word errors as formulas over sums of statistics.

Morris, Maier and Green, "From WER and RIL to MER and WIL: improved evaluation measures for
connected speech recognition", Interspeech 2004, with S substitutions, D deletions, I insertions and
H hits: N1 = H + S + D words of the references, and N2 = H + S + I of the hypotheses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.wer.dialect import ErrorRateDialect


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Sums of statistics, each of shape (...,); or numbers."""

    substitutions: Any
    deletions: Any
    insertions: Any
    hits: Any

    @property
    def edits(self) -> NDArray[Any]:
        """S + D + I."""
        edits: NDArray[Any] = self.substitutions + self.deletions + self.insertions
        return edits

    @property
    def reference_length(self) -> NDArray[Any]:
        """N1 = H + S + D."""
        length: NDArray[Any] = self.hits + self.substitutions + self.deletions
        return length

    @property
    def hypothesis_length(self) -> NDArray[Any]:
        """N2 = H + S + I."""
        length: NDArray[Any] = self.hits + self.substitutions + self.insertions
        return length


def error_rate(dialect: ErrorRateDialect, sums: Sums) -> NDArray[Any]:
    """Return the error rate (S + D + I) / N1, 0 or more, in percent; NaN if undefined."""
    length = sums.reference_length
    if dialect.empty_references == "one":
        length = np.maximum(length, 1)
    return 100 * _ratio(sums.edits, length)


def mer(dialect: ErrorRateDialect, sums: Sums) -> NDArray[Any]:
    """Return the match error rate (S + D + I) / (H + S + D + I), 0 to 100.

    Without words on either side there are no errors: 0, or NaN in some dialects.
    """
    rate = 100 * _ratio(sums.edits, sums.hits + sums.edits)
    return np.where(_nothing(dialect, sums), 0.0, rate)


def wip(dialect: ErrorRateDialect, sums: Sums) -> NDArray[Any]:
    """Return the word information preserved H / N1 * H / N2, 0 to 100.

    It is 0 if one side has no words, and 100 if neither has; in some dialects it is NaN then.
    """
    lengths = sums.reference_length, sums.hypothesis_length
    if dialect.empty_references == "one":
        lengths = np.maximum(lengths[0], 1), np.maximum(lengths[1], 1)
    preserved = 100 * _ratio(sums.hits, lengths[0]) * _ratio(sums.hits, lengths[1])
    return np.where(_nothing(dialect, sums), 100.0, preserved)


def wil(dialect: ErrorRateDialect, sums: Sums) -> NDArray[Any]:
    """Return the word information lost, 100 - WIP."""
    lost: NDArray[Any] = 100 - wip(dialect, sums)
    return lost


def _nothing(dialect: ErrorRateDialect, sums: Sums) -> NDArray[Any]:
    """Return whether both sides are empty and the dialect defines what that means."""
    empty: NDArray[Any] = sums.hits + sums.edits == 0
    return empty & (dialect.empty_references == "one")


def _ratio(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[Any]:
    """Return a quotient, NaN where the divisor is 0."""
    defined = np.where(whole == 0, np.nan, whole)
    quotient: NDArray[Any] = part / defined
    return quotient

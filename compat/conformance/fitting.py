"""Several numbers of a mistake, fitted to the scores of a program by least squares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.mistake import Fitted, Numbers
from tallystick.compat.conformance.mistakes import FITTED
from tallystick.compat.conformance.setting import Setting
from tallystick.errors import TallystickError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def fitted_mistakes(
    setting: Setting, cases: Sequence[Case], found: NDArray[np.float64]
) -> Iterator[tuple[Setting, int]]:
    """Yield settings with mistakes whose numbers are fitted, with how many they have.

    Args:
        setting: A setting without a mistake.
        cases: The tokenized inputs.
        found: The scores of a program.
    """
    for family in FITTED:
        if not family.metrics or setting.metric.identity.name in family.metrics:
            numbers = _fit(family, setting, cases, found)
            if numbers is not None:
                mistake = family.at(numbers)
                if mistake.name:
                    yield replace(setting, mistake=mistake), len(numbers)


def _fit(
    family: Fitted, setting: Setting, cases: Sequence[Case], found: NDArray[np.float64]
) -> Numbers | None:
    rows = []
    for case, score in zip(cases, found.tolist(), strict=True):
        try:
            row = family.terms(setting.metric, case, score)
        except (ArithmeticError, ValueError, TallystickError):
            continue
        if row is not None and np.isfinite([*row[0], row[1]]).all():
            rows.append(row)
        if len(rows) == limits.INPUTS_OF_FIT:
            break
    if not rows:
        return None
    terms = np.array([row[0] for row in rows])
    sums = np.array([row[1] for row in rows])
    used = terms.any(axis=0)
    return _solved(terms, sums) if used.all() else None


def _solved(terms: NDArray[np.float64], sums: NDArray[np.float64]) -> Numbers | None:
    """Return the numbers that weight terms so that nearly all sums are right; None if none do."""
    kept = np.ones(len(sums), dtype=bool)
    size = terms.shape[1]
    for _ in range(limits.ROUNDS):
        if kept.sum() < limits.FOR_EACH * size:
            return None
        numbers, _, rank, _ = np.linalg.lstsq(terms[kept], sums[kept], rcond=1e-9)
        if rank < size:
            return None
        errors = np.abs(terms @ numbers - sums) / np.maximum(1.0, np.abs(sums))
        if (errors <= limits.NEAR).mean() >= limits.NEARLY_FITTED:
            exact = tuple(_short(one) for one in numbers.tolist())
            errors = np.abs(terms @ np.array(exact) - sums) / np.maximum(1.0, np.abs(sums))
            return exact if (errors <= limits.NEAR).mean() >= limits.NEARLY_FITTED else None
        kept = errors <= np.quantile(errors, 0.75)
    return None


def _short(number: float) -> float:
    """Return a number near another one with as few digits as possible, also as a quotient."""
    for denominator in range(1, 13):
        quotient = round(number * denominator) / denominator
        if abs(quotient - number) < limits.NEAR / 10:
            return quotient
    return float(f"{number:.7g}")

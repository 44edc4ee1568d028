"""Numbers of axes and mistakes, fitted to the scores of a program."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.mistake import Family
from tallystick.compat.conformance.mistakes import FAMILIES
from tallystick.compat.conformance.setting import NUMBERS, Setting
from tallystick.errors import TallystickError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tallystick.compat.conformance.probes import Probes


def fitted_changes(setting: Setting, probe: Probes, score: float) -> Iterator[Setting]:
    """Yield settings with another number, of an axis or a mistake, that give a score of one case.

    The number has as few digits as possible.
    """

    def fitted(change: Callable[[float], Setting | None], sign: int = 1) -> Setting | None:
        def error(number: float) -> float:
            changed = change(number)
            return math.nan if changed is None else float(changed.scores(probe)[0]) - score

        number = _root(error, sign)
        return None if number is None else change(number)

    for axis in setting.dialect.axes():
        now = getattr(setting.dialect, axis)
        if isinstance(now, float) or (now is None and axis in NUMBERS):
            changed = fitted(partial(setting.with_axis, axis), -1 if now and now < 0 else 1)
            if changed is not None and changed.dialect != setting.dialect:
                yield changed
    for family in FAMILIES if setting.mistake is None else ():
        if family.terms is None and family.fits(setting.metric):
            changed = fitted(partial(_of_family, setting, family))
            if changed is not None:
                yield changed


def _of_family(setting: Setting, family: Family, *numbers: float) -> Setting:
    return replace(setting, mistake=family.at(*numbers))


def _root(function: Callable[[float], float], sign: int) -> float | None:
    """Return a number at which a function is about 0, between 1e-12 and 1e6 in size, or None."""
    low, high = -12.0, 6.0
    below, above = function(sign * 10**low), function(sign * 10**high)
    if not below * above < 0:
        return None
    while high - low > 1e-13:
        middle = (low + high) / 2
        if function(sign * 10**middle) * below > 0:
            low = middle
        else:
            high = middle
    exact = sign * 10**middle
    shorter = (float(f"{exact:.{digits}g}") for digits in range(1, 13))
    return next((one for one in shorter if math.isclose(one, exact, rel_tol=1e-11)), exact)


def fitted_mistakes(
    setting: Setting, cases: Sequence[Case], found: NDArray[np.float64]
) -> Iterator[tuple[Setting, int]]:
    """Yield settings with mistakes whose numbers are fitted, with how many they have.

    Args:
        setting: A setting without a mistake.
        cases: The tokenized inputs.
        found: The scores of a program.
    """
    for family in FAMILIES:
        if family.terms is not None and family.fits(setting.metric):
            numbers = _fit(partial(family.terms, setting.metric), cases, found)
            if numbers is not None and family.name(*numbers):
                yield _of_family(setting, family, *numbers), len(numbers)


def _fit(
    terms_of: Callable[[Case, float], tuple[Sequence[float], float] | None],
    cases: Sequence[Case],
    found: NDArray[np.float64],
) -> tuple[float, ...] | None:
    rows = []
    for case, score in zip(cases, found.tolist(), strict=True):
        try:
            row = terms_of(case, score)
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


def _solved(terms: NDArray[np.float64], sums: NDArray[np.float64]) -> tuple[float, ...] | None:
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

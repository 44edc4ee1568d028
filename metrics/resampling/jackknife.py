"""The jackknife: standard errors from the scores without each unit, and intervals of Student's t.

Tukey, "Bias and Confidence in Not-Quite Large Samples", Annals of Mathematical Statistics 29, 1958;
Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 11.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.interface.metric import refuse_sums_of_parts
from tallystick.metrics.resampling.student import quantile
from tallystick.metrics.resampling.weighted_sums import scores_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric


def scores_without_each(metric: Metric, sums: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return the scores of several systems without each unit in turn.

    Args:
        metric: The metric that computed the statistics.
        sums: For each system the statistics of every unit, shape (units, columns); see
            `Units.sums`.

    Returns:
        Shape (units, systems); NaN where the score of the other units is not defined.

    >>> from tallystick.metrics.given_scores.metric import GivenScores
    >>> rows = np.array([[3.0, 1.0], [1.0, 1.0], [2.0, 1.0]])
    >>> scores_without_each(GivenScores("da"), [rows]).tolist()
    [[1.5], [2.5], [2.0]]
    """
    refuse_sums_of_parts(metric, "jackknife")
    of_systems = [
        scores_of(metric, (rows.sum(axis=0) - rows).T.copy()).astype(np.float64) for rows in sums
    ]
    return np.stack(of_systems, axis=1)


def jackknife_variance(without_each: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the variances of numbers that are known without each unit, over the first axis.

    Args:
        without_each: Scores, or their differences, without each unit, shape (units, ...).

    Returns:
        Shape (...); NaN where a number is not defined, or where there is a single unit.

    >>> jackknife_variance(np.array([1.5, 2.5, 2.0])).round(9)  # of a mean: s^2 / n
    np.float64(0.333333333)
    """
    units = len(without_each)
    if units < 2:
        return np.full(without_each.shape[1:], np.nan)
    variance: NDArray[np.float64] = (units - 1) * without_each.var(axis=0)
    return variance


def student_bounds(
    centres: NDArray[np.float64],
    errors: NDArray[np.float64],
    degrees: NDArray[np.float64],
    confidence: float,
) -> NDArray[np.float64]:
    """Return the bounds of two-sided intervals of Student's t, shape (2, numbers).

    `centres`, `errors` and `degrees` are the observed numbers, their standard errors and the
    degrees of freedom of these, shape (numbers,). Bounds are NaN where an error is.
    """
    reach = [
        quantile((1 + confidence) / 2, degree) * error if error == error else error
        for error, degree in zip(errors.tolist(), degrees.tolist(), strict=True)
    ]
    return np.stack([centres - reach, centres + reach])

"""How far raters agree: coefficients of single ratings, with what each output adds to them.

The coefficients are functions of sums over outputs, so leaving out one unit of outputs at a time,
the jackknife, gives their effects, intervals included; see `effects`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.reports.comparison.facts.scores_and_differences import average_ranks
from tallystick.reports.meta_evaluation.statistics.effects import Effects

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray

MOST_GRADES = 10
"""Ratings with at most so many different whole numbers are grades, of which only the order counts.
"""


def are_grades(scores: FloatArray) -> bool:
    """Return whether scores are grades, such as 1 to 5, not points of a scale."""
    return len(np.unique(scores)) <= MOST_GRADES and bool((scores == np.round(scores)).all())


def krippendorff_alpha(
    output: IntArray, scores: FloatArray, units: IntArray, *, ordinal: bool
) -> Effects:
    """Return Krippendorff's alpha, 1 less the observed over the expected disagreement.

    The disagreement of two ratings is the square of their difference, or for ordinal ones of that
    of their ranks among all ratings that can be paired. Of two different ratings, both are the
    nominal one. Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011.
    """
    paired = np.bincount(output)[output] > 1
    output, scores = output[paired], scores[paired]
    scores = average_ranks(scores) if ordinal else scores - scores.mean()
    number, sums, squares = _powers(output, scores, len(units))
    observed = 2 * (number * squares - sums**2) / np.maximum(number - 1, 1)

    def alpha(n: Any, s: Any, q: Any, o: Any) -> Any:
        return 1 - (n - 1) * o / (2 * (n * q - s**2))

    return _jackknifed(alpha, units, number > 0, number, sums, squares, observed)


def intraclass_correlation(
    output: IntArray, scores: FloatArray, rater: IntArray, units: IntArray
) -> tuple[Effects, Effects, bool]:
    """Return the intraclass correlations of one rating and of the mean of an output's ratings.

    They are ICC(2,1) and ICC(2,k) if every rater rated every output once, which is returned too,
    else ICC(1,1) and ICC(1,k). Shrout and Fleiss, "Intraclass Correlations", Psychological Bulletin
    86, 1979.
    """
    scores = scores - scores.mean()
    number, sums, squares = _powers(output, scores, len(units))
    known = number > 0
    raters = int(rater.max()) + 1
    crossed = len(scores) == int(known.sum()) * raters == len(set(zip(output, rater, strict=True)))
    by_rater = np.zeros((len(units), raters if crossed else 1))
    np.add.at(by_rater, (output, rater * crossed), scores)
    between = sums**2 / np.maximum(number, 1)

    def correlation(of_mean: bool) -> Callable[..., Any]:
        def coefficient(n: Any, total: Any, m: Any, m2: Any, s: Any, q: Any, c: Any) -> Any:
            k = (m - m2 / m) / (n - 1)  # ratings of an output
            columns = (c**2).sum(axis=-1) / n - s**2 / m if crossed else 0.0
            rows = (total - s**2 / m) / (n - 1)
            left = (q - total - columns) / (m - n - (k - 1 if crossed else 0.0))
            of_raters = (columns / (k - 1) - left) / n if crossed else 0.0
            return (rows - left) / (
                rows + of_raters if of_mean else rows + (k - 1) * left + k * of_raters
            )

        return coefficient

    parts: list[NDArray[Any]] = [known, between, number, number**2, sums, squares, by_rater]
    single, mean = (_jackknifed(correlation(each), units, known, *parts) for each in (False, True))
    return single, mean, crossed


def _powers(output: IntArray, scores: FloatArray, outputs: int) -> list[FloatArray]:
    """Return for each output the number of its ratings, their sum and that of their squares."""
    return [np.bincount(output, scores**power, outputs).astype(np.float64) for power in (0, 1, 2)]


def _jackknifed(
    coefficient: Callable[..., Any], units: IntArray, known: BoolArray, *parts: NDArray[Any]
) -> Effects:
    """Return a function of sums over outputs, with its effects of the units of known outputs."""
    _, places = np.unique(units[known], return_inverse=True)
    left, totals = [], []
    for part in parts:
        sums = np.zeros((places.max(initial=-1) + 1, *part.shape[1:]))
        np.add.at(sums, places, part[known])
        totals.append(sums.sum(axis=0))
        left.append(totals[-1] - sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        value, without = float(coefficient(*totals)), np.asarray(coefficient(*left))
    if not np.isfinite(without).all():
        return Effects(value, np.zeros(len(without)))
    number = len(without)
    return Effects(value, (without.mean() - without) * ((number - 1) / number) ** 0.5)

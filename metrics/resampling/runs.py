"""Several training runs of a system: variance due to the test set and to training, combined.

A difference between two systems has two sources of variance, the choice of the test set and the
random seeds of training; see Clark, Dyer, Lavie and Smith, "Better Hypothesis Testing for
Statistical Machine Translation: Controlling for Optimizer Instability", ACL 2011. There are
thousands of segments but few runs, and resampling cannot estimate the variance of a few runs: two
runs drawn from two give only three different means. The variance over the test set is that of the
jackknife, and the variance over runs is estimated from their scores. The sum of the two
is referred to Student's t with the degrees of freedom of Welch, "The Generalization of 'Student's'
Problem When Several Different Population Variances Are Involved", Biometrika 34, 1947, and
Satterthwaite, "An Approximate Distribution of Estimates of Variance Components", Biometrics
Bulletin 2, 1946.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.jackknife import jackknife_variance

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEWEST_TO_SUBTRACT = 3
"""With two runs, the remaining variance is so uncertain that the test rejects 8% of true null
hypotheses instead of 5%."""


@dataclass(frozen=True, slots=True)
class Variance:
    """An estimated variance of a mean, and what was subtracted from it because it is known."""

    value: float
    degrees: float
    known: float = 0.0


def variances_over_runs(
    run_scores: Sequence[Sequence[float]], without_each: Sequence[NDArray[np.float64]]
) -> list[Variance]:
    """Return the variance of each system's mean score over training runs.

    Runs do well on different segments, so part of the variance of their scores is due to the choice
    of segments, which the variance of the mean score over the test set already includes. With three
    runs or more this part is estimated by the jackknife and subtracted, as in generalisability
    theory; see Owen, "The Pigeonhole Bootstrap", The Annals of Applied Statistics 1, 2007. A system
    with a single run is assumed to have the average variance of those with several; if all have a
    single run, the variance is not known and taken to be 0.

    `without_each` are the scores of each system's runs without each unit, shape (units, runs).

    >>> same = np.ones((9, 2))
    >>> variances_over_runs([[1.0, 3.0], [5.0]], [same, same[:, :1]])
    [Variance(value=1.0, degrees=1, known=0.0), Variance(value=2.0, degrees=1, known=0.0)]
    """
    several = [scores for scores in run_scores if len(scores) > 1]
    if not several:
        return [Variance(0.0, math.inf)] * len(run_scores)
    pooled_degrees = sum(len(scores) - 1 for scores in several)
    squares = math.fsum((len(scores) - 1) * float(np.var(scores, ddof=1)) for scores in several)
    pooled = Variance(squares / pooled_degrees, pooled_degrees)
    return [
        _over_runs(scores, of_system) if len(scores) > 1 else pooled
        for scores, of_system in zip(run_scores, without_each, strict=True)
    ]


def _over_runs(scores: Sequence[float], without_each: NDArray[np.float64]) -> Variance:
    runs = len(scores)
    estimate = float(np.var(scores, ddof=1)) / runs
    of_their_own = without_each - without_each.mean(axis=1, keepdims=True)
    of_segments = float(jackknife_variance(of_their_own).sum()) / (runs - 1) / runs
    if runs < FEWEST_TO_SUBTRACT or math.isnan(of_segments):
        return Variance(estimate, runs - 1)
    known = min(of_segments, estimate)
    return Variance(estimate - known, runs - 1, known)


def added(variances: Sequence[Variance]) -> Variance:
    """Return the sum of independent variances, with Welch's and Satterthwaite's degrees.

    >>> added([Variance(1.0, 4), Variance(1.0, 4)])
    Variance(value=2.0, degrees=8.0, known=0.0)
    """
    value = math.fsum(one.value for one in variances)
    if value == 0:
        return Variance(0.0, math.inf)
    # subtracting a known value does not change the uncertainty of an estimate
    shares = math.fsum(((one.value + one.known) / value) ** 2 / one.degrees for one in variances)
    return Variance(value, 1 / shares)

"""Tie calibration: the difference up to which two scores of a metric count as tied.

Humans tie often, metrics with many digits hardly ever. The threshold is the one under which the
metric's accuracy is highest. Deutsch, Foster and Freitag, "Ties Matter: Meta-Evaluating Modern
Metrics with Pairwise Accuracy and Tie Calibration", EMNLP 2023, section 6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

DECIMALS = 12
"""Differences are rounded, so that equal ones are equal in floating point: 0.3 - 0.2, 0.2 - 0.1."""


class Calibrated(NamedTuple):
    """The best accuracy, and the threshold that gives it.

    Attributes:
        accuracy: The mean over the groups of the share of pairs on which humans and the metric
            agree, between 0 and 1; NaN without pairs.
        threshold: The largest difference of two of the metric's scores that counts as a tie.
    """

    accuracy: float
    threshold: float


def calibrated(human: NDArray[np.float64], metric: NDArray[np.float64]) -> Calibrated:
    """Find the threshold that maximises the mean accuracy over the columns of two matrices.

    The threshold is 0 or one of the observed differences, and the smallest of those that are
    equally good. It is fitted to the data on which the accuracy is reported.

    Args:
        human: The scores of humans, shape (systems, segments); NaN where there is none.
        metric: The scores of the metric, of the same shape.

    >>> human = np.array([[1.0], [1.0], [2.0]])
    >>> calibrated(human, np.array([[0.1], [0.2], [0.9]]))
    Calibrated(accuracy=1.0, threshold=0.1)
    """
    known = ~(np.isnan(human) | np.isnan(metric))
    sizes = known.sum(axis=0)
    weights = np.divide(
        2.0, sizes * (sizes - 1), out=np.zeros(len(sizes)), where=sizes > 1
    )  # of one pair, in the mean over segments
    groups = int((sizes > 1).sum())
    if groups == 0:
        return Calibrated(float("nan"), 0.0)
    differences, gains, tied = [], [], 0.0
    for row in range(1, len(human)):
        present = known[row] & known[:row]
        of_human = (human[row] - human[:row])[present]
        of_metric = (metric[row] - metric[:row])[present]
        of_pair = np.broadcast_to(weights, present.shape)[present]
        agreed = (np.sign(of_human) == np.sign(of_metric)) & (of_human != 0)
        tied_human = of_human == 0
        tied += float(of_pair[agreed].sum())
        differences.append(np.round(np.abs(of_metric), DECIMALS))
        # a pair counted as tied agrees if humans tie it, and no longer if it agreed in its order
        gains.append(of_pair * (tied_human.astype(np.float64) - agreed))
    keys, places = np.unique(np.concatenate(differences), return_inverse=True)
    steps = np.bincount(places, np.concatenate(gains), minlength=len(keys))
    accuracies = (tied + np.cumsum(steps)) / groups
    if keys[0] != 0:  # no difference is 0, so nothing is tied at first
        keys, accuracies = np.append(0.0, keys), np.append(tied / groups, accuracies)
    best = int(np.argmax(np.round(accuracies, DECIMALS)))
    return Calibrated(float(accuracies[best]), float(keys[best]))

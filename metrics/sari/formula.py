"""SARI from its operations: Xu et al. 2016, section 4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.sari.operations import NAMES, Operation
from tallystick.metrics.sums.elementary import sum_of_orders

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sari.dialect import SariDialect


def scores_of(dialect: SariDialect, operations: Mapping[str, Operation]) -> NDArray[np.float64]:
    """Return the scores of adding, keeping and deleting, 0 to 1, shape (..., 3)."""
    return np.stack([_score(dialect, name, operations[name]) for name in NAMES], axis=-1)


def mean_of(scores: NDArray[Any]) -> NDArray[np.float64]:
    """Return SARI, shape (...,), the mean of the scores of the operations, shape (..., 3)."""
    mean: NDArray[np.float64] = sum_of_orders(scores) / len(NAMES)
    return mean


def _score(dialect: SariDialect, name: str, operation: Operation) -> NDArray[np.float64]:
    precision = _divided(operation.correct, operation.done, dialect.nothing)
    recall = _divided(operation.found, operation.wanted, dialect.nothing)
    if name == "delete" and dialect.delete == "precision":
        return _mean(precision)
    if dialect.average_orders == "precision_recall":
        return _f(_mean(precision), _mean(recall))
    return _mean(_f(precision, recall))


def _divided(part: NDArray[Any], whole: NDArray[Any], nothing: int) -> NDArray[np.float64]:
    ratio: NDArray[np.float64] = np.where(whole > 0, part, nothing) / np.where(whole > 0, whole, 1)
    return ratio


def _f(precision: NDArray[Any], recall: NDArray[Any]) -> NDArray[np.float64]:
    total = precision + recall
    f: NDArray[np.float64] = 2 * precision * recall / np.where(total > 0, total, 1)
    return f


def _mean(by_order: NDArray[Any]) -> NDArray[np.float64]:
    mean: NDArray[np.float64] = sum_of_orders(by_order) / by_order.shape[-1]
    return mean

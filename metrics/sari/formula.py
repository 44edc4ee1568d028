"""SARI from its operations, in arrays or in numbers: Xu et al. 2016, section 4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.sari.operations import NAMES, Operation
from tallystick.metrics.sums.sum_formula import quotient

if TYPE_CHECKING:
    from tallystick.metrics.sari.dialect import SariDialect


def scores_of(dialect: SariDialect, operations: Mapping[str, Operation]) -> list[Any]:
    """Return the scores of adding, keeping and deleting, 0 to 1, each of shape (...)."""
    return [_score(dialect, name, operations[name]) for name in NAMES]


def mean_of(scores: Sequence[Any]) -> Any:
    """Return the mean of arrays of one shape, or of numbers, added one after another."""
    return reduce(add, scores) / len(scores)


def _score(dialect: SariDialect, name: str, operation: Operation) -> Any:
    correct, done, found, wanted = map(_orders, operation)
    precisions = [_divided(*of, dialect.nothing) for of in zip(correct, done, strict=True)]
    if name == "delete" and dialect.delete == "precision":
        return mean_of(precisions)
    recalls = [_divided(*of, dialect.nothing) for of in zip(found, wanted, strict=True)]
    if dialect.average_orders == "precision_recall":
        return _f(mean_of(precisions), mean_of(recalls))
    return mean_of(list(map(_f, precisions, recalls)))


def _orders(values: Any) -> Any:
    """Return the values of each order, of which arrays have the shape (...)."""
    return values if isinstance(values, list) else np.moveaxis(values, -1, 0)


def _divided(part: Any, whole: Any, nothing: int) -> Any:
    if isinstance(whole, (int, float)):
        return part / whole if whole > 0 else float(nothing)
    return np.where(whole > 0, part, nothing) / np.where(whole > 0, whole, 1)


def _f(precision: Any, recall: Any) -> Any:
    return quotient(2 * precision * recall, precision + recall)

"""SARI from its operations, in arrays or in numbers: Xu et al. 2016, section 4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.sari.operations import NAMES, Operation

if TYPE_CHECKING:
    from tallystick.metrics.sari.dialect import SariDialect


def scores_of(dialect: SariDialect, operations: Mapping[str, Operation]) -> list[Any]:
    """Return the scores of adding, keeping and deleting, 0 to 1, each of shape (...)."""
    return [_score(dialect, name, operations[name]) for name in NAMES]


def mean_of(scores: Sequence[Any]) -> Any:
    """Return the mean of arrays of one shape, or of numbers, added one after another."""
    return reduce(add, scores) / len(scores)


def _score(dialect: SariDialect, name: str, operation: Operation) -> Any:
    in_numbers = isinstance(operation.done, list)
    divide = _divide_numbers if in_numbers else _divide_arrays
    orders = operation if in_numbers else (np.moveaxis(one, -1, 0) for one in operation)
    correct, done, found, wanted = orders
    nothing = dialect.nothing
    precisions = [divide(*of, nothing) for of in zip(correct, done, strict=True)]
    if name == "delete" and dialect.delete == "precision":
        return mean_of(precisions)
    recalls = [divide(*of, nothing) for of in zip(found, wanted, strict=True)]
    if dialect.average_orders == "precision_recall":
        precisions, recalls = [mean_of(precisions)], [mean_of(recalls)]
    pairs = zip(precisions, recalls, strict=True)
    return mean_of(
        [divide(2 * precision * recall, precision + recall, 0) for precision, recall in pairs]
    )


def _divide_numbers(part: float, whole: float, instead: int) -> float:
    return part / whole if whole > 0 else float(instead)


def _divide_arrays(part: Any, whole: Any, instead: int) -> Any:
    return np.where(whole > 0, part, instead) / np.where(whole > 0, whole, 1)

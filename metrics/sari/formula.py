"""SARI from counts of operations: Xu et al. 2016, section 4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.sum_formula import SumFormula, divided
from tallystick.metrics.sums.symbols import ratio, total

if TYPE_CHECKING:
    from tallystick.metrics.sari.dialect import SariDialect

Sums: TypeAlias = Mapping[str, Any]

OPERATIONS = {
    "add": ("added_correctly", "added", "to_add"),
    "keep": ("kept_correctly", "kept", "to_keep"),
    "delete": ("deleted_correctly", "deleted", "to_delete"),
}
"""The columns of each operation: what is correct, what is done, what the references want."""

_SHARED = [column for name in ("keep", "delete") for column in OPERATIONS[name][1:]]
"""The columns with a sum of shares that are correct, and of ones, over distinct n-grams."""

MEANS = Columns(*OPERATIONS, "segments")
"""The columns of dialects that average the scores of segments."""


class SariParts(NamedTuple):
    """SARI, 0 to 100, and the scores of its operations, 0 to 1."""

    score: Any
    add: Any
    keep: Any
    delete: Any


@lru_cache(maxsize=64)
def formula_of(dialect: SariDialect) -> SumFormula:
    """Return the formula of a corpus, over the columns of the statistics."""
    if dialect.average == "score":
        return SumFormula(MEANS, _mean_of_segments)
    return segment_formula_of(dialect)


@lru_cache(maxsize=64)
def segment_formula_of(dialect: SariDialect) -> SumFormula:
    """Return the formula over what `kernel.count_changes` counts, in this order."""
    names = [column for columns in OPERATIONS.values() for column in columns]
    if dialect.average == "score":
        names += [f"{part}_of_{column}" for column in _SHARED for part in ("shares", "ngrams")]
    columns = Columns(*((name, dialect.order) for name in names))
    return SumFormula(columns, partial(_sari, dialect))


def _mean_of_segments(sums: Sums) -> SariParts:
    return _parts([divided(sums[name], sums["segments"]) for name in OPERATIONS])


def _sari(dialect: SariDialect, sums: Sums) -> SariParts:
    return _parts([_score(dialect, sums, name) for name in OPERATIONS])


def _parts(scores: Sequence[Any]) -> SariParts:
    return SariParts(100 * _mean(scores), *scores)


def _score(dialect: SariDialect, sums: Sums, name: str) -> Any:
    correct, done, wanted = OPERATIONS[name]
    precisions = _ratios(dialect, sums, correct, done, dialect.precision)
    if name == "delete" and dialect.delete == "precision":
        return _mean(precisions)
    recalls = _ratios(dialect, sums, correct, wanted, dialect.recall)
    if dialect.average_orders == "precision_recall":
        precisions, recalls = [_mean(precisions)], [_mean(recalls)]
    pairs = zip(precisions, recalls, strict=True)
    return _mean([ratio(2 * precision * recall, precision + recall) for precision, recall in pairs])


def _ratios(dialect: SariDialect, sums: Sums, part: str, whole: str, kind: str) -> list[Any]:
    """Return the ratio of each order; what is added is not counted by occurrences, but pooled."""
    if kind == "each" and whole in _SHARED:
        part, whole = f"shares_of_{whole}", f"ngrams_of_{whole}"
    both = zip(sums[part], sums[whole], strict=True)
    return [ratio(correct, every, dialect.nothing) for correct, every in both]


def _mean(values: Sequence[Any]) -> Any:
    return total(values) / len(values)

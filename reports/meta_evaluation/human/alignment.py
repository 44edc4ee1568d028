"""Whether human scores belong to the segments that their numbers say.

A wrong join of human scores and hypotheses gives no error, only correlations near 0. Metrics that
are any good correlate with human scores at the right join, and hardly at another one, which tells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.errors import InputError
from tallystick.reports.meta_evaluation.statistics.correlations import pearson
from tallystick.reports.meta_evaluation.thresholds import WRONG_JOIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHIFTS = (-2, -1, 1, 2)


class Join(NamedTuple):
    """A way to join human scores and hypotheses.

    Attributes:
        name: What is done to the numbers of the segments; "as given" for nothing.
        remedy: How to request it.
        correlation: The mean over the metrics of Pearson's correlation over all segments of all
            systems; NaN if it is undefined.
    """

    name: str
    remedy: str
    correlation: float


def joins(
    human: NDArray[np.float64],
    metrics: Iterable[NDArray[np.float64]],
    documents: Sequence[str] | None,
) -> list[Join]:
    """Return the ways to join, the given one first.

    Args:
        human: The human scores, shape (systems, segments); NaN where there is none.
        metrics: The scores of each metric, of the same shape.
        documents: The document of each segment, or None.
    """
    scores = list(metrics)
    return [
        Join(name, remedy, _correlation(moved, scores))
        for name, remedy, moved in _moved(human, documents)
    ]


def check_join(name: str, found: Sequence[Join], cells: int) -> None:
    """Refuse the given join if another one, or the opposite scores, are clearly better.

    Args:
        name: The name of the test set.
        found: The result of `joins`.
        cells: The number of human scores.

    Raises:
        InputError: Another join has a higher correlation than chance explains, or human scores are
            low where metrics are high.

    >>> check_join("de-en", [Join("as given", "", 0.33), Join("one later", "", 0.08)], 15_000)
    >>> check_join("de-en", [Join("as given", "", 0.02), Join("sorted", "sort them", 0.33)], 15_000)
    Traceback (most recent call last):
    tallystick.errors.InputError: de-en: the correlation of human scores with the metrics is 0.02, \
but 0.33 sorted; the numbers of the segments do not fit the hypotheses: sort them
    """
    given, *others = found
    better = [one for one in others if not math.isnan(one.correlation)]
    if not better or math.isnan(given.correlation):
        return
    best = max(better, key=lambda one: one.correlation)
    far = WRONG_JOIN * math.sqrt(2 / max(cells, 1))
    if -given.correlation - max(best.correlation, 0.0) > far:
        raise InputError(
            f"{name}: the correlation of human scores with the metrics is {given.correlation:.2f}, "
            "as if one of them counted errors; if human scores do, add --human-lower-is-better (in "
            "a file of sets human-lower-is-better = true), else leave it out; if a metric of "
            "--scores does, give it as NAME:better=lower=FILE"
        )
    if best.correlation - given.correlation > far:
        raise InputError(
            f"{name}: the correlation of human scores with the metrics is {given.correlation:.2f}, "
            f"but {best.correlation:.2f} {best.name}; the numbers of the segments do not fit the "
            f"hypotheses: {best.remedy}"
        )


def sorted_documents(documents: Sequence[str]) -> NDArray[np.int64]:
    """Return the place of each segment if documents are sorted by the bytes of their names.

    The segments of WMT's direct assessments are numbered in this order.

    >>> sorted_documents(["b", "b", "a"]).tolist()
    [2, 0, 1]
    """
    names = [name.encode() for name in documents]
    return np.array(sorted(range(len(names)), key=names.__getitem__), np.int64)


def _moved(
    human: NDArray[np.float64], documents: Sequence[str] | None
) -> Iterator[tuple[str, str, NDArray[np.float64]]]:
    yield "as given", "", human
    for shift in SHIFTS:
        moved = np.full_like(human, np.nan)
        if shift > 0:
            moved[:, shift:] = human[:, :-shift]
        else:
            moved[:, :shift] = human[:, -shift:]
        where = f"with numbers {'higher' if shift > 0 else 'lower'} by {abs(shift)}"
        yield where, "correct them in the file of human scores", moved
    if documents is not None:
        moved = np.empty_like(human)
        moved[:, sorted_documents(documents)] = human
        remedy = "they count documents sorted by name; add --human-order sorted-documents"
        yield "with documents sorted by name", remedy, moved


def _correlation(human: NDArray[np.float64], metrics: Sequence[NDArray[np.float64]]) -> float:
    found = [float(pearson(human.ravel(), one.ravel())) for one in metrics]
    known = [one for one in found if not math.isnan(one)]
    return math.fsum(known) / len(known) if known else math.nan

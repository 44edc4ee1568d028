"""How far human scores can be trusted: whether they fit the segments, and agree with themselves.

A wrong join of human scores and hypotheses gives no error, only correlations near 0. Metrics that
are any good correlate with human scores at the right join, and hardly at another one, which tells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tallystick.errors import InputError
from tallystick.metrics.resampling.draws import swaps
from tallystick.reports.meta_evaluation.human.raters import rater_agreement
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.model import HumanHealth, defined
from tallystick.reports.meta_evaluation.settings import WRONG_JOIN, MetaSettings
from tallystick.reports.meta_evaluation.statistics.correlations import pearson

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


def check_join(name: str, found: Sequence[Join], cells: int, *, signed: bool = True) -> None:
    """Refuse the given join if another one, or the opposite scores, are clearly better.

    Args:
        name: The name of the test set.
        found: The result of `joins`.
        cells: The number of human scores.
        signed: Whether human scores may count errors, unlike choices.

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
    if signed and -given.correlation - max(best.correlation, 0.0) > far:
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


def human_health(
    judged: JudgedSet, joins: list[Join], settings: MetaSettings
) -> HumanHealth | None:
    """Return what the human scores of segments say about themselves; None without any."""
    human = judged.human
    if human.segments is None or human.judgements is None:
        return None
    judgements = human.judgements[human.judgements > 0]
    return HumanHealth(
        set=judged.name,
        judged_cells=float((human.judgements > 0).mean()),
        judged_segments=int((human.judgements > 0).any(axis=0).sum()),
        judgements=float(judgements.mean()) if len(judgements) else None,
        split_half=_split_half(human.segments, judged.pairs, judged.name, settings),
        other_scores=_other_scores(judged),
        joins={one.name: defined(one.correlation) for one in joins},
        other_judges=None if human.preferences is None else human.preferences.agreement,
        raters=rater_agreement(judged, settings),
    )


def _split_half(
    scores: NDArray[np.float64], pairs: NDArray[np.int64], name: str, settings: MetaSettings
) -> float | None:
    """Return the mean share of pairs of systems that two random halves order alike.

    Human scores of all segments have less noise than those of half of them, so this is no upper
    bound of the accuracy of a metric.
    """
    known = ~np.isnan(scores)
    values = np.where(known, scores, 0.0)
    drawn = swaps(settings.seed, f"halves of {name}", scores.shape[1], 0, settings.resamples)
    halves = []
    for half in (drawn, 1 - drawn):
        weights = half.astype(np.float64)
        numbers = weights @ known.T
        means = np.divide(
            weights @ values.T, numbers, out=np.full(numbers.shape, np.nan), where=numbers > 0
        )
        halves.append(np.sign(means[:, pairs[:, 0]] - means[:, pairs[:, 1]]))
    alike = (halves[0] == halves[1]).astype(np.float64)
    alike[np.isnan(halves[0]) | np.isnan(halves[1])] = np.nan
    return None if np.isnan(alike).all() else float(np.nanmean(alike))


def _other_scores(judged: JudgedSet) -> float | None:
    """Return the share of pairs that the other human scores order alike, if there are any."""
    other = judged.other_human
    if other is None:
        return None
    signs = [judged.order(one) for one in (judged.human.systems, other.systems)]
    known = ~np.isnan(signs[1])
    return float((signs[0] == signs[1])[known].mean()) if known.any() else None

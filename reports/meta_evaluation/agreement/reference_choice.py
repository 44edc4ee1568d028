"""How far agreement with humans depends on which references there are, and on how many."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from tallystick.metrics.corpus.corpus import References
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.scoring.scoring import score_parts
from tallystick.metrics.sums.arrays import FloatArray
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.model import ReferenceChoice, UnderReferences
from tallystick.reports.meta_evaluation.settings import COMBINATIONS_OF_REFERENCES


def reference_choices(
    judged: JudgedSet, metrics: Mapping[str, Metric], threads: int = 1
) -> list[ReferenceChoice]:
    """Return the agreement of metrics, not fitted, under some of the references of a set.

    There is nothing for a set whose segments do not all have the same number of references, two or
    more, and nothing for metrics without references and for given scores.
    """
    number = judged.corpora[0].references.number or 0
    usable = {
        label: metric
        for label, metric in metrics.items()
        if metric.identity.needs_references and not isinstance(metric, GivenScores)
    }
    if number < 2 or not usable:
        return []
    signs: dict[tuple[int, ...], dict[str, FloatArray]] = {}
    for size in range(1, number):
        combinations_of_size = itertools.combinations(range(number), size)
        most = max(number, COMBINATIONS_OF_REFERENCES)
        for chosen in itertools.islice(combinations_of_size, most):
            signs[chosen] = _signs_under(judged, usable, chosen, threads)
    signs[tuple(range(number))] = {
        label: judged.order(judged.metrics[label].systems) for label in usable
    }
    *_, complete = signs.values()
    human = judged.order(judged.human.systems)
    choices = []
    for label in usable:
        combinations = tuple(
            UnderReferences(
                references=tuple(number + 1 for number in chosen),
                accuracy=float((orders[label] == human).mean()),
                order_kept=float((orders[label] == complete[label]).mean()),
            )
            for chosen, orders in signs.items()
        )
        single = [orders[label] for chosen, orders in signs.items() if len(chosen) == 1]
        alike = [(one == other).mean() for one, other in itertools.combinations(single, 2)]
        by_number: dict[int, list[float]] = {}
        for combination in combinations:
            by_number.setdefault(len(combination.references), []).append(combination.accuracy)
        means = {number: float(np.mean(values)) for number, values in by_number.items()}
        alike_mean = float(np.mean(alike))
        choices.append(ReferenceChoice(judged.name, label, combinations, alike_mean, means))
    return choices


def _signs_under(
    judged: JudgedSet, metrics: Mapping[str, Metric], chosen: Sequence[int], threads: int
) -> dict[str, FloatArray]:
    """Return how metrics order each pair of systems with some of the references."""
    references = some_references(judged.corpora[0].references, chosen)
    corpora = [
        (system, replace(corpus, references=references))
        for system, corpus in zip(judged.systems, judged.corpora, strict=True)
    ]
    scored = score_parts(
        [corpora], [references], list(metrics.values()), threads=threads, keep_segments=False
    )
    orders = {}
    for place, (label, metric) in enumerate(metrics.items()):
        direction = 1.0 if metric.identity.higher_is_better else -1.0
        scores = np.array([system.scored[place].score.score for system in scored], np.float64)
        orders[label] = judged.order(direction * scores)
    return orders


def some_references(references: References, chosen: Sequence[int]) -> References:
    """Return the chosen references of every segment, of which all have the same number."""
    places = (references.offsets[:-1, np.newaxis] + np.asarray(chosen)).ravel()
    offsets = np.arange(len(references) + 1, dtype=np.int64) * len(chosen)
    return References(references.segments.take(places), offsets)

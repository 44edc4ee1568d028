"""Bradley-Terry scores of systems, and what each item adds to them.

A system with the score s is preferred to one with the score t with the probability
1 / (1 + exp(t - s)). The scores are those of maximum likelihood; Bradley and Terry, "Rank Analysis
of Incomplete Block Designs: I", Biometrika 39, 1952. A tie is half a win of either system; Chiang
and others, "Chatbot Arena", ICML 2024. Effects, as in `effects`, are those of whole items, so that
the judges of an item are not taken for independent; Liang and Zeger, "Longitudinal Data Analysis
Using Generalized Linear Models", Biometrika 73, 1986.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.resampling.student import quantile
from tallystick.reports.comparison.facts.scores_and_differences import standings
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.model import ComparedSystem
from tallystick.reports.meta_evaluation.statistics.between_metrics import sign_tests

if TYPE_CHECKING:
    from tallystick.metrics.resampling.units import Units
    from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray
    from tallystick.reports.meta_evaluation.human.preferences import Preferences
    from tallystick.reports.meta_evaluation.settings import MetaSettings

TOLERANCE = 1e-9
"""Of the last step of Newton's method; the error that is left is of the order of its square."""


class Strengths(NamedTuple):
    """Scores of systems as logarithms of odds, of which the mean is 0, and the effects of items."""

    scores: FloatArray
    each: FloatArray


def wins_of(sides: IntArray, chosen: FloatArray) -> FloatArray:
    """Return how often each system was preferred to each other one; see `bradley_terry`."""
    wins = np.zeros((int(sides.max()) + 1,) * 2)
    np.add.at(wins, tuple(sides.T), (1 + chosen) / 2)
    np.add.at(wins, tuple(sides.T[::-1]), (1 - chosen) / 2)
    return wins


def unbeaten(wins: FloatArray) -> list[int]:
    """Return the systems of a group to which no other system was preferred, nor tied with.

    Without such a group scores are finite; Ford, "Solution of a Ranking Problem from Binary
    Comparisons", American Mathematical Monthly 64, 1957.
    """
    above = _by_way_of_others(wins > 0)
    fewest = above[:, above.sum(axis=0).argmin()]
    return [] if fewest.all() else np.flatnonzero(fewest).tolist()


def groups_of(wins: FloatArray) -> IntArray:
    """Return the number of each system's group; those of different groups were never compared."""
    linked = _by_way_of_others(wins + wins.T > 0)
    return np.asarray(linked.argmax(axis=0), np.int64)


def _by_way_of_others(related: BoolArray) -> BoolArray:
    related = related | np.eye(len(related), dtype=np.bool_)
    for _ in range(len(related).bit_length()):
        related = related @ related
    return related


def bradley_terry(
    sides: IntArray, chosen: FloatArray, items: IntArray, *, number: int
) -> Strengths | None:
    """Return the scores of systems; None where they are infinite.

    `sides` has the two systems of each choice, shape (choices, 2), and `chosen` is 1 if the first
    was preferred, -1 if the second, 0 for a tie.
    """
    wins = wins_of(sides, chosen)
    if unbeaten(wins):
        return None
    compared, scores, step = wins + wins.T, np.zeros(len(wins)), np.ones(len(wins))
    while np.abs(step).max() > TOLERANCE:
        expected = 1 / (1 + np.exp(scores - scores[:, np.newaxis]))
        weights = compared * expected * (1 - expected)
        # adding the same to all cells sets the mean of the scores, which is free, to 0
        inverse = np.linalg.inv(np.diag(weights.sum(axis=1)) - weights + weights.max())
        step = inverse @ (wins - compared * expected).sum(axis=1)
        scores = scores + step / max(1.0, np.abs(step).max())  # long steps leave the maximum behind
    first, second = sides.T
    surprise = (1 + chosen) / 2 - expected[first, second]
    of_items = np.zeros((number, len(wins)))
    np.add.at(of_items, (items, first), surprise)
    np.add.at(of_items, (items, second), -surprise)
    return Strengths(scores, of_items @ inverse)


def compared_systems(
    name: str, choices: Preferences | None, units: Units, settings: MetaSettings
) -> list[ComparedSystem]:
    """Return the systems of a set between which humans chose, the best first; none without names.

    The items are the units of the set, such as its documents, that have choices.
    """
    if choices is None or not choices.systems:
        return []
    wins = wins_of(choices.sides, choices.chosen)
    numbers = wins.sum(axis=1) + wins.sum(axis=0)
    won = goodness = wins.sum(axis=1) / numbers
    intervals: list[Interval | None] = [None] * len(wins)
    ranks: list[tuple[int, int] | None] = [None] * len(wins)
    judged, items = np.unique(units.numbers[choices.segments[:, 0]], return_inverse=True)
    strengths = bradley_terry(choices.sides, choices.chosen, items, number=len(judged))
    if strengths is not None and len(judged) > 1:
        goodness, each = strengths
        t = quantile((1 + settings.confidence) / 2, len(judged) - 1)
        reach = t * np.sqrt((each**2).sum(axis=0))
        intervals = list(map(Interval, (goodness - reach).tolist(), (goodness + reach).tolist()))
        pairs = list(itertools.combinations(np.argsort(-goodness).tolist(), 2))
        added = goodness / len(each) + each
        differences = np.stack([added[:, one] - added[:, other] for one, other in pairs], axis=1)
        tested = sign_tests(differences, settings.draws(f"choices of {name}")).adjusted
        better = itertools.compress(pairs, tested <= settings.significance_level)
        ranks = [standing.rank for standing in standings(goodness, better, higher_is_better=True)]
    best, groups = unbeaten(wins), groups_of(wins)
    return [
        ComparedSystem(
            set=name,
            system=choices.systems[system],
            choices=round(numbers[system]),
            won=float(won[system]),
            strength=None if strengths is None else float(strengths.scores[system]),
            interval=intervals[system],
            rank=ranks[system],
            unbeaten=system in best,
            group=int(groups[system]),
        )
        for system in np.argsort(-goodness, kind="stable").tolist()
    ]

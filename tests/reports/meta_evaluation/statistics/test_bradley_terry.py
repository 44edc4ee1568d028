"""Bradley-Terry scores: against other programs, and how often their intervals are right."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick.metrics.resampling.student import quantile
from tallystick.reports.meta_evaluation.statistics.bradley_terry import bradley_terry, unbeaten

WINS = {
    (0, 1): 7, (1, 0): 3, (0, 2): 6, (2, 0): 2, (1, 2): 4,
    (2, 1): 5, (2, 3): 8, (3, 2): 1, (1, 3): 3, (3, 1): 2,
}  # fmt: skip
SIDES = np.array([(n % 4, (n + 1 + n // 4 % 3) % 4) for n in range(48)])
CHOSEN = np.array([[1.0, -1, 1, -1, -1][(n * 7 + n // 5) % 5] for n in range(48)])
ITEMS = np.arange(48) // 6


def test_scores_are_those_of_choix() -> None:
    sides = np.array([pair for pair, times in WINS.items() for _ in range(times)])
    fit = bradley_terry(sides, np.ones(len(sides)), np.arange(len(sides)), number=len(sides))
    assert fit is not None
    # choix 0.4.1, ilsr_pairwise(4, data, max_iter=10000, tol=1e-15), less the mean
    expected = [1.0222462166629223, -0.08486559465846477, 0.24302538854672184, -1.1804060105511793]
    assert fit.scores == pytest.approx(expected, abs=1e-9)


def test_errors_are_those_of_statsmodels_with_items_as_clusters() -> None:
    fit = bradley_terry(SIDES, CHOSEN, ITEMS, number=8)
    assert fit is not None
    # statsmodels 0.15.0, Logit of 1 for the first and -1 for the second system, cov_type="cluster"
    # without corrections; scores and errors less the mean
    scores = [0.25382933547438996, 0.12642069134317457, -0.12642069134317446, -0.25382933547439007]
    errors = [0.3029039283454657, 0.3080926368140098, 0.3085212476713981, 0.24190624755372744]
    assert fit.scores == pytest.approx(scores, abs=1e-9)
    assert np.sqrt((fit.each**2).sum(axis=0)) == pytest.approx(errors, abs=1e-9)


def test_a_tie_is_half_a_win_of_both() -> None:
    tied = bradley_terry(np.array([[0, 1]] * 3), np.array([1.0, 0, -1]), np.arange(3), number=3)
    twice = np.array([[0, 1], [0, 1], [0, 1], [1, 0], [1, 0], [1, 0]])
    halved = bradley_terry(twice, np.ones(6), np.arange(6), number=6)
    assert tied is not None
    assert halved is not None
    assert tied.scores == pytest.approx(halved.scores, abs=1e-12)


def test_very_unequal_systems_have_finite_scores() -> None:
    sides = np.array([[0, 1]] * 1_001 + [[1, 2]] * 1_001)
    chosen = np.array(([1.0] * 1_000 + [-1.0]) * 2)
    fit = bradley_terry(sides, chosen, np.arange(2_002), number=2_002)
    assert fit is not None
    assert fit.scores == pytest.approx([np.log(1_000), 0, -np.log(1_000)], abs=1e-9)


@pytest.mark.parametrize(
    ("wins", "group"),
    [
        ([(0, 1), (1, 2)], [0]),  # 0 is never beaten
        ([(0, 1), (1, 0), (1, 2), (0, 2)], [0, 1]),  # 2 never wins
        ([(0, 1), (1, 0), (2, 3), (3, 2)], [0, 1]),  # not compared
        ([(0, 1), (1, 2), (2, 0)], []),
    ],
)
def test_scores_are_infinite_with_a_group_that_is_never_beaten(
    wins: list[tuple[int, int]], group: list[int]
) -> None:
    counts = np.zeros((max(map(max, wins)) + 1,) * 2)
    for winner, loser in wins:
        counts[winner, loser] = 1
    assert unbeaten(counts) == group
    fit = bradley_terry(np.array(wins), np.ones(len(wins)), np.arange(9)[: len(wins)], number=9)
    assert (fit is None) == bool(group)


@pytest.mark.thorough
@pytest.mark.parametrize(("items", "judges", "shared"), [(30, 1, 0.0), (50, 3, 1.0), (200, 3, 1.0)])
def test_intervals_contain_the_true_scores(items: int, judges: int, shared: float) -> None:
    random = np.random.default_rng(13)
    strengths = np.array([0.5, 0.2, -0.2, -0.5])
    pairs = np.array(list(itertools.combinations(range(4), 2)))

    def chosen(number: int) -> NDArray[np.float64]:
        """Choices of judges who see the same outputs, whose quality differs between items."""
        quality = strengths + shared * random.normal(size=(number, 4))
        odds = (quality[:, pairs[:, 0]] - quality[:, pairs[:, 1]])[..., np.newaxis]
        draws = random.logistic(size=(number, len(pairs), judges))
        return np.asarray(np.sign(odds + draws))

    def fitted(number: int) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
        sides = np.tile(np.repeat(pairs, judges, axis=0), (number, 1))
        each = len(pairs) * judges
        fit = bradley_terry(
            sides, chosen(number).ravel(), np.repeat(np.arange(number), each), number=number
        )
        return None if fit is None else (fit.scores, np.sqrt((fit.each**2).sum(axis=0)))

    large = fitted(100_000)
    assert large is not None
    trials, covered = 500, 0
    reach = quantile(0.975, items - 1)
    for _ in range(trials):
        fit = fitted(items)
        assert fit is not None
        covered += int((np.abs(fit[0] - large[0]) <= reach * fit[1]).sum())
    assert 0.93 <= covered / trials / 4 <= 0.97

"""Ranks and clusters, and how many segments a difference needs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reports.internals import Standing, number_needed, smallest_visible_difference, standings


def standings_of(better: np.ndarray) -> list[Standing]:
    """Return where systems are whose scores fall."""
    wins = [(int(first), int(second)) for first, second in np.argwhere(better)]
    return standings(-np.arange(float(len(better))), wins, higher_is_better=True)


@st.composite
def tournaments(draw: st.DrawFn) -> np.ndarray:
    """Who is significantly better than whom, in line with an order of scores."""
    systems = draw(st.integers(1, 7))
    better = np.zeros((systems, systems), dtype=bool)
    for i in range(systems):
        for j in range(i + 1, systems):
            better[i, j] = draw(st.booleans())
    return better


@given(tournaments())
def test_a_cluster_ends_where_all_above_beat_all_below(better: np.ndarray) -> None:
    systems = len(better)
    clusters = [standing.cluster for standing in standings_of(better)]
    assert clusters[0] == 1
    for position in range(1, systems):
        apart = all(better[i, j] for i in range(position) for j in range(position, systems))
        assert clusters[position] - clusters[position - 1] == apart


@given(tournaments())
def test_the_ranks_of_systems_without_significant_differences_overlap(better: np.ndarray) -> None:
    systems = len(better)
    for system, standing in enumerate(standings_of(better)):
        first, last = standing.rank
        undecided = [
            other
            for other in range(systems)
            if other != system and not better[system, other] and not better[other, system]
        ]
        assert last - first == len(undecided)
        assert 1 <= first <= last <= systems


def test_a_system_without_a_score_is_never_the_best() -> None:
    nothing = float("nan")
    for scores, best in (([nothing, 1.0, 2.0], 1), ([2.0, 1.0, nothing], 1)):
        ranked = standings(np.array(scores), [], higher_is_better=False)
        assert [standing.best for standing in ranked] == [place == best for place in range(3)]
    [only] = standings(np.array([nothing]), [], higher_is_better=True)
    assert not only.best


def test_systems_whose_scores_differ_by_rounding_errors_are_both_the_best() -> None:
    ranked = standings(np.array([0.1 + 0.2, 0.3, 0.29]), [], higher_is_better=True)
    assert [standing.best for standing in ranked] == [True, True, False]


def test_where_lower_is_better_the_lowest_score_leads_the_first_cluster() -> None:
    ranked = standings(np.array([30.0, 10.0, 20.0]), [(1, 0), (1, 2)], higher_is_better=False)
    assert [standing.cluster for standing in ranked] == [2, 1, 2]


def test_a_system_without_a_score_is_below_all_others() -> None:
    ranked = standings(np.array([float("nan"), 1.0]), [(1, 0)], higher_is_better=True)
    assert [standing.cluster for standing in ranked] == [2, 1]


@pytest.mark.parametrize(
    # quantiles of R 4.3, qnorm and qt: of 1 - level / 2 and of 0.8
    ("level", "degrees", "sum_of_quantiles"),
    [
        (0.05, float("inf"), 1.959964 + 0.8416212),
        (0.01, float("inf"), 2.575829 + 0.8416212),
        (0.05, 5.0, 2.570582 + 0.9195438),
    ],
)
def test_a_difference_is_detected_at_the_sum_of_two_quantiles_of_standard_errors(
    level: float, degrees: float, sum_of_quantiles: float
) -> None:
    difference = smallest_visible_difference(0.5, level, degrees)
    assert difference == pytest.approx(0.5 * sum_of_quantiles, rel=1e-6)


@pytest.mark.parametrize(
    # by hand: the ratio squared times the number, rounded up
    ("number", "visible", "difference", "needed"),
    [(100, 3.0, 2.0, 225), (10, 2.0, 1.0, 40), (10, 1.0, 3.0, 2), (5, 1.0, 0.0, None)],
)
def test_a_difference_half_as_large_needs_four_times_as_many_segments(
    number: int, visible: float, difference: float, needed: int | None
) -> None:
    assert number_needed(number, visible, difference) == needed

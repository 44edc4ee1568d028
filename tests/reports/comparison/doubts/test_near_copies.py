"""Systems with mostly equal outputs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tallystick.reports.comparison.doubts.near_copies import near_copies, shared_outputs
from tallystick.reports.comparison.facts.scored_systems import ScoredSystems

Score = Callable[..., ScoredSystems]


def shares(**pairs: float) -> tuple[list[str], np.ndarray]:
    """Return the systems of pairs such as AB=0.5 and the shares of all pairs, by default 0.1."""
    systems = sorted(set("".join(pairs)))
    shared = np.full((len(systems), len(systems)), 0.1)
    np.fill_diagonal(shared, 1.0)
    for pair, share in pairs.items():
        one, other = map(systems.index, pair)
        shared[one, other] = shared[other, one] = share
    return systems, shared


def test_shares_are_those_of_equal_segments(score: Score) -> None:
    scored = score(
        {"one": ["a", "b", "c"], "two": ["a", "b", "d"], "three": ["x", "b", "d"]}, [["a"]] * 3
    )
    # by hand
    expected = [[1, 2 / 3, 1 / 3], [2 / 3, 1, 2 / 3], [1 / 3, 2 / 3, 1]]
    np.testing.assert_allclose(shared_outputs(scored), expected)


def test_groups_are_reported_and_not_all_pairs() -> None:
    found = list(near_copies(*shares(AB=0.7, BC=0.6, AC=0.3, DE=0.5, EF=0.1)))
    assert [one.systems for one in found] == [("A", "B", "C"), ("D", "E")]
    assert found[0].sentence == (
        "A, B and C have the same output in 30% to 70% of the segments, the median pair in 10%."
    )


def test_systems_that_two_others_join_are_one_group() -> None:
    [found] = near_copies(*shares(AC=0.7, BD=0.7, CD=0.7, EF=0.1))
    assert found.systems == ("A", "B", "C", "D")


def test_two_systems_alone_are_never_near_copies() -> None:
    assert list(near_copies(*shares(AB=0.9))) == []


def test_what_the_median_pair_has_too_is_usual() -> None:
    assert list(near_copies(*shares(AB=0.9, AC=0.5, BC=0.3))) == []


def test_equal_systems_are_reported_whatever_is_usual() -> None:
    [found] = near_copies(*shares(AB=1.0, AC=0.5, BC=0.5))
    assert found.sentence == "A and B have the same output in every segment."


def test_equal_systems_in_a_group_of_near_copies_are_reported_too() -> None:
    found = near_copies(*shares(AB=1.0, AC=0.5, BC=0.5, DE=0.1))
    assert [one.systems for one in found] == [("A", "B"), ("A", "B", "C")]


def test_nearly_all_segments_are_not_100_percent() -> None:
    [found] = near_copies(*shares(AB=0.9999, CD=0.1))
    assert "the same output in 99% of the segments" in found.sentence


def test_one_system_has_no_copies() -> None:
    assert list(near_copies(["A"], np.ones((1, 1)))) == []

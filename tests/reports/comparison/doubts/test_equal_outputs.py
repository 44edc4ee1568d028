"""Systems with mostly equal outputs, and outputs that equal a reference."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest

from tallystick.reports import Doubt
from tests.reports.internals import ScoredSystems, equal_to_reference, near_copies, shared_outputs

Score = Callable[..., ScoredSystems]


def shares(**pairs: float) -> tuple[list[str], np.ndarray]:
    """Return the systems of pairs such as AB=0.5 and the shares of all pairs, by default 0.1."""
    systems = sorted(set("".join(pairs)))
    shared = np.full((len(systems), len(systems)), 0.1)
    np.fill_diagonal(shared, 1.0)
    for pair, share in pairs.items():
        first, second = map(systems.index, pair)
        shared[first, second] = shared[second, first] = share
    return systems, shared


def test_shares_are_those_of_equal_segments(score: Score) -> None:
    scored = score(
        {"one": ["a", "b", "c"], "two": ["a", "b", "d"], "three": ["x", "b", "d"]}, [["a"]] * 3
    )
    # by hand
    expected = [[1, 2 / 3, 1 / 3], [2 / 3, 1, 2 / 3], [1 / 3, 2 / 3, 1]]
    np.testing.assert_allclose(shared_outputs(scored), expected)


@pytest.mark.parametrize(
    ("pairs", "groups"),
    [
        ({"AB": 0.7, "BC": 0.6, "AC": 0.3, "DE": 0.5, "EF": 0.1}, ["ABC", "DE"]),
        ({"AC": 0.7, "BD": 0.7, "CD": 0.7, "EF": 0.1}, ["ABCD"]),
        ({"AB": 0.9}, []),  # two systems alone
        ({"AB": 0.9, "AC": 0.5, "BC": 0.3}, []),  # what the median pair has, too
        ({"AB": 1.0, "AC": 0.5, "BC": 0.5}, ["AB"]),  # equal systems, whatever is usual
        ({"AB": 1.0, "AC": 0.5, "BC": 0.5, "DE": 0.1}, ["AB", "ABC"]),
    ],
)
def test_groups_are_reported_and_not_all_pairs(pairs: dict[str, float], groups: list[str]) -> None:
    doubts = near_copies(*shares(**pairs))
    assert ["".join(doubt.systems) for doubt in doubts] == groups


def test_a_group_has_the_shares_of_its_pairs_and_the_usual_one() -> None:
    first, *_ = near_copies(*shares(AB=0.7, BC=0.6, AC=0.3, DE=0.5, EF=0.1))
    assert first.sentence == (
        "A, B and C have the same output in 30% to 70% of the segments (median of all pairs: 10%)."
    )
    [equal] = near_copies(*shares(AB=1.0, AC=0.5, BC=0.5))
    assert equal.sentence == "A and B have the same output in every segment."
    [nearly] = near_copies(*shares(AB=0.9999, CD=0.1))
    assert "the same output in 99% of the segments" in nearly.sentence
    assert list(near_copies(["A"], np.ones((1, 1)))) == []


# Outputs that equal a reference


REFERENCE = [f"the reference of segment {number} has eight words" for number in range(100)]
LONGEST = [f"{text} and {text} and a few more" for text in REFERENCE]
SHORT = [f"reference {number}" for number in range(100)]


def output(name: str, equal: int, reference: Sequence[str] = REFERENCE) -> list[str]:
    """Return an output that equals the reference in the first segments."""
    return [*reference[:equal], *(f"{name.lower()} {number}" for number in range(equal, 100))]


def found_in(
    score: Score, systems: Mapping[str, Sequence[str]], *references: Sequence[str]
) -> list[Doubt]:
    streams = references or (REFERENCE,)
    scored = score(
        systems, [list(of_segment) for of_segment in zip(*streams, strict=True)], ("chrf",)
    )
    return list(equal_to_reference(scored, shared_outputs(scored)))


def test_a_system_that_equals_a_reference_unusually_often_is_named(score: Score) -> None:
    systems = {"A": output("A", 3), "B": output("B", 30), "C": output("C", 8)}
    [doubt] = found_in(score, systems)
    assert (doubt.systems, doubt.segments) == (("B",), tuple(range(1, 31)))
    assert doubt.sentence == (
        "B equals the reference in 30 of 100 segments, of which 30 have 8 words or more (other "
        "systems: 6 in the median). Was the reference post-edited from it?"
    )


WITHOUT_SPACES = [f"我喜欢猫和狗，今天天气很好，我们去公园{number}。" for number in range(100)]
WMT23 = {"W": 65, "B": 46, "C": 7, "D": 20, "E": 15, "F": 12, "G": 10}


@pytest.mark.parametrize(
    ("numbers", "reference", "named"),
    [
        # as on WMT23 en-cs, where two systems equal 135 and 95 long references, 13 others 15 to 43
        (WMT23, REFERENCE, "WB"),
        # as on WMT23 de-en, where one of two equals 43 of 549 references, most of them short
        ({"A": 10, "B": 43}, SHORT, ""),
        ({"A": 10, "B": 43}, REFERENCE, ""),
        ({"A": 10, "B": 43}, LONGEST, "B"),
        # of several systems many short segments count, too
        ({"A": 8, "B": 40, "C": 8}, SHORT, "B"),
        # a long segment without spaces has twenty characters
        ({"A": 3, "B": 20, "C": 3}, WITHOUT_SPACES, "B"),
        # what all systems have is usual
        ({"A": 30, "B": 31, "C": 32}, REFERENCE, ""),
        # by hand: 8 against 0 segments, p = 1 / 2^8 = 0.004, and 9 tests at the level 0.01 are made
        ({"A": 0, "B": 8, "C": 0}, LONGEST, ""),
        ({"A": 90}, REFERENCE, ""),  # without another system, or with a copy alone
        ({"A": 90, "B": 91}, REFERENCE, ""),
    ],
)
def test_systems_that_equal_unusually_many_long_segments_are_suspect(
    score: Score, numbers: dict[str, int], reference: list[str], named: str
) -> None:
    systems = {name: output(name, number, reference) for name, number in numbers.items()}
    assert "".join(doubt.systems[0] for doubt in found_in(score, systems, reference)) == named


def test_one_of_two_references_is_named(score: Score) -> None:
    other = [f"other text, as long as the first one {number}" for number in range(100)]
    systems = {"A": output("A", 3), "B": output("B", 30, other), "C": output("C", 2, other)}
    [doubt] = found_in(score, systems, REFERENCE, other)
    assert doubt.sentence.startswith(
        "B equals reference 2 in 30 of 100 segments, of which 30 have 8"
    )


def test_a_near_copy_is_no_other_system(score: Score) -> None:
    copied = output("B", 60)
    systems = {"A": output("A", 5), "B": copied, "C": [*copied[:99], "x"], "D": output("D", 4)}
    doubts = found_in(score, systems)
    assert [doubt.systems for doubt in doubts] == [("B",), ("C",)]
    assert "(other systems: 4 in the median)" in doubts[0].sentence


def test_empty_references_are_not_equalled(score: Score) -> None:
    references = [""] * 60 + REFERENCE[60:]
    systems = {"A": output("A", 0), "B": [""] * 60 + output("B", 0)[60:]}
    assert found_in(score, systems, references) == []

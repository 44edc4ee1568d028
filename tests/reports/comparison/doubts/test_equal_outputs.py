"""Systems with mostly equal outputs, and outputs that equal a reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from tallystick.reports import Doubt
from tallystick.reports.comparison.doubts.equal_outputs import (
    equal_to_reference,
    near_copies,
    shared_outputs,
)
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
        "A, B and C have the same output in 30% to 70% of the segments (median of all pairs: 10%)."
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


# Outputs that equal a reference


REFERENCE = [f"the reference of segment {number} has eight words" for number in range(100)]
LONGEST = [f"{text} and {text} and a few more" for text in REFERENCE]
SHORT = [f"reference {number}" for number in range(100)]


def output(name: str, equal: int, reference: Sequence[str] = REFERENCE) -> list[str]:
    """Return an output that equals the reference in the first segments."""
    return [*reference[:equal], *(f"{name.lower()} {number}" for number in range(equal, 100))]


def found_in(
    score: Score,
    systems: Mapping[str, Sequence[str]],
    *references: Sequence[str],
) -> list[Doubt]:
    streams = references or (REFERENCE,)
    scored = score(systems, [list(one) for one in zip(*streams, strict=True)], ("chrf",))
    return list(equal_to_reference(scored, shared_outputs(scored)))


def test_a_system_that_equals_a_reference_unusually_often_is_named(score: Score) -> None:
    systems = {"A": output("A", 3), "B": output("B", 30), "C": output("C", 8)}
    [found] = found_in(score, systems)
    assert (found.systems, found.segments) == (("B",), tuple(range(1, 31)))
    assert found.sentence == (
        "B equals the reference in 30 of 100 segments, of which 30 have 8 words or more (other "
        "systems: 6 in the median). Was the reference post-edited from it?"
    )


def test_several_systems_can_be_suspect(score: Score) -> None:
    # as on WMT23 en-cs, where two systems equal 135 and 95 long references, and 13 others 15 to 43
    numbers = {"W": 65, "B": 46, "C": 7, "D": 20, "E": 15, "F": 12, "G": 10}
    found = found_in(score, {name: output(name, number) for name, number in numbers.items()})
    assert [one.systems for one in found] == [("W",), ("B",)]


def test_of_a_pair_only_the_longest_segments_count(score: Score) -> None:
    # as on WMT23 de-en, where one of two systems equals 43 of 549 references, most of them short
    for reference, named in ((SHORT, []), (REFERENCE, []), (LONGEST, [("B",)])):
        systems = {"A": output("A", 10, reference), "B": output("B", 43, reference)}
        assert [one.systems for one in found_in(score, systems, reference)] == named


def test_of_several_systems_many_short_segments_count_too(score: Score) -> None:
    systems = {name: output(name, 40 if name == "B" else 8, SHORT) for name in "ABC"}
    assert [one.systems for one in found_in(score, systems, SHORT)] == [("B",)]


def test_a_long_segment_without_spaces_has_twenty_characters(score: Score) -> None:
    reference = [f"我喜欢猫和狗，今天天气很好，我们去公园{number}。" for number in range(100)]
    systems = {name: output(name, 20 if name == "B" else 3, reference) for name in "ABC"}
    assert [one.systems for one in found_in(score, systems, reference)] == [("B",)]


def test_one_of_two_references_is_named(score: Score) -> None:
    other = [f"other text, as long as the first one {number}" for number in range(100)]
    systems = {"A": output("A", 3), "B": output("B", 30, other), "C": output("C", 2, other)}
    [found] = found_in(score, systems, REFERENCE, other)
    assert found.sentence.startswith(
        "B equals reference 2 in 30 of 100 segments, of which 30 have 8"
    )


def test_what_all_systems_have_is_usual(score: Score) -> None:
    systems = {name: output(name, 30 + number) for number, name in enumerate("ABC")}
    assert found_in(score, systems) == []


def test_a_near_copy_is_no_other_system(score: Score) -> None:
    copied = output("B", 60)
    systems = {"A": output("A", 5), "B": copied, "C": [*copied[:99], "x"], "D": output("D", 4)}
    found = found_in(score, systems)
    assert [one.systems for one in found] == [("B",), ("C",)]
    assert "(other systems: 4 in the median)" in found[0].sentence


def test_without_another_system_nothing_is_found(score: Score) -> None:
    assert found_in(score, {"A": output("A", 90)}) == []
    copies = {"A": output("A", 90), "B": output("A", 91)}
    assert found_in(score, copies) == []


def test_a_few_segments_more_can_be_chance(score: Score) -> None:
    # by hand: 8 against 0 segments, p = 1 / 2^8 = 0.004, and 9 tests at the level 0.01 are made
    systems = {name: output(name, 8 if name == "B" else 0, LONGEST) for name in "ABC"}
    assert found_in(score, systems, LONGEST) == []


def test_empty_references_are_not_equalled(score: Score) -> None:
    references = [""] * 60 + REFERENCE[60:]
    systems = {"A": output("A", 0), "B": [""] * 60 + output("B", 0)[60:]}
    assert found_in(score, systems, references) == []

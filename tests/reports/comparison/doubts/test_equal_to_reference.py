"""Systems whose outputs equal a reference much more often than those of the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tallystick.reports.comparison.doubts.equal_to_reference import equal_to_reference
from tallystick.reports.comparison.doubts.near_copies import shared_outputs
from tallystick.reports.comparison.model import Doubt
from tallystick.reports.comparison.scored_systems import ScoredSystems

Score = Callable[..., ScoredSystems]

REFERENCE = [f"reference {number}" for number in range(100)]


def output(name: str, equal: int, reference: Sequence[str] = REFERENCE) -> list[str]:
    """Return an output that equals the reference in the first segments."""
    return [*reference[:equal], *(f"{name} {number}" for number in range(equal, 100))]


def found_in(
    score: Score,
    systems: Mapping[str, Sequence[str]],
    *references: Sequence[str],
) -> list[Doubt]:
    streams = references or (REFERENCE,)
    scored = score(systems, [list(one) for one in zip(*streams, strict=True)])
    return list(equal_to_reference(scored, shared_outputs(scored)))


def test_a_system_that_equals_a_reference_unusually_often_is_named_with_the_next(
    score: Score,
) -> None:
    systems = {"A": output("A", 3), "B": output("B", 30), "C": output("C", 8)}
    [found] = found_in(score, systems)
    assert (found.systems, found.segments) == (("B",), tuple(range(1, 31)))
    assert found.sentence == (
        "B equals the reference in 30 of 100 segments; the next system, C, in 8. Was the reference "
        "post-edited from it?"
    )


def test_one_of_two_references_is_named(score: Score) -> None:
    other = [f"other {number}" for number in range(100)]
    systems = {"A": output("A", 3), "B": output("B", 30, other)}
    [found] = found_in(score, systems, REFERENCE, other)
    assert found.sentence.startswith("B equals reference 2 in 30 of 100 segments; the next")


def test_what_all_systems_have_is_usual(score: Score) -> None:
    systems = {name: output(name, 30 + number) for number, name in enumerate("ABC")}
    assert found_in(score, systems) == []


def test_a_near_copy_is_not_the_next_system(score: Score) -> None:
    copied = output("B", 60)
    systems = {"A": output("A", 5), "B": copied, "C": [*copied[:99], "x"]}
    [found] = found_in(score, systems)
    assert "the next system, A, in 5" in found.sentence


def test_without_another_system_nothing_is_found(score: Score) -> None:
    assert found_in(score, {"A": output("A", 90)}) == []
    copies = {"A": output("A", 90), "B": output("A", 91)}
    assert found_in(score, copies) == []


def test_a_few_segments_more_can_be_chance(score: Score) -> None:
    # by hand: 4 against 0 segments, p = 2 / 2^4 = 0.125
    assert found_in(score, {"A": output("A", 0), "B": output("B", 4)}) == []


def test_empty_references_are_not_equalled(score: Score) -> None:
    references = [""] * 60 + REFERENCE[60:]
    systems = {"A": output("A", 0), "B": [""] * 60 + output("B", 0)[60:]}
    assert found_in(score, systems, references) == []

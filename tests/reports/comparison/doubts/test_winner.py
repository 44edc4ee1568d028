"""Whether the best system depends on the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tallystick

CORRECT = [f"the committee will meet on day {number} in the town hall" for number in range(40)]
OTHER = [f"on day {number} members gather again at city offices" for number in range(40)]


def compared(references: Sequence[Sequence[str]], **options: Any) -> tallystick.reports.Comparison:
    """Compare A, which follows the first wording, with B, which follows the second, and C."""
    return tallystick.compare(
        systems={
            "A": [line.replace("town ", "") for line in CORRECT],
            "B": [line.replace("again ", "") for line in OTHER],
            "C": [line[:40] for line in CORRECT],
        },
        references=[list(one) for one in zip(*references, strict=True)],
        metrics=["bleu", "nist"],
        **options,
    )


def test_a_winner_that_depends_on_the_reference_is_found() -> None:
    found = compared([CORRECT, OTHER])
    [doubt] = [one for one in found.doubts if one.kind == "winner depends on reference"]
    assert (set(doubt.systems), doubt.metric) == ({"A", "B"}, None)
    by_reference = {
        (cell.group, cell.system): cell.score
        for breakdown in found.breakdowns
        for cell in breakdown.cells
        if breakdown.field == "reference" and cell.metric == "bleu"
    }
    # computed by the comparison itself with each reference alone, and by its table here
    for place, reference in enumerate((CORRECT, OTHER)):
        alone = compared([reference]).in_order_of("bleu")
        assert alone[0].system == "AB"[place]
        assert by_reference[str(place + 1), alone[0].system] == alone[0].score
        assert f"{alone[0].score:.2f} against" in doubt.sentence


def test_references_that_agree_about_the_winner_raise_no_doubt() -> None:
    found = compared([CORRECT, [line.replace("will meet", "meets") for line in CORRECT]])
    assert [one for one in found.doubts if one.kind == "winner depends on reference"] == []


def test_a_difference_by_chance_raises_no_doubt() -> None:
    # the second reference prefers B in a single segment of 40
    second = [*OTHER[:1], *CORRECT[1:]]
    systems = {"A": CORRECT, "B": [*OTHER[:1], *CORRECT[1:]]}
    found = tallystick.compare(
        systems=systems,
        references=[list(one) for one in zip(CORRECT, second, strict=True)],
        metrics="bleu",
    )
    assert found.doubts == ()


def test_it_is_tested_at_the_level_divided_by_the_number_of_references() -> None:
    # by hand: 6 of 6 units have p = 2 / 2^6 = 0.03125, above 0.05 / 2
    first, second = CORRECT[:6], OTHER[:6]
    systems = {"A": first, "B": second}
    references = [list(one) for one in zip(first, second, strict=True)]
    assert (
        tallystick.compare(systems=systems, references=first, metrics="bleu", details=False)
        .differences[0]
        .better
        == "A"
    )
    assert tallystick.compare(systems=systems, references=references, metrics="bleu").doubts == ()

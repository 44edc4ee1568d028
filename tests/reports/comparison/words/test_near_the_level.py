"""The note on p-values that another seed may take to the other side of the significance level."""

from __future__ import annotations

from typing import Any

import pytest

import tallystick
from tallystick.reports import Comparison

REFERENCES = [f"a b c d {number}" for number in range(18)]
SHORTER = [one if place % 3 else f"{one} x" for place, one in enumerate(REFERENCES)]
LONGER = [f"{one} y" if place % 3 else one for place, one in enumerate(REFERENCES)]


def compared(units: int = 18, **options: Any) -> Comparison:
    """Compare two systems that differ in all units; all exchanges of at most 15 are tried."""
    return tallystick.compare(
        systems={"ours": SHORTER[:units], "theirs": LONGER[:units]},
        references=REFERENCES[:units],
        metrics="bleu",
        details=False,
        **{"resamples": 1000, **options},
    )


def notes(comparison: Comparison) -> list[str]:
    return [note for note in comparison.notes if note.startswith("Another seed")]


@pytest.fixture(scope="module")
def p_value() -> float:
    [pair] = compared().differences
    assert pair.p_value is not None
    assert not pair.exact
    return pair.p_value


@pytest.mark.parametrize("correction", ["holm", "max-t"])
def test_a_p_value_within_two_standard_errors_of_the_level_is_noted(
    p_value: float, correction: str
) -> None:
    # the standard error of a share p of 1,000 resamples is the root of p (1 - p) / 1000
    error = (p_value * (1 - p_value) / 1000) ** 0.5
    for level in (p_value - 1.9 * error, p_value + 1.9 * error):
        assert notes(compared(significance_level=level, correction=correction)) == [
            "Another seed may change whether the difference of ours and theirs under BLEU is "
            f"significant, because its p-value is within two standard errors of {level:g}; more "
            "resamples decide."
        ]
    for level in (p_value - 2.1 * error, p_value + 2.1 * error):
        assert not notes(compared(significance_level=level, correction=correction))


def test_an_exact_p_value_does_not_depend_on_the_seed() -> None:
    [pair] = compared(12).differences
    assert pair.exact
    assert pair.p_value is not None
    assert not notes(compared(12, significance_level=pair.p_value))

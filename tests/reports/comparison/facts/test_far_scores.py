"""Which score is far from all others, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tallystick.reports import Interval, SystemScore
from tallystick.reports.comparison.facts.orientation import far_system


def scored(*values: float | None) -> list[SystemScore]:
    return [
        SystemScore(f"system {place}", "bleu", value, None, None, False, (1, 1), 1)
        for place, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    ("values", "far"),
    [
        ((28.0, 24.0, 20.0, 11.9), "system 3"),  # a gap of 8.1 to scores that extend over 8
        ((28.0, 24.0, 20.0, 12.0), None),
        ((40.0, 28.0, 24.0, 20.0), "system 0"),
        ((28.0, 24.0, 0.0), None),
        ((20.0, 20.0, 20.0, 0.0), None),
        ((28.0, None, 24.0, 0.0), None),
        ((28.0, 27.0, 1.0, 0.0), None),
    ],
)
def test_a_score_is_far_beyond_a_gap_that_is_wider_than_the_others(
    values: tuple[float | None, ...], far: str | None
) -> None:
    assert far_system(scored(*values)) == far


def test_intervals_count_as_what_is_drawn() -> None:
    *others, last = scored(28.0, 24.0, 20.0, 11.0)
    assert far_system([*others, replace(last, interval=Interval(9.0, 13.0))]) is None

"""The agreement of raters against other programs, and the intervals of its coefficients."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick.reports.meta_evaluation.statistics.effects import interval_of
from tallystick.reports.meta_evaluation.statistics.reliability import (
    are_grades,
    intraclass_correlation,
    krippendorff_alpha,
)

# example C of Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011; a line for a rater
EXAMPLE = ("1 2 3 3 2 1 4 1 2 - - -", "1 2 3 3 2 2 4 1 2 5 - 3", "- 3 3 3 2 3 4 2 2 5 1 -",
           "1 2 3 3 2 4 4 1 2 5 1 -")  # fmt: skip
TWO_VALUES = ("0 1 1 0 1 0 0 1", "0 1 0 0 1 1 0 1")
# Shrout and Fleiss, "Intraclass Correlations", 1979, table 2: six targets, four judges
TARGETS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def ratings(rows: tuple[str, ...]) -> tuple[NDArray[np.int64], NDArray[np.float64], int]:
    """Return the output and the score of each rating, and the number of outputs."""
    table = np.array(
        [[math.nan if cell == "-" else float(cell) for cell in row.split()] for row in rows]
    )
    rater, output = np.nonzero(~np.isnan(table))
    return output, table[rater, output], table.shape[1]


@pytest.mark.parametrize(
    ("rows", "ordinal", "expected"),
    # `krippendorff.alpha` of krippendorff 0.9.0
    [
        (EXAMPLE, True, 0.8153875037548814),
        (EXAMPLE, False, 0.8491071428571428),
        (TWO_VALUES, True, 0.53125),  # at all levels of measurement
    ],
)
def test_alpha_is_that_of_another_program(
    rows: tuple[str, ...], ordinal: bool, expected: float
) -> None:
    output, scores, outputs = ratings(rows)
    alpha = krippendorff_alpha(output, scores, np.arange(outputs), ordinal=ordinal)
    assert alpha.value == pytest.approx(expected, abs=1e-9)


def test_intraclass_correlations_are_those_of_their_paper() -> None:
    # the paper gives .29, .62, .17 and .44; `pingouin.intraclass_corr` of pingouin 0.7.0 the digits
    scores = np.array(TARGETS, np.float64).ravel()
    output, rater = np.repeat(np.arange(6), 4), np.tile(np.arange(4), 6)
    single, mean, crossed = intraclass_correlation(output, scores, rater, np.arange(6))
    assert crossed
    assert (single.value, mean.value) == pytest.approx((0.2897637795275592, 0.6200505475989893))
    single, mean, crossed = intraclass_correlation(output, scores, np.arange(24), np.arange(6))
    assert not crossed
    assert (single.value, mean.value) == pytest.approx((0.1657418476840547, 0.4427971336792689))


def test_effects_are_those_of_leaving_out_one_unit() -> None:
    output, scores, outputs = ratings(EXAMPLE)
    units = np.arange(outputs) // 2
    alpha = krippendorff_alpha(output, scores, units, ordinal=False)
    without = np.array([
        krippendorff_alpha(
            output[units[output] != unit], scores[units[output] != unit], units, ordinal=False
        ).value
        for unit in range(6)
    ])  # fmt: skip
    assert alpha.each == pytest.approx((without.mean() - without) * math.sqrt(5 / 6))


@pytest.mark.parametrize(
    ("scores", "expected"), [([1, 2, 5], True), ([1.5, 2], False), (list(range(11)), False)]
)
def test_few_whole_numbers_are_grades(scores: list[float], expected: bool) -> None:
    assert are_grades(np.array(scores, np.float64)) is expected


@pytest.mark.thorough
@pytest.mark.parametrize("grades", [False, True])
@pytest.mark.parametrize("outputs", [20, 50, 200])
def test_intervals_contain_the_true_coefficient_as_often_as_they_say(
    outputs: int, grades: bool
) -> None:
    """Three raters see the quality with errors of the same size, so that the true ICC is 0.5."""
    random = np.random.default_rng(1)

    def estimates(number: int) -> list[float | bool]:
        seen = random.normal(size=(number, 1)) + random.normal(size=(number, 3))
        scores = (np.clip(np.round(seen + 3), 1, 5) if grades else seen).ravel()
        output, rater = np.repeat(np.arange(number), 3), np.tile(np.arange(3), number)
        units = np.arange(number)
        effects = [
            krippendorff_alpha(output, scores, units, ordinal=grades),
            *intraclass_correlation(output, scores, rater, units)[:2],
        ]
        if number > outputs:
            return [effect.value for effect in effects]
        intervals = [interval_of(effect, 0.95) for effect in effects]
        return [
            interval is not None and interval.low <= value <= interval.high
            for interval, value in zip(intervals, true, strict=True)
        ]

    true = estimates(200_000)
    if not grades:
        assert true == pytest.approx([0.5, 0.5, 0.75], abs=0.01)
    covered = np.mean([estimates(outputs) for _ in range(400)], axis=0)
    assert (covered > 0.92).all()

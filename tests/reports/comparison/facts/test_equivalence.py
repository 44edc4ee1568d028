"""Tests of equivalence and non-inferiority, by numbers of other programs and by simulation."""

from __future__ import annotations

import re
from typing import Any

import pytest

import tallystick
from tallystick import OptionError
from tallystick.metrics import GivenScores
from tallystick.reports import Comparison

SCORES = {
    "A": [71.0, 64.5, 80.0, 55.5, 90.0, 62.0, 47.5, 77.0, 68.5, 83.0],
    "B": [70.0, 66.0, 78.5, 56.0, 88.0, 61.0, 49.0, 75.5, 69.0, 82.0],
    "C": [65.0, 60.5, 77.0, 50.5, 86.5, 60.0, 43.0, 70.0, 66.5, 79.0],
}
ONE_SIDED = {
    ("A", "B"): (0.00011475316794479679, 0.0017229608598372033),
    ("A", "C"): (3.9523068293948486e-07, 0.9986979995088121),
    ("B", "C"): (4.0321573476621355e-06, 0.9878628192170301),
}
"""P-values of `statsmodels.stats.weightstats.ttost_paired(x, y, -2, 2)`, statsmodels 0.15.0."""


def compared(
    scores: dict[str, list[float]], margin: float = 2.0, name: Any = "da", **options: Any
) -> Comparison:
    """Compare systems by given scores, whose corpus score is their mean."""
    texts = {system: [f"{system} {n}" for n in range(len(of))] for system, of in scores.items()}
    return tallystick.compare(
        systems=texts,
        references=next(iter(texts.values())),
        metrics=[],
        scores={name: scores},
        margins={"da": margin},
        resamples=20,
        details=False,
        **options,
    )


def test_one_sided_p_values_are_those_of_statsmodels() -> None:
    for one in compared(SCORES).differences:
        assert one.equivalence is not None
        shown = one.equivalence.low_p_value, one.equivalence.high_p_value
        assert shown == pytest.approx(ONE_SIDED[one.system, one.other], rel=1e-9)


def test_the_larger_p_value_is_corrected_as_those_of_differences() -> None:
    larger = [max(ONE_SIDED[pair]) for pair in ONE_SIDED]
    # Holm: the smallest of three times 3, then the maximum with twice the next
    by_holm = [3 * larger[0], 1.0, 1.0]
    expected = {"holm": by_holm, "max-t": by_holm, "none": larger}
    for correction, p_values in expected.items():
        comparison = compared(SCORES, correction=correction)
        found = [one.equivalence for one in comparison.differences]
        assert [one and one.adjusted_p_value for one in found] == pytest.approx(p_values)
        assert [one and one.equivalent for one in found] == [True, False, False]


@pytest.mark.parametrize(
    ("options", "p_values"),
    [
        # against B and C, whose larger p-values are corrected for three systems by Holm's method
        (
            {},
            [3 * ONE_SIDED["A", "B"][0], 2 * ONE_SIDED["A", "B"][1], ONE_SIDED["A", "C"][1]],
        ),
        # "B" minus "A" is at most -2: the mirror image of "A" minus "B" is 2 or more
        ({"baseline": "A"}, [None, 2 * ONE_SIDED["A", "B"][1], ONE_SIDED["A", "C"][1]]),
    ],
)
def test_a_system_is_not_inferior_if_no_other_one_or_the_baseline_is_better_by_the_margin(
    options: dict[str, Any], p_values: list[float | None]
) -> None:
    found = [one.non_inferiority_p_value for one in compared(SCORES, **options).scores]
    assert found == pytest.approx(p_values)


def test_of_a_metric_whose_lower_scores_are_better_a_higher_score_is_worse() -> None:
    errors = GivenScores("da", higher_is_better=False)
    comparison = compared(SCORES, name=errors, correction="none")
    of_c = comparison.score_of("C", "da").non_inferiority_p_value
    assert of_c == pytest.approx(ONE_SIDED["B", "C"][0])  # the larger of two


def test_a_copy_is_equivalent_within_any_margin() -> None:
    comparison = compared({"A": SCORES["A"], "B": SCORES["A"]}, margin=1e-6)
    [difference] = comparison.differences
    assert difference.equivalence is not None
    assert difference.equivalence.adjusted_p_value == 0


def test_a_single_segment_leaves_equivalence_untested() -> None:
    comparison = compared({"A": [1.0], "B": [2.0]})
    assert [one.equivalence for one in comparison.differences] == [None]
    assert [one.non_inferiority_p_value for one in comparison.scores] == [None, None]


def test_a_metric_can_be_named_as_it_is_printed() -> None:
    texts = {"A": ["a b c d", "e f g h"] * 3, "B": ["a b c d", "e f g i"] * 3}
    comparison = tallystick.compare(
        systems=texts,
        references=texts["A"],
        metrics=["bleu:smooth=floor", "chrf"],
        margins={"BLEU": 1, "chrF2": 0.5},
    )
    assert [one.margin for one in comparison.metrics] == [1.0, 0.5]


@pytest.mark.parametrize(
    ("margins", "message"),
    [
        ({"bleu": -0.5}, "the margin of bleu is -0.5; expected a number above 0"),
        ({"bleu": 0}, "the margin of bleu is 0; expected a number above 0"),
        ({"bleu": float("nan")}, "the margin of bleu is nan; expected a number"),
        ({"bleu": "0.5"}, "the margin of bleu is '0.5'; expected a number"),
        ({"ter": 0.5}, "the margin of 'ter' names 'ter', which is not a metric of the comparison"),
        ({"chrf": 0.5}, "could mean chrf:beta=1 or chrf:beta=3"),
        (0.5, "margins is 0.5; expected a number for each metric, such as {'bleu': 0.5}"),
    ],
)
def test_wrong_margins_are_refused(margins: Any, message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        tallystick.compare(
            systems={"A": ["a"], "B": ["b"]},
            references=["a"],
            metrics=["bleu", "chrf:beta=1", "chrf:beta=3"],
            margins=margins,
        )

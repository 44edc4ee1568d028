"""Plans, by numbers of statsmodels and SciPy, and what is said of them."""

import math
import re
from dataclasses import replace
from typing import Any

import pytest

import tallystick
from tallystick import InputError, OptionError, plan
from tallystick.reports import (
    ComparedSystem,
    Comparison,
    Difference,
    Plan,
    PlannedDifference,
    TestSet,
)
from tests.reports.comparison import made
from tests.reports.comparison.made import BLEU, NIST, difference
from tests.reports.rendering import rendered

SEGMENTS = 1_000
NEEDED = {
    (0.1, 1): 786.808940181792,
    (0.2, 1): 198.150820955562,
    (0.5, 1): 33.36713118431779,
    (0.1, 45): 1688.2754142961146,
}
"""By difference in standard deviations and number of comparisons, the segments with which a paired
t-test has a power of 80%: `TTestPower().solve_power`, statsmodels 0.15.0."""

POWER = {(2.8, 1): 0.7988011744583463, (1.0, 1): 0.1698380939617134}
"""By difference in standard errors and number of comparisons, `TTestPower().power`, the same."""

EXAGGERATION = {0.5: 4.788593676570795, 1.0: 2.4909284425033515, 2.0: 1.3862651465671014}
"""By difference in standard errors, the mean size of normal differences beyond the 97.5th
percentile, integrated by `scipy.integrate.quad`, SciPy 1.17.1, relative to the true one."""


def pilot(*differences: Difference, test_set: TestSet | None = None, **options: Any) -> Comparison:
    """Return a comparison of A and B, or of A, B and C, on 1,000 segments that all differ."""
    names = dict.fromkeys(name for pair in differences for name in (pair.system, pair.other))
    test_set = test_set or TestSet(SEGMENTS, 1, None, "segment", SEGMENTS)
    return made.of_systems(dict.fromkeys(names, 30.0), *differences, test_set=test_set, **options)


def observed(value: float = 0.5, error: float = 0.3, units: int = SEGMENTS) -> Difference:
    """Return the difference of A and B with a standard error and a number of differing units."""
    pair = difference("A", "B", BLEU, value, 0.2)
    return replace(pair, standard_error=error, differing_units=units)


@pytest.mark.parametrize(("size", "comparisons"), NEEDED)
def test_the_segments_needed_are_those_of_a_paired_t_test(size: float, comparisons: int) -> None:
    # with a standard deviation of 1, whose standard error is 1 / sqrt(n)
    comparison = pilot(observed(error=SEGMENTS**-0.5))
    result = plan(comparison, differences={"bleu": size}, comparisons=comparisons)
    assert result.differences[0].segments == pytest.approx(NEEDED[size, comparisons], abs=1.0)


@pytest.mark.parametrize(("size", "comparisons"), POWER)
def test_the_power_is_that_of_a_paired_t_test(size: float, comparisons: int) -> None:
    result = plan(pilot(observed(value=size, error=1.0)), comparisons=comparisons)
    assert observed_of(result)[0].power == pytest.approx(POWER[size, comparisons], abs=0.002)


@pytest.mark.parametrize("size", EXAGGERATION)
def test_the_exaggeration_is_the_mean_size_of_significant_differences(size: float) -> None:
    result = plan(pilot(observed(value=size, error=1.0)), differences={"bleu": size})
    expected = pytest.approx(EXAGGERATION[size], rel=0.01)  # normal instead of Student's t
    assert observed_of(result)[0].exaggeration == expected
    assert result.differences[0].exaggeration == expected


def test_the_detectable_difference_is_found_with_a_power_of_80_per_cent() -> None:
    first = plan(pilot(observed())).differences[0].detectable
    assert first is not None
    sizes: list[float] = [first, first / 2]
    [again, half, *_] = plan(pilot(observed()), differences={"bleu": sizes}).differences
    assert again.power == pytest.approx(0.8, abs=1e-4)
    assert again.segments == pytest.approx(SEGMENTS, abs=1)
    assert half.segments == pytest.approx(4 * SEGMENTS, rel=0.01)


def test_documents_are_counted_as_segments() -> None:
    documents = TestSet(SEGMENTS, 1, 100, "document", 100)
    result = plan(pilot(observed(units=90), test_set=documents), differences={"bleu": 0.4})
    segments = plan(pilot(observed(units=900)), differences={"bleu": 0.4}).differences[0].segments
    # as many as of single segments, except for the degrees of freedom of documents
    assert result.differences[0].segments == pytest.approx(segments, rel=0.05)
    assert "Segments come in documents, of 10 segments on average." in result.notes


def test_differences_are_by_default_round_ones_near_the_detectable_one() -> None:
    # 2.80 standard errors of 0.3 are 0.84
    to_find = [planned for planned in plan(pilot(observed())).differences if planned.system is None]
    assert [planned.difference for planned in to_find] == [0.2, 0.5, 1.0]


def observed_of(result: Plan) -> list[PlannedDifference]:
    """Return the differences of a plan that were observed."""
    return [planned for planned in result.differences if planned.system is not None]


def three_pairs() -> Comparison:
    pairs = (("A", "B"), ("A", "C"), ("B", "C"))
    return pilot(
        *(
            replace(difference(*pair, BLEU, 0.4, p), standard_error=error, differing_units=900)
            for pair, p, error in zip(pairs, (0.5, 0.04, 0.2), (0.2, 0.3, 0.4), strict=True)
        )
    )


def test_of_several_pairs_the_median_is_planned() -> None:
    result = plan(three_pairs(), differences={"bleu": 0.5})
    of_each = [
        plan(pilot(observed(error=error, units=900)), differences={"bleu": 0.5}, comparisons=3)
        for error in (0.2, 0.3, 0.4)
    ]
    assert result.differences[0].segments == of_each[1].differences[0].segments


def test_the_plan_is_said_in_sentences() -> None:
    result = plan(pilot(observed()), differences={"BLEU": [0.5, 1]})
    # by hand: 2.803 times 0.3; (0.841 / 0.5)^2 and 0.841^2 thousand; a shift of 5 / 3 - 1.96
    assert result.verdict == (
        "This test set shows true differences of about 0.84 BLEU with a power of 80%.",
        "Finding a true difference of 0.5 or 1 BLEU needs about 2,800 or about 710 segments.",
        "If A and B really differ by 0.5 BLEU, as observed, 38% of such test sets find it, and "
        "show 1.6 times as much on average.",
    )


def test_a_significant_difference_that_the_set_rarely_shows_is_called_exaggerated() -> None:
    assert plan(three_pairs()).verdict[-1] == (
        "Under BLEU, the significant difference of A and C is smaller than what this test set "
        "shows reliably, and probably exaggerated; a second test set can confirm it."
    )


def test_of_a_difference_far_too_small_for_the_set_no_exact_number_is_shown() -> None:
    result = plan(pilot(observed(value=0.001)), differences={"bleu": 1})
    assert result.verdict[-1] == (
        "If A and B really differ by 0.001 BLEU, as observed, this test set is far too small to "
        "show it."
    )
    # (0.841 / 0.001)^2 thousand segments; JSON and CSV have the numbers
    [row] = re.findall("A - B .*", rendered("text", result))
    assert re.split("  +", row)[-4:] == [">1,000,000", "5%", ">10 times", "0.84"]
    assert observed_of(result)[0].segments == pytest.approx(707e6, rel=0.01)


def test_the_correction_in_force_is_said() -> None:
    notes = plan(three_pairs(), comparisons=45).notes
    assert any("Holm's method for 45 comparisons" in note for note in notes)
    uncorrected = replace(three_pairs(), test=replace(three_pairs().test, correction="none"))
    assert "The tests are not corrected for 3 comparisons." in plan(uncorrected).notes
    alone, of_many = (
        plan(pilot(observed()), comparisons=number).differences[0].detectable or 0
        for number in (1, 45)
    )
    assert of_many > 1.4 * alone > 0


ALONE = made.put_together((BLEU,), ("new",), (made.score("new", BLEU, 33.0),), ())
RUNS = (ComparedSystem("A", 3), ComparedSystem("B"))


@pytest.mark.parametrize(
    ("comparison", "message"),
    [
        (ALONE, "1 system, because a plan begins with a difference; compare two systems or more"),
        (
            replace(pilot(observed()), systems=RUNS),
            "the difference of two single runs, and systems have several; more segments do not",
        ),
        (
            pilot(observed(units=7)),
            "because no two single runs differ in 8 segments or more, and by amounts that vary; "
            "compare on more segments, or resample smaller units",
        ),
        (5, "an object of type int is given; expected a Comparison; write plan"),
    ],
)
def test_what_leaves_nothing_to_plan_is_refused(comparison: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        plan(comparison)


def test_a_metric_whose_differences_do_not_vary_is_named() -> None:
    other = replace(difference("A", "B", NIST, 0.1, 0.001), standard_error=0.0)
    scores = tuple(made.score(name, metric, 30.0) for metric in (BLEU, NIST) for name in "AB")
    report = made.put_together((BLEU, NIST), ("A", "B"), scores, (observed(), other))
    result = plan(report)
    assert {row.metric for row in result.differences} == {"bleu"}
    assert result.unplanned == ("NIST",)
    assert (
        "Nothing can be planned under NIST, because no two single runs differ in 8 documents or "
        "more, and by amounts that vary."
    ) in result.notes


def test_stars_are_explained_where_there_are_some() -> None:
    star = "* observed and significant at 0.05"
    assert star not in str(plan(pilot(observed())))
    assert star in str(plan(pilot(replace(observed(), significant=True))))


def test_pairs_that_were_not_tested_are_left_out_and_few_segments_are_uncertain() -> None:
    other = replace(difference("A", "C", BLEU, 0.1, 0.9), standard_error=None)
    assert [planned.other for planned in observed_of(plan(pilot(observed(), other)))] == ["B"]
    few = TestSet(19, 1, None, "segment", 19)
    result = plan(pilot(observed(units=19), test_set=few))
    assert result.notes[-1] == "So few segments may be wrong by a factor of two."


def test_a_comparison_and_its_plan_need_the_same_number_of_segments() -> None:
    right, wrong = "a b c d e", "a b x d e"
    for documents in (None, [str(number // 2) for number in range(80)]):
        comparison = tallystick.compare(
            systems={
                "A": [wrong] * 12 + [right] * 68,
                "B": [right] * 12 + [wrong] * 8 + [right] * 60,
            },
            references=[right] * 80,
            documents=documents,
            metrics="bleu",
        )
        [pair] = comparison.differences
        assert pair.segments_needed == observed_of(plan(comparison))[0].segments


def test_a_chance_that_would_be_shown_as_none_is_fewer_than_one_in_a_hundred() -> None:
    result = plan(pilot(observed(value=0.36, error=0.3)), comparisons=1_000)
    assert 0 < observed_of(result)[0].power < 0.005
    [said] = [text for text in result.verdict if text.startswith("If A and B")]
    assert "as observed, fewer than 1% of such test sets find it" in said


def test_larger_differences_need_no_more_segments_and_enough_for_a_significant_p_value() -> None:
    # by hand: 2 / 2 ** 18 is below 0.05 / 4950, and 2 / 2 ** 17 is not; of 10 segments 8 differ
    comparison = pilot(observed(units=8), test_set=TestSet(10, 1, None, "segment", 10))
    result = plan(comparison, differences={"bleu": [0.5, 1, 2, 4, 8]}, comparisons=4950)
    needed = [row.segments or 0 for row in result.differences[:5]]
    assert needed == sorted(needed, reverse=True)
    assert needed[-1] == math.ceil(18 * 10 / 8)
    shown = {(row.power, row.exaggeration, row.detectable) for row in result.differences}
    assert shown == {(0.0, None, None)}
    assert result.verdict[0].startswith("This test set can show no difference: too few of its")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"differences": {"bleu": -1}}, "the difference of bleu is -1; expected a number above 0"),
        ({"differences": {"bleu": [1, 0]}}, "the difference of bleu is 0; expected"),
        ({"differences": {"bleu": 500}}, "the difference of 'bleu' is 500, but scores of this"),
        ({"differences": {"ter": 1}}, "the difference of 'ter': 'ter' is not a metric"),
        ({"comparisons": 0}, "comparisons is 0; expected a whole number of 1"),
    ],
)
def test_wrong_wishes_are_refused(options: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        plan(pilot(observed()), **options)


def test_a_level_that_nothing_reaches_leaves_no_exaggeration() -> None:
    comparison = pilot(observed(value=0.1, units=8))
    strict = replace(comparison, test=replace(comparison.test, significance_level=1e-12))
    [*to_find, pair] = plan(strict, differences={"bleu": 0.1}).differences
    assert [planned.exaggeration for planned in (*to_find, pair)] == [None, None]
    assert pair.power < 1e-6

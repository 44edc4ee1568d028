"""Verdicts that fail a build, and their sentences. All numbers are chosen by hand."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import InputError, OptionError
from tallystick.reports import (
    CheckedCondition,
    ComparedMetric,
    Comparison,
    Difference,
    Interval,
    TestSet,
)
from tests.reports.comparison import made
from tests.reports.comparison.made import BLEU, ERRORS, checked
from tests.reports.internals import Evidence, Worsening, judge


def difference(of_new: float | None, p_value: float | None, metric: ComparedMetric = BLEU) -> Any:
    """Return a difference of "new" from "old"."""
    return made.difference("new", "old", metric, of_new, p_value, visible=0.7, needed=None)


def compared(pair: Difference, new: float | None = 29.0, old: float | None = 30.0) -> Comparison:
    """Return a comparison of "new" with the baseline "old" on 100 segments."""
    test_set = TestSet(100, 1, None, "segment", 100)
    scores = {"old": old, "new": new}
    return made.of_systems(scores, pair, baseline="old", test_set=test_set)


def verdict_on(text: str, pair: Difference, **scores: float | None) -> CheckedCondition:
    [verdict] = checked(compared(pair, **scores), text)
    return verdict


def with_test(pair: Difference, **changes: Any) -> Comparison:
    """Return a comparison with another test, or number of units."""
    comparison = compared(pair)
    units = changes.pop("units", 100)
    test_set = replace(comparison.test_set, unit="document", units=units)
    return replace(comparison, test_set=test_set, test=replace(comparison.test, **changes))


ANYWAY = " even if not significant"
WORSE = difference(-1.0, 0.01)
UNSURE = difference(-1.0, 0.2)
BETTER = difference(2.0, 0.01)


def test_a_metric_worsens_upwards_if_lower_is_better() -> None:
    assert not verdict_on("errors worsens", difference(1.0, 0.01, ERRORS), new=31.0).passed
    assert verdict_on("errors worsens", difference(-1.0, 0.01, ERRORS), new=29.0).passed


@given(st.integers(-300, 300), st.integers(0, 300))
def test_a_difference_equal_to_the_margin_passes_despite_rounding(tenths: int, margin: int) -> None:
    text = f"bleu worsens by more than {margin / 10} even if not significant"
    verdict = verdict_on(text, difference(0.0, 1.0), new=tenths / 10)
    assert verdict.passed is (300 - tenths <= margin)


@pytest.mark.parametrize(
    ("old", "new", "margin"),
    # 30 - 29.7 is above 0.3 in floating point; the second difference is all that rounding may add
    [(30.0, 29.7, 0.3), (1e-9, 0.0, 0.0)],
)
def test_a_difference_that_rounding_alone_puts_above_the_margin_is_not_above_it(
    old: float, new: float, margin: float
) -> None:
    condition = f"bleu worsens by more than {margin} even if not significant"
    verdict = verdict_on(condition, difference(0.0, 1.0), new=new, old=old)
    assert verdict.passed
    assert f"is worse than old in BLEU, but by no more than {margin:g}: " in verdict.sentence


def test_what_came_of_a_condition_has_its_numbers_in_either_direction() -> None:
    for pair in (WORSE, turned(WORSE)):
        verdict = verdict_on("bleu worsens", pair)
        assert not verdict.passed
        assert (verdict.against, verdict.score, verdict.other_score) == ("old", 29.0, 30.0)
        assert (verdict.difference, verdict.p_value) == (-1.0, 0.01)
        assert verdict.interval == Interval(-1.5, -0.5)


SAME = difference(0.0, 1.0)
UNTESTED = replace(UNSURE, interval=None, adjusted_p_value=None)
NUMBERS = [
    (WORSE, "29.00 against 30.00, a difference of -1.00 (95% interval -1.50 to -0.50, p = 0.01)"),
    (UNSURE, "29.00 against 30.00, a difference of -1.00 (95% interval -1.50 to -0.50, p = 0.2)"),
    (BETTER, "32.00 against 30.00, a difference of +2.00 (95% interval +1.50 to +2.50, p = 0.01)"),
    (SAME, "30.00 against 30.00, no difference (95% interval -0.50 to +0.50, p = 1)"),
    (UNTESTED, "29.00 against 30.00, a difference of -1.00"),
]
UNSEEN = "; differences below about 0.70 can go undetected on this test set"


@pytest.mark.parametrize(
    ("condition", "pair", "passed", "said", "unseen"),
    [
        ("", WORSE, False, "significantly worse than old in BLEU", ""),
        (" by more than 0.3", WORSE, False, "significantly worse than old in BLEU, and by", ""),
        (" by more than 1", WORSE, True, "worse than old in BLEU, but by no", ""),
        (" by more than 3", WORSE, True, "worse than old in BLEU, but by no", ""),
        ("", UNSURE, True, "worse than old in BLEU, but not significantly", UNSEEN),
        # what can go undetected is only mentioned above the margin
        (" by more than 0.69", UNSURE, True, "worse than old in BLEU by", UNSEEN),
        (" by more than 0.7", UNSURE, True, "worse than old in BLEU by", ""),
        (ANYWAY, UNSURE, False, "worse than old in BLEU, but not significantly", ""),
        (f" by more than 0.9{ANYWAY}", UNSURE, False, "worse than old in BLEU by", ""),
        (f" by more than 1.1{ANYWAY}", UNSURE, True, "worse than old in BLEU, but by no", ""),
        ("", BETTER, True, "no worse than old in BLEU", UNSEEN),
        (ANYWAY, BETTER, True, "no worse than old in BLEU", ""),
        (ANYWAY, SAME, True, "no worse than old in BLEU", ""),
        (ANYWAY, UNTESTED, False, "worse than old in BLEU, but not significantly", ""),
    ],
)
def test_a_system_fails_if_it_is_significantly_worse_by_more_than_the_margin(
    condition: str, pair: Difference, passed: bool, said: str, unseen: str
) -> None:
    verdict = verdict_on(f"bleu worsens{condition}", pair, new=30.0 + (pair.difference or 0))
    [numbers] = [numbers for each, numbers in NUMBERS if each == pair]
    margin = condition.partition(" even")[0].removeprefix(" by")
    but = ", but not significantly" if said.endswith("BLEU by") else ""
    assert verdict.sentence == f"new is {said}{margin}{but}: {numbers}{unseen}."
    assert verdict.passed is passed


def test_equal_outputs_pass_and_a_system_without_a_score_fails() -> None:
    equal = verdict_on("bleu worsens", replace(SAME, identical_output=True), new=30.0)
    assert equal.sentence == "new and old have the same output, and so the same BLEU."
    assert equal.passed
    without = verdict_on("bleu worsens", difference(None, None), new=None)
    assert without.sentence == "new has no score under BLEU, where old has 30.00."
    assert not without.passed


def test_given_scores_of_the_same_output_can_worsen() -> None:
    worse = verdict_on("bleu worsens", replace(WORSE, identical_output=True))
    assert not worse.passed
    assert worse.sentence.startswith("new is significantly worse than old in BLEU")


def test_nothing_can_be_compared_with_a_system_without_a_score() -> None:
    with pytest.raises(InputError, match="old has no score under BLEU"):
        verdict_on("bleu worsens", difference(None, None), old=None)


def test_there_is_a_check_for_each_condition_metric_and_system_but_the_baseline() -> None:
    pairs = WORSE, difference(1.0, 0.01, ERRORS)
    comparison = made.of_systems({"old": 30.0, "new": 29.0}, *pairs, baseline="old")
    listed = checked(comparison, "any metric worsens", "bleu worsens")
    assert [(outcome.condition, outcome.metric, outcome.system) for outcome in listed] == [
        ("any metric worsens", "bleu", "new"),
        ("any metric worsens", "errors:kind=word", "new"),
        ("bleu worsens", "bleu", "new"),
    ]


@pytest.mark.parametrize(
    ("conditions", "changes", "against", "message"),
    [
        (
            ["bleu worsens"],
            {"baseline": None},
            None,
            "'bleu worsens' needs a baseline.*with a baseline, one of old, new",
        ),
        (["bleu below 1", "bleu worsens"], {"baseline": None}, None, "worsens' needs a baseline"),
        (["bleu worsens"], {"differences": ()}, None, "lacks the difference of new and old under"),
        (["bleu worsens"], {}, {"newer": "old"}, "has no system 'newer'; it has old, new"),
    ],
)
def test_systems_that_were_not_compared_are_refused(
    conditions: list[str], changes: Any, against: Any, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        checked(replace(compared(WORSE), **changes), *conditions, against=against)


@pytest.mark.parametrize(
    "method", ["approximate randomisation", "centred bootstrap", "two-level test"]
)
@pytest.mark.parametrize(
    ("units", "comparisons", "correction", "after"),
    [
        # by hand: the smallest p-value is 1 / 2 ** (units - 1): 1/16 = 0.0625, 1/32 = 0.03125
        (5, 1, "none", ""),
        (6, 1, "none", None),
        (6, 2, "holm", " after the correction for 2 comparisons"),
        (6, 2, "benjamini-hochberg", None),
    ],
)
def test_a_condition_that_can_never_hold_is_refused(
    method: str, units: int, comparisons: int, correction: str, after: str | None
) -> None:
    comparison = with_test(
        WORSE, units=units, method=method, comparisons=comparisons, correction=correction
    )
    assert checked(comparison, "bleu worsens even if not significant")
    if after is None:
        assert checked(comparison, "bleu worsens")
        return
    said = f"with {units} documents none can be: the smallest p-value possible{after} is 0.06"
    with pytest.raises(OptionError, match=re.escape(said)):
        checked(comparison, "bleu worsens")


@pytest.mark.parametrize(
    "changes",
    [
        # by hand: five units have 2 ** 5 exchanges, of which 2 are the most extreme: 2 / 32
        {"units": 5, "significance_level": 1 / 16},
        {"units": 4, "method": "sacreBLEU 2.6.0 paired bootstrap", "correction": "none"},
    ],
)
def test_a_p_value_that_reaches_the_level_and_an_emulated_test_are_not_refused(
    changes: dict[str, Any],
) -> None:
    assert checked(with_test(WORSE, **changes), "bleu worsens")


@pytest.mark.parametrize(
    ("p_value", "changes", "words"),
    [
        # what a report prints; rounded to 0.05 it would contradict what is said of it
        (0.05004, {}, ", p = 0.05004)"),
        (0.00001, {}, ", p < 0.001)"),
        (0.01, {"comparisons": 3}, ", adjusted p = 0.01)"),
    ],
)
def test_a_p_value_is_worded_as_in_the_report(
    p_value: float, changes: dict[str, Any], words: str
) -> None:
    [verdict] = checked(with_test(difference(-1.0, p_value), **changes), "bleu worsens")
    assert words in verdict.sentence


def bounded(of_new: float, low: float, high: float, metric: ComparedMetric = BLEU) -> Any:
    return replace(difference(of_new, 0.5, metric), one_sided_bounds=Interval(low, high))


def turned(pair: Difference) -> Difference:
    """Return a difference of "old" from "new"."""
    assert pair.difference is not None
    bounds = pair.one_sided_bounds
    return replace(
        pair,
        system="old",
        other="new",
        difference=-pair.difference,
        interval=pair.interval and Interval(-pair.interval.high, -pair.interval.low),
        one_sided_bounds=bounds and Interval(-bounds.high, -bounds.low),
    )


@pytest.mark.parametrize(
    ("verb", "pair", "passed"),
    [
        ("be worse", bounded(-0.1, -0.29, 0.1), True),
        ("be worse", bounded(-0.1, -0.3, 0.1), True),
        ("be worse", bounded(-0.1, -0.31, 0.1), False),
        ("be worse", bounded(0.5, -0.4, 1.4), False),
        ("be worse", bounded(0.1, -0.1, 0.29, ERRORS), True),
        ("be worse", bounded(0.1, -0.1, 0.31, ERRORS), False),
        ("differ", bounded(-0.1, -0.29, 0.1), True),
        ("differ", bounded(-0.1, -0.31, 0.1), False),
        ("differ", bounded(0.1, -0.1, 0.31), False),
        ("differ", bounded(0.1, -0.1, 0.29, ERRORS), True),
        ("differ", bounded(-0.1, -0.31, 0.1, ERRORS), False),
    ],
)
def test_a_system_passes_if_a_larger_loss_or_difference_is_excluded(
    verb: str, pair: Difference, passed: bool
) -> None:
    condition = f"{pair.metric.partition(':')[0]} may {verb} by more than 0.3"
    for each in (pair, turned(pair)):
        assert verdict_on(condition, each, new=30.0 + (pair.difference or 0)).passed is passed


@pytest.mark.parametrize(
    ("verb", "pair", "sentence"),
    [
        (
            "be worse",
            bounded(-0.1, -0.4, 0.2),
            "new may be worse than old in BLEU by more than 0.3: 29.90 against 30.00, a difference "
            "of -0.10 (one-sided 95% bound -0.40).",
        ),
        (
            "be worse",
            bounded(0.1, -0.2, 0.25, ERRORS),
            "new is not worse than old in errors (kind=word) by more than 0.3: 30.10 against "
            "30.00, a difference of +0.10 (one-sided 95% bound +0.25).",
        ),
        (
            "differ",
            bounded(-0.1, -0.4, 0.2),
            "new may differ from old in BLEU by more than 0.3: 29.90 against 30.00, a difference "
            "of -0.10 (one-sided 95% bounds -0.40 and +0.20).",
        ),
        (
            "differ",
            bounded(-0.1, -0.3, 0.1),
            "new does not differ from old in BLEU by more than 0.3: 29.90 against 30.00, a "
            "difference of -0.10 (one-sided 95% bounds -0.30 and +0.10).",
        ),
    ],
)
def test_the_sentence_of_an_excluded_loss_or_difference_names_its_bounds(
    verb: str, pair: Difference, sentence: str
) -> None:
    condition = f"{pair.metric.partition(':')[0]} may {verb} by more than 0.3"
    assert verdict_on(condition, pair, new=30.0 + (pair.difference or 0)).sentence == sentence


EVIDENCE = Evidence(BLEU, "new", "old", 29.0, 30.0, None, compared(UNSURE).test, "it is so")


def test_a_loss_cannot_be_excluded_without_bounds_or_a_score() -> None:
    condition = "bleu may be worse by more than 0.3"
    with pytest.raises(OptionError, match="nothing bounds the difference of new and old"):
        verdict_on(condition, UNSURE)
    assert not verdict_on(condition, difference(None, None), new=None).passed
    with pytest.raises(OptionError, match=r"nothing can be tested, because it is so; .* 0\.3 even"):
        judge(Worsening(condition, "bleu", 0.3, False, must_be_excluded=True), EVIDENCE)


def test_without_a_test_the_scores_decide_and_the_sentence_explains_it() -> None:
    verdict = judge(Worsening("bleu worsens", "bleu", significant=False), EVIDENCE)
    assert not verdict.passed
    assert verdict.sentence == (
        "new is worse than old in BLEU: 29.00 against 30.00, a difference of -1.00; no test was "
        "possible, because it is so."
    )
    with pytest.raises(OptionError, match="none can be tested, because it is so; add 'even if not"):
        judge(Worsening("bleu worsens", "bleu"), EVIDENCE)


REFERENCES = [f"one two three four five {n}" for n in range(100)]


def with_errors(number: int) -> list[str]:
    """Outputs that are wrong in the first segments and right in all others."""
    return [*(f"wrong words here {n}" for n in range(number)), *REFERENCES[number:]]


def checked_with_errors(
    text: str, *numbers: int, against: dict[str, str] | None = None, **options: Any
) -> list[CheckedCondition]:
    systems = {f"new {place}": with_errors(number) for place, number in enumerate(numbers)}
    comparison = tallystick.compare(
        systems={"old": REFERENCES, **systems},
        references=REFERENCES,
        metrics=["bleu"],
        baseline="old",
        **options,
    )
    return list(checked(comparison, text, against=against))


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
@pytest.mark.parametrize("number", [0, 1, 3, 5, 6, 12])
def test_a_loss_in_segments_that_are_too_few_to_test_does_not_pass(test: str, number: int) -> None:
    [outcome] = checked_with_errors("bleu worsens", number, test=test)
    assert outcome.passed == (number == 0)
    # with 6 segments the smallest p-value is 2 / 2^6, below 0.05; with 5 it is 2 / 2^5
    blind = 0 < number < 6
    assert ("no test can tell whether by chance" in outcome.sentence) == blind
    segments = f"only {number} of 100 segments differ{'s' * (number == 1)} in score"
    assert (segments in outcome.sentence) == blind
    assert (f"possible is {2 ** (1 - number):.2g};" in outcome.sentence) == blind


def test_what_a_loss_that_cannot_be_tested_offers_instead_is_a_condition() -> None:
    [outcome] = checked_with_errors("bleu worsens", 3)
    assert "('by more than NUMBER')" in outcome.sentence
    assert "('even if not significant')" in outcome.sentence
    loss = -(outcome.difference or 0)
    for text, passed in (
        (f"bleu worsens by more than {loss + 0.1}", True),
        (f"bleu worsens by more than {loss - 0.1}", False),
        ("bleu worsens even if not significant", False),
        (f"bleu may be worse by more than {loss}", False),
        ("bleu may be worse by more than 90", True),
    ):
        assert checked_with_errors(text, 3)[0].passed == passed, text
    [gain] = checked_with_errors("bleu worsens", 3, against={"old": "new 0"})
    assert gain.passed
    assert gain.sentence.startswith("old is no worse than new 0")
    assert "allow a loss" not in gain.sentence


def test_a_correction_raises_the_number_of_segments_that_a_test_needs() -> None:
    # by hand: the smallest p-values of three pairs are 1, 1 and 3 * 2 / 2^k, 0.094 for 6 and
    # 0.047 for 7
    [*copies, of_six] = checked_with_errors("bleu worsens", 0, 0, 6)
    assert [outcome.passed for outcome in copies] == [True, True]
    assert not of_six.passed
    assert (
        "only 6 of 100 segments differ in score, and no difference in 6 segments can be "
        "significant at 0.05: the smallest p-value possible after the correction for 3 comparisons "
        "is 0.094;"
    ) in of_six.sentence
    [*_, of_seven] = checked_with_errors("bleu worsens", 0, 0, 7)
    assert "is significantly worse" in of_seven.sentence


def test_a_loss_that_too_few_resamples_cannot_show_does_not_pass() -> None:
    [outcome] = checked_with_errors("bleu worsens", 20, resamples=10)
    assert not outcome.passed
    # by hand: 1 / 11
    assert (
        "with only 10 resamples no difference can be significant at 0.05: the smallest p-value "
        "possible is 0.091"
    ) in outcome.sentence


@pytest.mark.parametrize(("number", "blind"), [(4, True), (9, False)])
def test_a_loss_in_few_segments_of_a_group_does_not_pass(number: int, blind: bool) -> None:
    metadata = {"domain": ["law" if n % 2 else "medical" for n in range(100)]}
    # half of them in each domain
    text = "bleu worsens in domain=law"
    [outcome] = checked_with_errors(text, 2 * number, metadata=metadata)
    assert not outcome.passed
    assert (f"only {number} of 50 segments differ in score" in outcome.sentence) == blind
    assert ("is significantly worse than old in BLEU on domain=law" in outcome.sentence) != blind

"""Verdicts that fail a build, and their sentences. All numbers are chosen by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import InputError, OptionError
from tallystick.metrics import Scale
from tallystick.reports import (
    CheckedCondition,
    ComparedMetric,
    ComparedSystem,
    Comparison,
    Difference,
    Interval,
    SignificanceTest,
    SystemScore,
    TestSet,
)
from tallystick.reports.comparison.checks.condition import Worsening
from tallystick.reports.comparison.checks.guard import (
    Evidence,
    judge,
)
from tests.reports.comparison.checked import checked

BLEU = ComparedMetric("bleu", "bleu", "BLEU", Scale(0, 100, 2), True, "nrefs:1")
TER = ComparedMetric("ter", "ter", "TER", Scale(0, None, 2), False, "nrefs:1")


def difference(
    of_new: float | None, p_value: float, metric: str = "bleu", better: str | None = None
) -> Difference:
    low, high = (0.0, 0.0) if of_new is None else (of_new - 0.5, of_new + 0.5)
    return Difference(
        metric=metric,
        system="new",
        other="old",
        difference=of_new,
        interval=Interval(low, high),
        standard_error=0.25,
        p_value=p_value,
        adjusted_p_value=p_value,
        significant=p_value <= 0.05,
        better=better if p_value <= 0.05 else None,
        exact=False,
        differing_segments=10,
        identical_output=False,
        smallest_visible_difference=0.7,
        segments_needed=None,
    )


def comparison(
    *differences: Difference, new: float | None = 29.0, old: float | None = 30.0
) -> Comparison:
    scores = [
        SystemScore(system, metric.metric, score, None, None, False, (1, 2), 1)
        for metric in (BLEU, TER)
        for system, score in (("new", new), ("old", old))
    ]
    return Comparison(
        title="Comparison",
        version="0.1.0",
        verdict=(),
        caveats=(),
        methods="",
        test_set=TestSet(100, 1, None, "segment", 100),
        test=SignificanceTest(
            "approximate randomisation", 1000, 1000, 1, 0.95, 0.05, "holm", 1, "ar:1000"
        ),
        metrics=(BLEU, TER),
        systems=(ComparedSystem("old"), ComparedSystem("new")),
        baseline="old",
        scores=tuple(scores),
        differences=differences,
    )


def verdict_on(text: str, one: Difference, **scores: float | None) -> CheckedCondition:
    [verdict] = checked(comparison(one, **scores), text)
    return verdict


WORSE = difference(-1.0, 0.01, better="old")
UNSURE = difference(-1.0, 0.2)
BETTER = difference(2.0, 0.01, better="new")


@pytest.mark.parametrize(
    ("condition", "one", "new", "passed"),
    [
        ("bleu worsens", WORSE, 29.0, False),
        ("bleu worsens", UNSURE, 29.0, True),
        ("bleu worsens", BETTER, 32.0, True),
        ("bleu worsens even if not significant", UNSURE, 29.0, False),
        ("bleu worsens even if not significant", BETTER, 32.0, True),
        ("bleu worsens by more than 0.9", WORSE, 29.0, False),
        ("bleu worsens by more than 1", WORSE, 29.0, True),
        ("bleu worsens by more than 0.9", UNSURE, 29.0, True),
        ("bleu worsens by more than 0.9 even if not significant", UNSURE, 29.0, False),
        ("bleu worsens by more than 1.1 even if not significant", UNSURE, 29.0, True),
    ],
)
def test_a_system_fails_if_it_is_significantly_worse_by_more_than_the_margin(
    condition: str, one: Difference, new: float, passed: bool
) -> None:
    assert verdict_on(condition, one, new=new).passed is passed


def test_a_metric_worsens_upwards_if_lower_is_better() -> None:
    risen = difference(1.0, 0.01, "ter", better="old")
    assert not verdict_on("ter worsens", risen, new=31.0).passed
    fallen = difference(-1.0, 0.01, "ter", better="new")
    assert verdict_on("ter worsens", fallen, new=29.0).passed


@given(st.integers(-300, 300), st.integers(0, 300))
def test_a_difference_equal_to_the_margin_passes_despite_rounding(tenths: int, margin: int) -> None:
    new, text = tenths / 10, f"bleu worsens by more than {margin / 10} even if not significant"
    found = comparison(difference(0.0, 1.0), new=new, old=30.0)
    [verdict] = checked(found, text)
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


def test_what_came_of_a_condition_has_its_numbers() -> None:
    verdict = verdict_on("bleu worsens", WORSE)
    assert (verdict.against, verdict.score, verdict.other_score) == ("old", 29.0, 30.0)
    assert (verdict.difference, verdict.p_value) == (-1.0, 0.01)
    assert verdict.interval == Interval(-1.5, -0.5)


def test_a_difference_stored_in_the_other_direction_is_turned() -> None:
    turned = replace(WORSE, system="old", other="new", difference=1.0, interval=Interval(0.5, 1.5))
    verdict = verdict_on("bleu worsens", turned)
    assert not verdict.passed
    assert (verdict.difference, verdict.interval) == (-1.0, Interval(-1.5, -0.5))


@pytest.mark.parametrize(
    ("condition", "one", "new", "sentence"),
    [
        (
            "bleu worsens",
            WORSE,
            29.0,
            "new is significantly worse than old in BLEU: 29.00 against 30.00, a difference of "
            "-1.00 (95% interval -1.50 to -0.50, p = 0.01).",
        ),
        (
            "bleu worsens by more than 0.3",
            WORSE,
            29.0,
            "new is significantly worse than old in BLEU, and by more than 0.3: 29.00 against "
            "30.00, a difference of -1.00 (95% interval -1.50 to -0.50, p = 0.01).",
        ),
        (
            "bleu worsens",
            UNSURE,
            29.0,
            "new is worse than old in BLEU, but not significantly: 29.00 against 30.00, a "
            "difference of -1.00 (95% interval -1.50 to -0.50, p = 0.2); differences below "
            "about 0.70 can go undetected on this test set.",
        ),
        (
            "bleu worsens by more than 3",
            WORSE,
            29.0,
            "new is worse than old in BLEU, but by no more than 3: 29.00 against 30.00, a "
            "difference of -1.00 (95% interval -1.50 to -0.50, p = 0.01).",
        ),
        (
            "bleu worsens even if not significant",
            UNSURE,
            29.0,
            "new is worse than old in BLEU, but not significantly: 29.00 against 30.00, a "
            "difference of -1.00 (95% interval -1.50 to -0.50, p = 0.2).",
        ),
        (
            "bleu worsens",
            BETTER,
            32.0,
            "new is no worse than old in BLEU: 32.00 against 30.00, a difference of +2.00 (95% "
            "interval +1.50 to +2.50, p = 0.01); differences below about 0.70 can go undetected "
            "on this test set.",
        ),
        (
            "bleu worsens even if not significant",
            difference(0.0, 1.0),
            30.0,
            "new is no worse than old in BLEU: 30.00 against 30.00, no difference (95% interval "
            "-0.50 to +0.50, p = 1).",
        ),
        (
            "bleu worsens even if not significant",
            replace(UNSURE, interval=None, adjusted_p_value=None),
            29.0,
            "new is worse than old in BLEU, but not significantly: 29.00 against 30.00, a "
            "difference of -1.00.",
        ),
        (
            "bleu worsens by more than 0.7",
            UNSURE,
            29.0,
            "new is worse than old in BLEU by more than 0.7, but not significantly: 29.00 against "
            "30.00, a difference of -1.00 (95% interval -1.50 to -0.50, p = 0.2).",
        ),
        (
            "bleu worsens",
            replace(difference(0.0, 1.0), identical_output=True),
            30.0,
            "new and old have the same output, and so the same BLEU.",
        ),
        (
            "bleu worsens",
            difference(None, 1.0),
            None,
            "new has no score under BLEU, where old has 30.00.",
        ),
    ],
)
def test_the_sentence_has_the_difference_and_its_uncertainty(
    condition: str, one: Difference, new: float | None, sentence: str
) -> None:
    assert verdict_on(condition, one, new=new).sentence == sentence


def test_a_p_value_that_was_corrected_is_called_adjusted() -> None:
    found = comparison(WORSE)
    found = replace(found, test=replace(found.test, comparisons=3))
    [verdict] = checked(found, "bleu worsens")
    assert ", adjusted p = 0.01)" in verdict.sentence


def test_a_system_without_a_score_fails() -> None:
    assert not verdict_on("bleu worsens", difference(None, 1.0), new=None).passed


def test_nothing_can_be_compared_with_a_system_without_a_score() -> None:
    with pytest.raises(InputError, match="old has no score under BLEU"):
        verdict_on("bleu worsens", difference(None, 1.0), old=None)


def test_there_is_a_check_for_each_condition_metric_and_system_but_the_baseline() -> None:
    found = comparison(WORSE, difference(1.0, 0.01, "ter", better="new"))
    listed = checked(found, "any metric worsens", "bleu worsens")
    assert [(one.condition, one.metric, one.system) for one in listed] == [
        ("any metric worsens", "bleu", "new"),
        ("any metric worsens", "ter", "new"),
        ("bleu worsens", "bleu", "new"),
    ]


def test_without_a_baseline_nothing_can_be_worse() -> None:
    with pytest.raises(OptionError, match=r"needs a baseline.*with a baseline, one of old, new"):
        checked(replace(comparison(), baseline=None), "bleu worsens")
    with pytest.raises(OptionError, match="'bleu worsens' needs a baseline"):
        checked(replace(comparison(), baseline=None), "bleu below 1", "bleu worsens")


def test_a_pair_that_was_not_compared_is_refused() -> None:
    with pytest.raises(OptionError, match="lacks the difference of new and old under bleu"):
        checked(comparison(), "bleu worsens")


def test_a_system_that_was_not_compared_is_refused() -> None:
    with pytest.raises(OptionError, match="has no system 'newer'; it has old, new"):
        checked(comparison(WORSE), "bleu worsens", against={"newer": "old"})


@pytest.mark.parametrize(
    "method", ["approximate randomisation", "centred bootstrap", "two-level test"]
)
@pytest.mark.parametrize(
    ("units", "comparisons", "correction", "possible"),
    [
        # by hand: the smallest p-value is 1 / 2 ** (units - 1): 1/16 = 0.0625, 1/32 = 0.03125
        (5, 1, "none", False),
        (6, 1, "none", True),
        (6, 2, "holm", False),
        (6, 2, "benjamini-hochberg", True),
    ],
)
def test_a_condition_that_can_never_hold_is_refused(
    method: str, units: int, comparisons: int, correction: str, possible: bool
) -> None:
    found = comparison(WORSE)
    found = replace(
        found,
        test_set=replace(found.test_set, unit="document", units=units),
        test=replace(found.test, method=method, comparisons=comparisons, correction=correction),
    )
    if possible:
        assert checked(found, "bleu worsens")
    else:
        corrected = correction != "none" and comparisons > 1
        after = f" after the correction for {comparisons} comparisons" if corrected else ""
        message = (
            f"with {units} documents none can be: the smallest p-value possible{after} is 0.06"
        )
        with pytest.raises(OptionError, match=re.escape(message)):
            checked(found, "bleu worsens")
    assert checked(found, "bleu worsens even if not significant")


def test_a_smallest_p_value_equal_to_the_significance_level_is_small_enough() -> None:
    # by hand: five units have 2 ** 5 exchanges, of which 2 are the most extreme: 2 / 32
    found = comparison(WORSE)
    found = replace(
        found,
        test_set=replace(found.test_set, units=5),
        test=replace(found.test, significance_level=1 / 16),
    )
    assert checked(found, "bleu worsens")


def test_an_emulated_test_is_not_refused_for_few_units() -> None:
    found = comparison(WORSE)
    found = replace(
        found,
        test_set=replace(found.test_set, units=4),
        test=replace(found.test, method="sacreBLEU 2.6.0 paired bootstrap", correction="none"),
    )
    assert checked(found, "bleu worsens")


@pytest.mark.parametrize(
    ("p_value", "level", "words"),
    [
        # what a report prints; rounded to 0.05 the first two would contradict what is said of them
        (0.05004, 0.05, "p = 0.05004"),
        (0.04996, 0.05, "p = 0.04996"),
        (0.00001, 0.05, "p < 0.001"),
        (0.00001, 0.0001, "p < 0.0001"),
    ],
)
def test_a_p_value_is_worded_as_in_the_report(p_value: float, level: float, words: str) -> None:
    found = comparison(difference(-1.0, p_value))
    found = replace(found, test=replace(found.test, significance_level=level))
    [verdict] = checked(found, "bleu worsens")
    assert f", {words})" in verdict.sentence


def test_undetected_losses_are_only_mentioned_above_the_margin() -> None:
    unseen = "differences below about 0.70 can go undetected"
    assert unseen in verdict_on("bleu worsens by more than 0.69", UNSURE).sentence
    assert "undetected" not in verdict_on("bleu worsens by more than 0.7", UNSURE).sentence


def bounded(of_new: float, low: float, high: float, metric: str = "bleu") -> Difference:
    return replace(difference(of_new, 0.5, metric), one_sided_bounds=Interval(low, high))


@pytest.mark.parametrize(
    ("metric", "one", "passed"),
    [
        ("bleu", bounded(-0.1, -0.29, 0.1), True),
        ("bleu", bounded(-0.1, -0.3, 0.1), True),
        ("bleu", bounded(-0.1, -0.31, 0.1), False),
        ("bleu", bounded(0.5, -0.4, 1.4), False),
        ("ter", bounded(0.1, -0.1, 0.29, "ter"), True),
        ("ter", bounded(0.1, -0.1, 0.31, "ter"), False),
    ],
)
def test_a_system_that_must_not_be_worse_passes_if_a_larger_loss_is_excluded(
    metric: str, one: Difference, passed: bool
) -> None:
    assert one.difference is not None
    assert one.one_sided_bounds is not None
    condition = f"{metric} may be worse by more than 0.3"
    assert verdict_on(condition, one, new=30.0 + one.difference).passed is passed
    turned = replace(
        one,
        system="old",
        other="new",
        difference=-one.difference,
        one_sided_bounds=Interval(-one.one_sided_bounds.high, -one.one_sided_bounds.low),
    )
    assert verdict_on(condition, turned, new=30.0 + one.difference).passed is passed


def test_the_sentence_of_an_excluded_loss_names_its_bound() -> None:
    failed = verdict_on("bleu may be worse by more than 0.3", bounded(-0.1, -0.4, 0.2), new=29.9)
    assert failed.sentence == (
        "new may be worse than old in BLEU by more than 0.3: 29.90 against 30.00, a difference of "
        "-0.10 (one-sided 95% bound -0.40)."
    )
    passed = verdict_on(
        "ter may be worse by more than 0.3", bounded(0.1, -0.2, 0.25, "ter"), new=30.1
    )
    assert passed.sentence.startswith("new is not worse than old in TER by more than 0.3: ")
    assert passed.sentence.endswith(" (one-sided 95% bound +0.25).")
    equal = verdict_on("bleu may be worse by more than 0.3", bounded(-0.1, -0.3, 0.2), new=29.9)
    assert equal.sentence.startswith("new is not worse than old in BLEU by more than 0.3: ")


@pytest.mark.parametrize(
    ("one", "passed"),
    [
        (bounded(-0.1, -0.29, 0.1), True),
        (bounded(-0.1, -0.31, 0.1), False),
        (bounded(0.1, -0.1, 0.31), False),
        (bounded(0.1, -0.1, 0.29, "ter"), True),
        (bounded(-0.1, -0.31, 0.1, "ter"), False),
    ],
)
def test_a_system_that_must_not_differ_passes_if_both_bounds_are_within_the_margin(
    one: Difference, passed: bool
) -> None:
    assert one.difference is not None
    found = verdict_on(f"{one.metric} may differ by more than 0.3", one, new=30 + one.difference)
    assert found.passed is passed


def test_the_sentence_of_an_excluded_difference_names_both_bounds() -> None:
    condition = "bleu may differ by more than 0.3"
    failed = verdict_on(condition, bounded(-0.1, -0.4, 0.2), new=29.9)
    assert failed.sentence == (
        "new may differ from old in BLEU by more than 0.3: 29.90 against 30.00, a difference of "
        "-0.10 (one-sided 95% bounds -0.40 and +0.20)."
    )
    passed = verdict_on(condition, bounded(-0.1, -0.3, 0.1), new=29.9)
    assert passed.sentence.startswith("new does not differ from old in BLEU by more than 0.3: ")


def test_a_loss_cannot_be_excluded_without_bounds_or_a_score() -> None:
    condition = "bleu may be worse by more than 0.3"
    with pytest.raises(OptionError, match="nothing bounds the difference of new and old"):
        verdict_on(condition, UNSURE)
    assert not verdict_on(condition, difference(None, 1.0), new=None).passed
    evidence = Evidence(BLEU, "new", "old", 29.0, 30.0, None, comparison().test, "it is so")
    with pytest.raises(OptionError, match=r"nothing can be tested, because it is so; .* 0\.3 even"):
        judge(Worsening(condition, "bleu", 0.3, False, must_be_excluded=True), evidence)


def test_without_a_test_the_scores_decide_and_the_sentence_explains_it() -> None:
    evidence = Evidence(BLEU, "new", "old", 29.0, 30.0, None, comparison().test, "it is so")
    verdict = judge(Worsening("bleu worsens", "bleu", significant=False), evidence)
    assert not verdict.passed
    assert verdict.sentence == (
        "new is worse than old in BLEU: 29.00 against 30.00, a difference of -1.00; no test was "
        "possible, because it is so."
    )
    with pytest.raises(OptionError, match="none can be tested, because it is so; add 'even if not"):
        judge(Worsening("bleu worsens", "bleu"), evidence)


REFERENCES = [f"one two three four five {n}" for n in range(100)]


def with_errors(number: int) -> list[str]:
    """Outputs that are wrong in the first segments and right in all others."""
    return [*(f"wrong words here {n}" for n in range(number)), *REFERENCES[number:]]


def compared_with_errors(*numbers: int, **options: Any) -> Comparison:
    systems = {"old": REFERENCES} | {
        f"new {place}": with_errors(number) for place, number in enumerate(numbers)
    }
    return tallystick.compare(
        systems=systems, references=REFERENCES, metrics=["bleu"], baseline="old", **options
    )


def checked_with_errors(text: str, *numbers: int, **options: Any) -> list[CheckedCondition]:
    return list(checked(compared_with_errors(*numbers, **options), text))


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
@pytest.mark.parametrize("number", [0, 1, 3, 5, 6, 12])
def test_a_loss_in_segments_that_are_too_few_to_test_does_not_pass(test: str, number: int) -> None:
    [found] = checked_with_errors("bleu worsens", number, test=test)
    assert found.passed == (number == 0)
    # with 6 segments the smallest p-value is 2 / 2^6, below 0.05; with 5 it is 2 / 2^5
    blind = 0 < number < 6
    assert ("no test can tell whether by chance" in found.sentence) == blind
    segments = f"only {number} of 100 segments differ{'s' * (number == 1)}"
    assert (segments in found.sentence) == blind
    assert (f"possible is {2 ** (1 - number):.2g};" in found.sentence) == blind


def test_what_a_loss_that_cannot_be_tested_offers_instead_is_a_condition() -> None:
    [found] = checked_with_errors("bleu worsens", 3)
    assert "('by more than NUMBER')" in found.sentence
    assert "('even if not significant')" in found.sentence
    loss = -(found.difference or 0)
    for text, passed in (
        (f"bleu worsens by more than {loss + 0.1}", True),
        (f"bleu worsens by more than {loss - 0.1}", False),
        ("bleu worsens even if not significant", False),
        (f"bleu may be worse by more than {loss}", False),
        ("bleu may be worse by more than 90", True),
    ):
        assert checked_with_errors(text, 3)[0].passed == passed, text


def test_a_gain_in_few_segments_passes() -> None:
    found = compared_with_errors(3)
    [turned] = checked(found, "bleu worsens", against={"old": "new 0"})
    assert turned.passed
    assert "old is no worse than new 0" in turned.sentence
    assert "allow a loss" not in turned.sentence


def test_a_correction_raises_the_number_of_segments_that_a_test_needs() -> None:
    # by hand: the smallest p-values of three pairs are 1, 1 and 3 * 2 / 2^k, 0.094 for 6 and
    # 0.047 for 7
    [*copies, of_six] = checked_with_errors("bleu worsens", 0, 0, 6)
    assert [one.passed for one in copies] == [True, True]
    assert not of_six.passed
    assert (
        "only 6 of 100 segments differ, and no difference in 6 segments can be significant at 0.05:"
        " the smallest p-value possible after the correction for 3 comparisons is 0.094;"
    ) in of_six.sentence
    [*_, of_seven] = checked_with_errors("bleu worsens", 0, 0, 7)
    assert "is significantly worse" in of_seven.sentence


def test_a_loss_that_too_few_resamples_cannot_show_does_not_pass() -> None:
    [found] = checked_with_errors("bleu worsens", 20, resamples=10)
    assert not found.passed
    # by hand: 1 / 11
    assert (
        "with only 10 resamples no difference can be significant at 0.05: the smallest p-value "
        "possible is 0.091"
    ) in found.sentence


def test_a_loss_in_few_segments_of_a_group_does_not_pass() -> None:
    metadata = {"domain": ["law" if n % 2 else "medical" for n in range(100)]}
    for number, blind in ((4, True), (9, False)):  # half of them in each domain
        found = tallystick.compare(
            systems={"old": REFERENCES, "new": with_errors(2 * number)},
            references=REFERENCES,
            metadata=metadata,
            metrics="bleu",
            baseline="old",
        )
        [one] = checked(found, "bleu worsens in domain=law")
        assert not one.passed
        assert (f"only {number} of 50 segments differ" in one.sentence) == blind
        assert ("is significantly worse than old in BLEU on domain=law" in one.sentence) != blind

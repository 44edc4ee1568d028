"""The verdict, read off comparisons made by hand; every sentence was written before it was run."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from tallystick.reports import Comparison, Difference, SystemScore, TestSet
from tests.reports.comparison import made
from tests.reports.comparison.made import BLEU, ERRORS, NIST, difference, three_systems, two_systems


def of_pair(*pairs: Difference, **options: Any) -> Comparison:
    """Return a comparison of "new" and "old" with equal scores."""
    return made.of_systems({"new": 33.0, "old": 33.0}, *pairs, **options)


def three(p_values: tuple[float, float, float], **options: Any) -> Comparison:
    """Return a comparison of A, B and C under BLEU with the p-values of AB, AC and BC."""
    pairs = (("A", "B", 1.0), ("A", "C", 2.0), ("B", "C", 1.0))
    differences = [
        difference(one, other, BLEU, value, p, identical=p == 1.0)
        for (one, other, value), p in zip(pairs, p_values, strict=True)
        if options.get("baseline", one) in (one, other)
    ]
    return made.of_systems({"A": 33.0, "B": 32.0, "C": 31.0}, *differences, **options)


HEADLINES = {
    "significant under both metrics": (
        two_systems((0.01, 0.02)),
        "new is significantly better than old by 1.20 BLEU and 0.0500 NIST.",
    ),
    "significant under no metric": (
        two_systems((0.2, 0.3)),
        "No significant difference between new and old under BLEU and NIST.",
    ),
    "the better one is named first, in any order": (
        of_pair(difference("new", "old", BLEU, -1.0, 0.01)),
        "old is significantly better than new by 1.00 BLEU.",
    ),
    "lower is better for a metric that declares it": (
        of_pair(difference("new", "old", ERRORS, -0.1, 0.01)),
        "new is significantly better than old by 0.10 errors (kind=word).",
    ),
    "a system named like a word of the sentence": (
        made.of_systems({"a": 34.0, "b": 33.0}, difference("a", "b", BLEU, 1.0, 0.01)),
        '"a" is significantly better than b by 1.00 BLEU.',
    ),
    "names that could be misread": (
        three_systems(("beam 5, large", "a and b", "x;")),
        '"beam 5, large" and "a and b" lead together under BLEU and NIST, significantly ahead of '
        '"x;".',
    ),
    "the best beats all others": (
        three((0.01, 0.01, 0.3)),
        "A is significantly better than both other systems under BLEU.",
    ),
    "the best differs from none, although others differ": (
        three((0.3, 0.3, 0.01)),
        "A scores best under BLEU, but no other system differs significantly from it.",
    ),
    "the same output": (
        three((1.0, 1.0, 1.0)),
        "All 3 systems have the same output in every segment.",
    ),
    "none differs from the baseline": (
        three((0.3, 0.3, 0.5), baseline="A"),
        "Neither of the 2 other systems differs significantly from the baseline A under BLEU.",
    ),
    "all are worse than the baseline": (
        three((0.01, 0.01, 0.5), baseline="A"),
        "Both other systems are significantly worse than the baseline A under BLEU.",
    ),
}


@pytest.mark.parametrize("case", HEADLINES)
def test_the_headline_says_who_is_better(case: str) -> None:
    comparison, headline = HEADLINES[case]
    assert comparison.verdict[0] == headline


PARTLY = "A scores best under BLEU; B and C do not differ significantly from it."


@pytest.mark.parametrize(
    ("significant", "headline"),
    [
        (("AB", "AC", "AD"), "A is significantly better than all 3 other systems under BLEU."),
        (
            ("AD", "BD", "CD"),
            "A, B and C lead together under BLEU, significantly ahead of D.",
        ),
        (("AD", "BD", "CD", "BC"), PARTLY),  # two of those beside the best differ
        (("AD", "BD"), PARTLY),  # not every leader is better than D
        (
            ("BC", "CD"),
            "A scores best under BLEU, but no other system differs significantly from it.",
        ),
    ],
)
def test_systems_lead_together_if_they_differ_from_all_others_and_not_from_each_other(
    significant: tuple[str, ...], headline: str
) -> None:
    scores = {"A": 40.0, "B": 39.0, "C": 37.0, "D": 30.0}
    found = made.of_systems(
        scores,
        *(
            difference(
                one, other, BLEU, scores[one] - scores[other],
                0.01 if one + other in significant else 0.3,
            )
            for one, other in combinations(scores, 2)
        ),
    )  # fmt: skip
    assert found.verdict[0] == headline


COMPARED = {
    "significant under one of two metrics": two_systems(),
    "two of three systems lead": three_systems(),
    "twelve systems in one cluster": made.twelve_systems(),
    "twelve systems and a baseline": made.twelve_systems("C"),
    "three systems and a baseline": three((0.3, 0.01, 0.5), baseline="A"),
}
WHOLE = {"significant under one of two metrics", "two of three systems lead"}
BEGINNINGS = {
    "significant under one of two metrics": (
        "new is significantly better than old by 1.20 BLEU; NIST shows no significant difference.",
        "Under BLEU, new scores 34.20 [33.20, 35.20] and old 33.00 [32.00, 34.00], a difference of "
        "+1.20 [+0.70, +1.70], p = 0.004; 150 of 200 segments differ.",
        "Under NIST, new scores 7.2500 [7.0500, 7.4500] and old 7.2000 [7.0000, 7.4000], a "
        "difference of +0.0500 [-0.4500, +0.5500], p = 0.31; 150 of 200 segments differ.",
        "BLEU and NIST prefer the same system.",
        "With this test, a true difference of 0.8 BLEU or 0.09 NIST is found in 8 of 10 such test "
        "sets.",
        "Detecting a difference this small would take about 12,000 segments under NIST.",
    ),
    "two of three systems lead": (
        "large and middle lead together under BLEU and NIST, significantly ahead of small.",
        "Under BLEU and NIST, 2 of 3 pairs differ significantly; the systems fall into 2 clusters.",
        "BLEU and NIST rank the systems in the same order.",
        "With this test, a true difference of 0.8 BLEU or 0.09 NIST is found in 8 of 10 such test "
        "sets (median pair; before correction).",
    ),
    "twelve systems in one cluster": (
        "A scores best under BLEU; B and C do not differ significantly from it.",
        "Under BLEU, 45 of 66 pairs differ significantly; the systems fall into a single cluster.",
    ),
    "twelve systems and a baseline": (
        "No system beats the baseline C under BLEU; 7 of 11 are significantly worse.",
        "Under BLEU, 7 of 11 systems score significantly worse than the baseline C; 4 do not "
        "differ significantly from it.",
    ),
    "three systems and a baseline": (
        "No system beats the baseline A under BLEU; 1 of 2 is significantly worse.",
        "Under BLEU, C scores significantly worse than the baseline A; B does not differ "
        "significantly from it.",
    ),
}


@pytest.mark.parametrize("case", BEGINNINGS)
def test_the_verdict_goes_on_with_scores_and_agreement(case: str) -> None:
    verdict, sentences = COMPARED[case].verdict, BEGINNINGS[case]
    assert (verdict if case in WHOLE else verdict[: len(sentences)]) == sentences


def test_one_system_is_not_compared() -> None:
    one = made.put_together(
        (BLEU, NIST),
        ("new",),
        (made.score("new", BLEU, 33.0), made.score("new", NIST, 7.0, 0.25)),
        (),
    )
    assert one.verdict == (
        "new scores 33.00 BLEU and 7.0000 NIST.",
        "The 95% intervals are [32.00, 34.00] BLEU and [6.7500, 7.2500] NIST.",
    )


@pytest.mark.parametrize(
    ("baseline", "words"),
    [
        (
            None,
            "better scores 34.00 [33.00, 35.00] and worse 33.00 [32.00, 34.00], a difference of "
            "+1.00 [+0.50, +1.50]",
        ),
        (
            "worse",
            "better scores 34.00 [33.00, 35.00] and worse 33.00 [32.00, 34.00], a difference of "
            "+1.00 [+0.50, +1.50]",
        ),
    ],
)
def test_a_difference_has_the_sign_that_it_has_in_the_table(
    baseline: str | None, words: str
) -> None:
    pair = difference("worse", "better", BLEU, -1.0, 0.01)
    found = made.of_systems({"worse": 33.0, "better": 34.0}, pair, baseline=baseline)
    assert words in found.verdict[1]
    in_table = words.partition("difference of ")[2]
    assert in_table in str(found).partition("BLEU (higher is better)")[2]


@pytest.mark.parametrize("baseline", [None, "a"])
@pytest.mark.parametrize("systems", ["ab", "abc"])
def test_with_too_few_units_the_headline_does_not_report_the_absence_of_a_difference(
    systems: str, baseline: str | None
) -> None:
    # by hand: 4 documents have 16 exchanges, of which two are as extreme: 0.125
    pairs = [both for both in combinations(systems, 2) if baseline in (None, *both)]
    found = made.of_systems(
        dict.fromkeys(systems, 33.0),
        *(difference(*both, BLEU, 9.8, 1.0, visible=None, needed=None) for both in pairs),
        baseline=baseline,
        test_set=TestSet(200, 1, 4, "document", 4),
    )
    assert found.verdict[0] == (
        "Too few units to test: 4 documents cannot show a significant difference."
    )


def test_two_systems_about_which_the_metrics_contradict_each_other() -> None:
    verdict = two_systems((0.01, 0.02), (1.0, -0.2)).verdict
    assert verdict[0] == (
        "The metrics contradict each other about new and old: BLEU prefers new, NIST prefers old."
    )
    assert not any("prefer" in sentence for sentence in verdict[1:])


def test_two_systems_that_metrics_rank_differently_without_significance() -> None:
    assert "BLEU and NIST prefer different systems, but not significantly." in (
        two_systems((0.4, 0.3), (1.0, -0.2)).verdict
    )
    assert "BLEU and NIST prefer different systems, only BLEU significantly." in (
        two_systems((0.004, 0.31), (1.2, -0.05)).verdict
    )


def test_a_preference_that_decimals_do_not_show_is_not_said() -> None:
    found = two_systems((0.4, 0.3), (0.001, -0.2)).verdict
    assert not [sentence for sentence in found if "prefer" in sentence]


def test_for_identical_outputs_nothing_else_is_reported() -> None:
    same = difference("new", "old", BLEU, 0.0, 1.0, exact=True, identical=True)
    assert of_pair(same).verdict == ("new and old have the same output in every segment.",)


def test_one_differing_segment_and_an_exact_p_value() -> None:
    pair = difference("new", "old", BLEU, 0.1, 1.0, exact=True, differing_segments=1)
    assert of_pair(pair).verdict[1].endswith("p = 1, exact; 1 of 200 segments differs.")


def test_a_system_without_a_score_was_not_tested() -> None:
    untested = difference("new", "old", NIST, None, None, visible=None, needed=None)
    pairs = (difference("new", "old", BLEU, 1.0, 0.01), untested)
    undefined = made.changed(
        of_pair(*pairs),
        scores=(
            *(made.score(name, BLEU, 33.0) for name in ("new", "old")),
            made.score("new", NIST, None),
            made.score("old", NIST, 7.0),
        ),
    )
    found = undefined.verdict
    assert found[0] == (
        "new is significantly better than old by 1.00 BLEU; NIST could not be tested."
    )
    assert found[-1] == "NIST is not defined for new."


def test_fewer_segments_than_present_are_not_advised() -> None:
    pair = difference("new", "old", BLEU, 1.0, 0.06, needed=180)
    assert not any("Detecting" in sentence for sentence in of_pair(pair).verdict)


def test_the_detectable_difference_is_that_of_the_corrected_test() -> None:
    comparison = three_systems()
    corrected = tuple(
        replace(one, corrected_visible_difference=1.1 if one.metric == "bleu" else 0.13)
        for one in comparison.differences
    )
    assert made.changed(comparison, differences=corrected).verdict[-1] == (
        "With this test, a true difference of 1.1 BLEU or 0.13 NIST is found in 8 of 10 such test "
        "sets (median pair; 0.8 BLEU or 0.09 NIST for a single pair)."
    )


@pytest.mark.parametrize(("differing", "said"), [(19, "roughly 0.8 BLEU"), (20, "of 0.8 BLEU")])
def test_a_detectable_difference_of_few_units_is_rough(differing: int, said: str) -> None:
    comparison = two_systems()
    few = tuple(replace(one, differing_units=differing) for one in comparison.differences)
    assert any(said in one for one in made.changed(comparison, differences=few).verdict)


@pytest.mark.parametrize("size", ["all", "some"])
def test_too_few_differing_units_are_said_to_show_nothing(size: str) -> None:
    pairs = [
        replace(
            difference("new", "old", metric, -3.1, 0.0625, visible=None, exact=True),
            differing_units=5,
            p_value_limit=0.0625,
        )
        for metric in (BLEU, NIST)
    ]
    if size == "some":
        pairs[1] = replace(pairs[1], differing_units=90, p_value_limit=0.0001)
    found = of_pair(*pairs).verdict
    headline = "Too few documents differ to test: 5 of 120 cannot show a significant difference."
    assert (found[0] == headline) == (size == "all")
    assert (
        "new and old: only 5 of 120 documents differ, and no difference in 5 documents can be "
        "significant at 0.05: the smallest p-value possible is 0.062."
    ) in found


def test_all_pairs_that_differ_are_called_all() -> None:
    assert (
        three((0.01, 0.01, 0.01))
        .verdict[1]
        .startswith("Under BLEU, all 3 pairs differ significantly; the systems fall into")
    )


def test_several_systems_of_which_no_two_differ_significantly() -> None:
    verdict = three((0.3, 0.3, 0.3)).verdict
    assert verdict[0] == "No two of the 3 systems differ significantly under BLEU."
    assert not any("clusters" in sentence for sentence in verdict)


def test_metrics_with_different_results_have_a_sentence_each() -> None:
    comparison = three_systems()
    turned = tuple(
        replace(one, significant=False, better=None)
        if (one.metric, one.other) == ("nist", "small")
        else one
        for one in comparison.differences
    )
    found = made.changed(comparison, differences=turned).verdict
    assert found[0] == "large and middle lead under BLEU and NIST; small also leads under NIST."
    assert found[2:4] == (
        "large and middle lead together under BLEU, significantly ahead of small.",
        "large scores best under NIST, but no other system differs significantly from it.",
    )


def test_metrics_that_contradict_each_other_about_a_pair_are_named_with_it() -> None:
    comparison = three_systems()
    turned = tuple(
        replace(one, difference=-(one.difference or 0.0), better="small")
        if (one.metric, one.system, one.other) == ("nist", "middle", "small")
        else one
        for one in comparison.differences
    )
    found = made.changed(comparison, differences=turned).verdict
    assert (
        "BLEU and NIST rank 1 of the 3 pairs differently, 1 of them significantly under both."
    ) in found


def test_scores_without_intervals_are_written_without() -> None:
    bare = SystemScore("new", "bleu", 33.0, None, None, True, (1, 1), 1)
    verdict = made.put_together((BLEU,), ("new",), (bare,), ()).verdict
    assert verdict[0].startswith("new scores 33.00 BLEU.")


def test_a_metric_without_differences_agrees_with_none() -> None:
    verdict = two_systems((1.0, 0.4), (0.0, 0.05)).verdict
    assert not any("prefer" in sentence for sentence in verdict)


def test_a_metric_without_scores_is_reported() -> None:
    comparison = three_systems()
    scores = tuple(
        replace(one, score=None, interval=None) if one.metric == "nist" else one
        for one in comparison.scores
    )
    differences = tuple(
        replace(one, difference=None, p_value=None, significant=False, better=None)
        if one.metric == "nist"
        else one
        for one in comparison.differences
    )
    verdict = made.changed(comparison, scores=scores, differences=differences).verdict
    assert verdict[0] == "large and middle lead together under BLEU, significantly ahead of small."
    assert "NIST is not defined for large, middle and small." in verdict


def test_a_comparison_with_a_saved_report_is_about_the_new_system() -> None:
    saved = "model (saved)"
    pairs = (
        difference("model", saved, BLEU, -0.78, 0.01),
        difference("model", saved, NIST, -0.01, 0.4),
    )
    found = made.of_systems({"model": 32.51, saved: 33.29}, *pairs, baseline=saved)
    assert found.verdict[0] == (
        "Regression: model is significantly worse than in the saved report: BLEU -0.78; NIST not "
        "significantly."
    )
    assert found.verdict[1].startswith("Under BLEU, model scores 32.51 ")
    named = made.changed(found, saved_report="good.json")
    assert " and model (saved), in good.json, 33.29 [" in named.verdict[1]


def test_differing_segments_are_not_counted_where_only_some_have_scores() -> None:
    judged = replace(BLEU, note="Humans judged 100 of the 200 segments.")
    verdict = made.changed(two_systems(), metrics=(judged, NIST)).verdict
    assert verdict[1].startswith("Under BLEU, new scores 34.20 ")
    assert "segments differ" not in verdict[1]
    assert "segments differ" in verdict[2]

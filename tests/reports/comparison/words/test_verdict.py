"""The verdict, read off comparisons made by hand; every sentence was written before it was run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tallystick.reports import SystemScore, TestSet


def of_pair(make: Any, pairs: list[Any], **options: Any) -> tuple[str, ...]:
    """Return the verdict on "new" and "old" under BLEU and perhaps NIST."""
    metrics = tuple([make.BLEU, make.NIST][: len(pairs)])
    scores = tuple(
        make.score(system, metric, 33.0) for metric in metrics for system in ("new", "old")
    )
    found: tuple[str, ...] = make.put_together(
        metrics, ("new", "old"), scores, tuple(pairs), **options
    ).verdict
    return found


def test_one_system_is_not_compared(make: Any) -> None:
    one = make.put_together(
        (make.BLEU, make.NIST),
        ("new",),
        (make.score("new", make.BLEU, 33.0), make.score("new", make.NIST, 7.0, 0.25)),
        (),
    )
    assert one.verdict == (
        "new scores 33.00 BLEU and 7.0000 NIST.",
        "new scores 33.00 [32.00, 34.00] BLEU and 7.0000 [6.7500, 7.2500] NIST.",
    )


def test_two_systems_that_differ_significantly_under_one_metric(make: Any) -> None:
    assert make.two_systems().verdict == (
        "new is significantly better than old by 1.20 BLEU; NIST shows no significant difference.",
        "Under BLEU, old scores 33.00 [32.00, 34.00] and new 34.20 [33.20, 35.20], a difference of "
        "-1.20 [-1.70, -0.70], p = 0.004; 150 of 200 segments differ.",
        "Under NIST, old scores 7.2000 [7.0000, 7.4000] and new 7.2500 [7.0500, 7.4500], a "
        "difference of -0.0500 [-0.5500, +0.4500], p = 0.31; 150 of 200 segments differ.",
        "BLEU and NIST prefer the same system.",
        "With this test, a true difference of 0.8 BLEU or 0.09 NIST is found in 8 of 10 such test "
        "sets.",
        "Detecting a difference this small would take about 12,000 segments under NIST.",
    )


def test_a_difference_has_the_sign_that_it_has_in_the_table(make: Any) -> None:
    better_last = make.difference("worse", "better", make.BLEU, -1.0, 0.01)
    scores = (make.score("worse", make.BLEU, 33.0), make.score("better", make.BLEU, 34.0))
    systems = ("worse", "better")
    for baseline, words in (
        (
            None,
            "worse scores 33.00 [32.00, 34.00] and better 34.00 [33.00, 35.00], a difference of "
            "-1.00 [-1.50, -0.50]",
        ),
        (
            "worse",
            "better scores 34.00 [33.00, 35.00] and worse 33.00 [32.00, 34.00], a difference of "
            "+1.00 [+0.50, +1.50]",
        ),
    ):
        found = make.put_together((make.BLEU,), systems, scores, (better_last,), baseline=baseline)
        assert words in found.verdict[1]
        in_table = words.partition("difference of ")[2]
        assert in_table in str(found).partition("BLEU (higher is better)")[2]


def test_with_too_few_units_the_headline_does_not_report_the_absence_of_a_difference(
    make: Any,
) -> None:
    # by hand: 4 documents have 16 exchanges, of which two are as extreme: 0.125
    few = TestSet(200, 1, 4, "document", 4)
    headline = "Too few units to test: 4 documents cannot show a significant difference."
    pair = make.difference("new", "old", make.BLEU, 9.8, 1.0, visible=None, needed=None)
    for baseline in (None, "old"):
        assert of_pair(make, [pair], test_set=few, baseline=baseline)[0] == headline
    names = ("a", "b", "c")
    scores = tuple(make.score(name, make.BLEU, 33.0) for name in names)
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    for baseline, compared in ((None, pairs), ("a", pairs[:2])):
        found = make.put_together(
            (make.BLEU,),
            names,
            scores,
            tuple(make.difference(*both, make.BLEU, 1.0, 1.0) for both in compared),
            baseline=baseline,
            test_set=few,
        )
        assert found.verdict[0] == headline


def test_two_systems_that_differ_significantly_under_both_metrics(make: Any) -> None:
    assert make.two_systems((0.01, 0.02)).verdict[0] == (
        "new is significantly better than old by 1.20 BLEU and 0.0500 NIST."
    )


def test_two_systems_that_differ_significantly_under_no_metric(make: Any) -> None:
    assert make.two_systems((0.2, 0.3)).verdict[0] == (
        "No significant difference between new and old under BLEU and NIST."
    )


def test_two_systems_about_which_the_metrics_contradict_each_other(make: Any) -> None:
    verdict = make.two_systems((0.01, 0.02), (1.0, -0.2)).verdict
    assert verdict[0] == (
        "The metrics contradict each other about new and old: BLEU prefers new, NIST prefers old."
    )
    assert not any("prefer" in sentence for sentence in verdict[1:])


def test_two_systems_that_metrics_rank_differently_without_significance(make: Any) -> None:
    assert "BLEU and NIST prefer different systems, but not significantly." in (
        make.two_systems((0.4, 0.3), (1.0, -0.2)).verdict
    )
    assert "BLEU and NIST prefer different systems, only BLEU significantly." in (
        make.two_systems((0.004, 0.31), (1.2, -0.05)).verdict
    )


def test_a_preference_that_decimals_do_not_show_is_not_said(make: Any) -> None:
    found = make.two_systems((0.4, 0.3), (0.001, -0.2)).verdict
    assert not [sentence for sentence in found if "prefer" in sentence]


def test_the_better_of_two_systems_comes_first_in_any_order(make: Any) -> None:
    pair = make.difference("new", "old", make.BLEU, -1.0, 0.01)
    assert of_pair(make, [pair])[0] == "old is significantly better than new by 1.00 BLEU."


def test_lower_is_better_for_metrics_that_declare_it(make: Any) -> None:
    errors = make.put_together(
        (make.ERRORS,),
        ("new", "old"),
        (make.score("new", make.ERRORS, 0.4), make.score("old", make.ERRORS, 0.5)),
        (make.difference("new", "old", make.ERRORS, -0.1, 0.01),),
    )
    assert errors.verdict[0] == ("new is significantly better than old by 0.10 errors (kind=word).")


def test_for_identical_outputs_nothing_else_is_reported(make: Any) -> None:
    same = make.difference("new", "old", make.BLEU, 0.0, 1.0, exact=True, identical=True)
    assert of_pair(make, [same]) == ("new and old have the same output in every segment.",)


def test_one_differing_segment_and_an_exact_p_value(make: Any) -> None:
    pair = make.difference("new", "old", make.BLEU, 0.1, 1.0, exact=True, differing_segments=1)
    assert of_pair(make, [pair])[1].endswith("p = 1, exact; 1 of 200 segments differs.")


def test_a_system_without_a_score_was_not_tested(make: Any) -> None:
    untested = make.difference("new", "old", make.NIST, None, None, visible=None, needed=None)
    found = make.put_together(
        (make.BLEU, make.NIST),
        ("new", "old"),
        (
            make.score("new", make.BLEU, 34.0),
            make.score("new", make.NIST, None),
            make.score("old", make.BLEU, 33.0),
            make.score("old", make.NIST, 7.0),
        ),
        (make.difference("new", "old", make.BLEU, 1.0, 0.01), untested),
    ).verdict
    assert found[0] == (
        "new is significantly better than old by 1.00 BLEU; NIST could not be tested."
    )
    assert found[-1] == "NIST is not defined for new."


def test_fewer_segments_than_present_are_not_advised(make: Any) -> None:
    pair = make.difference("new", "old", make.BLEU, 1.0, 0.06, needed=180)
    assert not any("Detecting" in sentence for sentence in of_pair(make, [pair]))


def test_several_systems_of_which_two_lead(make: Any) -> None:
    assert make.three_systems().verdict == (
        "large and middle lead together under BLEU and NIST, significantly ahead of small.",
        "Under BLEU and NIST, 2 of 3 pairs differ significantly; the systems fall into 2 clusters.",
        "BLEU and NIST rank the systems in the same order.",
        "With this test, a true difference of 0.8 BLEU or 0.09 NIST is found in 8 of 10 such test "
        "sets (median pair; before correction).",
    )


def test_the_detectable_difference_is_that_of_the_corrected_test(make: Any) -> None:
    comparison = make.three_systems()
    corrected = tuple(
        replace(one, corrected_visible_difference=1.1 if one.metric == "bleu" else 0.13)
        for one in comparison.differences
    )
    assert make.changed(comparison, differences=corrected).verdict[-1] == (
        "With this test, a true difference of 1.1 BLEU or 0.13 NIST is found in 8 of 10 such test "
        "sets (median pair; 0.8 BLEU or 0.09 NIST for a single pair)."
    )


@pytest.mark.parametrize(("differing", "said"), [(19, "roughly 0.8 BLEU"), (20, "of 0.8 BLEU")])
def test_a_detectable_difference_of_few_units_is_rough(
    make: Any, differing: int, said: str
) -> None:
    comparison = make.two_systems()
    few = tuple(replace(one, differing_units=differing) for one in comparison.differences)
    assert any(said in one for one in make.changed(comparison, differences=few).verdict)


@pytest.mark.parametrize("size", ["all", "some"])
def test_too_few_differing_units_are_said_to_show_nothing(make: Any, size: str) -> None:
    pairs = [
        replace(
            make.difference("new", "old", metric, -3.1, 0.0625, visible=None, exact=True),
            differing_units=5,
            p_value_limit=0.0625,
        )
        for metric in (make.BLEU, make.NIST)
    ]
    if size == "some":
        pairs[1] = replace(pairs[1], differing_units=90, p_value_limit=0.0001)
    found = of_pair(make, pairs)
    headline = "Too few documents differ to test: 5 of 120 cannot show a significant difference."
    assert (found[0] == headline) == (size == "all")
    assert (
        "new and old: only 5 of 120 documents differ, and no difference in 5 documents can be "
        "significant at 0.05: the smallest p-value possible is 0.062."
    ) in found


def test_twelve_systems_in_one_cluster(make: Any) -> None:
    assert make.twelve_systems().verdict[:2] == (
        "A scores best under BLEU; B and C do not differ significantly from it.",
        "Under BLEU, 45 of 66 pairs differ significantly; the systems fall into a single cluster.",
    )


def test_twelve_systems_and_a_baseline(make: Any) -> None:
    assert make.twelve_systems("C").verdict[:2] == (
        "No system beats the baseline C under BLEU; 7 of 11 are significantly worse.",
        "Under BLEU, 7 of 11 systems score significantly worse than the baseline C; 4 do not "
        "differ significantly from it.",
    )


def three(make: Any, p_values: tuple[float, float, float], **options: Any) -> tuple[str, ...]:
    """Return the verdict on A, B and C under BLEU with the p-values of AB, AC and BC."""
    pairs = (("A", "B", 1.0), ("A", "C", 2.0), ("B", "C", 1.0))
    found: tuple[str, ...] = make.put_together(
        (make.BLEU,),
        ("A", "B", "C"),
        tuple(make.score(name, make.BLEU, 33.0 - place) for place, name in enumerate("ABC")),
        tuple(
            make.difference(one, other, make.BLEU, value, p, identical=p == 1.0)
            for (one, other, value), p in zip(pairs, p_values, strict=True)
            if options.get("baseline", one) in (one, other)
        ),
        **options,
    ).verdict
    return found


def test_a_best_system_that_beats_all_others(make: Any) -> None:
    assert three(make, (0.01, 0.01, 0.3))[0] == (
        "A is significantly better than both other systems under BLEU."
    )


def test_all_pairs_that_differ_are_called_all(make: Any) -> None:
    assert three(make, (0.01, 0.01, 0.01))[1].startswith(
        "Under BLEU, all 3 pairs differ significantly; the systems fall into"
    )


def test_a_best_system_without_significant_differences_although_others_differ(make: Any) -> None:
    assert three(make, (0.3, 0.3, 0.01))[0] == (
        "A scores best under BLEU, but no other system differs significantly from it."
    )


def test_several_systems_of_which_no_two_differ_significantly(make: Any) -> None:
    verdict = three(make, (0.3, 0.3, 0.3))
    assert verdict[0] == "No two of the 3 systems differ significantly under BLEU."
    assert not any("clusters" in sentence for sentence in verdict)


def test_several_systems_with_the_same_output(make: Any) -> None:
    verdict = three(make, (1.0, 1.0, 1.0))
    assert verdict[0] == "All 3 systems have the same output in every segment."


def test_few_systems_and_a_baseline(make: Any) -> None:
    verdict = three(make, (0.3, 0.01, 0.5), baseline="A")
    assert verdict[:2] == (
        "No system beats the baseline A under BLEU; 1 of 2 is significantly worse.",
        "Under BLEU, C scores significantly worse than the baseline A; B does not differ "
        "significantly from it.",
    )


def test_no_system_differs_significantly_from_the_baseline(make: Any) -> None:
    assert three(make, (0.3, 0.3, 0.5), baseline="A")[0] == (
        "Neither of the 2 other systems differs significantly from the baseline A under BLEU."
    )


def test_all_systems_are_worse_than_the_baseline(make: Any) -> None:
    assert three(make, (0.01, 0.01, 0.5), baseline="A")[0] == (
        "Both other systems are significantly worse than the baseline A under BLEU."
    )


def test_metrics_with_different_results_have_a_sentence_each(make: Any) -> None:
    comparison = make.three_systems()
    turned = tuple(
        replace(one, significant=False, better=None)
        if (one.metric, one.other) == ("nist", "small")
        else one
        for one in comparison.differences
    )
    scores = comparison.scores
    found = make.put_together(
        comparison.metrics, ("large", "middle", "small"), scores, turned
    ).verdict
    assert found[0] == "large and middle lead under BLEU and NIST; small also leads under NIST."
    assert found[2:4] == (
        "large and middle lead together under BLEU, significantly ahead of small.",
        "large scores best under NIST, but no other system differs significantly from it.",
    )


def test_metrics_that_contradict_each_other_about_a_pair_are_named_with_it(make: Any) -> None:
    comparison = make.three_systems()
    turned = tuple(
        replace(one, difference=-(one.difference or 0.0), better="small")
        if (one.metric, one.system, one.other) == ("nist", "middle", "small")
        else one
        for one in comparison.differences
    )
    found = make.put_together(
        comparison.metrics, ("large", "middle", "small"), comparison.scores, turned
    ).verdict
    assert (
        "BLEU and NIST rank 1 of the 3 pairs differently, 1 of them significantly under both."
    ) in found


def test_a_name_that_could_be_misread_is_quoted(make: Any) -> None:
    verdict = make.three_systems(("beam 5, large", "a and b", "x;")).verdict
    assert verdict[0] == (
        '"beam 5, large" and "a and b" lead together under BLEU and NIST, significantly ahead of '
        '"x;".'
    )


def test_scores_without_intervals_are_written_without(make: Any) -> None:
    bare = SystemScore("new", "bleu", 33.0, None, None, True, (1, 1), 1)
    verdict = make.put_together((make.BLEU,), ("new",), (bare,), ()).verdict
    assert verdict[0].startswith("new scores 33.00 BLEU.")


def test_a_system_named_like_a_word_of_the_sentence_is_quoted(make: Any) -> None:
    pair = make.difference("a", "b", make.BLEU, 1.0, 0.01)
    scores = (make.score("a", make.BLEU, 34.0), make.score("b", make.BLEU, 33.0))
    verdict = make.put_together((make.BLEU,), ("a", "b"), scores, (pair,)).verdict
    assert verdict[0] == '"a" is significantly better than b by 1.00 BLEU.'


def test_a_metric_without_differences_agrees_with_none(make: Any) -> None:
    verdict = make.two_systems((1.0, 0.4), (0.0, 0.05)).verdict
    assert not any("prefer" in sentence for sentence in verdict)


def test_a_metric_without_scores_is_reported(make: Any) -> None:
    comparison = make.three_systems()
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
    verdict = make.put_together(
        comparison.metrics, ("large", "middle", "small"), scores, differences
    ).verdict
    assert verdict[0] == "large and middle lead together under BLEU, significantly ahead of small."
    assert "NIST is not defined for large, middle and small." in verdict


def test_a_comparison_with_a_saved_report_is_about_the_new_system(make: Any) -> None:
    worse = make.difference("model", "model (saved)", make.BLEU, -0.78, 0.01)
    same = make.difference("model", "model (saved)", make.NIST, -0.01, 0.4)
    scores = (
        make.score("model", make.BLEU, 32.51),
        make.score("model (saved)", make.BLEU, 33.29),
        make.score("model", make.NIST, 8.26),
        make.score("model (saved)", make.NIST, 8.27),
    )
    systems, metrics = ("model", "model (saved)"), (make.BLEU, make.NIST)
    found = make.put_together(metrics, systems, scores, (worse, same), baseline="model (saved)")
    assert found.verdict[0] == (
        "Regression: model is significantly worse than in the saved report: BLEU -0.78; NIST not "
        "significantly."
    )
    assert found.verdict[1].startswith("Under BLEU, model scores 32.51 ")
    named = make.put_together(
        metrics,
        systems,
        scores,
        (worse, same),
        baseline="model (saved)",
        saved_report="good.json",
    )
    assert " and model (saved), in good.json, 33.29 [" in named.verdict[1]


def test_differing_segments_are_not_counted_where_only_some_have_scores(make: Any) -> None:
    judged = replace(make.BLEU, note="Humans judged 100 of the 200 segments.")
    verdict = make.changed(make.two_systems(), metrics=(judged, make.NIST)).verdict
    assert verdict[1].startswith("Under BLEU, old scores 33.00 ")
    assert "segments differ" not in verdict[1]
    assert "segments differ" in verdict[2]

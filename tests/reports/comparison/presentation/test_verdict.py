"""The verdict, read off comparisons made by hand; every sentence was written before it was run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tallystick.reports.comparison.model import SystemScore


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


def test_one_system_has_a_score_and_nothing_to_be_told_apart_from(make: Any) -> None:
    one = make.put_together(
        (make.BLEU, make.NIST),
        ("new",),
        (make.score("new", make.BLEU, 33.0), make.score("new", make.NIST, 7.0, 0.25)),
        (),
    )
    assert one.verdict == (
        "new scores 33.00 [32.00, 34.00] BLEU and 7.0000 [6.7500, 7.2500] NIST; there is no other "
        "system to tell it apart from.",
    )


def test_two_systems_that_one_metric_tells_apart(make: Any) -> None:
    assert make.two_systems().verdict == (
        "new scores significantly better than old under BLEU; NIST cannot tell the two apart.",
        "Under BLEU, new scores 34.20 [33.20, 35.20] and old 33.00 [32.00, 34.00]: a difference of "
        "+1.20 [+0.70, +1.70], p = 0.004; 150 segments of 200 differ.",
        "Under NIST, new scores 7.2500 [7.0500, 7.4500] and old 7.2000 [7.0000, 7.4000]: a "
        "difference of +0.0500 [-0.4500, +0.5500], p = 0.31; 150 segments of 200 differ.",
        "BLEU and NIST prefer the same system.",
        "On this test set a true difference must be at least about 0.80 BLEU and 0.0900 NIST to be "
        "found with a chance of 80%; smaller ones often go unseen.",
        "It would take about 12,000 segments under NIST to find a difference of the size seen with "
        "a chance of 80%.",
    )


def test_two_systems_that_both_metrics_tell_apart(make: Any) -> None:
    assert make.two_systems((0.01, 0.02)).verdict[0] == (
        "new scores significantly better than old under BLEU and NIST."
    )


def test_two_systems_that_no_metric_tells_apart(make: Any) -> None:
    assert make.two_systems((0.2, 0.3)).verdict[0] == (
        "BLEU and NIST cannot tell new and old apart on this test set."
    )


def test_two_systems_about_which_the_metrics_contradict_each_other(make: Any) -> None:
    verdict = make.two_systems((0.01, 0.02), (1.0, -0.2)).verdict
    assert verdict[0] == (
        "The metrics contradict each other: new scores significantly better than old under BLEU "
        "and significantly worse under NIST."
    )
    assert not any("prefer" in sentence for sentence in verdict)


def test_two_systems_that_metrics_order_otherwise_without_significance(make: Any) -> None:
    assert "BLEU and NIST do not prefer the same system." in (
        make.two_systems((0.4, 0.3), (1.0, -0.2)).verdict
    )


def test_the_better_of_two_systems_comes_first_whichever_was_given_first(make: Any) -> None:
    pair = make.difference("new", "old", make.BLEU, -1.0, 0.01)
    assert of_pair(make, [pair])[0] == "old scores significantly better than new under BLEU."


def test_less_is_better_where_the_metric_says_so(make: Any) -> None:
    errors = make.put_together(
        (make.ERRORS,),
        ("new", "old"),
        (make.score("new", make.ERRORS, 0.4), make.score("old", make.ERRORS, 0.5)),
        (make.difference("new", "old", make.ERRORS, -0.1, 0.01),),
    )
    assert errors.verdict[0] == (
        "new scores significantly better than old under errors (kind=word)."
    )


def test_equal_outputs_are_said_to_be_equal_and_nothing_else(make: Any) -> None:
    same = make.difference("new", "old", make.BLEU, 0.0, 1.0, exact=True, identical=True)
    assert of_pair(make, [same]) == (
        "new and old have the same output in every segment; there is nothing that a metric could "
        "tell apart.",
    )


def test_one_segment_differs_and_an_exact_p_value_is_called_so(make: Any) -> None:
    pair = make.difference("new", "old", make.BLEU, 0.1, 1.0, exact=True, differing_segments=1)
    assert of_pair(make, [pair])[1].endswith("p = 1, exact; 1 segment of 200 differs.")


def test_what_has_no_score_was_not_tested(make: Any) -> None:
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
        "new scores significantly better than old under BLEU; NIST could not be tested, because a "
        "score is not defined."
    )
    assert found[-1] == "NIST is not defined for new."


def test_fewer_segments_than_there_are_is_no_advice(make: Any) -> None:
    pair = make.difference("new", "old", make.BLEU, 1.0, 0.06, needed=180)
    assert not any("It would take" in sentence for sentence in of_pair(make, [pair]))


def test_several_systems_of_which_some_cannot_be_told_from_the_best(make: Any) -> None:
    assert make.three_systems().verdict == (
        "Under BLEU and NIST, large scores best, significantly better than small, but cannot be "
        "told apart from middle.",
        "Under BLEU, 2 of 3 pairs of systems differ significantly and separate 2 clusters, the "
        "best first: (1) large and middle; (2) small.",
        "Under NIST, 2 of 3 pairs of systems differ significantly and separate 2 clusters, the "
        "best first: (1) large and middle; (2) small.",
        "BLEU and NIST put the systems in the same order.",
        "On this test set a true difference must be at least about 0.80 BLEU and 0.0900 NIST "
        "(0.0880 to 0.0900, depending on the pair) to be found with a chance of 80%, even without "
        "a correction; smaller ones often go unseen.",
    )


def test_twelve_systems_in_one_cluster(make: Any) -> None:
    assert make.twelve_systems().verdict[:2] == (
        "Under BLEU, A scores best, significantly better than the other 9 systems, but cannot be "
        "told apart from B and C.",
        "Under BLEU, 45 of 66 pairs of systems differ significantly, but no group of systems "
        "scores significantly better than all the rest.",
    )


def test_twelve_systems_and_a_baseline(make: Any) -> None:
    assert make.twelve_systems("C").verdict[0] == (
        "Under BLEU, of 11 systems 7 score significantly worse than the baseline C (F, G, H, I, J, "
        "K and L) and 4 cannot be told apart from it (A, B, D and E)."
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
        "Under BLEU, A scores significantly better than both other systems."
    )


def test_all_pairs_that_differ_are_called_all(make: Any) -> None:
    assert three(make, (0.01, 0.01, 0.01))[1].startswith(
        "Under BLEU, all 3 pairs of systems differ significantly"
    )


def test_a_best_system_that_beats_nobody_although_others_differ(make: Any) -> None:
    assert three(make, (0.3, 0.3, 0.01))[0] == (
        "Under BLEU, A scores best but cannot be told apart from any other system."
    )


def test_several_systems_of_which_no_two_can_be_told_apart(make: Any) -> None:
    verdict = three(make, (0.3, 0.3, 0.3))
    assert verdict[0] == "BLEU cannot tell any two of the 3 systems apart on this test set."
    assert not any("clusters" in sentence for sentence in verdict)


def test_several_systems_with_the_same_output(make: Any) -> None:
    verdict = three(make, (1.0, 1.0, 1.0))
    assert verdict[0] == (
        "All 3 systems have the same output in every segment; there is nothing that a metric could "
        "tell apart."
    )
    assert "A, B and C have the same output in every segment." in verdict


def test_two_of_three_systems_with_the_same_output(make: Any) -> None:
    assert "B and C have the same output in every segment." in three(make, (0.01, 0.01, 1.0))


def test_few_systems_and_a_baseline(make: Any) -> None:
    verdict = three(make, (0.3, 0.01, 0.5), baseline="A")
    assert verdict[:2] == (
        "Under BLEU, C scores significantly worse than the baseline A; B cannot be told apart from "
        "it.",
        "Differences from A under BLEU: B -1.00, p = 0.3 (corrected 0.3); C -2.00, p = 0.01 "
        "(corrected 0.01).",
    )


def test_no_system_can_be_told_from_the_baseline(make: Any) -> None:
    assert three(make, (0.3, 0.3, 0.5), baseline="A")[0] == (
        "Under BLEU, neither of the 2 other systems can be told apart from the baseline A."
    )


def test_all_systems_are_worse_than_the_baseline(make: Any) -> None:
    assert three(make, (0.01, 0.01, 0.5), baseline="A")[0] == (
        "Under BLEU, both other systems score significantly worse than the baseline A."
    )


def test_metrics_that_find_otherwise_get_a_sentence_each(make: Any) -> None:
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
    assert found[:2] == (
        "Under BLEU, large scores best, significantly better than small, but cannot be told apart "
        "from middle.",
        "Under NIST, large scores best but cannot be told apart from any other system.",
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
        "BLEU and NIST do not agree about the order of 1 of 3 pairs; they contradict each other "
        "significantly about middle and small."
    ) in found


def test_a_name_that_would_run_into_the_sentence_is_quoted(make: Any) -> None:
    verdict = make.three_systems(("beam 5, large", "a and b", "x;")).verdict
    assert verdict[0] == (
        'Under BLEU and NIST, "beam 5, large" scores best, significantly better than "x;", but '
        'cannot be told apart from "a and b".'
    )


def test_scores_without_intervals_are_written_without(make: Any) -> None:
    bare = SystemScore("new", "bleu", 33.0, None, None, True, (1, 1), 1)
    verdict = make.put_together((make.BLEU,), ("new",), (bare,), ()).verdict
    assert verdict[0].startswith("new scores 33.00 BLEU;")

"""The verdict, read off comparisons made by hand; every sentence was written before it was run."""

from collections.abc import Mapping
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
        difference(system, other, BLEU, value, p, identical=p == 1.0)
        for (system, other, value), p in zip(pairs, p_values, strict=True)
        if options.get("baseline", system) in (system, other)
    ]
    return made.of_systems({"A": 33.0, "B": 32.0, "C": 31.0}, *differences, **options)


def four(*significant: str) -> Comparison:
    """Return a comparison of A, B, C and D with the pairs that differ significantly."""
    scores = {"A": 40.0, "B": 39.0, "C": 37.0, "D": 30.0}
    p_values = {
        pair: 0.01 if "".join(pair) in significant else 0.3 for pair in combinations(scores, 2)
    }
    pairs = [
        difference(system, other, BLEU, scores[system] - scores[other], p_value)
        for (system, other), p_value in p_values.items()
    ]
    return made.of_systems(scores, *pairs)


def too_few(systems: str, baseline: str | None = None) -> Comparison:
    """Return a comparison over 4 documents."""
    pairs = [both for both in combinations(systems, 2) if baseline in (None, *both)]
    return made.of_systems(
        dict.fromkeys(systems, 33.0),
        *(difference(*both, BLEU, 9.8, 1.0, visible=None, needed=None) for both in pairs),
        baseline=baseline,
        test_set=TestSet(200, 1, 4, "document", 4),
    )


def changed(where: Mapping[str, object], **changes: Any) -> Comparison:
    """Return the three systems with other facts of some differences."""
    differences = made.each(three_systems().differences, where, **changes)
    return made.changed(three_systems(), differences=differences)


def rough(differing: int) -> Comparison:
    few = made.each(two_systems().differences, differing_units=differing)
    return made.changed(two_systems(), differences=few)


def untested() -> Comparison:
    """Return a comparison under BLEU, and NIST, which is not defined for one of the systems."""
    pairs = (
        difference("new", "old", BLEU, 1.0, 0.01),
        difference("new", "old", NIST, None, None, visible=None, needed=None),
    )
    comparison = of_pair(*pairs)
    new = made.each(
        comparison.scores, {"metric": "nist", "system": "new"}, score=None, interval=None
    )
    return made.changed(comparison, scores=new)


OTHERWISE = changed({"metric": "nist", "other": "small"}, significant=False, better=None)
TURNED = {"metric": "nist", "system": "middle", "other": "small"}
UNDER_BLEU = changed({"metric": "bleu"}, corrected_visible_difference=1.1).differences
CORRECTED = made.each(UNDER_BLEU, {"metric": "nist"}, corrected_visible_difference=0.13)
WITHOUT_NIST = made.changed(
    changed({"metric": "nist"}, difference=None, p_value=None, significant=False, better=None),
    scores=made.each(three_systems().scores, {"metric": "nist"}, score=None, interval=None),
)


def few_differing(units: tuple[int, int]) -> Comparison:
    """Return a comparison by exact tests over 5 documents that differ, or over many."""
    pairs = [
        replace(
            difference("new", "old", metric, -3.1, 0.0625, visible=None, exact=True),
            differing_units=number,
            p_value_limit=0.0625 if number == 5 else 0.0001,
        )
        for metric, number in zip((BLEU, NIST), units, strict=True)
    ]
    return of_pair(*pairs)


def few_resamples() -> Comparison:
    """Return a comparison by 10 resamples, which allow no significant difference."""
    pairs = [
        replace(
            difference("new", "old", metric, -3.1, 0.27, visible=None),
            differing_units=120,
            p_value_limit=3 / 11,
        )
        for metric in (BLEU, NIST)
    ]
    comparison = of_pair(*pairs)
    return replace(comparison, test=replace(comparison.test, resamples=10))


def with_saved_report(file: str = "") -> Comparison:
    saved = "model (saved)"
    pairs = (
        difference("model", saved, BLEU, -0.78, 0.01),
        difference("model", saved, NIST, -0.01, 0.4),
    )
    scores = {"model": 32.51, saved: 33.29}
    return made.of_systems(scores, *pairs, baseline=saved, saved_report=file)


PARTLY = "A scores best under BLEU; B and C do not differ significantly from it."
NONE_FROM_THE_BEST = "A scores best under BLEU, but no other system differs significantly from it."
# by hand: 4 documents have 16 exchanges, of which two are as extreme: 0.125
TOO_FEW = "Too few units to test: 4 documents cannot show a significant difference."
TOO_FEW_DIFFER = "Too few documents differ in score: 5 of 120 cannot show a significant difference."
# by hand: 3 comparisons by Holm's method with 10 resamples, 3 / 11
TOO_FEW_RESAMPLES = (
    "With only 10 resamples, no difference can be significant: the smallest p-value is 0.27."
)
HEADLINES = {
    "too few resamples": (few_resamples(), TOO_FEW_RESAMPLES),
    "significant under both metrics": (
        two_systems((0.01, 0.02)),
        "new is significantly better than old by 1.20 BLEU and 0.0500 NIST.",
    ),
    "significant under no metric": (
        two_systems((0.2, 0.3)),
        "No significant difference between new and old under BLEU and NIST.",
    ),
    "two metrics that contradict each other": (
        two_systems((0.01, 0.02), (1.0, -0.2)),
        "The metrics contradict each other about new and old: BLEU prefers new, NIST prefers old.",
    ),
    "the better one is named first, in any order": (
        of_pair(difference("new", "old", BLEU, -1.0, 0.01)),
        "old is significantly better than new by 1.00 BLEU.",
    ),
    "lower is better for a metric that declares it": (
        of_pair(difference("new", "old", ERRORS, -0.1, 0.01)),
        "new is significantly better than old by 0.10 errors (kind=word).",
    ),
    "a metric that is not defined for one system": (
        untested(),
        "new is significantly better than old by 1.00 BLEU; NIST could not be tested.",
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
    "the best beats both others": (
        three((0.01, 0.01, 0.3)),
        "A is significantly better than both other systems under BLEU.",
    ),
    "the best beats all others": (
        four("AB", "AC", "AD"),
        "A is significantly better than all 3 other systems under BLEU.",
    ),
    "two of those next to the best differ": (four("AD", "BD", "CD", "BC"), PARTLY),
    "not every leader is better than the last": (four("AD", "BD"), PARTLY),
    "the best differs from none, although others differ": (four("BC", "CD"), NONE_FROM_THE_BEST),
    "no two differ": (
        three((0.3, 0.3, 0.3)),
        "No two of the 3 systems differ significantly under BLEU.",
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
    "a metric without scores": (
        WITHOUT_NIST,
        "large and middle lead together under BLEU, significantly ahead of small.",
    ),
    "a saved report is compared with the new system": (
        with_saved_report(),
        "Regression: model is significantly worse than in the saved report: BLEU -0.78; NIST not "
        "significantly.",
    ),
    "too few units for two systems": (too_few("ab"), TOO_FEW),
    "too few units for three systems and a baseline": (too_few("abc", "a"), TOO_FEW),
    "too few units that differ": (few_differing((5, 5)), TOO_FEW_DIFFER),
}


@pytest.mark.parametrize("case", HEADLINES)
def test_the_headline_says_who_is_better(case: str) -> None:
    comparison, headline = HEADLINES[case]
    assert made.changed(comparison).verdict[0] == headline


COMPARED = {
    "significant under one of two metrics": two_systems(),
    "two of three systems lead": three_systems(),
    "one system": made.put_together(
        (BLEU, NIST),
        ("new",),
        (made.score("new", BLEU, 33.0), made.score("new", NIST, 7.0, 0.25)),
        (),
    ),
    "identical outputs": of_pair(
        difference("new", "old", BLEU, 0.0, 1.0, exact=True, identical=True)
    ),
    "twelve systems in one cluster": made.twelve_systems(),
    "twelve systems and a baseline": made.twelve_systems("C"),
    "three systems and a baseline": three((0.3, 0.01, 0.5), baseline="A"),
}
WHOLE = [name for name in COMPARED if not name.startswith(("twelve", "three"))]
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
    "one system": (
        "new scores 33.00 BLEU and 7.0000 NIST.",
        "The 95% intervals are [32.00, 34.00] BLEU and [6.7500, 7.2500] NIST.",
    ),
    "identical outputs": ("new and old have the same output in every segment.",),
    "twelve systems in one cluster": (
        "A scores best under BLEU; B and C do not differ significantly from it.",
        "Under BLEU, 45 of 66 pairs differ significantly; the systems fall into a single cluster.",
    ),
    "twelve systems and a baseline": (
        "No system beats the baseline C under BLEU; 7 of 11 are significantly worse.",
        "Under BLEU, 7 of 11 systems score significantly worse than the baseline C, by 3.00 to "
        "9.00 BLEU; 4 do not differ significantly from it.",
    ),
    "three systems and a baseline": (
        "No system beats the baseline A under BLEU; C is significantly worse.",
        "Under BLEU, C scores significantly worse than the baseline A, by 2.00 BLEU; B does not "
        "differ significantly from it.",
    ),
}


@pytest.mark.parametrize("case", BEGINNINGS)
def test_the_verdict_goes_on_with_scores_and_agreement(case: str) -> None:
    verdict, sentences = made.changed(COMPARED[case]).verdict, BEGINNINGS[case]
    assert (verdict if case in WHOLE else verdict[: len(sentences)]) == sentences


@pytest.mark.parametrize("baseline", [None, "worse"])
def test_a_difference_has_the_sign_that_it_has_in_the_table(baseline: str | None) -> None:
    pair = difference("worse", "better", BLEU, -1.0, 0.01)
    comparison = made.of_systems({"worse": 33.0, "better": 34.0}, pair, baseline=baseline)
    in_table = "+1.00 [+0.50, +1.50]"
    scores = "better scores 34.00 [33.00, 35.00] and worse 33.00 [32.00, 34.00]"
    assert f"{scores}, a difference of {in_table}" in comparison.verdict[1]
    assert in_table in str(comparison).partition("BLEU (higher is better)")[2]


ONLY_FIVE = (
    "new and old: only 5 of 120 documents differ in score, and no difference in 5 documents can be "
    "significant at 0.05: the smallest p-value possible is 0.062."
)
BARE = SystemScore("new", "bleu", 33.0, None, None, True, (1, 1), 1)
SENTENCES = {
    "a preference without significance": (
        two_systems((0.4, 0.3), (1.0, -0.2)),
        "BLEU and NIST prefer different systems, but not significantly.",
    ),
    "a preference of which one is significant": (
        two_systems((0.004, 0.31), (1.2, -0.05)),
        "BLEU and NIST prefer different systems, only BLEU significantly.",
    ),
    "one differing segment and an exact p-value": (
        of_pair(difference("new", "old", BLEU, 0.1, 1.0, exact=True, differing_segments=1)),
        "p = 1, exact; 1 of 200 segments differs.",
    ),
    "a system without a score": (untested(), "NIST is not defined for new."),
    "a metric without scores": (WITHOUT_NIST, "NIST is not defined for large, middle and small."),
    "scores without intervals": (
        made.put_together((BLEU,), ("new",), (BARE,), ()),
        "new scores 33.00 BLEU.",
    ),
    "what the corrected test detects": (
        made.changed(three_systems(), differences=CORRECTED),
        "With this test, a true difference of 1.1 BLEU or 0.13 NIST is found in 8 of 10 such test "
        "sets (median pair; 0.8 BLEU or 0.09 NIST for a single pair).",
    ),
    "what no systems can differ by": (
        of_pair(difference("new", "old", BLEU, 1.0, 0.3, visible=160.0)),
        "With this test, even the largest possible difference in BLEU is found in fewer than 8 of "
        "10 such test sets.",
    ),
    "what few units detect is rough": (rough(19), "roughly 0.8 BLEU"),
    "what more units detect": (rough(20), "of 0.8 BLEU"),
    "too few units that differ": (few_differing((5, 5)), ONLY_FIVE),
    "too few units that differ under one metric": (
        few_differing((5, 90)),
        ONLY_FIVE.replace("new and old", "new and old under BLEU", 1),
    ),
    "all pairs that differ": (
        three((0.01, 0.01, 0.01)),
        "Under BLEU, all 3 pairs differ significantly; the systems fall into",
    ),
    "the first of metrics with different results": (
        OTHERWISE,
        "large and middle lead together under BLEU, significantly ahead of small.",
    ),
    "the second of metrics with different results": (
        OTHERWISE,
        "large scores best under NIST, but no other system differs significantly from it.",
    ),
    "a pair about which metrics contradict each other": (
        changed(TURNED, difference=-1.2, better="small"),
        "BLEU and NIST rank 1 of the 3 pairs differently, significantly under both.",
    ),
    "a pair that metrics rank differently without contradiction": (
        changed(TURNED, difference=-0.2),
        "BLEU and NIST rank 1 of the 3 pairs differently, but not significantly under both.",
    ),
    "the file of a saved report": (
        with_saved_report("good.json"),
        " and model (saved), in good.json, 33.29 [",
    ),
    "the system of a saved report": (with_saved_report(), "Under BLEU, model scores 32.51 "),
}


@pytest.mark.parametrize("case", SENTENCES)
def test_what_is_special_is_said(case: str) -> None:
    comparison, said = SENTENCES[case]
    assert any(said in sentence for sentence in made.changed(comparison).verdict)


@pytest.mark.parametrize(
    ("comparison", "words"),
    [
        (two_systems((0.4, 0.3), (0.001, -0.2)), "prefer"),  # decimals do not show it
        (two_systems((1.0, 0.4), (0.0, 0.05)), "prefer"),  # a metric without a difference
        (two_systems((0.01, 0.02), (1.0, -0.2)), "prefer different"),  # the headline said it
        (three((0.3, 0.3, 0.3)), "clusters"),
        # fewer segments than there are
        (of_pair(difference("new", "old", BLEU, 1.0, 0.06, needed=180)), "Detecting"),
        (few_differing((5, 90)), "Too few documents differ in score"),
    ],
)
def test_what_does_not_apply_is_not_said(comparison: Comparison, words: str) -> None:
    assert not any(words in sentence for sentence in made.changed(comparison).verdict)


def test_differing_segments_are_not_counted_where_only_some_have_scores() -> None:
    judged = replace(BLEU, note="Humans judged 100 of the 200 segments.")
    verdict = made.changed(two_systems(), metrics=(judged, NIST)).verdict
    assert verdict[1].startswith("Under BLEU, new scores 34.20 ")
    assert "segments differ" not in verdict[1]
    assert "segments differ" in verdict[2]

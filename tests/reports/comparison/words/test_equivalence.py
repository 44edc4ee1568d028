"""Equivalence and non-inferiority: what is said of them, and numbers of other programs."""

import re
from dataclasses import replace
from typing import Any

import pytest

import tallystick
from tallystick import OptionError
from tallystick.metrics import GivenScores
from tallystick.reports import Comparison, Difference, Equivalence, Interval, render
from tests.reports.comparison import made
from tests.reports.comparison.made import BLEU, difference

# What is said; the facts are made by hand


WITHIN = replace(BLEU, margin=0.5)


def within(pair: Difference, p: float) -> Difference:
    """Return a difference with a p-value of equivalence."""
    return replace(pair, equivalence=Equivalence(p / 2, p, p, p <= made.LEVEL))


def of_two(p_value: float, p_of_equivalence: float, baseline: str | None = None) -> Comparison:
    """Return a comparison of "new" and "old", 0.1 BLEU apart."""
    pair = within(difference("new", "old", BLEU, 0.1, p_value), p_of_equivalence)
    values = {"new": 33.1, "old": 33.0}
    comparison = made.of_systems(values, pair, baseline=baseline)
    return made.changed(comparison, metrics=(WITHIN,))


def of_three(*p_values: tuple[float, float], baseline: str | None = None) -> Comparison:
    """Return a comparison of A, B and C with p-values of differences and of equivalence."""
    pairs = (("A", "B"), ("A", "C"), ("B", "C"))
    differences = [
        within(difference(*pair, BLEU, 0.1, p), of_equivalence)
        for pair, (p, of_equivalence) in zip(pairs, p_values, strict=False)
    ]
    values = {"A": 33.2, "B": 33.1, "C": 33.0}
    comparison = made.of_systems(values, *differences, baseline=baseline)
    not_worse = {"A": 0.001, "B": 0.02, "C": 0.4}
    if baseline is not None:
        not_worse.pop(baseline)
    scores = tuple(
        replace(score, non_inferiority_p_value=not_worse.get(score.system))
        for score in comparison.scores
    )
    return made.changed(comparison, metrics=(WITHIN,), scores=scores)


def far_apart(comparison: Comparison) -> Comparison:
    """Return a comparison in which the last pair differs by more than the margin."""
    *others, last = comparison.differences
    last = replace(last, difference=1.1, interval=Interval(0.6, 1.6))
    return made.changed(comparison, differences=(*others, last))


EQUIVALENT = of_two(0.6, 0.01)
COUNTED = of_three((0.6, 0.01), (0.5, 0.3), (0.001, 0.9))
NONE = of_three((0.6, 0.2), (0.5, 0.3), (0.4, 0.9))


@pytest.mark.parametrize(
    ("comparison", "said"),
    [
        (EQUIVALENT, "new and old are equivalent within ±0.5 BLEU."),
        (EQUIVALENT, "Under BLEU, new and old are equivalent within ±0.5 (p = 0.01)."),
        (
            of_two(0.6, 0.2),
            "No significant difference between new and old; the set cannot exclude one of 0.5 "
            "BLEU.",
        ),
        (
            of_two(0.6, 0.2),
            "Under BLEU, the test set is too small to say whether new and old differ by 0.5 or "
            "more (p = 0.2).",
        ),
        (of_two(0.01, 0.03), "new is significantly better than old by 0.10 BLEU."),
        (
            of_two(0.01, 0.03),
            "Under BLEU, new and old differ significantly, but are equivalent within ±0.5 (p = "
            "0.03).",
        ),
        (
            of_two(0.01, 0.7),
            "Under BLEU, new and old differ significantly, and may differ by 0.5 or more (p = "
            "0.7).",
        ),
        (
            COUNTED,
            "Under BLEU, 1 of 3 pairs is equivalent within ±0.5 (A and B); for 2 pairs the test "
            "set is too small to say.",
        ),
        (
            far_apart(COUNTED),
            "Under BLEU, 1 of 3 pairs is equivalent within ±0.5 (A and B); for 1 pair the test set "
            "is too small to say; 1 pair differs by more.",
        ),
        (
            far_apart(of_two(0.01, 1.0)),
            "Under BLEU, new and old differ significantly, by more than 0.5.",
        ),
        (COUNTED, "Under BLEU, A and B are not worse than any other system by 0.5 or more."),
        (
            NONE,
            "Under BLEU, none of 3 pairs is equivalent within ±0.5; for 3 pairs the test set is "
            "too small to say.",
        ),
        (
            of_three((0.6, 0.01), (0.5, 0.3), baseline="A"),
            "Under BLEU, B is not worse than the baseline A by 0.5 or more.",
        ),
    ],
)
def test_the_verdict_says_what_is_known_of_a_margin(comparison: Comparison, said: str) -> None:
    verdict = made.changed(comparison).verdict
    assert said in verdict
    of_margins = [sentence for sentence in verdict[1:] if "0.5" in sentence]
    assert len(of_margins) == 1 + (comparison.differences[0].system == "A")


def test_without_margins_nothing_is_said() -> None:
    comparison = made.two_systems()
    assert "quivalen" not in " ".join((*comparison.verdict, comparison.methods))


def test_the_methods_say_how_equivalence_was_tested() -> None:
    assert (
        "Equivalence within ±0.5 BLEU was tested by two one-sided t-tests of each pair with the "
        "standard error of the intervals (Schuirmann, 1987), and corrected likewise."
    ) in made.changed(NONE).methods
    assert "Schuirmann" in render(of_two(0.6, 0.2), "bibtex")


def test_every_format_shows_the_tests() -> None:
    for format, said in (
        ("text", "0.01*"),
        ("markdown", r"0.01\*"),
        ("html", "equivalent within ±0.5"),
        ("latex", r"$p_{\pm0.5}$"),
    ):
        assert said in str(render(EQUIVALENT, format))
    assert Comparison.from_json(str(render(EQUIVALENT, "json"))) == EQUIVALENT
    # a table of pairs in LaTeX underlines equivalent ones
    shown = str(render(COUNTED, "latex"))
    assert shown.count(r"\underline{") == 1
    assert r"Underlined: equivalent within $\pm0.5$" in shown


# Numbers of other programs


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
    for pair in compared(SCORES).differences:
        assert pair.equivalence is not None
        shown = pair.equivalence.low_p_value, pair.equivalence.high_p_value
        assert shown == pytest.approx(ONE_SIDED[pair.system, pair.other], rel=1e-9)


def test_a_one_sided_p_value_within_a_standard_error_of_the_margin_is_that_of_scipy() -> None:
    _, pair, _ = compared(SCORES, margin=4.25).differences
    assert pair.equivalence is not None
    # scipy.stats.ttest_1samp(A - C, 4.25, alternative="less") of SciPy 1.17.1, where t is -0.29
    assert pair.equivalence.high_p_value == pytest.approx(0.38764830326079686, rel=1e-9)


def test_the_larger_p_value_is_corrected_as_those_of_differences() -> None:
    larger = [max(ONE_SIDED[pair]) for pair in ONE_SIDED]
    # Holm: the smallest of three times 3, then the maximum with twice the next
    by_holm = [3 * larger[0], 1.0, 1.0]
    expected = {"holm": by_holm, "max-t": by_holm, "none": larger}
    for correction, p_values in expected.items():
        comparison = compared(SCORES, correction=correction)
        equivalences = [pair.equivalence for pair in comparison.differences]
        assert [
            equivalence and equivalence.adjusted_p_value for equivalence in equivalences
        ] == pytest.approx(p_values)
        assert [equivalence and equivalence.equivalent for equivalence in equivalences] == [
            True,
            False,
            False,
        ]


@pytest.mark.parametrize(
    ("options", "p_values"),
    [
        # against B and C, whose larger p-values are corrected for three systems by Holm's method
        ({}, [3 * ONE_SIDED["A", "B"][0], 2 * ONE_SIDED["A", "B"][1], ONE_SIDED["A", "C"][1]]),
        # "B" minus "A" is at most -2: the mirror image of "A" minus "B" is 2 or more
        ({"baseline": "A"}, [None, 2 * ONE_SIDED["A", "B"][1], ONE_SIDED["A", "C"][1]]),
    ],
)
def test_a_system_is_not_inferior_if_no_other_one_or_the_baseline_is_better_by_the_margin(
    options: dict[str, Any], p_values: list[float | None]
) -> None:
    computed = [score.non_inferiority_p_value for score in compared(SCORES, **options).scores]
    assert computed == pytest.approx(p_values)


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
    assert [pair.equivalence for pair in comparison.differences] == [None]
    assert [score.non_inferiority_p_value for score in comparison.scores] == [None, None]


def test_a_metric_can_be_named_as_it_is_printed() -> None:
    texts = {"A": ["a b c d", "e f g h"] * 3, "B": ["a b c d", "e f g i"] * 3}
    comparison = tallystick.compare(
        systems=texts,
        references=texts["A"],
        metrics=["bleu:smooth=floor", "chrf"],
        margins={"BLEU": 1, "chrF2": 0.5},
    )
    assert [metric.margin for metric in comparison.metrics] == [1.0, 0.5]


@pytest.mark.parametrize(
    ("margins", "message"),
    [
        ({"bleu": -0.5}, "the margin of bleu is -0.5; expected a number above 0"),
        ({"bleu": 0}, "the margin of bleu is 0; expected a number above 0"),
        ({"bleu": float("nan")}, "the margin of bleu is nan; expected a number"),
        ({"bleu": "0.5"}, "the margin of bleu is '0.5'; expected a number"),
        ({"ter": 0.5}, "the margin of 'ter': 'ter' is not a metric of the comparison"),
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

"""What is said of systems that were tested for equivalence; the facts are made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tallystick.reports import Comparison, Difference, Equivalence, Interval, render
from tests.reports.comparison import made
from tests.reports.comparison.made import BLEU, difference

WITHIN = replace(BLEU, margin=0.5)


def within(one: Difference, p: float) -> Difference:
    """Return a difference with a p-value of equivalence."""
    return replace(one, equivalence=Equivalence(p / 2, p, p, p <= made.LEVEL))


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
        replace(one, non_inferiority_p_value=not_worse.get(one.system)) for one in comparison.scores
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
    of_margins = [one for one in verdict[1:] if "0.5" in one]
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

"""What is said of systems that were tested for equivalence; the facts are made by hand."""

from __future__ import annotations

from dataclasses import replace

from tallystick.reports import Comparison, Difference, Equivalence, render
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


def said_of_margins(comparison: Comparison) -> list[str]:
    """Return the sentences below the headline that name the margin."""
    return [said for said in comparison.verdict[1:] if "0.5" in said]


def test_two_equivalent_systems_are_called_so_in_the_headline() -> None:
    comparison = of_two(0.6, 0.01)
    assert comparison.verdict[0] == "new and old are equivalent within ±0.5 BLEU."
    assert said_of_margins(comparison) == [
        "Under BLEU, new and old are equivalent within ±0.5 (p = 0.01)."
    ]


def test_a_set_too_small_for_equivalence_is_called_so_in_the_headline() -> None:
    comparison = of_two(0.6, 0.2)
    assert comparison.verdict[0] == (
        "No significant difference between new and old; the set cannot exclude one of 0.5 BLEU."
    )
    assert said_of_margins(comparison) == [
        "Under BLEU, the test set is too small to say whether new and old differ by 0.5 or more "
        "(p = 0.2)."
    ]


def test_a_significant_difference_can_be_smaller_than_the_margin() -> None:
    comparison = of_two(0.01, 0.03)
    assert comparison.verdict[0] == "new is significantly better than old by 0.10 BLEU."
    assert said_of_margins(comparison) == [
        "Under BLEU, new and old differ significantly, but are equivalent within ±0.5 (p = 0.03)."
    ]


def test_a_significant_difference_may_be_as_large_as_the_margin() -> None:
    assert said_of_margins(of_two(0.01, 0.7)) == [
        "Under BLEU, new and old differ significantly, and may differ by 0.5 or more (p = 0.7)."
    ]


def test_pairs_of_several_systems_are_counted_and_named() -> None:
    comparison = of_three((0.6, 0.01), (0.5, 0.3), (0.001, 0.9))
    assert said_of_margins(comparison) == [
        "Under BLEU, 1 of 3 pairs is equivalent within ±0.5 (A and B); for 1 pair the test set is "
        "too small to say.",
        "Under BLEU, A and B are not worse than any other system by 0.5 or more.",
    ]


def test_no_equivalent_pair_is_said_so() -> None:
    comparison = of_three((0.6, 0.2), (0.5, 0.3), (0.4, 0.9))
    assert said_of_margins(comparison)[0] == (
        "Under BLEU, none of 3 pairs is equivalent within ±0.5; for 3 pairs the test set is too "
        "small to say."
    )


def test_with_a_baseline_systems_are_not_worse_than_it() -> None:
    comparison = of_three((0.6, 0.01), (0.5, 0.3), baseline="A")
    assert said_of_margins(comparison)[-1] == "Under BLEU, B is not worse than A by 0.5 or more."


def test_without_margins_nothing_is_said() -> None:
    comparison = made.two_systems()
    assert "quivalen" not in " ".join((*comparison.verdict, comparison.methods))


def test_the_methods_say_how_equivalence_was_tested() -> None:
    paragraph = of_three((0.6, 0.2), (0.5, 0.3), (0.4, 0.9)).methods
    assert (
        "Equivalence within ±0.5 BLEU was tested by two one-sided t-tests of each pair with the "
        "standard error of the intervals (Schuirmann, 1987), and corrected likewise." in paragraph
    )
    assert "Schuirmann" in render(of_two(0.6, 0.2), "bibtex")


def test_every_format_shows_the_tests() -> None:
    comparison = of_two(0.6, 0.01)
    assert "0.01*" in str(render(comparison, "text"))
    assert r"0.01\*" in str(render(comparison, "markdown"))
    assert "equivalent within ±0.5" in str(render(comparison, "html"))
    assert r"$p_{\pm0.5}$" in str(render(comparison, "latex"))
    assert Comparison.from_json(str(render(comparison, "json"))) == comparison


def test_a_table_of_pairs_in_latex_underlines_equivalent_ones() -> None:
    shown = str(render(of_three((0.6, 0.01), (0.5, 0.3), (0.001, 0.9)), "latex"))
    assert shown.count(r"\underline{") == 1
    assert r"Underlined: equivalent within $\pm0.5$" in shown

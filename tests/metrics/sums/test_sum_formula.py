"""Formulas as data, compared with what pages read."""

from tallystick.metrics import SumFormula, mean_of_segments, ratio_of_sums


def test_a_mean_divides_the_scores_by_the_segments() -> None:
    assert mean_of_segments(100).options == {
        "numerator": ("segment_scores",),
        "denominator": ("segments",),
        "factor": 100,
        "empty": "one",
    }


def test_a_quotient_has_the_factor_1_if_none_is_given() -> None:
    assert ratio_of_sums(("matches",), ("ngrams",)).options["factor"] == 1
    assert mean_of_segments().options["factor"] == 1


def test_a_quotient_reads_each_of_its_columns_once() -> None:
    # Jaccard, say: the matches are above and below the line
    formula = ratio_of_sums(("matches",), ("matches", "others"), empty="undefined")
    assert (formula.name, formula.columns) == ("ratio", ("matches", "others"))
    assert formula.options["empty"] == "undefined"


def test_a_formula_needs_no_options() -> None:
    assert SumFormula("chrf", ("matches",)).options == {}

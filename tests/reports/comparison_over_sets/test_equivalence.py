"""Tests of equivalence of mean scores over sets, by numbers of SciPy and by simulation."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from tallystick import compare_sets
from tallystick.metrics import GivenScores
from tallystick.reports import ComparisonOverSets, Table, render
from tests.reports.comparison_over_sets.sets import with_scores

Scores = Mapping[str, Sequence[float]]

NEWS = {"A": [71.0, 64.5, 80.0, 55.5, 90.0, 62.0], "B": [70.0, 66.0, 78.5, 56.0, 88.0, 61.0]}
TALKS = {"A": [47.5, 77.0, 68.5, 83.0], "B": [49.0, 75.5, 69.0, 82.0]}
OVER_SETS = 0.0003285170767501624, 0.0027511538303184617
"""P-values within ±2, `scipy.stats.t.sf((2 ± mean) / error, degrees)` of SciPy 1.17.1.

The mean is that of the mean differences on the sets, the error the root of the sum of the squared
standard errors of these, over 2, and the degrees are 8, those of both sets, which Welch's exceed.
"""
ON_SETS = {"news": 0.023282761274017332, "talks": 0.03616708566501557}
"""The larger p-value on each set, `scipy.stats.ttest_1samp` of SciPy 1.17.1."""


def compared(
    sets: Mapping[str, Scores], margin: float = 2.0, baseline: str | None = None
) -> ComparisonOverSets:
    """Compare systems by given scores, whose score on a set is their mean."""
    return compare_sets(
        sets={name: with_scores(scores) for name, scores in sets.items()},
        metrics=[GivenScores("da")],
        margins={"da": margin},
        baseline=baseline,
        resamples=20,
    )


@pytest.fixture(scope="module")
def report() -> ComparisonOverSets:
    return compared({"news": NEWS, "talks": TALKS})


def test_one_sided_p_values_are_those_of_scipy(report: ComparisonOverSets) -> None:
    [pair] = report.differences
    assert pair.equivalence is not None
    p_values = pair.equivalence.low_p_value, pair.equivalence.high_p_value
    assert p_values == pytest.approx(OVER_SETS, rel=1e-9)
    assert pair.equivalence.adjusted_p_value == max(p_values)
    # against the other system being better by 2; the larger of two is corrected by Holm's method
    not_worse = [score.non_inferiority_p_value for score in report.scores]
    assert not_worse == pytest.approx([2 * OVER_SETS[0], OVER_SETS[1]], rel=1e-9)
    with_baseline = compared({"news": NEWS, "talks": TALKS}, baseline="A")
    not_worse = [score.non_inferiority_p_value for score in with_baseline.scores]
    assert not_worse == [None, pytest.approx(OVER_SETS[1], rel=1e-9)]
    for test_set in report.sets:
        alone = test_set.comparison.differences[0].equivalence
        assert alone is not None
        assert max(alone.low_p_value, alone.high_p_value) == pytest.approx(ON_SETS[test_set.name])


def test_sets_are_named_after_a_correction_for_all_sets(report: ComparisonOverSets) -> None:
    # twice the smaller p-value is 0.047, which the other one becomes, too
    assert report.differences[0].equivalent_on == ("news", "talks")
    unlike = {"A": TALKS["A"], "B": [score - 3 for score in TALKS["B"]]}
    [pair] = compared({"news": NEWS, "talks": unlike, "chat": NEWS}).differences
    assert pair.equivalent_on == ()  # three times 0.023 is 0.07


def test_headline_verdict_table_notes_and_methods_name_the_means(
    report: ComparisonOverSets,
) -> None:
    assert report.verdict[:2] == (
        "A and B are equivalent within ±2 da over 2 test sets.",
        "Under mean da over 2 test sets, A and B are equivalent within ±2 (p = 0.0028).",
    )
    tables = [block for block in report.document() if isinstance(block, Table)]
    [pairs] = [table for table in tables if table.title == "Mean da: all pairs"]
    row = dict(zip((column.title for column in pairs.columns), pairs.rows[0], strict=True))
    assert (row["p within ±2"], row["equivalent on"]) == ("0.0028*", "news, talks")
    assert "p within ±2: of two one-sided tests" in " ".join(pairs.notes)
    assert any(note.startswith("Equivalence is that of the mean scores") for note in report.notes)
    assert "Equivalence of mean scores within ±2 da was tested" in report.methods
    assert r"$p_{\pm2}$" in str(render(report, "latex"))


def test_sets_that_are_too_small_are_said_to_be() -> None:
    headline, further, *_ = compared({"news": NEWS, "talks": TALKS}, margin=0.5).verdict
    assert headline == (
        "A and B do not differ significantly, but a difference of 0.5 da is not excluded over 2 "
        "test sets."
    )
    assert "the test sets are too small to say whether A and B differ by 0.5 or more" in further


TRIALS, LEVEL = 400, 0.05


@pytest.mark.thorough
def test_a_mean_difference_as_large_as_the_margin_is_called_equivalent_at_the_level() -> None:
    generator = np.random.default_rng(20261128)

    def on_set(segments: int, loss: float, spread: float) -> Scores:
        scores = generator.normal(50, 10, segments)
        other = scores - loss + generator.normal(0, spread, segments)
        return {"A": scores.tolist(), "B": other.tolist()}

    called = 0
    for _ in range(TRIALS):
        sets = {"news": on_set(30, 1.0, 1.5), "talks": on_set(50, 2.0, 3.0)}
        equivalence = compared(sets, margin=1.5).differences[0].equivalence
        called += equivalence is not None and equivalence.equivalent
    # three standard deviations of a binomial share
    assert called / TRIALS == pytest.approx(LEVEL, abs=3 * (LEVEL * (1 - LEVEL) / TRIALS) ** 0.5)

"""Systems compared over several test sets."""

import math
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick import OptionError
from tallystick.metrics import Bleu, Compared, GivenScores, Settings, bootstrap_scores
from tests.metrics.resampling.functions import (
    OneSet,
    compare_over_sets,
    intervals_of_other_sets,
    intervals_over_sets,
    quantile,
    swaps,
    two_sided_p_value,
)

MEAN = GivenScores("da")


def rows(scores: Any) -> NDArray[np.float64]:
    """Return the statistics of segment scores: their sum and number."""
    return np.array([[score, 1.0] for score in scores])


def compared(*sets: Any, **settings: Any) -> Compared:
    return compare_over_sets(
        {
            str(number): OneSet(MEAN, [rows(scores) for scores in each])
            for number, each in enumerate(sets)
        },
        Settings(**settings),
    )


FIRST = ((3, 5, 2, 4), (1, 4, 3, 2))
SECOND = ((7, 6, 9), (7, 5, 5))


def test_the_score_is_the_mean_of_the_scores_on_the_sets() -> None:
    result = compared(FIRST, SECOND, resamples=50)
    # by hand: (14/4 + 22/3) / 2 and (10/4 + 17/3) / 2
    assert result.scores.tolist() == pytest.approx([65 / 12, 49 / 12], abs=1e-12)
    assert result.differences.tolist() == pytest.approx([4 / 3], abs=1e-12)


def degrees_of(*of_sets: tuple[Fraction, int]) -> tuple[float, float]:
    """Return the variance of a mean over sets and its degrees, in fractions.

    `of_sets` are the variance of the score on each set and its degrees. Welch, Biometrika 34, 1947,
    as Stata's `ttest, welch` computes them, and not more than those of all sets.
    """
    total = sum((variance for variance, _ in of_sets), Fraction(0))
    degrees = total**2 / sum(variance**2 / (own + 2) for variance, own in of_sets) - 2
    return float(total / len(of_sets) ** 2), min(float(degrees), sum(own for _, own in of_sets))


def test_intervals_are_those_of_students_t_with_welchs_degrees() -> None:
    result = compared(FIRST, SECOND, resamples=40)
    # by hand, s^2 / n: of 3, 5, 2, 4 (5/3) / 4, of 7, 6, 9 (7/3) / 3
    variance, degrees = degrees_of((Fraction(5, 12), 3), (Fraction(7, 9), 2))
    error = math.sqrt(variance)
    assert result.standard_errors[0] == pytest.approx(error)
    reach = quantile(0.975, degrees) * error
    assert result.bounds[:, 0] == pytest.approx([65 / 12 - reach, 65 / 12 + reach])
    # the gains are 2, 1, -1, 2 with s^2 = 2, and 0, 1, 4 with s^2 = 13/3, of which two differ
    variance, degrees = degrees_of((Fraction(2, 4), 3), (Fraction(13, 9), 1))
    reach = quantile(0.975, degrees) * math.sqrt(variance)
    assert result.difference_bounds[:, 0] == pytest.approx([4 / 3 - reach, 4 / 3 + reach])


def test_intervals_of_scores_stay_within_the_range_of_the_metric() -> None:
    metric = Bleu()
    rows = np.array([[4.0, 4, 4, 3, 2, 1, 4, 3, 2, 1], [4.0, 4, 3, 1, 0, 0, 4, 3, 2, 1]])
    sets = {name: OneSet(metric, [rows, rows]) for name in "ab"}
    bounds = compare_over_sets(sets, Settings(resamples=9)).bounds
    assert bounds.min() == 0
    assert bounds.max() == 100


def test_a_set_with_a_single_unit_leaves_no_interval() -> None:
    result = compared(FIRST, ((7,), (5,)), resamples=40)
    assert np.isnan(result.bounds).all()
    assert np.isnan(result.difference_bounds).all()
    assert result.p_values.tolist() == pytest.approx([1.0], abs=0.9)


def test_a_set_with_a_single_unit_is_refused_by_the_bootstrap() -> None:
    with pytest.raises(OptionError, match="a single segment or document, as on the test set 1;"):
        compared(FIRST, ((7,), (5,)), resamples=40, test="bootstrap")


def test_the_bootstrap_rescales_the_differences_of_each_set() -> None:
    close = ((7, 6, 9), (7, 5, 9.5))
    result = compared(FIRST, close, resamples=99, test="bootstrap", correction="none")
    draws: dict[str, Any] = {"resamples": 99, "seed": Settings().seed}
    deviations = np.zeros(99)
    for number, of_set in enumerate((FIRST, close)):
        of_systems = [rows(scores) for scores in of_set]
        scores = bootstrap_scores(MEAN, of_systems, purpose=f"da over sets: {number}", **draws)
        differences, units = scores[:, 0] - scores[:, 1], len(of_set[0])
        deviations += (differences - differences.mean()) * math.sqrt(units / (units - 1)) / 2
    # by hand: ((14 - 10) / 4 + (22 - 21.5) / 3) / 2
    share = (sum(abs(deviations) >= 7 / 12 - 1e-9) + 1) / 100
    # the gains are 2, 1, -1, 2 with s^2 = 2, and 0, 1, -1/2 with s^2 = 7/12, of which two differ
    _, degrees = degrees_of((Fraction(2, 4), 3), (Fraction(7, 36), 1))
    p_values = [
        two_sided_p_value(NormalDist().inv_cdf(p_value / 2), degrees) for p_value in (share, 0.01)
    ]
    assert result.p_values.tolist() == pytest.approx(p_values[:1])
    # six units differ: no p-value is below 2 / 2^6
    assert result.p_value_limits.tolist() == pytest.approx([max(p_values[1], 1 / 32)])


def small_sets(trials: int, **settings: Any) -> list[Compared]:
    """Compare two equal systems on ten sets of three segments."""
    generator = np.random.default_rng(7)
    return [
        compared(*generator.normal(size=(10, 2, 3)), seed=trial, **settings)
        for trial in range(trials)
    ]


@pytest.mark.thorough
def test_intervals_over_small_sets_cover_the_difference() -> None:
    bounds = np.array([drawn.difference_bounds[:, 0] for drawn in small_sets(400, resamples=1)])
    covered = int(((bounds[:, 0] < 0) & (bounds[:, 1] > 0)).sum())
    # by 95% intervals; from 369 on in 99% of binomial counts, with 90% in 4%
    assert covered >= 369


@pytest.mark.thorough
def test_the_bootstrap_keeps_its_level_over_small_sets() -> None:
    results = small_sets(300, resamples=199, test="bootstrap", correction="none")
    rejected = sum(drawn.p_values[0] <= 0.05 for drawn in results)
    assert 5 <= rejected <= 27  # 99.8% of binomial counts with 5%; with 12% there are 36


def test_ten_times_as_many_exchanges_are_drawn_as_many_pairs_need() -> None:
    generator = np.random.default_rng(4)
    result = compared(*(generator.random((14, 6)) for _ in range(2)))
    # 91 pairs at 5%: 1,819 exchanges have the smallest p-value 1/1,820, of which 91 are 5%
    assert result.resamples == 18_190


def test_no_p_value_is_below_what_exchanges_show() -> None:
    generator = np.random.default_rng(5)
    sets = [generator.normal([[1.0], [0.0]], size=(2, 200)) for _ in range(2)]
    result = compared(*sets, resamples=2000)
    assert result.p_values.tolist() == result.p_value_limits.tolist() == [1 / 2001]


def test_threads_change_nothing() -> None:
    generator = np.random.default_rng(3)
    sets = {name: OneSet(MEAN, [rows(generator.random(90)) for _ in range(4)]) for name in "ab"}
    alone, four = (compare_over_sets(sets, Settings(resamples=500), threads=n) for n in (1, 4))
    assert alone.p_values.tolist() == four.p_values.tolist()
    assert alone.bounds.tolist() == four.bounds.tolist()


def test_max_t_is_refused() -> None:
    with pytest.raises(OptionError, match="max-t is not available for several test sets"):
        compared(FIRST, SECOND, correction="max-t")


def test_exchanges_are_counted_by_the_mean_difference_over_sets() -> None:
    generator = np.random.default_rng(6)
    sets = [generator.random((2, 20)) for _ in range(2)]
    result = compared(*sets, resamples=60)
    observed = abs(sum(float(first.mean() - second.mean()) for first, second in sets))
    as_large = 0
    for resample in range(60):
        total = 0.0
        for number, (first, second) in enumerate(sets):
            [swap] = swaps(Settings().seed, f"da over sets: {number}", 20, resample, resample + 1)
            total += float(((first - second) * (1 - 2.0 * swap)).mean())
        as_large += abs(total) >= observed - 1e-12
    assert result.p_values[0] == pytest.approx((as_large + 1) / 61)


def test_intervals_without_each_set_are_those_over_the_others() -> None:
    sets = [
        OneSet(MEAN, [rows(scores) for scores in each]) for each in (FIRST, SECOND, FIRST[::-1])
    ]
    _, without_each = intervals_over_sets(sets, [(0, 1)], 0.9)
    assert len(without_each) == 3
    for number, intervals in enumerate(without_each):
        others = [of_set for place, of_set in enumerate(sets) if place != number]
        expected, _ = intervals_over_sets(others, [(0, 1)], 0.9)
        assert intervals.differences.tolist() == expected.differences.tolist()
        assert intervals.difference_bounds.tolist() == expected.difference_bounds.tolist()


def test_other_sets_are_inferred_by_students_paired_test() -> None:
    differences = np.array([[1.25], [-0.5], [2.0], [0.75], [3.5]])
    bounds, p_values = intervals_of_other_sets(differences, 0.95)
    # scipy.stats.ttest_1samp of SciPy 1.17.1, with its confidence_interval
    assert p_values.tolist() == pytest.approx([0.1027696330595994], rel=1e-9)
    expected = [-0.4442995079529537, 3.2442995079529533]
    assert bounds.ravel().tolist() == pytest.approx(expected, rel=1e-9)


def test_equal_and_undefined_differences_on_sets_are_not_significant() -> None:
    differences = np.array([[0.0, math.nan]] * 5)
    bounds, p_values = intervals_of_other_sets(differences, 0.95)
    assert bounds[:, 0].tolist() == [0.0, 0.0]
    assert p_values[0] == 1.0
    assert np.isnan([*bounds[:, 1], p_values[1]]).all()


def test_one_difference_on_all_sets_is_certain_of_other_sets() -> None:
    bounds, p_values = intervals_of_other_sets(np.array([[0.5]] * 4), 0.95)
    assert bounds.ravel().tolist() == [0.5, 0.5]
    assert p_values.tolist() == [0.0]  # of an infinite t


@pytest.mark.thorough
def test_the_test_of_other_sets_keeps_its_level() -> None:
    random = np.random.default_rng(1)
    # the systems are equal in the mean over all sets; each set differs, and so do its segments
    truth = random.normal(0, 1, (5, 20_000)) + random.normal(0, 0.5, (5, 20_000))
    _, p_values = intervals_of_other_sets(truth, 0.95)
    assert np.mean(p_values <= 0.05) == pytest.approx(0.05, abs=0.006)  # four standard errors

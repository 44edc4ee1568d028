"""Systems compared over several test sets."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick.errors import OptionError
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.resampling.bootstrap import bootstrap_scores, percentile_bounds
from tallystick.metrics.resampling.draws import swaps
from tallystick.metrics.resampling.over_sets import OneSet, OverSets, compare_over_sets
from tallystick.metrics.resampling.settings import Settings

MEAN = GivenScores("da")


def rows(scores: Any) -> NDArray[np.float64]:
    """Return the statistics of segment scores: their sum and number."""
    return np.array([[score, 1.0] for score in scores])


def compared(*sets: Any, **settings: Any) -> OverSets:
    return compare_over_sets(
        {
            str(number): OneSet(MEAN, [rows(one) for one in each])
            for number, each in enumerate(sets)
        },
        Settings(**settings),
    )


FIRST = ((3, 5, 2, 4), (1, 4, 3, 2))
SECOND = ((7, 6, 9), (7, 5, 5))


def test_the_score_is_the_mean_of_the_scores_on_the_sets() -> None:
    found = compared(FIRST, SECOND, resamples=50)
    # by hand: (14/4 + 22/3) / 2 and (10/4 + 17/3) / 2
    assert found.scores.tolist() == pytest.approx([65 / 12, 49 / 12], abs=1e-12)
    assert found.differences.tolist() == pytest.approx([4 / 3], abs=1e-12)


def exact_p_value() -> Fraction:
    """Enumerate all exchanges within the two sets, in fractions."""
    gains = [[Fraction(a - b, 2 * len(one)) for a, b in zip(one, other, strict=True)]
             for one, other in (FIRST, SECOND)]  # fmt: skip
    flat = gains[0] + gains[1]
    observed = abs(sum(flat, Fraction(0)))
    sums = [
        abs(sum((sign * gain for sign, gain in zip(signs, flat, strict=True)), Fraction(0)))
        for signs in product((1, -1), repeat=len(flat))
    ]
    return Fraction(sum(one >= observed for one in sums), len(sums))


def test_the_p_value_is_that_of_all_exchanges_within_the_sets() -> None:
    exact = float(exact_p_value())
    [p] = compared(FIRST, SECOND, resamples=20_000).p_values
    assert p == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 20_000))


def test_the_standard_error_of_a_difference_adds_up_over_the_sets() -> None:
    generator = np.random.default_rng(1)
    sets = [generator.normal(size=(2, size)) for size in (200, 500)]
    found = compared(*sets, resamples=20_000)
    # the mean of two independent means
    variance = sum((one[0] - one[1]).var() / one.shape[1] for one in sets) / 4
    half = np.diff(found.difference_bounds[:, 0])[0] / 2
    assert half == pytest.approx(1.96 * math.sqrt(variance), rel=0.03)


def mean_scores_of_resamples(resamples: int, *sets: Any) -> NDArray[np.float64]:
    """Return the means over sets of resampled scores, one set after the other."""
    draws: dict[str, Any] = {"resamples": resamples, "seed": Settings().seed}
    each = [
        bootstrap_scores(
            MEAN, [rows(one) for one in of_set], purpose=f"da over sets: {number}", **draws
        )
        for number, of_set in enumerate(sets)
    ]
    means: NDArray[np.float64] = np.mean(each, axis=0)
    return means


def test_intervals_are_those_of_the_mean_scores_with_the_degrees_of_all_sets() -> None:
    found = compared(FIRST, SECOND, resamples=40)
    means = mean_scores_of_resamples(40, FIRST, SECOND)
    assert found.standard_errors == pytest.approx([stdev(one) for one in means.T.tolist()])
    # 3 degrees of freedom of four segments and 2 of three are those of six units
    assert found.bounds == pytest.approx(percentile_bounds(means, 0.95, 6))
    differences = means[:, :1] - means[:, 1:]
    assert found.difference_bounds == pytest.approx(percentile_bounds(differences, 0.95, 6))


def test_the_bootstrap_counts_mean_differences_as_far_from_their_mean() -> None:
    close = ((7, 6, 9), (7, 5, 9))
    found = compared(FIRST, close, resamples=99, test="bootstrap", correction="none")
    differences = [one - other for one, other in mean_scores_of_resamples(99, FIRST, close)]
    # by hand: ((14 - 10) / 4 + (22 - 21) / 3) / 2
    far = sum(abs(one - fmean(differences)) >= 2 / 3 - 1e-9 for one in differences)
    assert found.p_values.tolist() == pytest.approx([(far + 1) / 100])
    # by hand: 5 of the 7 units differ
    assert found.p_value_limits.tolist() == [2 / 2**5]


def test_the_intervals_of_a_bootstrap_test_are_of_the_same_resamples() -> None:
    generator = np.random.default_rng(4)
    found = compared(*(generator.random((14, 5)) for _ in range(2)), test="bootstrap")
    assert (found.resamples, found.interval_resamples) == (18_190, 18_190)


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_few_systems_that_do_not_differ_are_found_different(test: Any) -> None:
    generator = np.random.default_rng(2)
    rejected = sum(
        compared(
            *(generator.normal(size=(2, size)) for size in (30, 60)),
            resamples=99, test=test, correction="none", seed=trial,
        ).p_values[0] <= 0.05
        for trial in range(400)
    )  # fmt: skip
    assert 7 <= rejected <= 36  # 99.9% of binomial counts with 400 trials and 5%


def test_a_copy_has_the_p_value_1() -> None:
    found = compared((FIRST[0], FIRST[0]), (SECOND[0], SECOND[0]), resamples=99)
    assert found.p_values.tolist() == [1.0]


def test_ten_times_as_many_exchanges_are_drawn_as_many_pairs_need() -> None:
    generator = np.random.default_rng(4)
    found = compared(*(generator.random((14, 20)) for _ in range(2)))
    # 91 pairs at 5%: 1,819 exchanges have the smallest p-value 1/1,820, of which 91 are 5%
    assert (found.resamples, found.interval_resamples) == (18_190, 10_000)


def test_a_difference_that_no_exchange_reaches_has_the_least_p_value_of_so_many() -> None:
    generator = np.random.default_rng(5)
    sets = [generator.normal([[1.0], [0.0]], size=(2, 200)) for _ in range(2)]
    found = compared(*sets, resamples=2000)
    assert found.p_values.tolist() == [1 / 2001]
    assert found.p_value_limits.tolist() == found.adjusted_p_values.tolist()


def test_threads_change_nothing() -> None:
    generator = np.random.default_rng(3)
    sets = {name: OneSet(MEAN, [rows(generator.random(90)) for _ in range(4)]) for name in "ab"}
    one, four = (compare_over_sets(sets, Settings(resamples=500), threads=n) for n in (1, 4))
    assert one.p_values.tolist() == four.p_values.tolist()
    assert one.bounds.tolist() == four.bounds.tolist()


def test_max_t_is_refused() -> None:
    with pytest.raises(OptionError, match="max-t is not available for several test sets"):
        compared(FIRST, SECOND, correction="max-t")


def test_exchanges_are_counted_by_the_mean_difference_over_sets() -> None:
    generator = np.random.default_rng(6)
    sets = [generator.random((2, 20)) for _ in range(2)]
    found = compared(*sets, resamples=60)
    observed = abs(sum(float(one.mean() - other.mean()) for one, other in sets))
    as_large = 0
    for resample in range(60):
        total = 0.0
        for number, (one, other) in enumerate(sets):
            [swap] = swaps(Settings().seed, f"da over sets: {number}", 20, resample, resample + 1)
            total += float(((one - other) * (1 - 2.0 * swap)).mean())
        as_large += abs(total) >= observed - 1e-12
    assert found.p_values[0] == pytest.approx((as_large + 1) / 61)

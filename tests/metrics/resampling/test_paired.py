"""All systems under one metric."""

import math
from statistics import fmean, variance
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tallystick import InputError, OptionError
from tallystick.metrics import (
    Bleu,
    Corpus,
    GivenScores,
    Settings,
    Wer,
    bootstrap_scores,
    compare_under,
    segments_as_units,
)
from tests.metrics.internals import HumanScores
from tests.metrics.resampling.functions import (
    difference_after,
    draw_counts,
    exchange_counts,
    near_level,
    quantile,
    random_rows,
    resamples_of_tests,
    scores_without_one_by_one,
    swaps,
    two_sided_p_value,
)

FAST = Settings(resamples=500)
MEAN = GivenScores("da")


def test_the_result_of_a_pair_does_not_change_when_a_system_is_added() -> None:
    rows = [[random_rows(seed, 200)] for seed in range(4)]
    for test in ("randomisation", "bootstrap"):
        settings = Settings(test=test, resamples=2000)
        two = compare_under(Bleu(), rows[:2], settings)
        four = compare_under(Bleu(), rows, settings, threads=2)
        assert four.pairs[0] == two.pairs[0] == (0, 1)
        assert four.p_values[0] == two.p_values[0]
        assert (four.difference_bounds[:, 0] == two.difference_bounds[:, 0]).all()
        assert (four.bounds[:, :2] == two.bounds).all()
        assert four.adjusted_p_values[0] >= two.adjusted_p_values[0]


def test_the_order_of_two_systems_changes_only_signs() -> None:
    rows = [[random_rows(1, 200)], [random_rows(2, 200, 0.5)]]
    for test in ("randomisation", "bootstrap"):
        settings = Settings(test=test, resamples=300)
        first = compare_under(Bleu(), rows, settings)
        second = compare_under(Bleu(), rows[::-1], settings)
        assert first.p_values == second.p_values
        assert first.differences == -second.differences
        assert first.difference_bounds[:, 0] == pytest.approx(-second.difference_bounds[::-1, 0])


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
@pytest.mark.parametrize("runs", [1, 2])
def test_a_copy_of_a_system_is_not_different(test: Any, runs: int) -> None:
    rows = [random_rows(seed, 100) for seed in range(runs)]
    compared = compare_under(Bleu(), [rows, rows], Settings(test=test, resamples=99))
    assert compared.p_values.tolist() == [1.0]
    assert compared.differences.tolist() == [0.0]


@pytest.mark.parametrize("unjudged", [0, 96])
def test_units_without_anything_to_score_change_no_interval(unjudged: int) -> None:
    systems = [[(1, 1), (2, 1), (3, 1), (4, 1)], [(2, 1), (3, 1), (5, 1), (3, 1)]]
    rows = [np.array(of_system + [(0, 0)] * unjudged, np.float64) for of_system in systems]
    compared = compare_under(HumanScores("da"), [[of_system] for of_system in rows], Settings())
    # scipy.stats.t.interval(0.95, 3, mean, sem) of SciPy 1.17.1 for 1 to 4, and for differences
    assert compared.bounds[:, 0] == pytest.approx([0.4457397432, 4.5542602568])
    assert compared.difference_bounds[:, 0] == pytest.approx([-2.7522452253, 1.2522452253])


@pytest.mark.parametrize(
    # by hand: 66 pairs need 66 / 0.05 - 1 = 1,319 resamples, of which ten times as many are drawn
    ("given_number", "baseline", "resamples"),
    [(None, None, 13_190), (None, 2, 10_000), (100, None, 100)],
)
def test_as_many_resamples_are_drawn_as_significance_needs(
    given_number: int | None, baseline: int | None, resamples: int
) -> None:
    rows = [[random_rows(seed, 6)] for seed in range(12)]
    result = compare_under(Bleu(), rows, Settings(resamples=given_number), baseline=baseline)
    assert result.resamples == resamples


@pytest.mark.parametrize("correction", ["holm", "benjamini-hochberg", "max-t", "none"])
@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_p_values_without_an_extreme_resample_equal_their_limit(test: Any, correction: Any) -> None:
    rows = [[random_rows(seed, 60, quality)] for seed, quality in enumerate([0.9, 0.85, 0.2])]
    settings = Settings(test=test, resamples=99, correction=correction)
    result = compare_under(Bleu(), rows, settings)
    assert (result.adjusted_p_values == result.p_value_limits).tolist() == [False, True, True]
    # by hand: Holm's largest factor is 3; the second of three under Benjamini and Hochberg has 3/2
    limit = {"holm": 0.03, "benjamini-hochberg": 0.015}.get(correction, 0.01)
    assert result.p_values[1:].tolist() == [0.01, 0.01]
    largest = 0.03 if correction == "holm" else 0.01
    assert result.p_value_limits.tolist() == pytest.approx([largest, limit, limit])


def test_the_limit_of_an_exact_p_value_is_that_of_the_units_that_differ() -> None:
    first = random_rows(1, 40)
    for differing in (2, 5, 6):
        second = first.copy()
        second[:differing] = random_rows(2, differing, 0.1)
        settings = Settings(resamples=500)
        result = compare_under(Bleu(), [[first], [second]], settings)
        assert result.exact.all()
        # two of all exchanges of the units that differ, none and all, are always as large
        assert result.p_value_limits.tolist() == [2 / 2**differing]
        # of three pairs with p-values of 1, the smallest would be multiplied by 3
        with_copies = compare_under(
            Bleu(), [[first], [first], [first], [second]], settings, baseline=0
        )
        assert with_copies.p_value_limits[2] == min(1, 3 * 2 / 2**differing)


def test_max_t_is_the_naive_step_down_procedure() -> None:
    # Westfall and Young 1993, algorithm 2.8, exchange by exchange
    systems = [random_rows(seed, 40, quality) for seed, quality in enumerate([0.6, 0.5, 0.55])]
    settings = Settings(resamples=300, correction="max-t", seed=5)
    result = compare_under(Bleu(), [[rows] for rows in systems], settings)
    drawn = [
        [abs(difference_after(systems[i], systems[j], swap)) for i, j in result.pairs]
        for swap in swaps(5, "bleu", 40, 0, result.resamples)
    ]
    # every arrangement, the observed one included, is divided by the same root mean square
    observed = np.abs(result.differences)
    scales = [
        math.sqrt(sum(sizes[pair] ** 2 for sizes in [*drawn, observed.tolist()]) / (len(drawn) + 1))
        for pair in range(3)
    ]
    relative = observed / scales
    falling = sorted(range(3), key=lambda pair: -relative[pair])
    counts = np.zeros(3)
    for sizes in drawn:
        for rank, pair in enumerate(falling):
            largest_size = max(sizes[later] / scales[later] for later in falling[rank:])
            counts[pair] += largest_size >= relative[pair] - 1e-9
    expected = np.zeros(3)
    largest = 0.0
    for pair in falling:
        largest = max(largest, (counts[pair] + 1) / (result.resamples + 1))
        expected[pair] = largest
    assert result.adjusted_p_values == pytest.approx(expected)


def test_max_t_is_refused_where_there_are_several_runs() -> None:
    rows = random_rows(1, 30)
    with pytest.raises(OptionError, match=r"max-t .* choose holm"):
        compare_under(Bleu(), [[rows, rows], [rows]], Settings(correction="max-t"))


def test_the_requested_test_is_the_one_made() -> None:
    rows = [[random_rows(1, 100, 0.6)], [random_rows(2, 100, 0.62)]]
    results = {
        test: compare_under(Bleu(), rows, Settings(test=test, resamples=999))
        for test in ("randomisation", "bootstrap")
    }
    # docs/significance-tests.md
    assert results["randomisation"].method == "approximate randomisation"
    assert results["bootstrap"].method == "centred bootstrap"
    # both by their definitions, from the same draws
    first, second = rows[0][0], rows[1][0]
    [count] = exchange_counts(
        Bleu(), [first, second], [(0, 1)], resamples=999, seed=1, purpose="bleu"
    )
    assert results["randomisation"].p_values.tolist() == [(count + 1) / 1000]
    scores = bootstrap_scores(Bleu(), [first, second], resamples=999, seed=1, purpose="bleu")
    drawn = scores[:, 0] - scores[:, 1]
    far = (np.abs(drawn - drawn.mean()) >= abs(results["bootstrap"].differences[0])).sum()
    assert results["bootstrap"].p_values.tolist() == [(far + 1) / 1000]
    assert results["bootstrap"].p_values != results["randomisation"].p_values


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
@pytest.mark.parametrize(
    # SciPy 1.17.1, t.ppf(0.975, n - 1) and t.ppf(0.95, n - 1)
    ("units", "t", "one_sided_t"),
    [
        (2, 12.706204736174694, 6.313751514675038),
        (5, 2.7764451051977987, 2.13184678133629),
        (10, 2.2621571628540993, 1.8331129326562368),
        (60, 2.0009953780882688, 1.6710930321038957),
    ],
)
def test_intervals_are_students_with_the_jackknifes_errors(
    test: Any, units: int, t: float, one_sided_t: float
) -> None:
    rows = [random_rows(1, units), random_rows(2, units)]
    result = compare_under(
        Bleu(), [[of_system] for of_system in rows], Settings(test=test, resamples=20)
    )
    first, second = (scores_without_one_by_one(each) for each in rows)
    score, difference = result.scores[0], result.differences[0]
    for centre, without, bounds in (
        (score, first, result.bounds[:, 0]),
        (difference, np.subtract(first, second).tolist(), result.difference_bounds[:, 0]),
    ):
        error = math.sqrt((units - 1) ** 2 / units * variance(without))
        expected = np.array([centre - t * error, centre + t * error])
        # no BLEU is below 0 or above 100
        expected = expected.clip(0, 100) if centre == score else expected
        assert bounds == pytest.approx(expected)
    reach = one_sided_t * error
    assert result.one_sided_bounds[:, 0] == pytest.approx([difference - reach, difference + reach])


@pytest.mark.parametrize(("metric", "high"), [(Bleu(), 100), (Wer(), None)])
def test_intervals_of_differences_end_at_the_width_of_a_scale_with_two_ends(
    metric: Any, high: float | None
) -> None:
    references = ["a b c d e", "f g h i j"]
    rows = []
    for outputs in ([references[0], "x"], ["x", references[1]]):
        corpus = Corpus.from_segments(hypotheses=outputs, references=references)
        rows.append([segments_as_units(2).sums(metric.statistics(corpus).rows)])
    result = compare_under(metric, rows, Settings(resamples=20))
    for bounds in (result.difference_bounds[:, 0], result.one_sided_bounds[:, 0]):
        assert -bounds[0] == bounds[1]
        assert bounds[1] > 100 if high is None else bounds[1] == high


def test_units_that_do_not_differ_give_no_degrees_of_freedom() -> None:
    first = random_rows(1, 100)
    for differing, t in ((5, 2.7764451051977987), (1, 12.706204736174694)):
        second = first.copy()
        second[:differing] = random_rows(2, differing, 0.2)
        result = compare_under(Bleu(), [[first], [second]], FAST)
        half = t * result.difference_errors[0]
        difference = result.differences[0]
        assert result.difference_bounds[:, 0] == pytest.approx(
            [difference - half, difference + half]
        )
        # as no test of so few units can be significant, the interval contains 0
        assert result.difference_bounds[0, 0] < 0 < result.difference_bounds[1, 0]


def test_a_score_that_depends_on_a_single_unit_has_a_wide_interval() -> None:
    # without the one segment with a 4-gram that matches, BLEU is 0 under smooth=none
    rows = np.tile([20.0, 20, 12, 8, 5, 0, 20, 19, 18, 17], (30, 1))
    rows[0, 5] = 1
    result = compare_under(Bleu(smooth="none"), [[rows]], FAST)
    # by hand: 29 of 30 scores without a unit are about the whole score, one is 0
    assert result.standard_errors[0] == pytest.approx(result.scores[0], rel=0.05)
    assert result.bounds[0, 0] == 0
    assert result.bounds[1, 0] == pytest.approx(
        result.scores[0] + 2.04523 * result.standard_errors[0]
    )


def test_a_score_that_is_not_defined_without_a_unit_has_no_interval() -> None:
    rows = error_rates([3, None, None], [1, None, None], [2, 4, 1])
    result = compare_under(UNDEFINED, rows, Settings(resamples=50))
    assert result.scores.tolist() == pytest.approx([30, 10, 70 / 3])
    assert np.isnan(result.bounds).tolist() == [[True, True, False]] * 2
    assert np.isnan(result.difference_bounds).all()


def test_one_unit_has_no_interval() -> None:
    first, second = random_rows(1, 1), random_rows(2, 1)
    for runs in ([[first], [second]], [[first, second], [second]]):
        single = compare_under(Bleu(), runs, FAST)
        assert np.isnan(single.bounds).all()
        assert np.isnan(single.difference_bounds).all()
        assert np.isnan(single.one_sided_bounds).all()


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_no_p_value_is_below_the_least_of_exchanging_units(test: Any) -> None:
    first, second = random_rows(1, 4, 0.9), random_rows(2, 4, 0.2)
    result = compare_under(Bleu(), [[first], [second]], Settings(test=test))
    assert result.differing_units.tolist() == [4]
    assert result.p_values[0] >= 0.125
    with_runs = compare_under(Bleu(), [[first[:1], first[:1]], [second[:1]]], FAST)
    assert with_runs.p_values[0] == 1


def test_without_systems_there_is_nothing_to_compare() -> None:
    with pytest.raises(InputError, match="no system"):
        compare_under(Bleu(), [], FAST)
    with pytest.raises(InputError, match="without a run"):
        compare_under(Bleu(), [[]], FAST)


def given(*of_systems: Any) -> list[list[Any]]:
    """Statistics of one run of each system: the score of every unit."""
    return [[np.array([[score, 1.0] for score in scores])] for scores in of_systems]


UNDEFINED = Wer(dialect="empty_references=undefined")


def error_rates(*of_systems: Any) -> list[list[Any]]:
    """Statistics of systems with so many errors in 10 words, or None without any word."""
    none = [0.0] * 4
    return [
        [np.array([none if count is None else [count, 0.0, 0.0, 10.0 - count] for count in errors])]
        for errors in of_systems
    ]


@pytest.mark.parametrize(
    # by hand: two standard errors, p sqrt((1 - p) / 400), are 0.00444 of 0.0455 and 0.00454 of
    # 0.0465; of a count of 1, they are 1.98 p; of a count of 10, 0.63 p
    ("p_value", "adjusted", "exact", "resamples", "correction", "near"),
    [
        (0.0465, 0.0465, False, 10_000, "none", True),
        (0.0455, 0.0455, False, 10_000, "none", False),
        (0.0465, 0.0465, True, 10_000, "none", False),
        (0.0465, 0.0465, False, 0, "none", False),
        (0.0192, 0.0192, False, 50, "none", True),
        (0.001, 0.0455, False, 10_000, "holm", True),
        (0.001, 0.0455, False, 10_000, "max-t", False),
    ],
)
def test_a_p_value_within_two_standard_errors_is_near_the_level(
    p_value: float, adjusted: float, exact: bool, resamples: int, correction: Any, near: bool
) -> None:
    compared: Any = SimpleNamespace(
        resamples=resamples,
        p_values=np.array([p_value]),
        adjusted_p_values=np.array([adjusted]),
        exact=np.array([exact]),
    )
    assert near_level(compared, Settings(correction=correction)).tolist() == [near]


@pytest.mark.parametrize(
    # by hand: 190 pairs at 5% need 3,799 resamples, 1,950 at 2.5% need 77,999
    ("test", "pairs", "level", "resamples"),
    [
        ("bootstrap", 66, 0.05, 13_190),
        ("randomisation", 190, 0.05, 25_000),
        ("bootstrap", 190, 0.05, 37_990),
        ("randomisation", 1_950, 0.025, 77_999),
    ],
)
def test_no_more_exchanges_are_drawn_than_large_p_values_need(
    test: Any, pairs: int, level: float, resamples: int
) -> None:
    settings = Settings(test=test, significance_level=level)
    assert resamples_of_tests(settings, 10_000, pairs) == resamples


def runs_of_means(units: int) -> list[list[Any]]:
    generator = np.random.default_rng(1)
    return [[given(generator.random(units).tolist())[0][0] for _ in range(2)] for _ in range(2)]


OF_BLEU = [[(1, 0.60), (2, 0.57), (3, 0.58)], [(4, 0.55), (5, 0.59)]]


@pytest.mark.parametrize(
    ("metric", "runs"),
    [
        (MEAN, runs_of_means(2)),
        (MEAN, runs_of_means(3)),
        (Bleu(), [[random_rows(seed, 300, quality) for seed, quality in each] for each in OF_BLEU]),
    ],
)
def test_intervals_over_runs_are_students_with_the_errors_and_degrees_added(
    metric: Any, runs: list[list[Any]]
) -> None:
    result, units = compare_under(metric, runs, FAST), len(runs[0][0])
    scale = (units - 1) ** 2 / units
    scores = [[float(metric.formula(rows.sum(axis=0))) for rows in of_system] for of_system in runs]
    without = [
        np.array([scores_without_one_by_one(rows, metric) for rows in of_system])
        for of_system in runs
    ]
    of_runs = []
    for of_system, without_each in zip(scores, without, strict=True):
        # of three runs, the part of their variance that the choice of segments explains is not
        # counted again; of two, nothing is subtracted
        number, own = len(of_system), without_each - without_each.mean(axis=0)
        known = sum(scale * np.var(run, ddof=1) for run in own) / (number - 1) * (number > 2)
        estimated = variance(of_system)
        assert bool(known) == (number > 2)
        of_runs.append(((estimated - known) / number, estimated / number, number - 1))
    means = [fmean(of_system) for of_system in scores]
    first, second = (each.mean(axis=0) for each in without)
    for centre, without_each, parts, error, bounds in (
        (means[0], first, of_runs[:1], result.standard_errors[0], result.bounds[:, 0]),
        (
            means[0] - means[1],
            first - second,
            of_runs,
            result.difference_errors[0],
            result.difference_bounds[:, 0],
        ),
    ):
        of_units = scale * np.var(without_each, ddof=1)
        total = of_units + sum(part for part, _, _ in parts)
        # one degree of freedom less than units, and than runs; Welch 1947
        squares = [of_units**2 / (units - 1), *(part**2 / own for _, part, own in parts)]
        degrees = total**2 / sum(squares)
        reach = quantile(0.975, degrees) * math.sqrt(total)
        assert error == pytest.approx(math.sqrt(total))
        assert bounds == pytest.approx([centre - reach, centre + reach])
    assert result.difference_degrees[0] == pytest.approx(degrees)
    p_value = two_sided_p_value(centre / error, degrees)
    assert result.p_values[0] == pytest.approx(max(p_value, 2 / 2.0**units))
    assert result.method == "two-level test"
    assert result.scores.tolist() == pytest.approx(means)


def test_a_difference_of_exactly_1_can_be_significant_over_runs() -> None:
    better, worse = given([3.0, 2.0] * 10, [2.0, 1.0] * 10)
    result = compare_under(MEAN, [better * 2, worse * 2], FAST)
    assert result.differences.tolist() == [1.0]
    assert result.p_values[0] < 0.01


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_the_arrays_of_a_single_system_are_empty_and_of_their_types(test: Any) -> None:
    result = compare_under(MEAN, given([3.0, 2.0]), Settings(test=test, resamples=9))
    kinds = (result.exact.dtype, result.differing_units.dtype, result.p_values.dtype)
    assert [str(kind) for kind in kinds] == ["bool", "int64", "float64"]
    assert len(result.exact) == 0


def test_a_test_by_resamples_is_never_exact() -> None:
    rows = [random_rows(seed, 30) for seed in (1, 2)]
    settings = Settings(test="bootstrap", resamples=9, significance_level=0.5)
    of_bootstrap = compare_under(Bleu(), [[of_system] for of_system in rows], settings)
    over_runs = compare_under(Bleu(), [[of_system, of_system] for of_system in rows], FAST)
    for result in (of_bootstrap, over_runs):
        assert str(result.exact.tolist()) == "[False]"


def test_max_t_counts_resamples_in_which_another_pair_has_no_score() -> None:
    rows = error_rates([9] * 12, [1] * 12, [5, 5, *[None] * 10])
    settings = Settings(test="bootstrap", correction="max-t", resamples=200)
    result = compare_under(UNDEFINED, rows, settings)
    undefined = sum(int(counts[:2].sum() == 0) for counts in draw_counts(1, "wer", 12, 0, 200))
    assert 0 < undefined < 100
    assert result.adjusted_p_values[0] == pytest.approx((undefined + 1) / 201)


def test_exact_and_sampled_p_values_stand_side_by_side() -> None:
    first, second = random_rows(1, 60), random_rows(2, 60)
    close = first.copy()
    close[:3] = second[:3]
    result = compare_under(Bleu(), [[first], [close], [second]], Settings(resamples=99))
    assert result.exact.tolist() == [True, False, False]
    assert not np.isnan(result.p_values).any()

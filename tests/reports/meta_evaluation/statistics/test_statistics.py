"""Agreement with humans: recorded runs of mt-metrics-eval, exact enumerations, SciPy."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tallystick.metrics.resampling.correction import stepped_down
from tallystick.reports.comparison.facts.scores_and_differences import average_ranks
from tallystick.reports.meta_evaluation.agreement.segment_level import calibrated
from tallystick.reports.meta_evaluation.agreement.sensitivity import f_ratios
from tallystick.reports.meta_evaluation.settings import Draws
from tallystick.reports.meta_evaluation.statistics.between_metrics import (
    effects_of_systems,
    mean_p_values,
    pearson_p_values,
    sign_tests,
    williams_p_value,
)
from tallystick.reports.meta_evaluation.statistics.correlations import outliers, pearson
from tallystick.reports.meta_evaluation.statistics.pairs import (
    Coefficient,
    count_classes,
    count_pairs,
    count_pairs_by_column,
)
from tallystick.reports.meta_evaluation.statistics.soft_accuracy import (
    mixed_p_values,
    resampled_p_values,
    segment_p_values,
    soft_pairwise_accuracy,
)
from tests.reports.meta_evaluation.judged import exact_p_values

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "golden" / "meta_evaluation.json").read_text()
)
TIES = GOLDEN["vec_ties"]
HOLES = GOLDEN["matrix_3sys_5seg_missing"]
SOFT = GOLDEN["soft_pairwise_accuracy"]

vectors = st.integers(2, 12).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 4), min_size=n, max_size=n)] * 2)
)


def matrix(rows: Any) -> NDArray[np.float64]:
    return np.array(rows, dtype=np.float64)


def naive_pairs(human: list[int], metric: list[int]) -> list[int]:
    """Count pairs by looking at each."""
    counts = [0] * 5
    for i, j in itertools.combinations(range(len(human)), 2):
        h, m = human[i] - human[j], metric[i] - metric[j]
        kind = 4 if h == m == 0 else 2 if h == 0 else 3 if m == 0 else 0 if h * m > 0 else 1
        counts[kind] += 1
    return counts


def test_pairs_and_coefficients_equal_those_by_hand_and_of_mt_metrics_eval() -> None:
    counts = count_pairs(matrix(TIES["gold"]), matrix(TIES["metric"]))
    names = ("C", "D", "T_h", "T_m", "T_hm")
    assert [int(count[0]) for count in counts] == [TIES["pairs"][name] for name in names]
    assert sum(int(count[0]) for count in counts) == TIES["pairs"]["n_pairs"]
    recorded = TIES["mtme_KendallVariants"]
    expected = {**TIES["formulas_by_hand"], "acc-eq": recorded["acc23"], "tau-b": recorded["b"]}
    for name, value in expected.items():
        coefficient = Coefficient(name.replace("_", "-")).of(counts)
        assert coefficient == pytest.approx([value], abs=1e-12), name


def test_tau_c_equals_that_of_scipy() -> None:
    human, metric = matrix([TIES["gold"]]).T, matrix([TIES["metric"]]).T
    classes = count_classes(human, metric)
    tau_c = Coefficient.TAU_C.of(count_pairs_by_column(human, metric), classes)
    assert tau_c == pytest.approx([TIES["kendall_c_scipy"]], abs=1e-12)


def test_classes_are_those_of_outputs_that_both_scored() -> None:
    human, metric = matrix([[1], [2], [3], [math.nan]]), matrix([[1], [2], [math.nan], [3]])
    assert count_classes(human, metric).tolist() == [2]
    assert count_classes(human[2:], metric[2:]).tolist() == [0]


@given(vectors)
def test_both_ways_of_counting_pairs_equal_a_naive_one(scores: tuple[list[int], list[int]]) -> None:
    human, metric = scores
    expected = naive_pairs(human, metric)
    assert [int(count[0]) for count in count_pairs(np.array(human), np.array(metric))] == expected
    in_a_column = count_pairs_by_column(matrix([human]).T, matrix([metric]).T)
    assert [int(count[0]) for count in in_a_column] == expected


def test_coefficients_without_pairs_are_undefined() -> None:
    none = count_pairs(np.array([1.0]), np.array([1.0]))
    assert all(math.isnan(coefficient.of(none)[0]) for coefficient in Coefficient)


def test_pearson_and_spearman_equal_those_of_scipy() -> None:
    human, metric = matrix(TIES["gold"]), matrix(TIES["metric"])
    assert pearson(human, metric) == pytest.approx(TIES["pearson"], abs=1e-12)
    assert pearson(human + 1e12, metric) == pytest.approx(TIES["pearson"], abs=1e-12)
    ranks = average_ranks(human), average_ranks(metric)
    assert pearson(*ranks) == pytest.approx(TIES["spearman"], abs=1e-12)


def test_the_correlation_with_equal_scores_is_undefined() -> None:
    equal = np.full(3, 0.1) + 0.2  # whose mean is rounded
    assert math.isnan(pearson(np.array([1.0, 2, 3]), equal))


@pytest.mark.parametrize("grouping", ["none", "sys", "item"])
def test_groupings_with_holes_equal_those_of_mt_metrics_eval(grouping: str) -> None:
    human, metric = matrix(HOLES["gold"]), matrix(HOLES["metric"])
    if grouping == "none":
        human, metric = human.reshape(-1, 1), metric.reshape(-1, 1)
    elif grouping == "sys":
        human, metric = human.T, metric.T
    expected = HOLES["results"][grouping]
    counts = count_pairs_by_column(human, metric)
    for coefficient, name in ((Coefficient.TAU_B, "kendall_b"), (Coefficient.ACCURACY, "acc23")):
        groups = coefficient.of(counts)
        assert np.nanmean(groups) == pytest.approx(expected[name][0], abs=1e-12)
        assert (~np.isnan(groups)).sum() == expected[name][2]
    groups = pearson(human.T, metric.T)
    assert np.nanmean(groups) == pytest.approx(expected["pearson"][0], abs=1e-12)
    best, _ = calibrated(human, metric)
    assert best == pytest.approx(expected["ties_opt_acc23"][0], abs=1e-12)


@given(vectors)
def test_the_calibrated_accuracy_is_the_best_of_all_thresholds(
    scores: tuple[list[int], list[int]],
) -> None:
    human, metric = scores
    best, threshold = calibrated(matrix([human]).T, matrix([metric]).T)

    def accuracy(threshold: int) -> float:
        agreed = 0
        for i, j in itertools.combinations(range(len(human)), 2):
            h, m = human[i] - human[j], metric[i] - metric[j]
            tied = abs(m) <= threshold
            agreed += (h == 0) if tied else (h * m > 0)
        return agreed / math.comb(len(human), 2)

    accuracies = {threshold: accuracy(threshold) for threshold in range(5)}
    assert best == pytest.approx(max(accuracies.values()), abs=1e-12)
    assert accuracies[int(threshold)] == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("side", ["human", "metric"])
def test_one_sided_p_values_approach_those_of_all_exchanges(side: str) -> None:
    scores = matrix(SOFT[side])
    pairs = np.array(list(itertools.combinations(range(len(scores)), 2)))
    p_values = segment_p_values(scores, pairs, Draws(50_000, seed=1))
    assert p_values == pytest.approx(exact_p_values(scores), abs=0.01)


def test_the_soft_accuracy_of_exact_p_values_is_that_of_all_exchanges() -> None:
    above = np.triu_indices(4, 1)
    human, metric = (
        np.array(SOFT[name], dtype=np.float64)[above]
        for name in ("exact_p_human", "exact_p_metric")
    )
    assert soft_pairwise_accuracy(human, metric) == pytest.approx(SOFT["exact_SPA"], abs=1e-12)


def test_the_soft_accuracy_does_not_depend_on_the_order_of_systems() -> None:
    human, metric = matrix(SOFT["human"]), matrix(SOFT["metric"])
    accuracies = []
    for order in ((0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)):
        pairs = np.array(list(itertools.combinations(range(4), 2)))
        p = [
            segment_p_values(scores[list(order)], pairs, Draws(500, seed=1))
            for scores in (human, metric)
        ]
        accuracies.append(soft_pairwise_accuracy(*p))
    assert accuracies == pytest.approx([accuracies[0]] * len(accuracies), abs=1e-12)


def test_a_pair_without_common_segments_does_not_count() -> None:
    human = matrix([[1, math.nan], [math.nan, 2], [3, 3]])
    pairs = np.array([[0, 1], [0, 2]])
    p = segment_p_values(human, pairs, Draws(99, seed=1))
    assert np.isnan(p).tolist() == [True, False]


@pytest.mark.parametrize("case", GOLDEN["williams"])
def test_williams_test_equals_that_of_mt_metrics_eval(case: dict[str, Any]) -> None:
    p_value = williams_p_value(case["r12"], case["r13"], case["r23"], case["n"])
    assert p_value == (None if case["p_two_sided"] is None else pytest.approx(case["p_two_sided"]))


def test_the_permutation_test_approaches_the_p_value_of_all_exchanges() -> None:
    case = GOLDEN["perm_metric_diff"]
    metrics = matrix([[case["metric_better"]], [case["metric_worse"]]])
    tests = pearson_p_values(
        matrix([case["gold"]]), metrics, np.array([[0, 1]]), Draws(20_000, seed=1)
    )
    # the recorded p-value is one-sided; exchanging all cells reverses the difference
    assert tests.p_values == pytest.approx([2 * case["exact_p_all_4096_swaps"]], abs=0.003)


def all_of(number: int) -> list[NDArray[np.bool_]]:
    return [np.array(swaps) for swaps in itertools.product((False, True), repeat=number)]


@pytest.mark.parametrize("tied", [False, True])
def test_effects_of_systems_add_up_to_the_difference_after_every_exchange(tied: bool) -> None:
    random = np.random.default_rng(2)
    human = random.normal(size=5)
    metrics = random.normal(size=(2, 5))
    if tied:
        metrics = metrics.round()
    first, second = np.triu_indices(5, 1)

    def agreement(metric: int, other: int) -> NDArray[np.float64]:
        signs = np.sign(metrics[metric][:, np.newaxis] - metrics[other])
        return np.asarray(signs == np.sign(human[:, np.newaxis] - human), np.float64)

    def agreeing(scores: NDArray[np.float64]) -> int:
        signs = np.sign(scores[first] - scores[second])
        return int((signs == np.sign(human[first] - human[second])).sum())

    effects = effects_of_systems(agreement, [(0, 1)])[:, 0]
    for moved in all_of(5):
        own, other = np.where(moved, metrics[::-1], metrics)
        assert agreeing(own) - agreeing(other) == np.where(moved, -effects, effects).sum()


@pytest.mark.parametrize(("units", "error"), [(9, 1e-12), (17, 0.01)])
def test_sign_tests_give_the_step_down_p_values_of_all_signs_or_approach_them(
    units: int, error: float
) -> None:
    effects = np.random.default_rng(3).normal(0.4, 1, size=(units, 4))
    effects[:, 2] = 0.0
    scales = np.sqrt((effects**2).sum(axis=0))
    scales[2] = 1.0
    signs = np.array(list(itertools.product((1, -1), repeat=units)))
    sizes = np.abs(signs @ effects) / scales
    observed = np.abs(effects.sum(axis=0)) / scales - 1e-9
    tests = sign_tests(effects, Draws(40_000, seed=1))
    assert tests.p_values == pytest.approx((sizes >= observed).mean(axis=0), abs=error)
    # of all signs the observed ones are known to be a part
    together = (stepped_down(sizes, observed) * (len(sizes) + 1) - 1) / len(sizes)
    assert tests.adjusted == pytest.approx(together, abs=error)
    reach = np.abs(effects).sum(axis=0) / scales - 1e-9
    limits = (sizes.max(axis=1)[:, np.newaxis] >= reach).mean(axis=0)
    assert tests.limits == pytest.approx(limits, abs=error)
    threaded = sign_tests(effects, Draws(40_000, seed=1, threads=2))
    assert threaded.adjusted.tolist() == tests.adjusted.tolist()


def test_correlations_of_the_same_pair_are_corrected_as_one_test() -> None:
    random = np.random.default_rng(4)
    human = random.normal(size=(5, 20))
    metrics = human + random.normal(size=(3, 5, 20)) * np.array([1, 1.2, 1.5])[:, None, None]
    twice = np.array([[0, 1], [0, 1], [1, 0]])
    tests = pearson_p_values(human, metrics, twice, Draws(500, seed=1))
    assert tests.adjusted.tolist() == tests.p_values.tolist()
    others = pearson_p_values(human, metrics, np.array([[0, 1], [0, 2]]), Draws(500, seed=1))
    assert others.p_values[0] == tests.p_values[0]
    assert (others.p_values <= others.adjusted).all()
    assert others.adjusted.max() == others.p_values.max()
    assert others.adjusted.min() > others.p_values.min()


def test_p_values_of_normal_distributions_approach_those_of_exchanges() -> None:
    random = np.random.default_rng(6)
    scores = random.normal(size=(4, 300)) + 0.1 * np.arange(4)[:, np.newaxis]
    scores[random.random(scores.shape) < 0.2] = np.nan
    pairs = np.array(list(itertools.combinations(range(4), 2)))
    expected = segment_p_values(scores, pairs, Draws(20_000, seed=1))
    p_values = mixed_p_values(scores, scores)
    assert p_values[tuple(pairs.T)] == pytest.approx(expected, abs=0.015)
    assert p_values + p_values.T == pytest.approx(np.ones((4, 4)), abs=1e-9)
    means = np.nanmean(scores, axis=1)[np.newaxis]
    assert resampled_p_values(means, scores, pairs)[0] == pytest.approx(expected, abs=0.015)


def test_equal_metrics_never_differ() -> None:
    human = matrix([[1, 2, 3], [2, 4, math.nan]])
    metrics = np.stack([human * 2, human * 2])
    p = pearson_p_values(human, metrics, np.array([[0, 1]]), Draws(99, seed=1))
    assert p.p_values.tolist() == [1.0]


def test_means_of_segments_are_compared_by_their_signs() -> None:
    groups = matrix([[1, 1, 1, 1, 1, math.nan], [0, 0, 0, 0, 0, 1]])
    p = mean_p_values(groups, np.array([[0, 1]]), Draws(20_000, seed=1))
    assert p.p_values == pytest.approx([2 / 32], abs=0.006)  # 2 of 2^5 arrangements are as extreme


def test_f_ratios_equal_the_analyses_of_variance_of_scipy() -> None:
    case = GOLDEN["f_ratio"]
    ratios = f_ratios(matrix(case["block_scores_rows_systems"]))
    assert ratios == pytest.approx((case["variance_ratio"], case["anova_F"], case["two_way_F"]))


def test_outliers_are_those_of_the_recorded_rule() -> None:
    case = GOLDEN["mad_outlier_2_5"]
    assert np.flatnonzero(outliers(matrix(case["scores"]))).tolist() == case["outliers"]

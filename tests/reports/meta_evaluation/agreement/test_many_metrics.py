"""Many metrics: what is significant does not depend on how many there are."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick.reports import MetaEvaluation
from tallystick.reports.meta_evaluation.agreement.sets import OverSets, over_sets
from tallystick.reports.meta_evaluation.human.scores import HumanScores
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.settings import Draws, MetaSettings
from tallystick.reports.meta_evaluation.statistics.between_metrics import mean_p_values
from tallystick.reports.meta_evaluation.statistics.soft_accuracy import soft_pairwise_accuracy
from tests.reports.meta_evaluation.judged import exact_p_values, with_given_scores


def pooled(
    sets: Sequence[Mapping[str, NDArray[np.float64]]], human: NDArray[np.float64]
) -> OverSets:
    """Compare metrics over sets by their scores of systems."""

    def judged(name: str, scores: Mapping[str, NDArray[np.float64]]) -> JudgedSet:
        pairs = np.stack(np.triu_indices(len(human), 1), axis=1)
        return SimpleNamespace(  # type: ignore[return-value]
            name=name,
            texts=name,
            systems=human,
            pairs=pairs,
            human=HumanScores("h", None, None, human),
            metrics={metric: SimpleNamespace(systems=rows) for metric, rows in scores.items()},
        )

    several = [judged(f"set-{place}", scores) for place, scores in enumerate(sets)]
    on_sets = []
    for test_set in several:
        agreed = {}
        first, second = test_set.pairs.T
        of_human = np.sign(human[first] - human[second])
        for metric, scored in test_set.metrics.items():
            agrees = np.sign(scored.systems[first] - scored.systems[second]) == of_human
            share = np.full(4, agrees.mean())
            agreed[metric] = SimpleNamespace(
                pairs=agrees, resampled=share, twice=share, significant=None, soft=None
            )
        on_sets.append(SimpleNamespace(judged=test_set, agreed=agreed))
    return over_sets(on_sets, MetaSettings())  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [15, 30])
def test_good_metrics_and_random_ones_are_two_clusters_whatever_their_number(number: int) -> None:
    random = np.random.default_rng(1)
    human = np.linspace(-1, 1, 30) + random.normal(0, 0.05, 30)
    half = number // 2
    scores = {
        f"m{place}": human + random.normal(0, 0.05, 30) if place < half else random.normal(size=30)
        for place in range(number)
    }
    report = pooled([scores], human)
    for row in report.together:
        good = int(row.metric[1:]) < half
        assert row.cluster == (1 if good else 2)
        assert row.rank == ((1, half) if good else (half + 1, number))


def test_differences_within_segments_are_found_among_many_metrics() -> None:
    random = np.random.default_rng(1)
    taus = random.normal(0, 0.3, (30, 60)) + np.repeat([0.6, 0.0], 15)[:, np.newaxis]
    pairs = np.array(list(itertools.combinations(range(30), 2)))
    tests = mean_p_values(taus, pairs, Draws(500, seed=1))
    mixed = (pairs[:, 0] < 15) & (pairs[:, 1] >= 15)
    assert (tests.adjusted[mixed] <= 0.05).all()
    assert (tests.adjusted[~mixed] > 0.05).all()


def test_an_order_that_turns_round_is_found_among_many_metrics_and_sets() -> None:
    # one metric is random where the others are perfect, and perfect where they are random
    random = np.random.default_rng(2)
    human = np.arange(20.0)
    sets = []
    for place in range(8):
        noise = random.normal(size=(8, 20))
        odd_is_good = place < 7
        sets.append(
            {
                f"m{metric}": human if (metric == 0) == odd_is_good else noise[metric]
                for metric in range(8)
            }
        )
    orders = pooled(sets, human).reversed_orders
    surest = {(order.metric, order.set) for order in orders if order.adjusted_p_value <= 0.05}
    assert ("m0", "set-7") in surest
    assert {order.other for order in orders if order.metric == "m0" and order.set == "set-7"} == {
        f"m{metric}" for metric in range(1, 8)
    }


def test_a_headline_names_only_differences_that_were_found() -> None:
    # better agrees on all pairs; middle and worse on fewer, and middle does not differ from either
    human = np.arange(10.0)
    random = np.random.default_rng(3)
    scores = {
        "better": human,
        "middle": human + random.normal(0, 4, 10),
        "worse": random.permutation(10) * 1.0,
    }
    cells = {name: np.repeat(row[:, np.newaxis], 2, axis=1) for name, row in scores.items()}
    report = with_given_scores(np.repeat(human[:, np.newaxis], 2, axis=1), cells, resamples=1000)
    tests = {(test.metric, test.other): test.adjusted_p_value for test in report.differences}
    assert (
        tests["better", "worse"] <= 0.05 < min(tests["better", "middle"], tests["middle", "worse"])
    )
    assert {row.cluster for row in report.together} == {1}
    assert {row.metric: row.rank for row in report.together} == {
        "better": (1, 2),
        "middle": (1, 3),
        "worse": (2, 3),
    }
    assert report.verdict[0].startswith(
        "better agrees with humans on significantly more pairs of systems than worse: "
    )
    assert report.verdict[1] == "It does not differ significantly from middle."


@pytest.mark.parametrize(("systems", "resamples"), [(4, 1000), (18, 10)])
def test_the_verdict_says_so_if_nothing_can_be_significant(systems: int, resamples: int) -> None:
    human = np.repeat(np.arange(systems * 1.0)[:, np.newaxis], 2, axis=1)
    report = with_given_scores(human, {"one": human, "other": 0 * human}, resamples=resamples)
    assert report.verdict[0].startswith(
        "No significant difference on systems between one and other"
    )
    assert report.verdict[1].startswith("None can be significant: ")
    [test] = report.differences
    # all systems have an effect of the same sign: 2 of 2^n arrangements are as extreme
    least = max(2 / 2**systems, 1 / (resamples + 1))
    assert test.p_value_limit == pytest.approx(least, abs=0.05)


def test_the_verdict_says_so_if_metrics_differ_on_too_few_systems() -> None:
    human = np.repeat(np.arange(12.0)[:, np.newaxis], 2, axis=1)
    other = human.copy()
    other[[0, 1]] = human[[1, 0]]
    report = with_given_scores(human, {"one": human, "other": other}, resamples=1000)
    assert report.verdict[1].startswith("None can be significant: the metrics differ on so few")


def test_metrics_that_order_few_systems_alike_have_that_as_the_reason() -> None:
    human = np.repeat(np.arange(4.0)[:, np.newaxis], 2, axis=1)
    report = with_given_scores(human, {"one": human, "other": 2 * human}, resamples=1000)
    assert report.verdict[1] == (
        "None can be significant: the metrics differ on so few systems that no p-value below 1 is "
        "possible for 2 metrics."
    )


def test_metrics_that_tie_all_systems_are_not_said_to_agree() -> None:
    human = np.arange(8.0).reshape(4, 2)
    report = with_given_scores(human, {"one": np.ones((4, 2)), "other": np.zeros((4, 2))})
    assert not any("Any two metrics order" in note for note in report.notes)


def naive_soft_accuracy(human: NDArray[np.float64], metric: NDArray[np.float64]) -> float:
    """Return the soft pairwise accuracy of Thompson and others, 2024, with exact p-values."""
    both = ~np.isnan(human + metric)
    sides = (exact_p_values(np.where(both, scores, np.nan)) for scores in (human, metric))
    return soft_pairwise_accuracy(*map(np.array, sides))


def test_the_soft_accuracy_is_the_published_one_on_outputs_that_both_scored() -> None:
    random = np.random.default_rng(3)
    human = random.normal(size=(4, 9)) + np.arange(4)[:, np.newaxis] / 3
    metric = human + random.normal(size=human.shape)
    human[0, 2] = human[3, 5] = np.nan
    report = with_given_scores(human, {"metric": metric}, resamples=4000)
    expected = naive_soft_accuracy(human, metric)
    [level], [together] = report.system_level, report.together
    for soft in (level.soft_accuracy, together.soft_accuracy):
        assert soft is not None
        assert soft.value == pytest.approx(expected, abs=0.015)
        assert soft.over_segments is not None
        assert 0 <= soft.over_segments.low < expected < soft.over_segments.high <= 1
        assert f"{soft.value:.3f} [" in str(report)


def test_resamples_without_a_judged_segment_of_a_system_do_not_matter() -> None:
    random = np.random.default_rng(5)
    human = random.normal(size=(4, 3)) + np.arange(4)[:, np.newaxis]
    human[1, 1:] = np.nan
    metric = random.normal(size=human.shape)
    [level] = with_given_scores(human, {"metric": metric}, resamples=4000).system_level
    assert level.soft_accuracy is not None
    expected = naive_soft_accuracy(human, metric)
    assert level.soft_accuracy.value == pytest.approx(expected, abs=0.02)
    assert level.soft_accuracy.over_segments is not None


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore:this test set. the correlation of human scores")
def test_the_interval_of_a_soft_accuracy_has_the_width_of_its_distribution() -> None:
    random = np.random.default_rng(4)
    quality = np.linspace(0, 0.5, 6)[:, np.newaxis]
    bias = random.normal(0, 0.1, size=(6, 1))

    def drawn() -> MetaEvaluation:
        noise = random.normal(size=(2, 6, 60))
        return with_given_scores(quality + noise[0], {"metric": quality + bias + noise[1]})

    softs = [drawn().together[0].soft_accuracy for _ in range(25)]
    values = [soft.value for soft in softs if soft is not None and soft.value is not None]
    widths = [
        soft.over_segments.high - soft.over_segments.low
        for soft in softs
        if soft is not None and soft.over_segments is not None
    ]
    assert np.mean(widths) / 2 / 1.96 == pytest.approx(np.std(values), rel=0.5)

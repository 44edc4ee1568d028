"""Agreement on outputs: groupings, sets together, and tests of metrics against each other."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick import meta
from tallystick.reports import MetaEvaluation
from tests.reports.meta_evaluation.judged import tau_b, with_given_scores

RANDOM = np.random.default_rng(3)
HUMAN = RANDOM.normal(size=(1, 40)).round(1)
GOOD = HUMAN + 0.5 * RANDOM.normal(size=HUMAN.shape)
WEAK = 0.3 * HUMAN + RANDOM.normal(size=HUMAN.shape)


def of_all(report: MetaEvaluation) -> dict[str, float | None]:
    return {row.metric: row.kendall.value for row in report.on_outputs if row.grouping == "none"}


def test_one_system_is_compared_on_its_outputs() -> None:
    report = with_given_scores(HUMAN, {"weak": WEAK, "good": GOOD})
    assert [row.metric for row in report.metrics] == ["good", "weak"]
    assert not any([report.together, report.system_level, report.differences])
    assert of_all(report) == pytest.approx(
        {
            "good": tau_b(HUMAN[0].tolist(), GOOD[0].tolist()),
            "weak": tau_b(HUMAN[0].tolist(), WEAK[0].tolist()),
        }
    )
    [test] = report.output_differences
    assert (test.metric, test.other) == ("good", "weak")
    assert test.adjusted_p_value < 0.05
    assert report.verdict[0].startswith(
        "The agreement of good with humans on outputs is significantly higher than that of weak: "
    )


def test_metrics_without_a_coefficient_are_named_after_the_others() -> None:
    constant = np.ones(HUMAN.shape)
    report = with_given_scores(HUMAN, {"weak": WEAK, "good": GOOD, "constant": constant})
    values = [tau_b(HUMAN[0].tolist(), metric[0].tolist()) for metric in (WEAK, GOOD)]
    spread = " to ".join(f"{value:.3f}" for value in values)
    assert f"the tau-b with humans is {spread}, undefined for constant" in report.verdict[0]


def test_no_metric_agrees_best_where_the_highest_coefficient_is_negative() -> None:
    human, *noise = RANDOM.normal(size=(3, 4, 30))
    metrics = {name: each - 0.4 * human for name, each in zip("ab", noise, strict=True)}
    report = with_given_scores(human, metrics)
    [best, _] = [level for level in report.on_outputs if level.grouping == "segment"]
    assert best.kendall.value is not None
    assert best.kendall.value < 0
    assert (
        f"Within segments no metric agrees with humans: {best.metric} has the highest mean tau-b, "
        f"{best.kendall.value:.3f}." in report.verdict
    )


def test_a_p_value_is_that_of_all_reversals_of_signs() -> None:
    human, good, other = (scores[:, :10] for scores in (HUMAN, GOOD, WEAK))
    report = with_given_scores(human, {"one": good, "other": other}, resamples=4_000)
    [test] = report.output_differences

    def jackknifed(metric: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each output adds to tau-b, by the derivative of its definition."""
        h, m = (np.sign(side[0][:, np.newaxis] - side[0]) for side in (human, metric))
        s, t, u = (h * m).sum(axis=1), (h**2).sum(axis=1), (m**2).sum(axis=1)
        tau = s.sum() / np.sqrt(t.sum() * u.sum())
        effects = 2 * s / np.sqrt(t.sum() * u.sum()) - tau * (t / t.sum() + u / u.sum())
        return np.asarray(tau / len(s) + effects)

    added = jackknifed(good) - jackknifed(other)
    sums = [abs(added @ signs) for signs in itertools.product((1, -1), repeat=len(added))]
    exact = np.mean(np.array(sums) >= abs(added.sum()) - 1e-9)
    assert test.difference == pytest.approx(abs(added.sum()))
    assert test.p_value == pytest.approx(exact, abs=0.03)  # four standard errors of 4,000 draws


def test_several_outputs_of_a_document_are_compared_within_it() -> None:
    texts = ["a"] * 6
    report = meta(
        systems={"outputs": texts},
        references=texts,
        documents=["x", "x", "x", "y", "y", "z"],
        human={"outputs": [1, 2, 3, 1, 2, 9]},
        metrics=[],
        scores={"m": {"outputs": [1, 3, 2, 5, 4, 0]}},
        resamples=100,
    )
    [level] = [level for level in report.segment_level if level.grouping == "document"]
    # by hand: tau-b is 1/3 within x and -1 within y; z has one output
    assert level.kendall.value == pytest.approx((1 / 3 - 1) / 2)
    assert (level.groups, level.undefined_groups) == (3, 1)


def test_outputs_that_a_metric_did_not_score_do_not_count_in_its_tests() -> None:
    outputs = ["a b", "c", "d e f", "g", "k l m n", "o p q"]
    references = ["a b c", "", "d f", "g h i", "k l m n", "o x y"]
    human = [3.0, 9.0, 2.0, 4.0, 5.0, 1.0]

    def differences(places: list[int]) -> MetaEvaluation:
        return meta(
            systems={"s": [outputs[place] for place in places]},
            references=[references[place] for place in places],
            human={"s": [human[place] for place in places]},
            metrics=["nist", "chrf"],
            resamples=100,
        )

    report, kept = differences([0, 1, 2, 3, 4, 5]), differences([0, 2, 3, 4, 5])
    pairs = {level.metric: sum(dataclasses.astuple(level.pairs)) for level in report.segment_level}
    assert pairs == {"nist": 10, "chrf": 15}  # NIST of an empty reference is undefined
    assert report.output_differences[0].difference == pytest.approx(
        kept.output_differences[0].difference
    )


@pytest.mark.thorough
@pytest.mark.parametrize("metrics", [2, 6])
def test_equally_good_metrics_seldom_differ_significantly(metrics: int) -> None:
    random = np.random.default_rng(11)
    trials, rejected = 200, 0
    for _ in range(trials):
        human = random.normal(size=(1, 60))
        scores = {f"m{n}": 0.5 * human + random.normal(size=human.shape) for n in range(metrics)}
        tests = with_given_scores(human, scores, resamples=400).output_differences
        rejected += min(test.adjusted_p_value for test in tests) <= 0.05
    assert rejected / trials <= 0.05 + 3 * (0.05 * 0.95 / trials) ** 0.5


def test_all_metrics_with_the_highest_coefficient_are_named() -> None:
    human, error, noise = RANDOM.normal(size=(3, 4, 30))
    close = human + error
    value = np.mean([tau_b(human[:, n].tolist(), close[:, n].tolist()) for n in range(30)])
    metrics = {"one": close, "noise": noise, "other": 2 * close}
    said = f"(mean tau-b {value:.3f})"
    sentences = with_given_scores(human, metrics).verdict
    best = f"Within segments one and other agree best {said}, significantly better than noise."
    assert best in sentences
    del metrics["noise"]
    report = with_given_scores(human, metrics)
    assert f"Within segments one and other agree equally {said}." in report.verdict
    assert report.recommendation[0] == (
        "Use one: of the candidates, it agrees best here, as does other."
    )


def test_all_metrics_with_the_highest_share_are_named() -> None:
    human, error = RANDOM.normal(size=(2, 4, 30))
    opposite = error - 0.3 * human
    sentences = with_given_scores(human, {"one": opposite, "other": 2 * opposite}).verdict
    start = "Within segments no metric agrees with humans: one and other have the highest mean"
    assert any(sentence.startswith(start) for sentence in sentences)


def test_an_outlier_changes_correlations() -> None:
    """Without the last system Pearson's correlation is 1, with it less."""
    human = {f"s{n}": float(n) for n in range(7)} | {"s7": -60.0}
    metric = np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0], [6.0], [5.0]])
    report = with_given_scores(human, {"m": metric})
    [level] = report.system_level
    assert level.pearson.value is not None
    assert level.pearson.value < 1
    assert (
        "The human score of s7 is an outlier, which changes correlations; Pearson's without "
        "outliers is reported, too." in report.notes
    )

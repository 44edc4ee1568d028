"""The recommendation of a metric: what decides, and what is said where nothing does."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick import meta
from tallystick.reports import MetaEvaluation
from tallystick.reports.meta_evaluation.words.recommendation import against_chance
from tests.reports.meta_evaluation.judged import with_given_scores

SHAPE = (12, 80)
SYSTEMS = np.linspace(-1, 1, 12)[:, np.newaxis]


def noise(seed: int) -> NDArray[np.float64]:
    """Return random scores of outputs."""
    return np.random.default_rng(seed).normal(0, 1, SHAPE)


HUMAN = SYSTEMS + noise(10)
"""Human scores of 12 systems of very different quality."""


def noisy(share: float, seed: int) -> NDArray[np.float64]:
    """Return human scores with noise."""
    return HUMAN + share * noise(seed)


CLOSE = noisy(0.5, seed=11)
"""A metric that orders systems and outputs as humans do."""


def test_tests_on_systems_decide_first() -> None:
    use, candidates, *others = with_given_scores(
        HUMAN, {"noise": noise(12), "close": CLOSE}, resamples=300
    ).recommendation
    assert use == "Use close: it is the only candidate."
    assert candidates.endswith("better: on systems close.")
    assert others == [
        "Not considered, without significant agreement with humans within segments: noise."
    ]


def test_tests_on_outputs_decide_between_metrics_that_order_systems_alike() -> None:
    blind = SYSTEMS + 0.2 * HUMAN + 0.5 * noise(13)
    use, candidates, *_ = with_given_scores(
        HUMAN, {"blind": blind, "close": CLOSE}, resamples=300
    ).recommendation
    assert use == "Use close: it is the only candidate."
    assert candidates.endswith("better: on systems both, and of these within segments close.")


def test_of_metrics_that_no_test_separates_the_best_one_here_is_named_as_such() -> None:
    metric, other = noisy(0.5, seed=1), noisy(0.5, seed=2)
    report = with_given_scores(HUMAN, {"one": metric, "other": other}, resamples=300)
    best = next(level.metric for level in report.on_outputs if level.grouping == "segment")
    assert all(test.adjusted_p_value > 0.05 for test in report.output_differences)
    assert report.recommendation[0] == f"Use {best}: of the candidates, it agrees best here."
    assert report.recommendation[2].startswith("Cost, and comparison with earlier scores")


def test_a_metric_that_measures_something_else_is_named_with_its_correlation() -> None:
    metric, other = noisy(1, seed=1), noisy(1, seed=2)
    report = with_given_scores(HUMAN, {"one": metric, "other": other}, resamples=300)
    within = [(rows - rows.mean(axis=0)).ravel() for rows in (metric, other)]
    correlation = np.corrcoef(within)[0, 1]
    assert report.metric_agreement[0].outputs == pytest.approx(correlation, abs=1e-12)
    assert any(
        sentence.startswith("Report ") and f"(correlation on outputs {correlation:.2f})" in sentence
        for sentence in report.recommendation
    )


def test_similar_metrics_are_not_recommended_together() -> None:
    nearly = CLOSE + 0.01 * noisy(1, seed=3)
    report = with_given_scores(HUMAN, {"close": CLOSE, "nearly": nearly})
    assert not any(sentence.startswith("Report ") for sentence in report.recommendation)


def test_one_metric_has_no_recommendation() -> None:
    assert with_given_scores(HUMAN, {"close": CLOSE}).recommendation == ()


WORDS = ["the cat sat", "on the mat", "all day long", "and slept well", "until it rained"]
OUTPUTS = {
    "best": WORDS,
    "good": ["the cat sat", "on a mat", "all day long", "and slept well", "until rain"],
    "fair": ["a cat sat", "on a mat", "all the day", "and slept", "until rain"],
    "poor": ["cats", "mats", "days", "sleep", "rain"],
}
SIX = {
    **OUTPUTS,
    "able": ["the cat sat", "on the mat", "all day long", "and slept well", "until rain"],
    "weak": ["a cat sat", "on a mat", "all days", "sleep", "rain"],
}
RATINGS = {"best": 6, "able": 5, "good": 4, "fair": 3, "weak": 2, "poor": 1}


def rated(human: Mapping[str, float], *metrics: str) -> MetaEvaluation:
    """Compare metrics on the systems that have human scores."""
    return meta(
        systems={name: SIX[name] for name in human},
        references=WORDS,
        human=human,
        metrics=metrics or ("bleu", "chrf"),
        resamples=1_000,
    )


def test_of_equal_metrics_one_without_a_tokenizer_is_recommended() -> None:
    report = rated(RATINGS, "bleu:order=1", "chrf")
    assert report.recommendation[0] == (
        "Use chrF2: it is the only candidate that needs no tokenizer."
    )
    assert report.recommendation[-1].startswith("All of these metrics count n-grams or edits")


CHINESE = [
    "我们在图书馆里读了很多有趣的书。",
    "今天天气很好，我们去公园散步吧。",
    "他们昨天在学校学习了新的课程。",
]


def on_chinese(*metrics: str) -> MetaEvaluation:
    return meta(
        systems={f"s{cut}": [text[: len(text) - cut] for text in CHINESE] for cut in range(6)},
        references=CHINESE,
        human={f"s{cut}": -cut for cut in range(6)},
        metrics=metrics,
        resamples=200,
    )


@pytest.mark.filterwarnings("ignore::tallystick.errors.TokenizerWarning")
def test_a_metric_whose_tokenizer_does_not_fit_the_text_is_not_considered() -> None:
    report = on_chinese("bleu", "bleu:tokenize=zh")
    assert {metric.metric: metric.unfit for metric in report.metrics} == {
        "bleu": ("this test set",),
        "bleu:tokenize=zh": (),
    }
    assert report.recommendation[0] == "Use BLEU (tokenize=zh): it is the only candidate."
    assert (
        "Not considered, because the tokenizer does not fit the text: BLEU."
        in report.recommendation
    )


@pytest.mark.filterwarnings("ignore::tallystick.errors.TokenizerWarning")
def test_no_metric_is_recommended_if_no_tokenizer_fits_the_text() -> None:
    [sentence] = on_chinese("bleu", "ter").recommendation
    assert sentence.startswith("No metric is recommended: none has a tokenizer that fits the text")


def test_no_metric_is_recommended_if_none_agrees_with_humans() -> None:
    report = with_given_scores(HUMAN, {"one": noise(30), "other": noise(31)})
    [sentence] = report.recommendation
    assert sentence.startswith(
        "No metric is recommended: none agrees significantly with humans within segments (smallest "
    )
    assert sentence.endswith(", corrected for 2 metrics).")


def test_metrics_that_cannot_be_tested_do_not_count_in_the_correction() -> None:
    """With a metric of one score, the p-values are those without it."""
    scores = {"one": noise(30), "other": noise(31)}
    [without] = with_given_scores(HUMAN, scores).recommendation
    constant = {f"constant-{number}": np.full(SHAPE, float(number)) for number in range(4)}
    assert with_given_scores(HUMAN, scores | constant).recommendation == (without,)


def test_choices_of_the_worse_outputs_are_asked_about() -> None:
    systems = {name: 8 * lines for name, lines in OUTPUTS.items()}
    choices = [
        {"segment": segment, "system_a": system, "system_b": other, "winner": "b"}
        for segment in range(1, 41)
        for system, other in itertools.combinations(systems, 2)
        if systems[system][segment - 1] != systems[other][segment - 1]
    ]
    report = meta(
        systems=systems,
        references=8 * WORDS,
        preferences=choices,
        metrics=["chrf", "cer"],
        resamples=200,
    )
    [sentence] = report.recommendation
    assert sentence.endswith("mean better outputs, add --human-lower-is-better.")


def test_the_second_metric_is_not_the_opposite_of_the_first() -> None:
    """So few systems that a test can prefer neither."""
    scores = {"close": CLOSE[:3], "opposite": -CLOSE[:3]}
    human = {f"s{number}": float(of.mean()) for number, of in enumerate(HUMAN[:3])}
    report = with_given_scores(human, scores)
    assert not any(sentence.startswith("Report ") for sentence in report.recommendation)


def test_a_recommended_metric_agrees_after_the_correction_for_all_metrics() -> None:
    """Alone its interval is above 0; with random metrics Holm's method multiplies its p-value."""
    human = noise(10)[:1]
    metrics = {"close": human + 2.3 * noise(11)[:1]}
    metrics |= {f"random-{seed}": noise(seed)[:1] for seed in range(20, 25)}
    report = with_given_scores(human, metrics)
    [best, *_] = report.on_outputs
    assert best.metric == "close"
    assert best.kendall.over_segments is not None
    assert best.kendall.over_segments.low > 0
    assert report.recommendation[0].startswith("No metric is recommended: none agrees signif")


def test_the_p_value_of_agreement_follows_from_the_interval() -> None:
    """It is below 5% where the 95% interval does not contain 0."""
    human, metric = noise(10)[:1], noise(14)[:1]
    mixed = [share * human + metric for share in np.linspace(0, 0.6, 13)]
    reports = [with_given_scores(human, {"mixed": scores}) for scores in mixed]
    for report in reports:
        [level] = report.on_outputs
        [tested] = against_chance(report, ["mixed"]).values()
        bounds = level.kendall.over_segments
        assert bounds is not None
        assert (tested.p_value < 0.05) == (bounds.low > 0 or bounds.high < 0)


@pytest.mark.parametrize(("number", "exact"), [(4, 2 / 24), (5, 2 / 120), (6, 2 / 720)])
def test_the_order_of_systems_is_tested_against_all_orders(number: int, exact: float) -> None:
    """Of all orders of human scores one is the metric's, and one the opposite."""
    report = rated(dict(list(RATINGS.items())[:number]), "chrf")
    [tested] = against_chance(report, ["chrf"]).values()
    assert tested.agreement == number * (number - 1) / 2
    assert exact < tested.p_value < exact + 0.015


def test_no_metric_is_recommended_by_the_order_of_three_systems() -> None:
    [sentence] = rated({"best": 3, "good": 2, "poor": 1}).recommendation
    assert sentence.startswith(
        "No metric is recommended: none agrees significantly with humans on systems (smallest "
    )
    assert "--human-lower-is-better" not in sentence


def test_scores_of_systems_that_contradict_all_metrics_may_be_reversed() -> None:
    reversed_scores = {name: -score for name, score in RATINGS.items()}
    [sentence] = rated(reversed_scores, "chrf", "ter").recommendation
    assert sentence == (
        "No metric is recommended: none agrees significantly with humans on systems. Most "
        "contradict them: if lower human scores mean better outputs, add --human-lower-is-better."
    )


def test_the_opposite_order_of_few_systems_may_be_chance() -> None:
    [sentence] = rated({"best": 1, "good": 2, "poor": 3}, "chrf", "ter").recommendation
    assert sentence.endswith("none agrees significantly with humans on systems.")


def test_aspects_of_the_same_systems_are_no_further_evidence() -> None:
    human = {"best": 5, "good": 4, "fair": 3, "weak": 2, "poor": 1}
    report = meta(
        systems={name: SIX[name] for name in human},
        references=WORDS,
        human=dict.fromkeys(("fluency", "meaning"), human),
        metrics=["chrf"],
    )
    [both] = against_chance(report, ["chrf"]).values()
    assert both.p_value > 2 / 120  # of a single aspect


@pytest.mark.thorough
def test_random_ratings_seldom_recommend_a_metric() -> None:
    """With a correction for eight metrics, at a level of 5% two-sided."""
    trials = 400
    recommended = 0
    for trial in range(trials):
        random = np.random.default_rng(trial)
        metrics = {f"m{number}": random.normal(size=(1, 60)) for number in range(8)}
        report = with_given_scores(random.normal(size=(1, 60)), metrics, resamples=2)
        recommended += not report.recommendation[0].startswith("No metric")
    assert recommended / trials <= 0.05

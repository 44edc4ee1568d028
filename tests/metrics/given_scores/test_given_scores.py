"""The metric of given scores: means over segments, with a declared direction and scale."""

import copy
import pickle
import struct
from dataclasses import replace
from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Corpus, InputError, OptionError
from tallystick.metrics import METRICS, GivenScores, Signature
from tests.metrics.internals import HumanScores

HYPOTHESES = ["a b", "c d", "e f", "g h"]
SYSTEMS = {"one": HYPOTHESES, "other": ["a x", *HYPOTHESES[1:]]}
SCORES = {"one": [0.5, 0.25, 0.75, 1.0], "other": [0.25, 0.25, 0.5, 0.0]}
CORPUS = Corpus.from_segments(hypotheses=HYPOTHESES, references=HYPOTHESES)


def compared(scores: Any, **given_texts: Any) -> tallystick.reports.Comparison:
    texts = {"systems": SYSTEMS, "references": HYPOTHESES, "metrics": "bleu"} | given_texts
    return tallystick.compare(scores=scores, **texts)


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=20))
def test_a_score_is_the_mean_of_the_scores_of_the_segments(scores: list[int]) -> None:
    texts = ["a"] * len(scores)
    corpus = Corpus.from_segments(hypotheses=texts, references=texts)
    corpus = replace(corpus, scores={"comet": tuple(map(float, scores))})
    metric = GivenScores("comet")
    statistics = metric.statistics(corpus)
    assert metric.score(statistics).score == sum(scores) / len(scores)  # sums of integers are exact
    assert metric.formula(statistics.rows).tolist() == scores


def test_a_slice_of_a_corpus_and_its_copies_have_its_scores() -> None:
    corpus = replace(CORPUS, scores={"comet": (1.0, 2.0, 3.0, 4.0)})
    assert corpus[1:3].scores["comet"] == (2.0, 3.0)
    for other in (copy.deepcopy(corpus), pickle.loads(pickle.dumps(corpus))):
        assert other.scores == corpus.scores


def test_score_systems_and_compare_have_given_scores_behind_the_metrics() -> None:
    scores = tallystick.score_systems(
        systems=SYSTEMS, references=HYPOTHESES, metrics="bleu", scores={"comet": SCORES}
    )
    assert [score.score for _, score in scores.values()] == [2.5 / 4, 1 / 4]
    comparison = compared({"comet": SCORES})
    assert [metric.metric for metric in comparison.metrics] == ["bleu", "comet"]
    assert comparison.segments is not None
    assert comparison.segments.scores["comet"]["other"] == tuple(SCORES["other"])
    assert tallystick.reports.Comparison.from_json(comparison.to_json()) == comparison


def test_the_declared_direction_and_scale_are_those_of_reports() -> None:
    errors = GivenScores("errors", higher_is_better=False, low=0, digits=1, program="counter 1.0")
    comparison = compared({errors: SCORES})
    assert [score.system for score in comparison.in_order_of("errors")] == ["other", "one"]
    metric = comparison.metrics[1]
    assert (metric.higher_is_better, str(metric.scale)) == (False, "0 and up")
    assert "errors scores were computed with counter 1.0" in comparison.methods
    assert "errors scores were computed with tallystick" not in comparison.methods


def test_the_score_of_a_document_is_the_mean_over_its_segments() -> None:
    comparison = compared({"comet": SCORES}, documents=["1", "1", "1", "2"])
    assert comparison.test_set.unit == "document"
    # the sums of both documents differ in one direction: 2 of the 4 exchanges are as extreme
    [difference] = comparison.differences_under("comet")
    assert difference.p_value == 0.5
    metric = GivenScores("comet")
    corpus = replace(CORPUS, scores={"comet": tuple(SCORES["one"])})
    _, statistics = metric.statistics(corpus).by_document(["1", "1", "1", "2"])
    assert metric.formula(statistics.rows).tolist() == [0.5, 1.0]


def test_runs_of_a_system_have_scores_each() -> None:
    scores = {"one": {"1": [1, 1, 1, 1], "2": [0, 0, 0, 0]}, "other": SCORES["other"]}
    systems = {"one": {"1": HYPOTHESES, "2": HYPOTHESES}, "other": SYSTEMS["other"]}
    comparison = compared({"comet": scores}, systems=systems)
    assert comparison.score_of("one", "comet").run_scores == (1.0, 0.0)


def test_a_signature_has_the_number_and_digest_of_the_scores_and_reads_back() -> None:
    errors = GivenScores("errors", higher_is_better=False, program="unbabel-comet 2.2.2")
    scores = tallystick.score_systems(
        systems=SYSTEMS, references=HYPOTHESES, metrics="bleu", scores={errors: SCORES}
    )
    digest = sha256(struct.pack("<8d", *SCORES["one"], *SCORES["other"])).hexdigest()[:12]
    signature = scores["one"][1].signature
    assert str(signature) == (
        f"nrefs:1|better:lower|scores:8|digest:{digest}|metric:errors|impl:unbabel-comet|"
        "version:2.2.2"
    )
    metric = Signature.parse(str(signature)).metric()
    corpus = replace(CORPUS, scores={"errors": tuple(SCORES["one"])})
    assert metric.score(metric.statistics(corpus)).signature == signature


def test_equal_scores_have_equal_signatures_and_different_ones_do_not() -> None:
    def signature(*last: float) -> str:
        scores = {"one": [0.5, 0.25, 0.75, *last]}
        results = tallystick.score_systems(
            systems={"one": HYPOTHESES}, references=HYPOTHESES, scores={"comet": scores}
        )
        return str(results["one"][-1].signature)

    assert signature(1) == signature(np.float64(1.0))
    assert signature(1) != signature(1.0000001)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        *(([0.5] * number, f"has {number} scores of the system 'one'") for number in (3, 5)),
        (0.5, "is 0.5; expected the scores of its segments, one for each"),
        *(
            ([0.5, wrong, 0.5, 0.5], r"score 2 is .*; expected a finite number")
            for wrong in (float("nan"), float("inf"), 1e308, "0.5", None, True)
        ),
    ],
)
def test_scores_that_are_not_a_finite_number_for_each_segment_are_refused(
    scores: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        compared({"comet": {"one": scores}}, systems={"one": HYPOTHESES})


def test_a_system_without_scores_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="no scores of the system 'other'"):
        compared({"comet": {"one": SCORES["one"]}})


def test_a_corpus_without_scores_is_refused_with_the_remedy() -> None:
    with pytest.raises(InputError, match="no given scores named 'comet'; give them with scores="):
        tallystick.score(hypotheses=CORPUS, metrics=GivenScores("comet"))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        *((name, "is the name of another metric") for name in (*METRICS.built_in, "chrf++")),
        # what a signature or a condition cannot contain
        *((name, "cannot be the name") for name in ("", "a b", "a|b", "a:b", "a=b", "a,b", "-a")),
    ],
)
def test_the_name_of_another_metric_and_what_is_no_name_are_refused(
    name: str, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        GivenScores(name)


def test_a_name_is_given_once() -> None:
    twice = {"comet": SCORES, GivenScores("comet", digits=2): SCORES}
    with pytest.raises(OptionError, match="'comet' are given twice"):
        compared(twice)


def test_limits_are_in_order() -> None:
    with pytest.raises(OptionError, match="low must be below high"):
        GivenScores("comet", low=1, high=0)


def test_human_scores_are_means_over_the_judged_segments() -> None:
    texts, scores = ["a b"] * 4, (80, float("nan"), 50, float("nan"))
    corpus = Corpus.from_segments(hypotheses=texts, references=texts)
    metric = HumanScores("human")
    statistics = metric.statistics(replace(corpus, scores={"human": scores}))
    assert metric.score(statistics).score == 65  # by hand
    assert np.isnan(metric.formula(statistics.rows)).tolist() == [False, True, False, True]


def test_pages_give_no_score_to_segments_without_judgement() -> None:
    formula = HumanScores("human").sum_formula()
    assert formula is not None
    assert np.isnan(formula.of({"scores": 0.0, "segments": 0.0}))
    assert formula.of({"scores": 130.0, "segments": 2.0}) == 65

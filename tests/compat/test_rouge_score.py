"""The drop-in for rouge-score returns its numbers and raises its errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tallystick.compat.rouge_score import rouge_scorer, scoring, tokenize, tokenizers

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]


@pytest.mark.parametrize("stem", [False, True])
def test_every_recorded_score_is_returned_to_the_last_digit(
    golden: Callable[[str], Any], stem: bool
) -> None:
    scorer = rouge_scorer.RougeScorer(TYPES, use_stemmer=stem)
    compared = 0
    for case in golden("rouge")["cases"]:
        recorded = case["results"]["rouge_score.stem" if stem else "rouge_score"]["corpus"]
        if len(case["hypotheses"]) > 1:
            continue  # recorded is the mean of segments
        targets = [target for target in case["references"][0] if target is not None]
        for kind, score in scorer.score_multi(targets, case["hypotheses"][0]).items():
            assert tuple(score) == tuple(recorded[f"{kind}.{part}"] for part in "prf"), case["id"]
            compared += 1
    assert compared > 200


def test_the_best_of_several_targets_is_chosen_for_each_type() -> None:
    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])
    scores = scorer.score_multi(["first text", "first something"], "text first")
    assert [scores[kind].fmeasure for kind in scores] == [1, 0, 0.5]


@pytest.mark.parametrize("kind", ["rougen", "rouge0", "rouge10", "L", ""])
def test_an_invalid_type_raises_a_value_error(kind: str) -> None:
    with pytest.raises(ValueError, match=r"type|positive"):
        rouge_scorer.RougeScorer([kind]).score("testing one two", "testing")


def test_no_targets_raise_a_value_error() -> None:
    with pytest.raises(ValueError, match="there are no targets"):
        rouge_scorer.RougeScorer(["rouge1"]).score_multi([], "a")


def test_bytes_are_read_as_utf_8_and_other_types_raise_a_type_error() -> None:
    scorer: Any = rouge_scorer.RougeScorer(["rouge1"])
    assert scorer.score(b"a b", b"a b")["rouge1"].fmeasure == 1
    for wrong in ((None, "a"), ("a b", None)):
        with pytest.raises(TypeError, match="not expecting type"):
            scorer.score(*wrong)


@pytest.mark.parametrize(
    ("types", "method", "given"),
    [
        (["rouge1"], "score", ("a b", None)),
        (["rouge1"], "score_multi", (None, "a")),
        ([1], "score", ("a", "a")),
    ],
)
def test_errors_are_of_the_types_that_rouge_score_raises(
    types: Any, method: str, given: tuple[Any, ...]
) -> None:
    original = pytest.importorskip("rouge_score.rouge_scorer")
    with pytest.raises((AttributeError, TypeError)) as expected:
        getattr(original.RougeScorer(types), method)(*given)
    with pytest.raises(expected.type):
        getattr(rouge_scorer.RougeScorer(types), method)(*given)


def test_a_lone_surrogate_separates_words() -> None:
    assert rouge_scorer.RougeScorer(["rouge1"]).score("a b", "a\ud800b")["rouge1"].fmeasure == 1


class Pieces(tokenizers.Tokenizer):
    """A tokenizer whose tokens are not strings."""

    def tokenize(self, text: str) -> list[Any]:
        return [(piece, len(piece)) for piece in text.split(",")]


def test_a_tokenizer_of_ones_own_is_used_for_every_type() -> None:
    scorer = rouge_scorer.RougeScorer(TYPES, use_stemmer=True, tokenizer=Pieces())
    scores = scorer.score("A,b\nrunning,d", "A,b\nruns,d")
    assert scores["rouge1"] == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    assert scores["rougeLsum"] == pytest.approx((3 / 4, 3 / 4, 3 / 4))


def test_the_default_tokenizer_stems_words_of_more_than_three_letters() -> None:
    text = "The skies; his running, flies"
    assert tokenizers.DefaultTokenizer(True).tokenize(text) == ["the", "sky", "his", "run", "fli"]
    assert tokenize.tokenize(text, None) == ["the", "skies", "his", "running", "flies"]


SCORES = [scoring.Score(1, 1 / 3, 1 / 2), scoring.Score(0, 0, 0), scoring.Score(1, 1, 1)]


def aggregated(**options: Any) -> scoring.AggregateScore:
    aggregator = scoring.BootstrapAggregator(**options)
    for score in SCORES:
        aggregator.add_scores({"rouge1": score})
    return aggregator.aggregate()["rouge1"]


def test_the_middle_of_an_aggregate_is_the_exact_mean() -> None:
    means = {aggregated(n_samples=3).mid for _ in range(5)}
    assert means == {scoring.Score(2 / 3, (1 / 3 + 1) / 3, 0.5)}


def test_resampled_numbers_are_those_of_rouge_score() -> None:
    np.random.seed(7)
    assert [tuple(score) for score in aggregated(n_samples=4, exact=False)] == [
        (0.6666666666666666, 0.4444444444444444, 0.5),  # rouge-score 0.1.2 with the same seed
        (0.6666666666666666, 0.4444444444444444, 0.5),
        (0.975, 0.7527777777777778, 0.8083333333333333),
    ]


@pytest.mark.parametrize("options", [{"confidence_interval": 1.5}, {"n_samples": 0}])
def test_an_invalid_option_of_the_aggregator_raises_a_value_error(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        scoring.BootstrapAggregator(**options)

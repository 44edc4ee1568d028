"""Scores, differences and disagreements by segment."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import GivenScores, Identity, Scale
from tallystick.reports import Difference
from tests.reports.comparison import made
from tests.reports.internals import (
    ScoredSystems,
    average_ranks,
    compare_systems,
    contributions,
    disagreements,
    examples,
    round_edges,
    segment_outcomes,
)

Score = Callable[..., ScoredSystems]

BLEU = "bleu:tokenize=none"
BLEU1 = "bleu:tokenize=none,order=1"


def test_bleu_scores_segments_with_effective_order_as_sacrebleu_does(score: Score) -> None:
    hypotheses, references = ["a b", "a b c d e", "x"], [["a b"], ["a b d c e"], ["y"]]
    scores = score({"mine": hypotheses}, references, [BLEU]).segment_scores()
    expected = [
        sacrebleu.sentence_bleu(line, of_segment, tokenize="none", use_effective_order=True).score
        for line, of_segment in zip(hypotheses, references, strict=True)
    ]
    assert scores[BLEU][0] == pytest.approx(expected)


def test_undefined_scores_are_none(score: Score) -> None:
    scored = score({"mine": ["a", "b"]}, [[""], ["b"]], ["nist:order=1"])
    comparison = compare_systems([("mine", scored.corpora[0])], scored.metrics)
    assert comparison.segments is not None
    # by hand: one of the two tokens of the references is b, and log2 of 1 / 1 is 0
    assert comparison.segments.scores == {"nist:order=1": {"mine": (None, 0.0)}}


@dataclass(frozen=True)
class Errors:
    """A metric of which lower is better; only its direction is used."""

    identity = Identity("errors", "errors", "", Scale(0, None, 0), higher_is_better=False)


def with_errors(scored: ScoredSystems) -> ScoredSystems:
    errors: Any = Errors()
    runs = {
        name: [run._replace(scored=(*run.scored, run.scored[0]._replace(metric=errors)))]
        for name, [run] in scored.runs.items()
    }
    return replace(scored, metrics={**scored.metrics, "errors": errors}, runs=runs)


LINES = {
    "one": ["the cat sat on the mat", "a dog barks", "it rains now", "yes", "yes"],
    "two": ["the cat sat on a mat", "dogs bark", "it is raining now", "yes", "no no"],
}
LINES_OF_REFERENCES = [
    ["the cat sat on the mat"],
    ["a dog barks now"],
    ["it is raining now"],
    ["yes"],
    ["yes"],
]


def corpus_bleu(system: str, without: int | None = None) -> float:
    """Return the score of sacreBLEU, of all segments or of all but one."""
    kept = [number for number in range(len(LINES_OF_REFERENCES)) if number != without]
    bleu = sacrebleu.corpus_bleu(
        [LINES[system][number] for number in kept],
        [[LINES_OF_REFERENCES[number][0] for number in kept]],
        tokenize="none",
        smooth_method="none",
        force=True,
    )
    return float(bleu.score)


def test_contributions_are_those_of_scoring_without_the_segment(score: Score) -> None:
    scored = score(LINES, LINES_OF_REFERENCES, ["bleu:tokenize=none,smooth=none"])
    chosen = examples(scored, scored.segment_scores(), [("one", "two")])
    expected = {
        number + 1: (corpus_bleu("one") - corpus_bleu("two"))
        - (corpus_bleu("one", number) - corpus_bleu("two", number))
        for number in (0, 1, 2, 4)  # segment 4 is the same in both systems
    }
    assert {example.segment: example.contribution for example in chosen} == pytest.approx(expected)
    sizes = [abs(example.contribution) for example in chosen]
    assert sizes == sorted(sizes, reverse=True)
    assert min(expected.values()) < 0 < max(expected.values())


def test_contributions_to_a_mean_are_deviations_from_it() -> None:
    rows = np.array([[[1.0, 1.0], [2.0, 1.0], [6.0, 1.0]], [[0.0, 1.0], [4.0, 1.0], [2.0, 1.0]]])
    # by hand: the differences 1, -2, 4 have the mean 1; without each it is 1, 5/2, -1/2
    first, second = contributions(GivenScores("da"), rows)
    assert (first - second).tolist() == pytest.approx([0, -1.5, 1.5])


def test_as_many_segments_are_listed_for_either_direction(score: Score) -> None:
    references = [["a b c d"]] * 8
    better, worse = "a b c d", "a b c x"
    lines = {
        "one": [better] * 4 + [f"{worse} {'y ' * number}" for number in range(4)],
        "two": [f"{worse} {'y ' * number}" for number in range(4)] + [better] * 4,
    }
    scored = score(lines, references)
    chosen = examples(scored, scored.segment_scores(), [("one", "two")], top=2)
    assert {example.segment for example in chosen} == {3, 4, 7, 8}
    assert [example.contribution > 0 for example in chosen].count(True) == 2


def test_a_segment_that_repeats_an_earlier_one_is_omitted(score: Score) -> None:
    lines = {"one": ["a", "a", "a", "x"], "two": ["b", "b", "c", "x"]}
    scored = score(lines, [["a"]] * 4, [BLEU1])
    chosen = examples(scored, scored.segment_scores(), [("one", "two")])
    assert [example.segment for example in chosen] == [1, 3]


def test_outcomes_are_counted_under_the_direction_of_the_metric(score: Score) -> None:
    scored = with_errors(score({"one": ["a"] * 6, "two": ["b"] * 6}, [["x"]] * 6, [BLEU]))
    nan = float("nan")
    values = {
        BLEU: np.array([[3.0, 2.0, 2.0, 1.0, nan, 4.0], [1.0, 2.0, 0.5, 3.0, 1.0, nan]]),
        "errors": np.array(
            [[0.3, 0.1, 0.2, 0.1, 0.1, 0.1], [0.1, 0.3, 0.2, 0.2, 0.1 + 1e-17, 0.1]]
        ),
    }
    of_bleu, of_errors = segment_outcomes(scored, values, [("one", "two")])
    # by hand: 2, 0, 1.5, -2; two scores are undefined
    assert (of_bleu.better, of_bleu.equal, of_bleu.worse) == (2, 1, 1)
    assert sum(of_bleu.counts) == 3
    # by hand: 0.2, -0.2, 0, -0.1, 0, 0, of which less is better
    assert (of_errors.better, of_errors.equal, of_errors.worse) == (2, 3, 1)


def test_a_difference_at_an_edge_is_counted_on_the_side_of_0(score: Score) -> None:
    scored = score({"one": ["a"] * 5, "two": ["b"] * 5}, [["x"]] * 5, [BLEU])
    values = {BLEU: np.array([[2.0, -2.0, 20.0, 1.0, 0.0], [0.0] * 5])}
    [outcomes] = segment_outcomes(scored, values, [("one", "two")])
    assert outcomes.edges == tuple(float(edge) for edge in range(-20, 21))
    counts = dict(
        zip(zip(outcomes.edges, outcomes.edges[1:], strict=False), outcomes.counts, strict=True)
    )
    assert {bin for bin, count in counts.items() if count} == {(1, 2), (-2, -1), (19, 20), (0, 1)}


def test_two_scores_are_equal_up_to_a_billionth_of_the_larger_one(score: Score) -> None:
    scored = score({"one": ["a"] * 2, "two": ["b"] * 2}, [["x"]] * 2, [BLEU])
    values = {BLEU: np.array([[1e9, 1e9], [1e9 - 1, 1e9 - 2]])}
    [outcomes] = segment_outcomes(scored, values, [("one", "two")])
    assert (outcomes.better, outcomes.equal, outcomes.worse) == (1, 1, 0)
    # equal scores have no histogram
    [same] = segment_outcomes(scored, {BLEU: np.ones((2, 2))}, [("one", "two")])
    assert (same.better, same.equal, same.worse) == (0, 2, 0)
    assert same.edges == same.counts == ()


def test_the_edges_are_those_of_the_largest_difference_of_all_pairs(score: Score) -> None:
    scored = score({name: ["a"] for name in "pqr"}, [["x"]], [BLEU])
    pairs = [("p", "q"), ("p", "r"), ("q", "r")]
    for last, steps in ((0.0, 1), (float("nan"), 20)):
        values = {BLEU: np.array([[20.0], [19.0], [last]])}
        of_pairs = segment_outcomes(scored, values, pairs)
        assert {outcomes.edges for outcomes in of_pairs} == {
            tuple(edge / steps for edge in range(-20, 21))
        }
    # without a score there are edges alone
    for outcomes in of_pairs[1:]:
        assert (outcomes.better, outcomes.equal, outcomes.worse, sum(outcomes.counts)) == (
            0,
            0,
            0,
            0,
        )


@pytest.mark.parametrize(
    ("largest", "last", "steps"), [(20, 20, 20), (21, 22, 11), (100, 100, 20), (101, 110, 11)]
)
def test_the_steps_are_the_smallest_round_ones_of_which_twenty_are_enough(
    largest: float, last: float, steps: int
) -> None:
    expected = [last * number / steps for number in range(steps + 1)]
    assert round_edges(largest) == expected


@given(st.floats(1e-6, 1e6))
def test_edges_reach_the_largest_difference_in_few_round_steps(largest: float) -> None:
    edges = round_edges(largest)
    assert edges[-1] >= largest * (1 - 1e-6)
    assert 8 <= len(edges) - 1 <= 20
    assert f"{edges[1]:e}".replace("0", "").split(".")[0] in ("1", "2", "5")


def difference(metric: str, value: float | None, significant: bool = False) -> Difference:
    of_metric = replace(made.BLEU, metric=metric)
    return made.difference("one", "two", of_metric, value, 0.01 if significant else None)


SCORES = {
    BLEU: np.array([[50.0, 50.0, 50.0, 50.0], [50.0, 20.0, 60.0, 40.0]]),
    "errors": np.array([[0.3, 0.3, 0.3, 0.3], [0.3, 0.0, 0.4, 0.5]]),
}


def of_four_segments(score: Score) -> ScoredSystems:
    lines = ["p", "q", "r", "s"]
    return with_errors(score({"one": lines, "two": lines}, [["x"]] * 4, [BLEU]))


def test_metrics_disagree_if_they_prefer_different_systems(score: Score) -> None:
    scored = of_four_segments(score)
    # less is better under errors: it prefers the second system, BLEU the first
    pair = [difference(BLEU, 1.0, significant=True), difference("errors", 0.1)]
    [disagreement] = disagreements(scored, SCORES, pair)
    assert (disagreement.system, disagreement.other) == ("one", "two")
    assert (disagreement.metric, disagreement.other_metric) == (BLEU, "errors")
    assert disagreement.significant == (BLEU,)
    # by hand, by segment: gains of the first system 0, 30, -10, 10 under BLEU, ranks 2, 4, 1, 3;
    # and 0, -0.3, 0.1, 0.2 under errors, ranks 2, 1, 3, 4
    assert disagreement.segments == (2, 3, 4)
    # the first metric prefers the system that is named first
    pair = [difference(BLEU, -1.0), difference("errors", -0.1, significant=True)]
    [disagreement] = disagreements(scored, SCORES, pair, top=1)
    assert (disagreement.system, disagreement.other, disagreement.significant) == (
        "two",
        "one",
        ("errors",),
    )
    assert disagreement.segments == (2,)


@pytest.mark.parametrize("values", [(1.0, -0.1), (0.0, 0.1), (None, 0.1), (-1.0, 0.1)])
def test_metrics_that_agree_or_find_no_difference_do_not_disagree(
    score: Score, values: tuple[float | None, float]
) -> None:
    pair = [difference(BLEU, values[0]), difference("errors", values[1])]
    assert disagreements(of_four_segments(score), SCORES, pair) == ()


@given(st.lists(st.integers(0, 5), max_size=12))
def test_equal_values_share_the_mean_of_their_ranks(values: list[int]) -> None:
    ranks = average_ranks(np.array(values, dtype=np.float64)).tolist()
    assert ranks == [
        sum(other < value for other in values) + (values.count(value) + 1) / 2 for value in values
    ]

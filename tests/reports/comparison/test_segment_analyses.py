"""Scores, differences and disagreements by segment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics.identity import Identity, Scale
from tallystick.reports.comparison.build import compare_systems
from tallystick.reports.comparison.disagreements import average_ranks, disagreements
from tallystick.reports.comparison.largest_differences import largest_differences
from tallystick.reports.comparison.model import Difference
from tallystick.reports.comparison.scored_systems import ScoredSystems

Score = Callable[..., ScoredSystems]

BLEU = "bleu:tokenize=none"


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
    found = compare_systems([("mine", scored.corpora[0])], scored.metrics)
    assert found.segments is not None
    # by hand: one of the two tokens of the references is b, and log2 of 1 / 1 is 0
    assert found.segments.scores == {"nist:order=1": {"mine": (None, 0.0)}}


@dataclass(frozen=True)
class Errors:
    """A metric of which lower is better; only its direction is used."""

    identity = Identity("errors", "errors", "", Scale(0, None, 0), higher_is_better=False)


def with_errors(scored: ScoredSystems) -> ScoredSystems:
    [(name, statistics)] = scored.statistics.items()
    errors: Any = Errors()
    return replace(
        scored,
        metrics={**scored.metrics, "errors": errors},
        fitted={**scored.fitted, "errors": errors},
        statistics={name: statistics, "errors": statistics},
    )


FLOATS = st.sampled_from([0.0, 1.0, 2.5, 3.0, float("nan")])


@given(data=st.data())
def test_largest_differences_are_those_of_plain_sorting(score: Score, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 12))
    values = st.lists(FLOATS, min_size=count, max_size=count)
    lines = [str(number) for number in range(count)]
    scored = with_errors(score({"one": lines, "two": lines}, [["x"]] * count, [BLEU]))
    scores = {
        BLEU: np.array([data.draw(values), data.draw(values)]),
        "errors": np.array([data.draw(values), data.draw(values)]),
    }
    expected = []
    for metric, sign in ((BLEU, 1), ("errors", -1)):
        one, two = scores[metric].tolist()
        for system, other, mine, yours in (("one", "two", one, two), ("two", "one", two, one)):
            gaps = [
                (-sign * (left - right), number, left - right)
                for number, (left, right) in enumerate(zip(mine, yours, strict=True), start=1)
                if sign * (left - right) > 0
            ]
            expected += [
                (metric, system, other, number, gap) for _, number, gap in sorted(gaps)[:3]
            ]
    found = largest_differences(scored, scores, [("one", "two")], top=3)
    assert [
        (one.metric, one.system, one.other, one.segment, one.difference) for one in found
    ] == expected


def test_a_segment_that_repeats_an_earlier_one_is_omitted(score: Score) -> None:
    scored = score({"one": ["a", "a", "a"], "two": ["b", "b", "c"]}, [["a"], ["a"], ["a"]], [BLEU])
    found = largest_differences(scored, scored.segment_scores(), [("one", "two")])
    assert [one.segment for one in found] == [1, 3]


def difference(metric: str, value: float | None, significant: bool = False) -> Difference:
    return Difference(
        metric=metric,
        system="one",
        other="two",
        difference=value,
        interval=None,
        standard_error=None,
        p_value=None,
        adjusted_p_value=None,
        significant=significant,
        better=None,
        exact=False,
        differing_segments=0,
        identical_output=False,
        smallest_visible_difference=None,
        segments_needed=None,
    )


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
    [found] = disagreements(scored, SCORES, pair)
    assert (found.system, found.other) == ("one", "two")
    assert (found.metric, found.other_metric) == (BLEU, "errors")
    assert found.significant == (BLEU,)
    # by hand, by segment: gains of the first system 0, 30, -10, 10 under BLEU, ranks 2, 4, 1, 3;
    # and 0, -0.3, 0.1, 0.2 under errors, ranks 2, 1, 3, 4
    assert found.segments == (2, 3, 4)


def test_the_system_named_first_is_the_one_that_the_first_metric_prefers(score: Score) -> None:
    pair = [difference(BLEU, -1.0), difference("errors", -0.1, significant=True)]
    [found] = disagreements(of_four_segments(score), SCORES, pair, top=1)
    assert (found.system, found.other, found.significant) == ("two", "one", ("errors",))
    assert found.segments == (2,)


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

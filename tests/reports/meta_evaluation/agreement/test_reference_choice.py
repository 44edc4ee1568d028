"""Agreement by reference: each alone, several together, and how many."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

import tallystick
from tallystick import meta
from tallystick.reports import MetaEvaluation
from tests.reports.meta_evaluation.judged import wmt22

REFERENCES = [
    ["the cat sat on the mat", "a cat was sitting on a mat", "on the mat sat a cat"],
    ["it is raining today", "today it rains", "rain falls today"],
    ["we like green tea", "green tea is what we like", "we are fond of tea"],
    ["he left", "he went away", "he is gone"],
]
SYSTEMS = {
    "one": ["the cat sat on the mat", "it is raining today", "we like green tea", "he left"],
    "two": [
        "a cat was sitting on the mat",
        "today it rains",
        "green tea is what we like",
        "away he went",
    ],
    "three": ["on the mat sat the cat", "rain falls today", "we are fond of green tea", "gone"],
    "four": ["a cat on mat", "it rains", "tea", "left"],
}
HUMAN = {"one": 1.0, "two": 4.0, "three": 3.0, "four": 2.0}


@pytest.fixture(scope="module")
def report() -> MetaEvaluation:
    return meta(
        systems=SYSTEMS, references=REFERENCES, human=HUMAN, metrics=["chrf", "ter"], resamples=20
    )


def order(metric: str, references: tuple[int, ...]) -> list[float]:
    """How the metric orders each pair of systems with these references, from 1."""
    chosen = [[lines[number - 1] for number in references] for lines in REFERENCES]
    sign = -1 if metric == "ter" else 1
    scores = [
        sign * tallystick.score(hypotheses=lines, references=chosen, metrics=metric)[0].score
        for lines in SYSTEMS.values()
    ]
    return [float(np.sign(a - b)) for a, b in itertools.combinations(scores, 2)]


def same(own: list[float], other: list[float]) -> float:
    return float(np.mean([a == b for a, b in zip(own, other, strict=True)]))


def test_each_combination_equals_scores_with_these_references(report: MetaEvaluation) -> None:
    human = [float(np.sign(a - b)) for a, b in itertools.combinations(HUMAN.values(), 2)]
    for choice in report.reference_choices:
        assert [combination.references for combination in choice.combinations] == [
            (1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)
        ]  # fmt: skip
        complete = order(choice.metric, (1, 2, 3))
        for combination in choice.combinations:
            ordered = order(choice.metric, combination.references)
            assert combination.accuracy == pytest.approx(same(ordered, human))
            assert combination.order_kept == pytest.approx(same(ordered, complete))


def test_orders_under_single_references_are_compared_with_each_other(
    report: MetaEvaluation,
) -> None:
    for choice in report.reference_choices:
        single = [order(choice.metric, (number,)) for number in (1, 2, 3)]
        expected = [same(a, b) for a, b in itertools.combinations(single, 2)]
        assert choice.alike == pytest.approx(np.mean(expected))
    assert any("alike under two single references" in note for note in report.notes)


def test_accuracies_are_averaged_by_the_number_of_references(report: MetaEvaluation) -> None:
    for choice in report.reference_choices:
        of_two = [row.accuracy for row in choice.combinations if len(row.references) == 2]
        assert choice.accuracy_by_number[2] == pytest.approx(np.mean(of_two))
        assert sorted(choice.accuracy_by_number) == [1, 2, 3]


def test_one_reference_leaves_no_choice() -> None:
    single = [lines[:1] for lines in REFERENCES]
    report = meta(systems=SYSTEMS, references=single, human=HUMAN, metrics=["chrf"], resamples=20)
    assert report.reference_choices == ()


@pytest.mark.slow
def test_agreement_by_reference_equals_an_independent_run_on_wmt22(shared_data: Path) -> None:
    # Kendall's tau of BLEU with humans on German-English is .50, .06 and .17 with reference A, B
    # and both, and .22 between the orders with A and B; that of chrF between them is .44 (NumPy and
    # sacreBLEU 2.6.0). Without ties, a tau is twice the share of pairs less 1.
    report = meta(**wmt22(shared_data, "de-en", "AB"), metrics=["bleu", "chrf"], resamples=20)
    by_metric = {choice.metric: choice for choice in report.reference_choices}
    taus = [2 * combination.accuracy - 1 for combination in by_metric["bleu"].combinations]
    assert taus == pytest.approx([0.50, 0.06, 0.17], abs=0.005)
    assert 2 * by_metric["bleu"].alike - 1 == pytest.approx(0.22, abs=0.005)
    assert 2 * by_metric["chrf"].alike - 1 == pytest.approx(0.44, abs=0.005)

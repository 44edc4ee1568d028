"""How many more systems or segments a difference between metrics would take."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from tallystick import meta
from tallystick.reports import MetaEvaluation
from tests.reports.meta_evaluation.judged import tau_b

NORMAL = 1.959963984540054 + 0.8416212335729143  # quantiles of 97.5% and 80%, from SciPy's norm.ppf
OUTPUTS = {
    "one": ["the cat sat on the mat", "it is raining today", "we like green tea", "he left"],
    "two": ["the cat sat on a mat", "it rains today", "we like green tea", "he left"],
    "three": ["the cat on the mat sat", "it is raining", "we like tea a lot", "left he"],
    "four": ["a cat on mat", "rain", "green tea", "left"],
}
HUMAN = {"one": [5, 5, 3, 5], "two": [3, 4, 5, 4], "three": [4, 2, 4, 3], "four": [1, 1, 2, 2]}
SCORES = {
    "first": {
        "one": [4, 3, 2, 1],
        "two": [1, 2, 3, 4],
        "three": [3, 1, 2, 1],
        "four": [1, 0, 0, 1],
    },
    "second": {
        "one": [1, 2, 3, 3],
        "two": [2, 2, 3, 2],
        "three": [4, 4, 4, 4],
        "four": [0, 1, 2, 1],
    },
}


@pytest.fixture(scope="module")
def found() -> MetaEvaluation:
    return meta(
        systems=OUTPUTS,
        references=OUTPUTS["one"],
        human=HUMAN,
        metrics=[],
        scores=SCORES,
        resamples=4000,
    )


def test_the_systems_needed_follow_from_the_error_under_exchanged_systems(
    found: MetaEvaluation,
) -> None:
    [difference] = found.differences
    human = np.array([sum(row) for row in HUMAN.values()])
    scores = [np.array([sum(row) for row in one.values()], float) for one in SCORES.values()]
    scores = [(one - one.mean()) / one.std() for one in scores]

    def correct(values: np.ndarray) -> int:
        pairs = itertools.combinations(range(4), 2)
        return sum(
            bool((values[i] - values[j]) * (human[i] - human[j]) > 0)
            or bool(values[i] == values[j] and human[i] == human[j])
            for i, j in pairs
        )

    exact = []
    for exchange in itertools.product([False, True], repeat=4):
        moved = [np.where(exchange, *pair) for pair in (scores[::-1], scores)]
        exact.append((correct(moved[0]) - correct(moved[1])) / 6)
    error = math.sqrt(sum(one**2 for one in exact) / len(exact))
    expected = 4 * (NORMAL * error / difference.difference) ** 2
    assert difference.systems_needed == pytest.approx(expected, rel=0.05)


def test_the_segments_needed_follow_from_the_differences_within_segments(
    found: MetaEvaluation,
) -> None:
    [test] = found.differences_on_sets
    taus = [
        [
            tau_b(
                [row[segment] for row in HUMAN.values()],
                [row[segment] for row in SCORES[name].values()],
            )
            for segment in range(4)
        ]
        for name in (test.metric, test.other)
    ]
    differences = np.subtract(taus[0], taus[1])
    assert test.kendall_difference == pytest.approx(differences.mean())
    visible = NORMAL * math.sqrt((differences**2).sum()) / 4
    assert test.segments_needed == math.ceil(4 * (visible / differences.mean()) ** 2)


def test_the_verdict_names_both(found: MetaEvaluation) -> None:
    impossible, systems, segments = found.verdict[1:]
    assert impossible.startswith("None can be significant: 4 systems and 4,000 resamples")
    assert "it would take about" in systems
    assert "systems to show (here 4)" in systems
    assert "segments to show (here 4)" in segments

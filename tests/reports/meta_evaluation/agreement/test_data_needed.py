"""How many more systems or segments a difference between metrics would take."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from tallystick.reports import MetaEvaluation
from tests.reports.meta_evaluation.judged import tau_b, with_given_scores

NORMAL = 1.959963984540054 + 0.8416212335729143  # quantiles of 97.5% and 80%, from SciPy's norm.ppf
HUMAN = np.array([[5, 5, 3, 5], [3, 4, 5, 4], [4, 2, 4, 3], [1, 1, 2, 2]], float)
SCORES = {
    "first": np.array([[4, 3, 2, 1], [1, 2, 3, 4], [3, 1, 2, 1], [1, 0, 0, 1]], float),
    "second": np.array([[1, 2, 3, 3], [2, 2, 3, 2], [4, 4, 4, 4], [0, 1, 2, 1]], float),
}
"""Of four systems on four segments."""


@pytest.fixture(scope="module")
def report() -> MetaEvaluation:
    return with_given_scores(HUMAN, SCORES, resamples=4000)


def test_the_systems_needed_follow_from_the_error_under_exchanged_systems(
    report: MetaEvaluation,
) -> None:
    [difference] = report.differences
    human = HUMAN.sum(axis=1)
    scores = [cells.sum(axis=1) for cells in SCORES.values()]
    scores = [(values - values.mean()) / values.std() for values in scores]

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
    error = math.sqrt(sum(value**2 for value in exact) / len(exact))
    expected = 4 * (NORMAL * error / difference.difference) ** 2
    assert difference.systems_needed == pytest.approx(expected, rel=0.05)


def test_the_segments_needed_follow_from_the_differences_within_segments(
    report: MetaEvaluation,
) -> None:
    [test] = [test for test in report.output_differences if test.grouping == "segment"]
    taus = [
        [tau_b(*pair) for pair in zip(HUMAN.T.tolist(), SCORES[name].T.tolist(), strict=True)]
        for name in (test.metric, test.other)
    ]
    differences = np.subtract(taus[0], taus[1])
    assert test.difference == pytest.approx(differences.mean())
    visible = NORMAL * differences.std() / 2
    assert test.units_needed == math.ceil(4 * (visible / differences.mean()) ** 2)


def test_the_verdict_names_both(report: MetaEvaluation) -> None:
    impossible, systems, segments, _ = report.verdict[1:]
    assert impossible.startswith("None can be significant: 4 systems and 4,000 resamples")
    assert impossible.endswith("no p-value below 0.12.")  # 2 of 2^4 arrangements
    assert "it would take about" in systems
    assert "systems to show (here 4)" in systems
    assert "segments to show (here 4)" in segments

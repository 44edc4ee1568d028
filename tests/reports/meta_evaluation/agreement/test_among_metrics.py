"""What metrics say of each other, recomputed naively."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tallystick import TallystickWarning
from tallystick.reports import MetaEvaluation
from tests.reports.meta_evaluation.judged import with_given_scores

SYSTEMS = ["s0", "s1", "s2", "s3", "s4"]
SEGMENTS = 25
RANDOM = np.random.default_rng(3)
HUMAN = RANDOM.random((5, SEGMENTS)) + np.arange(5)[:, np.newaxis] / 4
SCORES = {
    "one": HUMAN[::-1] + RANDOM.random((5, SEGMENTS)) / 4,
    "other": HUMAN[::-1] + RANDOM.random((5, SEGMENTS)) / 4,
    "third": HUMAN + RANDOM.random((5, SEGMENTS)),
}
PAIRS = list(itertools.combinations(range(5), 2))


@pytest.fixture(scope="module")
def report() -> MetaEvaluation:
    outputs = {name: [f"hypothesis {n} of {name}" for n in range(SEGMENTS)] for name in SYSTEMS}
    references = [f"reference {number}" for number in range(SEGMENTS)]
    with pytest.warns(TallystickWarning, match="as if it counted errors"):
        return with_given_scores(
            HUMAN, SCORES, resamples=50, systems=outputs, references=references
        )


def signs(scores: np.ndarray) -> list[float]:
    means = scores.mean(axis=1)
    return [float(np.sign(means[i] - means[j])) for i, j in PAIRS]


def percentiles(scores: np.ndarray) -> np.ndarray:
    flat = scores.ravel()
    shares = [100 * (sum(flat < score) + sum(flat == score) / 2) / len(flat) for score in flat]
    return np.array(shares).reshape(scores.shape)


def test_two_metrics_agree_on_the_pairs_of_systems_that_both_order_alike(
    report: MetaEvaluation,
) -> None:
    assert len(report.metric_agreement) == 3
    for row in report.metric_agreement:
        alike = [
            a == b for a, b in zip(signs(SCORES[row.metric]), signs(SCORES[row.other]), strict=True)
        ]
        assert row.accuracy == pytest.approx(np.mean(alike))
        assert row.kendall == pytest.approx(2 * np.mean(alike) - 1)


def test_pairs_that_most_metrics_order_unlike_humans_are_listed_in_standard_deviations(
    report: MetaEvaluation,
) -> None:
    human = signs(HUMAN)
    expected = set()
    for place, (i, j) in enumerate(PAIRS):
        against = {name for name, rows in SCORES.items() if signs(rows)[place] == -human[place]}
        if len(against) > 1.5:
            better, worse = (i, j) if human[place] > 0 else (j, i)
            expected.add((SYSTEMS[better], SYSTEMS[worse], frozenset(against)))
    assert expected == {
        (pair.better, pair.worse, frozenset(pair.metrics)) for pair in report.disputed_pairs
    }
    numbers = [len(pair.metrics) for pair in report.disputed_pairs]
    assert numbers == sorted(numbers, reverse=True)
    means = dict(zip(SYSTEMS, HUMAN.mean(axis=1), strict=True))
    for pair in report.disputed_pairs:
        expected = (means[pair.better] - means[pair.worse]) / np.std(list(means.values()))
        assert pair.difference == pytest.approx(expected)


def test_the_most_disputed_output_of_a_metric_has_the_largest_gap_of_segments_not_listed_yet(
    report: MetaEvaluation,
) -> None:
    listed = [row.segment - 1 for row in report.disputed_segments if row.metric is None]
    for name, rows in SCORES.items():
        gaps = np.abs(percentiles(rows) - percentiles(HUMAN))
        gaps[:, listed] = 0
        first = next(
            row for row in report.disputed_segments if (row.metric, row.other) == (name, None)
        )
        assert first.gap == pytest.approx(gaps.max())
        place = (SYSTEMS.index(first.system), first.segment - 1)
        assert gaps[place] == gaps.max()
        assert first.hypothesis == f"hypothesis {first.segment - 1} of {first.system}"
        assert first.reference == f"reference {first.segment - 1}"


def test_outputs_on_which_all_metrics_contradict_humans_count_the_nearest_metric(
    report: MetaEvaluation,
) -> None:
    of_metrics = np.stack([percentiles(rows) for rows in SCORES.values()])
    of_humans = percentiles(HUMAN)
    together = [row for row in report.disputed_segments if row.metric is None]
    above = [row.gap for row in together if row.percentile > row.other_percentile]
    below = [row.gap for row in together if row.percentile < row.other_percentile]
    assert above[0] == pytest.approx((of_metrics.min(axis=0) - of_humans).max())
    assert below[0] == pytest.approx((of_humans - of_metrics.max(axis=0)).max())
    assert above == sorted(above, reverse=True)


def test_a_segment_is_listed_once_for_a_metric(report: MetaEvaluation) -> None:
    for kind in {(row.metric, row.other) for row in report.disputed_segments} - {(None, None)}:
        segments = [
            row.segment for row in report.disputed_segments if (row.metric, row.other) == kind
        ]
        assert len(segments) == len(set(segments))


def test_notes_count_the_pairs_on_which_all_metrics_contradict_humans(
    report: MetaEvaluation,
) -> None:
    number = sum(len(pair.metrics) == 3 for pair in report.disputed_pairs)
    said = [note for note in report.notes if note.startswith("All metrics contradict humans on")]
    assert len(said) == (1 if number else 0)
    assert all(f"on {number} of 10 pairs" in note for note in said)

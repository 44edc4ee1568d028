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
def found() -> MetaEvaluation:
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
    shares = [100 * (sum(flat < one) + sum(flat == one) / 2) / len(flat) for one in flat]
    return np.array(shares).reshape(scores.shape)


def test_two_metrics_agree_on_the_pairs_of_systems_that_both_order_alike(
    found: MetaEvaluation,
) -> None:
    assert len(found.metric_agreement) == 3
    for one in found.metric_agreement:
        alike = [
            a == b for a, b in zip(signs(SCORES[one.metric]), signs(SCORES[one.other]), strict=True)
        ]
        assert one.accuracy == pytest.approx(np.mean(alike))
        assert one.kendall == pytest.approx(2 * np.mean(alike) - 1)


def test_pairs_that_most_metrics_order_unlike_humans_are_listed_in_standard_deviations(
    found: MetaEvaluation,
) -> None:
    human = signs(HUMAN)
    expected = set()
    for place, (i, j) in enumerate(PAIRS):
        against = {name for name, rows in SCORES.items() if signs(rows)[place] == -human[place]}
        if len(against) > 1.5:
            better, worse = (i, j) if human[place] > 0 else (j, i)
            expected.add((SYSTEMS[better], SYSTEMS[worse], frozenset(against)))
    assert expected == {
        (one.better, one.worse, frozenset(one.metrics)) for one in found.disputed_pairs
    }
    numbers = [len(one.metrics) for one in found.disputed_pairs]
    assert numbers == sorted(numbers, reverse=True)
    means = dict(zip(SYSTEMS, HUMAN.mean(axis=1), strict=True))
    for one in found.disputed_pairs:
        expected = (means[one.better] - means[one.worse]) / np.std(list(means.values()))
        assert one.difference == pytest.approx(expected)


def test_the_most_disputed_output_of_a_metric_has_the_largest_gap_of_segments_not_listed_yet(
    found: MetaEvaluation,
) -> None:
    listed = [one.segment - 1 for one in found.disputed_segments if one.metric is None]
    for name, rows in SCORES.items():
        gaps = np.abs(percentiles(rows) - percentiles(HUMAN))
        gaps[:, listed] = 0
        first = next(
            one for one in found.disputed_segments if (one.metric, one.other) == (name, None)
        )
        assert first.gap == pytest.approx(gaps.max())
        place = (SYSTEMS.index(first.system), first.segment - 1)
        assert gaps[place] == gaps.max()
        assert first.hypothesis == f"hypothesis {first.segment - 1} of {first.system}"
        assert first.reference == f"reference {first.segment - 1}"


def test_outputs_on_which_all_metrics_contradict_humans_count_the_nearest_metric(
    found: MetaEvaluation,
) -> None:
    of_metrics = np.stack([percentiles(rows) for rows in SCORES.values()])
    of_humans = percentiles(HUMAN)
    together = [one for one in found.disputed_segments if one.metric is None]
    above = [one.gap for one in together if one.percentile > one.other_percentile]
    below = [one.gap for one in together if one.percentile < one.other_percentile]
    assert above[0] == pytest.approx((of_metrics.min(axis=0) - of_humans).max())
    assert below[0] == pytest.approx((of_humans - of_metrics.max(axis=0)).max())
    assert above == sorted(above, reverse=True)


def test_a_segment_is_listed_once_for_a_metric(found: MetaEvaluation) -> None:
    for kind in {(one.metric, one.other) for one in found.disputed_segments} - {(None, None)}:
        segments = [
            one.segment for one in found.disputed_segments if (one.metric, one.other) == kind
        ]
        assert len(segments) == len(set(segments))


def test_notes_count_the_pairs_on_which_all_metrics_contradict_humans(
    found: MetaEvaluation,
) -> None:
    number = sum(len(one.metrics) == 3 for one in found.disputed_pairs)
    said = [note for note in found.notes if note.startswith("All metrics contradict humans on")]
    assert len(said) == (1 if number else 0)
    assert all(f"on {number} of 10 pairs" in note for note in said)

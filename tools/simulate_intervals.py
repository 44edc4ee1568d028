"""Simulate how often intervals of agreement with humans contain the agreement without noise.

Systems have true human scores and true scores of a metric, which correlate. The scores of segments
vary about them, and the noise of humans and of the metric correlates by 0.3. Both are means of 100
segments, which are resampled. An interval should contain the coefficient of the true scores in 95%
of the trials.

    python tools/simulate_intervals.py [TRIALS]
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import NamedTuple

import numpy as np

from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.agreement.system_level import coefficients, resampled_twice
from tallystick.reports.meta_evaluation.statistics.correlations import (
    corrected_interval,
    percentile_interval,
)

SEGMENTS = 100
RESAMPLES = 1_000
CONFIDENCE = 0.95
CORRELATED = 0.3
NAMES = ("accuracy", "pearson")
SETS = (11, 9, 14, 5, 10, 9, 12)  # the judged systems of WMT22 into English


class Scenario(NamedTuple):
    """The correlation of true scores, and the standard errors of a system's two scores."""

    correlation: float
    human_error: float
    metric_error: float


class Simulated(NamedTuple):
    """For each coefficient the true one, the observed one, and those of resamples."""

    true: dict[str, float]
    observed: dict[str, float]
    resampled: dict[str, np.ndarray]
    twice: dict[str, np.ndarray]


def simulated(systems: int, scenario: Scenario, random: np.random.Generator) -> Simulated:
    """Draw systems and segments, and resample the segments."""
    pairs = np.stack(np.triu_indices(systems, 1), axis=1)

    def noise(shape: tuple[int, ...], shared: np.ndarray, share: float) -> np.ndarray:
        own = random.standard_normal(shape)
        return np.asarray(share * shared + np.sqrt(1 - share**2) * own)

    human = random.standard_normal(systems)
    metric = noise((systems,), human, scenario.correlation)
    of_human = random.standard_normal((SEGMENTS, systems))
    of_metric = noise((SEGMENTS, systems), of_human, CORRELATED)
    scale = np.sqrt(SEGMENTS)
    cells = [
        human + scenario.human_error * scale * of_human,
        metric + scenario.metric_error * scale * of_metric,
    ]
    drawn = random.multinomial(SEGMENTS, np.full(SEGMENTS, 1 / SEGMENTS), RESAMPLES) / SEGMENTS
    means = [scores.mean(axis=0) for scores in cells]
    again = [drawn @ scores for scores in cells]
    one_row = [coefficients(a[np.newaxis], b[np.newaxis], pairs)
               for a, b in ((human, metric), (means[0], means[1]))]  # fmt: skip
    true, observed = ({name: float(values[name][0]) for name in NAMES} for values in one_row)
    return Simulated(
        true,
        observed,
        coefficients(again[0], again[1], pairs),
        resampled_twice((means[0], again[0]), (means[1], again[1]), pairs),
    )


def together(sets: list[Simulated], sizes: tuple[int, ...]) -> Simulated:
    """Pool sets, each pair of systems with the same weight."""
    weights = [size * (size - 1) / 2 for size in sizes]

    def mean(values: list[float]) -> float:
        return float(np.average(values, weights=weights))

    return Simulated(
        {name: mean([part.true[name] for part in sets]) for name in NAMES},
        {name: mean([part.observed[name] for part in sets]) for name in NAMES},
        *(
            {
                name: np.average([getattr(part, kind)[name] for part in sets], 0, weights)
                for name in NAMES
            }
            for kind in ("resampled", "twice")
        ),
    )


def coverage(
    sizes: tuple[int, ...], scenario: Scenario, trials: int, random: np.random.Generator
) -> Counter[tuple[str, str]]:
    """Count the trials in which each interval contains the true coefficient."""
    counts: Counter[tuple[str, str]] = Counter()
    for _ in range(trials):
        result = together([simulated(size, scenario, random) for size in sizes], sizes)
        for name in NAMES:
            resampled, lowest = result.resampled[name], 0.0 if name == "accuracy" else -1.0
            intervals = {
                "percentile": percentile_interval(resampled, CONFIDENCE),
                "corrected": corrected_interval(
                    result.observed[name], resampled, result.twice[name], CONFIDENCE, lowest
                ),
            }
            for kind, interval in intervals.items():
                counts[kind, name] += _contains(interval, result.true[name])
    return counts


def _contains(interval: Interval | None, value: float) -> bool:
    return interval is not None and interval.low - 1e-9 <= value <= interval.high + 1e-9


def main() -> None:
    """Print the coverage of both intervals."""
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    random = np.random.default_rng(1)
    print("systems  correlation  errors    ", *(f"{a} {b}" for a in NAMES for b in ("old", "new")))
    for sizes in ((5,), (10,), (14,), SETS):
        for scenario in (
            Scenario(0.7, 0.35, 0.15),
            Scenario(0.95, 0.35, 0.15),
            Scenario(0.9, 0.1, 0.05),
            Scenario(0.9, 0.8, 0.2),
        ):
            counts = coverage(sizes, scenario, trials, random)
            shown = [
                f"{counts[kind, name] / trials:12.3f}"
                for name in NAMES
                for kind in ("percentile", "corrected")
            ]
            errors = f"{scenario.human_error}, {scenario.metric_error}"
            print(
                f"{'7 sets' if len(sizes) > 1 else sizes[0]:>7}  {scenario.correlation:11}  "
                f"{errors:10}",
                *shown,
                flush=True,
            )


if __name__ == "__main__":
    main()

"""The share of true null hypotheses that are rejected is that of the level."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick.metrics import Bleu, Settings, bootstrap_scores, compare_under
from tests.metrics.resampling.functions import (
    TestName,
    centred_p_value,
    exchange_counts,
    random_rows,
)

Rows: TypeAlias = NDArray[np.float64]

TRIALS = 500
RESAMPLES = 399  # at which a p-value of exactly 0.05 exists
LEVEL = 0.05


def null_p_values(test: str) -> np.ndarray[Any, Any]:
    """P-values of pairs of systems that exchange their outputs at random."""
    first, second = random_rows(1, 250, 0.6), random_rows(2, 250, 0.6)
    generator = np.random.default_rng(20261121)
    p_values = []
    for trial in range(TRIALS):
        chosen = generator.integers(0, 2, (250, 1)).astype(bool)
        systems = [np.where(chosen, first, second), np.where(chosen, second, first)]
        draw: Any = {"resamples": RESAMPLES, "seed": trial}
        if test == "randomisation":
            [count] = exchange_counts(Bleu(), systems, [(0, 1)], **draw)
            p_values.append((count + 1) / (RESAMPLES + 1))
            continue
        scores = bootstrap_scores(Bleu(), systems, **draw)
        totals = Bleu().formula(np.stack([rows.sum(axis=0) for rows in systems]))
        difference, resampled = totals[0] - totals[1], scores[:, 0] - scores[:, 1]
        p_values.append(centred_p_value(resampled, difference))
    return np.array(p_values)


@pytest.mark.thorough
@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_one_true_null_in_twenty_is_rejected_at_5_per_cent(test: str) -> None:
    rejected = (null_p_values(test) <= LEVEL).mean()
    # three standard deviations of a binomial share
    assert rejected == pytest.approx(LEVEL, abs=3 * np.sqrt(LEVEL * (1 - LEVEL) / TRIALS))


SYSTEMS, UNITS, ROUNDS = 10, 20, 30  # more units make it easier
MOST = LEVEL + 3 * float(np.sqrt(LEVEL * (1 - LEVEL) / ROUNDS))
"""Three standard deviations of a binomial share above the level."""


def systems_that_do_not_differ() -> Iterator[list[Rows]]:
    """Statistics of ten systems of unlike quality, exchanged at random in each unit."""
    outputs = np.stack([random_rows(seed, 600, 0.5 + seed / 50) for seed in range(SYSTEMS)], axis=1)
    generator = np.random.default_rng(20261121)
    for _ in range(ROUNDS):
        chosen = outputs[generator.choice(len(outputs), UNITS, replace=False)]
        order = np.argsort(generator.random(chosen.shape[:2]), axis=1)
        exchanged = np.take_along_axis(chosen, order[:, :, np.newaxis], axis=1)
        yield [np.ascontiguousarray(exchanged[:, system]) for system in range(SYSTEMS)]


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_of_ten_systems_that_do_not_differ_max_t_finds_none_different(test: TestName) -> None:
    settings = Settings(test=test, resamples=99, correction="max-t")
    least = [
        compare_under(Bleu(), [[rows] for rows in systems], settings).adjusted_p_values.min()
        for systems in systems_that_do_not_differ()
    ]
    # divided by standard errors of the observed data, as once, it found some in 30% of these
    assert (np.array(least) <= LEVEL).mean() <= MOST


@pytest.mark.thorough
def test_runs_of_one_system_are_rarely_found_different() -> None:
    runs, scatter = 5, 0.1
    generator = np.random.default_rng(7)
    settings = Settings(resamples=200)
    rejected = 0
    trials = 200
    for trial in range(trials):
        qualities = 0.6 * (1 + scatter * generator.standard_normal((2, runs)))
        systems = [
            [random_rows(20 * trial + 10 * system + run, 150, min(quality, 0.95))
             for run, quality in enumerate(of_system)]
            for system, of_system in enumerate(qualities)
        ]  # fmt: skip
        rejected += compare_under(Bleu(), systems, settings).p_values[0] <= LEVEL
    # three standard deviations above; below, few runs make the test careful
    assert rejected / trials <= LEVEL + 3 * np.sqrt(LEVEL * (1 - LEVEL) / trials)

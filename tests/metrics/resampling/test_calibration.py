"""Of true null hypotheses no more are rejected than the level says, and no fewer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.resampling.bootstrap import bootstrap_scores, centred_p_value
from tallystick.metrics.resampling.paired import compare_under
from tallystick.metrics.resampling.randomisation import randomisation_counts
from tallystick.metrics.resampling.settings import Settings

TRIALS = 800
RESAMPLES = 399  # at which a p-value of exactly 0.05 exists
LEVEL = 0.05


def null_p_values(random_rows: Any, test: str) -> np.ndarray[Any, Any]:
    """P-values of pairs of systems that exchange their outputs at random."""
    one, other = random_rows(1, 250, 0.6), random_rows(2, 250, 0.6)
    generator = np.random.default_rng(20261121)
    found = []
    for trial in range(TRIALS):
        chosen = generator.integers(0, 2, (250, 1)).astype(bool)
        systems = [np.where(chosen, one, other), np.where(chosen, other, one)]
        draw: Any = {"resamples": RESAMPLES, "seed": trial}
        if test == "randomisation":
            [count] = randomisation_counts(Bleu(), systems, [(0, 1)], **draw)[0]
            found.append((count + 1) / (RESAMPLES + 1))
            continue
        scores = bootstrap_scores(Bleu(), systems, **draw)
        totals = Bleu().formula(np.stack([rows.sum(axis=0) for rows in systems]))
        difference, resampled = totals[0] - totals[1], scores[:, 0] - scores[:, 1]
        if test == "bootstrap":
            found.append(centred_p_value(resampled, difference))
        else:  # the rule of sacreBLEU 2.6.0, significance.py lines 265 to 269
            sizes = np.abs(resampled)
            far = (sizes - sizes.mean() > abs(difference)).sum()
            found.append((far + 1) / (RESAMPLES + 1))
    return np.array(found)


@pytest.mark.slow
@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_one_true_null_in_twenty_is_rejected_at_5_per_cent(random_rows: Any, test: str) -> None:
    rejected = (null_p_values(random_rows, test) <= LEVEL).mean()
    # three standard deviations of a binomial share
    assert rejected == pytest.approx(LEVEL, abs=3 * np.sqrt(LEVEL * (1 - LEVEL) / TRIALS))


@pytest.mark.slow
def test_the_rule_of_sacrebleus_paired_bootstrap_rejects_twice_as_many(random_rows: Any) -> None:
    # measured elsewhere on WMT22 de-en with sacreBLEU itself: 10.6% of 1,500
    p_values = null_p_values(random_rows, "sacrebleu")
    assert 0.075 < (p_values <= LEVEL).mean() < 0.14
    assert p_values.max() < 0.5


@pytest.mark.slow
@pytest.mark.parametrize(("runs", "scatter"), [(2, 0.02), (2, 0.1), (3, 0.05), (5, 0.1)])
def test_runs_of_one_system_are_rarely_found_different(
    random_rows: Any, runs: int, scatter: float
) -> None:
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

"""Several training runs of a system: the bootstrap over units and, within each system, over runs.

A difference between two systems has two sources of chance, the choice of the test set and that of
the random seeds in training; see Clark, Dyer, Lavie and Smith, "Better Hypothesis Testing for
Statistical Machine Translation: Controlling for Optimizer Instability", ACL 2011. Each resample
draws units, the same for all systems, and runs, for each system its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.bootstrap import bootstrap_scores
from tallystick.metrics.resampling.draws import drawn_units, how_often

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.metric import Metric


def two_level_scores(
    metric: Metric,
    runs: Sequence[Sequence[NDArray[np.float64]]],
    names: Sequence[str],
    *,
    resamples: int,
    seed: int,
    purpose: str = "",
    threads: int = 1,
) -> NDArray[np.float64]:
    """Return the mean scores of several systems over drawn units and drawn runs.

    The mean of n runs drawn from n varies less than that of n new runs, by the factor (n - 1) / n
    in its variance, so the deviation of the drawn mean is stretched by sqrt(n / (n - 1)).

    Args:
        metric: The metric that made the statistics.
        runs: For each system and each of its runs the statistics of every unit, shape
            (units, columns).
        names: The systems' names; a system's runs are drawn by its name, whatever else is there.
        resamples: How many resamples.
        seed: The seed.
        purpose: What the draws are for.
        threads: How many threads to use; the result does not depend on it.

    Returns:
        Shape (resamples, systems). With one run each, the scores of `bootstrap_scores`.

    >>> from tallystick.metrics.bleu import Bleu
    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a b c d"] * 2, references=["a b c d"] * 2)
    >>> rows = Bleu().statistics(corpus).rows.astype(float)
    >>> two_level_scores(Bleu(), [[rows, rows]], ["a"], resamples=2, seed=1).round(9).tolist()
    [[100.0], [100.0]]
    """
    flat = [rows for of_system in runs for rows in of_system]
    scores = bootstrap_scores(
        metric, flat, resamples=resamples, seed=seed, purpose=purpose, threads=threads
    )
    means = np.empty((resamples, len(runs)))
    position = 0
    for system, (name, of_system) in enumerate(zip(names, runs, strict=True)):
        number = len(of_system)
        of_runs = scores[:, position : position + number]
        position += number
        means[:, system] = of_runs.mean(axis=1)
        if number > 1:
            drawn = how_often(drawn_units(seed, f"runs:{purpose}:{name}", number, 0, resamples))
            deviation = (of_runs * (drawn / number)).sum(axis=1) - means[:, system]
            means[:, system] += deviation * np.sqrt(number / (number - 1))
    return means

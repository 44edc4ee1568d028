"""How often metrics prefer good texts to bad ones, with intervals and tests over segments."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from itertools import combinations
from math import fsum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tallystick.reports.challenge_sets.model import PreferenceTest
from tallystick.reports.challenge_sets.settings import ChallengeSettings
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.agreement.sensitivity import wilson_interval
from tallystick.reports.meta_evaluation.settings import Draws
from tallystick.reports.meta_evaluation.statistics.between_metrics import sign_tests

ACES = tomllib.loads(Path(__file__).with_name("aces.toml").read_text("utf-8"))
"""The categories of ACES, with their weights and phenomena."""


def preference(
    signs: NDArray[np.float64], confidence: float
) -> tuple[float | None, Interval | None]:
    """Return the share of good texts with the better score, ties as a half, and its interval.

    It is the mean over kinds of faults of the share of the segments of each. The interval is
    Wilson's for as many independent items as would give the share its variance over segments,
    which for one kind without ties is their number.

    Args:
        signs: 1 where the good text is better, 0 and -1, shape (segments, kinds); NaN where a kind
            does not occur.
        confidence: The confidence.

    >>> share, bounds = preference(np.array([[1.0], [1], [1], [-1], [np.nan]]), 0.95)
    >>> share, round(bounds.low, 4), round(bounds.high, 4)  # 3 of 4
    (0.75, 0.3006, 0.9544)
    """
    signs = signs[:, ~np.isnan(signs).all(axis=0)]
    if not signs.size:
        return None, None
    means = np.nanmean(signs, axis=0)
    share = float((1 + means.mean()) / 2)
    variance = float((_effects(signs - means) ** 2).sum())
    units = float(np.count_nonzero(~np.isnan(signs).all(axis=1)))
    if variance > 0 and 0 < share < 1:
        units = share * (1 - share) / variance
    return share, wilson_interval(share * units, units, confidence)


def _effects(signs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what each segment adds to half the mean over kinds of the means over segments."""
    counts = np.maximum(np.count_nonzero(~np.isnan(signs), axis=0), 1)
    return np.asarray(np.nansum(signs / counts, axis=1) / (2 * signs.shape[1]))


def preference_tests(
    signs: Mapping[str, NDArray[np.float64]], settings: ChallengeSettings
) -> tuple[PreferenceTest, ...]:
    """Test for all pairs of metrics whether their preferences differ, all corrected together.

    The metrics, with their signs as in `preference`, are exchanged in random segments.
    """
    pairs = list(combinations(signs, 2))
    if not pairs:
        return ()
    effects = np.stack([_effects(signs[one] - signs[other]) for one, other in pairs], axis=1)
    tested = sign_tests(effects, Draws(settings.resamples, settings.seed, "challenge"))
    numbers = effects.sum(axis=0), tested.p_values, tested.adjusted
    return tuple(
        PreferenceTest(*pair, *map(float, of_pair))
        for pair, *of_pair in zip(pairs, *numbers, strict=True)
    )


def aces_score(noticed: Mapping[str, float | None]) -> float | None:
    """Return the score of ACES, between -29.1 and 29.1; None unless each category has phenomena.

    With the share s of the items of a phenomenon in which the good text is better, `noticed`, it is
    the sum over categories of their weights times the mean of 2 s - 1. Ties count as errors.
    """
    score = 0.0
    for category in ACES.values():
        shares = [noticed.get(phenomenon) for phenomenon in category["phenomena"]]
        taus = [2 * share - 1 for share in shares if share is not None]
        if not taus:
            return None
        score += category["weight"] * fsum(taus) / len(taus)
    return score

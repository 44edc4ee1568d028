"""Raters of a set: how far they agree, and which of them agree less with the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.draws import swaps
from tallystick.reports.meta_evaluation.model import Estimate, RaterAgreement, defined
from tallystick.reports.meta_evaluation.statistics.effects import (
    Effects,
    effects_of,
    interval_of,
)
from tallystick.reports.meta_evaluation.statistics.reliability import (
    are_grades,
    intraclass_correlation,
    krippendorff_alpha,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.meta_evaluation.judged_set import JudgedSet
    from tallystick.reports.meta_evaluation.settings import MetaSettings

DECIMALS = 12
HALVINGS = 50
"""Random halves of raters; with more of them the mean hardly changes."""


def rater_agreement(judged: JudgedSet, settings: MetaSettings) -> RaterAgreement | None:
    """Return how far the raters of a set agree; None without several ratings of an output."""
    ratings = judged.human.ratings
    if ratings is None:
        return None
    output = ratings.system * judged.segments + ratings.segment
    units = np.tile(judged.units.numbers, len(judged.systems))
    number, sums = (np.bincount(output, terms, len(units)) for terms in (None, ratings.score))
    if number.max(initial=0) < 2:
        return None
    ordinal = are_grades(ratings.score)
    alpha = krippendorff_alpha(output, ratings.score, units, ordinal=ordinal)
    icc, icc_of_mean, crossed = intraclass_correlation(output, ratings.score, ratings.rater, units)
    # rounded, so that equal means are equal in floating point
    others = ((sums[output] - ratings.score) / np.maximum(number[output] - 1, 1)).round(DECIMALS)
    of_raters, weights = {}, {}
    all_raters = np.zeros(judged.units.number)
    for place, name in enumerate(ratings.raters):
        own = (ratings.rater == place) & (number[output] > 1)
        found = effects_of(others[own], ratings.score[own])[settings.coefficient]
        if not np.isnan(found.value):
            rated, places = np.unique(units[output[own]], return_inverse=True)
            each = np.bincount(places, found.each).astype(np.float64)
            of_raters[name], weights[name] = Effects(found.value, each), int(own.sum())
            all_raters[rated] += each * weights[name]
    total = max(sum(weights.values()), 1)
    mean = sum(one.value * weights[name] for name, one in of_raters.items()) / total
    bounds = {
        name: interval_of(one, 1 - settings.significance_level / len(of_raters))
        for name, one in of_raters.items()
    }

    def estimate(found: Effects) -> Estimate:
        return Estimate(defined(found.value), interval_of(found, settings.confidence))

    return RaterAgreement(
        raters=len(ratings.raters),
        ratings=len(output),
        repeated=len(output) - len(np.unique(output * len(ratings.raters) + ratings.rater)),
        ordinal=ordinal,
        alpha=estimate(alpha),
        crossed=crossed,
        icc=estimate(icc),
        icc_of_mean=estimate(icc_of_mean),
        one_rater=estimate(Effects(mean if weights else np.nan, all_raters / total)),
        halves=_halves(output, ratings.score, judged.name, settings),
        apart=tuple(name for name, one in bounds.items() if one is not None and one.high < mean),
    )


def _halves(
    output: NDArray[np.int64], scores: NDArray[np.float64], name: str, settings: MetaSettings
) -> float | None:
    """Return the mean coefficient of two random halves of the ratings of each output."""
    found = []
    for half in swaps(settings.seed, f"raters of {name}", len(output), 0, HALVINGS):
        sides = []
        for kept in (half == 1, half == 0):
            number, sums = (
                np.bincount(output[kept], terms, output.max() + 1) for terms in (None, scores[kept])
            )
            sides.append(np.divide(sums, number, out=np.full(len(sums), np.nan), where=number > 0))
        known = ~np.isnan(sides[0] + sides[1])
        found.append(effects_of(sides[0][known], sides[1][known])[settings.coefficient].value)
    return defined(float(np.mean(found)))

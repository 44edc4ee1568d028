"""How far human scores can be trusted: whether they fit the segments, and agree with themselves.

A wrong join of human scores and hypotheses gives no error, only correlations near 0. Metrics that
are any good correlate with human scores at the right join, and hardly at another one, which tells.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from tallystick.errors import InputError, warn
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.resampling.draws import permutations, swaps
from tallystick.metrics.sums.arrays import FloatArray, IntArray
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.model import Estimate, HumanHealth, RaterAgreement, defined
from tallystick.reports.meta_evaluation.settings import (
    DOUBTFUL_JOIN,
    FEW_OUTPUTS,
    WRONG_JOIN,
    MetaSettings,
)
from tallystick.reports.meta_evaluation.statistics import reliability
from tallystick.reports.meta_evaluation.statistics.correlations import DECIMALS, pearson, ratios
from tallystick.reports.meta_evaluation.statistics.effects import Effects, effects_of, interval_of

SHIFTS = (-2, -1, 1, 2)
HUMAN_FILE = "the file of human scores"
HALVINGS = 50
"""Random halves of raters; with more of them the mean hardly changes."""


class Join(NamedTuple):
    """A way to join human scores and hypotheses, "as given" or by its remedy.

    The correlation is the mean over metrics of Pearson's over all outputs, or NaN.
    """

    name: str
    remedy: str
    correlation: float


def joins(
    human: FloatArray,
    metrics: Sequence[FloatArray],
    documents: Sequence[str] | None,
    files: str = HUMAN_FILE,
) -> list[Join]:
    """Return the ways to join, the given one first; scores have shape (systems, segments).

    The remedy is to correct the numbers in `files`.
    """
    remedy = f"correct them in {files}"
    ways = [("as given", "", human)]
    for shift in SHIFTS:
        moved = np.full_like(human, np.nan)
        if shift > 0:
            moved[:, shift:] = human[:, :-shift]
        else:
            moved[:, :shift] = human[:, -shift:]
        where = f"with numbers {'higher' if shift > 0 else 'lower'} by {abs(shift)}"
        ways.append((where, remedy, moved))
    if documents is not None:
        moved = np.empty_like(human)
        moved[:, sorted_documents(documents)] = human
        option = "they count documents sorted by name; add --human-order sorted-documents"
        ways.append(("with documents sorted by name", option, moved))
    return [Join(name, how, _correlation(moved, metrics)) for name, how, moved in ways]


def check_joins(
    judged: JudgedSet, human: FloatArray, joined: Sequence[Join], *, signed: bool, aspect: bool
) -> None:
    """Refuse `--scores` that do not fit, if computed metrics do; then check the given join of all.

    Without a computed metric it cannot be known which file is wrong.
    """
    cells = int((~np.isnan(human)).sum())
    computed = computed_scores(judged)
    metrics = judged.metrics.items()
    given = {name: of.segments for name, of in metrics if isinstance(of.metric, GivenScores)}
    ways = joins(human, computed, judged.documents) if given and computed else []
    if ways and max(ways, key=lambda way: way.correlation) == ways[0]:
        for label, segments in given.items():
            ways = joins(human, [segments], None, f"the file of --scores {label}")
            check_join(judged.name, ways, cells, signed=False, metrics=label)
    check_join(judged.name, joined, cells, signed=signed, aspect=aspect)


def computed_scores(judged: JudgedSet) -> list[FloatArray]:
    """Return the scores of segments under the metrics that are not given."""
    metrics = judged.metrics.values()
    return [each.segments for each in metrics if not isinstance(each.metric, GivenScores)]


def check_join(
    name: str,
    joined: Sequence[Join],
    cells: int,
    *,
    signed: bool = True,
    aspect: bool = False,
    metrics: str = "the metrics",
) -> None:
    """Refuse the given join if another one, or the opposite scores, are clearly better.

    Warn if another one is probably better. `signed` scores, unlike choices, may count errors;
    `cells` is the number of human scores, which may be those of one `aspect` among others.
    """
    given, *others = joined
    better = [join for join in others if not math.isnan(join.correlation)]
    if not better or math.isnan(given.correlation):
        return
    best = max(better, key=lambda join: join.correlation)
    error = math.sqrt(2 / max(cells, 1))
    far = WRONG_JOIN * error
    better_by = best.correlation - given.correlation
    opposite_by = -given.correlation - max(best.correlation, 0.0)
    said = f"{name}: the correlation of human scores with {metrics} is {given.correlation:.2f}"
    if signed and opposite_by > 0 and max(opposite_by, better_by) > far:
        remedy = (
            "if this aspect does unlike others, evaluate aspects that count errors alone, with "
            "--human-lower-is-better"
            if aspect
            else "if human scores do, add --human-lower-is-better (in a file of sets "
            "human-lower-is-better = true), else leave it out"
        )
        raise InputError(
            f"{said}, as if one of them counted errors; {remedy}; if a metric "
            "of --scores does, give it as NAME:better=lower=FILE"
        )
    said += f", but {best.correlation:.2f} {best.name}; the numbers of the segments"
    if best.correlation <= -given.correlation:
        return
    if better_by > far:
        raise InputError(f"{said} do not fit the hypotheses: {best.remedy}")
    if better_by > DOUBTFUL_JOIN * error and cells >= FEW_OUTPUTS:
        warn(f"{said} may not fit the hypotheses: if so, {best.remedy}")


def check_signs(judged: JudgedSet, human: FloatArray) -> None:
    """Warn of given scores that seem to count errors: far below 0 where a metric is far above."""
    correlations = {
        label: _correlation(human, [metric.segments]) for label, metric in judged.metrics.items()
    }
    far = WRONG_JOIN * math.sqrt(2 / max(int((~np.isnan(human)).sum()), 1))
    if not any(correlation > far for correlation in correlations.values()):
        return
    for label, correlation in correlations.items():
        if correlation < -far and isinstance(judged.metrics[label].metric, GivenScores):
            warn(
                f"{judged.name}: the correlation of human scores with {label} is "
                f"{correlation:.2f}, as if it counted errors; if it does, give it as "
                f"{label}:better=lower=FILE, in Python as GivenScores with higher_is_better=False"
            )


def sorted_documents(documents: Sequence[str]) -> IntArray:
    """Return the place of each segment if documents are sorted by the bytes of their names.

    The segments of WMT's direct assessments are numbered in this order.
    """
    names = [name.encode() for name in documents]
    return np.array(sorted(range(len(names)), key=names.__getitem__), np.int64)


def _correlation(human: FloatArray, metrics: Sequence[FloatArray]) -> float:
    correlations = [float(pearson(human.ravel(), metric.ravel())) for metric in metrics]
    known = [correlation for correlation in correlations if not math.isnan(correlation)]
    return math.fsum(known) / len(known) if known else math.nan


def human_health(
    judged: JudgedSet, joins: list[Join], settings: MetaSettings
) -> HumanHealth | None:
    """Return what the human scores of segments say about themselves; None without any."""
    human = judged.human
    if human.segments is None or human.judgements is None:
        return None
    judgements = human.judgements[human.judgements > 0]
    return HumanHealth(
        set=judged.name,
        judged_cells=float((human.judgements > 0).mean()),
        judged_segments=int((human.judgements > 0).any(axis=0).sum()),
        judgements=float(judgements.mean()) if len(judgements) else None,
        split_half=_split_half(
            human.segments[:, judged.judged_segments], judged.pairs, judged.name, settings
        ),
        other_scores=_other_scores(judged),
        joins={join.name: defined(join.correlation) for join in joins},
        other_judges=None if human.preferences is None else human.preferences.agreement,
        raters=rater_agreement(judged, settings),
    )


def _split_half(
    scores: FloatArray, pairs: IntArray, name: str, settings: MetaSettings
) -> float | None:
    """Return the mean share of pairs of systems that two random halves order alike.

    It is no upper bound of the accuracy of a metric, because halves have more noise.
    """
    known = ~np.isnan(scores)
    values = np.where(known, scores, 0.0)
    drawn = swaps(settings.seed, f"halves of {name}", scores.shape[1], 0, settings.resamples)
    halves = []
    for half in (drawn, 1 - drawn):
        weights = half.astype(np.float64)
        means = ratios(weights @ values.T, weights @ known.T)
        halves.append(np.sign(means[:, pairs[:, 0]] - means[:, pairs[:, 1]]))
    alike = (halves[0] == halves[1]).astype(np.float64)
    alike[np.isnan(halves[0]) | np.isnan(halves[1])] = np.nan
    return None if np.isnan(alike).all() else float(np.nanmean(alike))


def _other_scores(judged: JudgedSet) -> float | None:
    other = judged.other_human
    if other is None:
        return None
    signs = [judged.order(scores) for scores in (judged.human.systems, other.systems)]
    known = ~np.isnan(signs[1])
    return float((signs[0] == signs[1])[known].mean()) if known.any() else None


def rater_agreement(judged: JudgedSet, settings: MetaSettings) -> RaterAgreement | None:
    """Return how far the raters of a set agree; None without several ratings of an output."""
    ratings = judged.human.ratings
    if ratings is None:
        return None
    given = ratings.system * judged.segments + ratings.segment
    if np.bincount(given).max(initial=0) < 2:
        return None
    ordinal = reliability.are_grades(ratings.score)
    different, places = np.unique(given * len(ratings.raters) + ratings.rater, return_inverse=True)
    output, rater = np.divmod(different, len(ratings.raters))
    # rounded, so that equal means are equal in floating point
    scores = (np.bincount(places, ratings.score) / np.bincount(places)).round(DECIMALS)
    units = np.tile(judged.units.numbers, len(judged.systems))
    number, sums = (np.bincount(output, terms, len(units)) for terms in (None, scores))
    undefined = Estimate(None)
    agreement = RaterAgreement(
        raters=len(ratings.raters),
        ratings=len(given),
        repeated=len(given) - len(output),
        ordinal=ordinal,
        **dict.fromkeys(("alpha", "icc", "icc_of_mean", "one_rater"), undefined),
        crossed=False,
        halves=None,
        apart=(),
    )
    if number.max() < 2:
        return agreement
    alpha = reliability.krippendorff_alpha(output, scores, units, ordinal=ordinal)
    icc, icc_of_mean, crossed = reliability.intraclass_correlation(output, scores, rater, units)
    others = ((sums[output] - scores) / np.maximum(number[output] - 1, 1)).round(DECIMALS)
    of_raters, weights = {}, {}
    all_raters = np.zeros(judged.units.number)
    for place, name in enumerate(ratings.raters):
        own = (rater == place) & (number[output] > 1)
        effects = effects_of(others[own], scores[own])[settings.coefficient]
        if not np.isnan(effects.value):
            rated, places = np.unique(units[output[own]], return_inverse=True)
            each = np.bincount(places, effects.each).astype(np.float64)
            of_raters[name], weights[name] = Effects(effects.value, each), int(own.sum())
            all_raters[rated] += each * weights[name]
    total = max(sum(weights.values()), 1)
    mean = sum(effects.value * weights[name] for name, effects in of_raters.items()) / total
    counted = np.unique(units[output[number[output] > 1]])  # with outputs of several raters
    bounds = {
        name: interval_of(effects, 1 - settings.significance_level / len(of_raters))
        for name, effects in of_raters.items()
    }

    def estimate(effects: Effects) -> Estimate:
        return Estimate(defined(effects.value), interval_of(effects, settings.confidence))

    return replace(
        agreement,
        alpha=estimate(alpha),
        crossed=crossed,
        icc=estimate(icc),
        icc_of_mean=estimate(icc_of_mean),
        one_rater=estimate(Effects(mean if weights else np.nan, all_raters[counted] / total)),
        halves=_halves(output, scores, judged.name, settings),
        apart=tuple(name for name, ci in bounds.items() if ci is not None and ci.high < mean),
    )


def _halves(
    output: IntArray, scores: FloatArray, name: str, settings: MetaSettings
) -> float | None:
    """Return the agreement of halves; their numbers of ratings of an output differ by 1 at most."""
    order = np.lexsort((scores, output))  # the order of rows in a file must not matter
    output, scores = output[order], scores[order]
    values, half = [], np.empty(len(output), np.int64)
    for keys in permutations(settings.seed, f"raters of {name}", len(output), HALVINGS):
        half[np.lexsort((keys, output))] = np.arange(len(output)) % 2
        sides = []
        for kept in (half == 1, half == 0):
            number, sums = (
                np.bincount(output[kept], terms, output.max() + 1) for terms in (None, scores[kept])
            )
            sides.append(ratios(sums, number))
        known = ~np.isnan(sides[0] + sides[1])
        values.append(effects_of(sides[0][known], sides[1][known])[settings.coefficient].value)
    return defined(float(np.mean(values)))

"""The construction of a challenge: how a metric reacts to the changes that were planted."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, compress
from math import fsum
from operator import contains
from pathlib import Path

import numpy as np

from tallystick import __version__
from tallystick.errors import InputError, OptionError
from tallystick.metrics.base.text_warnings import warn_of
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import (
    Metric,
    fitted,
    refuse_sums_of_parts,
    refuse_without_references,
    segment_form,
)
from tallystick.metrics.interface.spec import named
from tallystick.metrics.resampling.bootstrap import bootstrap_scores, percentile_bounds
from tallystick.metrics.resampling.units import Units, segments_as_units
from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray
from tallystick.metrics.sums.statistics import Statistics
from tallystick.reports.challenge_sets import model
from tallystick.reports.challenge_sets.changes.table import SEVERITIES, UNIT, Change
from tallystick.reports.challenge_sets.planting import NUMBERS, UNCHANGED, ChallengeSet, Planted
from tallystick.reports.challenge_sets.settings import ChallengeSettings
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.agreement.sensitivity import wilson_interval
from tallystick.reports.meta_evaluation.model import defined
from tallystick.reports.meta_evaluation.settings import Draws
from tallystick.reports.meta_evaluation.statistics.between_metrics import sign_tests
from tallystick.reports.meta_evaluation.statistics.pairs import Coefficient, count_pairs_by_column
from tallystick.reports.wording import counted

ACES = tomllib.loads(Path(__file__).with_name("aces.toml").read_text("utf-8"))
"""The categories of ACES, with their weights and phenomena."""
LENGTH_OF_EXAMPLE = 60
FEWER = ", as fewer say little about a metric; --fewest (fewest= in Python) sets another number"

ROUNDING = 1e-9
"""A smaller difference of two scores, relative to the larger one, is none."""


def challenged(
    challenge: ChallengeSet,
    metrics: Mapping[str, Metric],
    settings: ChallengeSettings,
    *,
    texts: Corpus | None = None,
    threads: int = 1,
) -> model.Challenge:
    """Score a challenge set under metrics, by their names in the report.

    `texts` are `challenge.all_texts`, perhaps with given scores.
    """
    if not metrics:
        raise OptionError("there is nothing to challenge; give at least one metric")
    for metric in metrics.values():
        refuse_without_references(metric)
        refuse_sums_of_parts(metric, "scores of corpora in which some segments are changed")
    shown = [kind for kind in challenge.one_each if challenge.is_planted or kind.change != UNIT]
    changes = tuple(_change(planted, challenge, settings) for planted in shown)
    usable = [kind.change for kind, made in zip(shown, changes, strict=True) if not made.left_out]
    if not challenge.is_planted and not usable:
        raise InputError(
            f"no phenomenon has {counted(settings.fewest, 'item')}; expected at least one{FEWER}"
        )
    if challenge.is_planted and UNIT not in usable:
        [words] = [change.segments for change in changes if change.change == UNIT.name]
        raise InputError(
            f"{counted(words, 'segment')} of two or more words; expected at least "
            f"{settings.fewest}{FEWER}"
        )
    warn_of(challenge.corpus, list(metrics.values()))
    texts = challenge.all_texts if texts is None else texts
    workspace, units = Workspace(threads), challenge.units
    is_fault = np.array([change.is_fault for change in usable])
    described: list[model.ChallengedMetric] = []
    all_reactions: list[model.Reaction] = []
    signs: dict[str, FloatArray] = {}
    for label, metric in metrics.items():
        ready = fitted(metric, [challenge.corpus.references], workspace)
        statistics = ready.statistics(texts, workspace)
        rows = statistics.rows
        without = replace(statistics, rows=rows[list(challenge.order)])
        of_metric, relatives, of_faults = zip(
            *reactions(label, ready, rows, challenge, usable, settings, threads), strict=True
        )
        signs[label] = np.stack(of_faults, axis=-1)[:, is_fault]
        described.append(
            _metric(
                label, ready, without, of_metric, usable, relatives, signs[label], units, settings
            )
        )
        all_reactions += of_metric
    return model.Challenge(
        is_planted=challenge.is_planted,
        items_left_out=challenge.left_out,
        unknown_severities=challenge.unknown_severities,
        version=__version__,
        language=challenge.language,
        segments=len(challenge.corpus),
        unchanged=sum(map(contains, challenge.corpus.references, challenge.corpus.hypotheses)),
        seed=settings.seed,
        resamples=settings.resamples,
        confidence=settings.confidence,
        metrics=tuple(described),
        changes=changes,
        reactions=tuple(all_reactions),
        tests=preference_tests(signs, units, settings),
    )


def _metric(
    label: str,
    metric: Metric,
    statistics: Statistics,
    of_metric: Sequence[model.Reaction],
    changes: Sequence[Change],
    relatives: Sequence[FloatArray],
    signs: FloatArray,
    units: Units,
    settings: ChallengeSettings,
) -> model.ChallengedMetric:
    identity, score = metric.identity, metric.score(statistics)
    is_fault = np.array([change.is_fault for change in changes])
    faults = list(compress(of_metric, is_fault))
    harmless = list(compress(of_metric, ~is_fault))
    relative = np.array([reaction.relative for reaction in of_metric], np.float64)
    resampled = np.stack(relatives, axis=-1)
    severity = np.array([("", *SEVERITIES).index(change.severity) - 1 for change in changes])
    order = [
        _share_of_pairs(relative, resampled, ranks, units.number, settings)
        for ranks in (is_fault.astype(np.int64), severity)
    ]
    preferred, bounds = preference(signs, units, settings.confidence)
    return model.ChallengedMetric(
        metric=label,
        title=named(metric).name,
        signature=str(score.signature),
        higher_is_better=identity.higher_is_better,
        digits=identity.scale.digits,
        score=score.score,
        faults_noticed=_mean([reaction.noticed for reaction in faults]),
        harmless_noticed=_mean([reaction.noticed for reaction in harmless]),
        separation=order[0][0],
        separation_interval=order[0][1],
        severity_order=order[1][0],
        severity_interval=order[1][1],
        preferred=preferred,
        preferred_interval=bounds,
        aces_score=aces_score({reaction.change: reaction.noticed for reaction in faults}),
        correlation=_mean([reaction.correlation for reaction in faults]),
        citation=identity.citation,
    )


def _share_of_pairs(
    relative: FloatArray,
    resampled: FloatArray,
    severity: IntArray,
    units: int,
    settings: ChallengeSettings,
) -> tuple[float | None, Interval | None]:
    """Return the separation of the changes with a severity, and its interval over units."""
    used = (severity >= 0) & ~np.isnan(relative)
    share = separation(relative[used], severity[used])
    shares = separation(resampled[:, used], severity[used])
    return defined(float(share)), interval(share, shares, settings.confidence, units)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None


def _change(
    planted: Planted, challenge: ChallengeSet, settings: ChallengeSettings
) -> model.PlantedChange:
    change, _, texts = planted
    before = challenge.corpus.hypotheses
    left_out = change.refusal(challenge.language, challenge.given)
    if not left_out and len(texts) < settings.fewest:
        left_out = f"they apply to fewer than {settings.fewest} segments"
    example = min(
        texts,
        key=lambda segment: (abs(len(before[segment]) - LENGTH_OF_EXAMPLE), before[segment]),
        default=None,
    )
    return model.PlantedChange(
        change=change.name,
        is_fault=change.is_fault,
        severity=change.severity,
        description=change.description,
        segments=len(texts),
        segments_with_several=len(challenge.places.get((change.name, max(NUMBERS)), ())),
        left_out=left_out,
        example=None if example is None else example + 1,
        before="" if example is None else str(before[example]),
        after="" if example is None else texts[example],
    )


def reactions(
    label: str,
    metric: Metric,
    rows: FloatArray,
    challenge: ChallengeSet,
    changes: Sequence[Change],
    settings: ChallengeSettings,
    threads: int,
) -> Iterator[tuple[model.Reaction, FloatArray, FloatArray]]:
    """Yield the reaction of a metric to each change, and what it is computed from.

    These are its relative drop in each resample, and for each segment 1 where the score becomes
    worse, 0 and -1; NaN without the change. The resamples are of all segments, the same ones for
    every change. Because what is planted in a segment depends on nothing else, they vary as other
    segments with other seeds would. `rows` are its statistics of `challenge.all_texts`.
    """
    sign = 1.0 if metric.identity.higher_is_better else -1.0
    goodness = sign * np.asarray(segment_form(metric).formula(rows), np.float64)
    places = challenge.places
    rank = {segment: number for number, segment in enumerate(challenge.order)}
    units = challenge.units
    for change in changes:
        segments = list(places[change.name, 1])
        before = places[UNCHANGED, 0]
        lines = [
            [places.get(key, before).get(segment, before[segment]) for segment in segments]
            for key in ((UNCHANGED, 0), (change.name, 1), (UNIT.name, 1))
        ]
        ranks = [rank[segment] for segment in segments]
        applied = np.zeros((len(lines), len(rank), rows.shape[1]), rows.dtype)
        applied[:, ranks] = rows[lines]
        sums = list(map(units.sums, applied))
        signs = np.full((len(rank), 1), np.nan)
        signs[ranks, 0] = _signs(goodness[lines[0]], goodness[lines[1]])
        preferred, bounds = preference(signs, units, settings.confidence)
        scores = sign * metric.formula(np.stack([of_line.sum(axis=0) for of_line in sums]))
        resamples, seed = settings.resamples, settings.seed
        resampled = sign * bootstrap_scores(
            metric, sums, resamples=resamples, seed=seed, purpose="challenge", threads=threads
        )
        number = len(np.unique(units.numbers[ranks]))
        drop, relative, relatives = _drop(scores), _relative(scores), _relative(resampled)
        series, correlation = _several(metric, rows, goodness, challenge, change)
        reaction = model.Reaction(
            metric=label,
            change=change.name,
            noticed=_share(signs == 1, signs),
            improved=_share(signs == -1, signs),
            preferred=preferred,
            preferred_interval=bounds,
            drop=defined(float(drop)),
            drop_interval=interval(drop, _drop(resampled), settings.confidence, number),
            relative=defined(float(relative)),
            relative_interval=interval(relative, relatives, settings.confidence, number),
            correlation=correlation,
            series=series,
        )
        yield reaction, relatives, signs[:, 0]


def _signs(before: FloatArray, after: FloatArray) -> FloatArray:
    """Return for each segment 1 where it becomes worse, 0 and -1; NaN where it is undefined."""
    difference = before - after
    near = np.abs(difference) <= ROUNDING * np.maximum(np.abs(before), np.abs(after))
    return np.where(near, 0.0, np.sign(difference))


def _share(counted: BoolArray, signs: FloatArray) -> float | None:
    known = np.count_nonzero(~np.isnan(signs))
    return float(np.count_nonzero(counted) / known) if known else None


def _drop(goodness: FloatArray) -> FloatArray:
    """Return the drop from the first to the second of (..., 3) corpora."""
    return np.asarray(goodness[..., 0] - goodness[..., 1])


def _relative(goodness: FloatArray) -> FloatArray:
    """Return the drop relative to that of the third of (..., 3) corpora; NaN if that is none."""
    of_unit = goodness[..., 0] - goodness[..., 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(of_unit > 0, _drop(goodness) / of_unit, np.nan)


def interval(
    observed: FloatArray, resampled: FloatArray, confidence: float, units: int
) -> Interval | None:
    """Return the interval of a number; None if it is undefined, also in too many resamples."""
    if np.isnan(observed) or np.isnan(resampled).mean() > 1 - confidence:
        return None
    low, high = percentile_bounds(resampled, confidence, units).tolist()
    return None if np.isnan(low) or np.isnan(high) else Interval(low, high)


def _several(
    metric: Metric, rows: FloatArray, goodness: FloatArray, challenge: ChallengeSet, change: Change
) -> tuple[tuple[tuple[int, float | None], ...], float | None]:
    """Return the corpus score for several numbers of changes in a segment, and the correlation.

    Both are of the segments in which all these numbers were planted.
    """
    places = challenge.places
    segments = list(places.get((change.name, max(NUMBERS)), ()))
    if not segments:
        return (), None
    keys = [(UNCHANGED, 0), *((change.name, number) for number in NUMBERS)]
    lines = np.array([[places[key][segment] for segment in segments] for key in keys])
    units = segments_as_units(len(segments))
    scores = metric.formula(np.stack([units.sums(rows[of_key]).sum(axis=0) for of_key in lines]))
    numbers = [number for _, number in keys]
    counted = np.repeat(np.array(numbers, np.float64)[:, np.newaxis], len(segments), axis=1)
    taus = Coefficient.TAU_A.of(count_pairs_by_column(counted, -goodness[lines]))
    series = tuple(zip(numbers, map(defined, scores.tolist()), strict=True))
    return series, None if np.isnan(taus).all() else float(np.nanmean(taus))


def separation(relative: FloatArray, severity: IntArray) -> FloatArray:
    """Return the share of pairs of changes in which the more severe one weighs more.

    Drops, shape (..., changes), that are equal or undefined add a half; NaN without pairs.
    """
    expected = np.sign(severity[:, np.newaxis] - severity)
    signs = np.sign(relative[..., :, np.newaxis] - relative[..., np.newaxis, :])
    right = np.nan_to_num(signs * expected).sum(axis=(-2, -1))
    return np.asarray(0.5 + right / (2 * np.count_nonzero(expected) or np.nan))


def preference(
    signs: FloatArray, units: Units, confidence: float
) -> tuple[float | None, Interval | None]:
    """Return the share of good texts with the better score, ties as a half, and its interval.

    It is the mean over kinds of faults of the share of the segments of each, from 1 where the good
    text is better, 0 and -1, shape (segments, kinds), NaN where a kind does not occur. The interval
    is Wilson's for as many independent items as would give the share its variance over the units
    of the segments, which for one kind without ties is their number.
    """
    signs = signs[:, ~np.isnan(signs).all(axis=0)]
    if not signs.size:
        return None, None
    means = np.nanmean(signs, axis=0)
    share = float((1 + means.mean()) / 2)
    variance = float((_effects(signs - means, units) ** 2).sum())
    number = float(len(np.unique(units.numbers[~np.isnan(signs).all(axis=1)])))
    if variance > 0 and 0 < share < 1:
        number = share * (1 - share) / variance
    return share, wilson_interval(share * number, number, confidence)


def _effects(signs: FloatArray, units: Units) -> FloatArray:
    """Return what each unit adds to half the mean over kinds of the means over segments."""
    counts = np.maximum(np.count_nonzero(~np.isnan(signs), axis=0), 1)
    of_segments = np.nansum(signs / counts, axis=1) / (2 * signs.shape[1])
    return np.asarray(np.bincount(units.numbers, of_segments, units.number), np.float64)


def preference_tests(
    signs: Mapping[str, FloatArray], units: Units, settings: ChallengeSettings
) -> tuple[model.PreferenceTest, ...]:
    """Test for all pairs of metrics whether their preferences differ, all corrected together.

    The metrics, with their signs as in `preference`, are exchanged in random units.
    """
    pairs = list(combinations(signs, 2))
    if not pairs:
        return ()
    effects = np.stack([_effects(signs[one] - signs[other], units) for one, other in pairs], axis=1)
    tested = sign_tests(effects, Draws(settings.resamples, settings.seed, "challenge"))
    numbers = effects.sum(axis=0), tested.p_values, tested.adjusted
    return tuple(
        model.PreferenceTest(*pair, *map(float, of_pair))
        for pair, *of_pair in zip(pairs, *numbers, strict=True)
    )


def aces_score(noticed: Mapping[str, float | None]) -> float | None:
    """Return the score of ACES, between -29.1 and 29.1; None unless each category has phenomena.

    With the share s of the items of a phenomenon in which the good text is better, it is the sum
    over categories of their weights times the mean of 2 s - 1. Ties count as errors.
    """
    score = 0.0
    for category in ACES.values():
        shares = [noticed.get(phenomenon) for phenomenon in category["phenomena"]]
        taus = [2 * share - 1 for share in shares if share is not None]
        if not taus:
            return None
        score += category["weight"] * fsum(taus) / len(taus)
    return score

"""The construction of a challenge from a corpus and metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import compress
from math import fsum
from typing import TYPE_CHECKING

import numpy as np

from tallystick import __version__
from tallystick.errors import InputError, OptionError
from tallystick.metrics.base.text_warnings import warn_of
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import (
    fitted,
    refuse_sums_of_parts,
    refuse_without_references,
)
from tallystick.metrics.interface.spec import named
from tallystick.reports.challenge_sets.changes.table import UNIT
from tallystick.reports.challenge_sets.model import (
    Challenge,
    ChallengedMetric,
    PlantedChange,
    Reaction,
)
from tallystick.reports.challenge_sets.planting import NUMBERS
from tallystick.reports.challenge_sets.reactions import interval, reactions, separation
from tallystick.reports.meta_evaluation.model import defined
from tallystick.reports.wording import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.sums.statistics import Statistics
    from tallystick.reports.challenge_sets.changes.table import Change
    from tallystick.reports.challenge_sets.planting import ChallengeSet, Planted
    from tallystick.reports.challenge_sets.settings import ChallengeSettings

LENGTH_OF_EXAMPLE = 60


def challenged(
    challenge: ChallengeSet,
    metrics: Mapping[str, Metric],
    settings: ChallengeSettings,
    *,
    texts: Corpus | None = None,
    threads: int = 1,
) -> Challenge:
    """Score a challenge set under metrics.

    Args:
        challenge: The challenge set.
        metrics: The metrics by their names in the report.
        settings: The settings.
        texts: `challenge.all_texts`, perhaps with given scores.
        threads: The number of threads; the result does not depend on it.

    Raises:
        InputError: The unit of comparison, one dropped word, applies to too few segments.
        OptionError: There is no metric, or one cannot score parts of a corpus.
    """
    if not metrics:
        raise OptionError("there is nothing to challenge; give at least one metric")
    for metric in metrics.values():
        refuse_without_references(metric)
        refuse_sums_of_parts(metric, "scores of corpora in which some segments are changed")
    changes = tuple(_change(planted, challenge, settings) for planted in challenge.one_each)
    usable = [
        planted.change
        for planted, change in zip(challenge.one_each, changes, strict=True)
        if not change.left_out
    ]
    if UNIT not in usable:
        [words] = [change.segments for change in changes if change.change == UNIT.name]
        raise InputError(
            f"{counted(words, 'segment')} of two or more words; expected at least "
            f"{settings.fewest}, because fewer say little about a metric"
        )
    warn_of(challenge.corpus, list(metrics.values()))
    texts = challenge.all_texts if texts is None else texts
    workspace = Workspace(threads)
    described: list[ChallengedMetric] = []
    found: list[Reaction] = []
    for label, metric in metrics.items():
        ready = fitted(metric, [challenge.corpus.references], workspace)
        statistics = ready.statistics(texts, workspace)
        rows = statistics.rows
        without = replace(statistics, rows=rows[list(challenge.order)])
        of_metric, relatives = zip(
            *reactions(label, ready, rows, challenge, usable, settings, threads), strict=True
        )
        described.append(_metric(label, ready, without, of_metric, usable, relatives, settings))
        found += of_metric
    return Challenge(
        version=__version__,
        language=challenge.language,
        segments=len(challenge.corpus),
        unchanged=sum(
            text in references
            for text, references in zip(
                challenge.corpus.hypotheses, challenge.corpus.references, strict=True
            )
        ),
        seed=settings.seed,
        resamples=settings.resamples,
        confidence=settings.confidence,
        metrics=tuple(described),
        changes=changes,
        reactions=tuple(found),
    )


def _metric(
    label: str,
    metric: Metric,
    statistics: Statistics,
    found: Sequence[Reaction],
    changes: Sequence[Change],
    relatives: Sequence[NDArray[np.float64]],
    settings: ChallengeSettings,
) -> ChallengedMetric:
    identity = metric.identity
    score = metric.score(statistics)
    is_fault = np.array([one.is_fault for one in changes])
    faults = list(compress(found, is_fault))
    harmless = list(compress(found, ~is_fault))
    relative = np.array([one.relative for one in found], np.float64)
    known = ~np.isnan(relative)
    share = separation(relative[known], is_fault[known])
    shares = separation(np.stack(relatives, axis=-1)[:, known], is_fault[known])
    return ChallengedMetric(
        metric=label,
        title=named(metric).name,
        signature=str(score.signature),
        higher_is_better=identity.higher_is_better,
        digits=identity.scale.digits,
        score=score.score,
        faults_noticed=_mean([one.noticed for one in faults]),
        harmless_noticed=_mean([one.noticed for one in harmless]),
        separation=defined(float(share)),
        separation_interval=interval(share, shares, settings.confidence, len(statistics.rows)),
        correlation=_mean([one.correlation for one in faults]),
        citation=identity.citation,
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [one for one in values if one is not None]
    return fsum(known) / len(known) if known else None


def _change(
    planted: Planted, challenge: ChallengeSet, settings: ChallengeSettings
) -> PlantedChange:
    change, _, texts = planted
    before = challenge.corpus.hypotheses
    left_out = change.refusal(challenge.language, challenge.corpus.sources is not None)
    if not left_out and len(texts) < settings.fewest:
        left_out = f"they apply to fewer than {settings.fewest} segments"
    example = min(
        texts,
        key=lambda one: (abs(len(before[one]) - LENGTH_OF_EXAMPLE), before[one]),
        default=None,
    )
    return PlantedChange(
        change=change.name,
        is_fault=change.is_fault,
        description=change.description,
        segments=len(texts),
        segments_with_several=len(challenge.places.get((change.name, max(NUMBERS)), ())),
        left_out=left_out,
        example=None if example is None else example + 1,
        before="" if example is None else str(before[example]),
        after="" if example is None else texts[example],
    )

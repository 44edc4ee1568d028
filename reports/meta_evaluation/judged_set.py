"""A test set with human scores: systems scored by metrics, on the same segments as by humans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import compress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tallystick.errors import InputError, OptionError, counted
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.interface.metric import Metric, segment_form
from tallystick.metrics.resampling.units import Units, segments_as_units, units_of
from tallystick.metrics.scoring.scoring import Scored, score_parts
from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray
from tallystick.reports.meta_evaluation.human.scores import HumanScores
from tallystick.reports.meta_evaluation.statistics.correlations import outliers
from tallystick.reports.scores import segment_signature
from tallystick.reports.set_files.listed import OUTLIERS
from tallystick.reports.wording import listed

if TYPE_CHECKING:
    from tallystick.reports.statistics_files.merge import Merged


@dataclass(frozen=True, slots=True, eq=False)
class MetricScores:
    """The scores of one metric, after fitting, all oriented: a higher one is better.

    `rows` are the statistics of segments, shape (systems, segments, columns); scores of segments
    are NaN if not finite.
    """

    metric: Metric
    signature: str
    segment_signature: str
    rows: NDArray[Any]
    systems: FloatArray
    segments: FloatArray

    @property
    def direction(self) -> float:
        """1 if a higher score is better, else -1."""
        return 1.0 if self.metric.identity.higher_is_better else -1.0


@dataclass(frozen=True, slots=True, eq=False)
class JudgedSet:
    """Systems with hypotheses for the same segments, scored by humans and by metrics.

    Aspects of one test set share its `texts`. There are no `corpora` if they are known by files of
    statistics. `judge` takes the place of humans, and systems without human scores are `unjudged`.
    All `units` are resampled for the scores of systems under metrics, as in WMT's metrics tasks,
    and `judged_units` for all that compares outputs with human scores.
    """

    name: str
    texts: str
    systems: tuple[str, ...]
    corpora: tuple[Corpus, ...]
    segments: int
    units: Units
    human: HumanScores
    judge: MetricScores | None
    metrics: Mapping[str, MetricScores]
    unjudged: tuple[str, ...]
    documents: tuple[str, ...] | None
    other_human: HumanScores | None

    @property
    def pairs(self) -> IntArray:
        """The pairs of systems, shape (pairs, 2)."""
        return np.stack(np.triu_indices(len(self.systems), 1), axis=1)

    @property
    def judged_segments(self) -> BoolArray:
        """Which segments have a human score; all of them if only systems have scores."""
        human = self.human.segments
        if human is None or np.isnan(human).all():
            return np.ones(self.segments, np.bool_)
        return np.asarray(~np.isnan(human).all(axis=0))

    @property
    def judged_units(self) -> Units:
        """The units of the judged segments."""
        return units_of(self.units.name, self.units.numbers[self.judged_segments].tolist())

    @property
    def varies(self) -> bool:
        """Whether resamples differ: one unit is the same in all of them."""
        return self.judged_units.number > 1

    def differences(self, scores: FloatArray) -> FloatArray:
        """Return the first system's scores less the second's for each pair, shape (pairs, ...)."""
        first, second = self.pairs.T
        return np.asarray(scores[first] - scores[second])

    def order(self, scores: FloatArray) -> FloatArray:
        """Return 1 for each pair whose first system is better, -1 for the others and 0 for ties."""
        return np.sign(self.differences(scores))


def joined(of_sets: Iterable[tuple[JudgedSet, FloatArray]]) -> FloatArray:
    """Return the effects of the units of sets one after the other; those of aspects add up."""
    sums: dict[str, FloatArray] = {}
    for judged, each in of_sets:
        sums[judged.texts] = sums[judged.texts] + each if judged.texts in sums else each
    return np.concatenate(list(sums.values()))


class Judged(NamedTuple):
    """What is known of a test set: corpora, or the statistics of segments, and human scores.

    `metrics` are those that are another one on this set, such as with the tokenizer of its
    language, and `weight` counts in means over tasks. Without human scores a metric takes their
    place.
    """

    systems: Sequence[tuple[str, Corpus]]
    human: HumanScores | None
    other_human: HumanScores | None = None
    merged: Merged | None = None
    metrics: Mapping[str, Metric] = MappingProxyType({})
    notes: Sequence[str] = ()
    weight: float = 1.0

    def metric(self, label: str, usual: Metric) -> Metric:
        """Return the metric with this name on this set."""
        return self.metrics.get(label, usual)

    def chosen(self, name: str, documents: Sequence[str], without: Sequence[str]) -> Judged:
        """Return the set with this name, of some documents only if any are named.

        In names of documents `*` is anything. Of the systems `without` the outliers, those whose
        human score is one, are left out here, and all are named in a note.

        Raises:
            InputError: No segment is of these documents, or human scores are needed for a choice.
        """
        corpora, left_out = dict(self.systems), list(without)
        if OUTLIERS in left_out:
            left_out.remove(OUTLIERS)
            if self.human is None:
                raise InputError(
                    f"{name}: without is {OUTLIERS!r}, which human scores tell; without human "
                    "scores, name the systems"
                )
            scores = np.nan_to_num(self.human.systems, nan=np.nanmedian(self.human.systems))
            left_out += compress(corpora, outliers(scores))
        kept = [place for place, system in enumerate(corpora) if system not in left_out]
        of_segments = next(iter(corpora.values())).documents or ()
        of_systems = self.human is not None and self.human.segments is None
        matching: set[int] = set()
        for pattern in documents:
            named = [fnmatchcase(document, pattern) for document in of_segments]
            if of_systems or not any(named):
                raise InputError(
                    f"{name}: only-documents is {pattern}; expected some of the set's "
                    f"{counted(len(set(of_segments)), 'document')}, and human scores of segments"
                )
            matching.update(np.flatnonzero(named).tolist())
        places = sorted(matching)
        note = f"{name}: {counted(len(left_out), 'system')} left out: {listed(left_out)}."

        def scores_of(human: HumanScores | None) -> HumanScores | None:
            return human and human.at(kept, places if documents else None)

        return self._replace(
            systems=[
                (system, corpus.at(places) if documents else corpus)
                for system, corpus in corpora.items()
                if system not in left_out
            ],
            notes=[*self.notes, *([note] if left_out else [])],
            human=scores_of(self.human),
            other_human=scores_of(self.other_human),
        )


def judged_set(
    name: str,
    given: Judged,
    metrics: Mapping[str, Metric],
    against: tuple[str, Metric] | None = None,
    threads: int = 1,
) -> JudgedSet:
    """Score the judged systems of a test set under the metrics, and the one against humans."""
    human, merged = given.human, given.merged
    names = [name for name, _ in given.systems]
    if merged is not None:
        names = [entry.system for entry in merged.systems]
    judged = list(range(len(names)))
    if human is not None:
        judged = np.flatnonzero(~np.isnan(human.systems)).tolist()
    wanted = dict(metrics) if against is None else {**metrics, against[0]: against[1]}
    chosen = {label: given.metric(label, metric) for label, metric in wanted.items()}
    corpora: list[tuple[str, Corpus]] = []
    if merged is None:
        corpora = [given.systems[place] for place in judged]
        first = corpora[0][1]
        segments, documents = len(first), first.documents
        scored = score_parts([corpora], [first.references], list(chosen.values()), threads=threads)
        numbers = list(chosen)
    else:
        segments, documents = merged.segments, merged.documents
        scored = [merged.systems[place] for place in judged]
        numbers = list(merged.metrics)
    units = segments_as_units(segments) if documents is None else units_of("document", documents)
    of_metrics = {
        label: _scores([entry.scored[numbers.index(label)] for entry in scored]) for label in chosen
    }
    judge = None if against is None else of_metrics.pop(against[0])
    if judge is not None:
        human = HumanScores(judge.metric.identity.title, judge.segments, None, judge.systems)
    elif human is not None:
        human = human.at(judged)
    else:
        raise OptionError(f"{name} has no human scores, and no metric takes their place")
    return JudgedSet(
        name=name,
        texts=name,
        systems=tuple(names[place] for place in judged),
        corpora=tuple(corpus for _, corpus in corpora),
        segments=segments,
        units=units,
        human=human,
        judge=judge,
        metrics=of_metrics,
        documents=documents,
        other_human=given.other_human and given.other_human.at(judged),
        unjudged=tuple(name for place, name in enumerate(names) if place not in judged),
    )


def _scores(scored: Sequence[Scored]) -> MetricScores:
    metric = scored[0].metric
    direction = 1.0 if metric.identity.higher_is_better else -1.0
    rows = np.stack([system.statistics.rows for system in scored])
    segments = np.asarray(segment_form(metric).formula(rows), np.float64)
    return MetricScores(
        metric=metric,
        signature=str(scored[0].score.signature),
        segment_signature=segment_signature(scored[0]),
        rows=rows,
        systems=direction * np.array([system.score.score for system in scored], np.float64),
        segments=np.where(np.isfinite(segments), direction * segments, np.nan),
    )

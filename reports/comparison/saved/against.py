"""Comparison with a saved report, whose systems are scored again if it has their texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from tallystick.errors import InputError, OptionError, counted
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.text import Text
from tallystick.reports.comparison.checks.condition import Condition, Worsening
from tallystick.reports.comparison.checks.guard import Evidence, checked
from tallystick.reports.comparison.model import (
    CheckedCondition,
    ComparedMetric,
    Comparison,
    Segments,
)
from tallystick.reports.comparison.saved.kept_statistics import columns_in, differ, rows_in
from tallystick.reports.wording import is_saved, listed, saved_name

SHOWN = 40  # characters of a text in an error

CHANGING = ("version", "scores", "digest")
"""Fields of a signature that may differ between two runs of the same metric."""


def why_untestable(saved: Comparison, path: str, systems: Sequence[str]) -> str:
    """Return why systems of a saved report cannot be scored again, or ""."""
    if saved.segments is None:
        return f"{path} contains no texts"
    for system in saved.systems:
        if system.name in systems and system.runs > 1:
            return f"{path} contains the texts of one run of {system.runs} of {system.name}"
    return ""


def check_same_test_set(saved: Comparison, path: str, corpus: Corpus) -> None:
    """Refuse a saved report whose segments or references differ from those of a new system."""
    if saved.segments is None:
        check_same_sizes(saved, path, len(corpus), corpus.references.number)
        return
    check_same_sizes(saved, path, len(corpus), None)
    for number, references in enumerate(saved.segments.references):
        of_segment = corpus.references[number]
        now = tuple(text if isinstance(text, str) else " ".join(text) for text in of_segment)
        if references != now:
            raise InputError(
                f"segment {number + 1:,} has {_differing_text(references, now, path)}; scores on "
                "different references cannot be compared"
            )


def check_same_sizes(saved: Comparison, path: str, segments: int, references: int | None) -> None:
    """Refuse a saved report with another number of segments, or of references for each."""
    if saved.test_set.segments != segments:
        raise InputError(
            f"{path} has {saved.test_set.segments:,} segments, but there are {segments:,} now; "
            "scores on different test sets cannot be compared"
        )
    before = saved.test_set.references
    if before is not None and references is not None and before != references:
        raise InputError(
            f"{path} has {counted(before, 'reference')} for each segment, but there are "
            f"{references:,} now; scores with different numbers of references cannot be compared"
        )


def check_saved_scores(
    saved: Comparison, path: str, metrics: Sequence[ComparedMetric], systems: Iterable[str]
) -> None:
    """Refuse a saved report whose scores under some metrics do not follow from its statistics.

    Given scores must have the program and the direction that they have there.
    """
    known = [metric.metric for metric in saved.metrics]
    for metric in metrics:
        if is_given(metric) and metric.metric in known:
            same_metric(metric, saved, path)
    if saved.segments is None and saved.kept is None:
        return
    kept = [constant_fields(metric.signature) for metric in metrics]
    for metric in saved.metrics:
        for system in systems if constant_fields(metric.signature) in kept else ():
            rows_in(saved, path, metric, metric.metric, system)


def check_saved_texts(
    saved: Comparison, path: str, comparison: Comparison, systems: Mapping[str, str]
) -> None:
    """Refuse a saved report whose texts, scored again, have other statistics than it has.

    `systems` are those of the report by their names in the comparison that scores them again.
    """
    if saved.segments is None or comparison.segments is None:
        return
    now = {
        tuple(constant_fields(metric.signature)): comparison.segments.statistics.get(metric.metric)
        for metric in comparison.metrics
    }
    for metric in saved.metrics:
        before = saved.segments.statistics.get(metric.metric)
        after = now.get(tuple(constant_fields(metric.signature)))
        if before is None or after is None or before.columns != after.columns:
            continue
        for name, system in systems.items():
            rows, again = columns_in(before, system), columns_in(after, name)
            places = [np.flatnonzero(differ(rows[each], again[each])) for each in again]
            if any(map(len, places)):
                segment = min(np.concatenate(places)) + 1
                raise InputError(
                    f"{path}: segment {segment:,} of {system} has other statistics under "
                    f"{metric.metric} if its text is scored again; the text was edited, or a "
                    "version that counts otherwise saved the report: save it again"
                )


def saved_corpus(saved: Comparison, system: str, corpus: Corpus) -> Corpus:
    """Return the hypotheses of a saved system with the references and columns of a new corpus."""
    if saved.segments is None:
        raise InputError(f"the saved report contains no texts of {system}")
    scores = {name: _saved_scores(saved.segments, name, system) for name in corpus.scores}
    hypotheses = Text.from_lines(saved.segments.hypotheses[system])
    return replace(corpus, hypotheses=hypotheses, scores=scores)


def corpora_in(
    saved: Comparison, path: str, systems: Sequence[str] | None, metrics: Iterable[ComparedMetric]
) -> list[tuple[str, Corpus]]:
    """Return systems of a saved report, by default all, with their texts and given scores.

    The given scores are those of `metrics`.
    """
    known = [system.name for system in saved.systems if not is_saved(system.name)]
    for system in systems or ():
        if system not in known:
            raise OptionError(f"{path} has no system {system!r}{nearest(system, known)}")
    chosen, segments = systems or known, saved.segments
    because = why_untestable(saved, path, chosen)
    if segments is None or because:
        raise InputError(f"{because}, so it cannot be scored again; save a report of each run")
    corpus = Corpus.from_segments(
        hypotheses=segments.hypotheses[chosen[0]],
        references=segments.references,
        documents=segments.documents,
        sources=segments.sources,
        metadata=segments.metadata,
    )
    given = [metric.metric for metric in metrics if is_given(metric)]
    corpus = replace(corpus, scores={key: _saved_scores(segments, key, chosen[0]) for key in given})
    return [(system, saved_corpus(saved, system, corpus)) for system in chosen]


def is_given(metric: ComparedMetric) -> bool:
    """Return whether the scores of a metric were given, not computed."""
    return "|scores:" in f"|{metric.signature}"


def metrics_without(
    metrics: Iterable[ComparedMetric], others: Iterable[ComparedMetric]
) -> list[ComparedMetric]:
    """Return the metrics that others lack: computed ones by signature, given ones by name."""
    known = list(map(_counterpart_key, others))
    return [metric for metric in metrics if _counterpart_key(metric) not in known]


def _counterpart_key(metric: ComparedMetric) -> Sequence[str]:
    return metric.metric if is_given(metric) else constant_fields(metric.signature)


def not_compared(metrics: Sequence[ComparedMetric], path: str, missing: str) -> str:
    """Return a sentence without its end on metrics in a report that are `missing`, or ""."""
    names = listed([metric.metric for metric in metrics])
    return f"{path} has scores under {names} that {missing}, so they are left out" if names else ""


def _saved_scores(segments: Segments, metric: str, system: str) -> tuple[float, ...]:
    """Return the given scores of a saved system, which cannot be computed again."""
    scores = segments.scores.get(metric, {}).get(system, ())
    defined = tuple(score for score in scores if score is not None)
    if not scores or len(defined) < len(scores):
        lacks = "lacks scores of some" if scores else "has no scores of the"
        raise OptionError(
            f"the saved report {lacks} segments of {system} under {metric}; leave {metric} out, or "
            "save a new report with scores of every segment"
        )
    return defined


def checks_by_scores(
    comparison: Comparison,
    conditions: Sequence[Condition],
    saved: Comparison,
    path: str,
    counterparts: Mapping[str, str],
    untestable_because: str,
) -> tuple[CheckedCondition, ...]:
    """Return what came of conditions if only the scores of a saved report can be compared."""

    def evidence(
        condition: Worsening, metric: ComparedMetric, system: str, counterpart: str
    ) -> Evidence:
        if condition.group is not None:
            raise OptionError(
                f"the condition {condition.text!r} is about a group of segments, but "
                f"{untestable_because}; compare with a report that contains its texts"
            )
        return Evidence(
            metric=metric,
            system=system,
            other=saved_name(counterpart),
            score=comparison.score_of(system, metric.metric).score,
            other_score=saved.score_of(counterpart, same_metric(metric, saved, path)).score,
            tested=None,
            test=comparison.test,
            untested_because=untestable_because,
        )

    return checked(comparison, conditions, counterparts, evidence)


def same_metric(metric: ComparedMetric, saved: Comparison, path: str) -> str:
    """Return the name of a metric in a saved report; only the versions in signatures may differ."""
    for candidate in saved.metrics:
        if constant_fields(candidate.signature) == constant_fields(metric.signature):
            return candidate.metric
    same_name = [candidate for candidate in saved.metrics if candidate.name == metric.name]
    if not same_name:
        known = ", ".join(candidate.metric for candidate in saved.metrics)
        raise OptionError(
            f"{path} has no scores under {metric.metric}, only under {known}; "
            "compare with one of these, or save a new report"
        )
    signatures = " and ".join(candidate.signature for candidate in same_name)
    raise OptionError(
        f"the scores of {metric.metric} cannot be compared with those in {path}: the signature "
        f"there is {signatures}, and now {metric.signature}; choose the same options, or save a "
        "new report"
    )


def constant_fields(signature: str) -> list[str]:
    """Return the fields of a signature without those of versions."""
    return [part for part in signature.split("|") if part.partition(":")[0] not in CHANGING]


def _differing_text(saved: tuple[str, ...], now: tuple[str, ...], path: str) -> str:
    """Return the first difference between the references of a segment, in words."""
    if len(saved) != len(now):
        return f"{counted(len(saved), 'reference')} in {path}, but {len(now):,} now"
    place = next(k for k, both in enumerate(zip(saved, now, strict=True)) if both[0] != both[1])
    which = "the reference" if len(saved) == 1 else f"as reference {place + 1:,}"
    before, after = saved[place], now[place]
    shorter = min(len(before), len(after))
    same = next((k for k in range(shorter) if before[k] != after[k]), shorter)
    long = max(len(before), len(after)) > SHOWN
    where = f" (they differ from character {same + 1:,} on)" if long else ""
    return f"{which} {_around(before, same)} in {path}, but {_around(after, same)} now{where}"


def _around(text: str, place: int) -> str:
    if len(text) <= SHOWN:
        return repr(text)
    start = max(0, min(place - SHOWN // 2, len(text) - SHOWN))
    end = start + SHOWN
    return f"{'...' if start else ''}{text[start:end]!r}{'...' if end < len(text) else ''}"

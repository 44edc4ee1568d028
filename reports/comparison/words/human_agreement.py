"""How often differences as large as those of a comparison agreed with humans elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallystick.errors import InputError, OptionError
from tallystick.metrics.given_scores.metric import HUMAN
from tallystick.metrics.reading.opening import FilePath, display_name, open_bytes
from tallystick.reports.comparison.saved.against import constant_fields
from tallystick.reports.meta_evaluation.model import SCHEMA, DifferenceBin
from tallystick.reports.saving.json_form import parsed, read
from tallystick.reports.wording import fixed, listed

if TYPE_CHECKING:
    from tallystick.reports.comparison.facts.results import Results
    from tallystick.reports.comparison.model import ComparedMetric

SENTENCE = (
    "The test does not cover whether humans agree: of the pairs of systems in {file} that differ "
    "by {low} to {high} {metric}, {agreeing} of {pairs} were ordered as by humans ({share:.0f}% "
    "[{least:.0f}%, {most:.0f}%]); {system} and {other} differ by {size}{outside}."
)


@dataclass(frozen=True, slots=True)
class _SavedMetric:
    metric: str
    signature: str


@dataclass(frozen=True, slots=True)
class _Saved:
    """What is read of a meta-evaluation."""

    against: str | None
    system_level: tuple[_SavedMetric, ...]
    difference_curve: tuple[DifferenceBin, ...]


def caveats_on_humans(results: Results, path: FilePath) -> list[str]:
    """Return what a report of `tallystick meta` says of differences of this size, by metric."""
    name = display_name(path)
    saved = _read(path, name)
    said: list[str] = []
    for metric in results.metrics:
        if metric.name == HUMAN:
            continue
        bins = _bins(metric, saved, name)
        best, *others = results.ranked(metric) or [""]
        pairs = (results.between(metric, best, other) for other in others)
        pair = next((pair for pair in pairs if pair is not None), None)
        if not bins or pair is None or pair.difference is None:
            continue
        size, digits = abs(pair.difference), metric.scale.digits
        nearest = min(bins, key=lambda span: max(span.smallest - size, size - span.largest, 0.0))
        inside = nearest.smallest <= size <= nearest.largest
        sentence = SENTENCE.format(
            file=name,
            low=fixed(nearest.smallest, digits),
            high=fixed(nearest.largest, digits),
            metric=metric.title,
            agreeing=nearest.agreeing,
            pairs=nearest.pairs,
            share=100 * nearest.agreeing / nearest.pairs,
            least=100 * nearest.interval.low,
            most=100 * nearest.interval.high,
            system=pair.system,
            other=pair.other,
            size=fixed(size, digits),
            outside="" if inside else ", which no bin of pairs contains",
        )
        said.append(sentence)
    return said


def _read(path: FilePath, name: str) -> _Saved:
    with open_bytes(path) as file:
        data = file.read()
    saved = read(parsed(data, name, SCHEMA), _Saved, name)
    if saved.against is not None:
        raise InputError(
            f"{name} compares metrics with {saved.against}, not with humans; evaluate them on "
            "human scores"
        )
    if not saved.difference_curve:
        raise InputError(
            f"{name} does not say how often pairs of systems are ordered as by humans, because it "
            "has several aspects or too few systems; evaluate metrics under one aspect, on three "
            "or more systems"
        )
    for span in saved.difference_curve:
        if not 0 <= span.agreeing <= span.pairs or not span.pairs:
            raise InputError(
                f"{name}: {span.agreeing} of {span.pairs} pairs agree in a bin of {span.metric}; "
                "expected 1 or more pairs, of which some agree; save the report again"
            )
    return saved


def _bins(metric: ComparedMetric, saved: _Saved, name: str) -> Sequence[DifferenceBin]:
    """Return the bins of the metric with the same signature."""
    signatures = {row.metric: row.signature for row in saved.system_level}
    same = [
        label
        for label, signature in signatures.items()
        if constant_fields(signature) == constant_fields(metric.signature)
    ]
    if not same:
        raise OptionError(
            f"{name} says nothing of {metric.signature}, only of {listed(list(signatures))}; "
            "evaluate the same metrics with `tallystick meta`"
        )
    return [span for span in saved.difference_curve if span.metric == same[0]]

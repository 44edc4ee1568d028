"""Metrics that do not suit the texts, sides that differ in form, and contradicting metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tallystick.metrics.base.text_warnings import differences, warnings_of
from tallystick.reports.comparison.model import Doubt
from tallystick.reports.comparison.thresholds import MOST_CONTRADICTED
from tallystick.reports.wording import listed, system_name

if TYPE_CHECKING:
    from tallystick.reports.comparison.facts.results import Results
    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
    from tallystick.reports.comparison.model import DoubtKind


def unsuited_metrics(scored: ScoredSystems) -> Iterator[Doubt]:
    """Find metrics whose tokenizer does not suit the texts of all or some systems."""
    for label, metric in scored.metrics.items():
        systems: dict[str, list[str]] = {}
        for name, corpus in zip(scored.names, scored.corpora, strict=True):
            for text in warnings_of(corpus, [metric]):
                systems.setdefault(text, []).append(name)
        for text, concerned in systems.items():
            some = tuple(concerned) if len(concerned) < len(scored.names) else ()
            yield Doubt("unsuited metric", some, label, (), f"{text[0].upper()}{text[1:]}.")


def differing_sides(scored: ScoredSystems) -> Iterator[Doubt]:
    """Find outputs and references that differ in case or in Unicode form, or have other marks."""
    systems: dict[str, tuple[DoubtKind, list[str]]] = {}
    for name, corpus in zip(scored.names, scored.corpora, strict=True):
        for one in differences(corpus, list(scored.metrics.values())):
            of_system = one.side == "hypotheses"
            outputs = f"the outputs of {system_name(name)}" if of_system else "the outputs"
            _, concerned = systems.setdefault(one.in_words(outputs), (one.kind, []))
            concerned += [name] * of_system
    for said, (kind, concerned) in systems.items():
        yield Doubt(kind, tuple(concerned), None, (), f"{said[0].upper()}{said[1:]}.")


def contradicting_metrics(results: Results) -> Iterator[Doubt]:
    """Find pairs of which each system is significantly better under some metric.

    All pairs are one doubt; the pair with the best system comes first.
    """
    in_order = dict.fromkeys((*results.ranked(results.metrics[0]), *results.systems))
    places = {system: place for place, system in enumerate(in_order)}
    titles = {one.metric: one.title for one in results.metrics}
    better: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for one in results.pairs:
        if one.better is not None:
            pair = tuple(sorted((one.system, one.other), key=places.__getitem__))
            better.setdefault(pair, {}).setdefault(one.better, []).append(titles[one.metric])
    found = {pair: winners for pair, winners in better.items() if len(winners) > 1}
    if not found:
        return
    first, *others = sorted(found, key=lambda pair: [places[system] for system in pair])
    best, worst = map(system_name, first)
    said = (
        f"The metrics contradict each other: {best} is significantly better than {worst} under "
        f"{listed(found[first][first[0]])}, and significantly worse under "
        f"{listed(found[first][first[1]])}."
    )
    if others:
        pairs = [" and ".join(map(system_name, pair)) for pair in others]
        left = len(pairs) - MOST_CONTRADICTED
        shown = pairs if left < 2 else [*pairs[:MOST_CONTRADICTED], f"{left:,} more pairs"]
        said += f" They also contradict each other about {'; '.join(shown)}."
    yield Doubt("contradicting metrics", tuple(first), None, (), said)

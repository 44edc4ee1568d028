"""Segments that make the difference of two systems, with their texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from tallystick.reports.comparison.facts.results import is_ranked, standard_of
from tallystick.reports.comparison.model import CheckedCondition, Comparison, Example, Segments
from tallystick.reports.comparison.thresholds import LONGEST_TEXT, MOST_EXAMPLES
from tallystick.reports.document import Block, Entry, Paragraph
from tallystick.reports.wording import few_digits, system_name


class ShownExamples(NamedTuple):
    """A title, and an entry for each segment."""

    title: str
    entries: tuple[Entry, ...]

    def blocks(self) -> list[Block]:
        """Return the examples as blocks, none without segments."""
        return [Paragraph(f"{self.title}:"), *self.entries] if self.entries else []


def shown_examples(comparison: Comparison) -> list[ShownExamples]:
    """Return the segments of failed checks that got worse, else those of the two best systems."""
    failed = [check for check in comparison.checks if not check.passed and check.against]
    # the metrics of one pair of systems mostly show the same segments
    of_pairs = {(check.system, check.against): check for check in reversed(failed)}
    regressed = [regressed_segments(comparison, check) for check in reversed(of_pairs.values())]
    shown = [examples for examples in regressed if examples.entries]
    return shown or list(_of_two_best(comparison))


def regressed_segments(comparison: Comparison, check: CheckedCondition) -> ShownExamples:
    """Return the segments that contribute most to the loss of a system, the largest loss first."""
    system, other = check.system, check.against
    if check.metric is None or other is None:
        return ShownExamples("", ())
    metric = comparison.metric_called(check.metric)
    worse = [
        example
        for example in _of_pair(comparison, check.metric, system, other)
        if (example.contribution < 0) == metric.higher_is_better
    ]
    title = f"Segments in which {system_name(system)} loses most {metric.title}"
    return ShownExamples(title, tuple(_entries(comparison, worse)))


def _of_two_best(comparison: Comparison) -> Iterator[ShownExamples]:
    """Yield the segments for the best system, or the baseline, and the best of the others."""
    if len(comparison.systems) < 2:
        return
    metric = comparison.metrics[0]
    ranked = [score.system for score in comparison.in_order_of(metric.metric)]
    standards = {name: standard_of(comparison, metric.metric, name) for name in ranked}
    system, other = next(pair for pair in standards.items() if pair[0] != pair[1])
    if is_ranked(comparison):  # the best minus the next
        system, other = other, system
    entries = tuple(_entries(comparison, _of_pair(comparison, metric.metric, system, other)))
    title = (
        f"Segments that contribute most to the difference of {system_name(system)} from "
        f"{system_name(other)} in {metric.title}"
    )
    yield ShownExamples(title, entries)


def _of_pair(comparison: Comparison, metric: str, system: str, other: str) -> Iterator[Example]:
    """Yield the examples of a pair, with contributions to the difference of `system`."""
    for example in comparison.examples:
        if (example.metric, example.system, example.other) == (metric, system, other):
            yield example
        elif (example.metric, example.system, example.other) == (metric, other, system):
            difference = None if example.difference is None else -example.difference
            yield Example(metric, system, other, example.segment, -example.contribution, difference)


def _entries(comparison: Comparison, examples: Iterable[Example]) -> Iterator[Entry]:
    for example in islice(examples, MOST_EXAMPLES):
        title = comparison.metric_called(example.metric).title
        lines = () if comparison.segments is None else tuple(_texts(comparison.segments, example))
        contribution = few_digits(example.contribution, form="+#")
        yield Entry(f"Segment {example.segment:,}", f"{contribution} {title}", lines)


def _texts(segments: Segments, example: Example) -> Iterator[str]:
    place = example.segment - 1
    if segments.sources is not None:
        yield _line("source", segments.sources[place])
    references = segments.references[place]
    for number, text in enumerate(references, start=1):
        yield _line("reference" if len(references) == 1 else f"reference {number}", text)
    for system in (example.other, example.system):
        yield _line(system, segments.hypotheses[system][place])


def _line(name: str, text: str) -> str:
    shown = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}..."
    return f"{name}: {shown}"

"""Changes of a case with a known effect on its score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain

from tallystick.compat.case import Case, Segment

UNKNOWN = "\ufffdunknown"
"""A token that does not occur in any case."""


def all_tokens(case: Case) -> list[str]:
    """Return the distinct tokens of a case, in order of first occurrence."""
    references = chain.from_iterable(case.references)
    segments = chain(case.hypotheses, references, case.sources or ())
    return list(dict.fromkeys(chain.from_iterable(segments)))


def with_references(
    case: Case, change: Callable[[Segment, tuple[Segment, ...]], tuple[Segment, ...]]
) -> Case:
    """Replace the references of every segment by a function of hypothesis and references."""
    pairs = zip(case.hypotheses, case.references, strict=True)
    return replace(case, references=tuple(change(*pair) for pair in pairs))


def with_hypotheses(case: Case, change: Callable[[Segment, tuple[Segment, ...]], Segment]) -> Case:
    """Replace every hypothesis by a function of hypothesis and references."""
    pairs = zip(case.hypotheses, case.references, strict=True)
    return replace(case, hypotheses=tuple(change(*pair) for pair in pairs))


def lengthened(case: Case, least: int) -> Case:
    """Append tokens to every hypothesis with fewer than the least number."""
    return with_hypotheses(
        case, lambda hypothesis, _: (*hypothesis, *("e",) * (least - len(hypothesis)))
    )


def appended(one: Case, other: Case) -> Case:
    """Append the segments of one case to those of another; both have sources, or neither."""
    sources = None
    if one.sources is not None and other.sources is not None:
        sources = one.sources + other.sources
    return Case(one.hypotheses + other.hypotheses, one.references + other.references, sources)


def first_references(case: Case) -> Case:
    """Keep only the first reference of every segment."""
    return with_references(case, lambda _, references: references[:1])


def relabelled(case: Case, names: Mapping[str, str]) -> Case:
    """Rename tokens."""
    return case.map(lambda tokens: [names.get(token, token) for token in tokens])

"""Changes of a case with a known effect on its score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain

from tallystick.compat.case import Case, Segment

UNKNOWN = "\ufffdunknown"
"""A token that does not occur in any case."""


def all_tokens(case: Case) -> list[str]:
    """Return the distinct tokens of a case, in order of first occurrence."""
    references = chain.from_iterable(case.references)
    return list(dict.fromkeys(chain.from_iterable(chain(case.hypotheses, references))))


def with_references(
    case: Case, change: Callable[[Segment, tuple[Segment, ...]], tuple[Segment, ...]]
) -> Case:
    """Replace the references of every segment by a function of hypothesis and references."""
    return Case(
        case.hypotheses,
        tuple(
            change(hypothesis, references)
            for hypothesis, references in zip(case.hypotheses, case.references, strict=True)
        ),
    )


def with_hypotheses(case: Case, change: Callable[[Segment, tuple[Segment, ...]], Segment]) -> Case:
    """Replace every hypothesis by a function of hypothesis and references."""
    return Case(
        tuple(
            change(hypothesis, references)
            for hypothesis, references in zip(case.hypotheses, case.references, strict=True)
        ),
        case.references,
    )


def lengthened(case: Case, least: int) -> Case:
    """Append tokens to every hypothesis with fewer than the least number."""
    return with_hypotheses(
        case, lambda hypothesis, _: (*hypothesis, *("e",) * (least - len(hypothesis)))
    )


def appended(one: Case, other: Case) -> Case:
    """Append the segments of one case to those of another."""
    return Case(one.hypotheses + other.hypotheses, one.references + other.references)


def first_references(case: Case) -> Case:
    """Keep only the first reference of every segment."""
    return with_references(case, lambda _, references: references[:1])


def relabelled(case: Case, names: Mapping[str, str]) -> Case:
    """Rename tokens."""
    return case.map(lambda tokens: [names.get(token, token) for token in tokens])

"""Changes of a case, whose effect on the score laws state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain

from tallystick.compat.case import Case, Segment

UNKNOWN = "\ufffdunknown"
"""A token that does not occur in any case."""


def all_tokens(case: Case) -> list[str]:
    """Return the distinct tokens of a case, in order of first occurrence.

    >>> all_tokens(Case.from_lines(hypotheses=["b a b"], references=["c a"]))
    ['b', 'a', 'c']
    """
    references = chain.from_iterable(case.references)
    return list(dict.fromkeys(chain.from_iterable(chain(case.hypotheses, references))))


def with_references(
    case: Case, change: Callable[[Segment, tuple[Segment, ...]], tuple[Segment, ...]]
) -> Case:
    """Replace the references of every segment by a function of hypothesis and references.

    >>> case = Case.from_lines(hypotheses=["a"], references=["b"])
    >>> with_references(case, lambda hypothesis, references: (*references, hypothesis)).references
    ((('b',), ('a',)),)
    """
    return Case(
        case.hypotheses,
        tuple(
            change(hypothesis, references)
            for hypothesis, references in zip(case.hypotheses, case.references, strict=True)
        ),
    )


def with_hypotheses(case: Case, change: Callable[[Segment, tuple[Segment, ...]], Segment]) -> Case:
    """Replace every hypothesis by a function of it and its references.

    >>> case = Case.from_lines(hypotheses=["a"], references=["b"])
    >>> with_hypotheses(case, lambda hypothesis, references: references[0]).hypotheses
    (('b',),)
    """
    return Case(
        tuple(
            change(hypothesis, references)
            for hypothesis, references in zip(case.hypotheses, case.references, strict=True)
        ),
        case.references,
    )


def lengthened(case: Case, least: int) -> Case:
    """Append tokens to every hypothesis that is too short.

    >>> lengthened(Case.from_lines(hypotheses=["a"], references=["b"]), 3).hypotheses
    (('a', 'e', 'e'),)
    """
    return with_hypotheses(
        case, lambda hypothesis, _: (*hypothesis, *("e",) * (least - len(hypothesis)))
    )


def appended(one: Case, other: Case) -> Case:
    """Append the segments of one case to those of another.

    >>> case = Case.from_lines(hypotheses=["a"], references=["b"])
    >>> len(appended(case, case).hypotheses)
    2
    """
    return Case(one.hypotheses + other.hypotheses, one.references + other.references)


def first_references(case: Case) -> Case:
    """Keep only the first reference of every segment.

    >>> first_references(Case.from_lines(hypotheses=["a"], references=[["b", "c"]])).references
    ((('b',),),)
    """
    return with_references(case, lambda _, references: references[:1])


def relabelled(case: Case, names: Mapping[str, str]) -> Case:
    """Rename tokens.

    >>> relabelled(Case.from_lines(hypotheses=["a b"], references=["b"]), {"b": "c"}).hypotheses
    (('a', 'c'),)
    """
    return case.map(lambda tokens: [names.get(token, token) for token in tokens])

"""Mistakes that can be made in every metric: in reading, choosing and combining."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import Mistake, of_changed, of_parts, of_scores


def _segments(case: Case) -> list[Case]:
    return [case.take([number]) for number in range(len(case.hypotheses))]


def _kept(case: Case, keep: Callable[[Case], bool]) -> tuple[Case, ...]:
    numbers = [number for number, one in enumerate(_segments(case)) if keep(one)]
    return (case.take(numbers),) if numbers else ()


def _taken(start: int | None, end: int | None) -> Callable[[Case], tuple[Case, ...]]:
    def parts(case: Case) -> tuple[Case, ...]:
        numbers = range(len(case.hypotheses))[start:end]
        return (case.take(numbers),) if numbers else ()

    return parts


def _joined(case: Case) -> Case:
    """Return the segments as one; the references of a segment that has fewer begin anew."""
    sets = range(case.most_references)
    return Case(
        (tuple(chain.from_iterable(case.hypotheses)),),
        (
            tuple(
                tuple(chain.from_iterable(one[number % len(one)] for one in case.references))
                for number in sets
            ),
        ),
        None if case.sources is None else (tuple(chain.from_iterable(case.sources)),),
    )


def _references(
    choose: Callable[[tuple[Segment, ...]], Iterable[Segment]],
) -> Callable[[Case], Case]:
    return lambda case: replace(
        case, references=tuple(tuple(choose(one)) for one in case.references)
    )


def _stream(number: int) -> Callable[[Case], Case]:
    return _references(lambda one: [one[number % len(one)]])


def _streams(case: Case) -> list[Case]:
    return [_stream(number)(case) for number in range(case.most_references)]


def _each_reference(case: Case) -> list[Case]:
    pairs = zip(case.hypotheses, case.references, strict=True)
    return [
        Case((hypothesis,), ((reference,),)) for hypothesis, given in pairs for reference in given
    ]


def _exchanged(case: Case) -> Case:
    return replace(
        case,
        hypotheses=tuple(one[0] for one in case.references),
        references=tuple((hypothesis,) for hypothesis in case.hypotheses),
    )


def _shifted(case: Case) -> Case:
    return replace(case, hypotheses=(*case.hypotheses[1:], *case.hypotheses[:1]))


def _tokens(change: Callable[[Segment], Iterable[str]]) -> Callable[[Case], Case]:
    return lambda case: case.map(lambda tokens: tuple(change(tokens)))


def _hypotheses(change: Callable[[Segment], Iterable[str]]) -> Callable[[Case], Case]:
    return lambda case: replace(
        case, hypotheses=tuple(tuple(change(tokens)) for tokens in case.hypotheses)
    )


def _cut(most: int) -> Callable[[Segment], Segment]:
    return lambda tokens: tokens[:most]


def _split(tokens: Sequence[str]) -> list[str]:
    return " ".join(tokens).split()


_PUNCTUATION = frozenset(string.punctuation)


def _without_punctuation(tokens: Segment) -> list[str]:
    letters = ("".join(c for c in token if c not in _PUNCTUATION) for token in tokens)
    return [token for token in letters if token]


def _mean(scores: np.ndarray) -> float:
    return float(scores.mean())


COMMON: tuple[Mistake, ...] = (
    Mistake("only the last segment is scored", of_parts(_taken(-1, None), _mean)),
    Mistake("only the first segment is scored", of_parts(_taken(None, 1), _mean)),
    Mistake("the last segment is left out", of_parts(_taken(None, -1), _mean)),
    Mistake("the first segment is left out", of_parts(_taken(1, None), _mean)),
    Mistake("the scores of the segments are averaged", of_parts(_segments, _mean)),
    Mistake("the scores of the segments are summed", of_parts(_segments, np.sum)),
    Mistake("the scores of the segments are multiplied", of_parts(_segments, np.prod)),
    Mistake("the highest score of a segment is returned", of_parts(_segments, np.max)),
    Mistake("the median of the scores of the segments is returned", of_parts(_segments, np.median)),
    Mistake("segments are joined into one", of_changed(_joined)),
    Mistake(
        "segments with an empty hypothesis are left out",
        of_parts(lambda case: _kept(case, lambda one: bool(one.hypotheses[0])), _mean),
    ),
    Mistake(
        "segments with an empty reference are left out",
        of_parts(lambda case: _kept(case, lambda one: all(one.references[0])), _mean),
    ),
    Mistake(
        "segments that repeat an earlier one are left out",
        of_changed(
            lambda case: case.take(
                sorted(
                    {
                        one: n
                        for n, one in reversed(
                            list(enumerate(zip(case.hypotheses, case.references, strict=True)))
                        )
                    }.values()
                )
            )
        ),
    ),
    Mistake(
        "hypotheses are compared with the references of their neighbours", of_changed(_shifted)
    ),
    Mistake("only the first reference is used", of_changed(_stream(0))),
    Mistake("only the last reference is used", of_changed(_stream(-1))),
    Mistake(
        "only the longest reference is used",
        of_changed(_references(lambda one: [max(one, key=len)])),
    ),
    Mistake(
        "only the shortest reference is used",
        of_changed(_references(lambda one: [min(one, key=len)])),
    ),
    Mistake(
        "the references of a segment are joined into one",
        of_changed(_references(lambda one: [tuple(chain.from_iterable(one))])),
    ),
    Mistake("the order of references is reversed", of_changed(_references(lambda one: one[::-1]))),
    Mistake("references are sorted", of_changed(_references(sorted))),
    Mistake("equal references count once", of_changed(_references(lambda one: dict.fromkeys(one)))),
    Mistake(
        "empty references are left out",
        of_changed(_references(lambda one: [tokens for tokens in one if tokens] or one)),
    ),
    Mistake("the scores of single sets of references are averaged", of_parts(_streams, _mean)),
    Mistake(
        "the highest score of a single set of references is returned", of_parts(_streams, np.max)
    ),
    Mistake("the scores of all pairs of texts are averaged", of_parts(_each_reference, _mean)),
    Mistake("hypotheses and references are exchanged", of_changed(_exchanged)),
    Mistake("letters are lower-cased", of_changed(_tokens(lambda tokens: map(str.lower, tokens)))),
    Mistake(
        "only hypotheses are lower-cased",
        of_changed(_hypotheses(lambda tokens: map(str.lower, tokens))),
    ),
    Mistake("tokens are joined with spaces and split again", of_changed(_tokens(_split))),
    Mistake("punctuation is removed", of_changed(_tokens(_without_punctuation))),
    Mistake("characters are used as tokens", of_changed(_tokens(lambda tokens: "".join(tokens)))),
    Mistake(
        "characters and spaces are used as tokens",
        of_changed(_tokens(lambda tokens: " ".join(tokens))),
    ),
    Mistake(
        "repeated tokens count once", of_changed(_tokens(lambda tokens: dict.fromkeys(tokens)))
    ),
    Mistake("tokens are sorted", of_changed(_tokens(sorted))),
    Mistake("hypotheses are reversed", of_changed(_hypotheses(lambda tokens: tokens[::-1]))),
    Mistake("empty tokens are left out", of_changed(_tokens(lambda tokens: filter(None, tokens)))),
    Mistake("the last token is left out", of_changed(_tokens(lambda tokens: tokens[:-1]))),
    Mistake("the first token is left out", of_changed(_tokens(lambda tokens: tokens[1:]))),
    Mistake(
        "the last token of hypotheses is left out", of_changed(_hypotheses(lambda one: one[:-1]))
    ),
    Mistake(
        "markers are added at the start and the end",
        of_changed(_tokens(lambda tokens: ("<s>", *tokens, "</s>"))),
    ),
    Mistake("a marker is added at the end", of_changed(_tokens(lambda tokens: (*tokens, "</s>")))),
    Mistake(
        "hypotheses are cut to the length of the first reference",
        of_changed(
            lambda case: replace(
                case,
                hypotheses=tuple(
                    hypothesis[: len(references[0])]
                    for hypothesis, references in zip(case.hypotheses, case.references, strict=True)
                ),
            )
        ),
    ),
    *(
        Mistake(
            f"segments are cut to {most} tokens",
            of_changed(_tokens(_cut(most))),
        )
        for most in (50, 64, 80, 100, 128, 256, 512, 1000, 1024)
    ),
    Mistake(
        "the score is subtracted from the perfect one",
        of_scores(lambda scores, high: high - scores),
    ),
    Mistake("the square root is returned", of_scores(lambda scores, high: np.sqrt(scores * high))),
    Mistake(
        "an undefined score is 0", of_scores(lambda scores, high: np.nan_to_num(scores, nan=0.0))
    ),
    Mistake(
        "an undefined score is perfect",
        of_scores(lambda scores, high: np.where(np.isnan(scores), high, scores)),
    ),
    Mistake("scores above the perfect one are cut", of_scores(np.minimum)),
)

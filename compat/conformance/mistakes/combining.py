"""Mistakes that can be made in every metric: in choosing segments and references, and in scores."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import (
    Around,
    Family,
    Mistake,
    Scores,
    of_changed,
    of_parts,
    of_scores,
)
from tallystick.compat.conformance.mistakes.counting import (
    CHOICES,
    Choose,
    Combine,
    columns_of_case,
    combinations_of,
    mean,
    roundings_of,
    score_of,
    segments_of,
)
from tallystick.errors import TallystickError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.conformance.probes import Parts, Probes


def _taken(choose: Callable[[Case, list[int]], Iterable[int]]) -> Around:
    def parts(case: Case) -> tuple[Case, ...]:
        numbers = list(choose(case, list(range(len(case.hypotheses)))))
        return (case.take(numbers),) if numbers else ()

    return of_parts(parts, mean)


_SEGMENTS: Mapping[str, Callable[[Case, list[int]], Iterable[int]]] = {
    "only the last segment is scored": lambda case, numbers: numbers[-1:],
    "only the first segment is scored": lambda case, numbers: numbers[:1],
    "the last segment is left out": lambda case, numbers: numbers[:-1],
    "the last segment counts twice": lambda case, numbers: [*numbers, -1],
    "the first segment is left out": lambda case, numbers: numbers[1:],
    "only half of the segments are scored": lambda case, at: at[: (len(at) + 1) // 2],
    "every second segment is left out": lambda case, numbers: numbers[::2],
    "segments that repeat an earlier one are left out": lambda case, numbers: sorted(
        dict(zip(case.pairs[::-1], numbers[::-1], strict=True)).values()
    ),
    "segments with an empty hypothesis are left out": lambda case, numbers: (
        at for at in numbers if case.hypotheses[at]
    ),
    "segments with an empty reference are left out": lambda case, numbers: (
        at for at in numbers if all(case.references[at])
    ),
    "segments with an empty side are left out": lambda case, numbers: (
        at for at in numbers if case.hypotheses[at] and all(case.references[at])
    ),
}

_AVERAGES: Mapping[str, Callable[[Any], float]] = {
    "the scores of the segments are averaged": mean,
    "the scores of the segments are averaged, 0 for an undefined one": (
        lambda scores: mean(np.nan_to_num(scores))
    ),
    "the scores of the segments are averaged, without undefined ones": (
        lambda scores: mean(scores[~np.isnan(scores)])
    ),
    "the scores of the segments are averaged, without those that are 0": (
        lambda scores: mean(scores[scores != 0])
    ),
    "the sum of the scores of the segments is divided by one more than their number": (
        lambda scores: scores.sum() / (len(scores) + 1)
    ),
    "the sum of the scores of the segments is divided by one less than their number": (
        lambda scores: scores.sum() / (len(scores) - 1 or math.nan)
    ),
    "the sum of the scores of all segments but the last is divided by the number of all": (
        lambda scores: scores[:-1].sum() / len(scores)
    ),
    "the sum of the scores of all segments but the first is divided by the number of all": (
        lambda scores: scores[1:].sum() / len(scores)
    ),
}


def _combined(parts: Parts, combine: Combine, unbounded: float = 1.0) -> Scores:
    """Return a combination of the scores of parts, of which a perfect one is 1."""

    def scores(metric: Any, probes: Probes) -> NDArray[np.float64]:
        high = metric.identity.scale.high or unbounded
        of_all = of_parts(parts, lambda scores: high * combine((scores / high).tolist()))
        return of_all(metric, probes)

    return scores


def each_reference(case: Case) -> list[Case]:
    """Return every hypothesis with each of its references, each pair as a case."""
    return [
        replace(segment, references=((reference,),))
        for segment in segments_of(case)
        for reference in segment.references[0]
    ]


def _within_segments(combine: Combine) -> Scores:
    """Return the mean over segments of a combination of the scores with each reference."""
    return of_parts(segments_of, mean).scores_with(_combined(each_reference, combine))


def _jackknife(scores: Sequence[float]) -> float:
    """Return the mean of the best scores without each of the references."""
    if len(scores) == 1:
        return scores[0]
    return mean([max([*scores[:at], *scores[at + 1 :]]) for at in range(len(scores))])


def _with_references(of: Callable[[Case], Iterable[Iterable[Segment]]]) -> Callable[[Case], Case]:
    """Return a change that gives every segment other references."""
    return lambda case: replace(case, references=tuple(map(tuple, of(case))))


def _only(choose: Choose) -> Callable[[Case], Case]:
    return _with_references(
        lambda case: ([given[choose(len(own), list(map(len, given)))]] for own, given in case.pairs)
    )


_REFERENCES: Mapping[str, Callable[[tuple[Segment, ...]], Iterable[Segment]]] = {
    "only the first two references are used": lambda given: given[:2],
    "only the first three references are used": lambda given: given[:3],
    "the first reference is left out": lambda given: given[1:] or given,
    "the last reference is left out": lambda given: given[:-1] or given,
    "the references of a segment are joined into one": (
        lambda given: [tuple(chain.from_iterable(given))]
    ),
    "equal references count once": dict.fromkeys,
    "empty references are left out": lambda given: list(filter(None, given)) or given,
}


def _streams(case: Case) -> list[Case]:
    """Return the case with each of the sets of references that all segments have."""
    sets = zip(*case.references, strict=False)
    return [replace(case, references=tuple((text,) for text in texts)) for texts in sets]


def joined(case: Case) -> Case:
    """Return the segments as one, with the sets of references that all of them have."""

    def join(texts: Iterable[Segment]) -> Segment:
        return tuple(chain.from_iterable(texts))

    return Case(
        (join(case.hypotheses),),
        (tuple(map(join, zip(*case.references, strict=False))),),
        None if case.sources is None else (join(case.sources),),
    )


def _transposed(case: Case) -> tuple[Case, ...]:
    """Return a case whose references are taken for lists of all segments; the rest is lost."""
    sets = list(zip(*case.references, strict=False))
    kept = min(len(sets), len(case.hypotheses))
    return (replace(case.take(range(kept)), references=tuple(sets[:kept])),)


def _shifted(by: int) -> Callable[[Case], Case]:
    return lambda case: replace(case, hypotheses=(*case.hypotheses[by:], *case.hypotheses[:by]))


_CASES: Mapping[str, Callable[[Case], Case]] = {
    "segments are compared with the first references of the corpus": _with_references(
        lambda case: case.references[:1] * len(case.references)
    ),
    "the references of earlier segments are used too": _with_references(
        lambda case: accumulate(case.references)
    ),
    "segments are compared with all references of the corpus": _with_references(
        lambda case: [tuple(chain.from_iterable(case.references))] * len(case.references)
    ),
    "segments are joined into one": joined,
    "hypotheses are compared with the references of their left neighbours": _shifted(1),
    "hypotheses are compared with the references of their right neighbours": _shifted(-1),
    **{f"only {noun} is used": _only(choose) for noun, choose in CHOICES.items()},
    **{
        name: _with_references(partial(lambda of, case: map(of, case.references), change))
        for name, change in _REFERENCES.items()
    },
    "as many references are used as every segment has": _with_references(
        lambda case: (given[: min(map(len, case.references))] for given in case.references)
    ),
}


def _if(holds: Callable[[Case], bool], value: Callable[[float], float]) -> Scores:
    """Return the scores of a program that returns a number for some cases."""

    def scores(metric: Any, probes: Probes) -> NDArray[np.float64]:
        chosen = np.array(list(map(holds, probes.cases)))
        high = metric.identity.scale.high or np.inf
        return np.where(chosen, value(high), probes.scores(metric))

    return scores


def _finite(high: float) -> float:
    """Return a perfect score; one that no program gives if the scale has none."""
    return min(high, 1e300)


_SCORES: Mapping[str, Callable[[Any, float], Any]] = {
    "the score is subtracted from 100%": lambda scores, high: _finite(high) - scores,
    "the square is returned": lambda scores, high: scores**2 / _finite(high),
    "the square root is returned": lambda scores, high: np.sqrt(scores * _finite(high)),
    "an undefined score is 0": lambda scores, high: np.nan_to_num(scores, nan=0.0),
    "an undefined score is perfect": lambda scores, high: np.where(np.isnan(scores), high, scores),
    "scores above 100% are cut": np.minimum,
}

_ALL: Mapping[str, Scores] = {
    "the score is always 0": of_scores(lambda scores, high: np.zeros_like(scores)),
    "the score is always perfect": of_scores(
        lambda scores, high: np.full_like(scores, _finite(high))
    ),
    **{name: _taken(choose) for name, choose in _SEGMENTS.items()},
    **{name: of_parts(segments_of, average) for name, average in _AVERAGES.items()},
    **{
        name: _combined(segments_of, combine)
        for name, combine in combinations_of("the scores of the segments").items()
    },
    **{
        f"{name} and averaged": _combined(
            segments_of,
            partial(lambda change, scores: mean(list(map(change, scores))), change),
            100.0,
        )
        for name, change in roundings_of("the scores of the segments are", 1, 2, 3, 4).items()
    },
    **{name: of_changed(change) for name, change in _CASES.items()},
    "sets of references are taken for segments": of_parts(_transposed, mean),
    "the score is 0 if any hypothesis is empty": _if(
        lambda it: not all(it.hypotheses), lambda high: 0.0
    ),
    "the score is 0 if any reference is empty": _if(
        lambda it: not all(chain.from_iterable(it.references)), lambda high: 0.0
    ),
    "the score is perfect if all hypotheses equal a reference": _if(
        lambda it: all(own in given for own, given in it.pairs), _finite
    ),
    "the scores of single sets of references are averaged": of_parts(_streams, mean),
    "the highest score of a single set of references is returned": of_parts(_streams, np.max),
    "the scores of all pairs of texts are averaged": of_parts(each_reference, mean),
    **{
        name: _within_segments(combine)
        for name, combine in combinations_of("the scores of the references of a segment").items()
    },
    "the best scores without each of the references are averaged": _within_segments(_jackknife),
    **{name: of_scores(change) for name, change in _SCORES.items()},
}

COMBINING = tuple(Mistake(name, scores) for name, scores in _ALL.items())


def _score_terms(metric: Any, case: Case, score: float) -> tuple[list[float], float] | None:
    try:
        right = score_of(metric, columns_of_case(metric, case))
    except TallystickError:
        return None
    return ([right, 1.0], score) if math.isfinite(right) else None


_NUMBERED: Mapping[str, Callable[[float, Any, float], Any]] = {
    "a score of 0 becomes {:g}": lambda number, scores, high: np.where(scores == 0, number, scores),
    "the score is multiplied by {:g}": lambda number, scores, high: number * scores,
    "the score is raised to the power {:g}": lambda number, scores, high: _power(
        number, scores, _finite(high)
    ),
}


def _power(number: float, scores: Any, high: float) -> Any:
    with np.errstate(over="ignore"):  # of error rates above 100%
        return high * (scores / high) ** number


ALWAYS = "the score is always {:g}"

COMMON_FAMILIES = (
    *(
        Family(name.format, partial(lambda change, number: of_scores(partial(change, number)), of))
        for name, of in _NUMBERED.items()
    ),
    Family(
        lambda factor, further: (
            f"the score is {factor:g} times the right one plus {further:g}"
            if factor
            else ALWAYS.format(further)
        ),
        lambda factor, further: of_scores(lambda scores, high: factor * scores + further),
        terms=_score_terms,
    ),
)

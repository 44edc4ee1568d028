"""Mistakes that can be made in every metric: in reading, choosing and combining."""

from __future__ import annotations

import math
import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import (
    Around,
    Fitted,
    Mistake,
    Numbered,
    Scores,
    of_changed,
    of_parts,
    of_scores,
)
from tallystick.compat.conformance.mistakes.counting import columns_of_case, score_of
from tallystick.errors import TallystickError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.conformance.probes import Probes


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
    return [
        replace(one, references=((reference,),))
        for one in _segments(case)
        for reference in one.references[0]
    ]


def _transposed(case: Case) -> tuple[Case, ...]:
    """Return a case whose references are taken for lists of all segments; the rest is lost."""
    sets = [
        tuple(one[number % len(one)] for one in case.references)
        for number in range(case.most_references)
    ]
    kept = min(len(sets), len(case.hypotheses))
    return (replace(case.take(range(kept)), references=tuple(sets[:kept])),)


def _exchanged(case: Case) -> Case:
    return replace(
        case,
        hypotheses=tuple(one[0] for one in case.references),
        references=tuple((hypothesis,) for hypothesis in case.hypotheses),
    )


def _shifted(by: int) -> Callable[[Case], Case]:
    return lambda case: replace(case, hypotheses=(*case.hypotheses[by:], *case.hypotheses[:by]))


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


def _characters(tokens: Segment, keep: Callable[[str], bool]) -> list[str]:
    """Return the tokens with the characters to keep, without those that are empty then."""
    return [kept for token in tokens if (kept := "".join(filter(keep, token)))]


def _without_accents(tokens: Segment) -> list[str]:
    apart = (unicodedata.normalize("NFD", token) for token in tokens)
    return ["".join(one for one in token if not unicodedata.combining(one)) for token in apart]


def _normalized(form: Any) -> Callable[[Case], Case]:
    return _tokens(lambda tokens: [unicodedata.normalize(form, token) for token in tokens])


def _to_shorter(case: Case) -> Case:
    """Return a case whose hypotheses and first references are equally long."""
    pairs = zip(case.hypotheses, case.references, strict=True)
    cut = [(own[: len(given[0])], tuple(one[: len(own)] for one in given)) for own, given in pairs]
    return replace(
        case, hypotheses=tuple(own for own, _ in cut), references=tuple(one for _, one in cut)
    )


def _mean(scores: np.ndarray) -> float:
    return float(scores.mean()) if len(scores) else float("nan")


def _weighted(texts: Callable[[Case], Iterable[Segment]]) -> Around:
    """Return the means of the scores of the segments, weighted by the lengths of some texts."""

    def scores_with(inner: Scores) -> Scores:
        def scores(metric: Any, probes: Probes) -> NDArray[np.float64]:
            segments, sizes = probes.parts(_segments)
            of_segments = np.split(inner(metric, segments), np.cumsum(sizes))[: len(sizes)]
            weights = [list(map(len, texts(case))) for case in probes.cases]
            return np.array(
                [
                    float(np.dot(found, given)) / (sum(given) or np.nan)
                    for found, given in zip(of_segments, weights, strict=True)
                ]
            )

        return scores

    return Around(scores_with)


def _sum_over_one_less(scores: np.ndarray) -> float:
    return float(scores.sum() / (len(scores) - 1)) if len(scores) > 1 else math.nan


def _product(metric: Any, probes: Probes) -> NDArray[np.float64]:
    """Return the products of the scores of the segments, with 1 for a perfect one."""
    high = metric.identity.scale.high or 1.0
    return of_parts(_segments, lambda scores: float(high * np.prod(scores / high)))(metric, probes)


def _rounded(decimals: int) -> Scores:
    """Return the means of the scores of the segments, rounded where 1 is a perfect one."""

    def scores(metric: Any, probes: Probes) -> NDArray[np.float64]:
        high = metric.identity.scale.high or 100.0
        mean = of_parts(_segments, lambda found: _mean(high * np.round(found / high, decimals)))
        return mean(metric, probes)

    return scores


def _first_half(case: Case) -> tuple[Case, ...]:
    return (case.take(range((len(case.hypotheses) + 1) // 2)),)


def _first_references(number: int) -> Callable[[Case], Case]:
    return _references(lambda one: one[:number])


def _any_empty_hypothesis(case: Case) -> bool:
    return not all(case.hypotheses)


def _any_empty_reference(case: Case) -> bool:
    return not all(chain.from_iterable(case.references))


def _replacing(holds: Callable[[Case], bool], value: Callable[[float], float]) -> Scores:
    """Return the scores of a program that returns a number for some cases."""

    def scores(metric: Any, probes: Probes) -> NDArray[np.float64]:
        chosen = np.array(list(map(holds, probes.cases)))
        high = metric.identity.scale.high or np.inf
        return np.where(chosen, value(high), probes.scores(metric))

    return scores


def _zero_if(holds: Callable[[Case], bool]) -> Scores:
    return _replacing(holds, lambda high: 0.0)


def _perfect_if(holds: Callable[[Case], bool]) -> Scores:
    return _replacing(holds, _finite)


def _finite(high: float) -> float:
    """Return a perfect score; one that no program gives if the scale has none."""
    return min(high, 1e300)


COMBINING: tuple[Mistake, ...] = (
    Mistake("the score is always 0", of_scores(lambda scores, high: np.zeros_like(scores))),
    Mistake(
        "the score is always perfect",
        of_scores(lambda scores, high: np.full_like(scores, _finite(high))),
    ),
    Mistake("only the last segment is scored", of_parts(_taken(-1, None), _mean)),
    Mistake("only the first segment is scored", of_parts(_taken(None, 1), _mean)),
    Mistake("the last segment is left out", of_parts(_taken(None, -1), _mean)),
    Mistake(
        "the last segment counts twice",
        of_changed(lambda case: case.take([*range(len(case.hypotheses)), -1])),
    ),
    Mistake("the first segment is left out", of_parts(_taken(1, None), _mean)),
    Mistake("the scores of the segments are averaged", of_parts(_segments, _mean)),
    Mistake("the scores of the segments are summed", of_parts(_segments, np.sum)),
    Mistake("the scores of the segments are multiplied", _product),
    *(
        Mistake(f"the sum of the scores of {which} is divided by {what}", of_parts(_segments, by))
        for which, what, by in (
            ("the segments", "one more than their number", lambda it: it.sum() / (len(it) + 1)),
            ("the segments", "one less than their number", _sum_over_one_less),
            ("all segments but the last", "the number of all", lambda it: it[:-1].sum() / len(it)),
            ("all segments but the first", "the number of all", lambda it: it[1:].sum() / len(it)),
        )
    ),
    Mistake("the highest score of a segment is returned", of_parts(_segments, np.max)),
    Mistake("the median of the scores of the segments is returned", of_parts(_segments, np.median)),
    *(
        Mistake(
            f"the {which} median of the scores of the segments is returned",
            of_parts(_segments, partial(np.quantile, q=0.5, method=method)),
        )
        for which, method in (("upper", "higher"), ("lower", "lower"))
    ),
    Mistake("the lowest score of a segment is returned", of_parts(_segments, np.min)),
    Mistake(
        "the geometric mean of the scores of the segments is returned",
        of_parts(_segments, lambda scores: float(scores.prod() ** (1 / len(scores)))),
    ),
    Mistake(
        "the harmonic mean of the scores of the segments is returned",
        of_parts(_segments, lambda scores: float(len(scores) / (1 / scores).sum())),
    ),
    Mistake(
        "the scores of the segments are averaged, 0 for an undefined one",
        of_parts(_segments, lambda scores: float(np.nan_to_num(scores).mean())),
    ),
    Mistake(
        "the scores of the segments are averaged, without undefined ones",
        of_parts(_segments, lambda scores: _mean(scores[~np.isnan(scores)])),
    ),
    Mistake(
        "the scores of the segments are averaged, without those that are 0",
        of_parts(_segments, lambda scores: _mean(scores[scores != 0])),
    ),
    Mistake(
        "the score of the corpus is that of half of its segments",
        of_parts(_first_half, _mean),
    ),
    Mistake(
        "every second segment is left out",
        of_changed(lambda case: case.take(range(0, len(case.hypotheses), 2))),
    ),
    Mistake(
        "segments are compared with the first references of the corpus",
        of_changed(
            lambda case: replace(case, references=case.references[:1] * len(case.hypotheses))
        ),
    ),
    *(
        Mistake(
            f"the scores of the segments are rounded to {decimals} decimals and averaged",
            _rounded(decimals),
        )
        for decimals in (1, 2, 3, 4)
    ),
    Mistake(
        "the references of earlier segments are used too",
        of_changed(
            lambda case: replace(
                case,
                references=tuple(
                    tuple(chain.from_iterable(case.references[: number + 1]))
                    for number in range(len(case.references))
                ),
            )
        ),
    ),
    Mistake(
        "segments are compared with all references of the corpus",
        of_changed(
            lambda case: replace(
                case,
                references=(tuple(chain.from_iterable(case.references)),) * len(case.hypotheses),
            )
        ),
    ),
    Mistake("segments are joined into one", of_changed(_joined)),
    Mistake("sets of references are taken for segments", of_parts(_transposed, _mean)),
    Mistake(
        "segments with an empty hypothesis are left out",
        of_parts(lambda case: _kept(case, lambda one: bool(one.hypotheses[0])), _mean),
    ),
    Mistake(
        "segments with an empty reference are left out",
        of_parts(lambda case: _kept(case, lambda one: all(one.references[0])), _mean),
    ),
    Mistake(
        "segments with an empty side are left out",
        of_parts(
            lambda case: _kept(
                case, lambda one: bool(one.hypotheses[0]) and all(one.references[0])
            ),
            _mean,
        ),
    ),
    Mistake("the score is 0 if any hypothesis is empty", _zero_if(_any_empty_hypothesis)),
    Mistake("the score is 0 if any reference is empty", _zero_if(_any_empty_reference)),
    Mistake(
        "the score is perfect if all hypotheses equal a reference",
        _perfect_if(
            lambda case: all(
                own in given for own, given in zip(case.hypotheses, case.references, strict=True)
            )
        ),
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
        "hypotheses are compared with the references of their left neighbours",
        of_changed(_shifted(1)),
    ),
    Mistake(
        "hypotheses are compared with the references of their right neighbours",
        of_changed(_shifted(-1)),
    ),
    Mistake("only the first reference is used", of_changed(_stream(0))),
    Mistake("only the last reference is used", of_changed(_stream(-1))),
    *(
        Mistake(f"only the first {number} references are used", of_changed(_first_references(n)))
        for n, number in ((2, "two"), (3, "three"))
    ),
    Mistake("the first reference is left out", of_changed(_references(lambda one: one[1:] or one))),
    Mistake("the last reference is left out", of_changed(_references(lambda one: one[:-1] or one))),
    Mistake(
        "as many references are used as every segment has",
        of_changed(lambda case: _first_references(min(map(len, case.references)))(case)),
    ),
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
    Mistake(
        "the score is subtracted from the perfect one",
        of_scores(lambda scores, high: _finite(high) - scores),
    ),
    Mistake("the square is returned", of_scores(lambda scores, high: scores**2 / _finite(high))),
    Mistake(
        "the square root is returned",
        of_scores(lambda scores, high: np.sqrt(scores * _finite(high))),
    ),
    Mistake(
        "an undefined score is 0", of_scores(lambda scores, high: np.nan_to_num(scores, nan=0.0))
    ),
    Mistake(
        "an undefined score is perfect",
        of_scores(lambda scores, high: np.where(np.isnan(scores), high, scores)),
    ),
    Mistake("scores above the perfect one are cut", of_scores(np.minimum)),
)
"""Mistakes in choosing segments and references, and in combining scores."""


def _score_terms(metric: Any, case: Case, score: float) -> tuple[list[float], float] | None:
    try:
        right = score_of(metric, columns_of_case(metric, case))
    except TallystickError:
        return None
    return ([right, 1.0], score) if math.isfinite(right) else None


FITTED_COMMON = (
    Fitted(
        lambda numbers: f"the score is {numbers[0]:g} times the right one plus {numbers[1]:g}",
        _score_terms,
        lambda numbers: of_scores(lambda scores, high: numbers[0] * scores + numbers[1]),
    ),
)
"""Mistakes with several numbers that can be made in every metric."""

NUMBERED_COMMON = (
    Numbered(
        "a score of 0 becomes {}",
        lambda number: of_scores(lambda scores, high: np.where(scores == 0, number, scores)),
    ),
    Numbered(
        "the score is multiplied by {}",
        lambda number: of_scores(lambda scores, high: number * scores),
    ),
    Numbered(
        "the score is raised to the power {}",
        lambda number: of_scores(
            lambda scores, high: _finite(high) * (scores / _finite(high)) ** number
        ),
    ),
)
"""Mistakes with a number that can be made in every metric."""

READING: tuple[Mistake, ...] = (
    Mistake("the order of references is reversed", of_changed(_references(lambda one: one[::-1]))),
    Mistake("references are sorted", of_changed(_references(sorted))),
    Mistake("hypotheses and references are exchanged", of_changed(_exchanged)),
    Mistake("letters are lower-cased", of_changed(_tokens(lambda tokens: map(str.lower, tokens)))),
    Mistake(
        "only hypotheses are lower-cased",
        of_changed(_hypotheses(lambda tokens: map(str.lower, tokens))),
    ),
    Mistake("tokens are joined with spaces and split again", of_changed(_tokens(_split))),
    Mistake(
        "only references are lower-cased",
        of_changed(_references(lambda one: [tuple(map(str.lower, tokens)) for tokens in one])),
    ),
    Mistake(
        "the first letter of a text is lower-cased",
        of_changed(_tokens(lambda tokens: (*map(str.lower, tokens[:1]), *tokens[1:]))),
    ),
    *(
        Mistake(f"text is normalized to {form}", of_changed(_normalized(form)))
        for form in ("NFC", "NFD", "NFKC")
    ),
    Mistake(
        "an s at the end of tokens is removed",
        of_changed(_tokens(lambda tokens: [token.removesuffix("s") for token in tokens])),
    ),
    Mistake(
        "every s at the end of tokens is removed",
        of_changed(_tokens(lambda tokens: filter(None, (token.rstrip("s") for token in tokens)))),
    ),
    Mistake("accents are removed", of_changed(_tokens(_without_accents))),
    Mistake(
        "characters outside ASCII are removed",
        of_changed(_tokens(lambda tokens: _characters(tokens, str.isascii))),
    ),
    Mistake(
        "only letters and digits are kept",
        of_changed(_tokens(lambda tokens: _characters(tokens, str.isalnum))),
    ),
    Mistake(
        "only letters are kept",
        of_changed(_tokens(lambda tokens: _characters(tokens, str.isalpha))),
    ),
    Mistake(
        "tokens that are not words are left out",
        of_changed(_tokens(lambda tokens: filter(str.isalnum, tokens))),
    ),
    Mistake(
        "tokens of one character are left out",
        of_changed(_tokens(lambda tokens: [token for token in tokens if len(token) > 1])),
    ),
    Mistake(
        "numbers are left out",
        of_changed(_tokens(lambda tokens: [one for one in tokens if not one.isdecimal()])),
    ),
    Mistake(
        "punctuation is split from words",
        of_changed(_tokens(lambda tokens: re.findall(r"\w+|[^\w\s]", " ".join(tokens)))),
    ),
    Mistake(
        "text is split at everything but letters, digits and underscores",
        of_changed(_tokens(lambda tokens: re.findall(r"\w+", " ".join(tokens)))),
    ),
    Mistake(
        "punctuation at the ends of tokens is removed",
        of_changed(
            _tokens(lambda tokens: filter(None, (one.strip(string.punctuation) for one in tokens)))
        ),
    ),
    Mistake("punctuation is removed", of_changed(_tokens(_without_punctuation))),
    Mistake("characters are used as tokens", of_changed(_tokens(lambda tokens: "".join(tokens)))),
    Mistake(
        "repeated tokens count once", of_changed(_tokens(lambda tokens: dict.fromkeys(tokens)))
    ),
    Mistake("tokens are sorted", of_changed(_tokens(sorted))),
    Mistake(
        "tokens that repeat the one before count once",
        of_changed(_tokens(lambda tokens: [token for token, _ in groupby(tokens)])),
    ),
    Mistake("hypotheses are reversed", of_changed(_hypotheses(lambda tokens: tokens[::-1]))),
    Mistake("empty tokens are left out", of_changed(_tokens(lambda tokens: filter(None, tokens)))),
    Mistake("the last token is left out", of_changed(_tokens(lambda tokens: tokens[:-1]))),
    Mistake("the first token is left out", of_changed(_tokens(lambda tokens: tokens[1:]))),
    Mistake(
        "the first token of hypotheses is left out", of_changed(_hypotheses(lambda one: one[1:]))
    ),
    Mistake(
        "the last token of references is left out",
        of_changed(_references(lambda one: [tokens[:-1] for tokens in one])),
    ),
    Mistake(
        "the last token of hypotheses is left out", of_changed(_hypotheses(lambda one: one[:-1]))
    ),
    Mistake(
        "markers are added at the start and the end",
        of_changed(_tokens(lambda tokens: ("<s>", *tokens, "</s>"))),
    ),
    Mistake("a marker is added at the start", of_changed(_tokens(lambda tokens: ("<s>", *tokens)))),
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
    Mistake("both texts are cut to the length of the shorter one", of_changed(_to_shorter)),
    *(
        Mistake(f"the scores of the segments are weighted by the lengths of {whose}", _weighted(of))
        for whose, of in (
            ("hypotheses", lambda case: case.hypotheses),
            ("first references", lambda case: [one[0] for one in case.references]),
        )
    ),
    *(
        Mistake(
            f"segments are cut to {most} tokens",
            of_changed(_tokens(_cut(most))),
        )
        for most in (10, 20, 30, 40, 50, 64, 80, 100, 128, 256, 512, 1000, 1024)
    ),
)
"""Mistakes in reading texts and tokens."""

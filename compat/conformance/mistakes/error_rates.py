"""Mistakes in aligning texts and in dividing the edits of WER, CER, MER, WIL and WIP."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import Family, Mistake, of_each
from tallystick.compat.conformance.mistakes.counting import (
    CHARACTERS,
    DIVISORS,
    Score,
    mean,
    scorer,
)
from tallystick.compat.conformance.mistakes.sequences import (
    COMPARISONS,
    TRIMS,
    Compare,
    Costs,
    Trim,
    distance,
    operations,
)
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.wer.dialect import WerDialect
from tallystick.metrics.wer.statistics import comparison_of

_RATES = frozenset({"wer", "cer"})
_OF_HITS = frozenset({"mer", "wil", "wip"})
COUNTS = ("substitutions", "deletions", "insertions", "hits")


class Pair(NamedTuple):
    """A hypothesis with one of its references, and the length that edits are divided by."""

    hypothesis: Segment
    reference: Segment
    edits: float
    hits: float
    length: float

    @property
    def lengths(self) -> tuple[int, int]:
        """The tokens of the reference, N1, and of the hypothesis, N2."""
        return len(self.reference), len(self.hypothesis)

    @property
    def operations(self) -> tuple[float, float, float]:
        """The substitutions, deletions and insertions."""
        substitutions = self.length + len(self.hypothesis) - self.edits - 2 * self.hits
        deletions = self.length - self.hits - substitutions
        return substitutions, deletions, self.edits - substitutions - deletions


Of = Callable[[Pair], float]


@lru_cache(maxsize=1 << 14)
def _pair(hits: str, hypothesis: Segment, reference: Segment) -> Pair:
    comparison = comparison_of(WerDialect(hits=hits, tokenize="none"))
    corpus = Case((hypothesis,), ((reference,),)).corpus
    [[*edits, hit]] = comparison.rows_of_corpus(corpus, Workspace()).tolist()
    return Pair(hypothesis, reference, sum(edits), hit, len(reference))


Read = Callable[[str], Iterable[str]]
"""A function of the characters of a line that returns what is compared of them."""


def _pairs(metric: Any, case: Case, read: Read = tuple) -> list[list[Pair]]:
    """Return for every segment the hypothesis with each reference, as tokens or read characters."""
    dialect = metric.conventions
    if metric.identity.name == "cer":
        find = partial(dialect.tokenizer(), lowercase=dialect.lowercase)
        case = case.map(lambda tokens: tuple(read("".join(find(" ".join(tokens))))))
    return [
        [_pair(dialect.hits, hypothesis, reference) for reference in references]
        for hypothesis, references in zip(case.hypotheses, case.references, strict=True)
    ]


def _fewest(pairs: list[Pair]) -> Pair:
    return min(pairs, key=lambda pair: (pair.edits, -len(pair.reference), -pair.hits))


def _rate(metric: Any, pairs: Sequence[Pair]) -> float:
    """Return the rate of the sums over pairs, in percent, as its dialect defines it."""
    sums = map(sum, zip(*((*pair.operations, pair.hits) for pair in pairs), strict=True))
    return float(metric.score_of_row(dict(zip(COUNTS, sums, strict=True))))


@scorer
def _rated(
    metric: Any,
    case: Case,
    change: Callable[[Pair], Pair] = lambda pair: pair,
    choose: Callable[[list[Pair]], Pair] = _fewest,
    read: Read = tuple,
) -> float:
    pairs = _pairs(metric, case, read)
    return _rate(metric, [choose(list(map(change, given))) for given in pairs])


_usual = _rated()


def _with(**changes: Of) -> Score:
    def change(pair: Pair) -> Pair:
        changed: dict[str, Any] = {name: of(pair) for name, of in changes.items()}
        return pair._replace(**changed)

    return _rated(change)


def _weighted(weights: Sequence[float], further: float = 0) -> Score:
    return _with(edits=lambda pair: float(np.dot(weights, pair.operations)) + further)


def _distance(costs: Costs) -> Score:
    return _with(edits=lambda pair: distance(pair.hypothesis, pair.reference, costs))


def _exchanged(costs: Costs) -> Score:
    """Return a scorer in which the costs of insertions are those of deletions."""
    return _with(edits=lambda pair: distance(pair.reference, pair.hypothesis, costs))


def _cost(edit: str, cost: float) -> Score:
    costs: dict[str, Any] = {edit: cost}
    return _distance(Costs(**costs))


def _trimmed(trim: Trim) -> Score:
    return _with(edits=lambda pair: distance(*trim(pair.hypothesis, pair.reference)))


@scorer
def _of_rates(metric: Any, case: Case, rate: Of) -> float:
    """Return the mean of the rates of segments that are defined, in percent."""
    pairs = map(_fewest, _pairs(metric, case))
    return 100 * mean([value for value in map(rate, pairs) if not math.isnan(value)])


def _or(undefined: Of) -> Of:
    """Return the rate of a segment, with a value for an empty reference."""
    return lambda pair: pair.edits / len(pair.reference) if pair.reference else undefined(pair)


def _changed_rate(change: Callable[[float], float]) -> Score:
    return lambda metric, case: change(_usual(metric, case))


@scorer
def _if_empty(metric: Any, case: Case, empty: Score, other: Score = _usual) -> float:
    """Return a scorer for corpora whose references are all empty, with one for others."""
    has_tokens = any(chain.from_iterable(case.references))
    return (other if has_tokens else empty)(metric, case)


def _of_sclite(pair: Pair) -> Pair:
    """Return the edits and hits of an alignment in which a substitution costs 4 and others 3."""
    cost = distance(pair.hypothesis, pair.reference, Costs(4 + 1e-5, 3, 3))
    substitutions = round(cost % 1 / 1e-5)
    others = (int(cost) - 4 * substitutions) / 3
    hits = (sum(pair.lengths) - others) / 2 - substitutions
    return pair._replace(edits=substitutions + others, hits=hits)


def _fewest_hits(pair: Pair) -> float:
    """Return the fewest hits of an alignment with the fewest edits."""
    preferred = distance(pair.hypothesis, pair.reference, Costs(1 - 1e-6))
    substitutions = round((pair.edits - preferred) / 1e-6)
    return (sum(pair.lengths) - pair.edits - substitutions) / 2


def _compared(compare: Compare) -> Of:
    return lambda pair: compare(pair.hypothesis, pair.reference)


def _less(compare: Compare, length: Callable[[tuple[int, int]], float]) -> Score:
    """Return a scorer whose edits are a length minus what both sides have in common."""
    common = _compared(compare)
    return _with(edits=lambda pair: length(pair.lengths) - common(pair), hits=common)


def _of_difflib(pair: Pair) -> float:
    steps = operations(pair.hypothesis, pair.reference)
    return sum(max(lengths) for tag, *lengths in steps if tag != "equal")


@scorer
def _information(metric: Any, case: Case, combine: Callable[[float, float, float], float]) -> float:
    """Return a scorer with another definition of the information preserved, 0 to 1."""
    pairs = list(map(_fewest, _pairs(metric, case)))
    hits = sum(pair.hits for pair in pairs)
    lengths = [sum(pair.lengths[side] for pair in pairs) for side in (0, 1)]
    if not hits:
        return _rate(metric, pairs)
    preserved = 100 * combine(hits, *lengths)
    return preserved if metric.identity.name == "wip" else 100 - preserved


_EDITS = {
    "substitution": "a substitution costs",
    "deletion": "a deletion costs",
    "insertion": "an insertion costs",
}

_LENGTHS: Mapping[str, Callable[[tuple[int, int]], float]] = {
    "the longer length": max,
    "the shorter length": min,
    "the reference length": lambda lengths: lengths[0],
    "the hypothesis length": lambda lengths: lengths[1],
}

_DIVISORS: Mapping[str, Of] = {
    **{
        noun: lambda it, of=of: of(len(it.hypothesis), len(it.reference))  # type: ignore[misc]
        for noun, of in DIVISORS.items()
    },
    "the length of the alignment": lambda it: it.edits + it.hits,
    "the number of segments": lambda it: 1,
    "one token more": lambda it: len(it.reference) + 1,
    "the reference, but an empty reference counts one token": lambda it: len(it.reference) or 1,
}

_REFERENCES: Mapping[str, Callable[[list[Pair]], Pair]] = {
    "the lowest rate is": lambda it: min(it, key=lambda p: p.edits / max(1, len(p.reference))),
    "equally many edits the shortest is": lambda it: min(it, key=lambda p: (p.edits, p.lengths)),
    "equally many edits the first is": lambda it: min(it, key=lambda p: p.edits),
    "equally many edits the last is": lambda it: min(it[::-1], key=lambda p: p.edits),
    "the most edits is": lambda it: max(it, key=lambda p: p.edits),
}

_ENDS: Mapping[str, Costs] = {
    "the start cost nothing": Costs(start=0),
    "the end cost nothing": Costs(free_end=True),
    "both ends cost nothing": Costs(start=0, free_end=True),
    "the start cost 1, others nothing": Costs(insertion=0, start=1),
    "the start cost 1, others 2": Costs(insertion=2, start=1),
}

_CUT = _changed_rate(lambda rate: min(rate, 100.0))

_EVERY: Mapping[str, Score] = {
    "a segment counts one edit or none": _with(edits=lambda pair: float(pair.edits > 0)),
    "a segment counts at most as many edits as its reference has tokens": _with(
        edits=lambda pair: min(pair.edits, len(pair.reference))
    ),
    **{
        f"{costs} {cost:g}": _cost(edit, cost)
        for edit, costs in _EDITS.items()
        for cost in (0, 0.5, 1.5, 2)
    },
    "a substitution costs 4/3 of a deletion in the alignment, as in sclite": _rated(_of_sclite),
    "neighbours can be exchanged at the cost of 1": _distance(Costs(transpositions=True)),
    **{f"insertions at {where}": _distance(costs) for where, costs in _ENDS.items()},
    **{f"deletions at {where}": _exchanged(costs) for where, costs in _ENDS.items()},
    **{f"{which} not aligned": _trimmed(trim) for which, trim in TRIMS.items()},
    "the operations of difflib are counted": _with(edits=_of_difflib),
    "equal tokens count as substitutions": _with(
        edits=lambda it: max(it.lengths), hits=lambda it: 0
    ),
    **{
        f"edits are {length} minus {noun}": _less(compare, of)
        for noun, compare in COMPARISONS.items()
        for length, of in _LENGTHS.items()
    },
    **{f"edits are divided by {noun}": _with(length=length) for noun, length in _DIVISORS.items()},
    "edits and lengths of all references are added up": lambda metric, case: _rate(
        metric, list(chain.from_iterable(_pairs(metric, case)))
    ),
    **{
        f"the reference with {which} chosen": _rated(choose=choose)
        for which, choose in _REFERENCES.items()
    },
    "rates above 1 are cut, but not those of empty references": _if_empty(_usual, _CUT),
    "1 minus the rate is returned, at least 0": _changed_rate(lambda rate: max(0.0, 100 - rate)),
}


_OF_EMPTY: Mapping[str, Of] = {
    "0 for an empty reference": lambda pair: 0.0,
    "1 for an empty reference": lambda pair: 1.0,
    "without those of empty references": lambda pair: math.nan,
    "1 for an empty reference of a hypothesis": lambda pair: float(bool(pair.hypothesis)),
}

_OF_RATES: Mapping[str, Score] = {
    **{
        f"the rates of the segments are averaged, {what}": _of_rates(_or(rate))
        for what, rate in _OF_EMPTY.items()
    },
    "the rates of the segments are averaged after they are cut at 1": _of_rates(
        lambda pair: min(1.0, pair.edits / max(1, len(pair.reference)))
    ),
    "the rate of empty references is 0": _if_empty(lambda metric, case: 0.0),
    "the rate of empty references is 1": _if_empty(lambda metric, case: 100.0),
    "the rate of empty references is 1 if there is a hypothesis": _if_empty(
        lambda metric, case: 100.0 * any(case.hypotheses)
    ),
    "segments with an empty reference count no edits": _with(
        edits=lambda pair: pair.edits if pair.reference else 0.0
    ),
    "segments with an empty hypothesis count no edits": _with(
        edits=lambda pair: pair.edits if pair.hypothesis else 0.0
    ),
}

_OF_LINES: Mapping[str, Read] = {
    "words are used as tokens": str.split,
    "runs of white space count as one space": lambda line: " ".join(line.split()),
    **CHARACTERS,
}

_HITS: Mapping[str, Of] = {
    "the fewest of any alignment with the fewest edits": _fewest_hits,
    **{noun: _compared(compare) for noun, compare in COMPARISONS.items()},
    "the tokens of the reference minus the edits": lambda it: len(it.reference) - it.edits,
    "the tokens of the hypothesis minus the edits": lambda it: len(it.hypothesis) - it.edits,
}

_INFORMATION: Mapping[str, Callable[[float, float, float], float]] = {
    "H / (N1 * N2): hits are not squared": lambda h, n1, n2: h / n1 / n2,
    "H / N1": lambda h, n1, n2: h / n1,
    "H / N2": lambda h, n1, n2: h / n2,
    "the mean of H / N1 and H / N2": lambda h, n1, n2: (h / n1 + h / n2) / 2,
    "the geometric mean of H / N1 and H / N2": lambda h, n1, n2: h / math.sqrt(n1 * n2),
    "the harmonic mean of H / N1 and H / N2": lambda h, n1, n2: 2 * h / (n1 + n2),
    "the sum of H / N1 and H / N2": lambda h, n1, n2: h / n1 + h / n2,
    "(H / N1) squared": lambda h, n1, n2: (h / n1) ** 2,
    "(H / N2) squared": lambda h, n1, n2: (h / n2) ** 2,
}


def _edit_terms(metric: Any, case: Case, score: float) -> tuple[list[float], float] | None:
    pairs = list(map(_fewest, _pairs(metric, case)))
    length = sum(len(pair.reference) for pair in pairs)
    edits = np.sum([pair.operations for pair in pairs], axis=0)
    return ([*edits.tolist(), float(len(pairs))], score / 100 * length) if length else None


def _named_edits(*numbers: float) -> str:
    substitution, deletion, insertion, further = (f"{number:g}" for number in numbers)
    segment = f", and {further} for every segment" if numbers[-1] else ""
    return (
        f"a substitution counts {substitution}, a deletion {deletion} and an insertion "
        f"{insertion}{segment}"
    )


ERROR_RATE_FAMILIES = (
    *(
        Family(
            f"{costs} {{:g}}".format,
            partial(lambda edit, cost: of_each(_cost(edit, cost)), edit),
            _RATES,
        )
        for edit, costs in _EDITS.items()
    ),
    Family(_named_edits, lambda *it: of_each(_weighted(it[:-1], it[-1])), _RATES, _edit_terms),
)

_BY_METRIC: tuple[tuple[frozenset[str], Mapping[str, Score]], ...] = (
    (_RATES, _OF_RATES),
    (frozenset({"cer"}), {name: _rated(read=read) for name, read in _OF_LINES.items()}),
    (_OF_HITS, {f"hits are {it}": _with(hits=of) for it, of in _HITS.items()}),
    (
        _OF_HITS - {"mer"},
        {f"the information is {it}": _information(of) for it, of in _INFORMATION.items()},
    ),
    (_RATES | _OF_HITS, _EVERY),
)

ERROR_RATES: tuple[Mistake, ...] = tuple(
    Mistake(name, of_each(score), metrics)
    for metrics, scorers in _BY_METRIC
    for name, score in scorers.items()
)

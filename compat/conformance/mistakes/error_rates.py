"""Mistakes in aligning texts and in dividing the edits of WER, CER, MER, WIL and WIP."""

from __future__ import annotations

import math
import string
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import (
    Fitted,
    Mistake,
    Numbered,
    Numbers,
    Scores,
    of_each,
)
from tallystick.compat.conformance.mistakes.counting import Score
from tallystick.compat.conformance.mistakes.sequences import (
    Tokens,
    blocks_of_difflib,
    common_start,
    distance,
    greedy,
    operations,
    same_places,
    shared,
    shared_types,
    subsequence,
    substring,
)
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.wer.dialect import WerDialect
from tallystick.metrics.wer.statistics import comparison_of


class Pair(NamedTuple):
    """A hypothesis with one of its references."""

    hypothesis: Segment
    reference: Segment
    edits: float
    hits: float

    @property
    def lengths(self) -> tuple[int, int]:
        """The tokens of the reference, N1, and of the hypothesis, N2."""
        return len(self.reference), len(self.hypothesis)

    @property
    def operations(self) -> tuple[float, float, float]:
        """The substitutions, deletions and insertions."""
        reference, hypothesis = self.lengths
        substitutions = reference + hypothesis - self.edits - 2 * self.hits
        return (
            substitutions,
            reference - self.hits - substitutions,
            hypothesis - self.hits - substitutions,
        )


class Sums(NamedTuple):
    """Edits and hits, and the lengths that they are divided by."""

    edits: float
    hits: float
    reference: float
    hypothesis: float


Choice = Callable[[list[Pair]], Pair]


def _fewest(pairs: list[Pair]) -> Pair:
    return min(pairs, key=lambda pair: (pair.edits, -len(pair.reference), -pair.hits))


@lru_cache(maxsize=1 << 14)
def _pair(hits: str, hypothesis: Segment, reference: Segment) -> Pair:
    comparison = comparison_of(WerDialect(hits=hits, tokenize="none"))
    corpus = Case((hypothesis,), ((reference,),)).corpus
    [[*edits, hit]] = comparison.rows_of_corpus(corpus, Workspace()).tolist()
    return Pair(hypothesis, reference, sum(edits), hit)


def _characters(metric: Any, case: Case) -> Case:
    """Return a case with the tokens that are compared: those of CER are characters."""
    if metric.identity.name != "cer":
        return case
    tokenize = metric.conventions.tokenizer()
    return case.map(lambda tokens: tokenize(" ".join(tokens), metric.conventions.lowercase))


def _pairs(metric: Any, case: Case) -> list[list[Pair]]:
    """Return for every segment the hypothesis with each of its references."""
    case = _characters(metric, case)
    return [
        [_pair(metric.conventions.hits, hypothesis, one) for one in references]
        for hypothesis, references in zip(case.hypotheses, case.references, strict=True)
    ]


def _rate(metric: Any, sums: Sums) -> float:
    """Return the rate of sums, in percent, as its dialect defines it."""
    edits, hits, reference, hypothesis = sums
    name = metric.identity.name
    one = metric.conventions.empty_references == "one"
    if name in ("wer", "cer"):
        return 100 * _ratio(edits, max(reference, 1) if one else reference)
    if name == "mer":
        if one and not hits + edits:
            return 0.0
        return 100 * _ratio(edits, hits + edits)
    preserved = 100.0
    if not one or hits + edits:
        reference, hypothesis = (max(reference, 1), max(hypothesis, 1)) if one else sums[2:]
        preserved = 100 * _ratio(hits, reference) * _ratio(hits, hypothesis)
    return preserved if name == "wip" else 100 - preserved


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


def _added(pairs: Sequence[Pair]) -> Sums:
    return Sums(
        sum(pair.edits for pair in pairs),
        sum(pair.hits for pair in pairs),
        sum(len(pair.reference) for pair in pairs),
        sum(len(pair.hypothesis) for pair in pairs),
    )


def _chosen(choose: Choice) -> Score:
    """Return a scorer with another choice between references."""
    return lambda metric, case: _rate(metric, _added([choose(it) for it in _pairs(metric, case)]))


def _sums(change: Callable[[list[Pair]], Sums]) -> Score:
    """Return a scorer of other sums over the chosen pairs."""
    return lambda metric, case: _rate(metric, change([_fewest(it) for it in _pairs(metric, case)]))


def _edits(count: Callable[[Pair], float], hits: Callable[[Pair], float] | None = None) -> Score:
    """Return a scorer with other edits of a pair, and other hits."""

    def score(metric: Any, case: Case) -> float:
        changed = [
            [
                pair._replace(edits=count(pair), hits=hits(pair) if hits else pair.hits)
                for pair in pairs
            ]
            for pairs in _pairs(metric, case)
        ]
        return _rate(metric, _added([_fewest(pairs) for pairs in changed]))

    return score


def _counted(count: Callable[[tuple[float, float, float], Pair], float]) -> Score:
    """Return a scorer in which a function of S, D and I of the chosen pair is the edits."""
    return _sums(
        lambda pairs: _added(pairs)._replace(
            edits=sum(count(pair.operations, pair) for pair in pairs)
        )
    )


def _distance(**costs: Any) -> Score:
    """Return a scorer with other costs of the edits."""
    return _edits(lambda pair: distance(pair.hypothesis, pair.reference, **costs))


def _of_sclite(pair: Pair) -> tuple[float, float]:
    """Return the edits and hits of an alignment in which a substitution costs 4 and others 3."""
    cost = distance(pair.hypothesis, pair.reference, substitution=4 + 1e-5, insertion=3, deletion=3)
    substitutions = round(cost % 1 / 1e-5)
    others = (int(cost) - 4 * substitutions) / 3
    return substitutions + others, (sum(pair.lengths) - others) / 2 - substitutions


def _fewest_hits(pair: Pair) -> float:
    """Return the fewest hits of an alignment with the fewest edits."""
    preferred = distance(pair.hypothesis, pair.reference, substitution=1 - 1e-6)
    substitutions = round((pair.edits - preferred) / 1e-6)
    return (sum(pair.lengths) - pair.edits - substitutions) / 2


def _matching(compare: Callable[[Tokens, Tokens], float]) -> Score:
    """Return a scorer whose edits are the longer length minus matches."""
    return _edits(
        lambda pair: max(pair.lengths) - compare(pair.hypothesis, pair.reference),
        lambda pair: compare(pair.hypothesis, pair.reference),
    )


def _unmatched(compare: Callable[[Tokens, Tokens], float]) -> Score:
    """Return a scorer whose edits are the tokens of both sides that do not match."""
    return _edits(
        lambda pair: sum(pair.lengths) - 2 * compare(pair.hypothesis, pair.reference),
        lambda pair: compare(pair.hypothesis, pair.reference),
    )


def _missing(compare: Callable[[Tokens, Tokens], float]) -> Score:
    """Return a scorer whose edits are the tokens of the reference that do not match."""
    return _edits(lambda pair: pair.lengths[0] - compare(pair.hypothesis, pair.reference))


def _hits(compare: Callable[[Tokens, Tokens], float]) -> Score:
    """Return a scorer with other hits and the right edits."""
    return _edits(lambda pair: pair.edits, lambda pair: compare(pair.hypothesis, pair.reference))


def _of_difflib(pair: Pair) -> float:
    found = operations(pair.hypothesis, pair.reference)
    return sum(max(sizes) for tag, *sizes in found if tag != "equal")


def _blocks_of_difflib(pair: Pair) -> float:
    found = operations(pair.hypothesis, pair.reference)
    return sum(tag != "equal" for tag, *_ in found)


def _divided(length: Callable[[Pair], float]) -> Score:
    """Return a scorer with another length in place of that of the reference."""
    return _sums(lambda pairs: _added(pairs)._replace(reference=sum(map(length, pairs))))


def _of_rates(
    combine: Callable[[Sequence[float]], float],
    of_segment: Callable[[Pair], float],
) -> Score:
    """Return a combination of the rates of segments, in percent."""

    def score(metric: Any, case: Case) -> float:
        rates = [of_segment(_fewest(pairs)) for pairs in _pairs(metric, case)]
        return 100 * combine([rate for rate in rates if not math.isnan(rate)])

    return score


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else math.nan


def _or(undefined: float) -> Callable[[Pair], float]:
    """Return the rate of a segment, with a value for an empty reference."""
    return lambda pair: pair.edits / len(pair.reference) if pair.reference else undefined


def _empty(value: Callable[[Pair], float]) -> Callable[[Pair], float]:
    return lambda pair: pair.edits / len(pair.reference) if pair.reference else value(pair)


def _of_pairs(combine: Callable[[list[float]], float]) -> Score:
    """Return the mean over segments of a combination of the rates with each reference."""

    def score(metric: Any, case: Case) -> float:
        rates = [
            combine([_rate(metric, _added([pair])) for pair in pairs])
            for pairs in _pairs(metric, case)
        ]
        return _mean(rates)

    return score


def _changed_rate(change: Callable[[float], float]) -> Score:
    return lambda metric, case: change(_usual(metric, case))


def _usual(metric: Any, case: Case) -> float:
    return _rate(metric, _added([_fewest(it) for it in _pairs(metric, case)]))


def _mean_reference(metric: Any, case: Case) -> float:
    """Divide by the mean length of the references, as TER does."""
    segments = _pairs(metric, case)
    length = sum(_mean([float(len(pair.reference)) for pair in pairs]) for pairs in segments)
    return _rate(metric, _added([_fewest(it) for it in segments])._replace(reference=length))


def _all_references(metric: Any, case: Case) -> float:
    """Add up the edits and the lengths of all references."""
    return _rate(metric, _added([pair for pairs in _pairs(metric, case) for pair in pairs]))


def _joined(metric: Any, case: Case) -> float:
    """Align the corpus as one segment."""
    case = _characters(metric, case)
    hypothesis = tuple(token for one in case.hypotheses for token in one)
    reference = tuple(token for one in case.references for token in one[0])
    return _rate(metric, _added([_pair(metric.conventions.hits, hypothesis, reference)]))


Line = Callable[[str], Sequence[str]]


def _lines(find: Line) -> Score:
    """Return a scorer of other tokens of lines."""

    def score(metric: Any, case: Case) -> float:
        other = case.map(lambda tokens: tuple(find(" ".join(tokens))))
        pairs = [
            [_pair(metric.conventions.hits, hypothesis, one) for one in references]
            for hypothesis, references in zip(other.hypotheses, other.references, strict=True)
        ]
        return _rate(metric, _added([_fewest(it) for it in pairs]))

    return score


_PUNCTUATION = frozenset(string.punctuation)


_EVERY: tuple[tuple[str, Score], ...] = (
    ("insertions are not counted", _counted(lambda edits, pair: edits[0] + edits[1])),
    ("deletions are not counted", _counted(lambda edits, pair: edits[0] + edits[2])),
    ("substitutions are not counted", _counted(lambda edits, pair: edits[1] + edits[2])),
    ("only substitutions are counted", _counted(lambda edits, pair: edits[0])),
    ("only deletions are counted", _counted(lambda edits, pair: edits[1])),
    ("only insertions are counted", _counted(lambda edits, pair: edits[2])),
    ("substitutions are counted twice", _counted(lambda edits, pair: sum(edits) + edits[0])),
    ("insertions are counted twice", _counted(lambda edits, pair: sum(edits) + edits[2])),
    ("deletions are counted twice", _counted(lambda edits, pair: sum(edits) + edits[1])),
    ("insertions count half", _counted(lambda edits, pair: sum(edits) - edits[2] / 2)),
    ("deletions count half", _counted(lambda edits, pair: sum(edits) - edits[1] / 2)),
    ("substitutions count half", _counted(lambda edits, pair: sum(edits) - edits[0] / 2)),
    ("insertions are subtracted", _counted(lambda edits, pair: sum(edits) - 2 * edits[2])),
    ("deletions are subtracted", _counted(lambda edits, pair: sum(edits) - 2 * edits[1])),
    ("hits are counted instead of edits", _counted(lambda edits, pair: pair.hits)),
    (
        "a segment counts one edit or none",
        _counted(lambda edits, pair: float(pair.edits > 0)),
    ),
    (
        "a segment counts at most as many edits as its reference has tokens",
        _counted(lambda edits, pair: min(pair.edits, len(pair.reference))),
    ),
    ("one edit more is counted in a segment", _counted(lambda edits, pair: pair.edits + 1)),
    ("the cost of a substitution is 2", _distance(substitution=2)),
    ("the cost of a substitution is 1.5", _distance(substitution=1.5)),
    ("the cost of a substitution is 0.5", _distance(substitution=0.5)),
    ("the cost of a substitution is 0", _distance(substitution=0)),
    ("the cost of an insertion is 2", _distance(insertion=2)),
    ("the cost of a deletion is 2", _distance(deletion=2)),
    ("the cost of an insertion is 0.5", _distance(insertion=0.5)),
    ("the cost of a deletion is 0.5", _distance(deletion=0.5)),
    (
        "a substitution costs 4/3 of a deletion in the alignment, as in sclite",
        _edits(lambda pair: _of_sclite(pair)[0], lambda pair: _of_sclite(pair)[1]),
    ),
    ("the cost of a deletion is 0", _distance(deletion=0)),
    ("neighbours can be exchanged at the cost of 1", _distance(transpositions=True)),
    ("insertions at the start cost nothing", _distance(start=0)),
    ("insertions at the end cost nothing", _distance(free_end=True)),
    ("insertions at both ends cost nothing", _distance(start=0, free_end=True)),
    (
        "deletions at the start cost nothing",
        _edits(lambda pair: distance(pair.reference, pair.hypothesis, start=0)),
    ),
    (
        "deletions at the end cost nothing",
        _edits(lambda pair: distance(pair.reference, pair.hypothesis, free_end=True)),
    ),
    ("insertions at the start cost 1, others nothing", _distance(insertion=0, start=1)),
    ("insertions at the start cost 1, others 2", _distance(insertion=2, start=1)),
    (
        "deletions at the start cost 1, others nothing",
        _edits(lambda pair: distance(pair.reference, pair.hypothesis, insertion=0, start=1)),
    ),
    (
        "deletions at the start cost 1, others 2",
        _edits(lambda pair: distance(pair.reference, pair.hypothesis, insertion=2, start=1)),
    ),
    (
        "the last token of the reference is not aligned",
        _edits(lambda pair: distance(pair.hypothesis, pair.reference[:-1])),
    ),
    (
        "the last token of the hypothesis is not aligned",
        _edits(lambda pair: distance(pair.hypothesis[:-1], pair.reference)),
    ),
    (
        "the last tokens are not aligned",
        _edits(lambda pair: distance(pair.hypothesis[:-1], pair.reference[:-1])),
    ),
    (
        "the first tokens are not aligned",
        _edits(lambda pair: distance(pair.hypothesis[1:], pair.reference[1:])),
    ),
    ("the operations of difflib are counted", _edits(_of_difflib)),
    ("the blocks of difflib's operations are counted", _edits(_blocks_of_difflib)),
    ("edits are the tokens outside the matching blocks of difflib", _matching(blocks_of_difflib)),
    (
        "edits are the tokens of both sides outside the matching blocks of difflib",
        _unmatched(blocks_of_difflib),
    ),
    (
        "edits are the longer length minus the longest common subsequence",
        _matching(subsequence),
    ),
    (
        "edits are the tokens of the reference outside the longest common subsequence",
        _missing(subsequence),
    ),
    ("edits are the longer length minus the longest common substring", _matching(substring)),
    ("tokens are compared at the same place only", _matching(same_places)),
    (
        "tokens are compared at the same place only, up to the end of the shorter side",
        _edits(lambda pair: min(pair.lengths) - same_places(pair.hypothesis, pair.reference)),
    ),
    (
        "tokens of the reference that differ at their place are counted",
        _missing(same_places),
    ),
    ("tokens match in any order", _matching(shared)),
    ("tokens of both sides without a counterpart in any order are counted", _unmatched(shared)),
    ("tokens of the reference missing in the hypothesis are counted", _missing(shared)),
    (
        "different tokens of the reference missing in the hypothesis are counted",
        _edits(
            lambda pair: len(set(pair.reference)) - shared_types(pair.hypothesis, pair.reference)
        ),
    ),
    (
        "tokens of the hypothesis missing in the reference are counted",
        _edits(lambda pair: len(pair.hypothesis) - shared(pair.hypothesis, pair.reference)),
    ),
    (
        "each token is compared with the next equal one",
        _matching(lambda own, other: greedy(own, other)),
    ),
    ("only the common start matches", _matching(common_start)),
    ("equal tokens count as substitutions", _matching(lambda own, other: 0)),
    (
        "edits are divided by the hypothesis, as if the sides were exchanged",
        _divided(lambda pair: len(pair.hypothesis)),
    ),
    ("edits are divided by the longer side", _divided(lambda pair: max(pair.lengths))),
    ("edits are divided by the shorter side", _divided(lambda pair: min(pair.lengths))),
    ("edits are divided by both sides together", _divided(lambda pair: sum(pair.lengths))),
    ("edits are divided by the mean of both sides", _divided(lambda p: sum(p.lengths) / 2)),
    (
        "edits are divided by the length of the alignment",
        _divided(lambda pair: pair.edits + pair.hits),
    ),
    ("edits are divided by the hits", _divided(lambda pair: pair.hits)),
    ("edits are divided by the number of segments", _divided(lambda pair: 1)),
    (
        "edits are divided by the different tokens of the reference",
        _divided(lambda pair: len(set(pair.reference))),
    ),
    ("edits are divided by one token more", _divided(lambda pair: len(pair.reference) + 1)),
    ("edits are divided by one token less", _divided(lambda pair: len(pair.reference) - 1)),
    (
        "an empty reference counts one token",
        _divided(lambda pair: max(1, len(pair.reference))),
    ),
    ("edits are divided by the mean length of the references", _mean_reference),
    (
        "edits and lengths of all references are added up",
        _all_references,
    ),
    (
        "the reference with the lowest rate is chosen",
        _chosen(
            lambda pairs: min(pairs, key=lambda pair: pair.edits / max(1, len(pair.reference)))
        ),
    ),
    (
        "of references with equally many edits the shortest is chosen",
        _chosen(lambda pairs: min(pairs, key=lambda pair: (pair.edits, len(pair.reference)))),
    ),
    (
        "of references with equally many edits the first is chosen",
        _chosen(lambda pairs: min(pairs, key=lambda pair: pair.edits)),
    ),
    (
        "of references with equally many edits the last is chosen",
        _chosen(lambda pairs: min(pairs[::-1], key=lambda pair: pair.edits)),
    ),
    (
        "the reference with the most edits is chosen",
        _chosen(lambda pairs: max(pairs, key=lambda pair: pair.edits)),
    ),
    (
        "the reference with the closest length is chosen",
        _chosen(
            lambda pairs: min(
                pairs, key=lambda pair: abs(len(pair.reference) - len(pair.hypothesis))
            )
        ),
    ),
    ("the rates of the references of each segment are averaged", _of_pairs(_mean)),
    ("the lowest rates of the references of each segment are averaged", _of_pairs(min)),
    ("the corpus is aligned as one segment", _joined),
    ("rates above 1 are cut", _changed_rate(lambda rate: min(rate, 100.0))),
    ("1 minus the rate is returned", _changed_rate(lambda rate: 100 - rate)),
    (
        "1 minus the rate is returned, at least 0",
        _changed_rate(lambda rate: max(0.0, 100 - rate)),
    ),
)

_OF_LINES: tuple[tuple[str, Score], ...] = (
    ("words are used as tokens", _lines(str.split)),
    ("bytes are compared", _lines(lambda line: [chr(one) for one in line.strip().encode()])),
    (
        "runs of white space count as one space",
        _lines(lambda line: " ".join(line.split())),
    ),
    (
        "characters are compared without punctuation",
        _lines(lambda line: "".join(one for one in line.strip() if one not in _PUNCTUATION)),
    ),
    (
        "only letters and digits are compared",
        _lines(lambda line: "".join(one for one in line if one.isalnum())),
    ),
)

_OF_RATES: tuple[tuple[str, Score], ...] = (
    (
        "the rates of the segments are averaged, 0 for an empty reference",
        _of_rates(_mean, _or(0.0)),
    ),
    (
        "the rates of the segments are averaged, 1 for an empty reference",
        _of_rates(_mean, _or(1.0)),
    ),
    (
        "the rates of the segments are averaged, without those of empty references",
        _of_rates(_mean, _or(math.nan)),
    ),
    (
        "the rates of the segments are averaged, 1 for an empty reference of a hypothesis",
        _of_rates(_mean, _empty(lambda pair: float(bool(pair.hypothesis)))),
    ),
    (
        "the rates of the segments are averaged after they are cut at 1",
        _of_rates(_mean, lambda pair: min(1.0, pair.edits / max(1, len(pair.reference)))),
    ),
    (
        "the rate of empty references is 0",
        _sums(
            lambda pairs: (
                _added(pairs) if any(pair.reference for pair in pairs) else Sums(0.0, 0.0, 0.0, 0.0)
            )
        ),
    ),
    (
        "the rate of empty references is 1",
        _sums(
            lambda pairs: (
                _added(pairs) if any(pair.reference for pair in pairs) else Sums(1.0, 0.0, 1.0, 0.0)
            )
        ),
    ),
    (
        "the rate of empty references is 1 if there is a hypothesis",
        _sums(
            lambda pairs: (
                _added(pairs)
                if any(pair.reference for pair in pairs)
                else Sums(float(any(pair.hypothesis for pair in pairs)), 0.0, 1.0, 0.0)
            )
        ),
    ),
    (
        "segments with an empty reference count no edits",
        _sums(lambda pairs: _added([pair for pair in pairs if pair.reference])),
    ),
    (
        "segments with an empty hypothesis count no edits",
        _sums(
            lambda pairs: _added(pairs)._replace(
                edits=sum(pair.edits for pair in pairs if pair.hypothesis)
            )
        ),
    ),
)

_OF_HITS: tuple[tuple[str, Score], ...] = (
    (
        "hits are the fewest of any alignment with the fewest edits",
        _edits(lambda pair: pair.edits, _fewest_hits),
    ),
    ("hits are the longest common subsequence", _hits(subsequence)),
    ("hits are the common tokens in any order", _hits(shared)),
    ("hits are the different common tokens", _hits(shared_types)),
    ("hits are the tokens at the same place", _hits(same_places)),
    ("hits are the tokens of the matching blocks of difflib", _hits(blocks_of_difflib)),
    (
        "hits are the tokens of the reference minus the edits",
        _edits(lambda pair: pair.edits, lambda pair: len(pair.reference) - pair.edits),
    ),
    (
        "hits are the tokens of the hypothesis minus the edits",
        _edits(lambda pair: pair.edits, lambda pair: len(pair.hypothesis) - pair.edits),
    ),
)


def _information(combine: Callable[[Sums], float]) -> Score:
    """Return a scorer with another definition of the information preserved, 0 to 1."""

    def score(metric: Any, case: Case) -> float:
        sums = _added([_fewest(it) for it in _pairs(metric, case)])
        if not all(sums[1:]):
            return _rate(metric, sums)
        preserved = 100 * combine(sums)
        return preserved if metric.identity.name == "wip" else 100 - preserved

    return score


_OF_INFORMATION: tuple[tuple[str, Score], ...] = (
    ("hits are not squared", _information(lambda it: it.hits / it.reference / it.hypothesis)),
    ("the information is H / N1", _information(lambda it: it.hits / it.reference)),
    ("the information is H / N2", _information(lambda it: it.hits / it.hypothesis)),
    (
        "the information is the mean of H / N1 and H / N2",
        _information(lambda it: (it.hits / it.reference + it.hits / it.hypothesis) / 2),
    ),
    (
        "the information is the geometric mean of H / N1 and H / N2",
        _information(lambda it: it.hits / math.sqrt(it.reference * it.hypothesis)),
    ),
    (
        "the information is the harmonic mean of H / N1 and H / N2",
        _information(lambda it: 2 * it.hits / (it.reference + it.hypothesis)),
    ),
    (
        "the information is the sum of H / N1 and H / N2",
        _information(lambda it: it.hits / it.reference + it.hits / it.hypothesis),
    ),
    (
        "the information is (H / N1) squared",
        _information(lambda it: (it.hits / it.reference) ** 2),
    ),
    (
        "the information is (H / N2) squared",
        _information(lambda it: (it.hits / it.hypothesis) ** 2),
    ),
    (
        "the information is the square of the harmonic mean of H / N1 and H / N2",
        _information(lambda it: (2 * it.hits / (it.reference + it.hypothesis)) ** 2),
    ),
)


_COSTS = tuple(
    (
        f"a substitution costs {costs[0]:g}, an insertion {costs[1]:g} and a deletion {costs[2]:g}",
        _distance(**dict(zip(("substitution", "insertion", "deletion"), costs, strict=True))),
    )
    for costs in product((0.0, 0.5, 1.0, 1.5, 2.0), repeat=3)
    if costs.count(1) < 2
)
"""Costs of two edits or all three that differ from 1."""


def _for(names: Sequence[str], scorers: Sequence[tuple[str, Score]]) -> list[Mistake]:
    return [Mistake(name, of_each(score), frozenset(names)) for name, score in scorers]


def _numbered(edit: str) -> Numbered:
    def scores(number: float) -> Scores:
        return of_each(_distance(**{edit: number}))

    article = "a" if edit != "insertion" else "an"
    return Numbered(f"the cost of {article} {edit} is {{}}", scores, frozenset({"wer", "cer"}))


def _edit_terms(metric: Any, case: Case, score: float) -> tuple[list[float], float] | None:
    pairs = list(map(_fewest, _pairs(metric, case)))
    length = sum(len(pair.reference) for pair in pairs)
    edits = np.sum([pair.operations for pair in pairs], axis=0)
    return ([*edits.tolist(), float(len(pairs))], score / 100 * length) if length else None


def _of_edits(numbers: Numbers) -> Scores:
    *costs, further = numbers
    return of_each(_counted(lambda edits, pair: float(np.dot(costs, edits)) + further))


def _named_edits(numbers: Numbers) -> str:
    substitution, deletion, insertion, further = (f"{one:g}" for one in numbers)
    segment = f", and {further} for every segment" if numbers[-1] else ""
    return (
        f"a substitution counts {substitution}, a deletion {deletion} and an insertion "
        f"{insertion}{segment}"
    )


def _length_terms(metric: Any, case: Case, score: float) -> tuple[list[float], float] | None:
    pairs = list(map(_fewest, _pairs(metric, case)))
    edits = sum(pair.edits for pair in pairs)
    if not edits or score <= 0:
        return None
    lengths = np.sum([pair.lengths for pair in pairs], axis=0).tolist()
    return [*lengths, float(len(pairs)), 1.0], 100 * edits / score


def _of_lengths(numbers: Numbers) -> Scores:
    *weights, segments, further = numbers

    def divided(pairs: list[Pair]) -> Sums:
        length = sum(float(np.dot(weights, pair.lengths)) + segments for pair in pairs)
        return _added(pairs)._replace(reference=length + further)

    return of_each(_sums(divided))


def _named_lengths(numbers: Numbers) -> str:
    names = ("the length of references", "the length of hypotheses", "the number of segments", "1")
    parts = (f"{one:g} * {name}" for one, name in zip(numbers, names, strict=True) if one)
    return f"edits are divided by {' + '.join(parts)}"


_WER = frozenset({"wer", "cer"})

FITTED_ERROR_RATES = (
    Fitted(_named_edits, _edit_terms, _of_edits, _WER),
    Fitted(_named_lengths, _length_terms, _of_lengths, _WER),
)
"""Mistakes in error rates with several numbers."""

NUMBERED_ERROR_RATES = tuple(map(_numbered, ("substitution", "insertion", "deletion")))
"""Mistakes in error rates with a number."""

ERROR_RATES: tuple[Mistake, ...] = (
    *_for(("wer", "cer"), _OF_RATES),
    *_for(("cer",), _OF_LINES),
    *_for(("mer", "wil", "wip"), _OF_HITS),
    *_for(("wil", "wip"), _OF_INFORMATION),
    *_for(("wer", "cer", "mer", "wil", "wip"), _EVERY),
    *_for(("wer", "cer"), _COSTS),
)
"""Mistakes that can be made in WER, CER, MER, WIL and WIP."""

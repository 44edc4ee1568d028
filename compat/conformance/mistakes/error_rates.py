"""Mistakes in aligning texts and in dividing the edits of WER, CER, MER, WIL and WIP."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import (
    Changes,
    Family,
    Mistake,
    in_stage,
    in_stages,
    of_number,
)
from tallystick.compat.conformance.mistakes.counting import CHARACTERS, DIVISORS, mean, words_of
from tallystick.compat.conformance.mistakes.sequences import (
    COMPARISONS,
    TRIMS,
    Compare,
    Costs,
    Trim,
    distance,
    operations,
    without_border,
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
        [_pair(dialect.hits, own, reference) for reference in given] for own, given in case.pairs
    ]


def _fewest(pairs: list[Pair]) -> Pair:
    return min(pairs, key=lambda pair: (pair.edits, -len(pair.reference), -pair.hits))


def _score(
    metric: Any,
    case: Case,
    *,
    read: Read = tuple,
    aligned: Callable[[Pair], Pair] | None = None,
    choose: Callable[[list[Pair]], Pair] = _fewest,
    every: bool = False,
    rate: Of | None = None,
    information: Callable[[float, float, float], float] | None = None,
    result: Callable[[Case, float], float] | None = None,
    **changes: Of,
) -> float:
    """Return the rate of a case in percent, with some stages in another way: of a pair its edits,
    hits or length (`changes`), or these together; `every` reference in place of the chosen one; the
    rate of a segment, whose defined ones are averaged; the information preserved, 0 to 1.
    """

    def changed(pair: Pair) -> Pair:
        if aligned:
            pair = aligned(pair)
        others: dict[str, Any] = {name: of(pair) for name, of in changes.items()}
        return pair._replace(**others)

    given = [list(map(changed, references)) for references in _pairs(metric, case, read)]
    pairs = list(chain.from_iterable(given) if every else map(choose, given))
    hits = sum(pair.hits for pair in pairs)
    if rate:
        score = 100 * mean([it for it in map(rate, pairs) if not math.isnan(it)])
    elif information and hits:
        lengths = (sum(pair.lengths[side] for pair in pairs) for side in (0, 1))
        score = 100 * information(hits, *lengths)
        score = score if metric.identity.name == "wip" else 100 - score
    else:
        sums = map(sum, zip(*((*pair.operations, pair.hits) for pair in pairs), strict=True))
        score = metric.score_of_row(dict(zip(COUNTS, sums, strict=True)))
    return result(case, score) if result else score


def _distance(costs: Costs) -> Of:
    return lambda pair: distance(pair.hypothesis, pair.reference, costs)


def _exchanged(costs: Costs) -> Of:
    """Return edits in which the costs of insertions are those of deletions."""
    return lambda pair: distance(pair.reference, pair.hypothesis, costs)


def _cost(edit: str, cost: Any) -> Of:
    return _distance(Costs(**{edit: cost}))


def _trimmed(trim: Trim) -> Of:
    return lambda pair: distance(*trim(pair.hypothesis, pair.reference))


def _or(undefined: Of) -> Of:
    """Return the rate of a segment, with a value for an empty reference."""
    return lambda pair: pair.edits / pair.length if pair.reference else undefined(pair)


def _has_references(case: Case) -> bool:
    return any(chain.from_iterable(case.references))


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


def _less(compare: Compare, length: Callable[[tuple[int, int]], float]) -> tuple[Of, Of]:
    """Return edits that are a length minus the hits, what both sides have in common."""
    common = _compared(compare)
    return lambda pair: length(pair.lengths) - common(pair), common


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

_EVERY: Changes = {
    "edits": {
        "a segment counts one edit or none": lambda pair: float(pair.edits > 0),
        "a segment counts at most as many edits as its reference has tokens": (
            lambda pair: min(pair.edits, len(pair.reference))
        ),
        **{
            f"{costs} {cost:g}": _cost(edit, cost)
            for edit, costs in _EDITS.items()
            for cost in (0, 0.5, 1.5, 2)
        },
        "neighbours can be exchanged at the cost of 1": _distance(Costs(transpositions=True)),
        **{f"insertions at {where}": _distance(costs) for where, costs in _ENDS.items()},
        **{f"deletions at {where}": _exchanged(costs) for where, costs in _ENDS.items()},
        **{f"{which} not aligned": _trimmed(trim) for which, trim in TRIMS.items()},
        "the operations of difflib are counted": lambda pair: sum(
            max(lengths)
            for tag, *lengths in operations(pair.hypothesis, pair.reference)
            if tag != "equal"
        ),
        "the table of edits has no row and column for the empty text": _compared(without_border),
    },
    "aligned": {
        "a substitution costs 4/3 of a deletion in the alignment, as in sclite": _of_sclite
    },
    ("edits", "hits"): {
        "equal tokens count as substitutions": (lambda it: max(it.lengths), lambda it: 0),
        **{
            f"edits are {length} minus {noun}": _less(compare, of)
            for noun, compare in COMPARISONS.items()
            for length, of in _LENGTHS.items()
        },
    },
    "length": {f"edits are divided by {noun}": length for noun, length in _DIVISORS.items()},
    "every": {"edits and lengths of all references are added up": True},
    "choose": {f"the reference with {which} chosen": of for which, of in _REFERENCES.items()},
    "result": {
        "rates above 1 are cut, but not those of empty references": (
            lambda case, rate: min(rate, 100.0) if _has_references(case) else rate
        ),
        "edits are divided by the longer side of the whole corpus": lambda it, rate: (
            rate * min(1.0, (words_of(it, 0) or math.inf) / max(1, sum(map(len, it.hypotheses))))
        ),
        "1 minus the rate is returned, at least 0": lambda case, rate: max(0.0, 100 - rate),
    },
}


_OF_EMPTY: Mapping[str, Of] = {
    "0 for an empty reference": lambda pair: 0.0,
    "1 for an empty reference": lambda pair: 1.0,
    "without those of empty references": lambda pair: math.nan,
    "1 for an empty reference of a hypothesis": lambda pair: float(bool(pair.hypothesis)),
}

_OF_RATES: Changes = {
    "rate": {
        **{
            f"the rates of the segments are averaged, {what}": _or(rate)
            for what, rate in _OF_EMPTY.items()
        },
        "the rates of the segments are averaged after they are cut at 1": (
            lambda pair: min(1.0, pair.edits / max(1, pair.length))
        ),
    },
    "result": {
        "the rate of empty references is 0": (
            lambda case, rate: rate if _has_references(case) else 0.0
        ),
        "the rate of empty references is 1": (
            lambda case, rate: rate if _has_references(case) else 100.0
        ),
        "the rate of empty references is 1 if there is a hypothesis": (
            lambda case, rate: rate if _has_references(case) else 100.0 * any(case.hypotheses)
        ),
    },
    "edits": {
        "segments with an empty reference count no edits": (
            lambda pair: pair.edits if pair.reference else 0.0
        ),
        "segments with an empty hypothesis count no edits": (
            lambda pair: pair.edits if pair.hypothesis else 0.0
        ),
    },
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
    edits = np.sum([(*pair.operations, 1) for pair in pairs], axis=0)
    return (edits.tolist(), score / 100 * length) if length else None


def _named_edits(*numbers: float) -> str:
    substitution, deletion, insertion, further = (f"{number:g}" for number in numbers)
    segment = f", and {further} for every segment" if numbers[-1] else ""
    return (
        f"a substitution counts {substitution}, a deletion {deletion} and an insertion "
        f"{insertion}{segment}"
    )


ERROR_RATE_FAMILIES = (
    *of_number(
        _score,
        _RATES,
        {"edits": {f"{costs} {{:g}}": partial(_cost, edit) for edit, costs in _EDITS.items()}},
    ),
    Family(
        _named_edits,
        lambda *numbers: in_stage(
            _score, "edits", lambda pair: float(np.dot(numbers, (*pair.operations, 1)))
        ),
        _RATES,
        _edit_terms,
    ),
)

ERROR_RATES: tuple[Mistake, ...] = (
    *in_stages(_score, _RATES, _OF_RATES),
    *in_stages(_score, frozenset({"cer"}), {"read": _OF_LINES}),
    *in_stages(_score, _OF_HITS, {"hits": {f"hits are {it}": of for it, of in _HITS.items()}}),
    *in_stages(
        _score,
        _OF_HITS - {"mer"},
        {"information": {f"the information is {it}": of for it, of in _INFORMATION.items()}},
    ),
    *in_stages(_score, _RATES | _OF_HITS, _EVERY),
)

"""Mistakes in NIST: its information, its length penalty, and the stages it shares with BLEU."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import Changes, Family, in_stage, in_stages, listed
from tallystick.compat.conformance.mistakes.counting import (
    COUNTINGS,
    Count,
    Find,
    Ngrams,
    columns_of_case,
    ngrams,
    score_of,
    segments_of,
    words_of,
)
from tallystick.compat.conformance.mistakes.orders import Parts, Stages, Sums

_METRICS = frozenset({"nist"})
_HALF = math.log(0.5)

Weigh = Callable[[Any], float]
"""A function of an n-gram that returns its information."""

Texts = Callable[[Any, Case], Iterable[Segment]]
"""A function of the dialect and a case that returns the texts whose n-grams are counted."""


def _references(dialect: Any, case: Case) -> Iterable[Segment]:
    if dialect.information_references == "first":
        return [references[0] for references in case.references]
    return chain.from_iterable(case.references)


@lru_cache(maxsize=1 << 10)
def _table(orders: int, text: Segment, find: Find) -> Ngrams:
    return sum((find(text, order) for order in range(1, orders + 1)), Counter())


def _bits(above: float, count: float) -> float:
    return math.log2(above / count)


@dataclass(frozen=True)
class Information:
    """How the information of an n-gram is computed, from the counts of its prefix and its own."""

    bits: Callable[[float, float], float] = _bits  # of the counts of the prefix and the n-gram
    texts: Texts = _references
    merge: Callable[[Ngrams, Ngrams], Ngrams] | None = None
    prefix: Callable[[Segment], Segment] = lambda ngram: ngram[:-1]
    words: Callable[[Case, Ngrams, int], float] = lambda case, counts, words: words

    def of(self, dialect: Any, case: Case, find: Find) -> Weigh:
        """Return a function that weighs the n-grams of a case."""
        texts = tuple(self.texts(dialect, case))
        counts: Ngrams = Counter()
        for text in texts:
            table = _table(dialect.order, text, find)
            if self.merge is None:
                counts.update(table)
            else:
                counts = self.merge(counts, table)
        words = self.words(case, counts, sum(map(len, texts)))

        def weigh(ngram: Any) -> float:
            count = counts[ngram]
            if not count:
                return 0.0
            prefix = self.prefix(ngram)
            if not prefix or (prefix == ("0",) and dialect.zero_prefix == "perl_falsy"):
                return self.bits(words, count)
            # a program that misses the prefix of an n-gram fails, if it does not take care
            missed = find is ngrams and not counts[prefix]
            return 0.0 if missed else self.bits(counts[prefix], count)

        return weigh


_AS_USUAL = Information()


@lru_cache(maxsize=1 << 13)
def _matched(
    find: Find, count: Count, order: int, hypothesis: Segment, references: tuple[Segment, ...]
) -> list[tuple[Any, float]]:
    """Return the n-grams of a hypothesis that are in a reference, each with its matches."""
    others = [find(reference, order) for reference in references]
    return [
        (ngram, count(Counter({ngram: number}), others))
        for ngram, number in find(hypothesis, order).items()
        if any(ngram in other for other in others)
    ]


def _counted(
    metric: Any,
    case: Case,
    orders: int,
    count: Count,
    find: Find,
    information: Information = _AS_USUAL,
) -> Sums:
    """Return the information of the matches, and their number, for every order."""
    dialect = metric.conventions
    weigh = information.of(dialect, case, find)

    def gained(order: int, own: Segment, given: tuple[Segment, ...]) -> tuple[float, float]:
        matches = _matched(find, count, order, own, given)
        return sum(n * weigh(ngram) for ngram, n in matches), sum(n for _, n in matches)

    best_of_each = dialect.match == "best_reference"
    most = 1 if dialect.matched_references == "first" else None
    segments = [
        [
            max(gained(n, own, (reference,)) for reference in given[:most])
            if best_of_each
            else gained(n, own, given[:most])
            for n in range(1, dialect.order + 1)
        ]
        for own, given in case.pairs
    ]
    sums = np.array(segments).sum(axis=0).T
    return dict(zip(("information", "matches"), sums, strict=True))


def _parts(metric: Any, columns: Sums) -> Parts:
    score = score_of(metric, columns)
    totals = columns["totals"]
    terms = np.where(totals > 0, columns["information"], 0.0) / np.where(totals > 0, totals, 1)
    ones = np.ones_like(totals)
    only_penalty = {"information": np.eye(len(totals))[0], "totals": ones, "matches": ones}
    penalty = math.nan if math.isnan(score) else score_of(metric, {**columns, **only_penalty})
    reference = float(columns["reference_length"])
    if "segments" in columns:
        reference *= float(columns["segments"] / max(1, columns["nonempty_references"]))
    beta = metric.conventions.beta
    return Parts(
        score,
        terms.tolist(),
        penalty,
        float(columns["hypothesis_length"]),
        reference,
        lambda c, r: math.exp(beta * _log(min(1, c / r)) ** 2),
        beta,
    )


def _log(number: float, base: float = math.e) -> float:
    return math.log(number, base) if number > 0 else -math.inf


STAGES = Stages(
    _counted,
    _parts,
    sum,
    1.0,
    ("the terms of the orders", "the information is", "length penalty", "information"),
)


def _penalty(change: Callable[[float, float], float]) -> Callable[[Parts], float]:
    """Return another penalty, a function of beta and of c / r up to 1."""
    return lambda it: change(it.beta, min(1, it.c / it.r))


def _with_beta(change: Callable[[float], float]) -> Callable[[Parts], float]:
    return _penalty(lambda beta, ratio: math.exp(change(beta) * _log(ratio) ** 2))


def _pooled(metric: Any, columns: Sums, case: Case) -> Sums:
    first = np.eye(len(columns["totals"]))[0]
    return {name: first * columns[name].sum() for name in ("information", "totals")}


def _once(counts: Ngrams) -> Ngrams:
    return Counter(dict.fromkeys(counts, 1))


_BITS: Mapping[str, Callable[[float, float], float]] = {
    "1 for every n-gram": lambda above, n: 1.0,
    "the ratio of the counts, without a logarithm": lambda above, n: above / n,
    "in natural logarithms": lambda above, n: math.log(above / n),
    "in logarithms to base 10": lambda above, n: math.log10(above / n),
    "that of the inverted ratio of the counts": lambda above, n: -_bits(above, n),
    "that of the ratio of the counts, rounded down": lambda above, n: _bits(above // n or 1, 1),
    "that of both counts plus 1": lambda above, n: _bits(above + 1, n + 1),
}
"""What the information is, of the counts of the prefix and of the n-gram."""

_TEXTS: Mapping[str, Texts] = {
    "the hypotheses": lambda dialect, case: case.hypotheses,
    "the hypotheses too": lambda *of: [*of[1].hypotheses, *_references(*of)],
    "the last references": lambda dialect, case: [given[-1] for given in case.references],
    "n-grams that cross segments": lambda *of: [tuple(chain.from_iterable(_references(*of)))],
}

_MERGED: Mapping[str, Callable[[Ngrams, Ngrams], Ngrams]] = {
    "an n-gram counts once in each reference": lambda counts, more: counts + _once(more),
    "an n-gram counts once, however often it occurs": lambda counts, more: counts | _once(more),
    "the highest count in a reference is used": lambda counts, more: counts | more,
}

_PREFIXES: Mapping[str, Callable[[Segment], Segment]] = {
    "the first word given the others": lambda ngram: ngram[1:],
    "an n-gram given its first word": lambda ngram: ngram[: len(ngram) > 1],
}

_WORDS: Mapping[str, Callable[[Case, Ngrams, int], float]] = {
    "the number of different words": lambda case, counts, n: sum(len(it) == 1 for it in counts),
    "the words of the first references": lambda case, counts, n: words_of(case, 0),
    "the words of the last references": lambda case, counts, n: words_of(case, -1),
    "the words of the hypotheses": lambda case, counts, n: sum(map(len, case.hypotheses)),
}

_INFORMATION: Mapping[str, Information] = {
    **{f"the information is {name}": Information(bits) for name, bits in _BITS.items()},
    **{f"the information is counted in {it}": Information(texts=of) for it, of in _TEXTS.items()},
    **{f"for the information, {name}": Information(merge=it) for name, it in _MERGED.items()},
    **{f"the information is that of {it}": Information(prefix=of) for it, of in _PREFIXES.items()},
    "the information is relative to the number of words in every order": Information(
        prefix=lambda ngram: ()
    ),
    **{
        f"the information of unigrams is relative to {name}": Information(words=words)
        for name, words in _WORDS.items()
    },
}

_PENALTIES: Mapping[str, Callable[[float, float], float]] = {
    "the brevity penalty of BLEU": lambda beta, x: math.exp(1 - 1 / x) if x else 0.0,
    "exp(beta * ln(c/r)), not squared": lambda beta, x: math.exp(beta * _log(x)),
    "exp(-beta * ln(c/r)), not squared": lambda beta, x: math.exp(-beta * _log(x)),
    "exp(beta * ln((c/r)^2)), squared inside": lambda beta, x: math.exp(beta * _log(x**2)),
    "exp(-beta * ln((c/r)^2)), squared inside": lambda beta, x: math.exp(-beta * _log(x**2)),
    "exp(beta * (c/r)^2), without a logarithm": lambda beta, x: math.exp(beta * x**2),
    "exp(beta * log2(c/r)^2)": lambda beta, x: math.exp(beta * _log(x, 2) ** 2),
    "exp(beta * log10(c/r)^2)": lambda beta, x: math.exp(beta * _log(x, 10) ** 2),
    "a power of 2, 2 ** (beta * ln(c/r)^2)": lambda beta, x: 2.0 ** (beta * _log(x) ** 2),
}
"""What the length penalty is, of beta and of x = c / r up to 1."""

_BETAS: Mapping[str, Callable[[float], float]] = {
    "beta has no sign": lambda beta: -beta,
    "beta is ln 0.5 / ln 1.5, not squared": lambda beta: _HALF / math.log(1.5),
    "beta is ln 0.5 / (log2 1.5)^2": lambda beta: _HALF / math.log2(1.5) ** 2,
    "beta is log2 0.5 / (ln 1.5)^2": lambda beta: -1 / math.log(1.5) ** 2,
    "beta gives a penalty of 0.5 at a length ratio of 1/2": lambda beta: 1 / _HALF,
    "beta gives a penalty of 0.5 at a length ratio of 3/4": (
        lambda beta: _HALF / math.log(0.75) ** 2
    ),
}

_CHANGES: Changes = {
    "information": _INFORMATION,
    "penalty": {
        **{name: _with_beta(change) for name, change in _BETAS.items()},
        **{f"the length penalty is {name}": _penalty(of) for name, of in _PENALTIES.items()},
    },
    "matched": {
        "the information is counted in the references of the same segment": (
            lambda metric, columns, case: {
                "information": sum(
                    columns_of_case(metric, segment)["information"] for segment in segments_of(case)
                )
            }
        )
    },
    "divided": {
        "the information is divided by the matches": (
            lambda metric, columns, case: {"totals": columns["matches"]}
        ),
        "the information is not divided by the number of n-grams": (
            lambda metric, columns, case: {"totals": np.ones_like(columns["totals"])}
        ),
        "the information of all orders is divided by the n-grams of all orders": _pooled,
    },
}

NIST = in_stages(STAGES.score, _METRICS, _CHANGES, COUNTINGS, STAGES.changes())


def _order_terms(metric: Any, case: Case, score: float) -> tuple[list[float], float] | None:
    parts = STAGES.of(metric, case)
    return (parts.values, score / parts.penalty) if parts.penalty > 0 else None


NIST_FAMILIES = (
    Family(
        lambda *weights: f"the weights of the orders are {listed(weights)}",
        lambda *weights: in_stage(
            STAGES.score, "combine", lambda terms: float(np.dot(weights, terms))
        ),
        _METRICS,
        _order_terms,
    ),
)

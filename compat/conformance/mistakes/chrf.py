"""Mistakes in chrF: its characters and words, its orders, and the stages it shares with ROUGE."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from tallystick.compat.case import Segment
from tallystick.compat.conformance.mistake import of_number
from tallystick.compat.conformance.mistakes.counting import (
    CHARACTERS,
    combinations_of,
    geometric,
    mean,
    ngrams,
    without_punctuation,
)
from tallystick.compat.conformance.mistakes.f_scores import (
    Choice,
    Counting,
    Counts,
    Formula,
    FStages,
    Orders,
    Segments,
    added,
    best,
    f_score,
    ratios,
)
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.formula import score_of_counts
from tallystick.metrics.chrf.metric import character_tokenizer
from tallystick.metrics.tokenizers.plain import tokenizer_chrf_words

Units = Callable[[ChrfDialect, str], tuple[Iterable[str], Iterable[str]]]
"""A function of the dialect and a line that returns its characters and its words."""


def _characters(dialect: ChrfDialect, line: str) -> Sequence[str]:
    return character_tokenizer(dialect)(line, dialect.lowercase)


def _words(dialect: ChrfDialect, line: str) -> Sequence[str]:
    return tokenizer_chrf_words()(line, dialect.lowercase) if dialect.word_order else ()


def _of_characters(find: Callable[[str], Iterable[str]], usual: bool = False) -> Units:
    """Return other characters of a line, or of its usual characters."""
    return lambda dialect, line: (
        find("".join(_characters(dialect, line)) if usual else line),
        _words(dialect, line),
    )


@lru_cache(maxsize=1 << 12)
def _counts(
    dialect: ChrfDialect, counting: Counting, hypothesis: Segment, reference: Segment
) -> tuple[Counts, ...]:
    find: Units = counting.units or _of_characters(str, usual=True)
    sides = [map(tuple, find(dialect, " ".join(side))) for side in (hypothesis, reference)]
    counts = [
        counting.counts_of(own, other, order)
        for own, other, orders in zip(*sides, (dialect.order, dialect.word_order), strict=True)
        for order in range(1, orders + 1)
    ]
    if dialect.missing_order == "ignored":
        counts = [(own if other else 0, other, matches) for own, other, matches in counts]
    return tuple(counts)


def _usual(dialect: ChrfDialect, counts: Orders) -> float:
    return float(score_of_counts(counts, dialect.beta, dialect.eps_smoothing))


def _scored(
    metric: Any, segments: Segments, formula: Formula = _usual, choose: Choice = best
) -> float:
    dialect, chosen = metric.conventions, []
    for references in segments:
        if dialect.reference_ties == "smallest":
            references.sort(key=lambda counts: tuple(zip(*counts, strict=True)))
        counts = choose(references, partial(formula, dialect))
        if dialect.no_match == "hypothesis" and not any(matches for _, _, matches in counts):
            counts = [(own, 0, matches) for own, _, matches in counts]
        chosen.append(counts)
    if dialect.average == "macro":
        return mean([formula(dialect, group) for group in chosen])
    return formula(dialect, added(chosen))


def _of_both(counts: Orders) -> list[Counts]:
    return [row for row in counts if row[0] > 0 and row[1] > 0]


def _means(dialect: ChrfDialect, counts: Orders) -> tuple[float, float]:
    precisions, recalls = zip(*ratios(dialect, counts), strict=True)
    return mean(precisions), mean(recalls)


def _averages(dialect: ChrfDialect, counts: Orders) -> list[tuple[float, float]]:
    if dialect.eps_smoothing:
        return ratios(dialect, counts)
    return [_means(dialect, _of_both(counts) or [(0, 0, 0)])]


STAGES = FStages(
    frozenset({"chrf"}),
    lambda metric, case, counting: [
        [_counts(metric.conventions, counting, own, reference) for reference in given]
        for own, given in case.pairs
    ],
    lambda metric, case, segments: _scored(metric, segments),
    _scored,
    _usual,
    _averages,
)


def _all_orders(dialect: ChrfDialect, counts: Orders) -> float:
    return 100 * f_score(*_means(dialect, counts), dialect.beta)


def _together(dialect: ChrfDialect, counts: Orders) -> float:
    """Return F of the counts of all orders, added up."""
    return _all_orders(dialect, added([[row] for row in counts]))


def _own_orders(dialect: ChrfDialect, counts: Orders) -> float:
    """Return F of precision and recall, each averaged over the orders that its side has."""
    sides = [[row[2] / row[side] for row in counts if row[side]] or [0.0] for side in (0, 1)]
    return 100 * f_score(mean(sides[0]), mean(sides[1]), dialect.beta)


def _f_of_orders(combine: Callable[[Sequence[float]], float], every: bool = False) -> Formula:
    """Return a combination of the F-scores of the orders, of those of one side too if `every`."""

    def formula(dialect: ChrfDialect, counts: Orders) -> float:
        kept = counts if every else _of_both(counts)
        pairs = ratios(dialect, kept)
        return 100 * combine([f_score(*pair, dialect.beta) for pair in pairs]) if kept else 0.0

    return formula


def _levels_apart(dialect: ChrfDialect, counts: Orders) -> float:
    levels = [counts[: dialect.order], counts[dialect.order :]]
    return mean([_usual(dialect, level) for level in levels if level])


def _in_denominators(small: float, of_f: float) -> Formula:
    """Return the formula with small numbers added to the denominators of quotients and of F."""

    def formula(dialect: ChrfDialect, counts: Orders) -> float:
        kept = counts if dialect.eps_smoothing else _of_both(counts)
        pairs = [(it[2] / (it[0] + small), it[2] / (it[1] + small)) for it in kept]
        if not pairs:
            return 0.0
        if not dialect.eps_smoothing:
            pairs = [(mean([p for p, _ in pairs]), mean([r for _, r in pairs]))]
        factor = dialect.beta**2
        return 100 * mean(
            [(1 + factor) * p * r / (factor * p + r + of_f) if p and r else 0.0 for p, r in pairs]
        )

    return formula


_PUNCTUATION = frozenset(string.punctuation)


def _detached(place: int) -> Callable[[str], list[str]]:
    """Return a function that splits one punctuation mark from words, at their end or start."""

    def split(word: str) -> list[str]:
        if len(word) < 2 or word[place] not in _PUNCTUATION:
            return [word]
        return [word[:1], word[1:]] if place == 0 else [word[:-1], word[-1:]]

    return lambda line: list(chain.from_iterable(map(split, line.split())))


_LINES: Mapping[str, Callable[[str], Iterable[str]]] = {
    "runs of white space count as one space": lambda line: " ".join(line.split()),
    "a space is added at the start and the end": lambda line: f" {line} ",
    "a space is added at the end": lambda line: f"{line} ",
    "a space is added at the start": lambda line: f" {line}",
}

_WORDS: Mapping[str, Callable[[str], Iterable[str]]] = {
    "punctuation is not separated from words": str.split,
    "all punctuation is separated from words": lambda line: "".join(
        f" {character} " if character in _PUNCTUATION else character for character in line
    ).split(),
    "punctuation is separated from words at the end only": _detached(-1),
    "punctuation is separated from words at the start only": _detached(0),
    "punctuation is separated from words at both ends": lambda line: _detached(0)(
        " ".join(_detached(-1)(line))
    ),
    "punctuation is removed from words": lambda line: without_punctuation(line).split(),
}

_FORMULAS: Mapping[str, Formula] = {
    "precision and recall are averaged over all orders": _all_orders,
    "the counts of all orders are added up": _together,
    "the counts of the orders with n-grams on both sides are added up": (
        lambda dialect, counts: _together(dialect, _of_both(counts) or [(0, 0, 0)])
    ),
    "precision and recall are averaged over the orders of their own side": _own_orders,
    "orders without a match are left out": lambda dialect, counts: _usual(
        dialect, [row for row in counts if row[2]] or [(0, 0, 0)]
    ),
    "the F-scores of the orders with n-grams on both sides are averaged": _f_of_orders(mean),
    **{
        name: _f_of_orders(combine, every=combine is not geometric)
        for name, combine in combinations_of("the F-scores of the orders").items()
    },
    "the scores of characters and of words are averaged": _levels_apart,
}


def _of_words(find: Callable[[str], Iterable[str]]) -> Units:
    return lambda dialect, line: (_characters(dialect, line), find(line))


CHRF = STAGES.mistakes(
    {
        "formula": _FORMULAS,
        "units": {
            **{name: _of_characters(find) for name, find in _LINES.items()},
            **{name: _of_characters(find, usual=True) for name, find in CHARACTERS.items()},
            **{name: _of_words(find) for name, find in _WORDS.items()},
        },
        ("units", "find"): {
            "n-grams of characters do not cross words": (
                _of_characters(lambda line: " ".join(line.split())),
                lambda tokens, order: Counter(
                    {it: n for it, n in ngrams(tokens, order).items() if " " not in it}
                ),
            )
        },
    }
)

CHRF_FAMILIES = (
    *STAGES.families(),
    *of_number(
        STAGES.score,
        STAGES.metrics,
        {
            "formula": {
                "{:g} is added to denominators": lambda small: _in_denominators(small, small),
                "{:g} is added to the numbers of n-grams": lambda it: _in_denominators(it, 0),
            }
        },
    ),
)

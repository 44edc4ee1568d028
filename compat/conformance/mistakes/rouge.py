"""Mistakes in ROUGE: its subsequences, and the stages it shares with chrF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, combinations, islice, pairwise
from typing import Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import Mistake, Staged
from tallystick.compat.conformance.mistakes.counting import (
    SIZES,
    Ngrams,
    columns_of_case,
    mean,
    ngrams,
    score_of,
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
    ratios,
)
from tallystick.compat.conformance.mistakes.sequences import (
    COMPARISONS,
    TABLES,
    TRIMS,
    Compare,
    subsequence,
)
from tallystick.compat.laws.law import relabelled
from tallystick.metrics.kernel import kernel
from tallystick.metrics.rouge.statistics import comparison_of

MOST_TOKENS = 1500
"""The most tokens of a text all of whose pairs are counted."""

_METRICS = frozenset({"rouge", "rouge1", "rouge2", "rougeL", "rougeLsum"})

_AS_USUAL = Counting()


@lru_cache(maxsize=1 << 12)
def _usual_counts(metric: Any, case: Case) -> list[Counts]:
    singles = [(own, (reference,)) for own, given in case.pairs for reference in given]
    statistics = metric.statistics(Case(*zip(*singles, strict=True)).corpus)
    named = metric.columns.split(statistics.rows)
    columns = named["hypothesis_ngrams"], named["reference_ngrams"], named["matches"]
    return list(zip(*(column.tolist() for column in columns), strict=True))


@lru_cache(maxsize=1 << 10)
def _stemmed(case: Case) -> Case:
    """Return a case with the numbers of stems as tokens."""
    vocabulary = kernel.Vocabulary()
    vocabulary.encode_tokens([*case.hypotheses, *chain.from_iterable(case.references)])
    stems = np.frombuffer(vocabulary.stems(), dtype=np.uint32)
    numbers = dict(zip(vocabulary.tokens(), map(str, stems), strict=True))
    return relabelled(case, numbers)


def _counted(metric: Any, case: Case, counting: Counting) -> Segments:
    """Count as usual, or n-grams in another way; subsequences only as usual."""
    if counting == _AS_USUAL or not metric.type.isdecimal():
        counts = iter(_usual_counts(metric, case))
        return [[[row] for row in islice(counts, len(given))] for given in case.references]
    return _of_pairs(metric, case, partial(counting.counts_of, order=metric.order))


def _of_pairs(metric: Any, case: Case, count: Callable[[Segment, Segment], Counts]) -> Segments:
    stemmed = case if metric.conventions.stem == "none" else _stemmed(case)
    return [
        [[count(hypothesis, reference)] for reference in references]
        for hypothesis, references in stemmed.pairs
    ]


def _recounted(metric: Any, case: Case, segments: Segments) -> float:
    """Return the score of other counts, as the metric itself computes it."""
    own, other, matches = np.array([row[0] for given in segments for row in given]).T
    starts = np.cumsum([0, *map(len, case.references)])
    lengths = np.repeat(list(map(len, case.hypotheses)), np.diff(starts))
    others = [len(reference) for reference in chain.from_iterable(case.references)]
    once = replace(metric.conventions, counting="once")  # it counts any numbers
    rows = comparison_of("1", once).rows([matches, own, other, lengths, others], starts)
    return score_of(metric, metric.columns.split(np.asfortranarray(rows).sum(axis=0)))


def _usual(dialect: Any, counts: Orders) -> float:
    [(precision, recall)] = ratios(dialect, counts)
    below = recall + dialect.beta**2 * precision + dialect.epsilon
    return 100 * (1 + dialect.beta**2) * precision * recall / below if below > 0 else 0.0


def _scored(metric: Any, segments: Segments, formula: Formula, choose: Choice) -> float:
    """Return the score of another formula or choice, as far as the dialect leaves it open."""
    dialect = metric.conventions
    score = partial(formula, dialect)
    if dialect.references == "pooled":
        segments = [[added(references)] for references in segments]
    chosen = [choose(references, score) for references in segments]
    if dialect.average == "none":
        return score(added(chosen))
    if choose is best and dialect.references == "mean":
        return mean([mean(list(map(score, references))) for references in segments])
    if choose is best and dialect.references == "first":
        chosen = [references[0] for references in segments]
    return mean(list(map(score, chosen)))


STAGES = FStages(_METRICS, _counted, _recounted, _scored, _usual, ratios)


def _sequences(compare: Compare, metric: Any, case: Case, segments: Segments) -> Segments:
    """Return counts of another measure in place of the longest common subsequence."""
    if metric.type.isdecimal():
        return segments
    return _of_pairs(metric, case, lambda own, it: (len(own), len(it), compare(own, it)))


def _sizes(
    size: Callable[[int, int], int], metric: Any, case: Case, segments: Segments
) -> Segments:
    """Return numbers of n-grams that depend on a length and the order."""
    return [
        [
            [(size(len(own), metric.order), size(len(other), metric.order), counts[0][2])]
            for other, counts in zip(references, given, strict=True)
        ]
        for own, references, given in zip(case.hypotheses, case.references, segments, strict=True)
    ]


def _skip_bigrams(tokens: Segment, order: int) -> Ngrams:
    if order == 1:
        return ngrams(tokens, 1)
    if len(tokens) > MOST_TOKENS:
        raise OverflowError("the text is too long for all its pairs of tokens")
    return Counter(combinations(tokens, 2))


def _sentences(hypothesis: Segment, reference: Segment) -> float:
    """Return the sum over sentences of the reference of the longest common subsequences."""
    sides = [_split(hypothesis), _split(reference)]
    return sum(
        max((subsequence(own, sentence) for own in sides[0]), default=0) for sentence in sides[1]
    )


def _split(tokens: Segment) -> list[Segment]:
    ends = [at + 1 for at, token in enumerate(tokens) if token == "."]
    return [tokens[start:end] for start, end in pairwise([0, *ends, len(tokens)]) if start < end]


_STOP_WORDS = frozenset(
    (  # noqa: SIM905
        "a an and are as at be by for from has he in is it its of on that the to was were will "
        "with i you we they this"
    ).split()
)


def _without_sentences(metric: Any, case: Case) -> float:
    return score_of(metric, columns_of_case(metric, case))


def _without_stop_words(metric: Any, case: Case) -> float:
    kept = case.map(lambda tokens: [token for token in tokens if token.lower() not in _STOP_WORDS])
    return _without_sentences(metric, kept)


_COMPARISONS: Mapping[str, Compare] = {
    **{f"{noun} is used": compare for noun, compare in COMPARISONS.items()},
    **TABLES,
    **{
        f"{which} left out of the subsequence": (
            lambda *sides, trim=trim: subsequence(*trim(*sides))
        )
        for which, trim in TRIMS.items()
    },
    "sentences end at full stops": _sentences,
}

ROUGE = (
    # the tokens of a case have no line ends
    Mistake("lines are not taken for sentences", Staged(_without_sentences), _METRICS),
    *STAGES.mistakes(
        {
            "find": {
                "n-grams may skip tokens": _skip_bigrams,
                "the order of the n-grams is one lower": lambda it, order: ngrams(it, order - 1),
            },
            "recount": {
                **{name: partial(_sizes, size) for name, size in SIZES.items()},
                **{name: partial(_sequences, of) for name, of in _COMPARISONS.items()},
            },
        }
    ),
    Mistake("stop words are left out", Staged(_without_stop_words), _METRICS),
)

ROUGE_FAMILIES = STAGES.families()

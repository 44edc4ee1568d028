"""chrF of one row of counts, or of one segment, without the arrays that only pay for many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.tokenizing import character_tokenizer
from tallystick.metrics.counting.counting import count, totals
from tallystick.metrics.counting.one_segment import segment_references
from tallystick.metrics.tokenizers.plain import tokenizer_chrf_words

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.tokenizers import Tokenizer

EPSILON = 1e-16
"""What replaces a precision, recall or F-score that is not defined."""

_COUNTED = {
    *("order", "word_order", "beta", "eps_smoothing", "whitespace", "missing_order"),
    *("reference_ties", "lowercase"),
}
"""The axes that `columns_of_counts` and `one_score` know."""

Counts = tuple[Any, Any, Any]
"""Of one order: n-grams of the hypothesis, n-grams of the reference, and clipped matches."""


def mean_precision_and_recall(
    counts: Sequence[Counts], eps_smoothing: bool = False
) -> tuple[Any, Any]:
    """Average over the orders of which both sides have n-grams, each 0 to 1.

    With `eps_smoothing` the average is over all orders, as chrF++.py prints it.
    """
    precision, recall, orders = 0.0, 0.0, 0
    for hypothesis, reference, matches in counts:
        if hypothesis > 0 and reference > 0:
            precision = precision + matches / hypothesis
            recall = recall + matches / reference
            orders += 1
    orders = len(counts) if eps_smoothing else max(orders, 1)
    return precision / orders, recall / orders


def one_score(counts: Sequence[Counts], beta: float, eps_smoothing: bool) -> Any:
    """Compute chrF, 0 to 100, with the operations of `formula.chrf`, in the type of the counts."""
    factor = beta**2
    if eps_smoothing:
        total = 0.0
        for hypothesis, reference, matches in counts:
            p = matches / hypothesis if hypothesis > 0 else EPSILON
            r = matches / reference if reference > 0 else EPSILON
            denominator = factor * p + r
            total = total + ((1 + factor) * p * r / denominator if denominator > 0 else EPSILON)
        return 100 * total / len(counts)
    precision, recall = mean_precision_and_recall(counts)
    if not precision + recall:
        return 0.0
    return 100 * ((1 + factor) * precision * recall / (factor * precision + recall))


class SegmentScore(NamedTuple):
    """The score of a segment, and the counts of the chosen reference, by order."""

    score: float
    counts: list[Counts]


class SegmentReferences:
    """The references of one segment, tokenized once, for any number of hypotheses.

    Args:
        dialect: The dialect.
        references: Lines of text, at least one.

    Raises:
        InputError: A line is not a string, or contains a lone surrogate.

    >>> SegmentReferences(ChrfDialect(order=1), ["ab"]).score("abc")
    SegmentScore(score=90.9090909090909, counts=[(3, 2, 2)])
    """

    __slots__ = ("_dialect", "_levels")

    def __init__(self, dialect: ChrfDialect, references: Sequence[str]) -> None:
        self._dialect = dialect
        self._levels = [
            (order, [segment_references([one], tokenizer, dialect.lowercase) for one in references])
            for order, tokenizer in _levels(dialect)
        ]

    def score(self, hypothesis: str) -> SegmentScore:
        """Score a hypothesis with the reference that gives the highest score."""
        dialect = self._dialect
        of_levels = [
            [_counts(one.match(hypothesis, order), dialect.missing_order) for one in references]
            for order, references in self._levels
        ]
        found = []
        for levels in zip(*of_levels, strict=True):
            counts = [one for level in levels for one in level]
            score = one_score(counts, dialect.beta, dialect.eps_smoothing)
            found.append(SegmentScore(score, counts))
        best = found[0]
        for other in found[1:]:
            is_smaller = dialect.reference_ties == "smallest" and _columns(other) < _columns(best)
            if other.score > best.score or (other.score == best.score and is_smaller):
                best = other
        if dialect.no_match == "hypothesis" and not any(matches for _, _, matches in best.counts):
            counts = [(own, 0, matches) for own, _, matches in best.counts]
            return SegmentScore(one_score(counts, dialect.beta, dialect.eps_smoothing), counts)
        return best


def columns_of_counts(
    dialect: ChrfDialect, corpus: Corpus, workspace: Workspace
) -> Iterator[list[int]]:
    """Yield the columns of the statistics of every segment of text, if `counts_as_usual`."""
    hypotheses, references, matches = [], [], []
    for order, tokenizer in _levels(dialect):
        found = count(corpus, tokenizer, dialect.lowercase, order, workspace)
        hypotheses += totals(found.hypothesis_lengths, order)
        references += totals([length for [length] in found.reference_lengths], order)
        matches += found.matches
    for own, wanted in zip(hypotheses, references, strict=True):
        if dialect.missing_order == "counted":
            yield own
        else:
            yield [one if other else 0 for one, other in zip(own, wanted, strict=True)]
    yield from references
    yield from matches


def counts_as_usual(dialect: ChrfDialect, corpus: Corpus) -> bool:
    """Whether counts need neither a choice between references nor the score of each segment."""
    return (
        corpus.references.number == 1
        and not corpus.given_tokens
        and dialect.differs_only_in(_COUNTED)
    )


def _levels(dialect: ChrfDialect) -> list[tuple[int, Tokenizer]]:
    """Return the highest order of characters and of words, each with the tokenizer."""
    characters = [(dialect.order, character_tokenizer(dialect))] if dialect.order else []
    if not dialect.word_order:
        return characters
    return [*characters, (dialect.word_order, tokenizer_chrf_words())]


def _counts(found: Any, missing_order: str) -> list[Counts]:
    length, [reference_length] = found.hypothesis_length, found.reference_lengths
    counts = []
    for shorter, matches in enumerate(found.matches):
        wanted = max(reference_length - shorter, 0)
        is_counted = wanted or missing_order == "counted"
        counts.append((max(length - shorter, 0) if is_counted else 0, wanted, matches))
    return counts


def _columns(one: SegmentScore) -> tuple[tuple[int, ...], ...]:
    """Return the counts in the order in which rows of statistics have them."""
    return tuple(zip(*one.counts, strict=True))

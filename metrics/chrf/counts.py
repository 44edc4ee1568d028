"""The tokenizers of chrF, and its statistics in Python numbers, for few segments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.formula import BLOCKS, formula_of_counts
from tallystick.metrics.counting.matching import count, totals
from tallystick.metrics.counting.one_segment import segment_references
from tallystick.metrics.tokenizers.plain import (
    PlainTokenizer,
    tokenizer_char,
    tokenizer_chrf_words,
)

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.one_segment import OneSegment
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.tokenizers import Tokenizer

_COUNTED = {
    *("order", "word_order", "beta", "eps_smoothing", "whitespace", "missing_order"),
    *("reference_ties", "lowercase"),
}
"""The axes that are no matter of counting or known to `columns_of_counts`."""


class SegmentReferences:
    """The references of one segment, tokenized once, for any number of hypotheses.

    Args:
        dialect: The dialect.
        references: Lines of text, at least one.

    Raises:
        InputError: A line is not a string, or contains a lone surrogate.

    >>> references = SegmentReferences(ChrfDialect(order=1), ["ab"])
    >>> references.score("abc"), references.count("abc")["reference_ngrams"]
    (90.9090909090909, [2])
    """

    __slots__ = ("_dialect", "_formula", "_references")

    def __init__(self, dialect: ChrfDialect, references: Sequence[str]) -> None:
        self._dialect = dialect
        self._formula = formula_of_counts(dialect).of_numbers
        self._references = [
            [
                (order, segment_references([reference], tokenizer, dialect.lowercase))
                for order, tokenizer in levels(dialect)
            ]
            for reference in references
        ]

    def score(self, hypothesis: str) -> float:
        """Return the highest score that a reference gives."""
        return self._formula(self.count(hypothesis))

    def count(self, hypothesis: str) -> dict[str, list[int]]:
        """Return the statistics by name, with the reference that gives the highest score."""
        found = [
            self._counts([one.match(hypothesis, order) for order, one in of_reference])
            for of_reference in self._references
        ]
        best = found[0] if len(found) == 1 else self._best(found)
        if self._dialect.no_match == "hypothesis" and not any(best["matches"]):
            return {**best, "reference_ngrams": [0] * len(best["matches"])}
        return best

    def _counts(self, of_levels: Sequence[OneSegment]) -> dict[str, list[int]]:
        hypotheses: list[int] = []
        references: list[int] = []
        matches: list[int] = []
        for one in of_levels:
            own, [length] = one.totals, one.reference_lengths
            wanted = [length - shorter if length > shorter else 0 for shorter in range(len(own))]
            if length < len(own) and self._dialect.missing_order == "ignored":
                own = [one if other else 0 for one, other in zip(own, wanted, strict=True)]
            hypotheses += own
            references += wanted
            matches += one.matches
        return dict(zip(BLOCKS, (hypotheses, references, matches), strict=True))

    def _best(self, found: Sequence[dict[str, list[int]]]) -> dict[str, list[int]]:
        scores = list(map(self._formula, found))
        highest = max(scores)
        tied = [counts for counts, score in zip(found, scores, strict=True) if score == highest]
        if self._dialect.reference_ties == "first":
            return tied[0]
        return min(tied, key=lambda counts: list(counts.values()))


def columns_of_counts(
    dialect: ChrfDialect, corpus: Corpus, workspace: Workspace
) -> Iterator[list[int]]:
    """Yield the columns of the statistics of every segment of text, if `counts_as_usual`."""
    hypotheses, references, matches = [], [], []
    for order, tokenizer in levels(dialect):
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


def levels(dialect: ChrfDialect) -> list[tuple[int, Tokenizer]]:
    """Return the highest order of characters and of words, each with the tokenizer."""
    both = (
        (dialect.order, character_tokenizer(dialect)),
        (dialect.word_order, tokenizer_chrf_words()),
    )
    return [level for level in both if level[0]]


def character_tokenizer(dialect: ChrfDialect) -> Tokenizer:
    """Return the tokenizer of characters of a dialect, the same one in every call."""
    return _of_whitespace(dialect.whitespace)


@cache
def _of_whitespace(whitespace: str) -> Tokenizer:
    names = {"removed-perl": "char-perl", "spaces-removed": "char-spaces", "kept": "char-all"}
    return PlainTokenizer(names[whitespace]) if whitespace in names else tokenizer_char()

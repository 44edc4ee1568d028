"""The statistics of chrF in Python numbers, for few segments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.formula import formula_of_counts
from tallystick.metrics.chrf.tokenizing import character_tokenizer
from tallystick.metrics.counting.counting import count, totals
from tallystick.metrics.counting.one_segment import segment_references
from tallystick.metrics.tokenizers.plain import tokenizer_chrf_words

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

    __slots__ = ("_dialect", "_formula", "_levels")

    def __init__(self, dialect: ChrfDialect, references: Sequence[str]) -> None:
        self._dialect = dialect
        self._formula = formula_of_counts(dialect).of_numbers
        self._levels = [
            (order, [segment_references([one], tokenizer, dialect.lowercase) for one in references])
            for order, tokenizer in _levels(dialect)
        ]

    def score(self, hypothesis: str) -> float:
        """Return the highest score that a reference gives."""
        return self._formula(self.count(hypothesis))

    def count(self, hypothesis: str) -> dict[str, list[int]]:
        """Return the statistics by name, with the reference that gives the highest score."""
        ignored = self._dialect.missing_order == "ignored"
        of_levels = [
            [_counts(one.match(hypothesis, order), ignored) for one in references]
            for order, references in self._levels
        ]
        found, *others = of_levels
        for level in others:
            found = [
                {name: characters + words[name] for name, characters in one.items()}
                for one, words in zip(found, level, strict=True)
            ]
        [best] = found if len(found) == 1 else [self._best(found)]
        if self._dialect.no_match == "hypothesis" and not any(best["matches"]):
            return {**best, "reference_ngrams": [0] * len(best["matches"])}
        return best

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


def _counts(found: OneSegment, ignored: bool) -> dict[str, list[int]]:
    own, [length] = found.totals, found.reference_lengths
    wanted = [length - shorter if length > shorter else 0 for shorter in range(len(own))]
    if ignored and length < len(own):
        own = [one if other else 0 for one, other in zip(own, wanted, strict=True)]
    return {"hypothesis_ngrams": own, "reference_ngrams": wanted, "matches": [*found.matches]}

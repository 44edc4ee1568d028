"""The statistics of chrF in Python numbers, for few segments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.formula import formula_of_counts
from tallystick.metrics.chrf.tokenizing import character_tokenizer
from tallystick.metrics.counting.counting import count, totals
from tallystick.metrics.counting.one_segment import segment_references
from tallystick.metrics.tokenizers.characters import tokenizer_chrf_words

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


class SegmentScore(NamedTuple):
    """The score of a segment, and the counts of the chosen reference by the names of columns."""

    score: float
    sums: Mapping[str, list[int]]


class SegmentReferences:
    """The references of one segment, tokenized once, for any number of hypotheses.

    Args:
        dialect: The dialect.
        references: Lines of text, at least one.

    Raises:
        InputError: A line is not a string, or contains a lone surrogate.

    >>> SegmentReferences(ChrfDialect(order=1), ["ab"]).score("abc")
    SegmentScore(score=90.9090909090909, sums={'hypothesis_ngrams': [3], 'reference_ngrams': [2], \
'matches': [2]})
    """

    __slots__ = ("_dialect", "_formula", "_levels")

    def __init__(self, dialect: ChrfDialect, references: Sequence[str]) -> None:
        self._dialect = dialect
        self._formula = formula_of_counts(dialect).of_numbers
        self._levels = [
            (order, [segment_references([one], tokenizer, dialect.lowercase) for one in references])
            for order, tokenizer in _levels(dialect)
        ]

    def score(self, hypothesis: str) -> SegmentScore:
        """Score a hypothesis with the reference that gives the highest score."""
        dialect, formula = self._dialect, self._formula
        of_levels = [
            [_counts(one.match(hypothesis, order), dialect.missing_order) for one in references]
            for order, references in self._levels
        ]
        found = []
        for levels in zip(*of_levels, strict=True):
            sums = levels[0]
            for more in levels[1:]:
                sums = {name: counts + more[name] for name, counts in sums.items()}
            found.append(SegmentScore(formula(sums), sums))
        best = found[0]
        for other in found[1:]:
            is_smaller = dialect.reference_ties == "smallest" and (
                list(other.sums.values()) < list(best.sums.values())
            )
            if other.score > best.score or (other.score == best.score and is_smaller):
                best = other
        if dialect.no_match == "hypothesis" and not any(best.sums["matches"]):
            sums = {**best.sums, "reference_ngrams": [0] * len(best.sums["matches"])}
            return SegmentScore(formula(sums), sums)
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


def _counts(found: OneSegment, missing_order: str) -> dict[str, list[int]]:
    length, [reference_length] = found.hypothesis_length, found.reference_lengths
    counts: dict[str, list[int]] = {"hypothesis_ngrams": [], "reference_ngrams": []}
    for shorter in range(len(found.matches)):
        wanted = max(reference_length - shorter, 0)
        is_counted = wanted or missing_order == "counted"
        counts["hypothesis_ngrams"].append(max(length - shorter, 0) if is_counted else 0)
        counts["reference_ngrams"].append(wanted)
    return counts | {"matches": [*found.matches]}

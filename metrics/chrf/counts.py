"""The n-grams of chrF, of characters and of words, with each reference by itself."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.formula import BLOCKS, chrf, formula_of
from tallystick.metrics.counting.best_reference import Compared, Comparison, match_by_reference
from tallystick.metrics.counting.one_segment import segment_lines, the_hypothesis
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.symbols import any_of, maximum, where
from tallystick.metrics.tokenizers import Tokenizer
from tallystick.metrics.tokenizers.plain import PlainTokenizer, tokenizer_char, tokenizer_chrf_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace


class Level(NamedTuple):
    """The tokens of which n-grams are counted: characters or words.

    Attributes:
        order: The highest order.
        tokenizer: The tokenizer.
    """

    order: int
    tokenizer: Tokenizer


def levels(dialect: ChrfDialect) -> list[Level]:
    """Return the characters and the words of a dialect, those of order 0 excepted."""
    both = (
        Level(dialect.order, character_tokenizer(dialect)),
        Level(dialect.word_order, tokenizer_chrf_words()),
    )
    return [level for level in both if level.order]


def character_tokenizer(dialect: ChrfDialect) -> Tokenizer:
    """Return the tokenizer of characters of a dialect, the same one in every call."""
    return _of_whitespace(dialect.whitespace)


@cache
def _of_whitespace(whitespace: str) -> Tokenizer:
    names = {"removed-perl": "char-perl", "spaces-removed": "char-spaces", "kept": "char-all"}
    return PlainTokenizer(names[whitespace]) if whitespace in names else tokenizer_char()


class ChrfComparison(Comparison):
    """How hypotheses are compared with references, by characters and then by words."""

    @cached_property
    def levels(self) -> list[Level]:
        """The characters and the words of which n-grams are counted."""
        return levels(self.dialect)

    def counts_of_corpus(self, corpus: Corpus, workspace: Workspace) -> list[NDArray[Any]]:
        """Return the counts and lengths of all pairs, an array a column."""
        columns: list[NDArray[Any]] = []
        for order, tokenizer in self.levels:
            found = workspace.match(
                corpus.as_text(), tokenizer, self.dialect.lowercase, order, separately=True
            )
            own = found.hypothesis_lengths.repeat(corpus.references.counts)
            columns += [*found.matches.T, own, found.reference_lengths]
        return columns

    def rows_of_corpus(self, corpus: Corpus, workspace: Workspace) -> NDArray[Any]:
        """Return the rows of all segments, shape (segments, columns)."""
        return self.rows(self.counts_of_corpus(corpus, workspace), corpus.references.offsets)

    def few(self, corpus: Corpus, workspace: Workspace) -> Iterable[list[Any]] | None:
        """Return the columns in Python numbers, of text with one reference for each segment."""
        if corpus.references.number != 1 or corpus.given_tokens:
            return None
        own: tuple[Any, ...] = tuple(corpus.hypotheses)
        others: tuple[Any, ...] = tuple(corpus.references.segments)
        rows = map(self.row_of_pair, self._pairs(own, others, corpus.references.offsets_view))
        return map(list, zip(*rows, strict=True))

    def pair_counter(self, references: Sequence[str]) -> Callable[[str], list[list[int]]]:
        """Return what counts a hypothesis of one segment with each of its references."""
        lines, offsets = segment_lines(references), struct.pack("2q", 0, len(references))

        def count(hypothesis: str) -> list[list[int]]:
            return self._pairs(segment_lines((hypothesis,), the_hypothesis), lines, offsets)

        return count

    def _pairs(
        self, own: tuple[str, ...], others: tuple[str, ...], offsets: Any
    ) -> list[list[int]]:
        """Return the counts of hypotheses with each of their references."""
        pairs: list[list[int]] = [[] for _ in others]
        for order, tokenizer in self.levels:
            how = tokenizer.name, self.dialect.lowercase, order
            found = kernel.match_strings(own, others, offsets, *how)
            matches, lengths = (memoryview(one).cast("q").tolist() for one in found)
            for place, pair in enumerate(pairs):
                pair += matches[place * order : (place + 1) * order]
                pair += lengths[2 * place : 2 * place + 2]
        return pairs

    def segment_counter(
        self, references: Sequence[str], tokenizer: Tokenizer | None = None
    ) -> Callable[[str], dict[str, Any]]:
        """Return what counts hypotheses of one segment, by the names of the columns."""
        count_pairs = self.pair_counter(references)
        return lambda hypothesis: self.row(count_pairs(hypothesis))


@lru_cache(maxsize=2048)
def comparison_of(dialect: ChrfDialect) -> ChrfComparison:
    """Return how a hypothesis is compared with its references.

    >>> compared = comparison_of(ChrfDialect(order=1, reference_ties="first"))
    >>> compared.segment_counter(["cdef", "cd"])("ab")
    {'hypothesis_ngrams': (2.0,), 'reference_ngrams': (4.0,), 'matches': (0,)}
    """
    counts: list[str | tuple[str, int]] = []
    for place, (order, _) in enumerate(levels(dialect)):
        counts += [(f"matches of {place}", order), f"own {place}", f"wanted {place}"]
    del counts[-2:]  # every comparison has these lengths
    return ChrfComparison(
        dialect,
        formula_of(dialect).statistics,
        counts,
        match_by_reference,
        _compared,
        whole=dialect.average == "micro",
    )


def _compared(dialect: ChrfDialect, pair: Mapping[str, Any]) -> Compared:
    hypothesis: list[Any] = []
    reference: list[Any] = []
    matches: list[Any] = []
    values = list(pair.values())
    for of_orders, own, wanted in zip(values[::3], values[1::3], values[2::3], strict=True):
        matches += of_orders
        hypothesis += [maximum(own - shorter, 0) for shorter in range(len(of_orders))]
        reference += [maximum(wanted - shorter, 0) for shorter in range(len(of_orders))]
    if dialect.missing_order == "ignored":
        hypothesis = [
            where(wanted > 0, own, 0) for own, wanted in zip(hypothesis, reference, strict=True)
        ]
    row = [*hypothesis, *reference, *matches]
    rank = [_score(dialect, hypothesis, reference, matches)]
    if dialect.reference_ties == "smallest":
        rank += [-1 * one for one in row]
    if dialect.no_match == "hypothesis":
        matched = any_of(one > 0 for one in matches)
        reference = [where(matched, one, 0) for one in reference]
        row = [*hypothesis, *reference, *matches]
    if dialect.average == "macro":
        row += [_score(dialect, hypothesis, reference, matches), 1.0]
    return Compared(row, rank)


def _score(dialect: ChrfDialect, *blocks: Sequence[Any]) -> Any:
    sums = dict(zip(BLOCKS, blocks, strict=True))
    return chrf(dialect.beta, dialect.eps_smoothing, sums).score

"""Information weights: the information in bits of the last word of an n-gram given its prefix."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallystick.metrics.counting.ngram_weights import (
    NgramWeights,
    checked_table,
    fingerprint,
    id_of,
    read_table,
)
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import kernel
from tallystick.metrics.whole_corpus.ngram_counts import count_ngrams

if TYPE_CHECKING:
    from pathlib import Path

    from tallystick.metrics.corpus.corpus import References
    from tallystick.metrics.sums.arrays import FloatArray
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer


@dataclass(frozen=True, slots=True, eq=False)
class InformationWeights:
    """The information weight of every n-gram of a text, or of a table.

        Info(w1 .. wn) = log2( count(w1 .. w(n-1)) / count(w1 .. wn) )

    The counts are over all references of all segments; the count of the empty prefix is the number
    of words. Doddington, "Automatic Evaluation of Machine Translation Quality Using N-gram
    Co-Occurrence Statistics", HLT 2002, equation 2.

    Attributes:
        ngrams: The n-grams with their weights in bits.
        order: The highest order.
        words: The number of words of the text; 0 for a table.
        zero_is_no_prefix: Whether the one-word prefix "0" counts as no prefix.

    >>> from tallystick.metrics.corpus.corpus import References
    >>> from tallystick.metrics.arguments.catalogue import tokenizer_named
    >>> references = References.per_segment(["a b a c"])
    >>> weights = InformationWeights.fit([references], tokenizer_named("none"), order=2)
    >>> weights[("a",)], weights[("a", "b")]
    (1.0, 1.0)
    """

    ngrams: NgramWeights
    order: int
    words: int = 0
    zero_is_no_prefix: bool = False

    @classmethod
    def fit(
        cls,
        references: Iterable[References],
        tokenizer: Tokenizer,
        lowercase: Lowercase = "none",
        order: int = 5,
        zero_is_no_prefix: bool = False,
        complete: bool = True,
        workspace: Workspace | None = None,
    ) -> InformationWeights:
        """Count the n-grams of all references.

        Args:
            references: References in one or several parts, in any order.
            tokenizer: The tokenizer of references that are text.
            lowercase: The case folding.
            order: The highest order.
            zero_is_no_prefix: Whether the one-word prefix "0" counts as no prefix, as in
                mteval-v11b to v14, where Perl treats the string "0" as false.
            complete: Whether to keep n-grams whose prefix occurs once. Their weight is 0, so
                omitting them changes no score and saves most of the memory.
            workspace: Keeps the encoded references for other uses; without it, each part is
                released before the next is read.

        Raises:
            InputError: There are no references.
        """
        counted = count_ngrams(
            references,
            tokenizer,
            lowercase,
            order,
            complete=complete,
            empty="0" if zero_is_no_prefix else None,
            workspace=workspace,
        )
        return cls.of_counts(counted.ngrams, order, counted.text.tokens, zero_is_no_prefix)

    @classmethod
    def of_counts(
        cls, ngrams: NgramWeights, order: int, words: int, zero_is_no_prefix: bool
    ) -> InformationWeights:
        """Return the weights of n-grams that are counted, in this text or a larger one.

        Args:
            ngrams: The n-grams, with their counts in the table.
            order: The highest order.
            words: The number of words of the text in which they are counted.
            zero_is_no_prefix: Whether the one-word prefix "0" counts as no prefix.
        """
        zero = _zero(ngrams.vocabulary, zero_is_no_prefix)
        weighted = replace(ngrams, value_buffer=ngrams.table.information(words, zero))
        return cls(weighted, order, words, zero_is_no_prefix)

    @classmethod
    def from_table(cls, weights: Mapping[tuple[str, ...], float]) -> InformationWeights:
        """Build from weights that were fitted elsewhere.

        Args:
            weights: The weight, 0 or more, of every n-gram (a tuple of tokens). N-grams that are
                not in the table have the weight 0.

        Raises:
            InputError: The table is empty, an n-gram is not a tuple of one or more strings, or a
                weight is not a number, negative or not finite.
        """
        ngrams = checked_table(
            weights,
            ("information weight", "information weights"),
            lambda weight: 0 <= weight < math.inf,
            "a number of 0 or more",
        )
        return cls(ngrams, max(map(len, weights)))

    @classmethod
    def read(cls, path: str | Path) -> InformationWeights:
        """Read a table: on each line the tokens of an n-gram joined by spaces, a tab, its weight.

        Raises:
            InputError: The file cannot be read, a line is malformed, or an n-gram occurs twice.
        """
        from tallystick.metrics.reading.lines import read_text

        return cls.from_table(read_table(read_text(str(path)), path, "an information weight"))

    @property
    def zero(self) -> int:
        """The token that counts as no prefix, or `UNKNOWN`."""
        return _zero(self.ngrams.vocabulary, self.zero_is_no_prefix)

    def __getitem__(self, ngram: Sequence[str]) -> float:
        """Return the weight of an n-gram in bits; 0 for an unknown n-gram."""
        return self.ngrams[ngram]

    def rounded(self) -> FloatArray:
        """Return the weight of every node, rounded as programs do that divide two logarithms."""
        if not self.words:
            return self.ngrams.values  # those of a table
        import numpy as np

        return np.frombuffer(self.ngrams.table.information(self.words, self.zero, True))

    def items(self) -> Iterator[tuple[tuple[str, ...], float]]:
        """Yield every n-gram and its weight, by order, then in the order of the text."""
        return self.ngrams.items()

    def fingerprint(self) -> str:
        """Return 12 hexadecimal digits of SHA-256 that identify the table."""
        return fingerprint(self.items())


def _zero(vocabulary: kernel.Vocabulary, zero_is_no_prefix: bool) -> int:
    """Return the token that counts as the empty n-gram where it is a prefix, or `UNKNOWN`."""
    return id_of(vocabulary, "0") if zero_is_no_prefix else kernel.UNKNOWN

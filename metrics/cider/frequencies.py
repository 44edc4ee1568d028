"""Document frequencies: the number of segments in whose references an n-gram occurs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.options import is_whole_number
from tallystick.metrics.corpus.text import offsets_of
from tallystick.metrics.counting.ngram_weights import (
    Ngram,
    NgramWeights,
    checked_table,
    fingerprint,
    read_table,
)
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.sum_formula import of_each
from tallystick.metrics.sums.symbols import log
from tallystick.metrics.whole_corpus.ngram_counts import count_ngrams

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import References
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.sums.arrays import FloatArray
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer

HEADER = "segments"
"""The word before the number of segments on the first line of a file."""
_log = of_each(log)
NO_WORDS = "all references are empty, so CIDEr has no n-grams to count; give references with words"


@dataclass(frozen=True, slots=True, eq=False)
class DocumentFrequencies:
    """The number of segments in whose references each n-gram occurs, and of all segments.

    An n-gram has the weight log(segments) - log(max(1, its document frequency)); Vedantam et al.
    2015, equation 1. One that is not listed has the highest weight.

    Attributes:
        ngrams: The n-grams with their document frequencies.
        segments: The number of segments.

    >>> from tallystick.metrics.corpus.corpus import References
    >>> from tallystick.metrics.arguments.catalogue import tokenizer_named
    >>> references = References.per_segment([["a b", "a a"], ["a c"]])
    >>> frequencies = DocumentFrequencies.fit([references], tokenizer_named("none"))
    >>> frequencies.segments, frequencies[("a",)], frequencies[("a", "b")], frequencies[("c", "c")]
    (2, 2, 1, 0)
    """

    ngrams: NgramWeights
    segments: int

    @classmethod
    def fit(
        cls,
        references: Iterable[References],
        tokenizer: Tokenizer,
        lowercase: Lowercase = "none",
        order: int = 4,
        complete: bool = True,
        workspace: Workspace | None = None,
    ) -> DocumentFrequencies:
        """Count the segments in whose references each n-gram occurs.

        Args:
            references: References in one or several parts, in any order.
            tokenizer: The tokenizer of references that are text.
            lowercase: The case folding.
            order: The highest order.
            complete: Whether to keep n-grams whose prefix occurs once. They occur in one segment,
                so omitting them changes no weight and saves most of the memory.
            workspace: Keeps the encoded references for other uses.

        Raises:
            InputError: There are no references, or all are empty.
        """
        counted = count_ngrams(
            references,
            tokenizer,
            lowercase,
            order,
            complete=complete,
            locate=True,
            workspace=workspace,
        )
        if not counted.text.tokens:
            raise InputError(NO_WORDS)
        references = np.concatenate(list(map(np.diff, counted.segment_bounds)))
        bounds = counted.text.offsets[offsets_of(references)]
        counts = kernel.count_segments(counted.nodes, bounds, len(counted.ngrams.table))
        frequencies = np.frombuffer(counts, dtype=np.uint32).astype(np.float64)
        return cls(replace(counted.ngrams, value_buffer=frequencies), len(references))

    @classmethod
    def from_table(cls, frequencies: Mapping[Ngram, int], segments: int) -> DocumentFrequencies:
        """Build from frequencies that were counted elsewhere.

        Args:
            frequencies: The number of segments in whose references every n-gram (a tuple of tokens)
                occurs.
            segments: The number of all segments, 2 or more.

        Raises:
            InputError: The table is empty, an n-gram is not a tuple of one or more strings, a
                frequency is not a whole number from 0 to the number of segments, or that number is
                below 2.
        """
        if not (isinstance(segments, int) and segments >= 2):
            raise InputError(
                f"segments is {segments!r}; expected the number of segments in which document "
                "frequencies were counted, 2 or more"
            )
        ngrams = checked_table(
            frequencies,
            ("document frequency", "document frequencies"),
            lambda count: 0 <= count <= segments and count == int(count),
            f"a whole number from 0 to {segments}, the number of segments",
        )
        return cls(ngrams, segments)

    @classmethod
    def read(cls, path: str | Path) -> DocumentFrequencies:
        r"""Read a file of document frequencies, as `write` makes it.

        Its first line has the word "segments", a tab and the number of segments; every other line
        the tokens of an n-gram joined by spaces, a tab and its document frequency.

        Raises:
            InputError: The file cannot be read, a line is malformed, an n-gram occurs twice, or see
                `from_table`.
        """
        from tallystick.metrics.reading.lines import read_text

        lines = read_text(str(path))
        first = next(iter(lines), "")
        word, _, number = first.partition("\t")
        if word != HEADER or not is_whole_number(number):
            raise InputError(
                f"{path}, line 1: {first!r} is not the number of segments; expected the word "
                f"{HEADER}, a tab, and a whole number: {HEADER}\\t40504"
            )
        table = read_table(lines, path, "a document frequency", start=1)
        return cls.from_table(table, int(number))  # type: ignore[arg-type]  # it checks them

    def write(self, path: str | Path) -> None:
        """Write a file that `read` reads.

        Raises:
            InputError: A token contains white space, or the file cannot be written.
        """
        lines = [f"{HEADER}\t{self.segments}\n"]
        for ngram, count in self.items():
            line = " ".join(ngram)
            if line.split() != list(ngram):
                raise InputError(
                    f"the n-gram {ngram!r} has a token that is empty or contains white space, "
                    "which a file of document frequencies cannot contain"
                )
            lines.append(f"{line}\t{count}\n")
        try:
            Path(path).write_text("".join(lines), encoding="utf-8", newline="\n")
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error}") from None

    def __getitem__(self, ngram: Sequence[str]) -> int:
        """Return the document frequency of an n-gram; 0 for an unknown n-gram."""
        return int(self.ngrams[ngram])

    def items(self) -> Iterator[tuple[Ngram, int]]:
        """Yield every n-gram and its document frequency."""
        return ((ngram, int(count)) for ngram, count in self.ngrams.items())

    def fingerprint(self) -> str:
        """Return 12 hexadecimal digits of SHA-256 that identify the frequencies."""
        return fingerprint([((), float(self.segments)), *self.ngrams.items()])

    @property
    def highest_weight(self) -> float:
        """The weight of an n-gram that occurs in one segment, or in none."""
        return math.log(self.segments)

    def weights(self) -> FloatArray:
        """Return the weight of every node, float64, shape (nodes,)."""
        weights: FloatArray = self.highest_weight - _log(np.maximum(self.ngrams.values, 1))
        return weights

    def are_equal(self) -> bool:
        """Return whether every n-gram occurs in the references of all segments."""
        values = self.ngrams.values
        return bool((values[values > 0] == self.segments).all())

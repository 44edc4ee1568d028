"""The statistics of segments under a dialect of ROUGE."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate, chain, pairwise, repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.corpus.text import int64_array, int64_view
from tallystick.metrics.counting.best_reference import Comparison
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.counting.threads import run_in_threads
from tallystick.metrics.rouge.formula import COLUMNS, COUNTS, compare, formula_of_references
from tallystick.metrics.rouge.matching import (
    Symbols,
    has_sentences,
    in_sentences,
    match,
    symbols_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.rouge.dialect import RougeDialect
    from tallystick.metrics.tokenizers import Tokenizer

_COMBINED = {"mean": np.add, "pooled": np.add, "best_each": np.maximum}
"""How the rows of all references are combined, where no single one counts."""


@lru_cache(maxsize=64)
def comparison_of(kind: str, dialect: RougeDialect) -> RougeComparison:
    """Return how a hypothesis is compared with its references.

    Args:
        kind: The type of ROUGE: "1", "2", ..., "L" or "Lsum".
        dialect: The dialect.
    """
    counts = COUNTS if dialect.counting == "once" else COUNTS[:1]
    order = int(kind) if kind.isdecimal() else 1
    functions = partial(match, kind), partial(compare, order)
    return RougeComparison(dialect, COLUMNS, counts, *functions, whole=False, kind=kind)


@dataclass(frozen=True)
class RougeComparison(Comparison):
    """How hypotheses are compared with references in ROUGE.

    Attributes:
        kind: The type.
    """

    kind: str = "1"

    def rows_of_corpus(self, corpus: Corpus, workspace: Workspace) -> NDArray[Any]:
        """Return the rows of all segments, which several metrics share."""
        texts = corpus.hypotheses, corpus.references.segments
        in_one = self.kind == "Lsum" and not any(map(has_sentences, texts))
        if in_one and self.dialect.counting == "clipped":
            return comparison_of("L", self.dialect).rows_of_corpus(corpus, workspace)
        make = partial(self._rows, corpus, workspace)
        return workspace.made_once(corpus, ("rouge", self.kind, self.dialect), make)

    def _rows(self, corpus: Corpus, workspace: Workspace) -> NDArray[Any]:
        if self.kind == "Lsum" and self.dialect.counting == "clipped":
            tasks = in_sentences(self.dialect, corpus, workspace.threads)
            parts = run_in_threads(tasks, workspace.threads)
        else:
            parts = self._parts(corpus, workspace)
        return np.concatenate(
            run_in_threads([partial(self._rows_of, one) for one in parts], workspace.threads)
        )

    def _parts(self, corpus: Corpus, workspace: Workspace) -> list[Symbols]:
        """Return the symbols of a corpus, part by part, which all types of ROUGE share."""
        tokenizer, folding = tokenizer_named(self.dialect.tokenize), self.dialect.lowercase
        use = partial(symbols_of, self.dialect)
        return workspace.made_once(
            corpus,
            ("rouge", tokenizer.name, folding, self.dialect.stem),
            lambda: workspace.map_pairs(corpus, tokenizer, folding, use),
        )

    def _rows_of(self, symbols: Symbols) -> NDArray[Any]:
        offsets = int64_array(int64_view(symbols.segments))
        own = np.repeat(symbols.hypotheses.lengths, np.diff(offsets))
        counted = self.count(self.dialect, symbols)
        return self.rows([*counted, own, symbols.references.lengths], offsets)

    def rows(self, counted: Sequence[Any], offsets: NDArray[Any]) -> NDArray[Any]:
        """Return the rows of segments; see `Comparison.rows`."""
        references = len(counted[0])
        combine = _COMBINED.get(self.dialect.references)
        if combine is None or references == len(offsets) - 1:
            return super().rows(counted, offsets)
        each = super().rows(counted, np.arange(references + 1))
        combined = [combine.reduceat(column, offsets[:-1]) for column in each.T]
        named = dict(zip(COLUMNS, combined, strict=True))
        row = formula_of_references(self.dialect).parts_of_arrays(named).row
        return np.stack(np.broadcast_arrays(*row), axis=-1)

    def segment_counter(
        self, references: Sequence[str], tokenizer: Tokenizer | None = None
    ) -> Callable[[str], dict[str, Any]] | None:
        """Return what counts hypotheses of one segment, by the names of the columns.

        None if no single reference counts.
        """
        number, dialect = len(references), self.dialect
        if number > 1 and dialect.references in _COMBINED:
            return None
        split = _lines if self.kind == "Lsum" else _whole
        sentences = list(map(split, references))
        tokenizer = cached_tokenizer(dialect.tokenize)
        prepared = SegmentReferences(list(chain(*sentences)), tokenizer, dialect.lowercase)
        texts = array("q", accumulate(map(len, sentences), initial=0))
        lengths = [sum(prepared.lengths[first:end]) for first, end in pairwise(texts)]
        segments = array("q", [0, number]).tobytes()

        def count(hypothesis: str) -> dict[str, Any]:
            own = split(hypothesis)
            found = prepared.encode(*own)
            encoded = found._replace(buffers=(*found.buffers[:4], segments))
            symbols = symbols_of(dialect, encoded, (array("q", [0, len(own)]), texts))
            counted = [column.tolist() for column in self.count(dialect, symbols)]
            tokens = repeat(found.hypothesis_length, number)
            return self.row(zip(*counted, tokens, lengths, strict=True))

        return count


def _whole(text: str) -> list[str]:
    return [text]


def _lines(text: str) -> list[str]:
    return text.split("\n")

"""Statistics of metrics that compare a hypothesis with one reference at a time.

What the kernel counts of a pair and the formula that makes a row of these counts are written once.
From them follow the statistics of a corpus, in arrays, and those of one segment, in Python numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.one_segment import (
    SegmentReferences,
    cached_tokenizer,
    tokenized_in_calls,
    with_strings,
)
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.statistics import Columns, Statistics, places_of
from tallystick.metrics.sums.sum_formula import function_of_arrays, function_of_numbers
from tallystick.metrics.sums.symbols import Step, Symbol, where

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.tokenizers import Tokenizer

LENGTHS = ("hypothesis_length", "reference_length")
"""What is known of every pair: the tokens of both sides."""


class Texts(Protocol):
    """Segments as token numbers, of a corpus or a single one: see `EncodedPairs`."""

    @property
    def buffers(self) -> tuple[Any, Any, Any, Any, Any]:
        """What the kernel takes of hypotheses and references."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The tokens that the numbers represent."""


class Compared(NamedTuple):
    """What a formula makes of the counts of a pair: a row of statistics, and its rank.

    The row of the highest rank counts, the first of several. No number of a rank is NaN.
    """

    row: Sequence[Any]
    rank: Sequence[Any]

    @property
    def first_of_rank(self) -> Any:
        """What usually decides."""
        return self.rank[0] if self.rank else 0.0


def nan_first(number: Any) -> Any:
    """Return a number of a formula as a rank: one that is not defined is the highest."""
    return where(number != number, math.inf, number)


def _function(of: Callable[..., Callable[[Any], Any]], what: str) -> Any:
    """Return a member: what computes the row, or the rank, of the counts and lengths of pairs."""

    def function(comparison: Comparison) -> Callable[[Any], Any]:
        columns = Columns(*comparison.counts, *comparison.lengths)
        steps: dict[Step, int] = {}
        symbols = [Symbol(steps, ("column", name)) for name in columns]
        compared = comparison.formula(comparison.dialect, columns.split_list(symbols))
        sources = {name: (place, None) for place, name in enumerate(columns)}
        return of(tuple(steps), getattr(compared, what), sources)

    return cached_property(function)


@dataclass(frozen=True)
class Comparison:
    """How hypotheses are compared with references under a dialect, and which reference counts.

    `count` is a function of the dialect, and of segments as token numbers, to an array or buffer of
    int64 for each of `counts` and `lengths`, with a number for every pair; `formula` one of the
    dialect and these numbers by name, see `SumFormula.text`. Statistics are int64 if they are
    `whole`; in Python numbers they are of type int only if the formula has no constants. `orders`
    are those of the clipped matches that are counted; empty if other counts are.
    """

    dialect: Any
    columns: Columns
    counts: Sequence[str | tuple[str, int]]
    count: Callable[[Any, Any], Sequence[Any]]
    formula: Callable[[Any, Mapping[str, Any]], Compared]
    whole: bool = True
    orders: Sequence[int] = ()
    lengths: ClassVar[Sequence[str]] = LENGTHS

    row_of_pair = _function(function_of_numbers, "row")
    rank_of_pair = _function(function_of_numbers, "rank")
    _first_of_rank = _function(function_of_numbers, "first_of_rank")
    _row_of_pairs = _function(function_of_arrays, "row")
    _rank_of_pairs = _function(function_of_arrays, "rank")

    @cached_property
    def _places(self) -> tuple[tuple[str, int | slice], ...]:
        return places_of(self.columns)

    def statistics(self, corpus: Corpus, workspace: Workspace) -> Statistics:
        """Return the statistics of every segment with the reference that counts."""
        rows = self.rows_of_corpus(corpus, workspace)
        return Statistics(self.columns, rows, corpus.references.number, corpus.given_tokens)

    def rows_of_corpus(self, corpus: Corpus, workspace: Workspace) -> NDArray[Any]:
        """Return the rows of all segments, shape (segments, columns)."""
        import numpy as np

        tokenizer, lowercase = tokenizer_named(self.dialect.tokenize), self.dialect.lowercase
        return np.concatenate(workspace.map_pairs(corpus, tokenizer, lowercase, self.rows_of_part))

    def few(self, corpus: Corpus, workspace: Workspace) -> Iterable[list[Any]] | None:
        """Return the columns of the statistics in Python numbers, if that takes less time."""
        return None

    def segment_counter(
        self, references: Sequence[str], tokenizer: Tokenizer | None = None
    ) -> Callable[[str], dict[str, Any]] | None:
        """Return what counts hypotheses of one segment, by names of columns, if it can."""
        tokenizer = tokenizer or cached_tokenizer(self.dialect.tokenize)
        if self.orders and tokenized_in_calls(references, tokenizer):
            return self._matches_counter(references, tokenizer.name)
        prepared = SegmentReferences(references, tokenizer, self.dialect.lowercase)

        def count(hypothesis: str) -> dict[str, Any]:
            encoded, lengths = prepared.encode(hypothesis), prepared.lengths
            counted = [column.tolist() for column in self.count(self.dialect, encoded)]
            own = [encoded.hypothesis_length] * len(lengths)
            return self.row(zip(*counted, own, lengths, strict=True))

        return count

    def _matches_counter(
        self, references: Sequence[str], tokenizer: str
    ) -> Callable[[str], dict[str, Any]]:
        """Return what counts hypotheses of one segment by one call of the kernel."""
        *_, highest = self.orders
        call, how = with_strings(references), (self.dialect.lowercase, True, tokenizer, highest)

        def count(hypothesis: str) -> dict[str, Any]:
            *buffers, _ = call(kernel.match_strings, hypothesis, *how)
            matches, own, wanted = (memoryview(buffer).cast("q").tolist() for buffer in buffers)
            counted = [matches[order - 1 :: highest] for order in self.orders]
            lengths = wanted[::highest]
            return self.row(zip(*counted, own[:1] * len(lengths), lengths, strict=True))

        return count

    def row(self, pairs: Iterable[Sequence[int]]) -> dict[str, Any]:
        """Return the row of one segment by name; `pairs` are the counts with each reference."""
        best, *tied = self.leading(list(pairs))
        row = self.row_of_pair(max(best, *tied, key=self.rank_of_pair) if tied else best)
        return {name: row[place] for name, place in self._places}

    def leading(self, pairs: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
        """Return the counts with those references whose ranks begin with the highest number."""
        if len(pairs) == 1:
            return pairs
        firsts = [*map(self._first_of_rank, pairs)]
        highest = max(firsts)
        if firsts.count(highest) == 1:  # in less time
            return [pairs[firsts.index(highest)]]
        return [pairs[place] for place, first in enumerate(firsts) if first == highest]

    def rows(self, counted: Sequence[Any], offsets: NDArray[Any]) -> NDArray[Any]:
        """Return the rows of segments from the counts and lengths of all pairs."""
        import numpy as np

        if len(counted[0]) > len(offsets) - 1:
            best = highest(self._rank_of_pairs(counted), offsets)
            counted = [np.asarray(column)[best] for column in counted]
        row = self._row_of_pairs(counted)
        kind = np.int64 if self.whole else np.float64
        rows = np.empty((len(offsets) - 1, len(row)), kind, order="F")
        for place, column in enumerate(row):
            rows[:, place] = column
        return rows

    def rows_of_part(self, pairs: EncodedPairs) -> NDArray[Any]:
        """Return the rows of a part of a corpus, shape (segments, columns)."""
        import numpy as np

        offsets = pairs.references.segment_offsets
        own = np.repeat(pairs.hypotheses.lengths, np.diff(offsets))
        lengths = own, pairs.references.encoded.lengths
        return self.rows([*self.count(self.dialect, pairs), *lengths], offsets)


def match_by_reference(dialect: Any, texts: Texts) -> list[memoryview]:
    """Return the clipped matches of orders 1 to `dialect.order` with each reference by itself."""
    size, order = len(texts.vocabulary), dialect.order
    counts, _, _ = kernel.match(*texts.buffers, order, size, separately=True)
    matches = memoryview(counts).cast("q")
    return [matches[place::order] for place in range(order)]


def highest(rank: Sequence[Any], offsets: NDArray[Any]) -> NDArray[Any]:
    """Return the reference of the highest rank of every segment; ranks are compared in turn.

    `offsets` are those of the first reference of each segment, with the end.
    """
    import numpy as np

    first, *others = rank or (0.0,)
    starts, counts = offsets[:-1], np.diff(offsets)
    numbers = np.broadcast_to(first, offsets[-1])
    best = numbers == np.repeat(np.maximum.reduceat(numbers, starts), counts)
    places = np.where(best, np.arange(len(best)), len(best))
    chosen: NDArray[Any] = np.minimum.reduceat(places, starts)
    equal = np.add.reduceat(best, starts, dtype=np.int64)
    several = np.flatnonzero(equal > 1)
    if others and len(several):
        tied = np.flatnonzero(best & np.repeat(equal > 1, counts))
        equal = equal[several]
        keys = [np.broadcast_to(values, len(best))[tied] * -1.0 for values in others]
        order = np.lexsort((*keys[::-1], np.repeat(several, equal)))
        chosen[several] = tied[order[np.cumsum(equal) - equal]]
    return chosen

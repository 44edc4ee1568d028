"""Precision, recall and F of ROUGE, and the matches that they are made of.

Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", Text Summarization Branches Out 2004,
equations 1 to 4 and 9 to 11. Sentences are the lines of a segment, for ROUGE-Lsum only.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.corpus.text import Text, int64_array, int64_view, lengths_of, offsets_of
from tallystick.metrics.counting.best_reference import Compared, Comparison, Texts
from tallystick.metrics.counting.one_segment import (
    EncodedSegment,
    SegmentReferences,
    cached_tokenizer,
)
from tallystick.metrics.counting.pairs import encode_lines
from tallystick.metrics.counting.workspace import Workspace, run_in_threads
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.sum_formula import SumFormula, divided
from tallystick.metrics.sums.symbols import maximum, where

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.rouge.dialect import RougeDialect
    from tallystick.metrics.sums.arrays import IntArray
    from tallystick.metrics.tokenizers import Tokenizer

COUNTS = ("matches", "hypothesis_ngrams", "reference_ngrams")
COLUMNS = Columns(*COUNTS, "precisions", "recalls", "segment_scores", "segments")

MOST_DECIMALS = 16
"""With this many decimals nothing is rounded."""


class Rouge(NamedTuple):
    """ROUGE of a sum of segments, and its precision and recall, 0 to 100."""

    f: Any
    precision: Any
    recall: Any


@lru_cache(maxsize=2048)
def formula_of(dialect: RougeDialect) -> SumFormula:
    """Return the formula of a dialect."""
    return SumFormula(COLUMNS, partial(_of_sums, dialect))


def _of_sums(dialect: RougeDialect, sums: Mapping[str, Any]) -> Rouge:
    segments = sums["segments"]
    if dialect.average == "none":
        precision, recall = _precision_and_recall(sums)
    else:
        precision, recall = (divided(sums[name], segments) for name in ("precisions", "recalls"))
    if dialect.average == "f":
        f = divided(sums["segment_scores"], segments)
    else:
        f = f_measure(dialect, precision, recall)
    return Rouge(100 * f, 100 * precision, 100 * recall)


def compare(order: int, dialect: RougeDialect, pair: Mapping[str, Any]) -> Compared:
    """Return the row of a hypothesis with a reference; `order` is 1 for subsequences."""
    lengths = own, wanted = pair["hypothesis_length"], pair["reference_length"]
    if dialect.counting == "once":
        ngrams = [pair[name] for name in COUNTS[1:]]
    else:
        ngrams = [maximum(length - (order - 1), 0) for length in lengths]
    row = measured(dialect, dict(zip(COUNTS, (pair["matches"], *ngrams), strict=True)))
    if dialect.empty != "zero":
        fails = dialect.empty == "error"
        empty = (own == 0) | (wanted == 0) if fails else (own == 0) & (wanted == 0)
        instead = math.nan if fails else 1.0
        row = (*row[:3], *(where(empty, instead, component) for component in row[3:]))
    *_, recall, f = row
    rank: tuple[Any, ...] = ()
    if dialect.references == "best":
        # rounded alike if F is equal
        weighted = ngrams[0] + dialect.beta**2 * ngrams[1]
        rank = _share(pair["matches"], weighted), -1 * ngrams[1]
        if dialect.empty == "both_one":  # without n-grams, but not without tokens, F is 0
            rank = (*rank, f)
    elif dialect.references != "first":
        rank = (recall if dialect.references == "best_recall" else f,)
    if dialect.empty == "error":
        rank = tuple(where(f != f, math.inf, component) for component in rank)
    return Compared((*row, 1.0), rank)


@lru_cache(maxsize=2048)
def formula_of_references(dialect: RougeDialect) -> SumFormula:
    """Return the formula of a row of all references of a segment, if no single one counts.

    It is a formula of the highest values of each column of their rows, or of the sums.
    """
    return SumFormula(COLUMNS, partial(_of_references, dialect))


def _of_references(dialect: RougeDialect, rows: Mapping[str, Any]) -> Compared:
    if dialect.references == "mean":
        return Compared([rows[name] / rows["segments"] for name in COLUMNS], ())
    if dialect.references == "pooled":
        return Compared((*measured(dialect, rows), 1.0), ())
    *counts, precision, recall, _, segments = rows.values()
    f = f_measure(dialect, precision, recall)
    return Compared((*counts, precision, recall, f, segments), ())


def measured(dialect: RougeDialect, counts: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return `COUNTS`, precision, recall and F."""
    precision, recall = (rounded(dialect, share) for share in _precision_and_recall(counts))
    f = f_measure(dialect, precision, recall)
    return *(counts[name] for name in COUNTS), precision, recall, f


def _precision_and_recall(counts: Mapping[str, Any]) -> tuple[Any, Any]:
    matches, own, wanted = (counts[name] for name in COUNTS)
    return _share(matches, own), _share(matches, wanted)


def _share(matches: Any, ngrams: Any) -> Any:
    """Divide matches by numbers of n-grams; 0 where there are none."""
    return matches / maximum(ngrams, 1)


def f_measure(dialect: RougeDialect, precision: Any, recall: Any) -> Any:
    """Combine precision and recall, both 0 to 1, to F; 0 if both are 0."""
    weight = dialect.beta**2
    below = recall + weight * precision + dialect.epsilon
    above = (1 + weight) * precision * recall
    return rounded(dialect, divided(above, below))


def rounded(dialect: RougeDialect, value: Any) -> Any:
    """Round precision, recall or F of segments, 0 to 1, as the dialect does."""
    if dialect.decimals >= MOST_DECIMALS:
        return value
    factor, large = 10.0**dialect.decimals, 2.0**52  # numbers above it have no fractions
    return (value * factor + large - large) / factor


_COMBINED = {"mean": np.add, "pooled": np.add, "best_each": np.maximum}
"""How the rows of all references are combined, where no single one counts."""


class Sentences(NamedTuple):
    """Segments in sentences, as numbers of tokens or of their stems, all below `size`.

    `texts` have the first sentence of each hypothesis and of each reference, int64, with the end.
    """

    buffers: tuple[Any, Any, Any, Any, Any]
    texts: tuple[Any, Any]
    size: int


def in_sentences(
    dialect: RougeDialect, texts: Texts, first: tuple[Any, Any] | None = None
) -> Sentences:
    """Return segments as numbers of stems, or of tokens if the dialect does not stem them.

    With `first`, that of `Sentences`, the buffers of the segments have sentences in place of texts.
    """
    own, bounds, ids, other_bounds, segments = texts.buffers
    if dialect.stem != "none":
        stems = np.frombuffer(texts.vocabulary.stems(), np.uint32)
        own, ids = (_still(stems[np.frombuffer(tokens, np.uint32)]) for tokens in (own, ids))
    if first is None:  # each text has one
        first = _up_to(memoryview(bounds).nbytes // 8), _up_to(memoryview(other_bounds).nbytes // 8)
    return Sentences((own, bounds, ids, other_bounds, segments), first, len(texts.vocabulary))


@lru_cache(maxsize=16)
def _up_to(number: int) -> IntArray:
    return _still(np.arange(number))


def _still(numbers: NDArray[Any]) -> NDArray[Any]:
    numbers.setflags(write=False)  # the kernel copies arrays that can change
    return numbers


def match(kind: str, dialect: RougeDialect, texts: Sentences | Texts) -> list[Any]:
    """Return what is counted of every pair, int64: matches, and n-grams if each counts once."""
    sentences = texts if isinstance(texts, Sentences) else in_sentences(dialect, texts)
    own, own_bounds, ids, bounds, segments = sentences.buffers
    if dialect.counting == "once":
        return _match_once(kind, sentences)
    if kind.isdecimal():
        order = int(kind)
        matches, _, _ = kernel.match(*sentences.buffers, order, sentences.size, separately=True)
        return [memoryview(matches).cast("q")[order - 1 :: order]]
    own_first, first = sentences.texts
    matches = kernel.match_subsequences(
        own, own_bounds, own_first, ids, bounds, first, segments, sentences.size
    )
    return [memoryview(matches).cast("q")]


def _match_once(kind: str, sentences: Sentences) -> list[Any]:
    """Match n-grams, each of which counts once in a text, as the kernel matches tokens."""
    if not kind.isdecimal():
        raise OptionError(
            f"counting=once is defined for n-grams, not for ROUGE-{kind}; the ROUGE-L of the "
            "program that counts so is not a longest common subsequence, and is not supported"
        )
    from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams

    own, own_bounds, ids, bounds, segments = sentences.buffers
    own, ids = (np.frombuffer(buffer, np.uint32) for buffer in (own, ids))
    own_bounds, bounds = map(int64_array, map(int64_view, (own_bounds, bounds)))
    starts = np.concatenate([own_bounds, len(own) + bounds[1:]])
    order = int(kind)
    table, nodes = located_ngrams(np.concatenate([own, ids]), starts, sentences.size, order)
    ngrams = np.asarray(nodes)[order - 1]
    hypotheses = _once(ngrams[: len(own)], own_bounds, len(table))
    references = _once(ngrams[len(own) :], bounds, len(table))
    matches, _, _ = kernel.match(*hypotheses, *references, segments, 1, len(table), separately=True)
    of_own, of_others = (np.diff(offsets) for _, offsets in (hypotheses, references))
    return [np.frombuffer(matches, np.int64), np.repeat(of_own, lengths_of(segments)), of_others]


def _once(
    ngrams: NDArray[np.uint32], bounds: IntArray, size: int
) -> tuple[NDArray[np.uint32], IntArray]:
    """Return the n-grams of each text, each once, and the first one of each text, with the end."""
    texts = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    known = ngrams != kernel.UNKNOWN
    keys = np.sort(texts[known] * size + ngrams[known])  # sorts faster than np.unique
    texts, once = np.divmod(keys[np.diff(keys, prepend=-1) > 0], size)
    return once.astype(np.uint32), offsets_of(np.bincount(texts, minlength=len(bounds) - 1))


def split_lines(text: Text) -> tuple[Text, IntArray]:
    """Split segments into sentences; return these, and the first one of each, with the end."""
    low, high = text.starts.min(), text.ends.max()
    feeds = low + np.flatnonzero(np.frombuffer(text.data, np.uint8)[low:high] == ord("\n"))
    first = np.searchsorted(feeds, text.starts)
    inside = offsets_of(np.searchsorted(feeds, text.ends) - first)
    places = np.repeat(first - inside[:-1], np.diff(inside)) + np.arange(inside[-1])
    starts = np.insert(feeds[places] + 1, inside[:-1], text.starts)
    ends = np.insert(feeds[places], inside[1:], text.ends)
    return Text(text.data, starts, ends), _still(inside + np.arange(len(inside)))


def has_sentences(text: object) -> bool:
    """Whether a segment of a text contains a line feed; token lists have one sentence each."""
    if not isinstance(text, Text) or b"\n" not in text.data:
        return False
    feeds = np.flatnonzero(np.frombuffer(text.data, dtype=np.uint8) == ord("\n"))
    return bool((np.searchsorted(feeds, text.ends) > np.searchsorted(feeds, text.starts)).any())


@lru_cache(maxsize=2048)
def comparison_of(kind: str, dialect: RougeDialect) -> RougeComparison:
    """Return how a hypothesis is compared; the type is "1", "2", ..., "L" or "Lsum"."""
    counts = COUNTS if dialect.counting == "once" else COUNTS[:1]
    order = int(kind) if kind.isdecimal() else 1
    functions = partial(match, kind), partial(compare, order)
    plain = kind.isdecimal() and (dialect.counting, dialect.stem) == ("clipped", "none")
    orders = [order] * plain
    return RougeComparison(dialect, COLUMNS, counts, *functions, False, orders, kind=kind)


@dataclass(frozen=True)
class RougeComparison(Comparison):
    """How hypotheses are compared with references in ROUGE."""

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
        tokenizer, folding = tokenizer_named(self.dialect.tokenize), self.dialect.lowercase
        if self.kind == "Lsum" and self.dialect.counting == "clipped":
            use = partial(self._rows_of_lines, corpus, tokenizer)
            return np.concatenate(workspace.map_bounds(corpus.references, use))
        parts: list[Sentences] = workspace.made_once(
            corpus,
            ("rouge", tokenizer.name, folding, self.dialect.stem),  # all types share the stems
            lambda: workspace.map_pairs(
                corpus, tokenizer, folding, partial(in_sentences, self.dialect)
            ),
        )
        tasks = [partial(self._rows_of, part) for part in parts]
        return np.concatenate(run_in_threads(tasks, workspace.threads))

    def _rows_of_lines(
        self, corpus: Corpus, tokenizer: Tokenizer, start: int, stop: int
    ) -> NDArray[Any]:
        references = corpus.references.slice(start, stop)
        sides: tuple[Any, Any] = corpus.hypotheses[start:stop], references.segments
        vocabulary = kernel.Vocabulary()
        (own, own_first), (others, first) = map(split_lines, sides)
        encoded = [
            encode_lines(lines, vocabulary, tokenizer, self.dialect.lowercase)
            for lines in (others, own)
        ]
        buffers: Any = (*encoded[1], *encoded[0], references.offsets_view)
        texts = EncodedSegment(buffers, vocabulary)
        return self._rows_of(in_sentences(self.dialect, texts, (own_first, first)))

    def _rows_of(self, sentences: Sentences) -> NDArray[Any]:
        _, own_bounds, _, bounds, segments = sentences.buffers
        offsets = int64_array(int64_view(segments))
        own, others = (
            np.diff(np.frombuffer(starts, np.int64)[np.frombuffer(texts, np.int64)])
            for starts, texts in zip((own_bounds, bounds), sentences.texts, strict=True)
        )
        counted = self.count(self.dialect, sentences)
        return self.rows([*counted, np.repeat(own, np.diff(offsets)), others], offsets)

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
        """Return what counts hypotheses of one segment; None if no single reference counts."""
        number, dialect = len(references), self.dialect
        if number > 1 and dialect.references in _COMBINED:
            return None
        if self.kind != "Lsum":
            return super().segment_counter(references)
        lines = [reference.split("\n") for reference in references]
        prepared = SegmentReferences(
            list(chain(*lines)), cached_tokenizer(dialect.tokenize), dialect.lowercase
        )
        first = array("q", accumulate(map(len, lines), initial=0))
        lengths = [sum(prepared.lengths[start:end]) for start, end in pairwise(first)]
        segments = array("q", [0, number]).tobytes()

        def count(hypothesis: str) -> dict[str, Any]:
            own = hypothesis.split("\n")
            whole = prepared.encode(*own)
            encoded = EncodedSegment((*whole.buffers[:4], segments), whole.vocabulary)
            sentences = in_sentences(dialect, encoded, (array("q", [0, len(own)]), first))
            counted = [column.tolist() for column in self.count(dialect, sentences)]
            tokens = [whole.hypothesis_length] * number
            return self.row(zip(*counted, tokens, lengths, strict=True))

        return count

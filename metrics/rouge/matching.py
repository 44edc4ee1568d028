"""Matches of hypotheses with each of their references: n-grams and common subsequences.

The sentences of a text are the lines of its segment, which a line feed inside it separates. They
matter to ROUGE-Lsum only; for the other types a text is one sentence.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.corpus.text import Text, int64_array, int64_view, offsets_of
from tallystick.metrics.counting.pairs import encode_lines
from tallystick.metrics.counting.workspace import part_bounds
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.best_reference import Texts
    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.rouge.dialect import RougeDialect


class Side(NamedTuple):
    """The hypotheses, or the references, of consecutive segments.

    Attributes:
        ids: The numbers of the tokens of all texts, or of their stems, uint32.
        sentences: The start of each sentence in the numbers, with the end, int64.
        texts: The first sentence of each text, with the end, int64.
    """

    ids: Any
    sentences: Any
    texts: Any

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The tokens of each text, int64, shape (texts,)."""
        sentences = np.frombuffer(self.sentences, np.int64)
        return np.diff(sentences[np.frombuffer(self.texts, np.int64)])


class Symbols(NamedTuple):
    """Segments as numbers of tokens, or of their stems.

    Attributes:
        hypotheses: The hypotheses, one a segment.
        references: The references, in segment order.
        segments: The first reference of each segment, with the end, int64.
        size: One more than the highest number.
    """

    hypotheses: Side
    references: Side
    segments: Any
    size: int


def symbols_of(
    dialect: RougeDialect, texts: Texts, sentences: tuple[Any, Any] | None = None
) -> Symbols:
    """Return segments as numbers of stems, or of tokens if the dialect does not stem them.

    Args:
        dialect: The dialect.
        texts: The segments; with sentences, their buffers have these in place of texts.
        sentences: The first sentence of each hypothesis and of each reference; None if all texts
            are one sentence.
    """
    own_ids, own, ids, others, segments = texts.buffers
    own_texts, other_texts = sentences or map(_one_each, (own, others))
    size = len(texts.vocabulary)
    if dialect.stem != "none":
        stems = np.frombuffer(texts.vocabulary.stems(), np.uint32)
        own_ids, ids = (_still(stems[np.frombuffer(one, np.uint32)]) for one in (own_ids, ids))
    return Symbols(Side(own_ids, own, own_texts), Side(ids, others, other_texts), segments, size)


def _one_each(bounds: Any) -> NDArray[np.int64]:
    """Return the offsets of texts of one sentence each."""
    return _still(np.arange(len(memoryview(bounds).cast("B")) // 8))


def _still(numbers: NDArray[Any]) -> NDArray[Any]:
    numbers.setflags(write=False)  # the kernel copies arrays that can change
    return numbers


def match(kind: str, dialect: RougeDialect, symbols: Symbols) -> list[Any]:
    """Return what is counted of every hypothesis with each of its references, int64.

    Matches, and n-grams of both sides if each counts once in a text. Those of types L and Lsum are
    tokens.
    """
    if dialect.counting == "once":
        return _match_once(kind, symbols)
    hypotheses, references, segments, size = symbols
    if not kind.isdecimal():
        found = kernel.match_subsequences(*hypotheses, *references, segments, size)
        return [memoryview(found).cast("q")]
    order = int(kind)
    sides = hypotheses.ids, hypotheses.sentences, references.ids, references.sentences
    found, _, _ = kernel.match(*sides, segments, order, size, separately=True)
    return [memoryview(found).cast("q")[order - 1 :: order]]


def _match_once(kind: str, symbols: Symbols) -> list[Any]:
    """Match n-grams, each of which counts once in a text.

    The kernel counts occurrences, so this is much slower; only imitations of one program need it.

    Raises:
        OptionError: The type is not that of n-grams.
    """
    if not kind.isdecimal():
        raise OptionError(
            f"counting=once is defined for n-grams, not for ROUGE-{kind}; the ROUGE-L of the "
            "program that counts so is not a longest common subsequence, and is not supported"
        )
    own, others = (
        [
            _ngrams(ids[start:stop], int(kind))
            for ids in [array("I", bytes(side.ids)).tolist()]
            for start, stop in pairwise(np.frombuffer(side.sentences, np.int64).tolist())
        ]
        for side in symbols[:2]
    )
    counts = np.diff(int64_array(int64_view(symbols.segments)))
    owners = np.repeat(np.arange(len(own)), counts).tolist()
    matches = [len(own[owner] & other) for owner, other in zip(owners, others, strict=True)]
    sizes = [len(own[owner]) for owner in owners]
    return [np.array(column) for column in (matches, sizes, list(map(len, others)))]


def _ngrams(ids: list[int], order: int) -> set[tuple[int, ...]]:
    return set(zip(*(ids[start:] for start in range(order)), strict=False))


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """The sentences of several texts.

    Attributes:
        lines: The sentences of all texts, in order.
        texts: The first sentence of each text, int64, shape (texts + 1,).
    """

    lines: Text
    texts: NDArray[np.int64]

    def of_texts(self, start: int, stop: int) -> Sentences:
        """Return the sentences of the texts from `start` to before `stop`."""
        texts = self.texts[start : stop + 1]
        return Sentences(self.lines[int(texts[0]) : int(texts[-1])], texts - texts[0])


def split_sentences(text: Text) -> Sentences:
    r"""Split segments at line feeds.

    >>> found = split_sentences(Text.from_lines(["a\nb c", "d"]))
    >>> list(found.lines), found.texts.tolist()
    (['a', 'b c', 'd'], [0, 2, 3])
    """
    starts, ends = text.starts, text.ends
    feeds = np.flatnonzero(np.frombuffer(text.data, dtype=np.uint8) == ord("\n"))
    first = np.searchsorted(feeds, starts)
    inside = np.searchsorted(feeds, ends) - first
    texts = offsets_of(inside + 1)
    places = np.repeat(first - offsets_of(inside)[:-1], inside) + np.arange(inside.sum())
    is_first = np.zeros(texts[-1], dtype=bool)
    is_first[texts[:-1]] = True
    sentence_starts = np.empty(texts[-1], dtype=np.int64)
    sentence_starts[is_first] = starts
    sentence_starts[~is_first] = feeds[places] + 1
    is_last = np.roll(is_first, -1)
    sentence_ends = np.empty(texts[-1], dtype=np.int64)
    sentence_ends[is_last] = ends
    sentence_ends[~is_last] = feeds[places]
    return Sentences(Text(text.data, sentence_starts, sentence_ends), texts)


def has_sentences(text: object) -> bool:
    """Whether a segment of a text contains a line feed; token lists have one sentence each."""
    if not isinstance(text, Text) or b"\n" not in text.data:
        return False
    feeds = np.flatnonzero(np.frombuffer(text.data, dtype=np.uint8) == ord("\n"))
    return bool((np.searchsorted(feeds, text.ends) > np.searchsorted(feeds, text.starts)).any())


def in_sentences(
    dialect: RougeDialect, corpus: Corpus, threads: int
) -> list[Callable[[], Symbols]]:
    """Return what encodes the sentences of each part of a corpus of text."""
    hypotheses: Any = corpus.hypotheses
    references: Any = corpus.references.segments
    sides = split_sentences(hypotheses), split_sentences(references)
    offsets = corpus.references.offsets
    return [
        partial(_part_in_sentences, dialect, *sides, offsets[start : stop + 1], start)
        for start, stop in pairwise(part_bounds(len(corpus), threads))
    ]


class _Encoded(NamedTuple):
    """The `Texts` of a part in sentences."""

    buffers: tuple[Any, Any, Any, Any, Any]
    vocabulary: Vocabulary


def _part_in_sentences(
    dialect: RougeDialect,
    hypotheses: Sentences,
    references: Sentences,
    offsets: NDArray[np.int64],
    start: int,
) -> Symbols:
    vocabulary, tokenizer = kernel.Vocabulary(), tokenizer_named(dialect.tokenize)
    first, last = int(offsets[0]), int(offsets[-1])
    others = references.of_texts(first, last)
    own = hypotheses.of_texts(start, start + len(offsets) - 1)
    encoded = [
        encode_lines(side.lines, vocabulary, tokenizer, dialect.lowercase) for side in (others, own)
    ]
    texts = _Encoded((*encoded[1], *encoded[0], offsets - first), vocabulary)
    return symbols_of(dialect, texts, (own.texts, others.texts))

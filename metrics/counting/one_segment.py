"""One segment as the kernel takes it, and its matches, without the arrays that pay for many."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.corpus.text import Text, lengths_of
from tallystick.metrics.counting.matching import closest
from tallystick.metrics.counting.pairs import encode_lines
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer


class OneSegment(NamedTuple):
    """Clipped matches, their weights if any, and lengths of one segment; matches are by order."""

    matches: Sequence[int]
    weighted: Sequence[float]
    totals: Sequence[int]
    reference_lengths: Sequence[int]

    @property
    def closest_length(self) -> int:
        """The length of the closest reference; ties go to the shorter one."""
        return closest(self.totals[0], self.reference_lengths)


class SegmentTotal(NamedTuple):
    """The statistics of one segment by name, with what `score_total` reads of a `Total`."""

    row: Mapping[str, Any]
    references: int
    given_tokens: bool = False

    def named(self) -> Mapping[str, Any]:
        """Return the statistics by name."""
        return self.row


Buffers: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes]


class EncodedSegment(NamedTuple):
    """A hypothesis and its references as token numbers, in buffers as the kernel takes them."""

    buffers: Buffers
    vocabulary: Vocabulary

    @property
    def hypothesis_length(self) -> int:
        """The number of tokens of the hypothesis."""
        return len(self.buffers[0]) // 4


def the_hypothesis(_: int) -> str:
    """Return the words for a hypothesis in errors."""
    return "the hypothesis"


def _reference(index: int) -> str:
    return f"reference {index + 1} of the segment"


def segment_lines(lines: Sequence[str], name: Callable[[int], str] = _reference) -> tuple[str, ...]:
    """Return lines of a segment as strings of class `str`; refuse others and lone surrogates."""
    strings = kernel.exact_strings(tuple(lines))
    return tuple(Text.from_lines(lines, name)) if strings is None else strings


def with_strings(references: Sequence[str]) -> Callable[..., Any]:
    """Return what calls a function of the kernel with a hypothesis and the strings of a segment.

    It takes the function, a hypothesis, and what follows the strings.
    """
    lines, offsets = segment_lines(references), struct.pack("2q", 0, len(references))

    def call(function: Callable[..., Any], hypothesis: str, *options: Any) -> Any:
        return function(segment_lines((hypothesis,), the_hypothesis), lines, offsets, *options)

    return call


class SegmentReferences:
    """The references of one segment as token numbers, which several threads can share."""

    __slots__ = ("_how", "_segments", "ids", "lengths", "offsets", "vocabulary")

    def __init__(
        self, references: Sequence[str], tokenizer: Tokenizer, lowercase: Lowercase
    ) -> None:
        self._how = tokenizer, lowercase
        self._segments = struct.pack("2q", 0, len(references))
        self.vocabulary = kernel.Vocabulary()
        self.ids, self.offsets = self._encode(references, self.vocabulary, _reference)
        self.lengths = lengths_of(self.offsets)

    def encode(self, *lines: str) -> EncodedSegment:
        """Encode a hypothesis, given as one line or as several, with the references."""
        vocabulary = kernel.Vocabulary()
        vocabulary.map_from(self.vocabulary, True)  # gives its tokens the same numbers
        ids, offsets = self._encode(lines, vocabulary, the_hypothesis)
        return EncodedSegment((ids, offsets, self.ids, self.offsets, self._segments), vocabulary)

    def match(
        self, hypothesis: str, order: int, weights: tuple[Any, Any] | None = None
    ) -> OneSegment:
        """Match a hypothesis, up to an order of at least 1.

        `weights` are those of the nodes of a table, float64, and the node of the n-gram of each
        order that starts at each token of the references, uint32, a buffer of the shape (orders,
        tokens).
        """
        buffers, vocabulary = self.encode(hypothesis)
        matches, weighted, _ = kernel.match(*buffers, order, len(vocabulary), *(weights or ()))
        length = len(buffers[0]) // 4
        return OneSegment(
            memoryview(matches).cast("q").tolist(),
            memoryview(weighted).cast("d").tolist() if weights else [],
            [length - shorter if length > shorter else 0 for shorter in range(order)],
            self.lengths,
        )

    def _encode(
        self, lines: Sequence[str], vocabulary: kernel.Vocabulary, name: Callable[[int], str]
    ) -> tuple[bytes, bytes]:
        try:
            return encode_lines(tuple(lines), vocabulary, *self._how)
        except (AttributeError, TypeError, UnicodeEncodeError, InputError):
            Text.from_lines(lines, name)  # says what a line is that is not text, and how to fix it
            raise


FEW_REFERENCES = 8
"""References that are not numbered once: to tokenize them in every call takes less time."""


def tokenized_in_calls(references: Sequence[str], tokenizer: Tokenizer) -> bool:
    """Whether references are tokenized in every call of the kernel, which takes least time."""
    return tokenizer.name in kernel.COMPILED_TOKENIZERS and len(references) <= FEW_REFERENCES


def segment_matcher(
    references: Sequence[str],
    tokenizer: Tokenizer,
    lowercase: Lowercase,
    zero_is_empty: bool | None = None,
) -> Callable[[str, int], OneSegment]:
    """Return what matches hypotheses of a segment as `SegmentReferences` does.

    With `zero_is_empty`, an option of `kernel.match_strings`, the kernel must have the tokenizer,
    and the weights are the information of n-grams in the references.
    """
    match_strings: Callable[..., Any] = kernel.match_strings
    if zero_is_empty is not None:
        match_strings = partial(match_strings, informative=True, zero_is_empty=zero_is_empty)
    elif not tokenized_in_calls(references, tokenizer) and kernel.ACTIVE != "python":
        return SegmentReferences(references, tokenizer, lowercase).match
    call, how = with_strings(references), (lowercase, False, tokenizer.name)

    def match(hypothesis: str, order: int) -> OneSegment:
        *buffers, weighted = call(match_strings, hypothesis, *how, order)
        matches, own, wanted = (memoryview(buffer).cast("q") for buffer in buffers)
        weights = memoryview(weighted).cast("d").tolist() if weighted else []
        return OneSegment(matches.tolist(), weights, own.tolist(), wanted[::order].tolist())

    return match


cached_tokenizer = cache(tokenizer_named)
"""`tokenizer_named`, whose checks take longer than one segment."""

"""Hypotheses and references as integer symbols, the input of every kernel.

Within a part of a corpus, equal tokens have the same number; numbers of parts are unrelated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.errors import warn
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text, Tokens, int64_array, int64_view, offsets_of
from tallystick.metrics.kernel import kernel
from tallystick.metrics.tokenizers import Lowercase, Tokenizer
from tallystick.metrics.tokenizers.normalizing import NormalizingTokenizer
from tallystick.metrics.tokenizers.plain import tokenizer_none
from tallystick.metrics.tokenizers.protocol import SeparatingTokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.sums.arrays import IntArray


def encode_lines(
    lines: Sequence[str], vocabulary: Vocabulary, tokenizer: Tokenizer, lowercase: Lowercase
) -> tuple[bytes, bytes]:
    """Tokenize lines and number their tokens, uint32, with the bounds of the lines, int64."""
    if tokenizer.name in kernel.COMPILED_TOKENIZERS:
        if type(lines) is tuple:
            return vocabulary.encode_strings(lines, tokenizer.name, lowercase)
        if type(lines) is Text:
            return vocabulary.encode_text(lines.data, *lines.bounds, tokenizer.name, lowercase)
        data, offsets = kernel.pack(lines)
        bounds = memoryview(offsets)
        return vocabulary.encode_text(data, bounds[:-8], bounds[8:], tokenizer.name, lowercase)
    if isinstance(tokenizer, NormalizingTokenizer):
        return encode_lines(tokenizer.normalize(lines), vocabulary, tokenizer.tokenizer, lowercase)
    if isinstance(tokenizer, SeparatingTokenizer):
        separated = tokenizer.separate(lines, lowercase)
        return encode_lines(separated, vocabulary, tokenizer_none(), "none")
    return vocabulary.encode_tokens([tokenizer(line, lowercase) for line in lines])


@dataclass(eq=False, repr=False, slots=True, weakref_slot=True)
class Encoded:
    """Segments as token numbers. Iterating yields the numbers of each segment.

    Attributes:
        vocabulary: The tokens that the numbers represent.
        id_buffer: The numbers of all segments, uint32; an array or another buffer.
        bounds: The start of each segment in the numbers, int64, with the end; likewise.
    """

    vocabulary: Vocabulary
    id_buffer: NDArray[np.uint32] | bytes
    bounds: IntArray | memoryview

    @property
    def tokens(self) -> int:
        """The number of tokens of all segments."""
        ids: Any = self.id_buffer
        return memoryview(ids).nbytes // 4

    @property
    def ids(self) -> NDArray[np.uint32]:
        """The numbers of all segments, uint32, shape (tokens,)."""
        import numpy as np

        return np.frombuffer(self.id_buffer, dtype=np.uint32)

    @property
    def offsets(self) -> IntArray:
        """The start of each segment in `ids`, int64, shape (segments + 1,)."""
        return int64_array(self.bounds)

    @property
    def lengths(self) -> IntArray:
        """The number of tokens in each segment, int64, shape (segments,)."""
        import numpy as np

        return np.diff(self.offsets)

    def take(self, indices: IntArray) -> Encoded:
        """Return the segments with these indices, in this order."""
        taken = Tokens(self.vocabulary, self.ids, self.offsets).take(indices)
        return Encoded(self.vocabulary, taken.ids, taken.offsets)

    def __iter__(self) -> Iterator[NDArray[np.uint32]]:
        ids = self.ids
        for start, stop in pairwise(self.bounds.tolist()):
            yield ids[start:stop]


class EncodedReferences(NamedTuple):
    """The references of consecutive segments as token numbers.

    Attributes:
        start: The first segment.
        stop: One past the last segment.
        encoded: The references, in segment order.
        segment_bounds: The first reference of each segment, int64, with the end; an array or
            another buffer.
    """

    start: int
    stop: int
    encoded: Encoded
    segment_bounds: IntArray | memoryview

    @property
    def segment_offsets(self) -> IntArray:
        """The first reference of each segment, int64, shape (segments + 1,)."""
        return int64_array(self.segment_bounds)


@dataclass(eq=False, repr=False, slots=True)
class EncodedPairs:
    """The hypotheses and references of consecutive segments as token numbers.

    Iterating yields for each segment the numbers of its hypothesis, uint32, shape (tokens,), and a
    list of those of its references.

    Attributes:
        hypotheses: The hypotheses, one a segment.
        references: The references; they share the vocabulary of the hypotheses.

    >>> from tallystick.metrics import Corpus, Workspace, tokenizer_named
    >>> corpus = Corpus.from_segments(hypotheses=["b a"], references=[["a b", "a"]])
    >>> [part] = Workspace().pairs(corpus, tokenizer_named("13a"), "none")
    >>> [(hypothesis, references)] = part
    >>> hypothesis.tolist(), [reference.tolist() for reference in references]
    ([1, 0], [[0, 1], [0]])
    """

    hypotheses: Encoded
    references: EncodedReferences

    @property
    def buffers(self) -> tuple[Any, Any, Any, Any, Any]:
        """The arrays in the order in which the kernel takes them.

        The numbers and bounds of the hypotheses, those of the references, and the bounds of the
        segments in the references.
        """
        encoded = self.references.encoded
        return (
            self.hypotheses.id_buffer,
            self.hypotheses.bounds,
            encoded.id_buffer,
            encoded.bounds,
            self.references.segment_bounds,
        )

    @property
    def vocabulary(self) -> Vocabulary:
        """The tokens that the numbers represent."""
        return self.references.encoded.vocabulary

    def take(self, indices: IntArray) -> EncodedPairs:
        """Return the segments with these indices, in this order."""
        import numpy as np

        references = self.references
        bounds = references.segment_offsets
        numbers = np.diff(bounds)[indices]
        offsets = offsets_of(numbers)
        places = np.repeat(bounds[indices] - offsets[:-1], numbers) + np.arange(offsets[-1])
        encoded = references.encoded.take(places)
        taken = EncodedReferences(0, len(indices), encoded, offsets)
        return EncodedPairs(self.hypotheses.take(indices), taken)

    def __len__(self) -> int:
        return len(self.hypotheses.bounds) - 1

    def __iter__(self) -> Iterator[tuple[NDArray[np.uint32], list[NDArray[np.uint32]]]]:
        references = list(self.references.encoded)
        spans = pairwise(self.references.segment_bounds.tolist())
        for hypothesis, (start, stop) in zip(self.hypotheses, spans, strict=True):
            yield hypothesis, references[start:stop]


def encode(
    segments: Text | Tokens,
    vocabulary: Vocabulary | None,
    tokenizer: Tokenizer,
    lowercase: Lowercase,
) -> Encoded:
    """Number the tokens of segments, adding new ones to the vocabulary; None is one of their own.

    That of token lists only grows, so it is shared.
    """
    if vocabulary is None:
        vocabulary = segments.vocabulary if isinstance(segments, Tokens) else kernel.Vocabulary()
    if isinstance(segments, Tokens):
        known: Any = segments.ids
        if lowercase != "none" or vocabulary is not segments.vocabulary:
            known = vocabulary.renumber(segments.vocabulary, segments.ids, lowercase)
        return Encoded(vocabulary, known, segments.offsets)
    ids, offsets = encode_lines(segments, vocabulary, tokenizer, lowercase)
    return Encoded(vocabulary, ids, int64_view(offsets))


def one_reference_each(corpus: Corpus) -> Corpus:
    """Return a corpus of one (hypothesis, reference) pair for every reference, in their order.

    >>> pairs = one_reference_each(
    ...     Corpus.from_segments(hypotheses=["a", "b"], references=[["c", "d"], ["e"]])
    ... )
    >>> list(pairs.hypotheses), list(pairs.references)
    (['a', 'a', 'b'], [('c',), ('d',), ('e',)])
    """
    import numpy as np

    repeated = np.repeat(np.arange(len(corpus)), corpus.references.counts)
    return Corpus(corpus.hypotheses.take(repeated), References.one_each(corpus.references.segments))


def warn_if_slow(pairs: EncodedPairs, most: int) -> None:
    """Warn once in a process that the edits of long texts are counted without compiled kernel.

    `most` is the number of pairs of tokens that the pure-Python kernel compares in about a second.
    """
    if kernel.ACTIVE != "python":
        return
    if sum(len(own) * sum(map(len, others)) for own, others in pairs) > most:
        _warn_of_slowness()


@cache
def _warn_of_slowness() -> None:
    warn(
        "there is no compiled kernel here, so counting edits takes longer: WER about 10, CER 100 "
        "and TER 200 times as long; `tallystick --version` says how to install it"
    )

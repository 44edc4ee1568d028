"""The work that metrics and systems share: every reference is tokenized and numbered once.

A `Workspace` belongs to one scoring run. It splits the segments into consecutive parts, each with a
vocabulary of its own that stays in the processor's cache, and puts the parts together in order, so
that neither the parts nor the number of threads change a result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.ngrams import kernel
from tallystick.metrics.text import Text, Tokens, vocabulary_of
from tallystick.metrics.threads import run_in_threads
from tallystick.metrics.tokenizers import Lowercase, Tokenizer, fold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.ngrams.kernel import NgramTable, Vocabulary
    from tallystick.metrics.references import References

Part = TypeVar("Part")

SEGMENTS_IN_A_PART = 16_384


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """Segments as token numbers.

    Attributes:
        vocabulary: What the numbers stand for.
        ids: The numbers of all segments, uint32, shape (tokens,).
        offsets: Where each segment begins in `ids`, int64, shape (segments + 1,).
    """

    vocabulary: Vocabulary
    ids: NDArray[np.uint32]
    offsets: NDArray[np.int64]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Tokens in each segment, int64, shape (segments,)."""
        lengths: NDArray[np.int64] = np.diff(self.offsets)
        return lengths


@dataclass(frozen=True, slots=True, eq=False)
class EncodedReferences:
    """The references of consecutive segments as token numbers.

    Attributes:
        start: The first segment.
        stop: The segment behind the last one.
        encoded: The references, one after the other.
        segment_offsets: Where the references of each segment begin, int64, segments + 1.
    """

    start: int
    stop: int
    encoded: Encoded
    segment_offsets: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class NgramWeights:
    """N-grams that carry weights, for `Workspace.match`.

    Attributes:
        vocabulary: The tokens of the n-grams; it may have grown since.
        tokens: How many tokens it had when the table was made.
        table: The n-grams.
        values: The weight of every node of the table, float64.
    """

    vocabulary: Vocabulary
    tokens: int
    table: NgramTable
    values: NDArray[np.float64]

    def __reduce__(self) -> tuple[object, ...]:
        """Let the weights be copied and sent to other processes, without the tokens not counted."""
        prefixes, last_tokens, counts = (
            np.frombuffer(part, dtype=np.uint32) for part in self.table.nodes()
        )
        kept = (counts > 0) | (not counts.any())
        number = np.cumsum(kept, dtype=np.uint32) - np.uint32(1)
        single = prefixes == kernel.UNKNOWN
        parts = np.where(single, prefixes, number[np.where(single, 0, prefixes)])
        tokens = compress(self.vocabulary.tokens(), kept[: self.tokens].tolist())
        return _weights_of, (
            list(tokens),
            parts[kept],
            number[last_tokens][kept],
            self.values[kept],
        )

    def mapping_from(self, vocabulary: Vocabulary) -> NDArray[np.uint32]:
        """Return the table's token for every token of another vocabulary, `UNKNOWN` for none."""
        mapping = np.frombuffer(self.vocabulary.map_from(vocabulary, False), dtype=np.uint32)
        return np.where(mapping < self.tokens, mapping, np.uint32(kernel.UNKNOWN))


def _weights_of(
    tokens: list[str],
    prefixes: NDArray[np.uint32],
    last_tokens: NDArray[np.uint32],
    values: NDArray[np.float64],
) -> NgramWeights:
    table = kernel.NgramTable(len(tokens))
    ngrams: list[tuple[int, ...]] = []
    numbers = []
    for prefix, token in zip(prefixes.tolist(), last_tokens.tolist(), strict=True):
        ngrams.append((*(() if prefix == kernel.UNKNOWN else ngrams[prefix]), token))
        numbers.append(table.insert(ngrams[-1]))
    reordered = np.empty_like(values)
    reordered[numbers] = values
    return NgramWeights(vocabulary_of(tokens), len(tokens), table, reordered)


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """What the n-gram layer knows of a corpus.

    Attributes:
        matches: Clipped matches, int64, shape (segments, orders).
        weighted: Sums of the weights of the matched n-grams, float64, same shape; or None.
        hypothesis_lengths: Tokens of each hypothesis, int64, shape (segments,).
        reference_lengths: Tokens of every reference, int64, shape (references,).
        reference_offsets: Where each segment's references begin, int64, segments + 1.
    """

    matches: NDArray[np.int64]
    weighted: NDArray[np.float64] | None
    hypothesis_lengths: NDArray[np.int64]
    reference_lengths: NDArray[np.int64]
    reference_offsets: NDArray[np.int64]


class Workspace:
    """Encodes and matches, keeping the encoded references for the next system or metric.

    One call at a time: threads that score at once take a workspace each.

    Args:
        threads: How many threads share the work, at least 1.
        keeps: Whether encoded references are kept; not wanted where each is used once.

    Raises:
        OptionError: `threads` is below 1.
    """

    def __init__(self, threads: int = 1, keeps: bool = True) -> None:
        if not isinstance(threads, int) or threads < 1:
            raise OptionError(f"threads is {threads!r}; expected a whole number of 1 or more")
        self.threads = threads
        self.keeps = keeps
        self._kept: dict[tuple[int, str, Lowercase], list[EncodedReferences]] = {}
        self._alive: dict[int, References] = {}  # keeps the ids in `_kept` from being used again

    def references(
        self, references: References, tokenizer: Tokenizer, lowercase: Lowercase
    ) -> list[EncodedReferences]:
        """Tokenize and number references, or return what an earlier call made of them."""
        found = self._for_each_part(references, tokenizer, lowercase, lambda part: None)
        return [part for part, _ in found]

    def match(
        self,
        corpus: Corpus,
        tokenizer: Tokenizer,
        lowercase: Lowercase,
        order: int,
        weights: NgramWeights | None = None,
    ) -> Matches:
        """Count clipped matches and lengths of every segment.

        Args:
            corpus: Hypotheses and references; tokens are taken as they are, but for their case.
            tokenizer: Splits the lines of text.
            lowercase: How case is folded.
            order: The highest order, at least 1.
            weights: N-grams whose weights are to be added up where they match.
        """
        found = self._for_each_part(
            corpus.references,
            tokenizer,
            lowercase,
            lambda part: _match(part, corpus.hypotheses, tokenizer, lowercase, order, weights),
        )
        return Matches(
            matches=np.concatenate([matches for _, (matches, _, _) in found]),
            weighted=np.concatenate([weighted for _, (_, weighted, _) in found])
            if weights
            else None,
            hypothesis_lengths=np.concatenate([lengths for _, (_, _, lengths) in found]),
            reference_lengths=np.concatenate([part.encoded.lengths for part, _ in found]),
            reference_offsets=corpus.references.offsets - corpus.references.offsets[0],
        )

    def _for_each_part(
        self,
        references: References,
        tokenizer: Tokenizer,
        lowercase: Lowercase,
        use: Callable[[EncodedReferences], Part],
    ) -> list[tuple[EncodedReferences, Part]]:
        """Call `use` with every part of the references, one thread a part, encoding new ones."""
        key = (id(references), tokenizer.name, lowercase)
        kept = self._kept.get(key)
        count = len(references)
        threads = max(min(self.threads, count), 1)
        rounds = max(-(-count // (threads * SEGMENTS_IN_A_PART)), 1)
        parts = min(rounds * threads, max(count, 1))  # as many for every thread
        bounds = [count * number // parts for number in range(parts + 1)]

        def task(number: int) -> tuple[EncodedReferences, Part]:
            part = (
                kept[number]
                if kept
                else _encode_references(
                    references, bounds[number], bounds[number + 1], tokenizer, lowercase
                )
            )
            return part, use(part)

        found = run_in_threads([partial(task, number) for number in range(parts)], self.threads)
        if self.keeps:
            self._alive[id(references)] = references
            self._kept[key] = [part for part, _ in found]
        return found


def _encode_references(
    references: References, start: int, stop: int, tokenizer: Tokenizer, lowercase: Lowercase
) -> EncodedReferences:
    offsets = references.offsets[start : stop + 1]
    segments = references.segments[int(offsets[0]) : int(offsets[-1])]
    if isinstance(segments, Tokens) and lowercase == "none":
        vocabulary = segments.vocabulary  # only ever grows, so that it can be shared
    else:
        vocabulary = kernel.Vocabulary()
    encoded = encode(segments, vocabulary, tokenizer, lowercase)
    return EncodedReferences(start, stop, encoded, offsets - offsets[0])


def _match(
    part: EncodedReferences,
    hypotheses: Text | Tokens,
    tokenizer: Tokenizer,
    lowercase: Lowercase,
    order: int,
    weights: NgramWeights | None,
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """Return matches, sums of weights and hypothesis lengths of one part."""
    vocabulary = part.encoded.vocabulary
    encoded = encode(hypotheses[part.start : part.stop], vocabulary, tokenizer, lowercase)
    matches, weighted = kernel.match(
        encoded.ids,
        encoded.offsets,
        part.encoded.ids,
        part.encoded.offsets,
        part.segment_offsets,
        order,
        len(vocabulary),
        table=weights.table if weights else None,
        weights=weights.values if weights else None,
        mapping=weights.mapping_from(vocabulary) if weights else None,
    )
    return (
        np.frombuffer(matches, dtype=np.int64).reshape(-1, order),
        np.frombuffer(weighted, dtype=np.float64).reshape(-1, order),
        encoded.lengths,
    )


def encode(
    segments: Text | Tokens, vocabulary: Vocabulary, tokenizer: Tokenizer, lowercase: Lowercase
) -> Encoded:
    """Number the tokens of segments, adding new ones to the vocabulary.

    >>> from tallystick.metrics.catalogue import tokenizer_named
    >>> text = Text.from_lines(["a b a."])
    >>> encode(text, kernel.Vocabulary(), tokenizer_named("13a"), "none").ids.tolist()
    [0, 1, 0, 2]
    """
    if isinstance(segments, Tokens):
        return Encoded(vocabulary, _renumber(segments, vocabulary, lowercase), segments.offsets)
    if tokenizer.name in kernel.COMPILED_TOKENIZERS and lowercase != "unicode":
        ids, offsets = vocabulary.encode_text(
            segments.data, segments.starts, segments.ends, tokenizer.name, lowercase == "ascii"
        )
    else:
        ids, offsets = vocabulary.encode_tokens([tokenizer(line, lowercase) for line in segments])
    return Encoded(
        vocabulary, np.frombuffer(ids, dtype=np.uint32), np.frombuffer(offsets, dtype=np.int64)
    )


def _renumber(segments: Tokens, vocabulary: Vocabulary, lowercase: Lowercase) -> NDArray[np.uint32]:
    if lowercase != "none":
        folded = [fold(token, lowercase) for token in segments.vocabulary.tokens()]
        mapping, _ = vocabulary.encode_tokens([folded])
    elif vocabulary is segments.vocabulary:
        return segments.ids
    else:
        mapping = vocabulary.map_from(segments.vocabulary, True)
    ids: NDArray[np.uint32] = np.frombuffer(mapping, dtype=np.uint32)[segments.ids]
    return ids

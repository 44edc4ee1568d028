"""Matches of hypotheses with each of their references: n-grams and common subsequences."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.counting.pairs import Encoded, EncodedPairs, encode_lines
from tallystick.metrics.counting.threads import run_in_threads
from tallystick.metrics.counting.workspace import part_bounds
from tallystick.metrics.kernel import kernel
from tallystick.metrics.rouge.sentences import Sentences, split_sentences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.rouge.dialect import RougeDialect


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """Matches and numbers of n-grams; those of types L and Lsum are tokens.

    Attributes:
        matches: Matches with each reference, int64, shape (references,).
        hypotheses: N-grams of each hypothesis, int64, shape (segments,).
        references: N-grams of each reference, int64, shape (references,).
        hypothesis_tokens: Tokens of each hypothesis, int64, shape (segments,).
        reference_tokens: Tokens of each reference, int64, shape (references,).
    """

    matches: NDArray[np.int64]
    hypotheses: NDArray[np.int64]
    references: NDArray[np.int64]
    hypothesis_tokens: NDArray[np.int64]
    reference_tokens: NDArray[np.int64]

    @classmethod
    def joined(cls, parts: Sequence[Matched]) -> Matched:
        """Join consecutive parts."""
        if len(parts) == 1:
            return parts[0]
        columns = [[getattr(one, field.name) for one in parts] for field in fields(cls)]
        return cls(*map(np.concatenate, columns))


def with_symbols(dialect: RougeDialect, pairs: EncodedPairs) -> EncodedPairs:
    """Return pairs with the numbers of stems if the dialect stems tokens, else unchanged."""
    if dialect.stem == "none":
        return pairs
    hypotheses, references = pairs.hypotheses, pairs.references.encoded
    vocabulary = references.vocabulary
    ours, theirs = symbols_of(dialect, vocabulary, hypotheses.id_buffer, references.id_buffer)
    stems = Encoded(vocabulary, theirs, references.bounds)
    return EncodedPairs(
        Encoded(vocabulary, ours, hypotheses.bounds), pairs.references._replace(encoded=stems)
    )


def match_part(kind: str, pairs: EncodedPairs) -> Matched:
    """Match one part of a corpus, each segment as one sentence."""
    references = pairs.references.encoded
    size = len(references.vocabulary)
    order = int(kind) if kind.isdecimal() else 1
    if kind.isdecimal():
        found = kernel.match(*pairs.buffers, order, size, separately=True)[0]
        matches = np.frombuffer(found, dtype=np.int64).reshape(-1, order)[:, -1]
    else:
        matches = _subsequences(
            (pairs.hypotheses.id_buffer, pairs.hypotheses.bounds, _one_each(pairs.hypotheses)),
            (references.id_buffer, references.bounds, _one_each(references)),
            pairs.references.segment_bounds,
            size,
        )
    ours, theirs = pairs.hypotheses.lengths, references.lengths
    shorter = order - 1
    return Matched(
        matches, np.maximum(ours - shorter, 0), np.maximum(theirs - shorter, 0), ours, theirs
    )


def match_sentences(dialect: RougeDialect, corpus: Corpus, workspace: Workspace) -> list[Matched]:
    """Match the sentences of a corpus of text for ROUGE-Lsum, part by part."""
    hypotheses: Any = corpus.hypotheses
    references: Any = corpus.references.segments
    sides = split_sentences(hypotheses), split_sentences(references)
    bounds = part_bounds(len(corpus), workspace.threads)
    tasks = [
        partial(
            _match_sentences, dialect, *sides, corpus.references.offsets[start : stop + 1], start
        )
        for start, stop in pairwise(bounds)
    ]
    return run_in_threads(tasks, workspace.threads)


def _match_sentences(
    dialect: RougeDialect,
    hypotheses: Sentences,
    references: Sentences,
    segment_offsets: NDArray[np.int64],
    start: int,
) -> Matched:
    vocabulary = kernel.Vocabulary()
    tokenizer = tokenizer_named(dialect.tokenize)
    first, last = int(segment_offsets[0]), int(segment_offsets[-1])
    sides = (
        references.of_texts(first, last),
        hypotheses.of_texts(start, start + len(segment_offsets) - 1),
    )
    encoded = [encode_lines(side.lines, vocabulary, tokenizer, dialect.lowercase) for side in sides]
    (reference_ids, hypothesis_ids) = symbols_of(dialect, vocabulary, *(ids for ids, _ in encoded))
    places = [np.frombuffer(offsets, dtype=np.int64) for _, offsets in encoded]
    matches = _subsequences(
        (hypothesis_ids, places[1], sides[1].texts),
        (reference_ids, places[0], sides[0].texts),
        segment_offsets - first,
        len(vocabulary),
    )
    lengths = [
        np.diff(of_sentences[side.texts]) for of_sentences, side in zip(places, sides, strict=True)
    ]
    theirs, ours = lengths
    return Matched(matches, ours, theirs, ours, theirs)


def symbols_of(dialect: RougeDialect, vocabulary: Vocabulary, *ids: Any) -> tuple[Any, ...]:
    """Return token numbers, or those of their stems if the dialect stems tokens."""
    if dialect.stem == "none":
        return ids
    stems = np.frombuffer(vocabulary.stems(), dtype=np.uint32)
    return tuple(_still(stems[np.frombuffer(one, dtype=np.uint32)]) for one in ids)


def _still(numbers: NDArray[Any]) -> NDArray[Any]:
    numbers.setflags(write=False)  # the kernel copies arrays that can change
    return numbers


def _one_each(encoded: Encoded) -> NDArray[np.int64]:
    """Return the offsets of texts of one sentence each."""
    return _still(np.arange(len(encoded.bounds), dtype=np.int64))


def _subsequences(
    hypotheses: tuple[Any, Any, Any],
    references: tuple[Any, Any, Any],
    offsets: Any,
    size: int,
) -> NDArray[np.int64]:
    found = kernel.match_subsequences(*hypotheses, *references, offsets, size)
    return np.frombuffer(found, dtype=np.int64)


def segment_matcher(
    kind: str, dialect: RougeDialect, references: Sequence[str]
) -> Callable[[str], tuple[Sequence[int], int, Sequence[int]]]:
    """Return what matches hypotheses of one segment, for n-grams or tokens that are clipped.

    Returns:
        A function from a hypothesis to its matches with each reference, its n-grams and those of
        each reference.
    """
    split = _lines if kind == "Lsum" else _whole
    sentences = [split(text) for text in references]
    tokenizer = cached_tokenizer(dialect.tokenize)
    lines = [line for text in sentences for line in text]
    prepared = SegmentReferences(lines, tokenizer, dialect.lowercase)
    starts = array("q", accumulate(map(len, sentences), initial=0))
    texts = array("q", [0, len(references)])
    order = int(kind) if kind.isdecimal() else 1
    shorter = order - 1
    lengths = [sum(prepared.lengths[first:end]) for first, end in pairwise(starts)]
    ngrams = [max(length - shorter, 0) for length in lengths]

    def match(hypothesis: str) -> tuple[Sequence[int], int, Sequence[int]]:
        own = split(hypothesis)
        found = prepared.encode(*own)
        ours, theirs = _stemmed(dialect, found.vocabulary, found.buffers)
        if kind.isdecimal():
            buffers = ours, found.buffers[1], theirs, found.buffers[3], texts
            counts, _, _ = kernel.match(*buffers, order, len(found.vocabulary), separately=True)
        else:
            counts = kernel.match_subsequences(
                *(ours, found.buffers[1], array("q", [0, len(own)])),
                *(theirs, found.buffers[3], starts),
                *(texts, len(found.vocabulary)),
            )
        matches = memoryview(counts).cast("q").tolist()[shorter::order]
        return matches, max(found.hypothesis_length - shorter, 0), ngrams

    return match


def _whole(text: str) -> list[str]:
    return [text]


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _stemmed(
    dialect: RougeDialect, vocabulary: Vocabulary, buffers: Sequence[bytes]
) -> tuple[Any, Any]:
    """Return the numbers of a hypothesis and its references, or those of their stems."""
    sides = buffers[0], buffers[2]
    if dialect.stem == "none":
        return sides
    stems = memoryview(vocabulary.stems()).cast("I")
    ours, theirs = (
        array("I", map(stems.__getitem__, memoryview(side).cast("I"))) for side in sides
    )
    return ours, theirs


def match_part_once(kind: str, pairs: EncodedPairs) -> Matched:
    """Match the n-grams of one part of a corpus, where each counts once in a text.

    The kernel counts occurrences, so this is much slower; only imitations of one program need it.

    Raises:
        OptionError: The type is not that of n-grams.
    """
    if not kind.isdecimal():
        raise OptionError(
            f"counting=once is defined for n-grams, not for ROUGE-{kind}; the ROUGE-L of the "
            "program that counts so is not a longest common subsequence, and is not supported"
        )
    references = pairs.references.encoded
    buffers = pairs.hypotheses.id_buffer, references.id_buffer
    bounds = pairs.hypotheses.bounds.tolist(), references.bounds.tolist()
    sides = [
        [_ngrams(ids[start:stop], int(kind)) for start, stop in pairwise(places)]
        for ids, places in zip(map(_listed, buffers), bounds, strict=True)
    ]
    owners = np.repeat(np.arange(len(pairs)), np.diff(pairs.references.segment_offsets)).tolist()
    matches = [len(sides[0][owner] & other) for owner, other in zip(owners, sides[1], strict=True)]
    ours, theirs = (np.array(list(map(len, side))) for side in sides)
    return Matched(
        np.array(matches),
        ours,
        theirs,
        pairs.hypotheses.lengths,
        references.lengths,
    )


def _listed(ids: Any) -> list[int]:
    return array("I", bytes(ids)).tolist()


def _ngrams(ids: list[int], order: int) -> set[tuple[int, ...]]:
    return set(zip(*(ids[start:] for start in range(order)), strict=False))

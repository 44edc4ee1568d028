"""The tokens of all texts of a comparison, encoded with one vocabulary."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Tokens
from tallystick.metrics.counting.pairs import encode
from tallystick.metrics.kernel import kernel
from tallystick.reports.comparison.facts.scored_systems import ScoredSystems, tokenization_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.kernel.kernel import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class SegmentTokens:
    """The tokens of hypotheses, references and sources in one array.

    The texts are the hypotheses of the first system, of the second and so on, then all references
    in the order of their segments, then the sources. A word is a distinct token of a segment.

    Attributes:
        vocabulary: The vocabulary of all tokens.
        ids: The id of each token, shape (tokens,).
        texts: The text of each token, same shape.
        hypotheses: The tokens of each system.
        references: The tokens of the references.
        sources: The tokens of the sources; empty if they are not known.
        reference_offsets: The number of references before each segment, shape (segments + 1,).
        lengths: The number of tokens of each text, shape (texts,).
        words: The word of each token, shape (tokens,).
        word_ids: The id of each word, shape (words,).
        word_segments: The segment of each word, ascending, same shape.
    """

    vocabulary: Vocabulary
    ids: NDArray[np.uint32]
    texts: NDArray[np.int32]
    hypotheses: tuple[slice, ...]
    references: slice
    sources: slice
    reference_offsets: NDArray[np.int64]
    lengths: NDArray[np.int64]
    words: NDArray[np.int32]
    word_ids: NDArray[np.int32]
    word_segments: NDArray[np.int32]

    @property
    def reference_lengths(self) -> NDArray[np.int64]:
        """The number of tokens of every reference, shape (references,)."""
        start = len(self.hypotheses) * (len(self.reference_offsets) - 1)
        return self.lengths[start : start + int(self.reference_offsets[-1])]

    def hypothesis_lengths(self, system: int) -> NDArray[np.int64]:
        """Return the number of tokens of every hypothesis of a system, shape (segments,)."""
        count = len(self.reference_offsets) - 1
        return self.lengths[system * count : (system + 1) * count]

    def counts(self, where: slice | NDArray[Any]) -> NDArray[np.int64]:
        """Return the number of occurrences of each word among some tokens, shape (words,)."""
        counted: NDArray[np.int64] = np.bincount(self.words[where], minlength=len(self.word_ids))
        return counted

    def of_references(self, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the positions of the tokens of some references."""
        places = np.arange(self.references.start, self.references.stop)
        return places[np.repeat(chosen, self.reference_lengths)]

    def corpora(self) -> tuple[Corpus, ...]:
        """Return the tokens of each system, and those of the references, as a corpus."""
        ends = np.append(0, np.cumsum(self.reference_lengths))
        of_references = Tokens(self.vocabulary, self.ids[self.references], ends)
        references = References(of_references, self.reference_offsets)
        return tuple(
            Corpus(
                Tokens(
                    self.vocabulary,
                    self.ids[of_system],
                    np.append(0, np.cumsum(self.hypothesis_lengths(system))),
                ),
                references,
            )
            for system, of_system in enumerate(self.hypotheses)
        )

    def closest_references(self, system: int) -> NDArray[np.int64]:
        """Return the reference closest in length to each hypothesis of a system, shape (segments,).

        The references are numbered across segments. Ties go to the shorter, then the first one.
        """
        offsets = self.reference_offsets
        counts = np.diff(offsets)
        if (counts == 1).all():
            return offsets[:-1]
        differences = self.reference_lengths - np.repeat(self.hypothesis_lengths(system), counts)
        # one number that sorts by distance, then length, then position
        ranks = 2 * np.abs(differences) + (differences > 0)
        ranks = ranks * len(ranks) + np.arange(len(ranks))
        closest: NDArray[np.int64] = np.minimum.reduceat(ranks, offsets[:-1]) % len(ranks)
        return closest


def tokenize_systems(scored: ScoredSystems) -> SegmentTokens:
    """Tokenize all texts according to `tokenization_of`."""
    how = tokenization_of(scored.metrics)
    tokenizer = tokenizer_named(how.tokenizer)
    vocabulary = kernel.Vocabulary()
    texts = [corpus.hypotheses for corpus in scored.corpora]
    texts.append(scored.references.segments)
    sources = scored.corpora[0].sources
    if sources is not None:
        texts.append(sources)
    encoded = [encode(text, vocabulary, tokenizer, how.lowercase) for text in texts]
    ends = np.cumsum([len(one.ids) for one in encoded]).tolist()
    places = [slice(start, end) for start, end in pairwise([0, *ends])]
    lengths = np.concatenate([one.lengths for one in encoded])
    every = np.arange(scored.segments)
    of_texts = [every] * len(scored.corpora)
    of_texts.append(np.repeat(every, scored.references.counts))
    if sources is not None:
        of_texts.append(every)
    ids = np.concatenate([one.ids for one in encoded])
    size = max(len(vocabulary), 1)
    keys = np.repeat(np.concatenate(of_texts) * size, lengths)
    keys += ids
    keys, words = numbered(keys)
    systems = len(scored.corpora)
    return SegmentTokens(
        vocabulary=vocabulary,
        ids=ids,
        texts=np.repeat(np.arange(len(lengths), dtype=np.int32), lengths),
        hypotheses=tuple(places[:systems]),
        references=places[systems],
        sources=places[-1] if sources is not None else slice(ends[-1], ends[-1]),
        reference_offsets=scored.references.offsets,
        lengths=lengths,
        words=words,
        word_ids=(keys % size).astype(np.int32),
        word_segments=(keys // size).astype(np.int32),
    )


def numbered(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the sorted keys, each once, and the place of each key among them.

    This is `np.unique` with a third of its memory.
    """
    order = keys.argsort()
    keys = keys[order]
    first = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    keys = keys[first]
    numbers = np.empty(len(first), dtype=np.int32)
    numbers[order] = np.cumsum(first, dtype=np.int32) - 1
    return keys, numbers

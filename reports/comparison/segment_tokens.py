"""The tokens of all texts of a comparison, numbered once, side by side by segment."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.ngrams import kernel
from tallystick.metrics.pairs import encode
from tallystick.reports.comparison.scored_systems import ScoredSystems, tokenization_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.ngrams.kernel import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class SegmentTokens:
    """The tokens of hypotheses, references and sources, one array for all.

    First come the hypotheses of the first system, then of the second and so on, then all
    references in the order of their segments, then the sources.

    Attributes:
        vocabulary: What the numbers of tokens stand for.
        ids: The number of each token, int64, shape (tokens,).
        segments: The segment of each token, numbered from 0, int64, same shape.
        texts: The text of each token, int64, same shape: the hypothesis of segment s by system k
            is text `k * number of segments + s`, and the texts go on in the order above.
        hypotheses: Where the tokens of each system stand.
        references: Where the tokens of the references stand.
        sources: Where the tokens of the sources stand; nowhere if they are not known.
        reference_offsets: Where the references of each segment begin among all, int64,
            segments + 1.
        lengths: Tokens of each text, int64, shape (texts,).
        words: For each token the word of its segment: the same for the same token in the same
            segment, int64, shape (tokens,).
        word_ids: The token of each word of a segment, int64, shape (words,).
        word_segments: The segment of each word, ascending, int64, same shape.
    """

    vocabulary: Vocabulary
    ids: NDArray[np.int64]
    segments: NDArray[np.int64]
    texts: NDArray[np.int64]
    hypotheses: tuple[slice, ...]
    references: slice
    sources: slice
    reference_offsets: NDArray[np.int64]
    lengths: NDArray[np.int64]
    words: NDArray[np.int64]
    word_ids: NDArray[np.int64]
    word_segments: NDArray[np.int64]

    @property
    def reference_lengths(self) -> NDArray[np.int64]:
        """Tokens of every reference, int64, shape (references,)."""
        start = len(self.hypotheses) * (len(self.reference_offsets) - 1)
        return self.lengths[start : start + int(self.reference_offsets[-1])]

    def hypothesis_lengths(self, system: int) -> NDArray[np.int64]:
        """Tokens of every hypothesis of a system, int64, shape (segments,)."""
        count = len(self.reference_offsets) - 1
        return self.lengths[system * count : (system + 1) * count]

    def counts(self, where: slice | NDArray[Any]) -> NDArray[np.int64]:
        """Return how often each word of a segment occurs among some tokens, shape (words,)."""
        counted: NDArray[np.int64] = np.bincount(self.words[where], minlength=len(self.word_ids))
        return counted

    def closest_references(self, system: int) -> NDArray[np.int64]:
        """Return which reference of each segment is closest in length to a system's hypothesis.

        Of equally close ones the shorter, of equally long ones the first.

        Returns:
            Numbers among all references, int64, shape (segments,).
        """
        offsets = self.reference_offsets
        counts = np.diff(offsets)
        if (counts == 1).all():
            return offsets[:-1]
        differences = self.reference_lengths - np.repeat(self.hypothesis_lengths(system), counts)
        # one number that orders by distance, then the shorter first, then by place
        ranks = 2 * np.abs(differences) + (differences > 0)
        ranks = ranks * len(ranks) + np.arange(len(ranks))
        closest: NDArray[np.int64] = np.minimum.reduceat(ranks, offsets[:-1]) % len(ranks)
        return closest


def tokenize_systems(scored: ScoredSystems) -> SegmentTokens:
    """Tokenize all texts as `tokenization_of` says.

    >>> from tallystick.metrics.bleu.metric import Bleu
    >>> from tallystick.metrics.corpus import Corpus
    >>> from tallystick.reports.comparison.scored_systems import scored_systems
    >>> corpus = Corpus.from_segments(hypotheses=["a b a", "b"], references=["b c", "b"])
    >>> tokens = tokenize_systems(scored_systems({"mine": corpus}, {"bleu": Bleu()}))
    >>> tokens.ids.tolist(), tokens.segments.tolist(), tokens.words.tolist()
    ([0, 1, 0, 1, 1, 2, 1], [0, 0, 0, 1, 0, 0, 1], [0, 1, 0, 3, 1, 2, 3])
    """
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
    ids = np.concatenate([one.ids for one in encoded]).astype(np.int64)
    text_numbers = np.repeat(np.arange(len(lengths)), lengths)
    segments = np.concatenate(of_texts)[text_numbers]
    size = max(len(vocabulary), 1)
    keys, words = np.unique(segments * size + ids, return_inverse=True)
    systems = len(scored.corpora)
    return SegmentTokens(
        vocabulary=vocabulary,
        ids=ids,
        segments=segments,
        texts=text_numbers,
        hypotheses=tuple(places[:systems]),
        references=places[systems],
        sources=places[-1] if sources is not None else slice(ends[-1], ends[-1]),
        reference_offsets=scored.references.offsets,
        lengths=lengths,
        words=words,
        word_ids=keys % size,
        word_segments=keys // size,
    )

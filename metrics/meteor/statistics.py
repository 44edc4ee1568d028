"""METEOR of a hypothesis from its alignment with a reference: Lavie and Agarwal 2007, section 2.

The alignment is that of NLTK, in three stages. Each takes the words that are left of the hypothesis
from the last to the first, and aligns each with the last free word of the reference that it
matches. The third stage looks for synonyms of stems, not of words, as NLTK does.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence, Set
from functools import lru_cache, partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tallystick.metrics.counting.best_reference import Compared, Comparison
from tallystick.metrics.counting.one_segment import (
    cached_tokenizer,
    segment_tokens,
    the_hypothesis,
)
from tallystick.metrics.kernel.python.segments import segments_of, spans_of
from tallystick.metrics.meteor import wordnet
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.symbols import ratio, where

if TYPE_CHECKING:
    from tallystick.metrics.counting.best_reference import Texts
    from tallystick.metrics.meteor.dialect import MeteorDialect
    from tallystick.metrics.tokenizers import Tokenizer

COLUMNS = Columns("segment_scores", "precisions", "recalls", "penalties", "segments")

Words: TypeAlias = list[str | None]
"""The word at every position; None where a stage has aligned it."""

Aligned: TypeAlias = list[tuple[int, int]]
"""The positions of aligned words in the hypothesis and in the reference."""


class Components(NamedTuple):
    """METEOR of a hypothesis and a reference, and what it is made of, 0 to 1."""

    score: Any
    precision: Any
    recall: Any
    penalty: Any


class MeteorComparison(Comparison):
    """How hypotheses are compared with references in METEOR: by words, not by their numbers."""

    def segment_counter(
        self, references: Sequence[str], tokenizer: Tokenizer | None = None
    ) -> Callable[[str], dict[str, Any]] | None:
        """Return what counts hypotheses of one segment, by the names of the columns."""
        known, dialect = wordnet.load(), self.dialect
        split = partial(segment_tokens, cached_tokenizer(dialect.tokenize), dialect.lowercase)
        words_of_references = split(references)

        def count(hypothesis: str) -> dict[str, Any]:
            [words] = split((hypothesis,), the_hypothesis)
            return self.row([_pair(words, reference, known) for reference in words_of_references])

        return count


@lru_cache(maxsize=64)
def comparison_of(dialect: MeteorDialect) -> MeteorComparison:
    """Return how a hypothesis is compared with its references.

    Raises:
        MissingExtraError: NLTK is not installed, when segments are counted.
        InputError: NLTK has no WordNet.
    """
    return MeteorComparison(dialect, COLUMNS, ("matches", "chunks"), _align, _compared, whole=False)


def _align(dialect: MeteorDialect, texts: Texts) -> list[array[int]]:
    """Return the aligned words with each reference, and their chunks."""
    known, tokens = wordnet.load(), texts.vocabulary.tokens()
    numbers = segments_of(*texts.buffers[:2]), segments_of(*texts.buffers[2:4])
    own, others = ([[tokens[one] for one in words] for words in side] for side in numbers)
    pairs = [
        _pair(words, reference, known)
        for words, (start, end) in zip(own, spans_of(texts.buffers[4]), strict=True)
        for reference in others[start:end]
    ]
    return [array("q", column) for column in zip(*pairs, strict=True)][:2]


def _pair(hypothesis: list[str], reference: list[str], known: wordnet.WordNet) -> tuple[int, ...]:
    """Return the aligned words, their chunks and the lengths of both sides."""
    aligned = align_words([*hypothesis], [*reference], known)
    return len(aligned), count_chunks(aligned), len(hypothesis), len(reference)


def _compared(dialect: MeteorDialect, pair: Mapping[str, Any]) -> Compared:
    matches, chunks, *lengths = pair.values()
    found = meteor(matches, chunks, lengths, dialect.alpha, dialect.beta, dialect.gamma)
    return Compared((*found, 1.0), found)


def meteor(
    matches: Any, chunks: Any, lengths: Sequence[Any], alpha: float, beta: float, gamma: float
) -> Components:
    """Compute METEOR; all components are 0 without aligned words.

    Args:
        matches: Aligned words.
        chunks: Runs of them that are adjacent on both sides.
        lengths: The number of words of the hypothesis and of the reference.
        alpha: The weight of the recall.
        beta: The exponent of the penalty.
        gamma: The highest penalty.

    >>> meteor(1, 1, (1, 2), 0.5, 3.0, 0.5)
    Components(score=0.3333333333333333, precision=1.0, recall=0.5, penalty=0.5)
    """
    precision, recall = (ratio(matches, length) for length in lengths)
    mean = ratio(precision * recall, alpha * precision + (1 - alpha) * recall)
    penalty = where(matches > 0, gamma * ratio(chunks, matches) ** beta, 0.0)
    return Components((1 - penalty) * mean, precision, recall, penalty)


def align_words(ours: Words, theirs: Words, known: wordnet.WordNet) -> Aligned:
    """Align words in three stages; return them in the order of the hypothesis, and leave stems."""
    aligned = match_equal(ours, theirs)
    replace_by_stems(ours, known.stem)
    replace_by_stems(theirs, known.stem)
    aligned += match_equal(ours, theirs)
    aligned += match_accepted(ours, theirs, known.synonyms)
    aligned.sort()
    return aligned


def replace_by_stems(words: Words, stem: Callable[[str], str]) -> None:
    """Replace every word that is left by its stem."""
    words[:] = [None if word is None else stem(word) for word in words]


def match_equal(ours: Words, theirs: Words) -> Aligned:
    """Align equal words, from the last to the first."""
    left = {*ours}
    left.discard(None)
    if left.isdisjoint(theirs):
        return []
    aligned, free = [], _places(theirs)
    for place in range(len(ours) - 1, -1, -1):
        places = free.get(ours[place])
        if places:
            other = places.pop()
            aligned.append((place, other))
            ours[place] = theirs[other] = None
    return aligned


def match_accepted(ours: Words, theirs: Words, accepted: Callable[[str], Set[str]]) -> Aligned:
    """Align words with one of those that each accepts, from the last to the first."""
    left: set[str | None] = {*theirs}
    alignable = [
        (place, known)
        for place in range(len(ours) - 1, -1, -1)
        if (word := ours[place]) is not None and not left.isdisjoint(known := accepted(word))
    ]
    aligned, free = [], _places(theirs) if alignable else {}
    for place, known in alignable:
        candidates = [free[other] for other in known if free.get(other)]
        if candidates:
            other = max(candidates, key=itemgetter(-1)).pop()
            aligned.append((place, other))
            ours[place] = theirs[other] = None
    return aligned


def count_chunks(aligned: Sequence[tuple[int, int]]) -> int:
    """Return the number of runs of words that are adjacent and in order on both sides.

    >>> count_chunks([(0, 2), (1, 3), (2, 0)]), count_chunks([])
    (2, 0)
    """
    chunks, following = 0, (-1, -1)
    for pair in aligned:
        if pair != following:
            chunks += 1
        i, j = pair
        following = i + 1, j + 1
    return chunks


def _places(words: Words) -> dict[str | None, list[int]]:
    """Return the places of each word that is left, in ascending order."""
    places: dict[str | None, list[int]] = {}
    for place, word in enumerate(words):
        if word in places:
            places[word].append(place)
        else:
            places[word] = [place]
    places.pop(None, None)
    return places

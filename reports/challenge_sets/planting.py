"""The planting of changes into a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tallystick.errors import InputError
from tallystick.metrics.corpus import Corpus
from tallystick.reports.challenge_sets.kinds import KINDS, Kind
from tallystick.reports.challenge_sets.material import material_of
from tallystick.reports.challenge_sets.segment import Segment

FEWEST_WORDS = 2
UNCHANGED = "unchanged"
"""What stands for a kind where nothing was changed."""


class Planted(NamedTuple):
    """The changes of one kind.

    Attributes:
        kind: The kind.
        texts: The changed segments by their numbers from 0, in the order of the corpus.
    """

    kind: Kind
    texts: dict[int, str]


@dataclass(frozen=True)
class ChallengeSet:
    """A corpus and all changes planted in it, one in each text.

    Attributes:
        corpus: The corpus without changes.
        language: The language, or "" if it is not known.
        order: The numbers of the segments in an order that depends on their content alone.
        planted: The changes by kind.
    """

    corpus: Corpus
    language: str
    order: tuple[int, ...]
    planted: tuple[Planted, ...]

    @property
    def lines(self) -> Iterator[tuple[int, str, str]]:
        """All texts to score: the number of the segment from 0, the kind and the text.

        The unchanged segments are first, then the changes of each kind.
        """
        for segment, text in enumerate(self.corpus.hypotheses):
            yield segment, UNCHANGED, str(text)
        for kind, texts in self.planted:
            for segment, text in texts.items():
                yield segment, kind.name, text

    @cached_property
    def all_texts(self) -> Corpus:
        """The corpus of all lines, each with the references and source of its segment."""
        lines = list(self.lines)
        references = list(self.corpus.references)
        sources = self.corpus.sources
        return Corpus.from_segments(
            hypotheses=[text for _, _, text in lines],
            references=[list(references[segment]) for segment, _, _ in lines],
            sources=None if sources is None else [sources[segment] for segment, _, _ in lines],
        )

    def places(self, kind: Kind) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return where a kind applies, in `order`: lines without the change, and lines with it."""
        start = len(self.corpus)
        for planted in self.planted:
            if planted.kind == kind:
                break
            start += len(planted.texts)
        rank = {segment: number for number, segment in enumerate(planted.texts)}
        segments = [segment for segment in self.order if segment in rank]
        return np.array(segments, np.int64), np.array(
            [start + rank[segment] for segment in segments], np.int64
        )


def plant(corpus: Corpus, language: str, seed: int) -> ChallengeSet:
    """Plant every kind of change into every segment where it applies.

    Segments with fewer than two words are left alone. The changes of a segment depend on the seed,
    its text, its references and its source, and for equal segments on how many are before it.

    Raises:
        InputError: The corpus consists of tokens.
    """
    if corpus.given_tokens:
        raise InputError("changes are planted in text, but lists of tokens are given; give strings")
    keys = list(_keys(corpus))
    order = sorted(range(len(corpus)), key=keys.__getitem__)
    seen: Counter[tuple[str, ...]] = Counter()
    earlier = {}
    for number in order:
        earlier[number] = seen[keys[number]]
        seen[keys[number]] += 1
    sources = corpus.sources
    segments = [
        Segment(str(text), None if sources is None else str(sources[number]))
        for number, text in enumerate(corpus.hypotheses)
    ]
    material = material_of([segments[number] for number in order], language)
    planted = []
    for kind in KINDS:
        texts = {}
        for number, segment in enumerate(segments):
            if not _applies(kind, segment, language):
                continue
            random = Random(f"{seed}\n{kind.name}\n{earlier[number]}\n" + "\n".join(keys[number]))
            text = kind.planted(segment, material, random)
            if text is not None:
                texts[number] = text
        planted.append(Planted(kind, texts))
    return ChallengeSet(corpus, language, tuple(order), tuple(planted))


def _applies(kind: Kind, segment: Segment, language: str) -> bool:
    return (
        len(segment.words) >= FEWEST_WORDS
        and (kind.languages is None or language in kind.languages)
        and not (kind.needs_sources and segment.source is None)
    )


def _keys(corpus: Corpus) -> Iterator[tuple[str, ...]]:
    """Yield what the changes of each segment depend on."""
    for number, (text, references) in enumerate(
        zip(corpus.hypotheses, corpus.references, strict=True)
    ):
        source: Sequence[str] = () if corpus.sources is None else (str(corpus.sources[number]),)
        yield (str(text), *map(str, references), *source)

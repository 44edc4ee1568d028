"""The planting of changes into a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from tallystick.errors import InputError
from tallystick.metrics.corpus import Corpus
from tallystick.reports.challenge_sets.kinds import KINDS, Kind
from tallystick.reports.challenge_sets.language import target_language
from tallystick.reports.challenge_sets.material import Material, material_of
from tallystick.reports.challenge_sets.segment import Segment

FEWEST_WORDS = 2
UNCHANGED = "unchanged"
"""What stands for a kind where nothing was changed."""
NUMBERS = (1, 2, 4, 8)
"""How many changes of a kind are planted in a segment."""
WORDS_FOR_SEVERAL = 12
"""Several changes are planted in segments of at least so many words."""
SEGMENTS_WITH_SEVERAL = 200
"""In at most so many segments, several changes of a kind are planted."""


class Planted(NamedTuple):
    """The changes of one kind.

    Attributes:
        kind: The kind.
        number: How many changes each text has.
        texts: The changed segments by their numbers from 0, in the order of the corpus.
    """

    kind: Kind
    number: int
    texts: dict[int, str]


class Line(NamedTuple):
    """A text to score: the number of its segment from 0, and what was planted in it."""

    segment: int
    change: str
    number: int
    text: str


@dataclass(frozen=True)
class ChallengeSet:
    """A corpus and all changes planted in it.

    Attributes:
        corpus: The corpus without changes.
        language: The language, or "" if it is not known.
        order: The numbers of the segments in an order that depends on their content alone.
        planted: The changes: of each kind one in every segment where it applies, then several.
    """

    corpus: Corpus
    language: str
    order: tuple[int, ...]
    planted: tuple[Planted, ...]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All texts to score: the unchanged segments, then the changes."""
        unchanged = (
            Line(segment, UNCHANGED, 0, str(text))
            for segment, text in enumerate(self.corpus.hypotheses)
        )
        changed = (
            Line(segment, kind.name, number, text)
            for kind, number, texts in self.planted
            for segment, text in texts.items()
        )
        return (*unchanged, *changed)

    @property
    def one_each(self) -> tuple[Planted, ...]:
        """The changes of each kind, one in a segment."""
        return tuple(one for one in self.planted if one.number == 1)

    @cached_property
    def all_texts(self) -> Corpus:
        """The corpus of all lines, each with the references and source of its segment."""
        references = list(self.corpus.references)
        sources = self.corpus.sources
        return Corpus.from_segments(
            hypotheses=[line.text for line in self.lines],
            references=[list(references[line.segment]) for line in self.lines],
            sources=None if sources is None else [sources[line.segment] for line in self.lines],
        )

    @cached_property
    def places(self) -> Mapping[tuple[str, int], Mapping[int, int]]:
        """By kind and number the line of each segment, in `order`."""
        found: dict[tuple[str, int], dict[int, int]] = {}
        for place, line in enumerate(self.lines):
            found.setdefault((line.change, line.number), {})[line.segment] = place
        rank = {segment: number for number, segment in enumerate(self.order)}
        return {
            key: {segment: of_kind[segment] for segment in sorted(of_kind, key=rank.__getitem__)}
            for key, of_kind in found.items()
        }


def plant(corpus: Corpus, language: str, seed: int) -> ChallengeSet:
    """Plant every kind of change into every segment where it applies.

    `language` is the language of the texts or a pair of languages, or "" if it is not known.

    Of some kinds, several are planted too, in a fixed number of longer segments: one after the
    other, so that a text with several contains the first. Segments with fewer than two words are
    left alone. The changes depend on the seed and the texts, not on the order of the segments;
    equal segments have changes of their own.

    Raises:
        InputError: The corpus consists of tokens, or is not in a script of the language.
        OptionError: The language is not a tag.
    """
    if corpus.given_tokens:
        raise InputError("changes are planted in text, but lists of tokens are given; give strings")
    texts = list(map(str, corpus.hypotheses))
    language = target_language(language, texts)
    order = sorted(range(len(texts)), key=list(_contents(corpus)).__getitem__)
    seen: Counter[str] = Counter()
    earlier = {}
    for number in order:
        earlier[number] = seen[texts[number]]
        seen[texts[number]] += 1
    sources = corpus.sources
    segments = [
        Segment(text, None if sources is None else str(sources[number]))
        for number, text in enumerate(texts)
    ]
    material = material_of([segments[number] for number in order], language)

    def random(number: int, purpose: str) -> Random:
        return Random(f"{seed}\n{purpose}\n{earlier[number]}\n{texts[number]}")

    longer = [number for number in order if len(segments[number].words) >= WORDS_FOR_SEVERAL]
    longer.sort(key=lambda number: random(number, "several").random())
    with_several = frozenset(longer[:SEGMENTS_WITH_SEVERAL])
    planted = []
    for kind in KINDS:
        by_number: dict[int, dict[int, str]] = {number: {} for number in NUMBERS}
        for number, segment in enumerate(segments):
            if _applies(kind, segment, language):
                several = kind.repeats and number in with_several
                found = _texts(kind, segment, material, random(number, kind.name), several)
                for changes, text in found.items():
                    by_number[changes][number] = text
        planted += [Planted(kind, changes, changed) for changes, changed in by_number.items()]
    return ChallengeSet(
        corpus,
        language,
        tuple(order),
        tuple(one for one in planted if one.number == 1 or one.texts),
    )


def _texts(
    kind: Kind, segment: Segment, material: Material, random: Random, several: bool
) -> dict[int, str]:
    """Return the text with one change, and those with several if all of them can be planted."""
    found: dict[int, str] = {}
    changed = segment
    for number in range(1, max(NUMBERS) + 1):
        text = kind.planted(changed, material, random)
        if text is None:
            break
        if number in NUMBERS:
            found[number] = text
        if not several:
            break
        changed = Segment(text)
    return found if max(NUMBERS) in found else {1: found[1]} if found else {}


def _applies(kind: Kind, segment: Segment, language: str) -> bool:
    return (
        len(segment.words) >= FEWEST_WORDS
        and (kind.languages is None or language in kind.languages)
        and not (kind.needs_sources and segment.source is None)
    )


def _contents(corpus: Corpus) -> Iterator[tuple[str, ...]]:
    """Yield what distinguishes the segments, apart from their numbers."""
    sources = corpus.sources
    for number, (text, references) in enumerate(
        zip(corpus.hypotheses, corpus.references, strict=True)
    ):
        source = () if sources is None else (str(sources[number]),)
        yield (str(text), *map(str, references), *source)

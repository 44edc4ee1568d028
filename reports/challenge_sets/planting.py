"""The planting of changes into a corpus."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from tallystick.errors import InputError, OptionError, counted
from tallystick.metrics.arguments.calls import check_type
from tallystick.metrics.base.scripts import SCRIPTS, language_of, letters_by_script
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.resampling.units import Units, segments_as_units, units_of
from tallystick.metrics.tokenizers.languages import tokenizer_for
from tallystick.reports.challenge_sets import settings
from tallystick.reports.challenge_sets.changes.segment import Material, Segment, material_of
from tallystick.reports.challenge_sets.changes.table import CHANGES, Change

UNCHANGED = "unchanged"
"""The name of the change where nothing was changed."""
SCRIPTS_OF: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("en", "de", "fr", "es", "cs"), ("Latin",)),
    **dict.fromkeys(("ru", "uk"), ("Cyrillic",)),
    "zh": ("Han",),
    "ja": ("Han", "Hiragana", "Katakana"),
}
"""The scripts of the languages that have tables."""

NUMBERS = (1, 2, 4, 8)
"""How often a change is planted in a segment."""


class Planted(NamedTuple):
    """The texts with a change, planted so often, by their segments from 0 in their order."""

    change: Change
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
    """A corpus and all changes planted in it, for each change once, then several times.

    The order of segments depends on their content alone. Of given items, which are not planted,
    some may be left out. `given` says what else there is of "sources" and "paraphrases".
    """

    corpus: Corpus
    language: str
    order: tuple[int, ...]
    planted: tuple[Planted, ...]
    is_planted: bool = True
    left_out: int = 0
    unknown_severities: tuple[str, ...] = ()
    given: frozenset[str] = frozenset()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All texts to score: the unchanged segments, then the changes."""
        unchanged = (
            Line(segment, UNCHANGED, 0, str(text))
            for segment, text in enumerate(self.corpus.hypotheses)
        )
        changed = (
            Line(segment, change.name, number, text)
            for change, number, texts in self.planted
            for segment, text in texts.items()
        )
        return (*unchanged, *changed)

    @cached_property
    def units(self) -> Units:
        """The units of resampling of the segments in `order`: items with one good text are one."""
        if self.is_planted:
            return segments_as_units(len(self.order))
        contents = list(_contents(self.corpus))
        return units_of("good text", [contents[segment] for segment in self.order])

    @property
    def one_each(self) -> tuple[Planted, ...]:
        """The changes of each change, one in a segment."""
        return tuple(planted for planted in self.planted if planted.number == 1)

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
        """By change and number the line of each segment, in `order`."""
        by_change: dict[tuple[str, int], dict[int, int]] = {}
        for place, line in enumerate(self.lines):
            by_change.setdefault((line.change, line.number), {})[line.segment] = place
        rank = {segment: number for number, segment in enumerate(self.order)}
        return {
            key: dict(sorted(of_change.items(), key=lambda item: rank[item[0]]))
            for key, of_change in by_change.items()
        }


def plant(
    corpus: Corpus,
    language: str,
    seed: int,
    changes: Sequence[Change] = CHANGES,
    paraphrases: Sequence[str] | None = None,
) -> ChallengeSet:
    """Plant every change into every segment where it applies.

    Some are also planted several times, one after the other, in a fixed number of longer segments.
    Segments with fewer than two words are left alone. What is planted of a change depends on the
    seed and the texts, not on other changes or the order of segments, and may differ in equal
    segments.
    """
    if corpus.given_tokens:
        raise InputError("changes are planted in text, but lists of tokens are given; give strings")
    texts = list(map(str, corpus.hypotheses))
    sources = [None] * len(texts) if corpus.sources is None else list(map(str, corpus.sources))
    others = [None] * len(texts) if paraphrases is None else list(map(str, paraphrases))
    if len(others) != len(texts):
        raise InputError(
            f"there are {counted(len(others), 'paraphrase')} for {counted(len(texts), 'segment')}; "
            "expected one for each"
        )
    if paraphrases is not None:
        _check_paraphrases(texts, list(map(str, paraphrases)))
    options = {"sources": corpus.sources, "paraphrases": paraphrases}
    given = frozenset(name for name, option in options.items() if option is not None)
    segments = list(map(Segment, texts, sources, others))
    language = target_language(language, texts)
    order = sorted(range(len(texts)), key=list(_contents(corpus)).__getitem__)
    earlier = _earlier([texts[segment] for segment in order])
    material = material_of([segments[segment] for segment in order], language)

    def random(place: int, purpose: str) -> Random:
        return Random(f"{seed}\n{purpose}\n{earlier[place]}\n{texts[order[place]]}")

    lengths = [len(segments[segment].words) for segment in order]
    places = [at for at, words in enumerate(lengths) if words >= settings.WORDS_FOR_SEVERAL]
    places.sort(key=lambda place: random(place, "several").random())
    with_several = frozenset(places[: settings.SEGMENTS_WITH_SEVERAL])
    planted = []
    for change in changes:
        made: dict[int, dict[int, str]] = {}
        for place, number in enumerate(order):
            if not change.refusal(language, given):
                times = max(NUMBERS) if change.repeats and place in with_several else 1
                made[number] = _changed(
                    change, segments[number], material, random(place, change.name), times
                )
        for times in NUMBERS:
            having = {
                number: made[number][times] for number in sorted(made) if times in made[number]
            }
            if having or times == 1:
                planted.append(Planted(change, times, having))
    return ChallengeSet(corpus, language, tuple(order), tuple(planted), given=given)


def target_language(languages: str, texts: Sequence[str]) -> str:
    """Return the language that a tag, or the target of a pair, names; "" if it is "".

    It is refused if the texts are not in a script of the language.
    """
    if not languages:
        return ""
    check_type(languages, str, "write language='en', or a pair such as 'de-en'")
    tokenizer_for(languages)
    language = languages.lower().rpartition("-")[2]
    scripts = SCRIPTS_OF.get(language)
    if scripts is None:
        return language
    counts = dict(zip(SCRIPTS[1:], letters_by_script(texts).sum(axis=0)[1:].tolist(), strict=True))
    others = sum(counts.values()) - sum(counts[script] for script in scripts)
    if 2 * others > sum(counts.values()):
        raise InputError(
            f"the language is {language!r}, but {others / sum(counts.values()):.0%} of the letters "
            f"of the texts are not {' or '.join(scripts)}; correct the language or the texts"
        )
    seen = language_of(texts)
    if seen not in ("", language):
        raise InputError(
            f"the language is {language!r}, but the texts look like {seen!r}; correct the language "
            "or the texts"
        )
    return language


def _check_paraphrases(texts: Sequence[str], paraphrases: Sequence[str]) -> None:
    """Refuse paraphrases that share no more words with their segments than with the next ones."""
    words, others = (
        [frozenset(Segment(text.lower()).words) for text in side] for side in (texts, paraphrases)
    )
    more = [
        (len(own & others[place]) - len(own & others[place - 1])) / max(len(own), 1)
        for place, own in enumerate(words)
    ]
    if len(more) < settings.FEWEST_PARAPHRASES:
        return
    chance = settings.SHARED_WORDS * stdev(more) / len(more) ** 0.5
    if fmean(more) <= chance and len(set(others)) > 1:
        raise InputError(
            "the paraphrases have no more words in common with their own segments than with the "
            "next ones; expected another translation of each segment, in the same order"
        )


def _changed(
    change: Change, segment: Segment, material: Material, random: Random, times: int
) -> dict[int, str]:
    """Return the text with the change once, and by `NUMBERS` if it can be planted so often."""
    texts: dict[int, str] = {}
    for number in range(1, times + 1):
        text = change.planted(segment, material, random)
        if text is None:
            return {1: texts[1]} if texts else {}
        if number in NUMBERS:
            texts[number] = text
        if number < times:
            segment = Segment(text)
    return texts


def _earlier(texts: Sequence[str]) -> list[int]:
    """Return how often each text occurs before."""
    seen: Counter[str] = Counter()
    earlier = []
    for text in texts:
        earlier.append(seen[text])
        seen[text] += 1
    return earlier


def _contents(corpus: Corpus) -> Iterator[tuple[str, ...]]:
    """Yield what distinguishes the segments, apart from their numbers."""
    sources = corpus.sources
    for number, (text, references) in enumerate(
        zip(corpus.hypotheses, corpus.references, strict=True)
    ):
        source = () if sources is None else (str(sources[number]),)
        yield (str(text), *map(str, references), *source)


ENDINGS = (".tsv", ".jsonl")
MISSING = r"\N"


def check_ending(path: str) -> None:
    """Refuse names whose ending is not that of a table."""
    if not path.lower().endswith(ENDINGS):
        raise OptionError(
            f"the name of the challenge set {path!r} has an unknown ending; expected one of "
            f"{', '.join(ENDINGS)}"
        )


def as_table(challenge: ChallengeSet, path: str) -> str:
    """Return a challenge set as the table for the ending of a file's name."""
    check_ending(path)
    corpus = challenge.corpus
    references = [list(map(str, of_segment)) for of_segment in corpus.references]
    records: list[dict[str, Any]] = [
        {
            "segment": line.segment + 1,
            "change": line.change,
            "number": line.number,
            "hypothesis": line.text,
            "references": references[line.segment],
            **({} if corpus.sources is None else {"source": str(corpus.sources[line.segment])}),
        }
        for line in challenge.lines
    ]
    if path.lower().endswith(".jsonl"):
        return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    return "".join("\t".join(row) + "\n" for row in _rows(records, max(map(len, references))))


def _rows(records: Sequence[Mapping[str, Any]], most: int) -> Iterator[list[str]]:
    names = ["reference"] if most == 1 else [f"reference:{number}" for number in range(1, most + 1)]
    for header in records[:1]:
        yield [each for key in header for each in (names if key == "references" else [key])]
    for record in records:
        texts = [record["hypothesis"], *record["references"], record.get("source", "")]
        if any("\t" in text or text == MISSING for text in texts):
            raise InputError(
                f"segment {record['segment']:,} has a tab or is {MISSING}, which a table of the "
                "ending .tsv cannot contain; choose a name that ends in .jsonl"
            )
        absent = [MISSING] * (most - len(record["references"]))
        yield [
            each
            for value in record.values()
            for each in ([*value, *absent] if isinstance(value, list) else [str(value)])
        ]

"""Segments to check before relying on the scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from operator import eq
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import counted
from tallystick.metrics.base.scripts import SCRIPTS, letters_by_script
from tallystick.reports.comparison.facts.results import shared
from tallystick.reports.comparison.facts.scored_systems import ScoredSystems, strings_of
from tallystick.reports.comparison.model import SuspiciousSegment
from tallystick.reports.comparison.thresholds import (
    ALIKE,
    CLEARLY_MORE,
    COPIED,
    FEWEST_COPIED_TOKENS,
    FEWEST_LETTERS,
    FEWEST_REPEATED_CHARACTERS,
    FEWEST_REPEATED_WORDS,
    MOST_COMPARED_CHARACTERS,
    UNUSUAL_LENGTH,
)
from tallystick.reports.wording import few_digits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sums.arrays import FloatArray, IntArray
    from tallystick.reports.comparison.facts.scored_systems import SegmentTokens

_WRITTEN_TOGETHER = ("Han", "Hiragana", "Katakana", "Bopomofo")


def suspicious_segments(
    scored: ScoredSystems, tokens: SegmentTokens
) -> tuple[SuspiciousSegment, ...]:
    """Find empty texts, copied sources, unusual lengths, wrong scripts and duplicates.

    - *empty hypothesis*, *empty reference*: only white space.
    - *copied source*: hypothesis and source share at least 80% of their tokens, at least 20
      percentage points more than any reference does, and the source has four tokens or more (or, if
      the texts are equal, ten characters).
    - *too short*, *too long*: the text has less than half or more than twice as many characters as
      the closest reference. If one of these applies to most of three or more systems, the reference
      is reported instead.
    - *script*: two thirds of the letters, and five or more, belong to a script that is neither the
      main script of the segment's references nor that of all references. Chinese characters and
      kana count as one script.
    - *duplicate*: the same text, of four words or more (ten characters if it is written without
      spaces), for segments of which one has a source and a reference unlike those of the first.

    The segments are sorted by kind in this order, then by system and number.
    """
    return (
        *_empty_texts(scored),
        *_copied_sources(scored, tokens),
        *_unusual_lengths(scored),
        *_wrong_scripts(scored),
        *_duplicates(scored),
    )


def _empty_texts(scored: ScoredSystems) -> Iterator[SuspiciousSegment]:
    for name, of_system in zip(scored.names, scored.hypothesis_strings, strict=True):
        for segment, text in enumerate(of_system):
            if not text or text.isspace():
                references = scored.references_by_segment[segment]
                detail = f"the reference has {counted(max(map(len, references)), 'character')}"
                yield SuspiciousSegment("empty hypothesis", name, segment + 1, detail)
    for segment, texts in enumerate(scored.references_by_segment, start=1):
        empty = [
            str(number) for number, text in enumerate(texts, start=1) if not text or text.isspace()
        ]
        if empty:
            detail = f"reference {' and '.join(empty)} of {len(texts)}"
            yield SuspiciousSegment("empty reference", None, segment, detail)


def _copied_sources(scored: ScoredSystems, tokens: SegmentTokens) -> Iterator[SuspiciousSegment]:
    if scored.corpora[0].sources is None:
        return
    source = tokens.counts(tokens.sources)
    source_lengths = np.bincount(tokens.word_segments, source, minlength=scored.segments)
    offsets = tokens.reference_offsets
    counts = np.diff(offsets)
    numbers = np.arange(offsets[-1]) - np.repeat(offsets[:-1], counts)  # in the segment
    of_references = np.zeros(scored.segments)
    for number in range(int(counts.max())):
        where = tokens.of_references(numbers == number)
        shared = _shared(tokens, source, source_lengths, where)
        of_references = np.maximum(of_references, shared)
    texts = strings_of(scored.corpora[0].sources)
    long = np.array([len(text) >= FEWEST_REPEATED_CHARACTERS for text in texts])
    many = source_lengths >= FEWEST_COPIED_TOKENS
    systems = zip(scored.names, scored.hypothesis_strings, tokens.hypotheses, strict=True)
    for name, hypotheses, of_system in systems:
        shared = _shared(tokens, source, source_lengths, of_system)
        equal = np.array(list(map(eq, hypotheses, texts)))
        copied = (shared >= COPIED) & (shared - of_references >= CLEARLY_MORE)
        for segment in np.flatnonzero(copied & (many | (equal & long))).tolist():
            yield SuspiciousSegment(
                "copied source",
                name,
                segment + 1,
                f"shares {shared[segment]:.0%} of its tokens with the source",
            )


def _shared(
    tokens: SegmentTokens, source: IntArray, source_lengths: NDArray[Any], where: slice | IntArray
) -> FloatArray:
    """Return the share of tokens common to text and source (Dice), shape (segments,)."""
    count = len(source_lengths)
    counts = tokens.counts(where)
    common = np.bincount(tokens.word_segments, np.minimum(counts, source), minlength=count)
    lengths = np.bincount(tokens.word_segments, counts, minlength=count)
    shared: FloatArray = 2 * common / np.maximum(lengths + source_lengths, 1)
    return shared


def _unusual_lengths(scored: ScoredSystems) -> Iterator[SuspiciousSegment]:
    ratios = np.stack([_log_ratios(scored, texts) for texts in scored.hypothesis_strings])
    unusual = np.abs(ratios) > np.log(UNUSUAL_LENGTH)
    systems = len(scored.names)
    of_reference = (unusual.sum(axis=0) * 2 > systems) & (systems >= 3)
    for segment in np.flatnonzero(of_reference).tolist():
        those = unusual[:, segment]
        ratio = float(np.exp(-np.median(ratios[those, segment])))
        yield SuspiciousSegment(
            "too short" if ratio < 1 else "too long",
            None,
            segment + 1,
            f"the reference is {few_digits(ratio)} times as long as the hypotheses of "
            f"{those.sum()} of {systems} systems",
        )
    for system, segment in np.argwhere(unusual & ~of_reference).tolist():
        ratio = float(np.exp(ratios[system, segment]))
        yield SuspiciousSegment(
            "too short" if ratio < 1 else "too long",
            scored.names[system],
            segment + 1,
            f"{few_digits(ratio)} times as long as the closest reference",
        )


def _log_ratios(scored: ScoredSystems, hypotheses: Sequence[str]) -> FloatArray:
    """Return the log ratios of characters to the closest reference; NaN if either is empty."""
    offsets = scored.references.offsets
    counts = np.diff(offsets)
    lengths, of_references = (
        np.array([len(text) or np.nan for text in texts])
        for texts in (hypotheses, scored.reference_strings)
    )
    ratios = np.log(np.repeat(lengths, counts) / of_references)
    distances = np.where(np.isnan(ratios), np.inf, np.abs(ratios))
    nearest = np.repeat(np.minimum.reduceat(distances, offsets[:-1]), counts)
    places = np.where(distances == nearest, np.arange(len(ratios)), len(ratios) - 1)
    chosen: FloatArray = ratios[np.minimum.reduceat(places, offsets[:-1])]
    return chosen


def _wrong_scripts(scored: ScoredSystems) -> Iterator[SuspiciousSegment]:
    by_reference = _letters(scored.reference_strings)
    if not by_reference.any():
        return
    by_segment = np.add.reduceat(by_reference, scored.references.offsets[:-1], axis=0)
    of_corpus = int(by_segment.sum(axis=0).argmax())
    of_segments = np.where(by_segment.any(axis=1), by_segment.argmax(axis=1), of_corpus)
    for name, of_system in zip(scored.names, scored.hypothesis_strings, strict=True):
        letters = _letters(of_system)
        most = letters.argmax(axis=1)
        count, total = letters.max(axis=1), letters.sum(axis=1)
        wrong = (most != of_segments) & (most != of_corpus)
        wrong &= (count >= FEWEST_LETTERS) & (3 * count >= 2 * total)
        for segment in np.flatnonzero(wrong).tolist():
            yield SuspiciousSegment(
                "script",
                name,
                segment + 1,
                f"{count[segment] / total[segment]:.0%} of the letters are "
                f"{_script_name(most[segment])}, those of the reference "
                f"{_script_name(of_segments[segment])}",
            )


def _letters(texts: Sequence[str]) -> IntArray:
    """Count letters by script, with Chinese and Japanese in one column."""
    counts = letters_by_script(texts)
    counts[:, 0] = 0
    columns = [SCRIPTS.index(script) for script in _WRITTEN_TOGETHER]
    together = counts[:, columns].sum(axis=1)
    counts[:, columns] = 0
    counts[:, columns[0]] = together
    return counts


def main_script(texts: Sequence[str]) -> str:
    """Return the name of the script of most letters."""
    return _script_name(int(_letters(texts).sum(axis=0).argmax()))


def _script_name(column: int) -> str:
    script = SCRIPTS[column]
    return "Chinese or Japanese" if script in _WRITTEN_TOGETHER else script


def _duplicates(scored: ScoredSystems) -> Iterator[SuspiciousSegment]:
    first_references = [texts[0] for texts in scored.references_by_segment]
    sources = scored.corpora[0].sources
    originals = [first_references] if sources is None else [strings_of(sources), first_references]

    @cache  # systems often repeat the same segments
    def differ(segments: tuple[int, ...]) -> bool:
        return all(_differ([texts[segment] for segment in segments]) for texts in originals)

    for name, of_system in zip(scored.names, scored.hypothesis_strings, strict=True):
        duplicates: list[SuspiciousSegment] = []
        for text, segments in shared(enumerate(map(str.strip, of_system))):
            if len(segments) < 2 or not is_long(text) or not differ(tuple(segments)):
                continue
            for segment in segments:
                others = [f"{other + 1:,}" for other in segments[:4] if other != segment][:3]
                left_out = len(segments) - 1 - len(others)
                more = f" and {left_out:,} more" if left_out else ""
                what = "segment" if len(segments) == 2 else "segments"
                detail = f"the same text as {what} {', '.join(others)}{more}"
                duplicates.append(SuspiciousSegment("duplicate", name, segment + 1, detail))
        yield from sorted(duplicates, key=lambda duplicate: duplicate.segment)


def _differ(texts: Sequence[str]) -> bool:
    """Return whether one of the texts differs from the first in more than a few words."""
    first, *others = (text[:MOST_COMPARED_CHARACTERS].casefold() for text in texts)
    compared = SequenceMatcher(b=first, autojunk=False)
    for other in others:
        compared.set_seq1(other)
        if other != first and compared.ratio() < ALIKE:
            return True
    return False


def is_long(text: str, words: int = FEWEST_REPEATED_WORDS) -> bool:
    """Return whether a text has so many words, or as many characters and few spaces.

    >>> is_long("a few words here"), is_long("no"), is_long("今天天气很好，我们去公园。")
    (True, False, True)
    """
    number = len(text.split())
    return number >= words or len(text) >= FEWEST_REPEATED_CHARACTERS * max(
        number, words / FEWEST_REPEATED_WORDS
    )

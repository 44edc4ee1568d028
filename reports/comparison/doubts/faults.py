"""The faults of outputs as a table: how each is recognised, and what is said of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.reports.comparison.thresholds import (
    FEWEST_FOREIGN_WORDS,
    FEWEST_OF_NEIGHBOUR,
    FEWEST_RARE_WORDS,
    MOST_KNOWN_WORDS,
    MOST_OF_OWN_REFERENCE,
    RARE_WORD,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sums.arrays import BoolArray
    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems, SegmentTokens
    from tallystick.reports.comparison.model import DoubtKind, Suspicion, SuspiciousSegment

_LEADING = "\xc2-\xf4"
_BYTES = {
    bytes([byte]).decode("cp1252", "ignore") or chr(byte): byte for byte in range(0x80, 0x100)
}
_BYTES |= {chr(byte): byte for byte in range(0x80, 0x100)}
_FOLLOWING = "".join(re.escape(char) for char, byte in _BYTES.items() if byte < 0xC0)
MISREAD = re.compile(f"[{_LEADING}][{_FOLLOWING}]{{1,3}}")
"""Characters of UTF-8 that were read as Windows-1252 or Latin-1."""

MISREAD_TWICE = re.compile(b"\xc3[\x82-\xb4](?:[\xc2\xc5\xc6\xcb]|\xe2[\x80-\x84])")
"""The beginning of such characters that are in UTF-8 again; a quick test."""

REPLACED = "\ufffd"
ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[a-z]{2,6});")
SPECIAL_TOKEN = re.compile(r"<(?:/?s|unk|pad|bos|eos|mask|\|\w+\|)>|\[UNK\]|⁇", re.IGNORECASE)
SUBWORD_MARK = re.compile(r"@@(?= |$)|▁|(?:^| )##\w")
COMMAS = ",،，、"
QUOTES = '"“”„«»「」『』《》'

MISPLACED = "resemble the reference before or after theirs"
FOREIGN = "have hardly a word of the language of the references"
COPIED = "copy the source"
SHORT = "are less than half as long as the reference"
LONG = "are more than twice as long as the reference"
LACKING = "have no {} where the reference has one"
NO_ACCENTS = "have no accented letter where the reference has several"
ALIKE = "begin or end alike, unlike the references"


def foreign_outputs(texts: Texts) -> Found:
    """Return the segments of every system that may be in another language, and that of references.

    The words of the language are those of the references, in lower case. An output has five words
    or more that its source does not have, and the share of words of the language among them is less
    than a quarter of that in the references, where another segment's references must have the word.
    """
    tokens, numbers = texts.tokens, dict[str, int]()
    words = tokens.vocabulary.tokens()
    has_letter = np.array([any(map(str.isalpha, word)) for word in words], dtype=np.bool_)
    lowered = np.array(
        [numbers.setdefault(word.lower(), len(numbers)) for word in words], dtype=np.int64
    )
    word_ids = lowered[tokens.word_ids]
    in_references = tokens.counts(tokens.references) > 0
    frequency = np.bincount(word_ids[in_references], minlength=len(numbers))[word_ids]
    candidates = has_letter[tokens.word_ids] & (tokens.counts(tokens.sources) == 0)
    count, share, foreign = len(tokens.reference_offsets) - 1, None, []
    for where in (tokens.references, *tokens.hypotheses):
        chosen = (tokens.counts(where) > 0) & candidates
        elsewhere = 1 if where is tokens.references else 0  # its own segment counts there, too
        of_language = chosen & (frequency > elsewhere)
        total = np.bincount(tokens.word_segments[chosen], minlength=count)
        known = np.bincount(tokens.word_segments[of_language], minlength=count)
        if share is None:  # in the references, which come first
            share = known.sum() / max(total.sum(), 1)
        few = known < MOST_KNOWN_WORDS * share * total
        foreign.append(np.flatnonzero((total >= FEWEST_FOREIGN_WORDS) & few))
    of_references, *systems = foreign
    return Found(systems, len(of_references))


def misplaced_outputs(texts: Texts) -> Found:
    """Return the segments of every system, from 0, that resemble a neighbour's reference.

    Their rare words are in the reference before or after. If they are most of a run of lines, all
    lines of the run are returned. References have no such place: their number is 0.
    """
    tokens = texts.tokens
    count = len(tokens.reference_offsets) - 1
    size = int(tokens.word_ids.max(initial=0)) + 1
    in_references = tokens.counts(tokens.references) > 0
    frequency = np.bincount(tokens.word_ids[in_references], minlength=size)
    is_rare = (frequency > 0) & (frequency <= max(RARE_WORD * count, 2))
    rare = np.flatnonzero(is_rare[tokens.word_ids])
    keys = tokens.word_segments[rare].astype(np.int64) * size + tokens.word_ids[rare]
    in_own = in_references[rare]
    of_references = keys[in_own]  # ascending
    systems = []
    for where in tokens.hypotheses if len(of_references) else ():
        present = tokens.counts(where)[rare] > 0
        words = np.bincount(keys[present] // size, minlength=count)
        own = np.bincount(keys[present & in_own] // size, minlength=count)
        recognisable = words >= FEWEST_RARE_WORDS
        unlike = recognisable & (own <= MOST_OF_OWN_REFERENCE * words)
        chosen = keys[present]
        chosen = chosen[unlike[chosen // size]]
        misplaced = np.zeros(count, dtype=bool)
        for offset in (-1, 1):
            neighbours = chosen + offset * size
            places = np.searchsorted(of_references, neighbours)
            same = of_references[np.minimum(places, len(of_references) - 1)] == neighbours
            alike = np.bincount(chosen[same] // size, minlength=count)
            here = unlike & (alike >= FEWEST_OF_NEIGHBOUR) & (alike > 2 * own)
            misplaced |= here | _run(here, recognisable)
        systems.append(np.flatnonzero(misplaced))
    return Found(systems)


def _run(here: BoolArray, recognisable: BoolArray) -> BoolArray:
    """Return the run of segments of which most that are recognisable are `here`, or none."""
    gains: NDArray[Any] = np.cumsum(np.where(here, 1, np.where(recognisable, -1, 0)))
    gains = np.append(0, gains)
    end = int((gains - np.minimum.accumulate(gains)).argmax())
    start = end - int(gains[end::-1].argmin())  # the last of several
    run = np.zeros_like(here)
    if 2 * here[start:end].sum() > here.sum():
        run[start:end] = True
    return run


@dataclass(frozen=True, slots=True)
class Texts:
    """What faults are recognised from.

    `references` are those of each segment in one string, `joined` the outputs of each system as one
    text in UTF-8, in which marks are quickly found.
    """

    scored: ScoredSystems
    suspicious: Sequence[SuspiciousSegment]
    tokens: SegmentTokens
    references: Sequence[str]
    joined: Sequence[bytes]


class Found(NamedTuple):
    """The segments of every system, from 0, that show a fault.

    `references` is the number of references that show it, `among` the number of segments in which
    it could be seen; None for all.
    """

    systems: Sequence[Iterable[int]]
    references: int = 0
    among: int | None = None


class Fault(NamedTuple):
    """A fault, and the least share of segments, beyond what is usual, that matters.

    A sentence says `found` of a number of outputs, and what they may be as a question; a headline
    says only what they may be, if it is a question.
    """

    kind: DoubtKind
    least: float
    find: Callable[[Texts], Found]
    found: str
    may_be: str = ""

    @property
    def end(self) -> str:
        """The end of a sentence."""
        return f": {self.may_be}?" if self.may_be else "."

    @property
    def in_short(self) -> str:
        """What a headline says of outputs."""
        return f"may be {self.may_be}" if self.may_be else re.split(" where|,", self.found)[0]


def suspected(suspicion: Suspicion, texts: Texts) -> Found:
    """Find the suspicious segments of one kind."""
    segments: dict[str, list[int]] = {name: [] for name in texts.scored.names}
    for segment in texts.suspicious:
        if segment.suspicion == suspicion and segment.system is not None:
            segments[segment.system].append(segment.segment - 1)
    return Found(list(segments.values()))


def marked(pattern: re.Pattern[str], hints: str, texts: Texts) -> Found:
    """Find texts with a pattern; each contains one of the characters `hints`."""

    def of(lines: Sequence[str], joined: bytes) -> list[int]:
        some = [hint for hint in hints if hint.encode() in joined]
        return [
            place
            for place, line in enumerate(lines if some else ())
            if any(hint in line for hint in some) and pattern.search(line)
        ]

    return _with_references(texts, of)


def _with_references(texts: Texts, of: Callable[[Sequence[str], bytes], list[int]]) -> Found:
    systems = list(map(of, texts.scored.hypothesis_strings, texts.joined))
    references = texts.references if any(systems) else []
    return Found(systems, len(of(references, "".join(references).encode())))


def _garbled(texts: Texts) -> Found:
    """Find characters of the references in a wrong encoding, and U+FFFD."""

    def of(lines: Sequence[str], joined: bytes) -> list[int]:
        if joined.isascii() or not (REPLACED.encode() in joined or MISREAD_TWICE.search(joined)):
            return []
        alphabet, garbled = set("".join(texts.references)), []
        for place, line in enumerate(lines):
            read = [bytes([_BYTES[char] for char in part]) for part in MISREAD.findall(line)]
            meant = {part.decode("utf-8", "ignore")[:1] for part in read}
            if REPLACED in line or meant & alphabet:
                garbled.append(place)
        return garbled

    return _with_references(texts, of)


def lacking(marks: str, texts: Texts) -> Found:
    """Find outputs without marks of which the reference has some."""
    mark = re.compile(f"[{marks}]")
    expected = [place for place, line in enumerate(texts.references) if mark.search(line)]
    systems = []
    for lines, joined in zip(texts.scored.hypothesis_strings, texts.joined, strict=True):
        few = 2 * sum(joined.count(char.encode()) for char in marks) <= len(expected)
        systems.append([place for place in expected if few and not mark.search(lines[place])])
    return Found(systems, 0, len(expected))


def _without_accents(texts: Texts) -> Found:
    """Find outputs in ASCII of which the reference has two letters or more that are not."""
    expected = [
        place
        for place, line in enumerate(texts.references)
        if not line.isascii() and sum(char > "\x7f" and char.isalpha() for char in line) > 1
    ]
    hypotheses = texts.scored.hypothesis_strings
    systems = [[place for place in expected if lines[place].isascii()] for lines in hypotheses]
    return Found(systems, 0, len(expected))


def _alike(texts: Texts) -> Found:
    """Find outputs that begin or end with the mark, or begin with the word, of most outputs.

    At most half as many references do, and most of them do not begin with another word.
    """

    def of(lines: Sequence[str]) -> list[int]:
        for name, edge in _EDGES.items():
            [(common, number)] = Counter(map(edge, lines)).most_common(1)
            if common and number > len(lines) / 2:
                of_references = Counter(map(edge, texts.references))
                [(_, most)] = of_references.most_common(1)
                template = name == "first word" and most > len(lines) / 2
                if of_references[common] < number / 2 and not template:
                    return [place for place, line in enumerate(lines) if edge(line) == common]
        return []

    return Found(list(map(of, texts.scored.hypothesis_strings)))


_EDGES: Mapping[str, Callable[[str], str]] = {
    "first mark": lambda line: line[:1] if not line[:1].isalnum() else "",
    "last mark": lambda line: line[-1:] if not line[-1:].isalnum() else "",
    "first word": lambda line: line.partition(" ")[0].lower(),
}


FAULTS: tuple[Fault, ...] = (
    Fault("empty outputs", 0.004, partial(suspected, "empty hypothesis"), "are empty"),
    Fault("garbled characters", 0.002, _garbled, "have garbled characters"),
    Fault("HTML entities", 0.005, partial(marked, ENTITY, "&"), "have HTML entities"),
    Fault("special tokens", 0.002, partial(marked, SPECIAL_TOKEN, "<[⁇"), "have tokens like <unk>"),
    Fault("subword marks", 0.005, partial(marked, SUBWORD_MARK, "@▁#"), "have subword marks"),
    Fault("copied sources", 0.01, partial(suspected, "copied source"), COPIED, "untranslated"),
    Fault("repeated outputs", 0.01, partial(suspected, "duplicate"), "repeat other outputs"),
    Fault("misplaced outputs", 0.01, misplaced_outputs, MISPLACED, "misplaced"),
    Fault("wrong script", 0.01, partial(suspected, "script"), "use another script"),
    Fault("wrong language", 0.05, foreign_outputs, FOREIGN, "in another language"),
    Fault("cut off", 0.03, partial(suspected, "too short"), SHORT, "cut off"),
    Fault("too long", 0.015, partial(suspected, "too long"), LONG, "repetitive"),
    Fault("no commas", 0.5, partial(lacking, COMMAS), LACKING.format("comma")),
    Fault("no quotation marks", 0.5, partial(lacking, QUOTES), LACKING.format("quotation mark")),
    Fault("no accents", 0.5, _without_accents, NO_ACCENTS),
    Fault("same beginnings", 0.9, _alike, ALIKE),
)
"""A segment counts for the first of its faults."""

BY_KIND: Mapping[DoubtKind, Fault] = {fault.kind: fault for fault in FAULTS}
LACKED: frozenset[DoubtKind] = frozenset({"no commas", "no quotation marks", "no accents"})

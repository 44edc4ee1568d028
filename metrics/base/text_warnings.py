"""Warnings of text that gives a plausible but wrong score, recognised from a sample of lines.

It may not suit the tokenizer, or both sides differ where no reader would see or mean it. Whether a
metric sees a difference is not looked up but tried, on that sample.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_letters
from typing import Any, Literal, NamedTuple
from unicodedata import is_normalized, normalize

from tallystick.errors import TallystickWarning, TokenizerWarning, warn
from tallystick.metrics.arguments.catalogue import METRICS
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.interface.metric import Metric, fitted, with_defaults
from tallystick.metrics.interface.spec import named
from tallystick.metrics.tokenizers.languages import (
    LANGUAGES,
    LOSES_LETTERS,
    SPLIT_AT_SPACES,
    SPLIT_AT_SPACES_ONLY,
    Language,
)

SAMPLED_LINES = 50
BYTES_FOR_LETTERS = 64  # of each line
FEWEST_TOKENIZED_LINES = 10
MOST_LOST_LETTERS = 0.01  # names and loan words in English text are fewer
CHARACTERS_OF_A_WORD = 8
"""Text with more characters than this for each space is not written with spaces between words."""

# The bytes that begin characters from U+0800 on, except for U+2000 to U+2FFF (punctuation,
# symbols): every script that is written without spaces is among them.
_LATE_SCRIPTS = bytes([0xE0, 0xE1, *range(0xE3, 0xF5)])
_OTHER_BYTES = bytes(set(range(256)) - set(_LATE_SCRIPTS))

_NO_ASCII_LETTERS = bytes(set(range(256)) - set(ascii_letters.encode()))
_OTHER_ASCII = bytes(set(_NO_ASCII_LETTERS) & set(range(128)) - set(b"\n"))


EQUAL_TO_REFERENCES = (
    "every hypothesis is equal to a reference; check that no file of references was given as a "
    "system"
)
"""What is said of texts that `equal_references`."""


def equal_references(corpus: Corpus) -> bool:
    """Return whether every hypothesis is equal to a reference of its segment."""
    return corpus.has_references and all(
        corpus.hypotheses[segment] in corpus.references[segment] for segment in range(len(corpus))
    )


def warnings_of(corpus: Corpus, metrics: Sequence[Metric]) -> tuple[str, ...]:
    """Return warnings about the tokenizers of metrics for a corpus, and those of the metrics.

    Of token lists they are about tokenizers that are asked for.
    """
    return (*_of_metrics(corpus, metrics), *warnings_of_tokenizers(corpus, metrics))


def _of_metrics(corpus: Corpus, metrics: Sequence[Metric]) -> list[str]:
    return [text for metric in metrics for text in with_defaults(metric).warnings(corpus)]


def warnings_of_tokenizers(corpus: Corpus, metrics: Sequence[Metric]) -> list[str]:
    """Return warnings about tokenizers that do not suit the text."""
    if corpus.given_tokens:
        specs = [named(metric).spec for metric in metrics]
        asked = (re.search("[:,]tokenize=(?!none)([^,]+)", spec) for spec in specs)
        return [
            f"the tokenizer {match[1]} of {match.string.partition(':')[0]} is not applied, because "
            "the texts are lists of tokens; give strings, or leave tokenize out"
            for match in asked
            if match
        ]
    tokenizers = {
        (metric.identity.name, getattr(metric, "tokenize", "")): metric.identity.needs_references
        for metric in metrics
    }
    warnings = _of_words(corpus, tokenizers)
    names = [metric for metric, name in tokenizers if name == LOSES_LETTERS]
    segments = corpus.references.segments
    if names and isinstance(segments, Text):
        warnings += _of_letters(_sampled(segments), names)
    return warnings


def _of_letters(lines: Iterable[bytes], metrics: Iterable[str]) -> list[str]:
    """Return the warnings about metrics whose tokenizer drops letters of lines of references."""
    sample = b"\n".join([line[:BYTES_FOR_LETTERS] for line in lines])
    if sample.isascii():
        return []
    kept = len(sample.translate(None, _NO_ASCII_LETTERS))
    rest = sample.translate(None, _OTHER_ASCII).decode("utf-8", "ignore").split("\n")
    # asking a line at once takes less time, and most have only letters now
    letters = sum([len(line) if line.isalpha() else sum(map(str.isalpha, line)) for line in rest])
    lost = (letters - kept) / max(letters, 1)
    return [
        f"the tokenizer {LOSES_LETTERS} of {name} drops all letters but a to z, among them "
        f"{lost:.0%} of those of the references; use {name}:tokenize=unicode-words, which keeps "
        "the words of every script"
        for name in metrics
        if lost >= MOST_LOST_LETTERS
    ]


def _of_words(corpus: Corpus, tokenizers: Mapping[tuple[str, str], bool]) -> list[str]:
    """Warn of tokenizers that split at spaces; the values say whether references are compared."""
    tokenizers = {key: of for key, of in tokenizers.items() if key[1] in SPLIT_AT_SPACES}
    if not tokenizers:
        return []
    side, segments = "references", corpus.references.segments
    if not corpus.has_references:
        side, segments = "hypotheses", corpus.hypotheses
    language = _language_without_spaces(segments)
    if language is not None:
        return [_of_language(side, language, metric, name) for metric, name in tokenizers]
    sides = _looks_tokenized(corpus.hypotheses), _looks_tokenized(corpus.references.segments)
    # a tokenizer that splits punctuation too makes tokens of the references that are not yet, and
    # one that does not keeps the tokens of both sides
    return [
        _of_tokens(metric, name, sides)
        for (metric, name), compares in tokenizers.items()
        if compares and (sides[0] != sides[1] if name in SPLIT_AT_SPACES_ONLY else sides[0])
    ]


def warn_of(corpus: Corpus, metrics: Sequence[Metric], said: set[str] | None = None) -> None:
    """Issue the warnings of `warnings_of` and of sides that differ, except those in `said`."""
    said = set() if said is None else said
    for category, texts in (
        (TallystickWarning, _of_metrics(corpus, metrics)),
        (TallystickWarning, [difference.in_words() for difference in differences(corpus, metrics)]),
        (TokenizerWarning, warnings_of_tokenizers(corpus, metrics)),
    ):
        for text in texts:
            if text not in said:
                said.add(text)
                warn(text, category)


def warnings_of_segment(
    hypothesis: str, references: Sequence[str], metric: str, tokenizer: str
) -> list[tuple[str, type[TallystickWarning]]] | None:
    """Return the warnings of `warn_of` about one segment; None if only they can tell."""
    if may_differ(hypothesis, references):
        return None
    text = "".join(references) or hypothesis
    if text.isascii():
        return []
    if tokenizer in SPLIT_AT_SPACES:
        return None if _may_lack_spaces(text.encode("utf-8", "surrogatepass")) else []
    if tokenizer != LOSES_LETTERS:
        return []
    try:
        *lines, _ = [line.encode("utf-8") for line in (*references, hypothesis)]
    except UnicodeEncodeError:  # a lone surrogate, which a corpus refuses
        return None
    return [(text, TokenizerWarning) for text in _of_letters(lines, [metric])]


def _of_language(side: str, language: Language, metric: str, tokenizer: str) -> str:
    first, *others = language.tokenizers
    return (
        f"the {side} look {language.name}, but the tokenizer {tokenizer} of {metric} expects "
        f"spaces between words; the scores can rank systems wrongly; add the option of a tokenizer "
        f"for {language.name}, tokenize={first} (or {', '.join(others)})"
        + f", as in {metric}:tokenize={first}"
        * (metric not in METRICS.refused)
    )


def _of_tokens(metric: str, tokenizer: str, sides: tuple[bool, bool]) -> str:
    """Return the warning of tokens in hypotheses, in references, or in both."""
    if all(sides):
        return (
            'hypotheses and references look tokenized already (lines end in " ."), and the '
            f"tokenizer {tokenizer} of {metric} splits them again, which can change the score; "
            "give detokenized text, or add the option tokenize=none to keep the tokens, as in "
            f"{metric}:tokenize=none"
        )
    side, other = ("hypotheses", "references") if sides[0] else ("references", "hypotheses")
    return (
        f'the {side} look tokenized already (lines end in " ."), but the {other} do not, so '
        f"{metric} may be worse than the hypotheses deserve; detokenize the {side}"
    )


def _language_without_spaces(segments: object) -> Language | None:
    """Return the language of a text that needs its own tokenizer."""
    sample = b"".join(_sampled(segments)) if isinstance(segments, Text) else b""
    if not _may_lack_spaces(sample):
        return None
    from tallystick.metrics.base.scripts import language_of

    text = sample.decode("utf-8")
    language = LANGUAGES.get(language_of([text]))
    spaces = len(text) - len("".join(text.split()))
    spaced = spaces * CHARACTERS_OF_A_WORD > len(text)
    return None if language is None or (spaced and not language.spaced) else language


def _may_lack_spaces(sample: bytes) -> bool:
    """A quick test that excludes almost all text."""
    return bool(sample) and 20 * len(sample.translate(None, _OTHER_BYTES)) >= len(sample)


def _looks_tokenized(segments: object) -> bool:
    """Return whether most lines that end in a full stop have a space before it."""
    if not isinstance(segments, Text) or len(segments) < FEWEST_TOKENIZED_LINES:
        return False
    lines = b"\n".join([*_sampled(segments), b""])
    separated = lines.count(b" .\n")
    return separated >= FEWEST_TOKENIZED_LINES and 2 * separated > lines.count(b".\n")


def _sampled(segments: Text) -> list[bytes]:
    """Return the bytes of lines spread evenly over a text."""
    step = max(len(segments) // SAMPLED_LINES, 1)
    if segments.strings is not None:
        return [line.encode("utf-8") for line in segments.strings[::step]]
    starts, ends = (bounds[::step].tolist() for bounds in segments.bounds)
    return [segments.data[start:end] for start, end in zip(starts, ends, strict=True)]


Kind = Literal["lower case", "capitals", "Unicode form", "byte order mark", "empty references"]
Side = Literal["hypotheses", "references"]

FEWEST_LINES, MORE = 3, 0.1
"""The least number and share of lines by which one side has more capitals, or lower case."""

WHOLLY, MIXED = 0.95, 0.5
"""The least share of such lines, of those with cased letters, on one side; the largest on the
other."""

BYTE_ORDER_MARK = "\ufeff"
_MARK = re.compile(BYTE_ORDER_MARK.encode())
SAME: Mapping[Kind, Callable[[str], str]] = {
    "lower case": str.lower,
    "capitals": str.lower,
    "Unicode form": lambda line: normalize("NFC", line),
}
"""What makes the sides equal in the respect in which they differ."""


class Difference(NamedTuple):
    """What is wrong with one side, and the names of the metrics that see it."""

    kind: Kind
    side: Side
    metrics: tuple[str, ...]
    with_lowercase: tuple[str, ...]
    """The metrics among them that have an option `lowercase`."""
    one_reference: bool
    """Whether each segment has one reference."""

    def in_words(self, outputs: str = "the hypotheses") -> str:
        """Return what is wrong, and what to type; `outputs` are the words for the hypotheses."""
        if self.kind == "empty references":
            others = (
                "leave their segments out of all texts, because each has no other reference"
                if self.one_reference
                else "leave them out (a missing reference is None in Python, and \\N in a table, "
                "not in plain text)"
            )
            return (
                "there are empty references, and nothing matches an empty reference; complete "
                f"them, or {others}"
            )
        sides = outputs, "the references"
        side, other = sides if self.side == "hypotheses" else sides[::-1]
        if self.kind == "byte order mark":
            return (
                f"a line of {side} begins with a byte order mark (U+FEFF), which is scored as a "
                "character; remove it, or open the file with encoding='utf-8-sig'"
            )
        names = " and ".join(self.metrics)
        if self.kind == "Unicode form":
            return (
                f"{side} are not all in the Unicode form NFC, so the same letters differ for "
                f"{names}; normalise both sides, in Python with unicodedata.normalize('NFC', "
                "line), on the command line with uconv -x any-nfc"
            )
        able = " and ".join(f"{name}:lowercase=unicode" for name in self.with_lowercase)
        return (
            f"{side} are in {self.kind} and {other} are not, so the same words differ for {names}; "
            f"score both in lower case{f', with {able}' if able else ''}"
        )


def differences(corpus: Corpus, metrics: Sequence[Metric]) -> list[Difference]:
    """Return how the sides differ in a way that a metric sees; token lists in empty references."""
    if not corpus.has_references:
        return []
    differing: list[Difference] = []
    for kind, side in _differences(corpus):
        seeing = [metric for metric in metrics if metric.identity.needs_references]
        if kind in SAME:
            seeing = [metric for metric in seeing if _sees(metric, corpus, SAME[kind])]
        if seeing:
            able = [metric for metric in seeing if hasattr(metric, "lowercase")]
            names, with_option = (
                tuple(dict.fromkeys(metric.identity.name for metric in of)) for of in (seeing, able)
            )
            single = corpus.references.number == 1
            differing.append(Difference(kind, side, names, with_option, single))
    return differing


def may_differ(hypothesis: str, references: Sequence[str]) -> bool:
    """Whether one segment can have such a difference; a quick test."""
    text = "\n".join((hypothesis, *references))
    may = not text.isascii() and (BYTE_ORDER_MARK in text or not is_normalized("NFC", text))
    return may or "" in references


def _differences(corpus: Corpus) -> Iterator[tuple[Kind, Side]]:
    hypotheses, references = corpus.hypotheses, corpus.references.segments
    texts = isinstance(hypotheses, Text) and isinstance(references, Text)
    # the texts of one segment are not packed for this
    if texts and len(corpus) == 1 and not may_differ(str(hypotheses[0]), [*map(str, references)]):
        return
    if references.count_empty():
        yield "empty references", "references"
    if not isinstance(hypotheses, Text) or not isinstance(references, Text):
        return
    if _is_marked(hypotheses):
        yield "byte order mark", "hypotheses"
    if _is_marked(references):
        yield "byte order mark", "references"
    _, lines, others = _sample(corpus)
    for kind, is_of_case in _CASES:
        one, other = (sum(map(is_of_case, side)) for side in (lines, others))
        if abs(one - other) >= max(FEWEST_LINES, MORE * len(lines)):
            side: Side = "hypotheses" if one > other else "references"
            cased = [sum(line.lower() != line.upper() for line in of) for of in (lines, others)]
            shares = sorted([one / max(cased[0], 1), other / max(cased[1], 1)])
            if shares[0] <= MIXED and shares[1] >= WHOLLY:
                yield kind, side
                break
    for line, other_line in zip(lines, others, strict=True):
        if line.isascii() or other_line.isascii():
            continue
        composed = [is_normalized("NFC", line), is_normalized("NFC", other_line)]
        if not all(composed):
            common = {*normalize("NFC", line)} & {*normalize("NFC", other_line)}
            if not common <= {*line} & {*other_line}:  # letters that only agree when composed
                yield "Unicode form", "references" if composed[0] else "hypotheses"
                return


_CASES: tuple[tuple[Kind, Callable[[str], bool]], ...] = (
    ("lower case", str.islower),
    ("capitals", str.isupper),
)


def _is_marked(text: Text) -> bool:
    """Return whether a line begins with a byte order mark."""
    packed = len(text) > SAMPLED_LINES or text.strings is None
    # to look for a single byte takes less time
    if packed and (_MARK.pattern[0] not in text.data or not _MARK.search(text.data)):
        return False
    return any(line.startswith(BYTE_ORDER_MARK) for line in text)


def _sample(corpus: Corpus) -> tuple[range, list[str], list[str]]:
    """Return the places of segments spread evenly, their hypotheses, and a reference of each."""
    hypotheses: Sequence[Any] = corpus.hypotheses
    references: Sequence[Any] = corpus.references.segments
    places = range(0, len(corpus), max(len(corpus) // SAMPLED_LINES, 1))
    firsts = (corpus.references.offsets_view[place] for place in places)
    return places, [hypotheses[place] for place in places], [references[at] for at in firsts]


def _sees(metric: Metric, corpus: Corpus, same: Callable[[str], str]) -> bool:
    """Return whether the statistics of a sample change if both sides are made the same."""
    places, *sides = _sample(corpus)

    def rows(change: Callable[[str], str]) -> Any:
        def text(lines: Iterable[Any]) -> Text:
            return Text.from_lines([change(line) for line in lines])

        lines, others = map(text, sides)
        sources: Any = corpus.sources
        sample = replace(
            corpus,
            hypotheses=lines,
            references=References.one_each(others),
            documents=None,
            sources=None if sources is None else text(sources[place] for place in places),
            metadata={},
            scores={name: tuple(of[at] for at in places) for name, of in corpus.scores.items()},
        )
        return fitted(metric, [sample.references]).statistics(sample).rows

    return bool((rows(str) != rows(same)).any())

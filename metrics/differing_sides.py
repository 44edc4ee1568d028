"""Warnings of hypotheses and references that differ where no reader would see or mean it.

One side wholly in capitals or in lower case, two Unicode forms of the same letters, a byte order
mark in a string and empty references all give a plausible but wrong score. They are recognised from
a sample of lines. Whether a metric sees a difference is not looked up but tried, on that sample.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from unicodedata import is_normalized, normalize

from tallystick.metrics.metric import fitted
from tallystick.metrics.references import References
from tallystick.metrics.text import Text

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.metric import Metric

Kind = Literal["lower case", "capitals", "Unicode form", "byte order mark", "empty references"]
Side = Literal["hypotheses", "references"]

SAMPLED_LINES = 50
FEWEST_LINES, MORE = 3, 0.1
"""The least number and share of lines by which one side has more capitals, or lower case."""

WHOLLY = 0.95
"""The least share of capitals, or of lower case, among the lines of a side with cased letters."""

MIXED = 0.5
"""The largest share on the other side."""

BYTE_ORDER_MARK = "\ufeff"


class Difference(NamedTuple):
    """What is wrong with one side, and the metrics that see it."""

    kind: Kind
    side: Side
    metrics: tuple[Metric, ...] = ()


def differences(corpus: Corpus, metrics: Sequence[Metric]) -> list[Difference]:
    """Return how the two sides differ in a way that changes one of the metrics.

    Token lists differ in nothing but empty references.
    """
    found = list(_differences(corpus)) if corpus.has_references else []
    if not found:
        return []
    comparing = [metric for metric in metrics if metric.identity.needs_references]
    seeing = [
        Difference(kind, side, tuple([one for one in comparing if _sees(one, corpus, kind)]))
        for kind, side in found
    ]
    return [one for one in seeing if one.metrics]


def _differences(corpus: Corpus) -> Iterator[tuple[Kind, Side]]:
    hypotheses, references = corpus.hypotheses, corpus.references.segments
    if _has_empty(references):
        yield "empty references", "references"
    if not isinstance(hypotheses, Text) or not isinstance(references, Text):
        return
    if len(corpus) == 1 and not may_differ(hypotheses[0], tuple(references)):
        return
    if _is_marked(hypotheses):
        yield "byte order mark", "hypotheses"
    if _is_marked(references):
        yield "byte order mark", "references"
    firsts, places = corpus.references.offsets_view, _sampled(corpus)
    lines = [hypotheses[place] for place in places]
    others = [references[firsts[place]] for place in places]
    yield from _of_case(lines, others)
    yield from _of_form(lines, others)


def _sampled(corpus: Corpus) -> range:
    return range(0, len(corpus), max(len(corpus) // SAMPLED_LINES, 1))


def warnings_of_differences(corpus: Corpus, metrics: Sequence[Metric]) -> list[str]:
    """Return a warning for each difference, with what to type."""
    return list(map(in_words, differences(corpus, metrics)))


def may_differ(hypothesis: str, references: Sequence[str]) -> bool:
    """Whether one segment can have a warning of `differences`; a quick test."""
    for text in (hypothesis, *references):
        if not text.isascii() and (text[0] == BYTE_ORDER_MARK or not is_normalized("NFC", text)):
            return True
    return "" in references


def _has_empty(references: Sequence[object]) -> bool:
    if isinstance(references, Text) and references.strings is not None:
        return "" in references.strings
    return bool(references.count_empty())  # type: ignore[attr-defined]


def _is_marked(text: Text) -> bool:
    """Return whether a line begins with a byte order mark."""
    if len(text) <= SAMPLED_LINES and text.strings is not None:
        return any(line.startswith(BYTE_ORDER_MARK) for line in text.strings)
    mark = BYTE_ORDER_MARK.encode()
    data, starts = text.data, text.bounds[0]
    place = data.find(mark) if mark[0] in data else -1  # the first byte takes less time
    ordered: list[int] = []
    while place >= 0:
        ordered = ordered or sorted(starts)
        following = bisect_left(ordered, place)
        if following < len(ordered) and ordered[following] == place:
            return True
        place = data.find(mark, place + 1)
    return False


def _of_case(lines: Sequence[str], others: Sequence[str]) -> Iterator[tuple[Kind, Side]]:
    for kind, is_of_case in _CASES:
        numbers = [sum(map(is_of_case, side)) for side in (lines, others)]
        if abs(numbers[0] - numbers[1]) < max(FEWEST_LINES, MORE * len(lines)):
            continue
        one, other = (
            number / max(sum([line.lower() != line.upper() for line in side]), 1)
            for number, side in zip(numbers, (lines, others), strict=True)
        )
        if max(one, other) >= WHOLLY and min(one, other) <= MIXED:
            yield kind, "hypotheses" if one > other else "references"
            return


_CASES: tuple[tuple[Kind, Callable[[str], bool]], ...] = (
    ("lower case", str.islower),
    ("capitals", str.isupper),
)


def _of_form(lines: Sequence[str], others: Sequence[str]) -> Iterator[tuple[Kind, Side]]:
    """Find letters that both texts of a line have, but only after composing them."""
    for line, other in zip(lines, others, strict=True):
        if line.isascii() or other.isascii():
            continue
        composed = is_normalized("NFC", line), is_normalized("NFC", other)
        if not all(composed):
            common = {*normalize("NFC", line)} & {*normalize("NFC", other)}
            if not common <= {*line} & {*other}:
                yield "Unicode form", "references" if composed[0] else "hypotheses"
                return


_SAME: Mapping[Kind, Callable[[str], str]] = MappingProxyType(
    {
        "lower case": str.lower,
        "capitals": str.lower,
        "Unicode form": lambda line: normalize("NFC", line),
    }
)
"""What makes the sides equal in the respect in which they differ."""


def _sees(metric: Metric, corpus: Corpus, kind: Kind) -> bool:
    """Return whether the statistics of a sample change if both sides are made the same."""
    if kind not in _SAME:
        return True
    places, firsts = _sampled(corpus), corpus.references.offsets_view

    def rows(change: Callable[[str], str]) -> Any:
        def text(segments: Sequence[Any], chosen: Iterable[int]) -> Text:
            return Text.from_lines([change(segments[place]) for place in chosen])

        references = text(corpus.references.segments, [firsts[place] for place in places])
        sample = replace(
            corpus,
            hypotheses=text(corpus.hypotheses, places),
            references=References.one_each(references),
            documents=None,
            sources=None if corpus.sources is None else text(corpus.sources, places),
            metadata={},
            scores={
                name: tuple([column[place] for place in places])
                for name, column in corpus.scores.items()
            },
        )
        return fitted(metric, [sample.references]).statistics(sample).rows

    return bool((rows(str) != rows(_SAME[kind])).any())


def in_words(one: Difference, outputs: str = "the hypotheses") -> str:
    """Return what is wrong, and what to type; `outputs` are the words for the hypotheses."""
    if one.kind == "empty references":
        return (
            "some references are empty, and nothing matches an empty reference; complete them, or "
            "leave them out (a missing reference is None in Python, and \\N in a table)"
        )
    side, other = outputs, "the references"
    if one.side == "references":
        side, other = other, side
    if one.kind == "byte order mark":
        return (
            f"a line of {side} begins with a byte order mark (U+FEFF), which is scored as a "
            "character; remove it, or open the file with encoding='utf-8-sig'"
        )
    names = " and ".join(dict.fromkeys(metric.identity.name for metric in one.metrics))
    if one.kind == "Unicode form":
        return (
            f"{side} are not all in the Unicode form NFC, so the same letters differ for {names}; "
            "normalise both sides, in Python with unicodedata.normalize('NFC', line), on the "
            "command line with uconv -x any-nfc"
        )
    able = [
        f"{metric.identity.name}:lowercase=unicode"
        for metric in one.metrics
        if hasattr(metric, "lowercase")
    ]
    remedy = f", with {' and '.join(dict.fromkeys(able))}" if able else ""
    return (
        f"{side} are in {one.kind} and {other} are not, so the same words differ for {names}; "
        f"score both in lower case{remedy}"
    )

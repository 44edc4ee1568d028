"""Warnings of hypotheses and references that differ where no reader would see or mean it.

One side wholly in capitals or in lower case, two Unicode forms of the same letters, a byte order
mark in a string and empty references all give a plausible but wrong score. They are recognised from
a sample of lines. Whether a metric sees a difference is not looked up but tried, on that sample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from unicodedata import is_normalized, normalize

from tallystick.metrics.corpus.references import References
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.interface.metric import fitted

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric

Kind = Literal["lower case", "capitals", "Unicode form", "byte order mark", "empty references"]
Side = Literal["hypotheses", "references"]

SAMPLED_LINES = 50
FEWEST_LINES, MORE = 3, 0.1
"""The least number and share of lines by which one side has more capitals, or lower case."""

WHOLLY, MIXED = 0.95, 0.5
"""The least share of such lines, of those with cased letters, on one side; the largest on the
other."""

BYTE_ORDER_MARK = "\ufeff"
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

    def in_words(self, outputs: str = "the hypotheses") -> str:
        """Return what is wrong, and what to type; `outputs` are the words for the hypotheses."""
        if self.kind == "empty references":
            return (
                "some references are empty, and nothing matches an empty reference; complete them, "
                "or leave them out (a missing reference is None in Python, and \\N in a table)"
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
    """Return how the two sides differ in a way that changes one of the metrics.

    Token lists differ in nothing but empty references.
    """
    if not corpus.has_references:
        return []
    found: list[Difference] = []
    for kind, side in _differences(corpus):
        seeing = [one for one in metrics if one.identity.needs_references]
        if kind in SAME:
            seeing = [one for one in seeing if _sees(one, corpus, SAME[kind])]
        if seeing:
            able = [one for one in seeing if hasattr(one, "lowercase")]
            names = (tuple(dict.fromkeys(one.identity.name for one in of)) for of in (seeing, able))
            found.append(Difference(kind, side, *names))
    return found


def may_differ(hypothesis: str, references: Sequence[str]) -> bool:
    """Whether one segment can have such a difference; a quick test."""
    for text in (hypothesis, *references):
        if not text.isascii() and (text[0] == BYTE_ORDER_MARK or not is_normalized("NFC", text)):
            return True
    return "" in references


def _differences(corpus: Corpus) -> Iterator[tuple[Kind, Side]]:
    hypotheses, references = corpus.hypotheses, corpus.references.segments
    # one text is not packed for this
    if "" in references if len(references) == 1 else references.count_empty():
        yield "empty references", "references"
    if not isinstance(hypotheses, Text) or not isinstance(references, Text):
        return
    if len(corpus) == 1 and not may_differ(hypotheses[0], tuple(references)):
        return
    if _is_marked(hypotheses):
        yield "byte order mark", "hypotheses"
    if _is_marked(references):
        yield "byte order mark", "references"
    lines, others = _sample(corpus)
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
    if len(text) > SAMPLED_LINES or text.strings is None:
        mark = BYTE_ORDER_MARK.encode()
        if mark[0] not in text.data or mark not in text.data:  # a single byte takes less time
            return False
    return any(line.startswith(BYTE_ORDER_MARK) for line in text)


def _sample(corpus: Corpus) -> tuple[list[str], list[str]]:
    """Return hypotheses spread evenly over a corpus, and the first reference of each."""
    hypotheses: Sequence[Any] = corpus.hypotheses
    references: Sequence[Any] = corpus.references.segments
    places, firsts = _places(corpus), corpus.references.offsets_view
    return [hypotheses[one] for one in places], [references[firsts[one]] for one in places]


def _places(corpus: Corpus) -> range:
    return range(0, len(corpus), max(len(corpus) // SAMPLED_LINES, 1))


def _sees(metric: Metric, corpus: Corpus, same: Callable[[str], str]) -> bool:
    """Return whether the statistics of a sample change if both sides are made the same."""
    places = _places(corpus)

    def rows(change: Callable[[str], str]) -> Any:
        def text(lines: Iterable[Any]) -> Text:
            return Text.from_lines([change(line) for line in lines])

        lines, others = map(text, _sample(corpus))
        sources: Any = corpus.sources
        sample = replace(
            corpus,
            hypotheses=lines,
            references=References.one_each(others),
            documents=None,
            sources=None if sources is None else text(sources[one] for one in places),
            metadata={},
            scores={name: tuple(of[one] for one in places) for name, of in corpus.scores.items()},
        )
        return fitted(metric, [sample.references]).statistics(sample).rows

    return bool((rows(str) != rows(same)).any())

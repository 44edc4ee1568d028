"""Features of inputs, each with the component of a metric on which it has an effect."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.kinds import Kind, characters_of, compares_characters
from tallystick.compat.conformance.mistakes.counting import Ngrams, columns_of_case, ngrams
from tallystick.errors import TallystickError

if TYPE_CHECKING:
    from tallystick.compat.conformance.probes import Probes


@dataclass(frozen=True)
class Input:
    """An input as a program gets it, and as a metric compares it.

    Attributes:
        metric: The metric.
        given: The tokens as they are given.
        units: The tokens that the metric compares, or the characters.
    """

    metric: Any
    given: Case
    units: Case

    @cached_property
    def pairs(self) -> list[tuple[Segment, tuple[Segment, ...]]]:
        """Every hypothesis with its references."""
        return list(zip(self.units.hypotheses, self.units.references, strict=True))

    @cached_property
    def texts(self) -> list[Segment]:
        """The hypotheses and references."""
        return [*self.units.hypotheses, *chain.from_iterable(self.units.references)]

    @cached_property
    def lines(self) -> str:
        """All tokens as they are given, joined by line feeds."""
        given = [*self.given.hypotheses, *chain.from_iterable(self.given.references)]
        return "\n".join(chain.from_iterable(given))

    @cached_property
    def counts(self) -> list[tuple[Ngrams, list[Ngrams]]]:
        """The tokens of every hypothesis and those of its references, counted."""
        return [(ngrams(own, 1), [ngrams(one, 1) for one in given]) for own, given in self.pairs]

    @cached_property
    def columns(self) -> dict[str, Any]:
        """The sums of the statistics of the metric; none if it refuses the input."""
        try:
            return columns_of_case(self.metric, self.units if self.tokenized else self.given)
        except (TallystickError, ArithmeticError, ValueError):
            return {}

    @property
    def tokenized(self) -> bool:
        """Whether the units are tokens."""
        return not compares_characters(self.metric)

    def sums(self, name: str) -> list[float]:
        """Return the sums of a column, one for each order."""
        return [float(one) for one in np.atleast_1d(self.columns.get(name, ()))]

    @cached_property
    def orders(self) -> int:
        """The highest order of n-grams."""
        return max(1, getattr(self.metric, "order", None) or 1)


def inputs_of(metric: Any, probes: Probes) -> list[Input]:
    """Return the inputs of probes as a metric compares them."""
    if compares_characters(metric):
        units = [case.map(partial(characters_of, metric)) for case in probes.cases]
    else:
        units = list(probes.tokenized(metric))
    return [Input(metric, *pair) for pair in zip(probes.cases, units, strict=True)]


Holds = Callable[[Input], bool]


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of inputs.

    Attributes:
        where: When an input has it, as a clause.
        component: The component that has an effect only there; a mapping has those of kinds of
            metrics, and the feature is only tried for these.
        holds: Whether an input has it.
    """

    where: str
    component: str | Mapping[Kind, str]
    holds: Holds

    def component_of(self, kind: Kind | None) -> str | None:
        """Return the component for a kind of metrics, or None."""
        if isinstance(self.component, str):
            return self.component
        return None if kind is None else self.component.get(kind)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of an input above which, or below which, a program may differ.

    Attributes:
        more: When it is above a number, as a clause with {} for the number.
        fewer: When it is below a number, as such a clause.
        component: The component that has an effect only there.
        of: The number of an input.
        least: The lowest number above which a program may differ.
    """

    more: str
    fewer: str
    component: str
    of: Callable[[Input], int]
    least: int

    def features(self, differing: Iterable[int], agreeing: Iterable[int]) -> Iterator[Feature]:
        """Yield the features that all numbers of differing inputs have, and not all others.

        Args:
            differing: The numbers of the inputs on which a program differs, at least one.
            agreeing: Those of the other inputs.
        """
        found, others = [*differing], [*agreeing]
        below = max((one for one in others if one < min(found)), default=0)
        above = min((one for one in others if one > max(found)), default=0)
        if below >= self.least:
            where = self.more.format(below)
            yield Feature(where, self.component, lambda one: self.of(one) > below)
        if above:
            where = self.fewer.format(above)
            yield Feature(where, self.component, lambda one: self.of(one) < above)


def _any_pair(holds: Callable[[Segment, tuple[Segment, ...]], bool]) -> Holds:
    return lambda one: any(holds(own, given) for own, given in one.pairs)


def _any_counts(holds: Callable[[Ngrams, list[Ngrams]], bool]) -> Holds:
    return lambda one: any(holds(own, given) for own, given in one.counts)


def _in_text(holds: Callable[[str], bool]) -> Holds:
    return lambda one: any(map(holds, one.lines))


def _lengths(one: Input) -> tuple[float, float]:
    """Return the length of the hypotheses, and that of the references that a metric compares."""
    found = one.columns
    if "reference_length" in found:
        return float(found["hypothesis_length"]), float(found["reference_length"])
    return (
        sum(len(own) for own, _ in one.pairs),
        sum(min(map(len, given), key=lambda n: (abs(n - len(own)), n)) for own, given in one.pairs),
    )


def _shorter(one: Input) -> bool:
    hypothesis, reference = _lengths(one)
    return hypothesis < reference


def _longer(one: Input) -> bool:
    hypothesis, reference = _lengths(one)
    return hypothesis > reference


def _equally_close(own: Segment, given: tuple[Segment, ...]) -> bool:
    lengths = {len(one) for one in given}
    nearest = min(abs(n - len(own)) for n in lengths)
    return len([n for n in lengths if abs(n - len(own)) == nearest]) > 1


def _clipped(own: Ngrams, given: list[Ngrams]) -> bool:
    return any(0 < max(one[token] for one in given) < count for token, count in own.items())


def _repeated(own: Ngrams, given: list[Ngrams]) -> bool:
    return any(count > 1 for count in own.values())


def _repeated_in_references(one: Input) -> bool:
    total: Counter[Any] = Counter()
    for given in one.units.references:
        total.update(chain.from_iterable(given))
    return any(count > 1 for count in total.values())


def _shared_in_part(own: Ngrams, given: list[Ngrams]) -> bool:
    return any(
        any(token in one for one in given) and not all(token in one for one in given)
        for token in own
    )


def _moved(own: Segment, given: tuple[Segment, ...]) -> bool:
    """Return whether common tokens have another order."""
    for one in given:
        common = {*own} & {*one}
        first = [token for token in dict.fromkeys(own) if token in common]
        second = [token for token in dict.fromkeys(one) if token in common]
        if first != second:
            return True
    return False


def _without_match(one: Input) -> bool:
    matches, totals = one.sums("matches"), one.sums(_totals(one))
    return any(not m and t for m, t in zip(matches, totals, strict=True))


def _totals(one: Input) -> str:
    return "totals" if "totals" in one.columns else "hypothesis_ngrams"


def _without_ngrams(one: Input) -> bool:
    return not all(one.sums(_totals(one))) or not all(one.sums("reference_ngrams"))


def _short_segment(own: Segment, orders: int) -> bool:
    return 0 < len(own) < orders


def _tokens_in_tokens(one: Input) -> bool:
    tokens = {*chain.from_iterable(one.texts)}
    joined = ["".join(own) for own in one.texts]
    return any(
        len(token) < len(other) and token in other for token in tokens for other in tokens
    ) or len({*joined}) < len({*one.texts})


def _alike(one: Input, part: slice) -> bool:
    tokens = {*chain.from_iterable(one.texts)}
    return one.tokenized and _repeats(token[part] for token in tokens if len(token) > 2)


def _none_matches(one: Input) -> bool:
    return not any({*own} & {*chain.from_iterable(given)} for own, given in one.pairs)


def _segment_without_match(own: Ngrams, given: list[Ngrams]) -> bool:
    return bool(own) and not any(token in one for token in own for one in given)


def _edits(name: str) -> Holds:
    return lambda one: float(one.columns.get(name, 0)) > 0


def _repeats(items: Iterable[Any]) -> bool:
    found = list(items)
    return len({*found}) < len(found)


SEGMENTS = "combination of segments"
REFERENCES = "use of several references"
EMPTY = "handling of empty texts"
TOKENS = "tokenization"
CASE = "letter case"
WORDS = "comparison of tokens"
SPELLING = frozenset({TOKENS, CASE, WORDS})
"""The components that depend on how tokens are spelled, and not only on which ones are equal."""

PENALTY = {Kind.BLEU: "brevity penalty", Kind.NIST: "length penalty"}
REFERENCE_LENGTH = "reference length"
LENGTH = {
    **dict.fromkeys(Kind, REFERENCES),
    **{Kind.BLEU: REFERENCE_LENGTH, Kind.NIST: REFERENCE_LENGTH},
}
OF_NGRAMS = Kind.BLEU, Kind.NIST, Kind.CHRF, Kind.ROUGE_N
SEQUENCES = {Kind.ROUGE_L: "longest common subsequence", Kind.ERROR_RATE: "alignment"}
REPEATED = {**dict.fromkeys(OF_NGRAMS, "clipping of repeated n-grams"), **SEQUENCES}
ORDER = {**dict.fromkeys(OF_NGRAMS, "n-grams"), **SEQUENCES}
NO_MATCH = {
    Kind.BLEU: "smoothing of orders without a match",
    Kind.NIST: "handling of orders without a match",
    Kind.CHRF: "handling of orders without a match",
}
SHORT = dict.fromkeys(OF_NGRAMS, "handling of orders without n-grams")

LENGTHS_DIFFER = Feature(
    "references of a segment differ in length",
    LENGTH,
    _any_pair(lambda own, given: len({*map(len, given)}) > 1),
)

FEATURES: tuple[Feature, ...] = (
    Feature("there are several segments", SEGMENTS, lambda one: len(one.pairs) > 1),
    Feature(
        "segments differ in length",
        SEGMENTS,
        lambda one: len({len(own) for own, _ in one.pairs}) > 1,
    ),
    Feature("two segments are equal", SEGMENTS, lambda one: _repeats(one.pairs)),
    Feature("two hypotheses are equal", SEGMENTS, lambda one: _repeats(one.units.hypotheses)),
    Feature(
        "a segment has several references",
        REFERENCES,
        _any_pair(lambda own, given: len(given) > 1),
    ),
    Feature(
        "segments have different numbers of references", REFERENCES, lambda one: one.given.ragged
    ),
    Feature(
        "a segment has equal references", REFERENCES, _any_pair(lambda own, given: _repeats(given))
    ),
    Feature(
        "references of a segment differ",
        REFERENCES,
        _any_pair(lambda own, given: len({*given}) > 1),
    ),
    LENGTHS_DIFFER,
    Feature(
        "references of two lengths are equally close",
        LENGTH,
        _any_pair(_equally_close),
    ),
    Feature(
        "a token is in some of the references of a segment",
        REFERENCES,
        _any_counts(_shared_in_part),
    ),
    Feature("a hypothesis is empty", EMPTY, lambda one: not all(one.units.hypotheses)),
    Feature(
        "a reference is empty",
        EMPTY,
        lambda one: not all(chain.from_iterable(one.units.references)),
    ),
    Feature("all hypotheses are empty", EMPTY, lambda one: not any(one.units.hypotheses)),
    Feature(
        "all references are empty",
        EMPTY,
        lambda one: not any(chain.from_iterable(one.units.references)),
    ),
    Feature("a text is empty", EMPTY, lambda one: not all(one.texts)),
    Feature("all texts are empty", EMPTY, lambda one: not any(one.texts)),
    Feature("there are capital letters", CASE, _in_text(str.isupper)),
    Feature("there are digits", TOKENS, _in_text(str.isdecimal)),
    Feature("there is punctuation", TOKENS, _in_text(frozenset(string.punctuation).__contains__)),
    Feature("there is an apostrophe", TOKENS, _in_text("'\u2019".__contains__)),
    Feature("there is a hyphen", TOKENS, _in_text("-".__contains__)),
    Feature("there is a full stop or comma", TOKENS, _in_text(".,".__contains__)),
    Feature("there are entities", TOKENS, _in_text("&".__contains__)),
    Feature(
        "there is something but letters",
        TOKENS,
        _in_text(lambda one: one != "\n" and not one.isalpha()),
    ),
    Feature("there is white space in tokens", TOKENS, _in_text(lambda one: one in " \t\u00a0")),
    Feature(
        "there are empty tokens or further spaces",
        TOKENS,
        lambda one: any(
            "" in text
            for text in (*one.given.hypotheses, *chain.from_iterable(one.given.references))
        ),
    ),
    Feature("there are characters outside ASCII", TOKENS, _in_text(lambda one: not one.isascii())),
    Feature("a token is part of another one", WORDS, _tokens_in_tokens),
    Feature("two tokens begin alike", WORDS, lambda one: _alike(one, slice(3))),
    Feature("two tokens end alike", WORDS, lambda one: _alike(one, slice(-3, None))),
    Feature("a token repeats in a hypothesis", REPEATED, _any_counts(_repeated)),
    Feature(
        "two neighbouring tokens repeat in a hypothesis",
        REPEATED,
        _any_pair(lambda own, given: _repeats(pairwise(own))),
    ),
    Feature("a token repeats in the references", REPEATED, _repeated_in_references),
    Feature(
        "a hypothesis has a token more often than a reference", REPEATED, _any_counts(_clipped)
    ),
    Feature(
        "hypotheses are shorter than their references",
        {**PENALTY, Kind.ERROR_RATE: "count of deletions"},
        _shorter,
    ),
    Feature(
        "hypotheses are longer than their references",
        {**PENALTY, Kind.ERROR_RATE: "count of insertions"},
        _longer,
    ),
    Feature(
        "hypotheses are not longer than their references", PENALTY, lambda one: not _longer(one)
    ),
    Feature("the lengths of both sides differ", PENALTY, lambda one: len({*_lengths(one)}) > 1),
    Feature("the lengths of both sides are equal", PENALTY, lambda one: len({*_lengths(one)}) == 1),
    Feature(
        "a hypothesis is shorter than a reference",
        {**PENALTY, Kind.ERROR_RATE: "count of deletions"},
        _any_pair(lambda own, given: len(own) < max(map(len, given))),
    ),
    Feature(
        "a hypothesis is longer than a reference",
        {**PENALTY, Kind.ERROR_RATE: "count of insertions"},
        _any_pair(lambda own, given: len(own) > min(map(len, given))),
    ),
    Feature("an order has no match", NO_MATCH, lambda one: not all(one.sums("matches"))),
    Feature("an order has n-grams but no match", NO_MATCH, _without_match),
    Feature("an order has no n-grams", SHORT, _without_ngrams),
    Feature(
        "a hypothesis has no n-gram of the highest order",
        SHORT,
        lambda one: any(_short_segment(own, one.orders) for own, _ in one.pairs),
    ),
    Feature("no token matches", "handling of texts without a match", _none_matches),
    Feature(
        "no token of a segment matches",
        "handling of texts without a match",
        _any_counts(_segment_without_match),
    ),
    Feature("common tokens have another order", ORDER, _any_pair(_moved)),
    Feature(
        "a hypothesis equals a reference",
        "handling of equal texts",
        _any_pair(lambda own, given: own in given),
    ),
    Feature(
        "tokens are substituted",
        {Kind.ERROR_RATE: "count of substitutions"},
        _edits("substitutions"),
    ),
    Feature("tokens are deleted", {Kind.ERROR_RATE: "count of deletions"}, _edits("deletions")),
    Feature("tokens are inserted", {Kind.ERROR_RATE: "count of insertions"}, _edits("insertions")),
)
"""Features of inputs, those that say more of two equal ones last."""

LONG_OR_SHORT = "handling of long or short texts"

AMOUNTS: tuple[Amount, ...] = (
    Amount(
        "a text has more than {} tokens",
        "all texts have fewer than {} tokens",
        LONG_OR_SHORT,
        lambda one: max(map(len, one.texts), default=0),
        10,
    ),
    Amount(
        "hypotheses have more than {} tokens together",
        "hypotheses have fewer than {} tokens together",
        LONG_OR_SHORT,
        lambda one: sum(map(len, one.units.hypotheses)),
        10,
    ),
    Amount(
        "references have more than {} tokens together",
        "references have fewer than {} tokens together",
        LONG_OR_SHORT,
        lambda one: sum(map(len, chain.from_iterable(one.units.references))),
        10,
    ),
    Amount(
        "there are more than {} segments",
        "there are fewer than {} segments",
        "handling of many or few segments",
        lambda one: len(one.pairs),
        2,
    ),
    Amount(
        "a segment has more than {} references",
        "all segments have fewer than {} references",
        REFERENCES,
        lambda one: one.units.most_references,
        2,
    ),
    Amount(
        "a token occurs more than {} times in a text",
        "no token occurs {} times in a text",
        "counting of repeated tokens",
        lambda one: max(
            (max(ngrams(text, 1).values(), default=0) for text in one.texts), default=0
        ),
        2,
    ),
    Amount(
        "a token has more than {} characters",
        "all tokens have fewer than {} characters",
        WORDS,
        lambda one: max(map(len, chain.from_iterable(one.units.hypotheses)), default=0),
        2,
    ),
)
"""Numbers of inputs above or below which programs may differ."""

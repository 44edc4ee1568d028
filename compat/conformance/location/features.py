"""Features of inputs, each with the component of a metric on which it has an effect."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Segment
from tallystick.compat.conformance.location.families import Family, Input, Role, compares_characters

if TYPE_CHECKING:
    from numpy.typing import NDArray

Holds = Callable[[Input], bool]

SEGMENTS = "combination of segments"
REFERENCES = "use of several references"
EMPTY = "handling of empty texts"
TOKENS = "tokenization"
CASE = "letter case"
WORDS = "comparison of tokens"
LONG = "handling of long or short texts"
UNMATCHED = "handling of texts without a match"

SPELLING = frozenset({TOKENS, CASE, WORDS})
"""The components that depend on how tokens are spelled, and not only on which ones are equal."""

OF_EVERY_OBJECT = frozenset({"constructor", "__proto__"})
"""The tokens of inputs that a plain object of JavaScript has as keys before anything is counted."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of inputs, with the component, or its role, that has an effect only there."""

    where: str
    component: str | Role
    holds: Holds

    def component_of(self, family: Family) -> str | None:
        """Return the component in a family of metrics; None if these have none."""
        if isinstance(self.component, str):
            return self.component
        usual = REFERENCES if self.component is Role.LENGTH else None
        return family.names.get(self.component, usual)

    def mask(self, inputs: Sequence[Input]) -> NDArray[np.bool_]:
        """Return which inputs have it."""
        return np.array([self.holds(sample) for sample in inputs], dtype=bool)


def _pair(holds: Callable[[Segment, tuple[Segment, ...]], bool]) -> Holds:
    return lambda sample: any(holds(own, given) for own, given in sample.pairs)


def _counts(holds: Callable[[Counter[str], list[Counter[str]]], bool]) -> Holds:
    return lambda sample: any(holds(own, given) for own, given in sample.counts)


def _character(holds: Callable[[str], bool]) -> Holds:
    # a line end, which ends a sentence, is no character of a token
    return lambda sample: any(map(holds, "".join(sample.tokens).replace("\n", "")))


def _order(holds: Callable[[float, float], bool]) -> Holds:
    """Return whether the matches and the n-grams of an order are of a kind."""

    def of_input(sample: Input) -> bool:
        totals = sample.sums.get("totals") or sample.sums.get("hypothesis_ngrams", [])
        return any(map(holds, sample.sums.get("matches", []), totals))

    return of_input


def _references(sample: Input) -> Iterator[Segment]:
    return chain.from_iterable(sample.units.references)


def _repeats(items: Iterable[Any]) -> bool:
    every = list(items)
    return len({*every}) < len(every)


def _equally_close(own: Segment, given: tuple[Segment, ...]) -> bool:
    distances = sorted(abs(n - len(own)) for n in {*map(len, given)})
    return distances[:1] == distances[1:2]


def _moved(own: Segment, given: tuple[Segment, ...]) -> bool:
    first, others = dict.fromkeys(own), [dict.fromkeys(words) for words in given]
    return any(
        [t for t in first if t in words] != [t for t in words if t in first] for words in others
    )


def _part_of_another(sample: Input) -> bool:
    tokens, joined = {*chain.from_iterable(sample.texts)}, {*map("".join, sample.texts)}
    return len(joined) < len({*sample.texts}) or any(
        len(token) < len(other) and token in other for token in tokens for other in tokens
    )


def _alike(part: slice) -> Holds:
    def holds(sample: Input) -> bool:
        long = (token for token in {*sample.tokens} if len(token) > 2)
        return not compares_characters(sample.metric) and _repeats(token[part] for token in long)

    return holds


_BY_COMPONENT: Mapping[str | Role, Mapping[str, Holds]] = {
    SEGMENTS: {
        "there are several segments": lambda sample: len(sample.pairs) > 1,
        "segments differ in length": lambda sample: len({len(own) for own, _ in sample.pairs}) > 1,
        "two segments are equal": lambda sample: _repeats(sample.pairs),
    },
    REFERENCES: {
        "a segment has several references": lambda sample: sample.given.most_references > 1,
        "segments have different numbers of references": lambda sample: sample.given.ragged,
        "a segment has equal references": _pair(lambda own, given: _repeats(given)),
        "references of a segment differ": _pair(lambda own, given: len({*given}) > 1),
        "a token is in some of the references of a segment": _counts(
            lambda own, given: any(0 < sum(t in it for it in given) < len(given) for t in own)
        ),
    },
    Role.LENGTH: {
        "references of a segment differ in length": _pair(
            lambda own, given: len({*map(len, given)}) > 1
        ),
        "references of two lengths are equally close": _pair(_equally_close),
    },
    EMPTY: {
        "a hypothesis is empty": lambda sample: not all(sample.units.hypotheses),
        "a reference is empty": lambda sample: not all(_references(sample)),
        "all hypotheses are empty": lambda sample: not any(sample.units.hypotheses),
        "all references are empty": lambda sample: not any(_references(sample)),
        "a text is empty": lambda sample: not all(sample.texts),
        "all texts are empty": lambda sample: not any(sample.texts),
    },
    "handling of sentences": {"a text has several lines": lambda sample: "\n" in sample.tokens},
    CASE: {"there are capital letters": _character(str.isupper)},
    TOKENS: {
        "there are digits": _character(str.isdecimal),
        "there is punctuation": _character(string.punctuation.__contains__),
        "there is an apostrophe": _character("'\u2019".__contains__),
        "there is a hyphen": _character("-".__contains__),
        "there is a full stop or comma": _character(".,".__contains__),
        "there are entities": _character("&".__contains__),
        "there is something but letters": _character(lambda token: not token.isalpha()),
        "there is white space in tokens": _character(str.isspace),
        "there are empty tokens or further spaces": lambda sample: "" in sample.tokens,
        "there are characters outside ASCII": _character(lambda token: not token.isascii()),
    },
    WORDS: {
        "a token is the name of what every object has in JavaScript": lambda sample: (
            not OF_EVERY_OBJECT.isdisjoint(sample.tokens)
        ),
        "a token is part of another one": _part_of_another,
        "two tokens begin alike": _alike(slice(3)),
        "two tokens end alike": _alike(slice(-3, None)),
    },
    Role.REPEATED: {
        "a token repeats in a hypothesis": _pair(lambda own, given: _repeats(own)),
        "two neighbouring tokens repeat in a hypothesis": _pair(
            lambda own, given: _repeats(pairwise(own))
        ),
        "a token repeats in the references": lambda sample: _repeats(
            chain.from_iterable(_references(sample))
        ),
        "a hypothesis has a token more often than a reference": _counts(
            lambda own, given: any(0 < max(it[t] for it in given) < own[t] for t in own)
        ),
    },
    Role.SHORTER: {
        "hypotheses are shorter than their references": lambda sample: (
            sample.lengths[0] < sample.lengths[1]
        ),
        "hypotheses are not longer than their references": (
            lambda sample: sample.lengths[0] <= sample.lengths[1]
        ),
        "a hypothesis is shorter than a reference": _pair(
            lambda own, given: len(own) < max(map(len, given))
        ),
    },
    Role.LONGER: {
        "hypotheses are longer than their references": lambda sample: (
            sample.lengths[0] > sample.lengths[1]
        ),
        "a hypothesis is longer than a reference": _pair(
            lambda own, given: len(own) > min(map(len, given))
        ),
    },
    Role.NO_MATCH: {
        "an order has no match": _order(lambda matches, ngrams: not matches),
        "an order has n-grams but no match": _order(
            lambda matches, ngrams: not matches and ngrams > 0
        ),
    },
    Role.NO_NGRAMS: {
        "an order has no n-grams": _order(lambda matches, ngrams: not ngrams),
        "a hypothesis has no n-gram of the highest order": lambda sample: any(
            0 < len(own) < (getattr(sample.metric, "order", None) or 1) for own, _ in sample.pairs
        ),
    },
    UNMATCHED: {
        "no token matches": lambda sample: (
            not any(own.keys() & other.keys() for own, given in sample.counts for other in given)
        ),
        "no token of a segment matches": _counts(
            lambda own, given: bool(own) and not any(own.keys() & other.keys() for other in given)
        ),
    },
    Role.MOVED: {"common tokens have another order": _pair(_moved)},
    "handling of equal texts": {
        "a hypothesis equals a reference": _pair(lambda own, given: own in given)
    },
    Role.SUBSTITUTED: {
        "tokens are substituted": lambda sample: sample.sums.get("substitutions", [0.0])[0] > 0
    },
}

FEATURES = tuple(
    Feature(where, component, holds)
    for component, features in _BY_COMPONENT.items()
    for where, holds in features.items()
)

_AMOUNTS: Sequence[tuple[str | Role, str, Callable[[Input], int]]] = (
    (LONG, "the longest text has {} tokens", lambda it: max(map(len, it.texts))),
    (LONG, "hypotheses have {} tokens together", lambda it: sum(map(len, it.units.hypotheses))),
    (LONG, "references have {} tokens together", lambda it: sum(map(len, _references(it)))),
    (SEGMENTS, "there are {} segments", lambda it: len(it.pairs)),
    (REFERENCES, "there are {} references of a segment", lambda it: it.given.most_references),
    (
        Role.REPEATED,
        "a token occurs {} times in a text",
        lambda it: max(chain([0], *(Counter(text).values() for text in it.texts))),
    ),
    (WORDS, "the longest token has {} characters", lambda it: max(map(len, it.tokens), default=0)),
)
"""Numbers of an input above or below which a program may differ."""


def of_amounts(inputs: Sequence[Input], differs: NDArray[np.bool_]) -> Iterator[Feature]:
    """Yield the features of amounts that all differing inputs have, and not all others."""
    for component, where, of in _AMOUNTS if differs.any() else ():
        amounts = np.array([*map(of, inputs)])
        differing, others = amounts[differs], amounts[~differs]
        below = max(others[others < differing.min()], default=0)
        above = min(others[others > differing.max()], default=0)
        if below >= (10 if component is LONG else 2):
            holds = partial(lambda of, below, sample: of(sample) > below, of, below)
            yield Feature(where.format(f"more than {below}"), component, holds)
        if above:
            holds = partial(lambda of, above, sample: of(sample) < above, of, above)
            yield Feature(where.format(f"fewer than {above}"), component, holds)

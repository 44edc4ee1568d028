"""Conditions for failing a build, such as "bleu worsens by more than 0.3".

    CONDITION = METRIC "worsens" ["in" GROUP] [MARGIN] ["even" "if" "not" "significant"]
              | METRIC "may" ("be" "worse" | "differ") MARGIN
              | METRIC ("below" | "above") NUMBER
              | "length" "ratio" ("below" | "above") NUMBER
              | SEGMENTS "above" (NUMBER | PERCENTAGE)
    MARGIN    = "by" "more" "than" NUMBER
    METRIC    = "any" "metric", or a metric as requested, such as bleu:smooth=floor; case is
                ignored unless that is ambiguous
    GROUP     = a group of a breakdown, such as domain=medical
    SEGMENTS  = "suspicious segments", or those of one kind, such as "empty hypotheses"

A system worsens under a metric if its score is worse than that of the system it is compared with:
lower, or higher for a metric with `higher_is_better` false. The difference must be significant in
the two-sided test, unless the condition says otherwise. With a margin, the score must also be worse
by more than the margin, but the null hypothesis of the test remains that there is no difference. A
small test set, on which few differences are significant, tends to pass; but where the systems
differ in so few units that no difference could be significant, a score that is worse by more than
the margin fails. In a group of segments, a difference is significant if its interval excludes 0.

A system may be worse by more than a margin if the one-sided bound of its loss lies beyond the
margin. It passes only if the data exclude a larger loss, at the confidence of the comparison's
intervals. That is a test of non-inferiority, one of the two one-sided tests of Schuirmann, "A
Comparison of the Two One-Sided Tests Procedure and the Power Approach", Journal of Pharmacokinetics
and Biopharmaceutics 15, 1987. A small test set tends to fail.

A system may differ by more than a margin unless both one-sided bounds lie within the margin: it
passes only if the data exclude a larger difference in either direction, which is equivalence.

The other conditions are limits, which a system must keep whatever it is compared with.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, get_args

from tallystick.errors import OptionError
from tallystick.metrics.arguments.registry import nearest
from tallystick.reports.comparison.model import Suspicion

VERB = "worsens"
MAY = "may"
MAY_BE_WORSE, MAY_DIFFER = (MAY, "be", "worse"), (MAY, "differ")
MARGIN = ("by", "more", "than")
INSIGNIFICANT = ("even", "if", "not", "significant")
SIDES = ("below", "above")
LENGTH_RATIO = "length ratio"
EXAMPLE = "bleu worsens by more than 0.3"


class SegmentKind(NamedTuple):
    """One segment of a kind, and the suspicions that it can have."""

    singular: str
    suspicions: tuple[Suspicion, ...]


SEGMENTS: Mapping[str, SegmentKind] = {
    "suspicious segments": SegmentKind("suspicious segment", get_args(Suspicion)),
    "empty hypotheses": SegmentKind("empty hypothesis", ("empty hypothesis",)),
    "copied sources": SegmentKind("copied source", ("copied source",)),
    "odd lengths": SegmentKind("odd length", ("too short", "too long")),
    "wrong scripts": SegmentKind("wrong script", ("script",)),
}
"""The kinds of segments that a condition can limit."""


class Group(NamedTuple):
    """A group of a breakdown, such as domain=medical."""

    field: str
    label: str

    def __str__(self) -> str:
        return f"{self.field}={self.label}"


@dataclass(frozen=True, slots=True)
class Worsening:
    """A condition under which a system fails compared with another.

    `metric` is None for any metric, `margin` the loss that is allowed, on the metric's scale. With
    `must_be_excluded`, a system fails unless a loss beyond the margin is excluded, or if
    `either_way` also a gain.
    """

    text: str
    metric: str | None
    margin: float = 0.0
    significant: bool = True
    must_be_excluded: bool = False
    either_way: bool = False
    group: Group | None = None

    @property
    def excluded(self) -> str:
        """What holds if a change beyond the margin is excluded, such as "is not worse"."""
        return "does not differ" if self.either_way else "is not worse"

    def requirement(self, metric: str) -> str:
        """Return what holds if a system passes, such as "bleu does not worsen"."""
        if self.must_be_excluded:
            return f"{metric} {self.excluded} by more than {self.margin:g}"
        where = f" in {self.group}" if self.group else ""
        margin = f" by more than {self.margin:g}" if self.margin else ""
        how = "" if self.significant else ", significantly or not"
        return f"{metric} does not worsen{where}{margin}{how}"


@dataclass(frozen=True, slots=True)
class Limit:
    """A condition under which a system fails by itself.

    `what` is a metric, "length ratio" or a key of `SEGMENTS`; `bound` is a number, of percent of
    all segments if `percent`.
    """

    text: str
    what: str
    side: str
    bound: float
    percent: bool = False

    @property
    def metric(self) -> str | None:
        """The metric whose score is limited, if it is a score."""
        return None if self.what == LENGTH_RATIO or self.what in SEGMENTS else self.what

    @property
    def shown_bound(self) -> str:
        """The bound as it is written."""
        return f"{self.bound:g}{'%' * self.percent}"

    def requirement(self, metric: str = "") -> str:
        """Return what holds if a system passes, such as "bleu is not below 30"."""
        verb = "are" if self.what in SEGMENTS else "is"
        return f"{metric or self.what} {verb} not {self.side} {self.shown_bound}"


Condition: TypeAlias = Worsening | Limit


def parse_condition(text: str) -> Condition:
    """Read a condition.

    >>> found = parse_condition("bleu worsens by more than 0.3")
    >>> found.metric, found.margin, found.significant
    ('bleu', 0.3, True)
    >>> parse_condition("any metric worsens even if not significant").significant
    False
    >>> parse_condition("bleu worsens in domain=medical").group
    Group(field='domain', label='medical')
    >>> parse_condition("bleu may be worse by more than 0.3").must_be_excluded
    True
    >>> found = parse_condition("empty hypotheses above 2%")
    >>> found.what, found.side, found.bound, found.percent
    ('empty hypotheses', 'above', 2.0, True)
    """
    words = _Words(text)
    subject = words.take_subject()
    if words.next_in(SIDES):
        return _limit(words, subject)
    if subject == LENGTH_RATIO or subject in SEGMENTS:
        raise words.unexpected("'above NUMBER'" if subject in SEGMENTS else "'below NUMBER'")
    metric = None if subject == "any metric" else subject
    if words.next_in((MAY,)):
        words.take(MAY)
        either_way = words.next_in(MAY_DIFFER[1:])
        words.take(*(MAY_DIFFER if either_way else MAY_BE_WORSE)[1:], *MARGIN)
        margin = words.take_number()
        words.take_end()
        return Worsening(
            words.whole,
            metric,
            margin,
            significant=False,
            must_be_excluded=True,
            either_way=either_way,
        )
    words.take(
        VERB,
        expected=f"{VERB!r}, 'below NUMBER', 'above NUMBER', "
        f"'{' '.join((*MAY_BE_WORSE, *MARGIN))} NUMBER' or "
        f"'{' '.join((*MAY_DIFFER, *MARGIN))} NUMBER'",
    )
    optional = {"in": "'in FIELD=GROUP'", "by": f"'{' '.join(MARGIN)} NUMBER'"}
    group, margin, significant = None, 0.0, True
    if words.next_in(("in",)):
        group = words.take_group()
        del optional["in"]
    if words.next_in(MARGIN[:1]):
        words.take(*MARGIN)
        margin = words.take_number()
        optional.clear()
    if words.next_in(INSIGNIFICANT[:1]):
        words.take(*INSIGNIFICANT)
        significant = False
        words.take_end()
    words.take_end(
        "".join(f"{one}, " for one in optional.values()) + f"'{' '.join(INSIGNIFICANT)}' or "
    )
    return Worsening(words.whole, metric, margin, significant, group=group)


def _limit(words: _Words, subject: str) -> Limit:
    if subject == "any metric":
        raise OptionError(
            f"the condition {words.whole!r} limits the scores of any metric, but metrics have "
            "different scales; give a condition for each metric"
        )
    if subject in SEGMENTS:
        words.take("above")
        side = "above"
        bound, percent = words.take_count_or_percentage()
    else:
        side = words.take_side()
        bound, percent = words.take_number(negative=True), False
    words.take_end()
    return Limit(words.whole, subject, side, bound, percent)


def metrics_of(
    condition: Condition, metrics: Sequence[str], titles: Mapping[str, str] = MappingProxyType({})
) -> tuple[str, ...]:
    """Return the metrics of a condition among those of a comparison; none if it is about no score.

    `titles` has the titles that reports print, by metric; a condition may name these too.

    >>> metrics_of(parse_condition("bleu worsens"), ["bleu:smooth=floor", "nist"])
    ('bleu:smooth=floor',)
    >>> metrics_of(parse_condition("BLEU worsens"), ["bleu", "nist"])
    ('bleu',)
    >>> metrics_of(parse_condition("chrF2 worsens"), ["bleu", "chrf"], {"chrf": "chrF2"})
    ('chrf',)
    """
    wanted = condition.metric
    if wanted is None:
        return () if isinstance(condition, Limit) else tuple(metrics)
    others = ["any metric", LENGTH_RATIO, *SEGMENTS] if " " in wanted else []
    text = f"the condition {condition.text!r}"
    return (metric_called(wanted, metrics, titles, text, others, ", or 'any metric'"),)


def metric_called(
    wanted: str,
    metrics: Sequence[str],
    titles: Mapping[str, str],
    what: str,
    others: Sequence[str] = (),
    instead: str = "",
) -> str:
    """Return the metric that is meant by its spec, its name or its title, ignoring case.

    Args:
        wanted: What was given.
        metrics: The metrics of the comparison, as requested.
        titles: The titles that reports print, by metric.
        what: What names the metric, for errors.
        others: What could be named instead of a metric.
        instead: What else could be written where several are meant.

    Raises:
        OptionError: There is no such metric, or several.
    """
    called = _named(wanted, metrics, titles)
    if len(called) == 1:
        return called[0]
    if called:
        raise OptionError(
            f"{what} could mean {' or '.join(called)}; write one of them in full{instead}"
        )
    raise OptionError(
        f"{what} names {wanted!r}, which is not a metric of the "
        f"comparison{nearest(wanted, [*metrics, *others])}"
    )


def _named(wanted: str, metrics: Sequence[str], titles: Mapping[str, str]) -> list[str]:
    """Return the metrics with the closest match of names; reports write rougeL as ROUGE-L."""
    names = {metric: metric.partition(":")[0] for metric in metrics}
    folded = wanted.casefold()
    by_exactness = (
        [metric for metric in names if metric == wanted],
        [metric for metric, name in names.items() if name == wanted],
        [metric for metric in names if metric.casefold() == folded],
        [metric for metric, name in names.items() if name.casefold() == folded],
        [metric for metric in names if titles.get(metric, "").casefold() == folded],
    )
    return next(filter(None, by_exactness), [])


class _Words:
    """The words of a condition, read in order."""

    def __init__(self, text: str) -> None:
        self._text = text
        found = list(re.finditer(r"\S+", text))
        self._all = [each[0] for each in found]
        self._places = [each.start() for each in found]
        self._next = 0

    @property
    def whole(self) -> str:
        return " ".join(self._all)

    def next_in(self, words: Sequence[str]) -> bool:
        return self._next < len(self._all) and self._all[self._next] in words

    def take(self, *words: str, expected: str = "") -> None:
        for word in words:
            if not self.next_in((word,)):
                raise self.unexpected(expected or repr(word))
            self._next += 1

    def take_side(self) -> str:
        self._next += 1
        return self._all[self._next - 1]

    def take_subject(self) -> str:
        """Return what the condition is about: a metric, "any metric" or another quantity."""
        if not self._all or self._begins_verb(0):
            raise self.unexpected("a metric, such as bleu, or 'any metric'")
        for words in ("any metric", LENGTH_RATIO, *SEGMENTS):
            first, second = words.split()
            # a metric of one of these names is none of the package's
            if self._all[0] == first and (first == "any" or self._all[1:2] == [second]):
                self.take(first, second)
                return words
        # a metric can contain a file name, which can contain spaces
        return self._until(self._begins_verb, otherwise=1)

    def take_group(self) -> Group:
        self.take("in")
        if self._next < len(self._all):
            place = self._next
            text = self._until(self._begins_option, otherwise=len(self._all))
            field, equals, label = text.partition("=")
            if field and equals and label:
                return Group(field, label)
            self._next = place
        raise self.unexpected("a group, such as domain=medical")

    def _until(self, ends: Callable[[int], bool], otherwise: int) -> str:
        """Return the text up to the word at which something else begins."""
        first = self._next
        places = (place for place in range(first + 1, len(self._all)) if ends(place))
        self._next = next(places, otherwise)
        last = self._next - 1
        return self._text[self._places[first] : self._places[last] + len(self._all[last])]

    def _begins_verb(self, place: int) -> bool:
        rest = tuple(self._all[place : place + len(MAY_BE_WORSE)])
        return rest[0] in (VERB, *SIDES) or rest == MAY_BE_WORSE or rest[:2] == MAY_DIFFER

    def _begins_option(self, place: int) -> bool:
        rest = tuple(self._all[place : place + len(INSIGNIFICANT)])
        return rest[: len(MARGIN)] == MARGIN or rest == INSIGNIFICANT

    def take_number(self, negative: bool = False) -> float:
        number = self._number("")
        if not math.isfinite(number) or (number < 0 and not negative):
            raise self.unexpected(
                "a number, such as 30" if negative else "a number of 0 or more, such as 0.3"
            )
        self._next += 1
        return number

    def take_count_or_percentage(self) -> tuple[float, bool]:
        percent = self._next < len(self._all) and self._all[self._next].endswith("%")
        number = self._number("%" if percent else "")
        if not 0 <= number < math.inf or (percent and number > 100):
            raise self.unexpected("a number of segments, such as 0, or a percentage, such as 5%")
        self._next += 1
        return number, percent

    def _number(self, unit: str) -> float:
        try:
            return float(self._all[self._next].removesuffix(unit))
        except (IndexError, ValueError):
            return math.nan

    def take_end(self, besides: str = "") -> None:
        if self.next_in(("in",)):
            raise OptionError(
                f"the condition {self.whole!r} names a group, which can only follow {VERB!r}, as "
                f"in 'bleu {VERB} in domain=medical by more than 0.3'"
            )
        if self._next < len(self._all):
            raise self.unexpected(f"{besides}the end; give every condition separately")

    def unexpected(self, expected: str) -> OptionError:
        if self._next < len(self._all):
            found = f"character {self._places[self._next] + 1} begins {self._all[self._next]!r}"
        elif self._all:
            found = f"it ends after {self._all[-1]!r}"
        else:
            found = "it is empty"
        return OptionError(
            f"the condition {self._text!r} cannot be read: {found}; expected {expected}; "
            f"a whole condition is {EXAMPLE!r}"
        )

"""Conditions for failing a build, such as "bleu worsens by more than 0.3".

    CONDITION = METRIC "worsens" ["by" "more" "than" NUMBER] ["even" "if" "not" "significant"]
              | METRIC "may" "be" "worse" "by" "more" "than" NUMBER
    METRIC    = "any" "metric", or a metric as requested, such as bleu:smooth=floor; case is
                ignored unless that is ambiguous

A system worsens under a metric if its score is worse than that of the system it is compared with:
lower, or higher for a metric with `higher_is_better` false. The difference must be significant in
the two-sided test, unless the condition says otherwise. With a margin, the score must also be worse
by more than the margin, but the null hypothesis of the test remains that there is no difference. A
small test set, on which few differences are significant, tends to pass.

A system may be worse by more than a margin if the one-sided bound of its loss lies beyond the
margin. It passes only if the data exclude a larger loss, at the confidence of the comparison's
intervals. That is a test of non-inferiority, one of the two one-sided tests of Schuirmann, "A
Comparison of the Two One-Sided Tests Procedure and the Power Approach", Journal of Pharmacokinetics
and Biopharmaceutics 15, 1987. A small test set tends to fail.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tallystick.errors import OptionError
from tallystick.metrics.registry import nearest

VERB = "worsens"
MAY_BE_WORSE = ("may", "be", "worse")
MARGIN = ("by", "more", "than")
INSIGNIFICANT = ("even", "if", "not", "significant")
EXAMPLE = "bleu worsens by more than 0.3"


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition under which a system fails.

    `metric` is None for any metric, `margin` the loss that is allowed, on the metric's scale. With
    `must_be_excluded`, a system fails unless a loss beyond the margin is excluded.
    """

    text: str
    metric: str | None
    margin: float = 0.0
    significant: bool = True
    must_be_excluded: bool = False


def parse_condition(text: str) -> Condition:
    """Read a condition.

    >>> found = parse_condition("bleu worsens by more than 0.3")
    >>> found.metric, found.margin, found.significant
    ('bleu', 0.3, True)
    >>> parse_condition("any metric worsens even if not significant").significant
    False
    >>> parse_condition("bleu may be worse by more than 0.3").must_be_excluded
    True
    """
    words = _Words(text)
    metric = words.take_metric()
    if words.next_is(MAY_BE_WORSE[0]):
        words.take(*MAY_BE_WORSE, *MARGIN)
        margin = words.take_number()
        words.take_end()
        return Condition(
            " ".join(words.all), metric, margin, significant=False, must_be_excluded=True
        )
    words.take(VERB, expected=f"{VERB!r} or '{' '.join((*MAY_BE_WORSE, *MARGIN))} NUMBER'")
    margin = 0.0
    significant = True
    if words.next_is(MARGIN[0]):
        words.take(*MARGIN)
        margin = words.take_number()
    if words.next_is(INSIGNIFICANT[0]):
        words.take(*INSIGNIFICANT)
        significant = False
    insignificant = f"{' '.join(INSIGNIFICANT)!r} or "
    words.take_end(
        insignificant
        if MARGIN[0] in words.taken
        else f"'{' '.join(MARGIN)} NUMBER', {insignificant}"
    )
    return Condition(" ".join(words.all), metric, margin, significant)


def metrics_of(
    condition: Condition, metrics: Sequence[str], titles: Mapping[str, str] = MappingProxyType({})
) -> tuple[str, ...]:
    """Return the metrics of a condition among those of a comparison.

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
        return tuple(metrics)
    named = _named(wanted, metrics, titles)
    if len(named) == 1:
        return (named[0],)
    if named:
        raise OptionError(
            f"the condition {condition.text!r} could mean {' or '.join(named)}; write one of them "
            "in full, or 'any metric'"
        )
    raise OptionError(
        f"the condition {condition.text!r} names {wanted!r}, which is not a metric of the "
        f"comparison{nearest(wanted, list(metrics))}"
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
        self.all = [each[0] for each in found]
        self._places = [each.start() for each in found]
        self._next = 0

    @property
    def taken(self) -> list[str]:
        return self.all[: self._next]

    def next_is(self, word: str) -> bool:
        return self.all[self._next : self._next + 1] == [word]

    def take(self, *words: str, expected: str = "") -> None:
        for word in words:
            if not self.next_is(word):
                raise self._unexpected(expected or repr(word))
            self._next += 1

    def take_metric(self) -> str | None:
        if not self.all or self._verb(0):
            raise self._unexpected("a metric, such as bleu, or 'any metric'")
        if self.all[0] == "any":
            self.take("any", "metric")
            return None
        # a metric can contain a file name, which can contain spaces
        places = (place for place in range(len(self.all)) if self._verb(place))
        self._next = next(places, 1)
        last = self._next - 1
        return self._text[self._places[0] : self._places[last] + len(self.all[last])]

    def _verb(self, place: int) -> bool:
        rest = tuple(self.all[place : place + len(MAY_BE_WORSE)])
        return rest[0] == VERB or rest == MAY_BE_WORSE

    def take_number(self) -> float:
        try:
            number = float(self.all[self._next])
        except (IndexError, ValueError):
            number = math.nan
        if not (math.isfinite(number) and number >= 0):
            raise self._unexpected("a number of 0 or more, such as 0.3")
        self._next += 1
        return number

    def take_end(self, besides: str = "") -> None:
        if self._next < len(self.all):
            raise self._unexpected(f"{besides}the end; give every condition separately")

    def _unexpected(self, expected: str) -> OptionError:
        if self._next < len(self.all):
            found = f"character {self._places[self._next] + 1} begins {self.all[self._next]!r}"
        elif self.all:
            found = f"it ends after {self.all[-1]!r}"
        else:
            found = "it is empty"
        return OptionError(
            f"the condition {self._text!r} cannot be read: {found}; expected {expected}; "
            f"a whole condition is {EXAMPLE!r}"
        )

"""Conditions for failing a build, such as "bleu worsens by more than 0.3"; `FORMS` are all.

A system worsens if its score is significantly worse in the two-sided test, and by more than a
margin. It may be worse, or differ, by more than a margin unless one-sided bounds exclude it, as in
tests of non-inferiority and equivalence (Schuirmann, "A Comparison of the Two One-Sided Tests
Procedure and the Power Approach", Journal of Pharmacokinetics and Biopharmaceutics 15, 1987).
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, get_args

from tallystick.errors import OptionError
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.interface.identity import Scale
from tallystick.reports.comparison.model import (
    CheckedCondition,
    ComparedMetric,
    Comparison,
    Suspicion,
)
from tallystick.reports.comparison.thresholds import MOST_SEGMENTS_NAMED
from tallystick.reports.wording import counted, fixed, percent, shortened

LENGTH_RATIO = "length ratio"
ANY_METRIC = "any metric"
EXAMPLE = "bleu worsens by more than 0.3"
FORMS: Mapping[str, str] = {
    "METRIC worsens [in FIELD=GROUP] [by more than NUMBER] [even if not significant]": (
        r"(?P<subject>.+?) worsens(?: in (?P<field>[^=]+)=(?P<label>.+?))?"
        r"(?: by more than (?P<margin>\S+))?(?P<insignificant> even if not significant)?"
    ),
    "METRIC may be worse|differ by more than NUMBER": (
        r"(?P<subject>.+?) may (?P<change>be worse|differ) by more than (?P<margin>\S+)"
    ),
    "METRIC below|above NUMBER": r"(?P<subject>.+?) (?P<side>below|above) (?P<bound>\S+)",
}
"""What conditions look like, with patterns in which a space is any white space."""


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
    """Read a condition."""
    patterns = [form.replace(" ", r"\s+") for form in FORMS.values()]
    matches = (re.fullmatch(pattern, text.strip(), re.DOTALL) for pattern in patterns)
    match = next(filter(None, matches), None)
    if match is None:
        raise OptionError(
            f"the condition {text!r} cannot be read; expected {', or '.join(map(repr, FORMS))}, "
            f"such as {EXAMPLE!r}"
        )
    terms, whole = match.groupdict(), " ".join(text.split())
    # a metric can contain a file name, which can contain spaces
    words = " ".join(terms["subject"].split())
    subject = words if words in (ANY_METRIC, LENGTH_RATIO, *SEGMENTS) else terms["subject"]
    if any(re.match(rf"{pattern}\s+", words, re.DOTALL) for pattern in patterns):
        raise OptionError(
            f"the condition {whole!r} is several conditions in one; give each of them by itself: "
            "after a --fail-if of its own, in quotation marks, or in a list"
        )
    if "side" in terms:
        return _limit(whole, subject, terms["side"], terms["bound"])
    if subject == LENGTH_RATIO or subject in SEGMENTS:
        raise OptionError(
            f"the condition {whole!r} is on the {subject}, which can only be limited; write "
            f"'{subject} above NUMBER'"
        )
    group = None if terms.get("field") is None else Group(terms["field"], terms["label"])
    return Worsening(
        whole,
        None if subject == ANY_METRIC else subject,
        _number(whole, terms["margin"] or "0", least=0.0),
        significant="change" not in terms and not terms["insignificant"],
        must_be_excluded="change" in terms,
        either_way=terms.get("change") == "differ",
        group=group,
    )


def _limit(whole: str, subject: str, side: str, bound: str) -> Limit:
    if subject == ANY_METRIC:
        raise OptionError(
            f"the condition {whole!r} limits the scores of any metric, but metrics have "
            "different scales; give a condition for each metric"
        )
    if subject not in SEGMENTS:
        least = {"least": 0.0} if subject == LENGTH_RATIO else {}
        return Limit(whole, subject, side, _number(whole, bound, **least))
    if side != "above":
        raise OptionError(
            f"the condition {whole!r} fails where there are few {subject}; write "
            f"'{subject} above NUMBER'"
        )
    percent = bound.endswith("%")
    most = 100.0 if percent else sys.float_info.max
    return Limit(whole, subject, side, _number(whole, bound.removesuffix("%"), 0.0, most), percent)


def _number(
    whole: str, text: str, least: float = -sys.float_info.max, most: float = sys.float_info.max
) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        above = f" of {least:g} or more" if least == 0 else ""
        below = f", and at most {most:g} percent" if most == 100 else ""
        raise OptionError(
            f"the condition {whole!r} has {text!r} in the place of a number{above}{below}; a whole "
            f"condition is {EXAMPLE!r}"
        )
    return number


def metrics_of(
    condition: Condition, metrics: Sequence[str], titles: Mapping[str, str] = MappingProxyType({})
) -> tuple[str, ...]:
    """Return the metrics of a condition among those of a comparison; none if it is about no score.

    `titles` has the titles that reports print, by metric; a condition may name these too.
    """
    wanted = condition.metric
    if wanted is None:
        return () if isinstance(condition, Limit) else tuple(metrics)
    others = [ANY_METRIC, LENGTH_RATIO, *SEGMENTS] if " " in wanted else []
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

    In errors, `what` names the metric, `others` could be named and `instead` written for it.
    """
    names = {metric: metric.partition(":")[0] for metric in metrics}
    folded = wanted.casefold()
    by_exactness = (
        [metric for metric in names if metric == wanted],
        [metric for metric, name in names.items() if name == wanted],
        [metric for metric in names if metric.casefold() == folded],
        [metric for metric, name in names.items() if name.casefold() == folded],
        # reports write rougeL as ROUGE-L
        [metric for metric in names if titles.get(metric, "").casefold() == folded],
    )
    called = next(filter(None, by_exactness), [])
    if len(called) == 1:
        return called[0]
    if called:
        raise OptionError(
            f"{what} could mean {' or '.join(called)}; write one of them in full{instead}"
        )
    raise OptionError(
        f"{what}: {wanted!r} is not a metric of the comparison"
        f"{nearest(wanted, [*metrics, *others])}"
    )


def refuse_off_scale(what: str, number: float, scale: Scale, *, is_change: bool = False) -> None:
    """Refuse a score that a metric cannot have, or a change that is larger than its scale."""
    low, high = scale.low, scale.high
    if is_change:
        low, high = 0.0, scale.width
    if (low is not None and number < low) or (high is not None and number > high):
        raise OptionError(
            f"{what} is {number:g}, but scores of this metric are {scale}; give a number "
            f"{'up to the width of' if is_change else 'on'} that scale"
        )


RATIO_DIGITS = 3


def check_limit(
    limit: Limit, comparison: Comparison, system: str, metric: ComparedMetric | None
) -> CheckedCondition:
    """Return whether a system keeps a limit; `metric` is that of a limited score."""
    number: float | None
    if metric is not None:
        number, title = comparison.score_of(system, metric.metric).score, metric.title
        said = f"no score under {title}"
        if number is not None:
            said = f"{_on_its_side(number, metric.scale.digits, limit)} {title}"
    elif not comparison.lengths:
        raise OptionError(
            f"the condition {limit.text!r} needs the analyses of segments, which this report was "
            "made without; compare again with details=True"
        )
    elif limit.what == LENGTH_RATIO:
        [number] = [length.ratio for length in comparison.lengths if length.system == system]
        said = "no length ratio, because the references are empty"
        if number is not None:
            said = f"a length ratio of {_on_its_side(number, RATIO_DIGITS, limit)}"
    else:
        number, said = _segments(limit, comparison, system)
    passed = number is not None and not (
        number < limit.bound if limit.side == "below" else number > limit.bound
    )
    which = f", which is {'not ' * passed}{limit.side} {limit.shown_bound}"
    return CheckedCondition(
        condition=limit.text,
        requirement=limit.requirement("" if metric is None else metric.metric),
        system=system,
        passed=passed,
        sentence=f"{system} has {said}{'' if number is None else which}.",
        metric=None if metric is None else metric.metric,
        score=number,
    )


def _segments(limit: Limit, comparison: Comparison, system: str) -> tuple[float, str]:
    singular, suspicions = SEGMENTS[limit.what]
    segments = sorted(
        {
            segment.segment
            for segment in comparison.suspicious
            if segment.system == system and segment.suspicion in suspicions
        }
    )
    total = comparison.test_set.segments
    share = len(segments) / total
    shown = f"{len(segments):,} {singular if len(segments) == 1 else limit.what}"
    shown += f" in {counted(total, 'segment')}"
    if segments:
        where = shortened([f"{number:,}" for number in segments], MOST_SEGMENTS_NAMED)
        noun = "segment" if len(segments) == 1 else "segments"
        shown += f" ({percent(float(f'{share:.2g}'))}; {noun} {where})"
    return (100 * share if limit.percent else len(segments)), shown


def _on_its_side(number: float, digits: int, limit: Limit) -> str:
    """Return a number that is on the same side of the bound when it is rounded."""
    shown = fixed(number, digits)
    if (float(shown) < limit.bound, float(shown) > limit.bound) == (
        number < limit.bound,
        number > limit.bound,
    ):
        return shown
    return repr(number)

"""Which settings explain a reported score, how many would by chance, and what to ask."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.explanation.search import MOST_ODD, Setting, Tried, search
from tallystick.compat.explanation.settings import LIKELIEST, ways
from tallystick.compat.explanation.slips import SLIPS
from tallystick.compat.shown import Shown
from tallystick.errors import InputError, OptionError, TallystickWarning
from tallystick.metrics.arguments.catalogue import METRICS
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.interface.dialect import Axis, Dialect
from tallystick.metrics.interface.identity import Identity
from tallystick.metrics.interface.spec import options_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


_NUMBER = re.compile(r"(-?\d+(?:\.\d*)?|-?\.\d+)\s*(%?)")
SLACK = 1e-9  # of binary fractions next to the end of an interval


@dataclass(frozen=True, slots=True)
class Reported:
    """A number with the precision in which it was written."""

    text: str
    value: float
    decimals: int
    percent: bool = False

    @classmethod
    def read(cls, given: object) -> Reported:
        """Read a number: text, in which the number of digits counts, or a number of Python."""
        text = str(given).strip()
        match = None if isinstance(given, bool) else _NUMBER.fullmatch(text)
        if match is None:
            point = re.fullmatch(r"-?\d+,\d+%?", text)
            remedy = f"; write it with a point: {text.replace(',', '.')}" if point else ""
            raise OptionError(
                f"the reported score is {text!r}; expected a number with the digits that were "
                f"printed, such as 27.3, 0.273 or 27.3%{remedy}"
            )
        number = Decimal(match[1])
        exponent = number.as_tuple().exponent
        decimals = -exponent if isinstance(exponent, int) else 0
        return cls(text, float(number), decimals, bool(match[2]))

    @property
    def unit(self) -> float:
        """One in the last digit."""
        return float(10.0**-self.decimals)

    def interval(self, steps: int = 0) -> tuple[float, float]:
        """Return the scores that are rounded or truncated to the number, some steps away."""
        value = self.value + steps * self.unit
        slack = SLACK * max(abs(value), 1)
        if value < 0:
            return value - self.unit + slack, value + self.unit / 2 + slack
        return value - self.unit / 2 - slack, value + self.unit - slack

    def is_truncated(self, score: float) -> bool:
        """Return whether a score in the interval is truncated, not rounded, to the number."""
        return abs(score - self.value) > self.unit / 2 + SLACK * max(abs(score), 1)


NEIGHBOURS = 20
"""The numbers next to the reported one from which the matches by chance are estimated."""

SHOWN = 10
"""The settings that are kept as the nearest if none matches."""

EQUAL = 1e-9
"""Scores that differ by less, relative to themselves, are one score."""


@dataclass(frozen=True, slots=True)
class Unit:
    """How a score is written: times a factor, or another number minus that."""

    name: str
    factor: float = 1.0
    complement: float | None = None
    oddity: int = 0  # how unusual it is

    def of(self, score: float) -> float:
        """Return a score as it is written."""
        if self.complement is not None:
            return self.complement - self.factor * score
        return self.factor * score


OWN = Unit("")
FRACTION = Unit("on a scale from 0 to 1", factor=0.01)
PERCENT = Unit("in percent", factor=100.0)
ACCURACY = Unit("subtracted from 100", complement=100.0, oddity=1)
FRACTION_OF_ACCURACY = Unit("subtracted from 1", factor=0.01, complement=1.0, oddity=1)


def units_of(identity: Identity) -> tuple[Unit, ...]:
    """Return the ways to write a score of a metric."""
    if identity.scale.high == 1:
        return OWN, PERCENT
    if not identity.higher_is_better:
        return OWN, FRACTION, ACCURACY, FRACTION_OF_ACCURACY
    return (OWN, FRACTION) if identity.scale.high == 100 else (OWN,)


def can_be_negative(identity: Identity) -> bool:
    """Return whether a score of a metric, as it may be written, can be negative."""
    low = identity.scale.low
    return low is None or low < 0 or any(unit.complement for unit in units_of(identity))


@dataclass(frozen=True, slots=True)
class Match:
    """A score that is, or is near, the reported one, with the likeliest setting that gives it."""

    setting: Setting
    score: float  # on the scale of the metric
    written: float  # in the unit of the reported number
    unit: Unit
    truncated: bool  # to the reported number, not rounded
    equal: tuple[Setting, ...]  # the likeliest first
    oddity: int  # of the most usual of all these settings
    by_chance: float  # settings at least as usual that would match a number near it

    @property
    def programs(self) -> tuple[str, ...]:
        """The known programs with this score for these texts, the likeliest first, each once."""
        labels: dict[str, str] = {}
        for setting in sorted(self._of_these_texts, key=lambda same: (same.way.place, same.oddity)):
            if setting.way.program:
                labels.setdefault(setting.way.program.partition(", ")[0], setting.way.label)
        return tuple(labels.values())

    @property
    def indifferent(self) -> Mapping[str, tuple[str, ...]]:
        """The axes in which settings with this score for these texts differ, each with its values
        in these settings, that of the first one first.
        """
        own = self.setting.way.conventions
        values: dict[str, dict[str, None]] = {}
        for setting in self._of_these_texts:
            other = setting.way.conventions
            if isinstance(own, Dialect) and type(other) is type(own):
                for axis in own.differences(other):
                    both = (own.axes()[axis].text(getattr(it, axis)) for it in (own, other))
                    values.setdefault(axis, {}).update(dict.fromkeys(both))
        return {axis: tuple(of_axis) for axis, of_axis in values.items()}

    @property
    def other_texts(self) -> tuple[str, ...]:
        """The likeliest setting of each other reading, slip or choice of references, in words."""
        likeliest: dict[object, Setting] = {}
        for setting in self.equal:
            likeliest.setdefault(setting.texts, setting)
        likeliest.pop(self.setting.texts, None)
        return tuple(map(texts_text, likeliest.values()))

    @property
    def _of_these_texts(self) -> list[Setting]:
        texts = self.setting.texts
        return [setting for setting in (self.setting, *self.equal) if setting.texts == texts]


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the author of a number: a convention, and the values that would explain it."""

    about: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation(Shown):
    """What explains a reported score.

    Attributes:
        reported: The number.
        tried: The number of settings that were tried.
        scores: The number of different scores that they give, each on the scale of its metric.
        matches: The different scores that are the reported one, each with its settings, the most
            usual first.
        by_chance: How many different scores would match a number chosen at random near it.
        nearest: If nothing matches, the settings with the nearest scores.
        questions: What to ask the author, to tell the matches apart.
        untried: What could not be tried, each with the reason.
    """

    reported: Reported
    tried: int
    scores: int
    matches: tuple[Match, ...]
    by_chance: float
    nearest: tuple[Match, ...] = ()
    questions: tuple[Question, ...] = ()
    untried: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        """The result as a sentence."""
        text = self.reported.text
        if not self.matches:
            return f"No setting that was tried gives {text}. The nearest scores:"
        best = self.matches[0]
        how = f"{best.written:.6g}, which is {'truncated' if best.truncated else 'rounded'} to"
        if len(self.matches) == 1:
            return f"1 score matches {text}: {how} {text}."
        return (
            f"{len(self.matches):,} different scores match {text}, the most usual setting first. "
            f"The first gives {how} {text}."
        )


@dataclass(frozen=True, slots=True)
class _Written:
    """Every score that was tried in every unit, in the order of rank."""

    tried: Sequence[tuple[Tried, Unit]]
    values: NDArray[np.float64]
    groups: NDArray[np.int64]
    """Numbers of different scores."""


def explain(
    corpus: Corpus,
    reported: object,
    metrics: Iterable[str] = (),
    *,
    most_odd: int = MOST_ODD,
    threads: int = 1,
    advance: Callable[[int], None] | None = None,
) -> Explanation:
    """Find the settings under which a corpus has a reported score.

    Args:
        corpus: Hypotheses and references as text.
        reported: The number as it was printed, such as "27.30"; its digits are its precision.
        metrics: Names of metrics, or specs, whose options then remain; all metrics by default.
        most_odd: The highest oddity of a setting: higher values try more of them.
        threads: The number of threads; the result does not depend on it.
        advance: A function that is called with numbers of settings that were tried.

    Raises:
        OptionError: The number or a metric is invalid, or it is never negative.
        InputError: The corpus is not text, has no references, or has no score at all.

    >>> from tallystick.metrics import Corpus
    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["the cat is on the mat"], references=["The cat sat on the mat"]
    ... )
    >>> explanation = explain(corpus, "0.38", ["bleu"])
    >>> explanation.matches[0].setting.way.spec, explanation.matches[0].unit.name
    ('bleu:dialect=mteval-v13a', 'on a scale from 0 to 1')
    """
    number = reported if isinstance(reported, Reported) else Reported.read(reported)
    if corpus.given_tokens or not corpus.has_references:
        raise InputError(
            "explaining a score needs hypotheses and references as text, because tokenizers are "
            "among the settings that are tried; give strings, not lists of tokens"
        )
    names = tuple(metrics) or tuple(METRICS)
    tried_ways = [way for name in names for way in ways(name, most_odd)]
    if number.value < 0:
        tried_ways = [way for way in tried_ways if can_be_negative(way.metric.identity)]
        if not tried_ways:
            raise OptionError(
                f"the reported score is {number.text}, but scores of {', '.join(names)} are never "
                "negative; give the number without the sign, or another metric"
            )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TallystickWarning)  # of single settings
        scores = search(corpus, tried_ways, most_odd, threads, advance)
    if not scores:
        raise InputError(
            f"{', '.join(names)} has no score for this corpus under any setting; give texts that "
            "are not empty, and sources to metrics that compare with them"
        )
    tried = {way.metric.identity.name for way in tried_ways}
    scored = {score.setting.way.metric.identity.name for score in scores}
    untried = [
        f"the metric {name}, which {'has no score here' if kind in tried else 'is never negative'}"
        for name in names
        if (kind := name.partition(":")[0]) in METRICS and kind not in scored
    ]
    untried += [
        f"{slip.description} (install {slip.requires})" for slip in SLIPS if not slip.is_available
    ]
    return replace(explained(number, scores), untried=tuple(untried))


def explained(reported: Reported, scores: Sequence[Tried]) -> Explanation:
    """Return which of the settings that were tried explain a number."""
    written = _written(reported, scores)
    distances = np.abs(written.values - reported.value)
    low, high = reported.interval()
    hits = np.flatnonzero((written.values >= low) & (written.values <= high))
    matches = _matches(reported, written, hits)
    nearest: tuple[Match, ...] = ()
    if not matches:
        order = np.argsort(distances, kind="stable")
        nearest = _matches(reported, written, order[: 20 * SHOWN], ranked=False)[:SHOWN]
    return Explanation(
        reported=reported,
        tried=len(scores),
        scores=len({tried.score for tried in scores}),
        matches=matches,
        by_chance=_by_chance(reported, written.values, written.groups),
        nearest=nearest,
        questions=_questions(matches[:SHOWN]),
    )


def _written(reported: Reported, scores: Sequence[Tried]) -> _Written:
    """Return the scores in all units, the most usual first."""
    pairs = [
        (tried, unit)
        for tried in scores
        for unit in units_of(tried.setting.way.metric.identity)
        if not (reported.percent and abs(unit.factor) == 0.01)
    ]
    pairs.sort(key=lambda pair: pair[0].setting.oddity + pair[1].oddity)
    values = np.array([unit.of(tried.score) for tried, unit in pairs])
    order = np.argsort(values, kind="stable")
    steps = np.diff(values[order], prepend=values[order[0]])
    new = steps > EQUAL * np.maximum(np.abs(values[order]), 1e-3)
    groups = np.empty(len(values), dtype=np.int64)
    groups[order] = np.cumsum(new)
    return _Written(pairs, values, groups)


def _matches(
    reported: Reported, written: _Written, hits: NDArray[np.int64], ranked: bool = True
) -> tuple[Match, ...]:
    """Return a match for each different score among `hits`, with all settings that have it."""
    members: dict[int, list[int]] = {}
    for place in hits.tolist():
        members.setdefault(int(written.groups[place]), []).append(place)
    oddities = np.array([tried.setting.oddity + unit.oddity for tried, unit in written.tried])
    matches = []
    for places in members.values():
        pairs = [written.tried[place] for place in places]
        every = [(setting, unit) for tried, unit in pairs for setting in tried.setting.of_programs]
        (setting, unit), *equal = sorted(every, key=lambda pair: _unlikely(*pair))
        value = float(written.values[places[0]])
        truncated = ranked and reported.is_truncated(value)
        oddity = int(oddities[places].min())
        usual = oddities <= oddity
        matches.append(
            Match(
                setting=setting,
                score=pairs[0][0].score,
                written=value,
                unit=unit,
                truncated=truncated,
                equal=tuple(other for other, _ in equal),
                oddity=oddity + truncated,
                by_chance=_by_chance(reported, written.values[usual], written.groups[usual]),
            )
        )
    if ranked:
        matches.sort(key=lambda match: (match.oddity, _unlikely(match.setting, match.unit)))
    return tuple(matches)


def _unlikely(setting: Setting, unit: Unit) -> tuple[int, bool, int, int]:
    way = setting.way
    oddity = setting.oddity + unit.oddity
    own_scale = way.scale == round((way.metric.identity.scale.high or 100) * unit.factor)
    return oddity + (way.place == len(LIKELIEST)), not own_scale, way.place, oddity


def _by_chance(reported: Reported, values: NDArray[np.float64], groups: NDArray[np.int64]) -> float:
    """Return how many different scores match a number next to the reported one, on average."""
    half = NEIGHBOURS // 2
    different = np.sort(values[np.unique(groups, return_index=True)[1]])
    steps = [step for step in range(-half, half + 1) if step]
    ends = np.array([reported.interval(step) for step in steps])
    below = np.searchsorted(different, ends[:, 0], side="left")
    upto = np.searchsorted(different, ends[:, 1], side="right")
    return float((upto - below).mean())


def parts_of(setting: Setting) -> dict[str, str]:
    """Return the parts of a setting that can be asked for, by what they are about."""
    metric = setting.way.metric
    axes: Mapping[str, Axis] = getattr(setting.way.conventions, "axes", dict)()
    asked = [option for option in options_of(type(metric)) if option in axes]
    return {
        "the metric": metric.identity.title,
        "the number": setting.reading.description,
        "the references": references_text(setting),
        "the texts": "unchanged" if setting.slip is None else setting.slip.description,
        "the program": setting.way.label or setting.way.spec,
        **{
            f"{option} of {metric.identity.title}": axes[option].text(getattr(metric, option))
            for option in asked
        },
    }


def references_text(setting: Setting) -> str:
    """Return which references were used."""
    if setting.all_references:
        return "all" if len(setting.references) > 1 else "the reference"
    return f"only reference {setting.references[0] + 1}"


def texts_text(setting: Setting) -> str:
    """Return what was scored, and how: the reading, the metric, the slip and the references."""
    text = f"{setting.reading.description} of {setting.way.spec}"
    if setting.slip is not None:
        text += f" of {setting.slip.description}"
    return text if setting.all_references else f"{text} with {references_text(setting)}"


def _questions(matches: Sequence[Match]) -> tuple[Question, ...]:
    """Return the parts that distinguish matches: no value of them has settings with both scores."""
    asked: dict[str, dict[frozenset[str], str]] = {}
    for match in matches:
        values: dict[str, set[str]] = {}
        for setting in (match.setting, *match.equal):
            for about, value in parts_of(setting).items():
                values.setdefault(about, set()).add(value)
        for about, value in parts_of(match.setting).items():
            asked.setdefault(about, {}).setdefault(frozenset(values[about]), value)
    return tuple(
        Question(about, tuple(dict.fromkeys(named.values())))
        for about, named in asked.items()
        if any(one.isdisjoint(other) for one, other in combinations(named, 2))
    )

"""A dialect as people give it: the name of a program, or conventions written as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tallystick.compat.dialects.families import FAMILIES
from tallystick.errors import OptionError, TallystickError
from tallystick.metrics.catalogue import METRICS
from tallystick.metrics.registry import nearest

if TYPE_CHECKING:
    from tallystick.compat.dialects.families import Family
    from tallystick.metrics.preset import Preset


@dataclass(frozen=True, slots=True)
class DialectChoice:
    """A dialect of one metric.

    Attributes:
        family: The dialects of the metric.
        name: The name of the program, or the conventions as they were written.
        conventions: What they are.
        preset: The program; None where conventions were given.
    """

    family: Family
    name: str
    conventions: Any
    preset: Preset[Any] | None = None

    @property
    def metric(self) -> Any:
        """The metric with this dialect and no option."""
        return METRICS.load(self.family.metric)(dialect=self.name)

    @property
    def programs(self) -> list[str]:
        """The names of the programs that have these conventions."""
        return [one.name for one in self.family.presets if one.dialect == self.conventions]


def families_of(metric: str | None) -> list[Family]:
    """Return the dialects of a metric, or of all metrics that have any.

    Raises:
        OptionError: The metric has no dialects.

    >>> [family.metric for family in families_of(None)]
    ['bleu', 'nist']
    """
    if metric is None:
        return list(FAMILIES.values())
    if metric not in FAMILIES:
        raise OptionError(
            f"no metric with dialects is named {metric!r}; expected {' or '.join(FAMILIES)}, such "
            "as in bleu:nltk"
        )
    return [FAMILIES[metric]]


def dialect_choices(given: str, metric: str | None) -> list[DialectChoice]:
    """Return what a name or conventions stand for, once for every metric that has them.

    Args:
        given: `nltk` or `order=2+smooth=exp`; or as in a metric, `bleu:nltk` or
            `nist:dialect=order=4`; or as in a signature, `dialect:order=4`.
        metric: The metric that is meant; None where any is.

    Raises:
        OptionError: No program has the name, or no metric such conventions.
        UnknownNameError: The conventions name no tokenizer.

    >>> [choice.family.metric for choice in dialect_choices("order=2+smooth=exp", None)]
    ['bleu']
    """
    given = given.removeprefix("dialect:")
    before, colon, behind = given.partition(":")
    if colon and "=" not in before:
        metric, given = before, behind
    given = given.removeprefix("dialect=")
    families = families_of(metric)
    return _written(given, families) if "=" in given else _named(given.lower(), families)


def _named(name: str, families: Sequence[Family]) -> list[DialectChoice]:
    found = [
        DialectChoice(family, preset.name, preset.dialect, preset)
        for family in families
        for preset in family.presets
        if name in (preset.name, *preset.aliases)
    ]
    if not found:
        presets = [preset for family in families for preset in family.presets]
        names = [name for preset in presets for name in (preset.name, *preset.aliases)]
        raise OptionError(
            f"no dialect is named {name!r}; expected a name, or conventions of your own, such as "
            f"order=2+lowercase=none{nearest(name, names)}"
        )
    return found


def _written(text: str, families: Sequence[Family]) -> list[DialectChoice]:
    found: list[DialectChoice] = []
    refused: list[TallystickError] = []
    axes = set(re.findall(r"(?:^|\+)([a-z_]+)=", text))
    known = [len(axes & family.axes.keys()) for family in families]
    for family in families:
        try:
            metric = METRICS.load(family.metric)(dialect=text)
        except TallystickError as error:
            refused.append(error)
        else:
            found.append(DialectChoice(family, text, metric.conventions))
    if not found:
        # the metric that knows the most of the axes is the one that was meant
        best = known.index(max(known))
        others = [] if known[best] else [family.metric for family in families[1:]]
        mend = "".join(f"; or add -m {other} if {other.upper()} is meant" for other in others)
        raise type(refused[best])(f"{refused[best]}{mend}")
    return found

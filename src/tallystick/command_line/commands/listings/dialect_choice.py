"""Dialects as given by users: the name of a preset, or axes written as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tallystick.compat.dialects.known import dialect_classes
from tallystick.errors import OptionError, TallystickError
from tallystick.metrics.arguments.catalogue import DIALECTS, METRICS
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.interface.dialect import Dialect
from tallystick.metrics.interface.presets import Preset, presets
from tallystick.metrics.interface.spec import unabbreviated


@dataclass(frozen=True, slots=True)
class DialectChoice:
    """A dialect of one metric, with the name of a preset or the dialect as written."""

    metric: str
    name: str
    dialect: Dialect
    preset: Preset[Dialect] | None = None

    def build(self) -> Any:
        """Return the metric with this dialect and no options."""
        return METRICS.load(self.metric)(dialect=self.name)


def classes_of(metric: str | None) -> dict[str, type[Dialect]]:
    """Return the dialect class of a metric, or of all metrics that have one."""
    metric = metric and unabbreviated(metric).partition(":")[0]
    known = dialect_classes(plugins=metric not in DIALECTS.built_in)
    if metric is None:
        return known
    if metric in known:
        return {metric: known[metric]}
    if metric in METRICS:
        # such as mer, rougeL and sentbleu, which have the dialects of wer, of rouge and of bleu
        made = METRICS.make(metric, METRICS.load(metric))
        of_another = getattr(getattr(made, "bleu", made), "conventions", None)
        if isinstance(of_another, Dialect):
            return {metric: type(of_another)}
        raise OptionError(f"the metric {metric} has no dialects")
    raise OptionError(f"no metric with dialects is named {metric!r}{nearest(metric, list(known))}")


def dialect_choices(given: str, metric: str | None) -> list[DialectChoice]:
    """Return the dialects that a name or text describes, one for every metric that has it.

    `given` is `nltk` or `order=2+smooth=exp`; or as in a metric, `bleu:nltk` or
    `nist:dialect=order=4`; or as in a signature, `dialect:order=4`.
    """
    given = given.removeprefix("dialect:")
    before, colon, behind = given.partition(":")
    if colon and "=" not in before:
        metric, given = before, behind
    given = given.removeprefix("dialect=")
    if "=" in given:
        return _written(given, classes_of(metric))
    # finding plug-ins takes long, so they are searched only for names that are not built in
    built_in = {} if metric else dialect_classes(plugins=False)
    return _with_name(given.lower(), built_in) or _named(given.lower(), classes_of(metric))


def _with_name(name: str, kinds: Mapping[str, type[Dialect]]) -> list[DialectChoice]:
    return [
        DialectChoice(metric, preset.name, preset.dialect, preset)
        for metric, kind in kinds.items()
        for preset in presets(kind)
        if name in (preset.name, *preset.aliases)
    ]


def _named(name: str, kinds: Mapping[str, type[Dialect]]) -> list[DialectChoice]:
    found = _with_name(name, kinds)
    if not found:
        known = [preset for kind in kinds.values() for preset in presets(kind)]
        names = [name for preset in known for name in (preset.name, *preset.aliases)]
        raise OptionError(
            f"no dialect is named {name!r}; expected a name, or a dialect of your own, such as "
            f"order=2+lowercase=none{nearest(name, names)}"
        )
    return found


def _written(text: str, kinds: Mapping[str, type[Dialect]]) -> list[DialectChoice]:
    found: list[DialectChoice] = []
    refused: dict[str, TallystickError] = {}
    for metric, kind in kinds.items():
        try:
            conventions = kind.parse(text)
        except TallystickError as error:
            refused[metric] = error
        else:
            found.append(DialectChoice(metric, text, conventions))
    if not found:
        # the intended metric is the one that has most of the axes
        axes = set(re.findall(r"(?:^|\+)([a-z_]+)=", text))
        known = {metric: len(axes & kind.axes().keys()) for metric, kind in kinds.items()}
        best = max(known, key=lambda metric: known[metric])
        others = [] if known[best] else [metric for metric in kinds if metric != best]
        remedy = "".join(f"; or add -m {other} for {other.upper()}" for other in others)
        raise type(refused[best])(f"{refused[best]}{remedy}")
    return found

"""The metrics that have dialects, and the meanings of their values."""

from __future__ import annotations

from typing import Any

from tallystick.metrics.arguments.catalogue import DIALECTS
from tallystick.metrics.interface.dialect import Dialect
from tallystick.metrics.interface.presets import preset_of


def dialect_classes(*, plugins: bool = True) -> dict[str, type[Dialect]]:
    """Return the dialect class of every metric that has one, by the name of the metric.

    To look for those of plug-ins takes some hundredths of a second.
    """
    classes: dict[str, type[Dialect]] = {}
    for name in DIALECTS if plugins else DIALECTS.built_in:
        try:
            kind = DIALECTS.load(name)
        except (Exception, SystemExit):  # a broken plug-in must not hide the others
            continue
        if isinstance(kind, type) and issubclass(kind, Dialect):
            classes[name] = kind
    return classes


def meaning(kind: type[Dialect], axis: str, value: Any) -> str:
    """Return a value of an axis with its meaning, such as "exact (yes, like any other word)"."""
    text = kind.axes()[axis].text(value)
    known = kind.axes()[axis].values.get(text)
    return text if known in (None, text) else f"{text} ({known})"


def default_program(kind: type[Dialect]) -> str:
    """Return the program whose dialect is the default."""
    preset = preset_of(kind())
    return "the defaults" if preset is None else preset.program

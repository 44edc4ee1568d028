"""What a program may compute: one of our metrics under a dialect, perhaps with a mistake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tallystick.compat.conformance.mistake import Mistake
from tallystick.errors import OptionError
from tallystick.metrics.interface.dialect import Dialect
from tallystick.metrics.interface.presets import preset_named, preset_of, presets
from tallystick.metrics.interface.spec import options_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.compat.conformance.probes import Probes
    from tallystick.compat.implementations.implementation import Implementation


@dataclass(frozen=True, slots=True)
class Setting:
    """What a program may compute: one of our metrics under a dialect, perhaps with a mistake."""

    metric: Any
    mistake: Mistake | None = None
    given: str = field(default="", compare=False)  # the name of the dialect that a user gave
    factor: float = 1.0  # from the scale of the program to ours

    @classmethod
    def claimed_by(cls, implementation: Implementation) -> Setting:
        """Return what a program claims to compute; an `OptionError` says that it claims nothing."""
        return cls(implementation.our_metric(), given=implementation.dialect or "")

    @property
    def dialect(self) -> Dialect:
        """The dialect of the metric, with its options applied."""
        dialect: Dialect = self.metric.conventions
        return dialect

    @property
    def name(self) -> str:
        """The spec of the metric, followed by the name of the mistake."""
        preset = preset_of(self.dialect)
        name = str(self.dialect) if preset is None else preset.name
        if preset is not None and self.given and "=" not in self.given:
            named = preset_named(type(self.dialect), self.given)
            name = named.name if named.dialect == self.dialect else name
        usual = None
        with suppress(OptionError):  # ROUGE has no type by default
            usual = type(self.metric)(dialect=self.dialect)
        beside = options_beside(self.metric, self.dialect).items()
        options = [(key, value) for key, value in beside if value != getattr(usual, key, None)]
        options += [("dialect", name)] if name else []
        metric: str = self.metric.identity.name
        given = ",".join(f"{option}={value}" for option, value in options)
        spec = f"{metric}:{given}" if given else metric
        return spec if self.mistake is None else f"{spec}, {self.mistake.name}"

    def with_axis(self, axis: str, value: Any) -> Setting | None:
        """Return the setting with one axis changed; None if the other axes do not allow it."""
        try:
            changed = replace(self.dialect, **{axis: value})
            return replace(self, metric=under(self.metric, changed))
        except OptionError:
            return None

    def scores(self, probes: Probes) -> NDArray[np.float64]:
        """Return the score of every case on the scale of the program; NaN where it is undefined."""
        if self.mistake is None:
            return probes.scores(self.metric) / self.factor
        return self.mistake.scores(self.metric, probes) / self.factor


_HELD = {"dialect", "effective_order"}
"""The options that axes of other names hold."""


def under(metric: Any, dialect: Dialect) -> Any:
    """Return a metric under another dialect, with those of its options that no axis holds."""
    return type(metric)(dialect=dialect, **options_beside(metric, dialect))


def options_beside(metric: Any, dialect: Dialect) -> dict[str, Any]:
    """Return the options of a metric that no axis of a dialect holds."""
    others = options_of(type(metric)).keys() - dialect.axes().keys() - _HELD
    return {name: getattr(metric, name) for name in others}


def axis_changes(setting: Setting) -> Iterator[Setting]:
    """Yield every setting that differs in one axis."""
    kind: Any = type(setting.dialect)  # a class, which type checkers do not consider hashable
    for axis, values in axis_values(kind).items():
        for value in values:
            changed = setting.with_axis(axis, value)
            if changed is not None and changed.dialect != setting.dialect:
                yield changed


NUMBERS: dict[str, Iterable[float]] = {
    "order": range(1, 10),
    "word_order": range(4),
    "beta": (1.0, 2.0, 3.0),
    "smooth_from": range(1, 5),
    "smooth_value": (1e-6, 1e-4, 1e-3, 0.01, 0.1, 0.5, 1.0),
    "decimals": range(1, 7),
    "block_words": range(1, 6),
}
"""The numbers that are tried for axes, besides those of the known programs."""


@cache
def axis_values(kind: Any) -> dict[str, tuple[Any, ...]]:
    """Return the values of every axis of a dialect class: words, those in use, and `NUMBERS`."""
    known = [preset.dialect for preset in presets(kind)]
    values: dict[str, tuple[Any, ...]] = {}
    for name, axis in kind.axes().items():
        words = map(axis.parse, axis.values)
        used = (getattr(dialect, name) for dialect in known)
        numbers = (getattr(kind(), name), *NUMBERS.get(name, ()))
        values[name] = tuple(dict.fromkeys([*words, *numbers, *used]))
    return values


@dataclass(frozen=True, slots=True)
class Part:
    """One of the changes that a setting combines, as a sentence, with it alone and without it."""

    name: str
    alone: Setting
    without: Setting


def parts_of(claimed: Setting, setting: Setting) -> Iterator[Part]:
    """Yield the changes that a setting combines, as far as each can be made and left out."""
    for axis, name in _axis_names(claimed, setting).items():
        alone = claimed.with_axis(axis, getattr(setting.dialect, axis))
        without = setting.with_axis(axis, getattr(claimed.dialect, axis))
        if alone is not None and without is not None:
            yield Part(name, alone, without)
    for mistake in setting.mistake.parts if setting.mistake else ():
        without = replace(setting, mistake=setting.mistake and setting.mistake.without(mistake))
        yield Part(mistake.name, replace(claimed, mistake=mistake), without)


def changes(claimed: Setting, setting: Setting) -> int:
    """Return how many changes of a claimed setting a setting combines."""
    mistakes = setting.mistake.parts if setting.mistake else ()
    return len(claimed.dialect.differences(setting.dialect)) + len(mistakes)


def sentence(claimed: Setting, setting: Setting) -> str:
    """Return how a setting differs from the claimed one, as a sentence without a full stop."""
    mistakes = [] if setting.mistake is None else [setting.mistake.name]
    return ", and ".join([*_axis_names(claimed, setting).values(), *mistakes])


def _axis_names(claimed: Setting, setting: Setting) -> dict[str, str]:
    """Return the axes in which a setting differs from the claimed one, each as a sentence."""
    return {
        axis: f"{axis} is {theirs} instead of {ours}"
        for axis, (ours, theirs) in value_names(claimed, setting).items()
    }


def value_names(one: Setting, other: Setting) -> dict[str, tuple[str, str]]:
    """Return the axes in which two settings differ, each with both values as text."""
    known = one.dialect.axes()
    differing = one.dialect.differences(other.dialect)
    return {
        axis: (known[axis].text(mine), known[axis].text(theirs))
        for axis, (mine, theirs) in differing.items()
    }

"""The ways to compute each metric: its presets, with some of their options and axes changed.

All of it is derived from what the metrics say of themselves: the presets and axes of their
dialects, and the options of their constructors. Axes that are not options are changed in the
default only. Every way has an *oddity*, a whole number from 0, by which
explanations are ranked: 0 for what a program that papers often use computes by default.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tallystick.errors import TallystickError
from tallystick.metrics.arguments.catalogue import ALIASES, METRICS
from tallystick.metrics.arguments.options import parse_flag
from tallystick.metrics.interface.dialect import Axis, Dialect, value_text
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.interface.presets import Preset, preset_of, presets
from tallystick.metrics.interface.spec import metric_from_spec, options_of

HIGHEST_NUMBER = 6
"""Whole numbers up to here are tried one after another, from 1."""

LIKELIEST = (
    *(("sacreBLEU",), ("Moses, multi-bleu",), ("mteval-v13a", "mteval-v14")),
    ("NLTK, corpus_bleu",),
)
"""How the names of the programs begin whose scores most papers report, the likeliest first."""

REPORTED = ("chrf++",)
"""Names of metrics with options that papers report as often as the defaults."""

FREE = {"tokenize", "lowercase", "order", "weights"}
"""Options of every program, if not by its own then by what is given to it."""

CASES = {"none": 1, "unicode": 1, "ascii": 2}
"""The oddity of each case folding; the last is that of mteval alone."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to compute a metric."""

    spec: str
    metric: Metric
    program: str  # with these options; "" if it is none that is known
    oddity: int  # how unusual it is, from 0
    scale: int | None = None  # the perfect score of the program
    same: tuple[Way, ...] = ()  # the ways of other programs with the same conventions

    @property
    def conventions(self) -> object:
        """What the score depends on; ways with equal conventions give equal scores."""
        return getattr(self.metric, "conventions", self.metric)

    @property
    def label(self) -> str:
        """The name of the program, without what it computes, with the options that it needs."""
        options = self.spec.partition(":")[2].split(",")
        given = ", ".join(text for text in options if text and not text.startswith("dialect="))
        name = self.program.partition(", ")[0]
        return f"{name} with {given}" if name and given else name

    @property
    def place(self) -> int:
        """The place of the program among the likeliest; their number if it is not one of them."""
        known = map(self.program.startswith, LIKELIEST)
        return next((place for place, is_it in enumerate(known) if is_it), len(LIKELIEST))


@dataclass(frozen=True, slots=True)
class Change:
    """A value of an option, or of an axis that is not an option, with its oddity."""

    name: str
    value: str
    oddity: int


def ways(name: str, most_odd: int) -> list[Way]:
    """Return the different ways to compute a metric or spec, the most usual first. Of those with
    the same conventions, the first has the others, one of each program.
    """
    by_key: dict[object, dict[str, Way]] = {}
    for way in sorted(
        _all_ways(name, most_odd), key=lambda way: (way.oddity, way.place, not way.program)
    ):
        key = way.metric.identity.name, way.conventions
        by_key.setdefault(key, {}).setdefault(way.program, way)
    return [
        replace(first, same=tuple(others))
        for first, *others in (programs.values() for programs in by_key.values())
    ]


def _all_ways(spec: str, most_odd: int) -> Iterator[Way]:
    # as odd as reading the mean over segments from the other metric
    more = int(getattr(METRICS.load(spec.partition(":")[0]), "averages_another", False))
    bases = [replace(base, oddity=base.oddity + more) for base in _bases(spec)]
    options, axes = _changes(spec.partition(":")[0], bases)
    for full in map(ALIASES.__getitem__, REPORTED):
        if full.partition(":")[0] == spec:
            yield replace(bases[0], spec=full, metric=metric_from_spec(full))
    for base in bases:
        is_own = base is bases[0]
        changes = [*options, *axes] if is_own else options
        for chosen in _combined(changes, most_odd - base.oddity):
            way = _changed(base, chosen)
            if way is not None:
                known = is_own or {change.name for change in chosen} <= FREE
                yield way if known else replace(way, program="", scale=None)


def _bases(spec: str) -> Iterator[Way]:
    """Yield the metric itself, and the presets of its dialect unless the spec names one."""
    name, _, options = spec.partition(":")
    try:
        default = metric_from_spec(spec)
        conventions = getattr(default, "conventions", None)
    except TallystickError:
        if options or name not in METRICS.refused:
            raise
    else:
        preset = preset_of(conventions) if isinstance(conventions, Dialect) else None
        if preset is None:
            dialect = getattr(default, "dialect", "")
            preset = next((preset for preset in presets_of(name) if preset.name == dialect), None)
        yield Way(
            spec, default, *(("", 0) if preset is None else (preset.program, 0, preset.scale))
        )
    if "dialect=" in options:
        return
    programs: set[str] = set()
    for preset in presets_of(name):
        program = preset.program.partition(", ")[0]
        odd = 0 if preset.usual else 1 if preset.verified == "run" else 2
        first = program not in programs
        programs.add(program)
        metric = _made(f"{name}:dialect={preset.name}", options)
        if metric is not None:
            yield Way(*metric, preset.program, odd + (0 if first else 1), preset.scale)


def presets_of(name: str) -> Sequence[Preset[Dialect]]:
    """Return the presets of a metric, none if it has no dialects."""
    kind = dialect_class_of(name)
    return () if kind is None else presets(kind)


def dialect_class_of(name: str) -> type[Dialect] | None:
    """Return the class of the dialects of a metric, or None."""
    from tallystick.compat.dialects.known import dialect_classes

    known = dialect_classes(plugins=name not in METRICS.built_in)
    if name in known:
        return known[name]
    conventions = getattr(METRICS.make(name, METRICS.load(name)), "conventions", None)
    return type(conventions) if isinstance(conventions, Dialect) else None


def _made(spec: str, options: str = "") -> tuple[str, Metric] | None:
    """Return a spec with its metric; None if its values exclude each other."""
    spec = ",".join(filter(None, (spec, options)))
    try:
        return spec, metric_from_spec(spec)
    except TallystickError:
        return None


def _changes(name: str, bases: Sequence[Way]) -> tuple[list[Change], list[Change]]:
    """Return every value of the options of a metric, and of the axes that are not options."""
    kind = dialect_class_of(name)
    axes = {} if kind is None else dict(kind.axes())
    options: list[Change] = []
    for option, field in options_of(METRICS.load(name)).items():
        axis = axes.pop(option, None)
        if axis is not None:
            options += _values_of(option, axis, bases)
        elif field.metadata.get("parse") is parse_flag:
            options += [Change(option, value, 1) for value in ("yes", "no")]
    others = [
        Change(axis, change.value, 2)
        for axis, known in axes.items()
        for change in _values_of(axis, known, bases)
    ]
    return options, others


def _values_of(name: str, axis: Axis, bases: Sequence[Way]) -> list[Change]:
    """Return the values of an axis: its words, its examples and what known programs use. Those of
    usual programs are usual, and so are whole numbers up to these.
    """
    usual = dict.fromkeys(axis.examples)
    others = dict.fromkeys(axis.values)
    for base in bases:
        value = getattr(base.conventions, name, None)
        if value is not None:
            (others if base.oddity > 1 else usual)[value_text(value)] = None
        if axis.parse is int and base.oddity == 0 and isinstance(value, int):
            usual |= dict.fromkeys(map(str, range(1, min(value, HIGHEST_NUMBER) + 1)))
    odd = {**dict.fromkeys(others, 2), **dict.fromkeys(usual, 1), **CASES}
    return [Change(name, value, odd[value]) for value in {**usual, **others}]


def _combined(changes: Sequence[Change], most_odd: int) -> Iterator[tuple[Change, ...]]:
    """Yield every set of changes of different options whose oddities do not exceed a sum."""
    yield ()
    for place, change in enumerate(changes):
        if change.oddity <= most_odd:
            others = [other for other in changes[place + 1 :] if other.name != change.name]
            for further in _combined(others, most_odd - change.oddity):
                yield (change, *further)


def _changed(base: Way, chosen: Sequence[Change]) -> Way | None:
    """Return a base with changes; None if they exclude each other or are in its spec already."""
    name, _, given = base.spec.partition(":")
    options = options_of(METRICS.load(name))
    fixed = dict(option.split("=", 1) for option in given.split(",") if option)
    if any(change.name in fixed for change in chosen):
        return None
    if not chosen:
        return base
    texts = {change.name: change.value for change in chosen if change.name in options}
    axes = {change.name: change.value for change in chosen if change.name not in options}
    if axes:
        conventions: Any = base.conventions
        try:
            values = {axis: conventions.axes()[axis].parse(text) for axis, text in axes.items()}
            dialect: Dialect = replace(conventions, **values)
        except (TallystickError, ValueError):
            return None
        preset = preset_of(dialect)
        of_metric = {key: value for key, value in fixed.items() if key not in dialect.axes()}
        fixed = {**of_metric, "dialect": str(dialect) if preset is None else preset.name}
    written = ",".join(f"{key}={value}" for key, value in {**fixed, **texts}.items())
    made = _made(f"{name}:{written}")
    if made is None:
        return None
    oddity = base.oddity + sum(change.oddity for change in chosen)
    return Way(*made, "", oddity) if axes else Way(*made, base.program, oddity, base.scale)

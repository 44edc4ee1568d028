"""`tallystick list dialects`: the dialects of known programs, and how two of them differ."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, product
from typing import TYPE_CHECKING, Any

from tallystick.command_line.commands.listings import search
from tallystick.command_line.shell import options, output
from tallystick.compat.dialects.known import dialect_classes
from tallystick.errors import OptionError, TallystickError
from tallystick.metrics.arguments.catalogue import DIALECTS, METRICS
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.interface.dialect import Dialect
from tallystick.metrics.interface.presets import Preset, presets
from tallystick.metrics.interface.spec import unabbreviated

if TYPE_CHECKING:
    from tallystick.reports.document import Report
    from tallystick.reports.listings.dialects import DialectDifference, DialectList, Explained

USAGE = "[WORD... | explain DIALECT | diff DIALECT DIALECT] [-m METRIC] [--format FORMAT]"
DESCRIPTION = """List the programs whose dialects are known, by metric. A name is used in a metric
as dialect=NAME, such as bleu:dialect=torchmetrics. Words restrict the list to metrics of
these names, and to dialects that have all other words in their name, description or axes. `explain`
describes one dialect. `diff` shows how two dialects differ, and the smallest input found on which
their scores differ. Both also accept a dialect of your own, written as in a metric or its
signature: axis=value, joined by plus signs."""
EXAMPLES = """examples:
  tallystick list dialects
  tallystick list dialects torch shortest
  tallystick list dialects wer mer
  tallystick list dialects explain nltk
  tallystick list dialects diff sacrebleu mteval-v13a
  tallystick list dialects diff nltk mteval -m nist
  tallystick list dialects diff nltk reference_length=shortest+smooth=exp"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    search.add_words(parser, "; or explain, or diff")
    options.add_shared(
        parser, "--metric", metavar=None, help="of this metric only (default: of all)"
    )
    options.add_report_files(parser, "dialects")


def run(arguments: argparse.Namespace) -> None:
    """Print the requested report."""
    from tallystick.reports.listings.dialects import ExplainedDialects

    words, metric = arguments.words, arguments.metric
    report: Report
    if words[:1] == ["explain"]:
        report = ExplainedDialects(_explained(words[1:], metric))
    elif words[:1] == ["diff"]:
        report = _difference(words[1:], metric)
    else:
        report = _listed(words, metric)
    output.write_report(report, arguments, output.report_files(arguments, report.kind))


def _listed(words: list[str], metric: str | None) -> DialectList:
    from tallystick.reports.listings.dialects import DialectList

    named = [word for word in words if word in METRICS] if metric is None else [metric]
    kinds = [classes_of(name).items() for name in named or (None,)]
    known = {name: presets(kind) for name, kind in chain.from_iterable(kinds)}
    words = [word for word in words if word not in named]
    chosen = {name: search.having_all(words, all_of, _searched) for name, all_of in known.items()}
    if not any(chosen.values()):
        names = [preset.name for all_of in known.values() for preset in all_of]
        raise search.nothing_found("dialect", words, "name, description or axes", names)
    return DialectList({name: tuple(of_metric) for name, of_metric in chosen.items() if of_metric})


def _searched(preset: Preset[Any]) -> str:
    words = (preset.name, *preset.aliases, preset.program, preset.version, preset.notes)
    return " ".join((*words, str(preset.dialect)))


def _explained(given: list[str], metric: str | None) -> tuple[Explained, ...]:
    if len(given) != 1:
        raise OptionError(
            f"explain takes one dialect, as a name or as axes, not {len(given)}; such as "
            "tallystick list dialects explain nltk"
        )
    return tuple(map(_with_defects, dialect_choices(given[0], metric)))


def _with_defects(choice: DialectChoice) -> Explained:
    from tallystick.compat.defects.ledger import DEFECTS
    from tallystick.reports.listings.dialects import Explained

    preset = choice.preset
    if preset is None:
        return Explained(choice.metric, choice.name, choice.dialect)
    reproduced = tuple(
        (defect.id, defect.summary)
        for defect in DEFECTS.values()
        if defect.metric == choice.metric and preset.name in defect.presets
    )
    others = tuple((name, DEFECTS[name].summary) for name in preset.defects)
    return Explained(choice.metric, choice.name, choice.dialect, preset, reproduced, others)


def _difference(given: list[str], metric: str | None) -> DialectDifference:
    from tallystick.compat.dialects.difference import difference
    from tallystick.reports.listings.dialects import DialectDifference

    if len(given) != 2:
        raise OptionError(
            f"diff takes two dialects, as names or as axes, not {len(given)}; such as "
            "tallystick list dialects diff sacrebleu nltk"
        )
    sides = [dialect_choices(words, metric) for words in given]
    pairs = [(first, second) for first, second in product(*sides) if first.metric == second.metric]
    if not pairs:
        raise OptionError(
            f"{given[0]} and {given[1]} are dialects of different metrics; give two of one"
        )
    first, second = pairs[0]
    others = (other.metric for other, _ in pairs[1:])
    remarks = [f"(both are dialects of {name} too: add -m {name})" for name in others]
    if first.preset is not None and first.preset is second.preset:
        remarks.append("These are two names of one dialect.")
    names, differing = (first.name, second.name), difference(first.build(), second.build())
    kind = type(first.dialect)
    return DialectDifference(first.metric, kind, *names, differing, tuple(remarks))


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
    choices = _with_name(name, kinds)
    if not choices:
        known = [preset for kind in kinds.values() for preset in presets(kind)]
        names = [name for preset in known for name in (preset.name, *preset.aliases)]
        raise OptionError(
            f"no dialect is named {name!r}; expected a name, or a dialect of your own, such as "
            f"order=2+lowercase=none{nearest(name, names)}"
        )
    return choices


def _written(text: str, kinds: Mapping[str, type[Dialect]]) -> list[DialectChoice]:
    choices: list[DialectChoice] = []
    refused: dict[str, TallystickError] = {}
    for metric, kind in kinds.items():
        try:
            conventions = kind.parse(text)
        except TallystickError as error:
            refused[metric] = error
        else:
            choices.append(DialectChoice(metric, text, conventions))
    if not choices:
        # the intended metric is the one that has most of the axes
        axes = set(re.findall(r"(?:^|\+)([a-z_]+)=", text))
        known = {metric: len(axes & kind.axes().keys()) for metric, kind in kinds.items()}
        best = max(known, key=lambda metric: known[metric])
        others = [] if known[best] else [metric for metric in kinds if metric != best]
        remedy = "".join(f"; or add -m {other} for {other.upper()}" for other in others)
        raise type(refused[best])(f"{refused[best]}{remedy}")
    return choices

"""`tallystick dialects`: the programs whose conventions are known, and where two of them part."""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tallystick.errors import OptionError

if TYPE_CHECKING:
    from tallystick.compat.dialects.families import Family
    from tallystick.metrics.dialects import Preset

USAGE = "[WORD... | explain NAME | diff NAME NAME] [-m bleu|nist] [--format text|json]"
DESCRIPTION = """List the programs that compute BLEU or NIST and whose conventions are known; each
name stands in a metric as dialect=NAME, such as bleu:dialect=torchmetrics. With words, only those
that have all of them in their name, description or conventions. `explain` says what one of them
does; `diff` says where two part, and shows the smallest input found on which their numbers
differ."""
EXAMPLES = """examples:
  tallystick dialects
  tallystick dialects torch shortest
  tallystick dialects explain nltk
  tallystick dialects diff sacrebleu mteval-v13a
  tallystick dialects diff nltk mteval -m nist"""

SCHEMA = "tallystick/dialects/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="words to search for; or explain, or diff"
    )
    parser.add_argument(
        "-m", "--metric", choices=("bleu", "nist"), help="of this metric only (default: both)"
    )
    parser.add_argument(
        "-f", "--format", choices=("text", "json"), default="text", help="(default: text)"
    )


def run(arguments: argparse.Namespace) -> None:
    """Print what was asked for."""
    from tallystick.command_line.output import write_output

    words, as_json = arguments.words, arguments.format == "json"
    if words[:1] == ["explain"]:
        content, text = _explain(words[1:], arguments.metric)
    elif words[:1] == ["diff"]:
        content, text = _diff(words[1:], arguments.metric)
    else:
        content, text = _list(words, arguments.metric)
    content = {"schema": SCHEMA, **content}
    write_output(json.dumps(content, ensure_ascii=False, indent=2) + "\n" if as_json else text)


def _families(metric: str | None) -> list[Family]:
    from tallystick.compat.dialects.families import FAMILIES

    return [family for name, family in FAMILIES.items() if metric in (None, name)]


def _list(words: list[str], metric: str | None) -> tuple[dict[str, Any], str]:
    found = {
        family.metric: [
            preset
            for preset in family.presets
            if all(word.lower() in _searched(preset) for word in words)
        ]
        for family in _families(metric)
    }
    presets = [preset for of_metric in found.values() for preset in of_metric]
    if not presets:
        raise OptionError(
            f"no dialect has {' and '.join(map(repr, words))} in its name, description or "
            "conventions; see all with `tallystick dialects`"
        )
    width = max(len(preset.name) for preset in presets)
    lines = []
    for name, of_metric in found.items():
        if of_metric:
            lines.append(f"{name.upper()}: {len(of_metric)} dialects, {name}:dialect=NAME\n")
        for preset in of_metric:
            lines.append(f"  {preset.name:{width}}  {preset.program}, {preset.version}\n")
    content = {
        "dialects": [
            _as_json(name, preset) for name, of_metric in found.items() for preset in of_metric
        ]
    }
    return content, "".join(lines)


def _explain(names: list[str], metric: str | None) -> tuple[dict[str, Any], str]:
    if len(names) != 1:
        raise OptionError(
            f"explain takes the name of one dialect, not {len(names)}; such as "
            "tallystick dialects explain nltk"
        )
    found = _named(names[0], metric)
    content = {"dialects": [_as_json(family.metric, preset) for family, preset in found]}
    return content, "\n".join(_explanation(family, preset) for family, preset in found)


def _diff(names: list[str], metric: str | None) -> tuple[dict[str, Any], str]:
    from tallystick.compat.dialects.difference import difference
    from tallystick.metrics.spec import metric_from_spec

    if len(names) != 2:
        raise OptionError(
            f"diff takes the names of two dialects, not {len(names)}; such as "
            "tallystick dialects diff sacrebleu nltk"
        )
    pairs = [
        (family, first, second)
        for family, first in _named(names[0], metric)
        for of, second in _named(names[1], metric)
        if of is family
    ]
    if not pairs:
        raise OptionError(
            f"{names[0]} and {names[1]} are dialects of different metrics; give two of one"
        )
    family, first, second = pairs[0]
    others = [other.metric for other, _, _ in pairs[1:]]
    metrics: list[Any] = [
        metric_from_spec(f"{family.metric}:dialect={preset.name}") for preset in (first, second)
    ]
    found = difference(*metrics)
    text = [f"{family.metric}: {first.name} and {second.name}\n"]
    text += [f"(both are dialects of {name} too: add -m {name})\n" for name in others]
    if first is second:
        text.append("These are two names of one dialect.\n")
    text += _axes_lines(family, found.axes, first.name, second.name)
    example: dict[str, Any] | None = None
    if found.example is None:
        text.append("\nNo input was found on which their numbers differ.\n")
    else:
        example = {
            name: None if isinstance(value, float) and math.isnan(value) else value
            for name, value in asdict(found.example).items()
        }
        text += _example_lines(found, first.name, second.name)
    content = {
        "metric": family.metric,
        "one": first.name,
        "other": second.name,
        "axes": {axis: list(values) for axis, values in found.axes.items()},
        "example": example,
        "decisive": {
            axis: None if math.isnan(score) else score for axis, score in found.decisive.items()
        },
    }
    return content, "".join(text)


def _axes_lines(
    family: Family, axes: dict[str, tuple[Any, Any]], one: str, other: str
) -> list[str]:
    if not axes:
        return ["They have the same conventions.\n"]
    width = max(len(one), len(other))
    lines = []
    for axis, (first, second) in axes.items():
        lines.append(f"\n{axis}: {family.axes[axis][0]}\n")
        lines.append(f"  {one:{width}}  {family.meaning(axis, first)}\n")
        lines.append(f"  {other:{width}}  {family.meaning(axis, second)}\n")
    return lines


def _example_lines(found: Any, one: str, other: str) -> list[str]:
    example = found.example
    lines = ["\nThe smallest input found on which their numbers differ:\n"]
    for hypothesis, references in zip(example.hypotheses, example.references, strict=True):
        lines.append(f"  hypothesis  {hypothesis!r}\n")
        lines += [f"  reference   {reference!r}\n" for reference in references]
    width = max(len(one), len(other))
    lines.append(f"  {one:{width}}  {_number(example.one)}\n")
    lines.append(f"  {other:{width}}  {_number(example.other)}\n")
    for axis, score in found.decisive.items():
        lines.append(f"  {one} with the {axis} of {other}: {_number(score)}\n")
    return lines


def _number(score: float) -> str:
    return "undefined: an error, or not a number" if math.isnan(score) else f"{score:.6g}"


def _named(name: str, metric: str | None) -> list[tuple[Family, Preset[Any]]]:
    from tallystick.metrics.registry import nearest

    family_name, colon, rest = name.partition(":")
    if colon:  # as in a metric: nist:nltk, nist:dialect=nltk
        metric, name = family_name, rest.removeprefix("dialect=")
    name = name.lower()
    found, names = [], []
    for family in _families(metric):
        for preset in family.presets:
            names += [preset.name, *preset.aliases]
            if name in (preset.name, *preset.aliases):
                found.append((family, preset))
    if not found:
        raise OptionError(f"no dialect is named {name!r}{nearest(name, names)}")
    return found


def _searched(preset: Preset[Any]) -> str:
    from tallystick.metrics.dialects.text import differences

    different = differences(preset.dialect, type(preset.dialect)())
    values = (f"{axis}={value}" for axis, (value, _) in different.items())
    words = (preset.name, *preset.aliases, preset.program, preset.version, preset.notes)
    return " ".join((*words, *values)).lower()


def _explanation(family: Family, preset: Preset[Any]) -> str:
    from tallystick.metrics.dialects.text import differences

    how = {
        "run": "its recorded runs are reproduced",
        "read": "from its source or text; it was not run",
    }[preset.verified]
    lines = [
        f"{family.metric}:dialect={preset.name}\n",
        f"  {preset.program}, {preset.version}\n",
        f"  {preset.source}\n",
        f"  verified: {how}\n",
    ]
    if preset.aliases:
        lines.append(f"  also named: {', '.join(preset.aliases)}\n")
    if preset.notes:
        lines.append(f"  {preset.notes}\n")
    lines += [f"  {remark}\n" for remark in _remarks(family, preset)]
    different = differences(preset.dialect, family.plain)
    if different:
        lines.append(f"  conventions other than those of {family.plain_name}:\n")
    else:
        lines.append(f"  its conventions are those of {family.plain_name}\n")
    for axis, (value, _) in different.items():
        lines.append(f"    {axis}: {family.meaning(axis, value)}\n")
    return "".join(lines)


def _remarks(family: Family, preset: Preset[Any]) -> list[str]:
    remarks = []
    if family.metric == "bleu":
        remarks.append(f"it calls a perfect score {preset.scale}; here it is 100")
    if preset.single_precision:
        remarks.append("it computes in 32 bits: its numbers agree with ours to some six digits")
    if preset.decimals is not None:
        remarks.append(f"it prints {preset.decimals} decimals")
    if preset.single_reference:
        remarks.append("it takes one reference a segment")
    return remarks


def _as_json(metric: str, preset: Preset[Any]) -> dict[str, Any]:
    return {"metric": metric, **asdict(preset)}

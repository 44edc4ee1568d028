"""`tallystick dialects`: the programs whose conventions are known, and where two of them part."""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tallystick.command_line.listing import add_words, having_all, nothing_found
from tallystick.errors import OptionError

if TYPE_CHECKING:
    from tallystick.command_line.dialect_choice import DialectChoice
    from tallystick.compat.dialects.families import Family
    from tallystick.metrics.preset import Preset

USAGE = "[WORD... | explain DIALECT | diff DIALECT DIALECT] [-m bleu|nist] [--format text|json]"
DESCRIPTION = """List the programs that compute BLEU or NIST and whose conventions are known; each
name stands in a metric as dialect=NAME, such as bleu:dialect=torchmetrics. With words, only those
that have all of them in their name, description or conventions. `explain` says what one of them
does; `diff` says where two part, and shows the smallest input found on which their numbers differ.
Both take conventions of your own too, as a metric and its signature have them: axis=value, several
joined by a plus sign."""
EXAMPLES = """examples:
  tallystick dialects
  tallystick dialects torch shortest
  tallystick dialects explain nltk
  tallystick dialects diff sacrebleu mteval-v13a
  tallystick dialects diff nltk mteval -m nist
  tallystick dialects diff nltk reference_length=shortest+smooth=exp"""

SCHEMA = "tallystick/dialects/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_words(parser, "; or explain, or diff")
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


def _list(words: list[str], metric: str | None) -> tuple[dict[str, Any], str]:
    from tallystick.command_line.dialect_choice import families_of

    families = families_of(metric)
    found = {family.metric: having_all(words, family.presets, _searched) for family in families}
    presets = [preset for of_metric in found.values() for preset in of_metric]
    if not presets:
        names = [preset.name for family in families for preset in family.presets]
        raise nothing_found("dialect", words, "name, description or conventions", names)
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


def _explain(given: list[str], metric: str | None) -> tuple[dict[str, Any], str]:
    from tallystick.command_line.dialect_choice import dialect_choices

    if len(given) != 1:
        raise OptionError(
            f"explain takes one dialect, by name or as conventions, not {len(given)}; such as "
            "tallystick dialects explain nltk"
        )
    found = dialect_choices(given[0], metric)
    content = {"dialects": list(map(_choice_as_json, found))}
    return content, "\n".join(map(_explanation, found))


def _diff(given: list[str], metric: str | None) -> tuple[dict[str, Any], str]:
    from tallystick.command_line.dialect_choice import dialect_choices
    from tallystick.compat.dialects.difference import difference

    if len(given) != 2:
        raise OptionError(
            f"diff takes two dialects, by name or as conventions, not {len(given)}; such as "
            "tallystick dialects diff sacrebleu nltk"
        )
    pairs = [
        (first, second)
        for first in dialect_choices(given[0], metric)
        for second in dialect_choices(given[1], metric)
        if first.family is second.family
    ]
    if not pairs:
        raise OptionError(
            f"{given[0]} and {given[1]} are dialects of different metrics; give two of one"
        )
    first, second = pairs[0]
    family = first.family
    others = [other.family.metric for other, _ in pairs[1:]]
    found = difference(first.metric, second.metric)
    text = [f"{family.metric}: {first.name} and {second.name}\n"]
    text += [f"(both are dialects of {name} too: add -m {name})\n" for name in others]
    if first.preset is not None and first.preset is second.preset:
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
        lines.append(f"\n{axis}: {family.axes[axis].documentation}\n")
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


def _searched(preset: Preset[Any]) -> str:
    different = preset.dialect.differences(type(preset.dialect)())
    values = (f"{axis}={value}" for axis, (value, _) in different.items())
    words = (preset.name, *preset.aliases, preset.program, preset.version, preset.notes)
    return " ".join((*words, *values))


def _explanation(choice: DialectChoice) -> str:
    family, preset = choice.family, choice.preset
    lines = [f"{family.metric}:dialect={choice.name}\n"]
    if preset is not None:
        lines += _program_lines(family, preset)
    elif choice.programs:
        lines.append(f"  these are the conventions of {', '.join(choice.programs)}\n")
    else:
        lines.append("  conventions of your own: no known program has them\n")
    different = choice.conventions.differences(family.plain)
    if different:
        lines.append(f"  conventions other than those of {family.plain_name}:\n")
    else:
        lines.append(f"  its conventions are those of {family.plain_name}\n")
    for axis, (value, _) in different.items():
        lines.append(f"    {axis}: {family.meaning(axis, value)}\n")
    return "".join(lines)


def _program_lines(family: Family, preset: Preset[Any]) -> list[str]:
    how = {
        "run": "its recorded runs are reproduced",
        "read": "from its source or text; it was not run",
    }[preset.verified]
    lines = [
        f"  {preset.program}, {preset.version}\n",
        f"  {preset.source}\n",
        f"  verified: {how}\n",
    ]
    if preset.aliases:
        lines.append(f"  also named: {', '.join(preset.aliases)}\n")
    if preset.notes:
        lines.append(f"  {preset.notes}\n")
    lines += [f"  {remark}\n" for remark in _remarks(family, preset)]
    return lines + _defect_lines(family, preset)


def _defect_lines(family: Family, preset: Preset[Any]) -> list[str]:
    from tallystick.compat.defects.ledger import DEFECTS

    imitated = [
        one.id
        for one in DEFECTS.values()
        if one.metric == family.metric and preset.name in one.presets
    ]
    lines = []
    for title, ids in (
        ("defects that this dialect reproduces", imitated),
        ("defects that it does not reproduce", preset.defects),
    ):
        if ids:
            lines.append(f"  {title} (tallystick defects ID):\n")
            lines += [f"    {one}: {DEFECTS[one].summary}\n" for one in ids]
    return lines


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


def _choice_as_json(choice: DialectChoice) -> dict[str, Any]:
    if choice.preset is not None:
        return _as_json(choice.family.metric, choice.preset)
    return {
        "metric": choice.family.metric,
        "name": choice.name,
        "dialect": asdict(choice.conventions),
        "programs": choice.programs,
    }


def _as_json(metric: str, preset: Preset[Any]) -> dict[str, Any]:
    return {"metric": metric, **asdict(preset)}

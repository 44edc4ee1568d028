"""`tallystick defects`: what known programs get wrong, and what is expected."""

from __future__ import annotations

import argparse
import json
import math
from typing import TYPE_CHECKING, Any

from tallystick.command_line.listing import add_words, nothing_found

if TYPE_CHECKING:
    from tallystick.compat.defects.defect import Defect, Outcome

USAGE = "[WORD... | ID] [--format text|json]"
DESCRIPTION = """List what programs that compute BLEU, NIST and their relatives are known to get
wrong, each on a small input. With words, only the defects that have all of them in their id,
program or description. With the id of one, all that is known of it: the input, what the program
returned, what is expected and why, and where it was reported."""
EXAMPLES = """examples:
  tallystick defects
  tallystick defects nltk smoothing
  tallystick defects nltk-floors-totals-per-segment
  tallystick defects sacrebleu --format json"""

SCHEMA = "tallystick/defects/1"
WIDTH = 96
LONGEST_LINE = 300


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_words(parser, "; or the id of one defect")
    parser.add_argument(
        "-f", "--format", choices=("text", "json"), default="text", help="(default: text)"
    )


def run(arguments: argparse.Namespace) -> None:
    """Print what was asked for."""
    from tallystick.command_line.output import write_output
    from tallystick.compat.defects.ledger import DEFECTS, search

    words = arguments.words
    if len(words) == 1 and words[0] in DEFECTS:
        found = [DEFECTS[words[0]]]
        text = _entry(found[0])
    else:
        found = search(words)
        if not found:
            raise nothing_found("defect", words, "id, program or description", DEFECTS)
        text = _list(found)
    content = {"schema": SCHEMA, "defects": [_as_json(one) for one in found]}
    as_json = arguments.format == "json"
    write_output(json.dumps(content, ensure_ascii=False, indent=2) + "\n" if as_json else text)


def _list(found: list[Defect]) -> str:
    noun = "defect" if len(found) == 1 else "defects"
    lines = [f"{len(found)} {noun}; for one in full: tallystick defects ID\n"]
    for one in found:
        lines.append(f"\n  {one.id}\n    {one.program}: {one.summary}\n")
    return "".join(lines)


def _entry(one: Defect) -> str:
    lines = [f"{one.id}\n", *_wrapped(one.summary), "\n"]
    lines.append(f"  program   {one.program}\n")
    lines.append(f"  versions  {', '.join(one.versions)}\n")
    if one.fixed:
        lines.append(f"  fixed in  {one.fixed}\n")
    lines.append("\n")
    for number, hypothesis in enumerate(one.hypotheses):
        lines.append(f"  hypothesis  {_line(hypothesis)}\n")
        if number < len(one.references):
            lines += [f"  reference   {_line(line)}\n" for line in one.references[number]]
    if not one.hypotheses:
        lines.append("  no segments\n")
    lines += [f"  {name}: {value}\n" for name, value in one.options]
    lines.append("\n")
    scale = " (a perfect score is 100)" if one.scale == 100 and _number(one.returned) else ""
    lines.append(f"  returned    {_outcome(one.returned)}{scale}\n")
    lines.append(f"  expected    {_outcome(one.right)}\n")
    if one.by_hand:
        lines.append(f"    by hand   {one.by_hand}\n")
    if one.dialect:
        lines.append(f"    per       {one.dialect}\n")
    lines += ["\n", *_wrapped(one.explanation), "\n"]
    if one.presets:
        kind = "tokenize=" if one.metric == "tokenizer" else f"{one.metric}:dialect="
        lines += _wrapped(f"reproduced by: {', '.join(kind + name for name in one.presets)}")
    lines += _wrapped(f"recorded in: {one.recorded}")
    lines += [f"  reported: {link}\n" for link in one.upstream or ("no report is known",)]
    return "".join(lines)


def _wrapped(text: str) -> list[str]:
    import textwrap

    return [f"  {line}\n" for line in textwrap.wrap(text, WIDTH, break_on_hyphens=False)]


def _line(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return repr(line)
    return f"{line[:40]!r} and so on, {len(line.split(' '))} tokens"


def _number(outcome: Outcome) -> bool:
    return not isinstance(outcome, str)


def _outcome(outcome: Outcome) -> str:
    return outcome if isinstance(outcome, str) else repr(float(outcome)).removesuffix(".0")


def _as_json(one: Defect) -> dict[str, Any]:
    """Return an entry as plain data; JSON has no infinity, which is given in words."""
    content = one.as_json()
    for name in ("returned", "right"):
        if isinstance(content[name], float) and not math.isfinite(content[name]):
            content[name] = str(content[name])
    return content

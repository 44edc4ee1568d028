"""Pages of the reference that are made from what the program says of itself."""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from importlib import import_module
from itertools import groupby
from typing import Any

from public import PACKAGES, ROOT, public_names

sys.path.insert(0, str(ROOT / "tools"))
from write_schemas import ATTRIBUTE, MODELS, schema_of

from tallystick.command_line import GROUPS, LISTS
from tallystick.command_line.shell.parser import command_parser
from tallystick.compat import search_defects
from tallystick.compat.defects.defect import Defect
from tallystick.metrics import TOKENIZERS
from tallystick.metrics.tokenizers import BUILT_IN
from tallystick.metrics.tokenizers import EXTRAS as EXTRAS_OF_TOKENIZERS
from tallystick.reports import ANY, FORMATS, scores
from tallystick.reports.saving.json_form import OPTIONAL, REST

OPTION = re.compile(r"(`[^`]*`)|(?<![\w-])--?[a-zA-Z][\w-]*")
"""What is code already, or an option in a sentence."""

NOT_THERE = re.compile(r"(?:, or|;) None\b")
"""What says of an attribute that it is None, where JSON has no key."""

EXTRAS = {
    "all": "all of these but `torchmetrics`",
    "cluster": "work on a Dask cluster, and names such as `s3://bucket/name`",
    "compat": "the programs that are compared, and Hypothesis to draw inputs",
    "ja": "the tokenizer `ja-mecab`, for Japanese",
    "ko": "the tokenizer `ko-mecab`, for Korean",
    "meteor": "METEOR; it also needs WordNet",
    "plots": "`compare --plots`",
    "scale": "Parquet tables, and statistics of parts of a corpus",
    "spm": "the SentencePiece tokenizers, such as `flores200`",
    "torchmetrics": "`tallystick.compat.torchmetrics`",
    "zstd": "files that end in `.zst`, before Python 3.14",
}
"""What each extra is for."""


def pages() -> dict[str, str]:
    """Return the text of every page by its path."""
    commands = [name for group in GROUPS.values() for name in group if name != "list"]
    return {
        "reference/index.md": "# Reference\n\nThese pages describe the whole of the program. "
        "Commands, names of Python, schemas and defects are listed as the program has them.\n\n"
        "- [Commands](commands/index.md)\n"
        + "".join(f"- [{name}](python/{name}.md)\n" for name in PACKAGES)
        + "- [Files](../file-formats.md), [formats of reports](formats.md), "
        "[JSON schemas](schemas.md) and [vectors](../vectors.md)\n"
        "- [Extras](extras.md) and [environment variables](../environment.md)\n"
        "- [Metrics](../metrics/index.md), [tokenizers](tokenizers.md), "
        "[known defects](defects.md) and [limits](../reliability.md)\n",
        "reference/commands/index.md": _commands(),
        **{f"reference/commands/{command_page(name)}": _command(name) for name in commands},
        "reference/commands/list.md": "# tallystick list\n\n"
        + "\n".join(_command(name, level=2) for name in LISTS),
        **{f"reference/python/{package}.md": _package(package) for package in PACKAGES},
        "reference/extras.md": _extras(),
        "reference/formats.md": _formats(),
        "reference/tokenizers.md": _tokenizers(),
        "reference/schemas.md": _schemas(),
        "reference/defects.md": _defects(),
    }


def _commands() -> str:
    groups = "\n".join(
        f"## {title}\n\n"
        + table(
            ("command", "what it does"),
            ((f"[`{name}`]({command_page(name)})", said) for name, said in group.items()),
        )
        for title, group in GROUPS.items()
    )
    return (
        "# Commands\n\nA command is typed as `tallystick COMMAND`. `tallystick COMMAND --help` has "
        "a line for each option, and `tallystick help COMMAND` all that is said here.\n\nThe exit "
        "status is 0 if the command is done, 1 if a check that was asked for failed, and 2 if the "
        f"request could not be carried out.\n\n{groups}"
    )


def command_page(name: str) -> str:
    """Return the file of a command's page; `index.md` is that of the list of all."""
    return "index-of-reports.md" if name == "index" else f"{name}.md"


def _command(name: str, level: int = 1) -> str:
    parser = command_parser(name)
    marks = "#" * level
    parts = [
        f"{marks} {parser.prog}",
        code(re.sub(r"\n\s+", "\n", f"{parser.usage}"), "text"),
        _prose(parser.description or ""),
    ]
    for group in parser._action_groups:
        shown = [action for action in group._group_actions if action.help != argparse.SUPPRESS]
        shown = [action for action in shown if "--help" not in action.option_strings]
        if shown:
            title = (group.title or "").capitalize()
            parts += [f"{marks}# {title}", _prose(group.description or "")]
            parts.append("\n".join(_option(action) for action in shown))
    if parser.epilog:
        first, _, rest = parser.epilog.partition("\n\n")
        examples = "\n".join(line.removeprefix("  ") for line in first.split("\n")[1:])
        parts += [f"{marks}# Examples", code(examples, "text"), _prose(rest)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _option(action: argparse.Action) -> str:
    """Return an option as an item of a list."""
    several = {"+": " ...", "*": " ..."}.get(str(action.nargs), "")
    default = action.dest.upper().replace("_", "-")
    value = "" if action.nargs == 0 else str(action.metavar or default)
    if action.choices is not None:
        value = "|".join(map(str, action.choices))
    if isinstance(action.metavar, tuple):
        value, several = " ".join(action.metavar), ""
    names = ", ".join(f"`{option}`" for option in action.option_strings)
    shown = " ".join(part for part in (names, f"`{value}{several}`" if value else "") if part)
    return f"- {shown}  \n  {_prose((action.help or '') % _defaults(action))}"


def _prose(text: str) -> str:
    """Return what a command says, with its options as code."""
    return escaped(OPTION.sub(lambda match: match[1] or f"`{match[0]}`", text))


def _defaults(action: argparse.Action) -> Mapping[str, object]:
    return {"default": action.default, "prog": "tallystick"}


def _package(package: str) -> str:
    names = public_names(package)
    elsewhere = {name: home for name in names if (home := _home(package, name)) != package}
    parts = [
        f"# {package}",
        escaped((import_module(package).__doc__ or "").partition("\n\n>>>")[0]),
    ]
    if package == "tallystick.compat":
        parts.append("[Drop-in replacements](../../drop-in-replacements.md) has those packages.")
    for title, kind in (("Functions", "function"), ("Classes", "class"), ("Other names", "other")):
        own = [name for name in names if name not in elsewhere and _kind(package, name) == kind]
        if own:
            parts.append(f"## {title}")
            parts += [_object(package, name) for name in sorted(own, key=str.lower)]
    if elsewhere:
        parts.append("## Names that other packages have too")
        parts.append(
            table(
                ("name", "described in"),
                (
                    (f"`{name}`", f"[`{home}`]({home}.md#{'.'.join(public_names(home)[name])})")
                    for name, home in sorted(elsewhere.items())
                ),
            )
        )
    return "\n\n".join(parts) + "\n"


def _home(package: str, name: str) -> str:
    """Return the first package that has what a package has under a name."""
    place = public_names(package)[name]
    return next(room for room in PACKAGES if public_names(room).get(name) == place)


def _kind(package: str, name: str) -> str:
    value = getattr(import_module(package), name)
    return "class" if isinstance(value, type) else "function" if callable(value) else "other"


def _object(package: str, name: str) -> str:
    module, there = public_names(package)[name]
    return f'::: {module}.{there}\n    options:\n      heading: "{package}.{name}"\n' + (
        f'      toc_label: "{name}"'
    )


def _extras() -> str:
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    rows = (
        (f"`{name}`", EXTRAS[name], ", ".join(f"`{extra}`" for extra in extras[name]))
        for name in sorted(extras)
    )
    return (
        "# Extras\n\nThe core needs only NumPy, tabulate and Jinja2. An extra installs what else "
        'a feature needs, as in `pip install "tallystick[ja,plots]"`, or in a checkout '
        '`pip install ".[ja,plots]"`. A command says which one is missing.\n\n'
        + table(("extra", "what it is for", "installs"), rows)
    )


def _formats() -> str:
    rows = (
        (
            f"`{name}`",
            ", ".join(f"`{ending}`" for ending in form.endings),
            "every report" if ANY in form.renderers else escaped(", ".join(form.renderers)),
        )
        for name, form in FORMATS.items()
    )
    return (
        "# Formats of reports\n\n`-f FORMAT` chooses the format of standard output. `-o NAME` "
        "writes a file in the format of its ending; the longest ending that fits counts.\n\n"
        + table(("format", "endings", "reports that have it"), rows)
    )


def _tokenizers() -> str:
    rows = []
    for name in BUILT_IN:
        extra = EXTRAS_OF_TOKENIZERS.get(name)
        sentence = (inspect.getdoc(TOKENIZERS.load(name)) or "").partition("\n")[0]
        rows.append((f"`{name}`", escaped(sentence), f"`{extra}`" if extra else ""))
    return (
        "# Tokenizers\n\n[Choose a tokenizer](../tokenizers.md) says which one fits a language.\n\n"
        + table(("name", "what it does", "extra"), rows)
    )


def schemas() -> dict[str, Mapping[str, Any]]:
    """Return the schemas by the paths of their files in the package."""
    by_path: dict[str, Mapping[str, Any]] = {}
    for package, name in MODELS.items():
        module = import_module(f"tallystick.reports.{package}.model")
        path = f"tallystick/reports/{package}/schema.json"
        by_path[path] = schema_of(getattr(module, name), module.SCHEMA)
    for folder in ("reports", "compat"):
        for file in sorted((ROOT / folder).rglob("*.schema.json")):
            path = f"tallystick/{file.relative_to(ROOT).as_posix()}"
            by_path[path] = json.loads(file.read_text(encoding="utf-8"))
    return by_path


def _schemas() -> str:
    parts = [
        "# JSON schemas\n\nEach schema describes what a command writes with `-o NAME.json`, and "
        "Python with `tallystick.write_report`. Those with a file (JSON Schema, draft 2020-12) "
        f"are in the package, too; `{scores.SCHEMA}` has no file and is described only here. "
        "Further keys may follow, so readers should ignore those they do not know."
    ]
    described = inspect.getdoc(scores) or ""
    parts += [f"## {scores.SCHEMA}", escaped(described), _score_keys()]
    for path, schema in schemas().items():
        parts += [f"## {schema['title'].split(':')[0]}", escaped(schema.get("description", ""))]
        parts.append(f"[`{path}`]({schema_page(path)})")
        parts += _keys(schema)
        for name, definition in schema.get("$defs", {}).items():
            if "properties" in definition:
                parts += [f"### {name}", escaped(definition.get("description", ""))]
                parts += _keys(definition)
    return "\n\n".join(part for part in parts if part) + "\n"


def _score_keys() -> str:
    """Return the keys of an entry of a score report, with its components as keys of their own."""
    kinds = {field.name: field.metadata for field in fields(scores.ScoreEntry)}
    described = ATTRIBUTE.findall(inspect.getdoc(scores.ScoreEntry) or "")
    rows = []
    for name, text in described:
        meaning, mark = " ".join(text.split()), ""
        if kinds[name] == OPTIONAL:
            meaning, mark = NOT_THERE.sub("; omitted", meaning), " (optional)"
        if kinds[name] != REST:
            rows.append((f"`{name}`{mark}", escaped(meaning.replace("None", "null"))))
    rows.append(("any other key", "A component of the score, such as `counts` of BLEU."))
    return table(("key", "meaning"), rows)


def schema_page(path: str) -> str:
    """Return the place of a schema on the site, next to the page of all."""
    return f"schemas/{path.removeprefix('tallystick/').replace('/', '-')}"


def _keys(schema: Mapping[str, Any]) -> Iterator[str]:
    properties = schema.get("properties", {})
    required = schema.get("required", ())
    if properties:
        rows = (
            (
                f"`{name}`" + ("" if name in required else " (optional)"),
                escaped(_type(field)),
                escaped(field.get("description", "")),
            )
            for name, field in properties.items()
        )
        yield table(("key", "type", "meaning"), rows)


def _type(schema: Mapping[str, Any]) -> str:
    """Return the type of a value in words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return ", ".join(map(json.dumps, schema["enum"]))
    if schema.get("type") == "array":
        items = schema.get("items")
        return f"array of {_type(items)}" if isinstance(items, dict) else "array"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    given = schema.get("type", "any")
    return " or ".join(given) if isinstance(given, list) else str(given)


def _defects() -> str:
    defects = sorted(search_defects([]), key=lambda defect: (defect.program, defect.id))
    parts = [
        "# Known defects\n\nThe ledger of what known programs get wrong. The tests reproduce every "
        "number and run the programs that are installed. `tallystick list defects ID` shows the "
        "input and the source of an entry."
    ]
    for program, entries in groupby(defects, key=lambda defect: defect.program):
        parts += [f"## {program}", defect_table(entries)]
    return "\n\n".join(parts) + "\n"


def defect_table(defects: Iterable[Defect]) -> str:
    """Return a table of defects."""
    rows = ((f"`{defect.id}`", escaped(defect.summary), _outcomes(defect)) for defect in defects)
    return table(("id", "what is wrong", "returned, and right"), rows)


def _outcomes(defect: Defect) -> str:
    shown = (f"{x:.6g}" if isinstance(x, float) else x for x in (defect.returned, defect.right))
    return escaped("; ".join(map(str, shown)))


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""

    def lines() -> Iterator[str]:
        titles = list(heads)
        yield _row(titles)
        yield _row("---" for _ in titles)
        yield from map(_row, rows)

    return "\n".join(lines()) + "\n"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def code(text: str, language: str) -> str:
    """Return a block of code."""
    return f"```{language}\n{text}\n```"


def escaped(text: str) -> str:
    """Return a text in which no sign outside backticks has a meaning in Markdown."""
    parts = re.split(r"(`[^`]*`)", text)
    parts[::2] = [re.sub(r"([*_\[\]\\#])", r"\\\1", bit).replace("<", "&lt;") for bit in parts[::2]]
    return "".join(parts)

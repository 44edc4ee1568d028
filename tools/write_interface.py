"""Record the public interface, after a change that is meant.

    python tools/write_interface.py

`tests/house/interface.txt` has what `docs/stability.md` promises: the names of the four public
packages with their parameters and members, the words that options and functions are given, the
commands with their options, and the fields of JSON. "?" marks what is optional.
"""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Iterator, Mapping
from enum import Enum
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import tallystick
from tallystick import compat, metrics, reports
from tallystick.command_line import COMMANDS, LISTS
from tallystick.command_line.shell.parser import command_parser
from tallystick.compat.implementations.catalogue import IMPLEMENTATIONS
from tallystick.metrics import BaseMetric
from tallystick.metrics.arguments.catalogue import ALIASES, DIALECTS
from tallystick.reports.formats import PLUGINS

TARGET = Path(__file__).parents[1] / "tests" / "house" / "interface.txt"
DOORS = (tallystick, metrics, compat, reports)
FIELDS = "__dataclass_fields__"


def names() -> Iterator[str]:
    """Yield a line for each public name, and for each member of a class below the first name."""
    public: dict[int, str] = {}
    for door in DOORS:
        for name in sorted(set(door.__all__) - {"__version__"}):
            public.setdefault(id(getattr(door, name)), f"{door.__name__}.{name}")
    for door in DOORS:
        for name in sorted(set(door.__all__) - {"__version__"}):
            value, called = getattr(door, name), f"{door.__name__}.{name}"
            first = public[id(value)]
            if first != called:
                yield f"{called} = {first}"
            else:
                yield called + given(value)
                if inspect.isclass(value):
                    yield from (f"{called}{line}" for line in members(value, public))


def members(kind: type, public: Mapping[int, str]) -> Iterator[str]:
    """Yield the known classes that a class is derived from, its attributes and its methods.

    Known are `public` classes and those of other packages, whose members are not repeated; those
    of other classes are. Parameters of the constructor are not repeated. The methods of a metric
    are those of its base: what else it has is its formula.
    """
    bases = [base for base in kind.__mro__[1:-1] if base.__module__ != "typing"]
    known = [
        base for base in bases if id(base) in public or not base.__module__.startswith("tallystick")
    ]
    covered = {above for base in known for above in base.__mro__[1:]}
    nearest = [public.get(id(base), base.__qualname__) for base in known if base not in covered]
    if nearest:
        yield f" is a {', '.join(nearest)}"
    if BaseMetric in bases:
        return
    own = [kind, *(base for base in bases if base not in known and base not in covered)]
    given_to_it = {field.name for field in vars(kind).get(FIELDS, {}).values() if field.init}
    names = {name for part in own for name in (*vars(part), *inspect.get_annotations(part))}
    for name in sorted(name for name in names - given_to_it if not name.startswith("_")):
        yield f".{name}{given(getattr(kind, name, None))}"


def given(called: Any) -> str:
    """Return the parameters of a function, of a method or of a constructor; "" of all else."""
    if inspect.isclass(called):
        if issubclass(called, (Enum, Exception, tuple)):  # Python makes the constructor
            return ""
    elif not (inspect.isfunction(called) or inspect.ismethod(called)):
        return ""
    parameters = [
        arg.replace(annotation=arg.empty, default=arg.empty if arg.default is arg.empty else ...)
        for arg in inspect.signature(called).parameters.values()
    ]
    return str(inspect.Signature(parameters)).replace("=Ellipsis", "?")


def words() -> Iterator[str]:
    """Yield a line for each name that is given as text, and for each group of plug-ins."""
    for registry in (metrics.METRICS, metrics.TOKENIZERS, DIALECTS, IMPLEMENTATIONS, PLUGINS):
        yield f"entry points {registry.group}"
        if registry is not DIALECTS:
            yield from (f"{registry.kind} {name}" for name in registry.built_in)
    for metric in DIALECTS.built_in:
        presets = metrics.presets_of(DIALECTS.load(metric))
        yield from (f"metric {metric}:dialect={preset.name}" for preset in presets)
    yield from (f"metric {name} = {spec}" for name, spec in ALIASES.items())
    yield from (f"format {name}" for name in reports.FORMATS)
    yield from (f"extra {name}" for name in metadata("tallystick").get_all("Provides-Extra", []))


def options() -> Iterator[str]:
    """Yield a line for each option of each command, and for the words that it is given."""
    for command in (*COMMANDS, *LISTS):
        if command == "list":
            continue
        parser = command_parser(command)
        for action in parser._actions:
            if action.help == argparse.SUPPRESS or action.dest == "help":
                continue
            forms = "/".join(action.option_strings) or action.metavar or action.dest
            number = (
                " VALUE" if action.nargs is None else f" {action.nargs}" if action.nargs else ""
            )
            chosen = f" {{{','.join(map(str, action.choices))}}}" if action.choices else ""
            yield f"{parser.prog} {forms}{number}{chosen}"


def fields() -> Iterator[str]:
    """Yield a line for each object of each JSON Schema, with its fields, "?" where optional."""
    folders = (Path(str(package.__file__)).parent for package in (reports, compat))
    for path in (path for folder in folders for path in folder.rglob("*schema.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        title = schema.get("properties", {}).get("schema", {}).get("const", path.name)
        for name, described in {"": schema, **schema.get("$defs", {})}.items():
            if "properties" in described:
                required = described.get("required", ())
                keys = (key + "?" * (key not in required) for key in described["properties"])
                yield f"{title} {name}: {', '.join(sorted(keys))}".replace(" :", ":")


def interface() -> str:
    """Return the text of the record."""
    parts = (names(), words(), options(), fields())
    return "".join(f"{line}\n" for part in parts for line in sorted(part))


if __name__ == "__main__":
    TARGET.write_text(interface(), encoding="utf-8", newline="\n")

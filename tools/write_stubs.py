"""Write what type checkers read, after a change of axes, options or public names.

    python tools/write_stubs.py

The `__init__.pyi` of a public package has its names.
`metrics/interface/parameters.pyi` has the constructor and the options of each metric, and
`metrics/base/named_functions.pyi` its function. At run time both are made of the axes.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import tallystick
from tallystick import compat, metrics, reports
from tallystick.metrics.arguments.catalogue import METRICS

ROOT = Path(__file__).parents[1]
ROOM = ROOT / "metrics"
DOORS = {
    "src/tallystick": tallystick,
    "metrics": metrics,
    "compat": compat,
    "reports": reports,
}
HEADER = '"""Written by tools/write_stubs.py."""\n\n'
ACCEPTED = {
    "Lowercase": "Lowercase | bool",
    "tuple[float, ...]": "Sequence[float]",
    "tuple[str, ...]": "str | Sequence[str]",
}
"""What an option takes, by the type that it is kept as."""

TEXTS = {
    "hypotheses": "Hypotheses | Corpus",
    "references": "ReferencesPerSegment | References | None",
    "sources": "Hypotheses | None",
    "threads": "int",
}
PLACES = {
    "collections.abc": "Sequence",
    "dataclasses": "Field",
    "typing": "Any ClassVar Final Generic Literal TypeVar",
    "tallystick.metrics.corpus.corpus": "Hypotheses ReferencesPerSegment",
}


def kinds_of_metrics() -> list[Any]:
    """Return the classes of metrics that have options."""
    kinds = [METRICS.load(name) for name in METRICS.built_in]
    return [kind for kind in kinds if hasattr(kind, "axes")]


def types_of(kind: Any) -> dict[str, str]:
    """Return the type of each option, and of the conventions."""
    types = {field.name: str(field.type) for field in fields(kind.dialects)}
    dialect = kind.dialects.__name__
    types |= {"dialect": f"str | {dialect}", "conventions": dialect}
    types |= own_types(kind)
    return {name: types[name] for name in (*kind.axes, "conventions")}


def own_types(kind: Any) -> dict[str, str]:
    """Return the types of the options that are no axes of the dialect, which the class has."""
    own = inspect.get_annotations(kind)
    return {
        name: re.sub(r"^Final\[(.*)\]$", r"\1", own[name])
        for name in kind.axes
        if own[name] != "Any"
    }


def parameter(kind: Any, name: str, types: Mapping[str, str]) -> str:
    """Return the type of an option that is given; None is taken from the dialect."""
    axis, text = kind.axes[name], types[name].removesuffix(" | None")
    if axis.values and text == "str":
        text = "Literal[{}]".format(", ".join(f'"{value}"' for value in axis.values))
    text = axis.accepts or ACCEPTED.get(text, text)
    return text if name == "dialect" and not kind.needs_dialect else f"{text} | None"


def parameters() -> Iterator[str]:
    """Yield what is in `parameters.pyi`."""
    yield 'Kind = TypeVar("Kind")\n\n'
    yield "class Parameters(Generic[Kind]):\n"
    yield "    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]\n"
    yield "    @property\n    def dialect(self) -> str | Kind: ...\n"
    yield "    @property\n    def conventions(self) -> Kind: ...\n\n"
    for kind in dict.fromkeys(
        base for metric in kinds_of_metrics() for base in reversed(metric.__mro__)
    ):
        if "axes" not in vars(kind):
            continue
        types = types_of(kind)
        yield f"class {kind.__name__}Parameters(Parameters[{kind.dialects.__name__}]):\n"
        yield from (
            f"    {name}: Final[{text}]\n"
            for name, text in types.items()
            if name not in own_types(kind) and name not in ("dialect", "conventions")
        )
        yield "    def __init__(\n        self,\n"
        for name in kind.axes:
            yield f"        {name}: {parameter(kind, name, types)} = ...,\n"
        yield "    ) -> None: ...\n\n"


def functions() -> Iterator[str]:
    """Yield what is in `named_functions.pyi`; functions with the same options are one."""
    named: dict[str, str] = {}
    for kind in kinds_of_metrics():
        name = kind.identity.name
        if not hasattr(tallystick, name):
            continue
        declaring = next(base for base in kind.__mro__ if "axes" in vars(base))
        types = types_of(declaring)
        lines = ["(\n    *,\n"]
        for argument in inspect.signature(getattr(tallystick, name)).parameters.values():
            text = TEXTS.get(argument.name) or parameter(kind, argument.name, types)
            if argument.default is inspect.Parameter.empty:
                lines.append(f"    {argument.name}: {text.removesuffix(' | None')},\n")
            else:
                lines.append(f"    {argument.name}: {text} = ...,\n")
        lines.append(f") -> {score_of(kind).__name__}: ...\n\n")
        declaration = "".join(lines)
        same = named.setdefault(declaration, name)
        yield f"{name} = {same}\n\n" if same != name else f"def {name}{declaration}"


def score_of(kind: Any) -> Any:
    """Return the class of a metric's scores."""
    bases = (generic for base in kind.__mro__ for generic in getattr(base, "__orig_bases__", ()))
    return next(argument for base in bases for argument in get_args(base))


def with_imports(text: str) -> str:
    """Return declarations with the imports that they need in front."""
    places = {name: module for module, names in PLACES.items() for name in names.split()}
    places |= dict.fromkeys(metrics.__all__, "tallystick.metrics")
    needed: dict[str, list[str]] = {}
    for name in sorted(set(re.findall(r"\b[A-Z]\w+(?=[\s,:(\[\]])", re.sub('"[^"]*"', "", text)))):
        if name in places and not name.endswith("Parameters"):
            needed.setdefault(places[name], []).append(name)
    lines = [f"from {place} import {', '.join(names)}\n" for place, names in sorted(needed.items())]
    return f"{HEADER}{''.join(lines)}\n{text.rstrip()}\n"


def door(package: Any) -> str:
    """Return the stub of a public package."""
    lines = [f"from {module} import {names}\n" for module, names in package._EXPORTS.items()]
    packages = ", ".join(f"{name} as {name}" for name in getattr(package, "_PACKAGES", ()))
    lines += [f"from {package.__name__} import {packages}\n"] * bool(packages)
    version = "__version__: str\n" * hasattr(package, "__version__")
    names = ", ".join(f'"{name}"' for name in package.__all__)
    return f"{HEADER}{''.join(lines)}\n{version}__all__ = [{names}]\n"


def stubs() -> dict[Path, str]:
    """Return the text of each stub."""
    return {
        **{ROOT / folder / "__init__.pyi": door(package) for folder, package in DOORS.items()},
        ROOM / "interface" / "parameters.pyi": with_imports("".join(parameters())),
        ROOM / "base" / "named_functions.pyi": with_imports("".join(functions())),
    }


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8", newline="\n")

"""Write the JSON Schemas of reports that are data models, generated from them.

    python tools/write_schemas.py [FOLDER]

`setup.py` runs this for wheels and editable installs, with a Python that has no other packages and
from a source distribution, which lacks the links of a checkout. FOLDER contains `reports`; by
default it is the checkout.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

ROOT = Path(__file__).parents[1]

MODELS = {
    "comparison": "Comparison",
    "comparison_over_sets": "ComparisonOverSets",
    "meta_evaluation": "MetaEvaluation",
    "challenge_sets": "Challenge",
    "over_time": "Trend",
    "planning": "Plan",
}
"""By the package in `reports` the data model of its module `model`; `SCHEMA` there is the name."""

NAMES_OF_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number"}
ATTRIBUTE = re.compile(r"^    (\w+): (.*(?:\n        .*)*)", re.MULTILINE)


def schema_of(model: type[Any], name: str) -> dict[str, Any]:
    """Return the named schema of a data model, draft 2020-12, with its descriptions.

    Other keys are allowed, because readers should ignore unknown keys.
    """
    definitions: dict[str, Any] = {}
    described = _object(model, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": name,
        "description": described["description"],
        "type": "object",
        "required": ["schema", *described["required"]],
        "properties": {"schema": {"const": name}, **described["properties"]},
        "$defs": dict(sorted(definitions.items())),
    }


def _text(value: Any, name: str = "", end: str = "\n") -> str:
    if name not in ("properties", "$defs") and "properties" not in value:
        return json.dumps(value, ensure_ascii=False)
    lines = [
        f"{end}  {json.dumps(key)}: {_text(item, key, f'{end}  ')}" for key, item in value.items()
    ]
    return f"{{{','.join(lines)}{end}}}"


def _object(kind: type, definitions: dict[str, Any]) -> dict[str, Any]:
    documentation = cleandoc(kind.__doc__ or "")
    descriptions = {
        name: " ".join(text.split())
        for base in reversed(kind.__mro__)
        for name, text in ATTRIBUTE.findall(cleandoc(base.__doc__ or ""))
    }
    types = get_type_hints(kind)
    properties, required = {}, []
    for field in fields(kind):
        if field.metadata.get("json") == "hidden":
            continue
        properties[field.name] = _described(
            _of_type(types[field.name], definitions), descriptions.get(field.name)
        )
        if field.default is MISSING and field.default_factory is MISSING:
            required.append(field.name)
    return {
        "description": " ".join(documentation.partition("\n\n")[0].split()),
        "type": "object",
        "required": required,
        "properties": properties,
    }


def _described(schema: dict[str, Any], description: str | None) -> dict[str, Any]:
    return schema if description is None else {**schema, "description": description}


def _of_type(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if kind in NAMES_OF_TYPES:
        return {"type": NAMES_OF_TYPES[kind]}
    if is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}
            definitions[kind.__name__] = _object(kind, definitions)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if origin in (Union, UnionType):
        [given] = [argument for argument in arguments if argument is not NoneType]
        return {"anyOf": [_of_type(given, definitions), {"type": "null"}]}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"enum": [member.value for member in kind]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple and arguments[-1] is ...:
        return {"type": "array", "items": _of_type(arguments[0], definitions)}
    if origin is tuple:
        of_each = [_of_type(argument, definitions) for argument in arguments]
        number = len(of_each)
        return {"type": "array", "prefixItems": of_each, "minItems": number, "maxItems": number}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _of_type(arguments[1], definitions)}
    raise TypeError(f"the data model has a field of the type {kind!r}, which has no schema yet")


def write_schemas(folder: Path) -> None:
    """Write `schema.json` of each model into the folders of the packages."""
    sys.path.insert(0, str(ROOT / "src"))
    import tallystick

    tallystick.__path__.append(str(ROOT))
    for package, name in MODELS.items():
        module = import_module(f"tallystick.reports.{package}.model")
        text = _text(schema_of(getattr(module, name), module.SCHEMA)) + "\n"
        path = folder / "reports" / package / "schema.json"
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]) if sys.argv[1:] else ROOT)

"""The JSON Schemas of reports that are data models, generated from them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from inspect import cleandoc
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tallystick.reports.challenge_sets.model import SCHEMA as CHALLENGE
from tallystick.reports.challenge_sets.model import Challenge
from tallystick.reports.comparison.model import SCHEMA as COMPARISON
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison_over_sets.model import SCHEMA as OVER_SETS
from tallystick.reports.comparison_over_sets.model import ComparisonOverSets
from tallystick.reports.meta_evaluation.model import SCHEMA as META
from tallystick.reports.meta_evaluation.model import MetaEvaluation

HERE = Path(__file__).parent

PUBLISHED: Mapping[type[Any], tuple[str, Path]] = {
    Comparison: (COMPARISON, HERE / "comparison" / "schema.json"),
    ComparisonOverSets: (OVER_SETS, HERE / "comparison_over_sets" / "schema.json"),
    MetaEvaluation: (META, HERE / "meta_evaluation" / "schema.json"),
    Challenge: (CHALLENGE, HERE / "challenge_sets" / "schema.json"),
}
"""The name of the schema of each data model and its published file, which a test compares."""

NAMES_OF_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number"}
ATTRIBUTE = re.compile(r"^    (\w+): (.*(?:\n        .*)*)", re.MULTILINE)


def schema_of(model: type[Any]) -> dict[str, Any]:
    """Return the schema of a data model, draft 2020-12, with its descriptions.

    Other keys are allowed, because readers should ignore unknown keys.
    """
    definitions: dict[str, Any] = {}
    name, _ = PUBLISHED[model]
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


def schema_text(model: type[Any]) -> str:
    """Return the schema as the text of the published file, a line for each field."""
    return _text(schema_of(model)) + "\n"


def _text(value: Any, name: str = "", end: str = "\n") -> str:
    if name not in ("properties", "$defs") and "properties" not in value:
        return json.dumps(value, ensure_ascii=False)
    lines = [
        f"{end}  {json.dumps(key)}: {_text(one, key, f'{end}  ')}" for key, one in value.items()
    ]
    return f"{{{','.join(lines)}{end}}}"


def _object(kind: type, definitions: dict[str, Any]) -> dict[str, Any]:
    documentation = cleandoc(kind.__doc__ or "")
    descriptions = {name: " ".join(text.split()) for name, text in ATTRIBUTE.findall(documentation)}
    types = get_type_hints(kind)
    properties, required = {}, []
    for one in fields(kind):
        properties[one.name] = _described(
            _of_type(types[one.name], definitions), descriptions.get(one.name)
        )
        if one.default is MISSING and one.default_factory is MISSING:
            required.append(one.name)
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
        [given] = [one for one in arguments if one is not NoneType]
        return {"anyOf": [_of_type(given, definitions), {"type": "null"}]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple and arguments[-1] is ...:
        return {"type": "array", "items": _of_type(arguments[0], definitions)}
    if origin is tuple:
        of_each = [_of_type(one, definitions) for one in arguments]
        number = len(of_each)
        return {"type": "array", "prefixItems": of_each, "minItems": number, "maxItems": number}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _of_type(arguments[1], definitions)}
    raise TypeError(f"the data model has a field of the type {kind!r}, which has no schema yet")

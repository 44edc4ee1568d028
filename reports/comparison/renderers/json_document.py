"""JSON: everything the comparison holds; the schema is in `reports/comparison/schema.json`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tallystick.errors import InputError
from tallystick.reports.comparison.json_form import to_json

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison

LINE_ENDS = str.maketrans({end: f"\\u{ord(end):04x}" for end in "\u2028\u2029\u0085"})


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Render a comparison as one JSON object, a line for each part and each entry of a long part.

    Numbers are never rounded, and keys stand in the order of the data model.

    Raises:
        InputError: A number is not finite; one that is not defined should be None.
    """
    try:
        parts = [f"{_dumped(name)}: {_part(part)}" for name, part in to_json(comparison).items()]
    except ValueError as error:
        raise InputError(
            f"the comparison {comparison.title!r} holds a number that JSON cannot: {error}; a "
            "number that is not defined is None"
        ) from None
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _part(part: Any) -> str:
    if isinstance(part, list) and part:
        return "[\n" + ",\n".join(map(_dumped, part)) + "\n]"
    return _dumped(part)


def _dumped(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # some readers of lines, Python's splitlines among them, end a line at these
    return text.translate(LINE_ENDS)

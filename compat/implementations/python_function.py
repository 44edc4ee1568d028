"""A Python function as an implementation, in a process of its own with limits."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.json_lines import DEFAULT_LIMITS, Limits, json_lines
from tallystick.compat.implementations.shape import parsed

_START = (
    "import json, sys; given = json.loads(sys.argv[1]); sys.path[:] = given.pop('path'); "
    "from tallystick.compat.implementations.python_server import serve; serve(**given)"
)


def python_function(
    target: str,
    *,
    metric: str = "bleu",
    shape: str | None,
    limits: Limits = DEFAULT_LIMITS,
    **declared: Any,
) -> Implementation:
    """Return an implementation that calls a Python function.

    The function is imported in a new interpreter, which runs until the implementation is no longer
    used: a function that crashes or never returns ends with its process.

    Args:
        target: `package.module:function`, searched from the current directory on, or
            `path/to/file.py:function`.
        metric: The name of the metric.
        shape: How the function is called; see `parsed`. With None the error shows its parameters.
        limits: Its limits of time and memory.
        declared: Other arguments of `json_lines`.

    Raises:
        OptionError: The function cannot be imported, or the shape is not one.

    >>> same = python_function("operator:eq", shape="(hyps, ref)")
    >>> print(same.score([["a"]], [[["b"]]]))
    nonsense: its score is 'False', which is not a finite number
    """
    if shape is not None:
        parsed(shape)
    given = {"path": sys.path, "target": target, "metric": metric, "shape": shape}
    line = [sys.executable, "-c", _START, json.dumps(given)]
    made = json_lines(line, metric=metric, limits=limits, name=target, **declared)
    streams = shape is not None and "streams" in parsed(shape).words
    return made if not streams else replace(made, ragged=False)

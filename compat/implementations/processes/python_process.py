"""Python functions as implementations, in a process of their own with limits."""

from __future__ import annotations

import json
import pickle
import sys
from base64 import b64encode
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from tallystick.compat.implementations.catalogue import IMPLEMENTATIONS, implementation_named
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.processes.json_lines import (
    DEFAULT_LIMITS,
    Limits,
    Program,
    Scores,
    json_lines,
)
from tallystick.compat.implementations.shape import parsed
from tallystick.errors import OptionError

_START = (
    "import json, sys; given = json.loads(sys.argv[1]); sys.path[:] = given.pop('path'); "
    "from tallystick.compat.implementations.processes import python_server; "
    "getattr(python_server, given.pop('serve'))(**given)"
)


def python_function(
    target: str, *, metric: str, shape: str | None, limits: Limits = DEFAULT_LIMITS, **declared: Any
) -> Implementation:
    """Return an implementation that calls a Python function in a new interpreter.

    `target` is `package.module:function`, searched from the current directory on, or
    `path/to/file.py:function`. Without a shape, the error shows the parameters of the function.
    """
    if shape is not None:
        parsed(shape)
    line = _command("serve_function", target=target, metric=metric, shape=shape)
    made = json_lines(line, metric=metric, limits=limits, name=target, **declared)
    return made if shape is None else replace(made, ragged=parsed(shape).declared["ragged"])


def in_own_process(
    implementation: Implementation, limits: Limits = DEFAULT_LIMITS
) -> Implementation:
    """Return the same implementation, run by a new interpreter that answers every call.

    It must be one that can be pickled. The interpreter is started at once, and again after a crash
    or a time-out; it does not have objects that were made or changed in this one.
    """
    try:
        given = b64encode(pickle.dumps(implementation)).decode("ascii")
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise OptionError(
            f"{implementation.name} cannot be run in a process of its own, because it cannot be "
            f"pickled: {error}; make its functions those of a module, or give no limits"
        ) from error
    program = Program(implementation.name, _command("serve_pickled", given=given), limits)
    program.begin()
    return replace(
        implementation,
        run=Scores(program, implementation.metric, None, (), has_order=True),
        own_process=True,
        # a library that this interpreter has not imported would be searched for before each run
        find_missing=cache(implementation.find_missing),
    )


def limited(implementation: Implementation) -> Implementation:
    """Return an implementation that can be ended, if a new interpreter has it in its catalogue."""
    name = implementation.name
    if implementation.own_process or name not in IMPLEMENTATIONS:
        return implementation
    if implementation_named(name).run != implementation.run:
        return implementation
    with suppress(OptionError):  # a plug-in made of local functions
        return in_own_process(implementation)
    return implementation


def _command(serve: str, **given: str | None) -> tuple[str, ...]:
    """Return the command of an interpreter that answers with a function of `python_server`."""
    return sys.executable, "-c", _START, json.dumps({"path": sys.path, "serve": serve, **given})

"""Files for parsers: one folder a process, and documents of which parts are changed."""

from __future__ import annotations

import atexit
import copy
import json
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from drawing import Draw

from tallystick.errors import TallystickError, TallystickWarning

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 0.5, 1e308, -0.0, 10**30, "", "a", "0", "\x00", "bleu"),
    *("nan", [], {}, [None], [0.5], {"a": 1}, ["a", "a"], [[]], "\ud800", "x" * 300, "13a"),
)


@cache
def folder() -> str:
    """Return a folder of this process, in memory where there is one."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    made = tempfile.mkdtemp(prefix="tallystick-fuzz-", dir=memory)
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def written(name: str, content: bytes) -> str:
    """Write a file of this content, and return its path."""
    path = os.path.join(folder(), name)
    with open(path, "wb") as file:
        file.write(content)
    return path


def result(call: Callable[[], Any]) -> Any:
    """Return what a call returns, or None if it raises an error of tallystick."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", TallystickWarning)
        try:
            return call()
        except TallystickError as error:
            require(bool(str(error)), True, "an error says what is wrong")
            return None


class DiffersError(Exception):
    """Two ways to the same give different results."""


def require(value: object, expected: object, what: str) -> None:
    """Require that two ways to the same give the same."""
    if value != expected:
        raise DiffersError(f"{what}: found {value!r}; expected {expected!r}")


def places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every object or list in a document with each of its keys."""
    keys = document if isinstance(document, dict) else range(len(document))
    for key in keys:
        yield document, key
        if isinstance(document[key], (dict, list)):
            yield from places(document[key])


def changed(document: Any, draw: Draw) -> Any:
    """Return a document of which up to three parts are left out, repeated or replaced."""
    document = json.loads(json.dumps(document))
    for _ in range(draw.below(3) + 1):
        spots = list(places(document))
        if not spots:
            break
        parent, key = spots[draw.whole(2) % len(spots)]
        kind = draw.below(6)
        if kind == 0:
            del parent[key]
        elif kind == 1 and isinstance(parent, list):
            parent.append(copy.deepcopy(parent[key]))
        elif kind == 2:
            other, its = spots[draw.whole(2) % len(spots)]
            parent[key] = copy.deepcopy(other.get(its) if isinstance(other, dict) else other[its])
        elif kind == 3 and isinstance(parent, dict):
            parent[draw.word()] = parent.pop(key)
        elif kind == 4:
            parent[key] = draw.word()
        else:
            parent[key] = copy.deepcopy(draw.choice(VALUES))
    return document

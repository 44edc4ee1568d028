"""Answer JSON lines with a Python function, in a process of its own (see `python_function`)."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from tallystick.compat.implementations.outcome import is_number
from tallystick.compat.implementations.shape import NAMED, Shape, parsed
from tallystick.errors import OptionError
from tallystick.metrics.registry import closest


def serve(target: str, metric: str, shape: str | None) -> None:
    """Answer requests until the input ends.

    Args:
        target: `package.module:function` or `path/to/file.py:function`.
        metric: The name of the metric.
        shape: How the function is called.
    """
    requests, answers = _own_streams()
    function: Callable[..., Any] | None = None
    called: Shape | None = None
    for line in requests:
        request = json.loads(line)
        if function is None or called is None:
            try:
                module, function = _loaded(target)
                called = _called(target, function, shape)
                answer = _hello(target, metric, module, called)
            except OptionError as error:
                answer = {"error": str(error)}
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
        else:
            answer = _scored(called, function, request)
        answers.write(json.dumps({"id": request["id"], **answer}) + "\n")
        answers.flush()


def _own_streams() -> tuple[Any, Any]:
    """Return the streams of the protocol; what the function prints goes to standard error."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    return requests, answers


def _loaded(target: str) -> tuple[ModuleType, Callable[..., Any]]:
    place, _, name = target.rpartition(":")
    if place.endswith(".py"):
        path = Path(place).resolve()
        sys.path.insert(0, str(path.parent))
        spec = spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{place} cannot be imported")
        module = module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
    else:
        sys.path.insert(0, os.getcwd())
        module = importlib.import_module(place)
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            public = [one for one in dir(found) if not one.startswith("_")]
            raise OptionError(f"{place} has no {name!r}{closest(part, public)}")
        found = getattr(found, part)
    if not callable(found):
        raise OptionError(f"{target} is of type {type(found).__name__}; expected a function")
    return module, found


def _called(target: str, function: Callable[..., Any], shape: str | None) -> Shape:
    if shape is not None:
        return parsed(shape)
    try:
        signature = str(inspect.signature(function))
    except (TypeError, ValueError):
        signature = "(...)"
    raise OptionError(
        f"the function is {target.rpartition(':')[2]}{signature}, but how to call it is not given; "
        "give its shape, such as (hyps, refs) for lines, (refs.tokens, hyps.tokens) for tokens, or "
        f"one of {', '.join(NAMED)}"
    )


def _hello(target: str, metric: str, module: ModuleType, shape: Shape) -> dict[str, Any]:
    package = sys.modules.get(module.__name__.partition(".")[0], module)
    version = getattr(package, "__version__", None)
    return {
        "name": target,
        "version": version if isinstance(version, str) else "unknown",
        "language": "Python",
        "metrics": [metric],
        "input": shape.input,
        "references": "one" if "ref" in shape.words else "several",
        "capabilities": ["sources"] if shape.words & {"src", "srcs"} else [],
        **({"orders": list(range(1, 10))} if "order" in shape.words else {}),
    }


def _scored(
    shape: Shape, function: Callable[..., Any], request: Mapping[str, Any]
) -> dict[str, Any]:
    sources = [request["srcs"]] if "srcs" in request else []
    order = request["params"].get("order", 0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            score = shape.call(
                function, request["metric"], request["hyps"], request["refs"], order, *sources
            )
        return {"score": float(score) if is_number(score) else repr(score)[:200]}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    except BaseException as error:  # a panic in Rust, or a call of sys.exit
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(70)

"""Answer JSON lines with Python, in a process of its own (see `python_process`)."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pickle
import sys
import warnings
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from tallystick.compat.implementations.outcome import Outcome, is_number
from tallystick.compat.implementations.shape import NAMED, Shape, parsed
from tallystick.errors import OptionError
from tallystick.metrics.arguments.registry import closest

Run = Callable[..., Any]
"""A call with hypotheses, references, the order, and sources if the program takes them."""


def serve_function(target: str, metric: str, shape: str | None) -> None:
    """Answer requests with a Python function until the input ends; see `python_function`."""

    def load() -> tuple[dict[str, Any], Run]:
        module, function = _loaded(target)
        called = _called(target, function, shape)
        return _hello(target, metric, module, called), partial(called.call, function, metric)

    _serve(load)


def serve_pickled(given: str) -> None:
    """Answer requests with an implementation, pickled and in base 64, until the input ends."""

    def load() -> tuple[dict[str, Any], Run]:
        from tallystick.compat.case import Case

        made, case = pickle.loads(b64decode(given)), Case.from_lines(["a"], ["a"])
        # a first run imports its library, which may take longer than a later one is allowed to
        made.score_case(replace(case, sources=case.hypotheses) if made.sources else case)
        return {"name": made.name, "metrics": [made.metric]}, made.run

    _serve(load)


def _serve(load: Callable[[], tuple[dict[str, Any], Run]]) -> None:
    requests, answers = _own_streams()
    run: Run | None = None
    for line in requests:
        request = json.loads(line)
        if run is None:
            try:
                answer, run = load()
            except OptionError as error:
                answer = {"error": str(error)}
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
        else:
            answer = _scored(run, request)
        answers.write(json.dumps({"id": request["id"], **answer}) + "\n")
        answers.flush()
    os._exit(0)  # the end of an interpreter with large libraries takes long


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
        if not path.is_file():
            raise OptionError(f"there is no file {place}")
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
    loaded: Any = module
    for part in name.split("."):
        if not hasattr(loaded, part):
            public = [member for member in dir(loaded) if not member.startswith("_")]
            raise OptionError(f"{place} has no {name!r}{closest(part, public)}")
        loaded = getattr(loaded, part)
    if not callable(loaded):
        raise OptionError(f"{target} is of type {type(loaded).__name__}; expected a function")
    return module, loaded


def _called(target: str, function: Callable[..., Any], shape: str | None) -> Shape:
    if shape is not None:
        return parsed(shape)
    try:
        signature = str(inspect.signature(function))
    except (TypeError, ValueError):
        signature = "(...)"
    raise OptionError(
        f"the function is {target.rpartition(':')[2]}{signature}, but how to call it is not given; "
        "give its shape (--shape), such as (hyps, refs) for lines, (refs.tokens, hyps.tokens) for "
        f"tokens, or one of {', '.join(NAMED)}"
    )


def _hello(target: str, metric: str, module: ModuleType, shape: Shape) -> dict[str, Any]:
    package = sys.modules.get(module.__name__.partition(".")[0], module)
    version, declared = getattr(package, "__version__", None), shape.declared
    return {
        "name": target,
        "version": version if isinstance(version, str) else "unknown",
        "language": "Python",
        "metrics": [metric],
        "input": declared["input"],
        "references": declared["references"],
        "capabilities": ["sources"] if declared["sources"] else [],
        **({"orders": list(range(1, 10))} if "order" in shape.words else {}),
    }


def _scored(run: Run, request: Mapping[str, Any]) -> dict[str, Any]:
    sources = [request["srcs"]] if "srcs" in request else []
    order = request["params"].get("order", 0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _answer(run(request["hyps"], request["refs"], order, *sources))
    except NotImplementedError as error:
        return {"unsupported": f"NotImplementedError: {error}"}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    except BaseException as error:  # a panic in Rust, or a call of sys.exit
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(70)


def _answer(result: Any) -> dict[str, Any]:
    statistics: dict[str, Any] = {}
    if isinstance(result, Outcome):
        if result.failure is not None:
            kind = "unsupported" if result.failure.kind == "unsupported" else "error"
            return {kind: result.failure.message}
        statistics = dict(result.statistics)
        result = result.score
    shown = result if isinstance(result, str) else repr(result)
    return {"score": float(result) if is_number(result) else shown[:200], "stats": statistics}

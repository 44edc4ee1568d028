"""Checks whether libraries and programs are installed, and how to install them."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.shape import LibraryCall

ORDERS = tuple(range(1, 10))
"""The orders of programs that accept any."""

PERL_PACKAGES = {"XML::Twig": "libxml-twig-perl", "Sort::Naturally": "libsort-naturally-perl"}


def missing_library(module: str, distribution: str, source: str = "") -> str | None:
    """Return None if a library is installed, else a sentence with the command that installs it.

    `source` is what pip installs, if that is not the distribution of this name.
    """
    from importlib.util import find_spec

    if find_spec(module) is not None:
        return None
    return f"{distribution} is not installed; install it with: pip install {source or distribution}"


def library_version(distribution: str) -> str:
    """Return the version of a distribution, or "unknown" if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"


def library(
    distribution: str, module: str = "", source: str = "", **shared: Any
) -> Callable[..., Implementation]:
    """Return a function that makes the implementations of a library.

    Its arguments are the name, the metric, the call and the first arguments of the call. The call
    may be a text for `LibraryCall.of`, which also says what is declared of the input. Further
    declarations are keywords; `shared` has those of all implementations. The dialect is by default
    the one with the name of the implementation.
    """
    declared = {
        "find_version": partial(library_version, distribution),
        "find_missing": partial(missing_library, module or distribution, distribution, source),
        **shared,
    }

    def made(name: str, metric: str, run: Any, *given: Any, **own: Any) -> Implementation:
        main = {"name": name, "metric": metric, "dialect": name}
        if isinstance(run, str):
            run = LibraryCall.of(run)
            main |= run.shape.declared
        call = partial(run, *given) if given else run
        return Implementation(**{**main, **declared, **own, "run": call})

    return made


def script_path(variable: str, name: str) -> Path | None:
    """Return the path of a script: that in an environment variable, else on the search path."""
    path = os.environ.get(variable) or shutil.which(name)
    return Path(path) if path and Path(path).is_file() else None


def missing_script(variable: str, source: str, name: str) -> str | None:
    """Return None if a script is installed, else a sentence with its source."""
    if script_path(variable, name) is not None:
        return None
    path = os.environ.get(variable)
    what = f"{variable} is {path!r}, but there is no such file" if path else f"{name} is not found"
    return f"{what}; fetch it from {source} and set {variable} to its path"


def script_version(variable: str, name: str) -> str:
    """Return a digest of the text of a script, which identifies its version."""
    path = script_path(variable, name)
    if path is None:
        return "unknown"
    return f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"


def of_script(
    variable: str, source: str, name: str, missing: Callable[..., str | None] = missing_script
) -> dict[str, Any]:
    """Return the declarations of an `Implementation` about the script that it runs."""
    return {
        "own_process": True,
        "find_version": partial(script_version, variable, name),
        "find_missing": partial(missing, variable, source, name),
    }


def missing_jar(variable: str, source: str, name: str) -> str | None:
    """Return None if Java and a program in it are installed, else how to install what is not."""
    if shutil.which("java") is None:
        return "java is not on the search path; install it with: apt-get install default-jre"
    return missing_script(variable, source, name)


@cache
def missing_perl(*modules: str) -> str | None:
    """Return None if perl and these modules are installed, else how to install them."""
    if shutil.which("perl") is None:
        return "perl is not on the search path; install it with: apt-get install perl"
    for module in modules:
        done = subprocess.run(["perl", f"-M{module}", "-e1"], capture_output=True, check=False)
        if done.returncode != 0:
            return (
                f"perl has no module {module}; install it with: "
                f"apt-get install {PERL_PACKAGES.get(module, 'perl')}"
            )
    return None

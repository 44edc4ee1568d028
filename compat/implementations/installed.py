"""Checks whether libraries and programs are installed, and how to install them."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from functools import cache, partial
from pathlib import Path
from typing import Any

PERL_PACKAGES = {"XML::Twig": "libxml-twig-perl", "Sort::Naturally": "libsort-naturally-perl"}


def missing_library(module: str, distribution: str) -> str | None:
    """Return None where a library is installed, else a sentence with the command that installs it.

    >>> missing_library("json", "json") is None
    True
    >>> missing_library("no_such_module", "no-such-thing")
    'no-such-thing is not installed; install it with: pip install no-such-thing'
    """
    from importlib.util import find_spec

    if find_spec(module) is not None:
        return None
    return f"{distribution} is not installed; install it with: pip install {distribution}"


def library_version(distribution: str) -> str:
    """Return the version of an installed distribution.

    >>> library_version("numpy")[0].isdigit()
    True
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"


def of_library(name: str) -> dict[str, Any]:
    """Return what an implementation says of the library of this name that it calls.

    >>> of_library("numpy")["find_missing"]() is None
    True
    """
    return {
        "find_version": partial(library_version, name),
        "find_missing": partial(missing_library, name, name),
    }


def script_path(variable: str, *names: str) -> Path | None:
    """Return where a script is: where an environment variable says, or on the search path.

    Args:
        variable: The environment variable; where it is set, nothing else counts.
        names: What the script is called on the search path.
    """
    said = os.environ.get(variable)
    if said:
        return Path(said) if Path(said).is_file() else None
    for name in names:
        found = shutil.which(name)
        if found is not None:
            return Path(found)
    return None


def missing_script(variable: str, source: str, *names: str) -> str | None:
    """Return None where a script is there, else a sentence that says where to fetch it.

    Args:
        variable: The environment variable that may hold its path.
        source: Where it is published.
        names: What it is called.
    """
    if script_path(variable, *names) is not None:
        return None
    said = os.environ.get(variable)
    where = f"{variable} is {said!r}, where no file is" if said else f"{names[0]} is not here"
    return f"{where}; fetch it from {source} and set {variable} to its path"


def script_version(variable: str, *names: str) -> str:
    """Return what tells one edition of a script from another: a digest of its text."""
    path = script_path(variable, *names)
    if path is None:
        return "unknown"
    return f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"


@cache
def missing_perl(*modules: str) -> str | None:
    """Return None where perl and modules of it are here, else how to install them.

    Args:
        modules: Their names, such as "XML::Twig".
    """
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

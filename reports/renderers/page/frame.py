"""The frame of every page: one file with its style and policy, which loads nothing else."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any, TypeAlias

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from tallystick.reports.renderers.visible import visible

Functions: TypeAlias = Mapping[str, Callable[..., Any] | ModuleType]
"""What templates call, by name: functions, and modules of functions."""

OWN = __package__ or ""

STYLES = ("base", "tables", "figures", "print")
"""The style sheets of all pages."""


def framed(
    template: str,
    package: str,
    styles: Sequence[str],
    functions: Functions,
    script: str = "",
    **names: Any,
) -> str:
    """Return a page: a template of a package, which extends `frame`, with its names.

    The style sheets of the package follow those of all pages. The content security policy forbids
    to load anything and names style and script by their digests, so that no text can act as either.
    """
    style = "\n".join(
        [read(OWN, f"style/{name}.css") for name in STYLES]
        + [read(package, f"style/{name}.css") for name in styles]
    )
    scripts = [f"script-src {_digest(script)}"] if script else []
    policy = [
        *("default-src 'none'", f"style-src {_digest(style)}", *scripts),
        *("img-src data:", "base-uri 'none'", "form-action 'none'"),
    ]
    environment = _environment(package)
    environment.globals.update(functions)  # templates that others import see nothing else
    page = environment.get_template(template)
    fixed = {"policy": "; ".join(policy), "style": Markup(style), "script": Markup(script)}
    return page.render(**fixed, **names) + "\n"


@cache
def read(package: str, path: str) -> str:
    """Return the text of a file of a package."""
    return files(package).joinpath(path).read_text(encoding="utf-8")


@cache
def _environment(package: str) -> Environment:
    def load(name: str) -> str:
        path = f"template/{name}.jinja"
        return read(package if files(package).joinpath(path).is_file() else OWN, path)

    environment = Environment(
        loader=FunctionLoader(load),
        autoescape=True,
        optimized=False,  # each template is rendered once, so compiling takes longer
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters["px"] = lambda place: f"{place:.1f}"
    return environment


def _shown(value: Any) -> Any:
    """Return text of the report without control characters, and markup of the page unchanged."""
    return visible(value) if type(value) is str else value


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"

"""What mkdocstrings cannot read from the source, because it is made at run time."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Any

import griffe
from public import PACKAGES, public_names

MEANING = re.compile(r'^( +)(?="[^"\n]*": )', re.MULTILINE)
"""Where the meaning of a value begins, in the description of an option."""

EXAMPLE = re.compile(r"^( *)>>> .*(?:\n *\S.*)*", re.MULTILINE)
"""An example of a docstring, to the next empty line."""


class Runtime(griffe.Extension):
    """Gives every public name the docstring that it has at run time, with examples as code."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Let the examples of a docstring be code."""
        if obj.docstring:
            obj.docstring.value = with_code(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Replace what was read from the source."""
        if pkg.name != PACKAGES[0]:
            return
        for package in PACKAGES:
            for name, (module, there) in public_names(package).items():
                replace(pkg, f"{module}.{there}", getattr(import_module(package), name))


def with_code(documentation: str) -> str:
    """Return a docstring with its examples as blocks of code."""
    return EXAMPLE.sub(r"\1```pycon\n\g<0>\n\1```", documentation)


def replace(package: griffe.Module, path: str, value: Any) -> None:
    """Give an object of the package the docstring that it has at run time, if it has another."""
    documentation = inspect.getdoc(value) if callable(value) else None
    module, _, name = path.rpartition(".")
    parent = package[module.partition(".")[2]]
    read = parent.members.get(name)
    if documentation is None:
        return
    documentation = with_code(documentation)
    if read and read.docstring and read.docstring.value == documentation:
        return
    if read is None or read.is_attribute:
        read = griffe.Function(name, parameters=parameters(value))
        parent.set_member(name, read)
    elif read.is_class and "__init__" not in read.members:
        read.set_member("__init__", griffe.Function("__init__", parameters=parameters(value)))
    if read.is_function:
        for parameter in inspect.signature(value).parameters.values():
            if parameter.default is not parameter.empty and parameter.name in read.parameters:
                read.parameters[parameter.name].default = repr(parameter.default)
    text = MEANING.sub(r"\n\1- ", documentation)
    read.docstring = griffe.Docstring(text, parent=read, parser="google")


def parameters(function: Any) -> griffe.Parameters:
    """Return the parameters of a function or class."""
    return griffe.Parameters(
        *(
            griffe.Parameter(
                param.name,
                annotation=None if param.annotation is param.empty else str(param.annotation),
                kind=griffe.ParameterKind(param.kind.description),
                default=None if param.default is param.empty else repr(param.default),
            )
            for param in inspect.signature(function).parameters.values()
        )
    )

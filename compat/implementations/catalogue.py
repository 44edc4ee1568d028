"""The implementations that are available by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tallystick.compat.implementations.adapters import (
    evaluate,
    libraries,
    nltk,
    npm,
    perl,
    sacrebleu,
    scripts,
)
from tallystick.compat.implementations.implementation import Implementation
from tallystick.errors import PluginError
from tallystick.metrics.arguments.registry import Registry

BUILT_IN: Mapping[str, Implementation] = MappingProxyType(
    {
        program.name: program
        for program in (
            *(*nltk.IMPLEMENTATIONS, *sacrebleu.IMPLEMENTATIONS, *libraries.BLEUSCORE),
            *(*evaluate.IMPLEMENTATIONS, *libraries.ERROR_RATES, *libraries.TORCHMETRICS),
            *(*libraries.PYCOCOEVALCAP, *perl.MULTI_BLEU, *perl.MTEVAL, libraries.PYTER),
            *(libraries.FASTCHRF, *libraries.ROUGE_SCORE, *npm.IMPLEMENTATIONS),
            *(*libraries.EASSE, libraries.DISTINCT_N, scripts.TEXYGEN),
            *(scripts.RIBES, scripts.TERCOM, scripts.METEOR),
        )
    }
)

IMPLEMENTATIONS = Registry("implementation", BUILT_IN, "tallystick.implementations")
"""Names, each with an `Implementation` or a function without arguments that returns one."""


def implementation_named(name: str) -> Implementation:
    """Return the implementation with a name, whether or not its program is installed.

    Raises:
        UnknownNameError: No implementation has this name.
        PluginError: The plug-in that provides it cannot be loaded, or provides something that is
            not an implementation or has a different name.

    >>> implementation_named("nltk").dialect
    'nltk'
    """
    entry = IMPLEMENTATIONS.load(name)
    is_function = callable(entry) and not isinstance(entry, Implementation)
    made = IMPLEMENTATIONS.make(name, entry) if is_function else entry
    if isinstance(made, Implementation) and made.name == name:
        return made
    if isinstance(made, Implementation):
        what = f"has the name {made.name!r}; expected the name under which it is registered"
    elif is_function:
        what = f"makes an object of type {type(made).__name__}; expected an Implementation"
    else:
        what = (
            f"is of type {type(entry).__name__}; expected an Implementation, or a function without "
            "arguments that returns one"
        )
    owner = IMPLEMENTATIONS[name].distribution
    raise PluginError(f"the implementation {name!r} of {owner} {what}")

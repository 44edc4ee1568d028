"""The drop-ins have the functions, classes, parameters and defaults of their programs."""

from __future__ import annotations

import inspect
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import Any

import pytest

MODULES = [
    *(
        f"nltk.translate.{name}_score"
        for name in ("bleu", "chrf", "gleu", "meteor", "nist", "ribes")
    ),
    *("sacrebleu", "sacrebleu.metrics", "sacrebleu.compat"),
    *(f"sacrebleu.metrics.{name}" for name in ("base", "bleu", "chrf", "helpers", "ter")),
    *("jiwer", "jiwer.transforms", "pycocoevalcap.cider.cider"),
    *(f"rouge_score.{name}" for name in ("rouge_scorer", "scoring", "tokenize", "tokenizers")),
]
NOT_REPLACED = {"Fraction", "TercomTokenizer", "lcs_ind", "Metric"}
"""Classes and functions by which a program computes."""

LOADED_LATER = {"stemmer", "wordnet"}  # NLTK's are loaded when it is imported


def defined(module: ModuleType) -> dict[str, Any]:
    """Return the public functions and classes of a module that its package defines."""
    package = module.__name__.partition(".")[0]
    return {
        name: member
        for name, member in vars(module).items()
        if inspect.isfunction(member) or inspect.isclass(member)
        if name[0] != "_" and name not in NOT_REPLACED and member.__module__.startswith(package)
    }


def functions(module: ModuleType) -> list[str]:
    """Return the names of functions, and of the methods of classes, such as `BLEU.corpus_score`."""
    names = []
    for name, member in defined(module).items():
        members = inspect.getmembers(member, inspect.isroutine) if inspect.isclass(member) else []
        names += [name, *(f"{name}.{member}" for member, _ in members if member[0] != "_")]
    return names


def parameters(function: Any) -> list[tuple[str, Any, Any]]:
    """Return names, kinds and defaults, of objects their types."""
    return [
        (parameter.name, parameter.kind, shown(parameter.name, parameter.default))
        for parameter in inspect.signature(function).parameters.values()
    ]


def shown(name: str, default: Any) -> Any:
    if name in LOADED_LATER:
        return None
    return (
        default if isinstance(default, (int, float, str, tuple, type)) else type(default).__name__
    )


@pytest.mark.parametrize("name", MODULES)
def test_functions_parameters_and_defaults_are_those_of_the_program(name: str) -> None:
    package = name.partition(".")[0]
    original = pytest.importorskip(name, reason=f"{package} is not installed")
    own = import_module(f"tallystick.compat.{name.replace('.translate', '')}")
    of_module = {public for public, made in defined(original).items() if made.__module__ == name}
    assert of_module - NOT_REPLACED <= {*dir(own)}
    both = [function for function in functions(own) if function in functions(original)]
    assert both
    for function in both:
        taken, expected = (parameters(attrgetter(function)(module)) for module in (own, original))
        # a drop-in may have more, as `corrected`
        ours = [param for param in taken if param[1] is not inspect.Parameter.KEYWORD_ONLY]
        assert ours == expected, function

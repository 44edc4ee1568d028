"""Hugging Face evaluate: its module "bleu", which it downloads when it is first loaded."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import library_version, missing_library
from tallystick.compat.implementations.outcome import Outcome

FOLDER = "TALLYSTICK_EVALUATE_BLEU"
"""The environment variable that may hold the folder of the module."""


def _where() -> str:
    """Return what evaluate is asked for: a folder, or a name that it looks for by itself.

    It looks in the current folder, then on its hub, then for what it has downloaded before.
    """
    folder = os.environ.get(FOLDER)
    # a relative folder that is not there would be taken for the name of a module on the hub
    return os.path.abspath(folder) if folder else "bleu"


@cache
def _module(where: str) -> Any:
    import evaluate

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # Files would stay behind after every error, and each next call would wait for their locks.
        return evaluate.load(where, keep_in_memory=True)


# Asking a hub that is out of reach takes seconds: it is asked again only where something has come.
@cache
def _failure(where: str, is_there: bool) -> str | None:
    try:
        _module(where)
        _failure.cache_clear()  # a module that is loaded stays so, whatever the current folder
    except Exception as error:
        return (
            f"the module bleu of evaluate cannot be loaded from {where!r} "
            f"({type(error).__name__}: {error}); download it once with: "
            "python -c \"import evaluate; evaluate.load('bleu')\", or set "
            f"{FOLDER} to its folder, metrics/bleu of https://github.com/huggingface/evaluate"
        )
    return None


def _missing() -> str | None:
    where = _where()
    return missing_library("evaluate", "evaluate") or _failure(where, os.path.exists(where))


def _run(smooth: bool, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    found = _module(_where()).compute(
        predictions=hypotheses, references=references, max_order=order, smooth=smooth
    )
    return outcome_of(found)


def outcome_of(found: Mapping[str, Any]) -> Outcome:
    """Return the outcome that a dictionary with evaluate's names holds."""
    lengths = {
        "hypothesis_length": found["translation_length"],
        "reference_length": found["reference_length"],
    }
    return Outcome(score=found["bleu"], statistics=lengths)


def _bleu(name: str, smooth: bool) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=partial(_run, smooth),
        dialect=name,
        orders=tuple(range(1, 10)),
        input="text",
        find_version=partial(library_version, "evaluate"),
        find_missing=_missing,
    )


IMPLEMENTATIONS = (_bleu("huggingface", False), _bleu("huggingface-smooth", True))

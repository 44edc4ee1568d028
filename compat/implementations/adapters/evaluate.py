"""Hugging Face evaluate: its module "bleu", which it downloads when it is first loaded."""

from __future__ import annotations

import os
from functools import cache, partial
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import library_version, missing_library
from tallystick.compat.implementations.outcome import Outcome

FOLDER = "TALLYSTICK_EVALUATE_BLEU"
"""The environment variable that may hold the folder of the module."""


@cache
def _module() -> Any:
    import evaluate

    return evaluate.load(os.environ.get(FOLDER) or "bleu")


@cache
def _missing() -> str | None:
    library = missing_library("evaluate", "evaluate")
    if library is not None:
        return library
    try:
        _module()
    except Exception as error:
        return (
            f"the module bleu of evaluate cannot be loaded ({type(error).__name__}); download it "
            "once with: python -c \"import evaluate; evaluate.load('bleu')\", or set "
            f"{FOLDER} to its folder, metrics/bleu of https://github.com/huggingface/evaluate"
        )
    return None


def _run(smooth: bool, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    found = _module().compute(
        predictions=hypotheses, references=references, max_order=order, smooth=smooth
    )
    return Outcome(
        score=found["bleu"],
        hypothesis_length=found["translation_length"],
        reference_length=found["reference_length"],
    )


def _bleu(name: str, smooth: bool) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=partial(_run, smooth),
        dialect=name,
        orders=tuple(range(1, 10)),
        input="text",
        statistics=True,
        find_version=partial(library_version, "evaluate"),
        find_missing=_missing,
    )


BLEU = _bleu("huggingface", False)
BLEU_SMOOTH = _bleu("huggingface-smooth", True)

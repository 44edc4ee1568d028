"""Hugging Face evaluate: its modules for BLEU, GLEU and SARI, which it downloads on first use."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from tallystick.compat.implementations.adapters.installed import ORDERS, library, missing_library
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome

FOLDERS = {name: f"TALLYSTICK_EVALUATE_{name.upper()}" for name in ("bleu", "google_bleu", "sari")}
"""The environment variables that may hold the folders of the modules."""


def _where(module: str) -> str:
    """Return the folder of a module, or its name, for which evaluate looks here and on its hub."""
    folder = os.environ.get(FOLDERS[module])
    # evaluate takes a relative path that does not exist for the name of a module on the hub
    return os.path.abspath(folder) if folder else module


@cache
def _module(where: str) -> Any:
    import evaluate

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # otherwise every error leaves files behind whose locks delay the next call
        return evaluate.load(where, keep_in_memory=True)


# waiting for an unreachable hub takes seconds, so it is tried again only if a folder has appeared
@cache
def _failure(module: str, where: str, is_there: bool) -> str | None:
    try:
        _module(where)
        _failure.cache_clear()  # forgets failures: once loaded, the module does not need its folder
    except Exception as error:
        return (
            f"the module {module} of evaluate cannot be loaded from {where!r} "
            f"({type(error).__name__}: {error}); download it once with: "
            f'python -c "import evaluate; evaluate.load({module!r})", or set '
            f"{FOLDERS[module]} to its folder, metrics/{module} of https://github.com/huggingface/evaluate"
        )
    return None


def _missing(module: str) -> str | None:
    where = _where(module)
    return missing_library("evaluate", "evaluate") or _failure(module, where, os.path.exists(where))


def _run(
    module: str,
    order_option: str,
    options: Mapping[str, Any],
    hypotheses: list[Any],
    references: list[list[Any]],
    order: int,
    *sources: list[Any],
) -> Any:
    given = {**options, order_option: order} if order_option else dict(options)
    if sources:
        given["sources"] = sources[0]
    loaded = _module(_where(module))
    results = loaded.compute(predictions=hypotheses, references=references, **given)
    return outcome_of(results) if module == "bleu" else results[module]


def outcome_of(results: Mapping[str, Any]) -> Outcome:
    """Return the outcome in a dictionary with evaluate's keys."""
    lengths = {
        "hypothesis_length": results["translation_length"],
        "reference_length": results["reference_length"],
    }
    return Outcome(score=results["bleu"], statistics=lengths)


_of = library("evaluate", input="text")

IMPLEMENTATIONS: tuple[Implementation, ...] = tuple(
    _of(name, metric, _run, module, order, options, find_missing=partial(_missing, module), **own)
    for name, metric, module, order, options, own in (
        ("huggingface", "bleu", "bleu", "max_order", {"smooth": False}, {"orders": ORDERS}),
        ("huggingface-smooth", "bleu", "bleu", "max_order", {"smooth": True}, {"orders": ORDERS}),
        (
            *("huggingface-google-bleu", "google_gleu", "google_bleu", "max_len", {}),
            {"dialect": "evaluate", "orders": ORDERS},
        ),
        (
            *("huggingface-sari", "sari", "sari", "", {}),
            {"dialect": "evaluate", "orders": (4,), "sources": True, "scale": 100.0},
        ),
    )
)

"""The functions that score with one metric, such as `tallystick.bleu`, made when first used."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    from tallystick.metrics.arguments.catalogue import METRICS
    from tallystick.metrics.base.dialect_metric import function_of

    if name not in METRICS.built_in:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    function = globals()[name] = function_of(METRICS.load(name))
    return function

"""TorchMetrics: `BLEUScore` and `SacreBLEUScore`, which compute in 32 bits."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import of_library
from tallystick.compat.implementations.tolerance import IN_32_BITS


def _run(
    function: str, smooth: bool, hypotheses: list[Any], references: list[list[Any]], order: int
) -> Any:
    from torchmetrics.functional import text

    return float(getattr(text, function)(hypotheses, references, n_gram=order, smooth=smooth))


def _bleu(name: str, function: str, smooth: bool) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=partial(_run, function, smooth),
        dialect=name,
        orders=tuple(range(1, 10)),
        input="text",
        tolerance=IN_32_BITS,
        **of_library("torchmetrics"),
    )


IMPLEMENTATIONS = (
    _bleu("torchmetrics", "bleu_score", False),
    _bleu("torchmetrics-smooth", "bleu_score", True),
    _bleu("torchmetrics-sacrebleu", "sacre_bleu_score", False),
    _bleu("torchmetrics-sacrebleu-smooth", "sacre_bleu_score", True),
)

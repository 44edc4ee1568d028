"""TorchMetrics: `BLEUScore` and `SacreBLEUScore`, which compute in 32 bits."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import of_library
from tallystick.compat.implementations.tolerance import IN_32_BITS


def _plain(smooth: bool, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from torchmetrics.functional.text import bleu_score

    return float(bleu_score(hypotheses, references, n_gram=order, smooth=smooth))


def _sacre(smooth: bool, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from torchmetrics.functional.text import sacre_bleu_score

    return float(sacre_bleu_score(hypotheses, references, n_gram=order, smooth=smooth))


def _bleu(name: str, run: Any) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=run,
        dialect=name,
        orders=tuple(range(1, 10)),
        input="text",
        tolerance=IN_32_BITS,
        **of_library("torchmetrics"),
    )


IMPLEMENTATIONS = (
    _bleu("torchmetrics", partial(_plain, False)),
    _bleu("torchmetrics-smooth", partial(_plain, True)),
    _bleu("torchmetrics-sacrebleu", partial(_sacre, False)),
    _bleu("torchmetrics-sacrebleu-smooth", partial(_sacre, True)),
)

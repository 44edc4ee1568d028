"""bleuscore: the BLEU of Hugging Face evaluate, in Rust."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.adapters.evaluate import outcome_of
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import of_library


def _run(
    length: Any, smooth: bool, hypotheses: list[Any], references: list[list[Any]], order: int
) -> Any:
    import bleuscore

    found: Any = bleuscore.compute(
        references=references,
        predictions=hypotheses,
        max_order=order,
        smooth=smooth,
        ref_len_method=length,
    )
    return outcome_of(found)


def _bleu(name: str, length: str, smooth: bool) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=partial(_run, length, smooth),
        dialect=name,
        orders=tuple(range(1, 10)),
        input="text",
        **of_library("bleuscore"),
    )


IMPLEMENTATIONS = (
    _bleu("bleuscore", "shortest", False),
    _bleu("bleuscore-smooth", "shortest", True),
    _bleu("bleuscore-closest", "closest", False),
    _bleu("bleuscore-closest-smooth", "closest", True),
)

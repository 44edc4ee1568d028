"""bleuscore: BLEU in Rust, after Hugging Face evaluate's."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import library_version, missing_library
from tallystick.compat.implementations.outcome import Outcome


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
    return Outcome(
        score=found["bleu"],
        statistics={
            "hypothesis_length": found["translation_length"],
            "reference_length": found["reference_length"],
        },
    )


def _bleu(name: str, length: str, smooth: bool) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=partial(_run, length, smooth),
        dialect=name,
        orders=tuple(range(1, 10)),
        input="text",
        find_version=partial(library_version, "bleuscore"),
        find_missing=partial(missing_library, "bleuscore", "bleuscore"),
    )


BLEU = _bleu("bleuscore", "shortest", False)
BLEU_SMOOTH = _bleu("bleuscore-smooth", "shortest", True)
BLEU_CLOSEST = _bleu("bleuscore-closest", "closest", False)
BLEU_CLOSEST_SMOOTH = _bleu("bleuscore-closest-smooth", "closest", True)

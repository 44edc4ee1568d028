"""jiwer, werx and fastwer: rates of word and character errors."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.adapters.installed import of_library
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.tolerance import printed


def _first(references: list[list[Any]]) -> list[Any]:
    return [of_segment[0] for of_segment in references]


def _jiwer(name: str, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    import jiwer

    return getattr(jiwer, name)(_first(references), hypotheses)


def _werx(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    import werx

    return werx.wer(_first(references), hypotheses)


def _fastwer(
    by_character: bool, hypotheses: list[Any], references: list[list[Any]], order: int
) -> Any:
    import fastwer

    return fastwer.score(hypotheses, _first(references), char_level=by_character)


_ONE_LINE: dict[str, Any] = {"references": "one", "input": "text", "orders": ()}

IMPLEMENTATIONS = (
    *(
        Implementation(
            name="jiwer" if metric == "wer" else f"jiwer-{metric}",
            metric=metric,
            run=partial(_jiwer, metric),
            dialect="jiwer",
            **_ONE_LINE,
            **of_library("jiwer"),
        )
        for metric in ("wer", "mer", "wil", "wip", "cer")
    ),
    Implementation(
        name="werx", metric="wer", run=_werx, dialect="werx", **_ONE_LINE, **of_library("werx")
    ),
    *(
        Implementation(
            name="fastwer" if metric == "wer" else f"fastwer-{metric}",
            metric=metric,
            run=partial(_fastwer, metric == "cer"),
            dialect="fastwer",
            scale=100.0,
            tolerance=printed(4),
            **_ONE_LINE,
            **of_library("fastwer"),
        )
        for metric in ("wer", "cer")
    ),
)

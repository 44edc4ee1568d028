"""jiwer, werx and fastwer: rates of word and character errors."""

from __future__ import annotations

from typing import Any

from tallystick.compat.implementations.adapters.installed import library
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
_of_jiwer = library("jiwer", dialect="jiwer", **_ONE_LINE)
_of_fastwer = library("fastwer", dialect="fastwer", scale=100.0, tolerance=printed(4), **_ONE_LINE)

IMPLEMENTATIONS = (
    _of_jiwer("jiwer", "wer", _jiwer, "wer"),
    *(_of_jiwer(f"jiwer-{rate}", rate, _jiwer, rate) for rate in ("mer", "wil", "wip", "cer")),
    library("werx", **_ONE_LINE)("werx", "wer", _werx),
    _of_fastwer("fastwer", "wer", _fastwer, False),
    _of_fastwer("fastwer-cer", "cer", _fastwer, True),
)

"""EASSE: its function `corpus_sari` in three variants."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import library_version, missing_library


def _missing() -> str | None:
    if missing_library("easse", "easse") is None:
        return None
    return (
        "easse is not installed; install it with: pip install git+https://github.com/feralvam/easse"
    )


def _run(
    options: dict[str, bool],
    hypotheses: list[Any],
    references: list[list[Any]],
    order: int,
    sources: Any = (),
) -> Any:
    from easse.sari import corpus_sari

    streams = [list(stream) for stream in zip(*references, strict=True)]
    return corpus_sari(orig_sents=sources, sys_sents=hypotheses, refs_sents=streams, **options)


def _sari(name: str, **options: bool) -> Implementation:
    return Implementation(
        name=name,
        metric="sari",
        run=partial(_run, options),
        dialect=name,
        orders=(4,),
        ragged=False,
        sources=True,
        input="text",
        scale=100.0,
        find_version=partial(library_version, "easse"),
        find_missing=_missing,
    )


IMPLEMENTATIONS = (
    _sari("easse"),
    _sari("easse-p", use_f1_for_deletion=False),
    _sari("easse-paper", use_paper_version=True),
)

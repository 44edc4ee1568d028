"""Distinct-N: the mean distinct-n of hypotheses; references are not read."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import library_version, missing_library


def _missing() -> str | None:
    if missing_library("distinct_n", "distinct-n") is None:
        return None
    return (
        "distinct-n is not installed; install it with: "
        "pip install git+https://github.com/neural-dialogue-metrics/Distinct-N"
    )


def _distinct(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from distinct_n import distinct_n_corpus_level

    return distinct_n_corpus_level(hypotheses, order)


IMPLEMENTATIONS = (
    Implementation(
        name="distinct-n",
        metric="distinct",
        run=_distinct,
        dialect="distinct-n",
        order=2,
        orders=tuple(range(1, 10)),
        find_version=partial(library_version, "distinct-n"),
        find_missing=_missing,
    ),
)

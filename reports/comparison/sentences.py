"""The sentences of a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.reports.comparison.words.caveats import caveats
from tallystick.reports.comparison.words.methods import methods
from tallystick.reports.comparison.words.verdict import verdict

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison


def with_sentences(comparison: Comparison) -> Comparison:
    """Return a comparison with its verdict, caveats and methods paragraph."""
    return replace(
        comparison,
        verdict=verdict(comparison),
        caveats=caveats(comparison),
        methods=methods(comparison),
    )

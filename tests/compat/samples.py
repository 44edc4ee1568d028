"""Examples that are the same in every run."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

Drawn = TypeVar("Drawn")
EXAMPLES = 150


def sample(strategy: SearchStrategy[Drawn], number: int = EXAMPLES) -> list[Drawn]:
    """Draw the same examples every time."""
    drawn: list[Drawn] = []

    @seed(0)
    @settings(
        max_examples=number,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(example: Drawn) -> None:
        drawn.append(example)

    collect()
    return drawn

"""Examples that are the same in every run, and runs of a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

import tallystick

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


def run_alone(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run lines of Python in a fresh interpreter that finds this package."""
    folder = str(Path(tallystick.__file__).parents[1])
    command = [
        sys.executable,
        *options,
        "-c",
        f"import sys; sys.path.insert(0, {folder!r})\n{code}",
    ]
    return subprocess.run(command, capture_output=True, text=True, check=True)

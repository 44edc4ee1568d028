"""Timing in turns, with cold caches, as the best of several runs, for equal scores only."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from contestants import Contestant, forget_tokens

RUNS_IN_A_TURN = 3


@dataclass(frozen=True)
class Entry:
    """A contestant and its input; `equal` is false if its definition differs from the first's."""

    contestant: Contestant
    hypotheses: Sequence[Any]
    references: Sequence[Any]
    equal: bool = True


def best_seconds(entries: Mapping[str, Entry], repeats: int, tolerance: float) -> dict[str, float]:
    """Return the shortest wall time of each contestant.

    Contestants take turns, so that other load on the machine affects all of them, and run more
    than once per turn, so that their code is in the processor's caches.
    """
    best = dict.fromkeys(entries, math.inf)
    expected: list[float] | None = None
    for _ in range(repeats):
        for name, entry in entries.items():
            for _ in range(RUNS_IN_A_TURN):
                forget_tokens()
                gc.collect()
                start = time.perf_counter()
                scores = entry.contestant(entry.hypotheses, entry.references)
                best[name] = min(best[name], time.perf_counter() - start)
                expected = scores if expected is None else expected
                if entry.equal:
                    _require_equal(name, scores, expected, tolerance)
    return best


def _require_equal(
    name: str, scores: Sequence[float], expected: Sequence[float], tolerance: float
) -> None:
    for segment, (found, wanted) in enumerate(zip(scores, expected, strict=True), start=1):
        if not math.isclose(found, wanted, rel_tol=tolerance, abs_tol=tolerance):
            raise SystemExit(f"{name}: score {segment} is {found!r}, the first tool has {wanted!r}")

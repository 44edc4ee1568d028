"""Timing: in turns, with cold caches, the best of several runs, and only for equal scores."""

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
    """A contestant and the lists it is given.

    Attributes:
        contestant: What is timed.
        hypotheses: Strings, or token lists.
        references: The same.
        equal: Whether its scores must equal those of the first; false if its definition differs.
    """

    contestant: Contestant
    hypotheses: Sequence[Any]
    references: Sequence[Any]
    equal: bool = True


def best_seconds(entries: Mapping[str, Entry], repeats: int, tolerance: float) -> dict[str, float]:
    """Return the shortest wall time of each contestant.

    Args:
        entries: The contestants by name; the others must equal the first.
        repeats: The number of turns. Contestants take turns, so other load on the machine affects
            all alike, and run more than once per turn, so the code is in the processor's caches.
        tolerance: The relative tolerance of the scores.

    Raises:
        SystemExit: Two contestants give different scores, so their times cannot be compared.
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

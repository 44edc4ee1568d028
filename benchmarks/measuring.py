"""Timing in turns, with cold caches, as the least of several runs, for equal scores only."""

from __future__ import annotations

import gc
import math
import resource
import time
from collections.abc import Callable, Mapping, Sequence

from contestants import Case, Contestant, Scores, forget_tokens

LEAST_SECONDS_IN_A_TURN = 0.04
WARM_UP = 30  # segments

CLOCKS: Mapping[str, Callable[[], float]] = {
    "processor": time.process_time,
    "wall": time.perf_counter,
    "child": lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]),
}
"""Seconds of this process, of the clock, and of the processes that this one has waited for."""


def least_seconds(
    contestants: Mapping[str, Contestant],
    case: Case,
    *,
    clock: str,
    turns: int,
    tolerances: Mapping[str, float],
) -> dict[str, float]:
    """Return the shortest time of each contestant.

    Contestants take turns, so that other load on the machine affects all of them. In a turn, fast
    ones run several times, so that their code is in the processor's caches.

    Args:
        contestants: The contestants by name.
        case: Their input.
        clock: One of `CLOCKS`.
        turns: The number of turns of each.
        tolerances: For each contestant, the relative or absolute difference that its scores may
            have from those of the first.
    """
    if clock != "child":
        few = case.some(lambda hypothesis: True, WARM_UP)
        for contestant in contestants.values():
            contestant(few)()  # imports what it needs
    now = CLOCKS[clock]
    best = dict.fromkeys(contestants, math.inf)
    expected: Scores | None = None
    for _ in range(turns):
        for name, contestant in contestants.items():
            gc.collect()
            taken = 0.0
            while taken < LEAST_SECONDS_IN_A_TURN:
                forget_tokens()
                run = contestant(case)
                start = now()
                scores = run()
                seconds = now() - start
                taken += seconds
                best[name] = min(best[name], seconds)
            expected = scores if expected is None else expected
            _require_equal(name, case, scores, expected, tolerances[name])
    return best


def _require_equal(
    name: str, case: Case, scores: Sequence[float], expected: Sequence[float], tolerance: float
) -> None:
    for place, (given, wanted) in enumerate(zip(scores, expected, strict=True), start=1):
        if not math.isclose(given, wanted, rel_tol=tolerance, abs_tol=tolerance):
            raise SystemExit(
                f"{case.name}: score {place} of {name} is {given!r}, while the first contestant "
                f"has {wanted!r}"
            )

"""The scores of a corpus whose parts are read in this process, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tallystick.metrics.in_parts.sums import refuse_other_systems
from tallystick.metrics.reading.testset import Again
from tallystick.metrics.scoring.scoring import SystemScored, score_parts

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.in_parts.sums import Check, Part
    from tallystick.metrics.interface.metric import Metric


def score_here(
    parts: Sequence[Part],
    metrics: Sequence[Metric],
    *,
    checks: Sequence[Check] = (),
    threads: int = 1,
    count: Callable[[int], None] = lambda number: None,
) -> list[SystemScored]:
    """Score several systems on all parts together, of which one block is in memory.

    The parameters are those of `score_in_parts`.

    Raises:
        InputError: A part cannot be read or scored, or parts differ in their systems.
    """
    return score_parts(
        _blocks(parts, checks, count),
        Again(lambda: _references(parts)),
        metrics,
        threads=threads,
        keep_segments=False,
    )


def _blocks(
    parts: Sequence[Part], checks: Sequence[Check], count: Callable[[int], None]
) -> Iterator[Iterator[tuple[str, Corpus]]]:
    """Yield the blocks of all parts, which must have the same systems."""
    systems: dict[str, list[str]] = {}

    def watched(part: Part, block: Iterable[tuple[str, Corpus]]) -> Iterator[tuple[str, Corpus]]:
        names = []
        for system, corpus in block:
            names.append(system)
            for check in checks:
                check.count(system, corpus)
            yield system, corpus
        systems[part.name] = names
        refuse_other_systems(systems)

    for part in parts:
        for block in part.blocks():
            yield watched(part, block)
        count(1)


def _references(parts: Sequence[Part]) -> Iterator[References]:
    for part in parts:
        for block in part.blocks():
            [references, *_] = [corpus.references for _, corpus in block]
            yield references

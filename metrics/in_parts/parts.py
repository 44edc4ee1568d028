"""Parts of a corpus that is in files or in memory, and their scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, TypeVar

from tallystick.errors import InputError
from tallystick.metrics.reading.testset import Again
from tallystick.metrics.scoring.scoring import SystemScored, score_parts
from tallystick.metrics.sums.total import ROWS_IN_A_SUM

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.in_parts.cluster import Cluster
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.reading.part_files import PartFiles

Blocks: TypeAlias = "Iterable[Iterable[tuple[str, Corpus]]]"
"""Consecutive blocks of segments; each has the name of every system with its segments."""


class Part(NamedTuple):
    """A part of a corpus, for any process that can read it.

    Attributes:
        name: Its name in messages.
        blocks: Returns its segments.
    """

    name: str
    blocks: Callable[[], Blocks]


def parts_of_files(parts: Sequence[PartFiles], names: Sequence[str]) -> list[Part]:
    """Return parts that are read from their files.

    Args:
        parts: The files of each part.
        names: The names of the systems; see `PartFiles.opened`.
    """
    return [
        Part(f"the part {part.part}", partial(_of_files, part.absolute(), tuple(names)))
        for part in parts
    ]


def parts_of_corpus(corpus: Corpus) -> list[Part]:
    """Return blocks of a corpus of one system, whose sums are those of the whole."""
    return [
        Part(
            f"the segments from {start + 1:,} on",
            partial(list, [[("", corpus[start : start + ROWS_IN_A_SUM])]]),
        )
        for start in range(0, len(corpus), ROWS_IN_A_SUM)
    ]


def _of_files(files: PartFiles, names: Sequence[str]) -> Blocks:
    return files.opened(names).parts


Self = TypeVar("Self", bound="Check")


class Check(Protocol):
    """Looks at the texts of systems, to warn about them afterwards."""

    def count(self, system: str, corpus: Corpus) -> None:
        """Look at a part of a system."""
        ...

    def add(self: Self, other: Self) -> None:
        """Add what was found in other parts."""
        ...


def score_in_parts(
    parts: Sequence[Part],
    metrics: Sequence[Metric],
    cluster: Cluster | None = None,
    *,
    checks: Sequence[Check] = (),
    threads: int = 1,
    count: Callable[[int], None] = lambda number: None,
) -> list[SystemScored]:
    """Score several systems on all parts together, of which one block is in memory.

    Counts are exactly those of the whole corpus; scores equal its scores to 12 digits.

    Args:
        parts: The parts, with different names.
        metrics: The metrics.
        cluster: Where parts are read; None for this process.
        checks: See all texts.
        threads: The number of threads for a part.
        count: Called with 1 after each part.

    Raises:
        InputError: A part cannot be read or scored, or parts differ in their systems.
        OptionError: There is a cluster, and a metric has no sums of parts.
    """
    if cluster is not None:
        from tallystick.metrics.in_parts.sums import score_on_cluster

        return score_on_cluster(parts, metrics, cluster, checks, threads, count)
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

    def blocks() -> Iterator[Iterator[tuple[str, Corpus]]]:
        for part in parts:
            for block in part.blocks():
                yield watched(part, block)
            count(1)

    def references() -> Iterator[References]:
        for part in parts:
            for block in part.blocks():
                [first, *_] = [corpus.references for _, corpus in block]
                yield first

    return score_parts(blocks(), Again(references), metrics, threads=threads, keep_segments=False)


def refuse_other_systems(parts: Mapping[str, Sequence[str]]) -> None:
    """Refuse parts of which one has other systems than the first.

    Args:
        parts: The systems of each part.

    Raises:
        InputError: A part has others, or the same in another order.
    """
    first_name, first = next(iter(parts.items()))
    for name, systems in parts.items():
        if systems != first:
            raise InputError(
                f"{name} has the systems {', '.join(systems)}, but {first_name} has "
                f"{', '.join(first)}; every part must have the same, in the same order"
            )

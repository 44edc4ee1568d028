"""Parts of a corpus that is in files or in memory, and their scores."""

from __future__ import annotations

import os
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self, TypeAlias

from tallystick.errors import InputError
from tallystick.metrics.arguments.calls import by_keyword
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS
from tallystick.metrics.in_parts.cluster import Cluster
from tallystick.metrics.reading.opening import FilePath
from tallystick.metrics.reading.part_files import PART, PartFiles, names_of, part_files
from tallystick.metrics.reading.testset import Again
from tallystick.metrics.scoring.scoring import SystemScored, chosen_metrics, score_parts
from tallystick.metrics.sums.statistics import ROWS_IN_A_SUM

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus, References
    from tallystick.metrics.interface.metric import Metric, Score

Blocks: TypeAlias = "Iterable[Iterable[tuple[str, Corpus]]]"
"""Consecutive blocks of segments; each has the name of every system with its segments."""


class Part(NamedTuple):
    """A part of a corpus, for any process that can read it; `blocks` returns its segments."""

    name: str
    blocks: Callable[[], Blocks]


def parts_of_files(parts: Sequence[PartFiles], names: Sequence[str]) -> list[Part]:
    """Return parts that are read from their files; `names` as of `PartFiles.opened`."""
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


class Check(Protocol):
    """Looks at the texts of systems, to warn about them afterwards."""

    def count(self, system: str, corpus: Corpus) -> None:
        """Look at a part of a system."""
        ...

    def add(self, other: Self) -> None:
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

    Counts are exactly those of the whole corpus; scores equal its scores to 12 digits. `checks` see
    all texts; `count` is called with 1 after each part; without cluster, parts are read in this
    process.
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
    """Refuse parts of which one has other systems than the first, or in another order."""
    first_name, first = next(iter(parts.items()))
    for name, systems in parts.items():
        if systems != first:
            raise InputError(
                f"{name} has the systems {', '.join(systems)}, but {first_name} has "
                f"{', '.join(first)}; every part must have the same, in the same order"
            )


@by_keyword("hypotheses='system-{part}.txt', references='reference-{part}.txt'")
def score_files(
    *,
    references: FilePath | Sequence[FilePath],
    hypotheses: FilePath | Sequence[FilePath] = (),
    sources: FilePath | None = None,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    names: Sequence[str] | None = None,
    metrics: str | Metric | Sequence[str | Metric] = DEFAULT_METRICS,
    threads: int = 1,
    client: object | None = None,
) -> dict[str, list[Score]]:
    """Score systems whose texts are in files, of which one block at a time is in memory.

    `{part}` in the names of files is the name of a part of the corpus: all texts for which there
    are files. The scores are those of all parts together. On a cluster each part is read by a
    worker, which must see the files under the same names, and only sums come back.

    Args:
        references: Plain files with one reference per line, or one table that also contains the
            hypotheses.
        hypotheses: A plain file for each system, with one hypothesis per line.
        sources: The plain file of the sources, for metrics that compare with them.
        format: The format of the files, if not that of their names; and
        columns: The columns of a table that have unusual names; see
            `tallystick.metrics.read_test_set`.
        names: The names of the systems; by default those of the files, without folder, ending and
            part.
        metrics: Metrics or their specs, such as "bleu" or "nist:order=4".
        threads: The number of threads for a part; the result does not depend on it.
        client: A `distributed.Client` of a Dask cluster whose workers read the parts; None reads
            them in this process.

    Returns:
        For each system by its name one score for each metric, in their order. Counts are those of
        the whole corpus, and scores equal its scores to 12 digits.

    Raises:
        InputError: No file matches, a file of a part is missing, or a file cannot be read or
            scored.
        OptionError: There is a client, and a metric must see all segments of a corpus at once.
        TallystickError: The cluster is gone, or another version of tallystick is on a worker.

    >>> import tempfile
    >>> from pathlib import Path
    >>> folder = Path(tempfile.mkdtemp())
    >>> for part, text in {"1": "the cat sat", "2": "on the mat"}.items():
    ...     for name in ("reference", "mine"):
    ...         _ = (folder / f"{name}-{part}.txt").write_text(text)
    >>> scores = score_files(
    ...     references=f"{folder}/reference-{{part}}.txt", hypotheses=f"{folder}/mine-{{part}}.txt",
    ...     metrics="bleu:order=3",
    ... )
    >>> {name: score.score for name, [score] in scores.items()}
    {'mine': 100.0}
    """
    chosen = chosen_metrics(metrics)
    of_references = _listed(references, "references")
    of_systems = _listed(hypotheses, "hypotheses")
    [source] = _listed(sources, "sources") if sources is not None else [None]
    if any(PART in name for name in (*of_references, *of_systems, source or "")):
        files = part_files(of_references, of_systems, sources=source)
    else:
        files = [PartFiles("of all texts", of_references, of_systems, sources=source)]
    files = [part._replace(format=format, columns=columns) for part in files]
    parts = parts_of_files(files, names or names_of(of_references, of_systems))
    with nullcontext() if client is None else Cluster(client) as cluster:
        systems = score_in_parts(parts, chosen, cluster, threads=threads)
    return {system.system: [scored.score for scored in system.scored] for system in systems}


def _listed(names: FilePath | Sequence[FilePath], argument: str) -> tuple[str, ...]:
    given = [names] if isinstance(names, str | os.PathLike) else names
    try:
        return tuple(map(os.fsdecode, given))
    except TypeError:
        raise InputError(
            f"{argument} are {reprlib.repr(names)}; expected the name of a file, or a list of names"
        ) from None

"""Scoring of files: `score_files`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.metrics.arguments.calls import by_keyword
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS
from tallystick.metrics.in_parts.cluster import Cluster
from tallystick.metrics.in_parts.parts import parts_of_files, score_in_parts
from tallystick.metrics.reading.opening import FilePath
from tallystick.metrics.reading.part_files import PART, PartFiles, names_of, part_files
from tallystick.metrics.scoring.scoring import chosen_metrics

if TYPE_CHECKING:
    from tallystick.metrics.interface.metric import Metric, Score


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
    >>> found = score_files(
    ...     references=f"{folder}/reference-{{part}}.txt", hypotheses=f"{folder}/mine-{{part}}.txt",
    ...     metrics="bleu:order=3",
    ... )
    >>> {name: score.score for name, [score] in found.items()}
    {'mine': 100.0}
    """
    chosen = chosen_metrics(metrics)
    of_references, of_systems = _listed(references), _listed(hypotheses)
    [source] = _listed(sources) if sources is not None else [None]
    if any(PART in name for name in (*of_references, *of_systems, source or "")):
        files = part_files(of_references, of_systems, sources=source)
    else:
        files = [PartFiles("of all texts", of_references, of_systems, sources=source)]
    files = [replace(part, format=format, columns=columns) for part in files]
    parts = parts_of_files(files, names or names_of(of_references, of_systems))
    with nullcontext() if client is None else Cluster(client) as cluster:
        systems = score_in_parts(parts, chosen, cluster, threads=threads)
    return {one.system: [scored.score for scored in one.scored] for one in systems}


def _listed(names: FilePath | Sequence[FilePath]) -> tuple[str, ...]:
    given = [names] if isinstance(names, str | os.PathLike) else names
    return tuple(os.fsdecode(name) for name in given)

"""Statistics of corpora in several files, a file of statistics for each part."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from tallystick.errors import TallystickWarning, recorded, warn
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.given_scores.columns import with_given_scores
from tallystick.metrics.given_scores.files import ScoreFile, read_given_scores
from tallystick.metrics.in_parts.cluster import Cluster
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.reading.part_files import PART, PartFiles
from tallystick.reports.saving.written_files import make_folder, write_files
from tallystick.reports.statistics_files.folder import (
    ENDING,
    PartsWritten,
    check_same,
    refuse_other_files,
    statistics_in,
)
from tallystick.reports.statistics_files.model import Description, Rows
from tallystick.reports.statistics_files.parquet import Database
from tallystick.reports.statistics_files.write import write_statistics

REMEDY = "do the same again; the parts that were written are kept"


@dataclass(frozen=True, slots=True)
class PartJob:
    """The statistics of one part, as a job that any process with the files can do.

    `path` is only for messages; `earlier` is what an earlier run wrote there.
    """

    files: PartFiles
    names: tuple[str, ...]
    metrics: Mapping[str, Metric]
    rows: Rows
    path: str
    earlier: Description | None
    scores: tuple[ScoreFile, ...] = ()

    def absolute(self) -> PartJob:
        """Return a job that can be done in another folder."""
        scores = tuple(one._replace(path=os.path.abspath(one.path)) for one in self.scores)
        return replace(self, files=self.files.absolute(), scores=scores)


class PartDone(NamedTuple):
    """What to write to a file, None if it is there already, and what the job warned of."""

    path: str
    content: bytes | None
    warnings: tuple[tuple[str, type[TallystickWarning]], ...] = ()


def do(job: PartJob, threads: int = 1) -> PartDone:
    """Do a job, or refuse what an earlier run wrote with other texts or settings."""
    test_set = job.files.opened(job.names)
    given = read_given_scores(job.scores, test_set.systems)
    test_set = replace(test_set, parts=with_given_scores(test_set.parts, given))
    metrics = {**job.metrics, **{metric.name: metric for metric in given}}
    if job.earlier is not None:
        documents = job.files.documents is not None
        blocks = (list(block) for block in test_set.parts)
        check_same(job.path, job.earlier, blocks, metrics, job.rows, documents)
        return PartDone(job.path, None)
    with tempfile.TemporaryDirectory() as folder, recorded() as shown:
        path = os.path.join(folder, f"part{ENDING}")
        part = os.path.basename(job.path).removesuffix(ENDING)
        write_statistics(path, test_set, metrics, rows=job.rows, threads=threads, part=part)
        with open(path, "rb") as file:
            content = file.read()
    return PartDone(job.path, content, tuple(shown))


def write_parts(
    folder: str,
    parts: Sequence[PartFiles],
    names: Sequence[str],
    metrics: Mapping[str, Metric],
    *,
    scores: Sequence[ScoreFile] = (),
    rows: Rows = "segment",
    threads: int = 1,
    run: Callable[[Sequence[PartJob]], Iterable[PartDone]] | None = None,
    count: Callable[[int], None] = lambda number: None,
) -> PartsWritten:
    """Write the statistics of all parts into a folder, a file for each, named after it.

    A file of an interrupted run is kept if it has the same texts and settings. The names of
    `scores` have `{part}`; `run` does jobs in any order, by default in this process.
    """
    make_folder(folder)
    earlier = statistics_in(folder)
    paths = [os.path.join(folder, f"{part.part}{ENDING}") for part in parts]
    refuse_other_files(sorted(set(earlier) - set(paths)), counted(len(parts), "part"))
    with Database() as database:
        described = dict(zip(earlier, database.descriptions(earlier), strict=True))
    jobs = [
        PartJob(
            files=part,
            names=tuple(names),
            metrics=dict(metrics),
            rows=rows,
            path=path,
            earlier=described.get(path),
            scores=tuple(
                one._replace(path=os.fspath(one.path).replace(PART, part.part)) for one in scores
            ),
        )
        for part, path in zip(parts, paths, strict=True)
    ]
    here = partial(map, partial(do, threads=threads))
    written = 0
    for done in (run or here)(jobs):
        for message, category in done.warnings:
            warn(message, category)
        if done.content is not None:
            write_files({done.path: done.content})
            written += 1
        count(1)
    return PartsWritten(written, len(jobs) - written)


def run_on(client: Any, jobs: Sequence[PartJob]) -> Iterator[PartDone]:
    """Do jobs on the workers of a `distributed.Client`, and yield their results as they arrive.

    Every worker must be able to read the files under the same names.
    """
    with Cluster(client, REMEDY) as cluster:
        tasks = [(job.path, cluster.submit(do, job.absolute())) for job in jobs]
        for _, done in cluster.results(tasks):
            yield done

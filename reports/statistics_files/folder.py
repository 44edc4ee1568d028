"""A folder of files of statistics, in which an interrupted run goes on where it stopped.

Its parts are blocks of one corpus, or the files of a part each, which a cluster can count.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from tallystick import __version__
from tallystick.errors import InputError, TallystickWarning, counted, recorded, warn
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.given_scores.columns import with_given_scores
from tallystick.metrics.given_scores.files import ScoreFile, read_given_scores
from tallystick.metrics.in_parts.cluster import Cluster
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.reading.opening import display_name
from tallystick.metrics.reading.part_files import PART, PartFiles, natural_order
from tallystick.metrics.reading.testset import TestSetParts
from tallystick.reports.saving.written_files import make_folder, write_files
from tallystick.reports.statistics_files import write
from tallystick.reports.statistics_files.model import Description, Rows
from tallystick.reports.statistics_files.parquet import Database

Block: TypeAlias = Sequence[tuple[str, Corpus]]

BLOCKS_IN_A_PART = 8
"""A block has 32,768 segments, whose texts are in memory until the part is written."""
ENDING = ".parquet"


class PartsWritten(NamedTuple):
    """The numbers of files that a run wrote, and that an earlier one had written."""

    written: int
    kept: int


def write_file(
    path: str,
    test_set: TestSetParts,
    metrics: Mapping[str, Metric],
    *,
    rows: Rows = "segment",
    threads: int = 1,
    count: Callable[[int], None] = lambda number: None,
    part: str = "",
) -> PartsWritten:
    """Write the statistics of a corpus to a file, unless it is there already and has the same."""
    if not os.path.isfile(path):
        write.write_statistics(
            path, test_set, metrics, rows=rows, threads=threads, count=count, part=part
        )
        return PartsWritten(written=1, kept=0)
    with Database() as database:
        [description] = database.descriptions([path])
    blocks = (list(block) for block in test_set.parts)
    check_same(path, description, blocks, metrics, rows, test_set.documents is not None)
    count(description.segments * len(description.systems))
    return PartsWritten(written=0, kept=1)


def write_folder(
    folder: str,
    test_set: TestSetParts,
    metrics: Mapping[str, Metric],
    *,
    rows: Rows = "segment",
    threads: int = 1,
    count: Callable[[int], None] = lambda number: None,
) -> PartsWritten:
    """Write the statistics of a corpus into a folder, a file for each part of 262,144 segments.

    A file of an interrupted run is kept if it has the same texts and settings; one of others, or a
    damaged one, is refused.
    """
    make_folder(folder)
    earlier = set(statistics_in(folder))
    documents, every = iter(test_set.documents or ()), iter(test_set.parts)
    parts = iter(lambda: [list(block) for block in islice(every, BLOCKS_IN_A_PART)], [])
    written = kept = 0
    for number, blocks in enumerate(parts, 1):
        name = f"part-{number:05d}"
        path = os.path.join(folder, f"{name}{ENDING}")
        segments = sum(len(block[0][1]) for block in blocks)
        references, own = [block[0][1].references for block in blocks], None
        if test_set.documents is not None:
            own = write.next_documents(documents, segments)
        part = TestSetParts(test_set.systems, references, blocks, own, test_set.has_sources)
        done = write_file(path, part, metrics, rows=rows, threads=threads, count=count, part=name)
        written, kept = written + done.written, kept + done.kept
        earlier.discard(path)
    write.refuse_further_documents(documents)
    refuse_other_files(sorted(earlier), counted(written + kept, "part"))
    return PartsWritten(written, kept)


def refuse_other_files(paths: Sequence[str], parts: str) -> None:
    """Refuse files in a folder that are no parts of the texts; `parts` is how many these have."""
    if paths:
        raise InputError(
            f"{display_name(paths[0])} is not a part of these texts, which have {parts}; delete "
            "it, or choose another folder"
        )


def statistics_in(folder: str) -> list[str]:
    """Return the files of statistics in a folder, in the natural order of their names."""
    return [
        os.path.join(folder, name)
        for name in sorted(os.listdir(folder), key=natural_order)
        if name.endswith(ENDING) and not name.startswith(".")
    ]


def files_in(paths: Sequence[str]) -> list[str]:
    """Return the files, and in the place of every folder those in it."""
    files: list[str] = []
    for path in paths:
        if os.path.isdir(path):
            inside = statistics_in(path)
            if not inside:
                raise InputError(
                    f"{path} is a folder without files of statistics, which end in {ENDING}; give "
                    "the files in it, or a folder that tallystick statistics wrote"
                )
            files += inside
        else:
            files.append(path)
    return files


def check_same(
    path: str,
    description: Description,
    blocks: Iterable[Block],
    metrics: Mapping[str, Metric],
    rows: Rows,
    documents: bool,
) -> None:
    """Refuse a file of other texts or settings than those that are to be written."""
    for what, same in _compared(description, blocks, metrics, rows, documents):
        if not same:
            raise InputError(
                f"{display_name(path)} is there already, with other {what}; delete it, or choose "
                "another name"
            )


def _different(saved: Metric, metric: Metric) -> str:
    """Return the options that a metric does not have with the same value, in brackets."""
    options, own = (side.options(given_tokens=False) for side in (saved, metric))
    others = [f"{name}:{value}" for name, value in options.items() if own.get(name) != value]
    return f" ({', '.join(others)})" if others else ""


def _compared(
    description: Description,
    blocks: Iterable[Block],
    metrics: Mapping[str, Metric],
    rows: Rows,
    documents: bool,
) -> Iterator[tuple[str, bool]]:
    """Yield what a file depends on, and whether it is the same."""
    yield f"rows (--rows {description.rows})", description.rows == rows
    yield "documents (--docs)", description.documents == documents
    yield f"version of tallystick ({description.version})", description.version == __version__
    built = {saved.metric: saved.built() for saved in description.metrics}
    yield f"metrics ({', '.join(built)})", built.keys() == metrics.keys()
    for name, metric in metrics.items():
        yield f"settings of {name}{_different(built[name], metric)}", built[name] == metric
    references = write.Digest()
    systems: dict[str, write.Digest] = {}
    for block in blocks:
        references.add_compared(block[0][1])
        for system, corpus in block:
            systems.setdefault(system, write.Digest()).add(corpus.hypotheses)
    yield "references", description.reference_digest == references.hexadecimal()
    digests = {system.system: system.digest for system in description.systems}
    yield (
        f"systems or hypotheses (systems {', '.join(digests)})",
        digests == {system: digest.hexadecimal() for system, digest in systems.items()},
    )


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
        scores = tuple(file._replace(path=os.path.abspath(file.path)) for file in self.scores)
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
        write.write_statistics(path, test_set, metrics, rows=job.rows, threads=threads, part=part)
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
                file._replace(path=os.fspath(file.path).replace(PART, part.part)) for file in scores
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

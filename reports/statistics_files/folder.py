"""A folder of files of statistics, in which an interrupted run goes on where it stopped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tallystick import __version__
from tallystick.errors import InputError
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.reading.opening import display_name
from tallystick.metrics.reading.part_files import natural_order
from tallystick.metrics.reading.testset import TestSetParts
from tallystick.reports.saving.written_files import make_folder
from tallystick.reports.statistics_files.model import Description, Rows
from tallystick.reports.statistics_files.parquet import Database
from tallystick.reports.statistics_files.write import (
    Digest,
    next_documents,
    refuse_further_documents,
    write_statistics,
)

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric

    Block = Sequence[tuple[str, Corpus]]

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
        write_statistics(
            path, test_set, metrics, rows=rows, threads=threads, count=count, part=part
        )
        return PartsWritten(written=1, kept=0)
    with Database() as database:
        [found] = database.descriptions([path])
    blocks = (list(block) for block in test_set.parts)
    check_same(path, found, blocks, metrics, rows, test_set.documents is not None)
    count(found.segments * len(found.systems))
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
    documents = iter(test_set.documents or ())
    written = kept = 0
    for number, blocks in enumerate(_grouped(test_set), 1):
        name = f"part-{number:05d}"
        path = os.path.join(folder, f"{name}{ENDING}")
        segments = sum(len(block[0][1]) for block in blocks)
        part = TestSetParts(
            test_set.systems,
            [block[0][1].references for block in blocks],
            blocks,
            None if test_set.documents is None else next_documents(documents, segments),
            test_set.has_sources,
        )
        done = write_file(path, part, metrics, rows=rows, threads=threads, count=count, part=name)
        written, kept = written + done.written, kept + done.kept
        earlier.discard(path)
    refuse_further_documents(documents)
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
    found: list[str] = []
    for path in paths:
        if os.path.isdir(path):
            inside = statistics_in(path)
            if not inside:
                raise InputError(
                    f"{path} is a folder without files of statistics, which end in {ENDING}; give "
                    "the files in it, or a folder that tallystick statistics wrote"
                )
            found += inside
        else:
            found.append(path)
    return found


def _grouped(test_set: TestSetParts) -> Iterator[Sequence[Block]]:
    """Yield the blocks of every part, with their texts."""
    blocks = iter(test_set.parts)
    while part := [list(block) for block in islice(blocks, BLOCKS_IN_A_PART)]:
        yield part


def check_same(
    path: str,
    found: Description,
    blocks: Iterable[Block],
    metrics: Mapping[str, Metric],
    rows: Rows,
    documents: bool,
) -> None:
    """Refuse a file of other texts or settings than those that are to be written."""
    different = next(
        (what for what, same in _compared(found, blocks, metrics, rows, documents) if not same), ""
    )
    if different:
        raise InputError(
            f"{display_name(path)} is there already, with other {different}; delete it, or choose "
            "another name"
        )


def _different(found: Metric, metric: Metric) -> str:
    """Return the options that a metric does not have with the same value, in brackets."""
    options, own = (one.options(given_tokens=False) for one in (found, metric))
    others = [f"{name}:{value}" for name, value in options.items() if own.get(name) != value]
    return f" ({', '.join(others)})" if others else ""


def _compared(
    found: Description,
    blocks: Iterable[Block],
    metrics: Mapping[str, Metric],
    rows: Rows,
    documents: bool,
) -> Iterator[tuple[str, bool]]:
    """Yield what a file depends on, and whether it is the same."""
    yield f"rows (--rows {found.rows})", found.rows == rows
    yield "documents (--docs)", found.documents == documents
    yield f"version of tallystick ({found.version})", found.version == __version__
    built = {one.metric: one.built() for one in found.metrics}
    yield f"metrics ({', '.join(built)})", built.keys() == metrics.keys()
    for name, metric in metrics.items():
        yield f"settings of {name}{_different(built[name], metric)}", built[name] == metric
    references = Digest()
    systems: dict[str, Digest] = {}
    for block in blocks:
        references.add_compared(block[0][1])
        for system, corpus in block:
            systems.setdefault(system, Digest()).add(corpus.hypotheses)
    yield "references", found.reference_digest == references.hexadecimal()
    digests = {one.system: one.digest for one in found.systems}
    yield (
        f"systems or hypotheses (systems {', '.join(digests)})",
        digests == {system: digest.hexadecimal() for system, digest in systems.items()},
    )

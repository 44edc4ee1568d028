"""Parts of a corpus that is in files or in memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from tallystick.metrics.in_parts.sums import Blocks, Part
from tallystick.metrics.sums.total import ROWS_IN_A_SUM

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.reading.part_files import PartFiles


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
    starts = range(0, len(corpus), ROWS_IN_A_SUM)
    return [
        Part(
            f"the segments from {start + 1:,} on",
            partial(_of_corpus, corpus[start : start + ROWS_IN_A_SUM]),
        )
        for start in starts
    ]


def _of_files(files: PartFiles, names: Sequence[str]) -> Blocks:
    return files.opened(names).parts


def _of_corpus(corpus: Corpus) -> Blocks:
    return [[("", corpus)]]

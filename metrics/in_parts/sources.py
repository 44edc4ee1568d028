"""Parts of a corpus that is in files or in memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from tallystick.metrics.in_parts.sums import Blocks, Part
from tallystick.metrics.reading.read import stream_test_set

if TYPE_CHECKING:
    from tallystick.metrics.reading.part_files import PartFiles


def parts_of_files(parts: Sequence[PartFiles], names: Sequence[str]) -> list[Part]:
    """Return parts that are read from their files.

    Args:
        parts: The files of each part.
        names: The names of the systems.
    """
    return [
        Part(f"the part {part.part}", partial(_blocks, part.absolute(), tuple(names)))
        for part in parts
    ]


def _blocks(files: PartFiles, names: Sequence[str]) -> Blocks:
    return stream_test_set(
        files.references, files.hypotheses, names=names, sources=files.sources
    ).parts

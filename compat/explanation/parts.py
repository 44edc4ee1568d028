"""Parts of a test set that are scored in its place: some segments are missing at one end, or empty.

A part has the statistics of the whole, of which some rows are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tallystick.compat.explanation.slips import Sides
from tallystick.metrics.arguments.wording import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

MISSING = (1, 2, 3)
"""Numbers of segments that are missing at either end."""

BATCHES = (16, 32, 64, 128)
"""Numbers of segments in a batch, of which the last incomplete one can be missing."""

FIRST = (100, 500, 1000, 2000)
"""Numbers of segments that are scored alone."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some segments of a test set, and a shell command that makes them of a file, {}."""

    oddity: ClassVar[int] = 2

    description: str
    segments: NDArray[np.bool_]
    command: str = ""


def parts_of(sides: Sides) -> tuple[Part, ...]:
    """Return the parts of texts that are neither empty nor the whole, each once."""
    found: dict[bytes, Part] = {}
    for part in _all_parts(sides):
        if 0 < np.count_nonzero(part.segments) < len(part.segments):
            found.setdefault(part.segments.tobytes(), part)
    return tuple(found.values())


def _all_parts(sides: Sides) -> Iterator[Part]:
    places = np.arange(len(sides.hypotheses))
    end = len(places)
    for number in MISSING:
        some = "segment" if number == 1 else f"{number} segments"
        yield Part(f"without the first {some}", places >= number, f"tail -n +{number + 1} {{}}")
        yield Part(f"without the last {some}", places < end - number, f"head -n -{number} {{}}")
    for size in BATCHES:
        rest = end % size
        without = f"without the last {counted(rest, 'segment')}, which fill no batch of {size},"
        yield Part(without, places < end - rest, f"head -n -{rest} {{}}")
    for number in FIRST:
        yield Part(f"of the first {number} segments", places < number, f"head -n {number} {{}}")
    for name, files in (("hypothesis", (sides.hypotheses,)), ("reference", sides.references)):
        lines = zip(*files, strict=True)
        kept = np.array([all(line is None or line.strip() for line in some) for some in lines])
        yield Part(f"without the segments whose {name} is empty", kept)

"""The input: WMT22 if it is available, else the examples, repeated."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tallystick.examples import example_path

SHARED = Path(os.environ.get("TALLYSTICK_SHARED", Path(__file__).parents[2] / "shared"))
WMT22 = SHARED / "data" / "wmt22"
HYPOTHESES = WMT22 / "system-outputs" / "generaltest2022.de-en.hyp.Online-W.en"
REFERENCES = WMT22 / "references" / "generaltest2022.de-en.ref.A.en"
SEED = 20220901
MADE_SEGMENTS = 2000


@dataclass(frozen=True)
class Lines:
    """Hypotheses with one reference each, and their origin."""

    origin: str
    hypotheses: list[str]
    references: list[str]


def read_lines(path: Path) -> list[str]:
    """Return the lines of a text file."""
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def main_lines() -> Lines:
    """Return the test set of WMT22, German to English, or lines made from the examples."""
    if HYPOTHESES.is_file():
        origin = "WMT22 de-en, system Online-W, reference A"
        return Lines(origin, read_lines(HYPOTHESES), read_lines(REFERENCES))
    hypotheses, references = (
        read_lines(example_path(name)) for name in ("system-good.en.txt", "reference.en.txt")
    )
    origin = f"the packaged examples, repeated with other words (seed {SEED})"
    return replace(larger_lines(Lines("", hypotheses, references), MADE_SEGMENTS), origin=origin)


def varied_lines(base: Lines, segments: int) -> Iterator[tuple[str, str]]:
    """Repeat a corpus with other words, because some peers cache the tokens of equal lines."""
    chance = random.Random(SEED)
    words = sorted({word for line in base.references for word in line.split()})
    for segment in range(segments):
        place = segment % len(base.hypotheses)
        new = chance.choices(words, k=3)
        hypothesis, reference = base.hypotheses[place], base.references[place]
        if segment >= len(base.hypotheses):
            hypothesis = f"{new[0]} {hypothesis} {new[1]} {segment % 9973}"
            reference = f"{new[0]} {reference} {new[2]} {segment % 9973}"
        yield hypothesis, reference


def larger_lines(base: Lines, segments: int) -> Lines:
    """Return a corpus of a number of segments made from a smaller one."""
    hypotheses, references = zip(*varied_lines(base, segments), strict=True)
    return Lines(f"{segments:,} segments made from it", list(hypotheses), list(references))

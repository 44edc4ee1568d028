"""The input: a real test set if it is available, else the examples, repeated."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tallystick.examples import example_path

BESIDE_THE_REPOSITORY = Path(__file__).parents[2] / "shared"
TEST_SET = Path("data", "wmt22")
HYPOTHESES = Path("system-outputs", "generaltest2022.de-en.hyp.Online-W.en")
REFERENCES = Path("references", "generaltest2022.de-en.ref.A.en")
SEED = 20220901
MADE_SEGMENTS = 2000


@dataclass(frozen=True)
class Lines:
    """Hypotheses with one reference each, and where they come from."""

    origin: str
    hypotheses: list[str]
    references: list[str]


def read_lines(path: Path) -> list[str]:
    """Return the lines of a text file."""
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def main_lines() -> Lines:
    """Return the test set of WMT22, German to English, or lines made from the examples."""
    folder = Path(os.environ.get("TALLYSTICK_SHARED", BESIDE_THE_REPOSITORY)) / TEST_SET
    if (folder / HYPOTHESES).is_file():
        return Lines(
            "WMT22 de-en, system Online-W, reference A",
            read_lines(folder / HYPOTHESES),
            read_lines(folder / REFERENCES),
        )
    examples = Lines(
        "",
        read_lines(example_path("system-good.en.txt")),
        read_lines(example_path("reference.en.txt")),
    )
    hypotheses, references = zip(*varied_lines(examples, MADE_SEGMENTS), strict=True)
    return Lines(
        f"the packaged examples, repeated with other words (seed {SEED})",
        list(hypotheses),
        list(references),
    )


def varied_lines(base: Lines, segments: int) -> Iterator[tuple[str, str]]:
    """Repeat a corpus to a number of segments, changing words so that no two lines are alike.

    Some peers cache the tokens of lines, so repeated lines would distort the times.
    """
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
    """Return a corpus of this many segments made from a smaller one."""
    hypotheses, references = zip(*varied_lines(base, segments), strict=True)
    return Lines(f"{segments:,} segments made from it", list(hypotheses), list(references))

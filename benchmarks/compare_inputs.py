"""The systems that are compared: of a real test set where it is at hand, else made."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from pathlib import Path

from inputs import BESIDE_THE_REPOSITORY, SEED, TEST_SET, main_lines, read_lines

SYSTEMS = 12


@dataclass(frozen=True)
class Systems:
    """Several systems' hypotheses with one reference each, and where they come from."""

    origin: str
    hypotheses: dict[str, list[str]]
    references: list[str]

    def write(self, folder: Path) -> list[str]:
        """Write files into a folder and return the arguments that name them."""
        files = []
        for name, lines in {"reference": self.references, **self.hypotheses}.items():
            files.append(folder / f"{name}.txt")
            files[-1].write_text("\n".join(lines) + "\n", encoding="utf-8")
        reference, *others = map(str, files)
        return [reference, "-i", *others]


def twelve_systems() -> Systems:
    """Return twelve systems of WMT22, Japanese to English, or mixtures made from the examples."""
    folder = Path(os.environ.get("TALLYSTICK_SHARED", BESIDE_THE_REPOSITORY)) / TEST_SET
    paths = sorted(folder.glob("system-outputs/generaltest2022.ja-en.hyp.*.en"))[:SYSTEMS]
    if len(paths) == SYSTEMS:
        return Systems(
            f"WMT22 ja-en, {SYSTEMS} systems, reference A",
            {path.name.split(".")[3]: read_lines(path) for path in paths},
            read_lines(folder / "references" / "generaltest2022.ja-en.ref.A.en"),
        )
    made = main_lines()
    one = Systems(
        f"{SYSTEMS} mixtures of {made.origin}",
        {"output": made.hypotheses, "reference itself": made.references},
        made.references,
    )
    mixed = many_systems(one, SYSTEMS + 2).hypotheses
    return Systems(one.origin, dict(list(mixed.items())[2:]), one.references)


def many_systems(base: Systems, number: int) -> Systems:
    """Return a number of systems: those given, and mixtures of two of them."""
    chance = random.Random(SEED)
    hypotheses = dict(list(base.hypotheses.items())[:number])
    given = list(base.hypotheses.values())
    while len(hypotheses) < number:
        one, other = chance.sample(given, 2)
        share = chance.random()
        hypotheses[f"mixture {len(hypotheses) + 1}"] = [
            first if chance.random() < share else second
            for first, second in zip(one, other, strict=True)
        ]
    return Systems(base.origin, hypotheses, base.references)

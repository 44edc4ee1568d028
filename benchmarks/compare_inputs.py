"""The systems to compare: of WMT22 if it is available, else made from the examples."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from inputs import SEED, WMT22, main_lines, read_lines

SYSTEMS = 12


@dataclass(frozen=True)
class Systems:
    """The hypotheses of several systems with one reference each, and their origin."""

    origin: str
    hypotheses: dict[str, list[str]]
    references: list[str]

    def write(self, folder: Path) -> list[str]:
        """Write files into a folder and return them as arguments."""
        files = []
        for name, lines in {"reference": self.references, **self.hypotheses}.items():
            files.append(folder / f"{name}.txt")
            files[-1].write_text("\n".join(lines) + "\n", encoding="utf-8")
        reference, *others = map(str, files)
        return [reference, "-i", *others]


def twelve_systems() -> Systems:
    """Return twelve systems of WMT22, Japanese to English, or mixtures made from the examples."""
    paths = sorted(WMT22.glob("system-outputs/generaltest2022.ja-en.hyp.*.en"))[:SYSTEMS]
    if len(paths) == SYSTEMS:
        return Systems(
            f"WMT22 ja-en, {SYSTEMS} systems, reference A",
            {path.name.split(".")[3]: read_lines(path) for path in paths},
            read_lines(WMT22 / "references" / "generaltest2022.ja-en.ref.A.en"),
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
    """Return a number of systems: those of `base`, then mixtures of two of them."""
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

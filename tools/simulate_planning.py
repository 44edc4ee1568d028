"""Simulate plans: the table of docs/significance-tests.md on planned and observed power.

    python tools/simulate_planning.py FOLDER PILOT OTHER [--segments N] [--trials N]

FOLDER has the data of WMT22 as published; see `tools/simulate_tests.py`. PILOT and OTHER are pairs
of languages, such as zh-en and de-en. For each two systems of both, whose difference on OTHER is
taken as true, the number of segments is planned from N segments of PILOT, drawn at random, and that
many segments of OTHER are drawn with replacement and tested, as are a quarter of them. If both are
the same, the first half of its segments is the pilot and the second half the other set.
"""

from __future__ import annotations

import argparse
from itertools import combinations
from pathlib import Path

import numpy as np
from simulate_tests import LEVEL, Pool, p_value_of_two, read

from tallystick.reports.comparison.facts.scores_and_differences import (
    exaggeration,
    power_of,
    segments_needed,
)
from tallystick.reports.comparison.model import TestSet

MOST_SEGMENTS = 6_000
"""Pairs that need more are left out, because their tests take long."""

Observed = tuple[float, float, float, float]
"""The predicted and the observed power, the predicted and the observed exaggeration."""


def observed(pilot: Pool, other: Pool, segments: int, trials: int) -> list[tuple[int, Observed]]:
    """Return for the planned segments, and for a quarter of them, what was predicted and seen."""
    random = np.random.default_rng(1)
    first = pilot.drawn(segments, random).intervals([(0, 1)])
    error, differing = float(first.difference_errors[0]), int(first.differing_units[0])
    true = float(np.subtract(*other.scores()))
    test_set = TestSet(segments, 1, None, "segment", segments)
    planned = segments_needed(test_set, differing, error, true, LEVEL)
    if planned is None or planned > MOST_SEGMENTS:
        return []
    rows = []
    for number in (planned, planned // 4):
        how = error * (segments / number) ** 0.5, LEVEL, max(differing / segments * number - 1, 1)
        sizes = [
            abs(float(np.subtract(*sample.scores())))
            for trial in range(trials)
            for sample in [other.drawn(number, random)]
            if p_value_of_two(sample, trial) <= LEVEL
        ]
        seen = float(np.mean(sizes)) / abs(true) if sizes else float("nan")
        predicted = power_of(true, *how), exaggeration(true, *how) or 1.0
        rows.append((number, (predicted[0], len(sizes) / trials, predicted[1], seen)))
    return rows


def main() -> None:
    """Print a table in Markdown: the median of the pairs, and the range of the middle 80%."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("pilot")
    parser.add_argument("other")
    parser.add_argument("--segments", type=int, default=500)
    parser.add_argument("--trials", type=int, default=200)
    given = parser.parse_args()
    sets = (given.pilot, given.other)
    names = [
        {file.name.split(".")[3] for file in given.folder.glob(f"system-outputs/*.{pair}.hyp.*")}
        for pair in sets
    ]
    pairs: list[list[tuple[int, Observed]]] = []
    for two in combinations(sorted(set.intersection(*names)), 2):
        pilot, other = (read(given.folder, pair, two).two("bleu") for pair in sets)
        if given.pilot == given.other:
            first, second = np.array_split(pilot.rows, 2, axis=1)
            pilot, other = pilot._replace(rows=first), pilot._replace(rows=second)
        pairs.append(observed(pilot, other, given.segments, given.trials))
    print(f"| {given.pilot} to {given.other}, {sum(map(bool, pairs))} pairs | segments | "
          "power, predicted | observed | exaggeration, predicted | observed |")  # fmt: skip
    print("| --- | --- | --- | --- | --- | --- |")
    for row, name in enumerate(("as planned", "a quarter")):
        of_row = [pair[row] for pair in pairs if pair]
        cells = [[number for number, _ in of_row], *zip(*(rest for _, rest in of_row), strict=True)]
        shown = [np.nanquantile(cell, (0.1, 0.5, 0.9)) for cell in cells]
        print(
            f"| {name} |", *(f"{mid:.4g} ({low:.3g} to {high:.3g}) |" for low, mid, high in shown)
        )


if __name__ == "__main__":
    main()

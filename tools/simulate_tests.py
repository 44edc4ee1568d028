"""Simulate tests and intervals on systems of WMT22: the tables of docs/significance-tests.md.

    python tools/simulate_tests.py FOLDER PAIR TABLE [--trials N] [--systems ONE OTHER]

FOLDER has the data of WMT22 as published, in `references`, `system-outputs` and `sources`. PAIR is
a pair of languages whose target has spaces between words, such as de-en, and TABLE the name of a
function below. Where systems differ by chance, segments are drawn without replacement, and in each
the outputs are exchanged at random. Elsewhere segments are drawn with replacement. A cell is a
share of the trials or a mean over them; a share p of N trials has a standard error of
sqrt(p (1 - p) / N).
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from tallystick.metrics import read_test_set
from tallystick.metrics.interface.spec import metric_from_spec
from tallystick.metrics.resampling.bootstrap import bootstrap_scores
from tallystick.metrics.resampling.correction import adjusted
from tallystick.metrics.resampling.intervals import Intervals, intervals_under, student_bounds
from tallystick.metrics.resampling.paired import Compared, compare_over_sets, compare_under
from tallystick.metrics.resampling.settings import Correction, Settings, TestName
from tallystick.metrics.resampling.units import OneSet
from tallystick.reports.comparison.build import score_systems_together, units_of_corpus
from tallystick.reports.comparison.facts.scores_and_differences import (
    one_sided_p_values,
    smallest_visible_difference,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric

LEVEL, CONFIDENCE, RESAMPLES = 0.05, 0.95, 999
LEAST = 0.3  # points by which systems differ that are tested for equivalence
TESTS: tuple[TestName, ...] = ("randomisation", "bootstrap")
CORRECTIONS: tuple[Correction, ...] = ("none", "holm", "benjamini-hochberg")


class Pool(NamedTuple):
    """A metric with its statistics of systems, shape (systems, units, columns)."""

    metric: Metric
    rows: NDArray[np.float64]

    def drawn(self, units: int, random: np.random.Generator) -> Pool:
        """Draw units with replacement."""
        return self._replace(rows=self.rows[:, random.integers(0, self.rows.shape[1], units)])

    def null(self, units: int | None, random: np.random.Generator) -> Pool:
        """Draw units without replacement, or take all, and exchange the systems in each."""
        rows = self.rows[:, random.permutation(self.rows.shape[1])[:units]]
        order = random.random(rows.shape[:2]).argsort(axis=0)
        return self._replace(rows=np.take_along_axis(rows, order[:, :, np.newaxis], axis=0))

    def scores(self) -> NDArray[np.float64]:
        """Return the scores of the systems."""
        return self.metric.formula(self.rows.sum(axis=1))

    def runs(self) -> list[list[NDArray[np.float64]]]:
        """Return the statistics of systems with a single run."""
        return [[np.ascontiguousarray(rows)] for rows in self.rows]

    def compared(self, settings: Settings) -> Compared:
        """Compare the systems, each with a single run."""
        return compare_under(self.metric, self.runs(), settings)

    def intervals(self, pairs: Sequence[tuple[int, int]]) -> Intervals:
        """Return the intervals of the systems and of the differences of pairs."""
        return intervals_under(self.metric, self.runs(), pairs, CONFIDENCE)


class Estimates(NamedTuple):
    """Numbers with their intervals, which should contain the means of the numbers over trials."""

    values: NDArray[np.float64]
    low: NDArray[np.float64] | float = -np.inf
    high: NDArray[np.float64] | float = np.inf


class Data(NamedTuple):
    """The pools of two systems and of all, the best first, for a metric's spec and a unit."""

    two: Callable[..., Pool]
    ranked: Callable[..., Pool]
    units: tuple[str, ...]


Value: TypeAlias = bool | float | Estimates
Cells: TypeAlias = Iterator[tuple[str, object, Value]]
"""The rows, the columns and the values of a trial."""


def settings(
    trial: int, test: TestName = "randomisation", correction: Correction = "none"
) -> Settings:
    """Return the settings of a test; the number of the trial is its seed."""
    return Settings(test=test, resamples=RESAMPLES, seed=trial, correction=correction)


def p_value_of_two(pool: Pool, trial: int, test: TestName = "randomisation") -> float:
    """Test the difference of two systems."""
    return float(pool.compared(settings(trial, test)).p_values[0])


def coverage(data: Data, trial: int, random: np.random.Generator) -> Cells:
    """Cover the true values by intervals of nine systems and their 36 differences.

    In the last column the best system differs from copies of it in 8 of 1,000 segments on average.
    """
    pool = data.ranked("bleu", best=9)
    pairs = list(combinations(range(len(pool.rows)), 2))
    samples = [(f"{n}", pool.drawn(n, random), pairs) for n in (2, 3, 5, 8, 10, 20, 50, 200)]
    thousand = pool.drawn(1_000, random)
    rows = np.where(random.random((1_000, 1)) < 0.008, thousand.rows, thousand.rows[0])
    samples.append(("8 of 1,000 differ", Pool(pool.metric, rows), pairs[: len(rows) - 1]))
    for column, sample, of_sample in samples:
        intervals, scores = sample.intervals(of_sample), sample.scores()
        first, second = np.array(of_sample).T
        both, (lower, upper) = scores[first] - scores[second], intervals.one_sided_bounds
        yield "a difference", column, Estimates(both, *intervals.difference_bounds)
        degrees = np.full(len(both), sample.rows.shape[1] - 1.0)
        bounds = student_bounds(both, intervals.difference_errors, degrees, CONFIDENCE)
        yield "the same, one degree of freedom less than units", column, Estimates(both, *bounds)
        bounds = np.concatenate([-lower, upper])
        yield "a one-sided bound", column, Estimates(np.concatenate([-both, both]), high=bounds)
        yield "a score", column, Estimates(scores, *intervals.bounds)


def equivalence(data: Data, trial: int, random: np.random.Generator) -> Cells:
    """Call pairs of systems equivalent within margins around their true differences.

    A pair that differs by the margin is to be called so in 5% of the trials at most.
    """
    pool = data.ranked("bleu", best=9)
    pairs = list(combinations(range(len(pool.rows)), 2))
    first, second = np.array(pairs).T
    true = np.abs(pool.scores()[first] - pool.scores()[second])
    for n in (10, 20, 50, 200, 500):
        intervals = pool.drawn(n, random).intervals(pairs)
        for row, margin in (("the true difference", true), ("1 BLEU more", true + 1)):
            called = (one_sided_p_values(intervals, margin).max(axis=0) <= LEVEL)[true > LEAST]
            yield f"margin: {row}", n, float(100 * called.mean())


def nulls(data: Data, trial: int, random: np.random.Generator) -> Cells:
    """Test two systems that differ by chance."""
    for spec, unit in product(("bleu", "nist"), data.units):
        pool = data.two(spec, unit).null(None, random)
        of_tests: dict[str, float] = {test: p_value_of_two(pool, trial, test) for test in TESTS}
        drawn = bootstrap_scores(pool.metric, list(pool.rows), resamples=RESAMPLES, seed=trial)
        observed, resampled = np.subtract(*pool.scores()), drawn[:, 0] - drawn[:, 1]
        sizes = np.abs(resampled)
        far = int((sizes - sizes.mean() > abs(observed)).sum())
        of_tests["rule of sacreBLEU"] = (far + 1) / (RESAMPLES + 1)
        won = float((resampled > 0).mean())
        of_tests["1 - share of resamples won"] = min(won, 1 - won)
        for test, p_value in of_tests.items():
            yield f"{test}, rejected", f"{spec}, {unit}", p_value <= LEVEL
            yield f"{test}, p-value above 0.45", f"{spec}, {unit}", p_value > 0.45


def few(data: Data, trial: int, random: np.random.Generator) -> Cells:
    """Test two systems that differ by chance on few units."""
    for units, unit in product((5, 6, 8, 10, 15, 20, 30, 50, 100), data.units):
        pool = data.two("bleu", unit).null(units, random)
        for test in TESTS:
            yield f"{test}, {unit}", units, p_value_of_two(pool, trial, test) <= LEVEL


def runs(data: Data, trial: int, random: np.random.Generator) -> Cells:
    """Test two systems with the same expected score and several runs.

    A run takes about half of 500 segments from the best and the others from the worst of nine
    systems. The columns are how far the share may be from a half, which is drawn for each run.
    """
    pool = data.ranked("bleu", best=9)
    best, worst = pool.rows[[0, -1]][:, random.permutation(pool.rows.shape[1])[:500]]
    for number, spread in product((1, 2, 3, 5), (0.0, 0.1, 0.25)):
        shares = 0.5 + spread * random.uniform(-1, 1, (2, number, 1))
        from_best = random.random((2, number, len(best))) < shares
        both = np.where(from_best[..., np.newaxis], best, worst)
        compared = compare_under(pool.metric, [[*of] for of in both], settings(trial))
        yield f"{number} of each", spread, bool(compared.p_values[0] <= LEVEL)
        if number == 5:
            deviations = pool.metric.formula(both.sum(axis=2)).std(axis=1, ddof=1)
            yield "standard deviation", spread, float(deviations.mean())


def systems(data: Data, trial: int, random: np.random.Generator) -> Cells:
    """Find any two of nine systems different that differ by chance."""
    for spec, units in product(("bleu", "nist"), (20, 50, 100, 200)):
        pool = data.ranked(spec, best=9).null(units, random)
        for test in TESTS:
            p_values = pool.compared(settings(trial, test)).p_values
            corrected = {correction: adjusted(p_values, correction) for correction in CORRECTIONS}
            corrected["max-t"] = pool.compared(settings(trial, test, "max-t")).adjusted_p_values
            for correction, of_pairs in corrected.items():
                yield f"{test}, {correction}", f"{spec}, {units}", bool(of_pairs.min() <= LEVEL)


def sets(data: Data, trial: int, random: np.random.Generator) -> Cells:
    """Test two systems that differ by chance on several sets, and cover true means over sets."""
    for spec, (number, segments) in product(
        ("bleu", "bleu:smooth=none", "sentbleu"), ((10, 3), (10, 5), (10, 10), (5, 20))
    ):
        pool, column = data.two(spec), f"{number} x {segments}"
        null, sample = (
            {str(place): OneSet(pool.metric, [*rows]) for place, rows in enumerate(parts)}
            for parts in (
                np.split(pool.null(number * segments, random).rows, number, axis=1),
                np.split(pool.drawn(number * segments, random).rows, number, axis=1),
            )
        )
        for test in TESTS:
            p_value = compare_over_sets(null, settings(trial, test)).p_values[0]
            for level in (0.05, 0.01):
                yield f"{test} rejects at {level:.0%}, {spec}", column, bool(p_value <= level)
        compared = compare_over_sets(sample, settings(trial))
        difference = Estimates(compared.differences, *compared.difference_bounds)
        yield f"a difference, {spec}", column, difference
        yield f"a score, {spec}", column, Estimates(compared.scores[:1], *compared.bounds[:, :1])


def plan(data: Data, trial: int, random: np.random.Generator) -> Cells:
    """Plan the segments that true differences of all pairs need; nothing is random."""
    for spec in ("bleu", "chrf"):
        pool = data.ranked(spec)
        pairs = list(combinations(range(len(pool.rows)), 2))
        intervals = pool.intervals(pairs)
        errors = zip(intervals.difference_errors, intervals.difference_degrees, strict=True)
        visible = [smallest_visible_difference(error, LEVEL, of) for error, of in errors]
        for true, share in product((0.5, 1, 2), (0.5, 0.1, 0.9)):
            needed = pool.rows.shape[1] * (np.quantile(visible, share) / true) ** 2
            yield f"{spec}, {share:.0%} quantile of the pairs", true, float(needed)


def power(data: Data, trial: int, random: np.random.Generator) -> Cells:
    """Find the true difference of two systems, which is that on the whole test set."""
    pool = data.two("bleu")
    for units in (50, 100, 200, 500, 1_000, 2_000):
        sample = pool.drawn(units, random)
        is_found = p_value_of_two(sample, trial) <= LEVEL
        yield "found significant", units, is_found
        if is_found:
            difference, true = np.subtract(*sample.scores()), np.subtract(*pool.scores())
            yield "mean size of significant differences", units, abs(float(difference))
            yield "times the true one", units, abs(float(difference / true))
            yield "in the wrong direction", units, bool(difference * true < 0)


TABLES = {
    **{coverage: 2_000, equivalence: 2_000, nulls: 1_500, few: 2_000, runs: 400},
    **{systems: 400, sets: 1_000, plan: 1, power: 1_000},
}
"""The tables with the number of their trials."""


def read(folder: Path, pair: str, two: Sequence[str]) -> Data:
    """Read the test set of a language pair, with the first of its references."""
    target = pair.rpartition("-")[2]
    files = sorted(folder.glob(f"system-outputs/generaltest2022.{pair}.hyp.*.{target}"))
    references = min(folder.glob(f"references/generaltest2022.{pair}.ref.*.{target}"))
    documents = folder / f"sources/generaltest2022.{pair}.docid"
    corpora = read_test_set(
        references,
        files,
        names=[file.name.split(".")[3] for file in files],
        documents=documents if documents.exists() else None,
    ).corpora()

    @cache
    def pool(
        names: tuple[str, ...], spec: str, unit: str = "segment", best: int | None = None
    ) -> Pool:
        chosen = [(name, corpora[name]) for name in names[:best]]
        metrics = {spec: metric_from_spec(spec)}
        scored = [result.scored[0] for result in score_systems_together(chosen, metrics)]
        units = units_of_corpus(chosen[0][1], unit)
        return Pool(
            scored[0].metric, np.stack([units.sums(score.statistics.rows) for score in scored])
        )

    names = tuple(corpora)
    order = np.argsort(-pool(names, "bleu").scores())
    ranked = tuple(names[place] for place in order)
    units = ("segment", "document") if documents.exists() else ("segment",)
    return Data(partial(pool, tuple(two)), partial(pool, ranked), units)


def shown(values: Sequence[Value]) -> str:
    """Return a share of trials, a mean, or the coverage of intervals: median and middle 80%."""
    estimates = [value for value in values if isinstance(value, Estimates)]
    if not estimates:
        numbers = [value for value in values if not isinstance(value, Estimates)]
        return format(np.mean(numbers), ".1%" if isinstance(numbers[0], bool) else ",.2f")
    true = np.mean([estimate.values for estimate in estimates], axis=0)
    covered = np.mean(
        [(estimate.low <= true) & (true <= estimate.high) for estimate in estimates], axis=0
    )
    least, median, most = np.quantile(covered, (0.1, 0.5, 0.9))
    return f"{median:.1%}" + f" ({least:.1%} to {most:.1%})" * (len(covered) > 1)


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    tables = {table.__name__: table for table in TABLES}
    parser.add_argument("folder", type=Path)
    parser.add_argument("pair")
    parser.add_argument("table", choices=tables)
    parser.add_argument("--trials", type=int)
    parser.add_argument("--systems", nargs=2, default=("Online-W", "Online-A"))
    given = parser.parse_args()
    table, data = tables[given.table], read(given.folder, given.pair, given.systems)
    cells: dict[str, dict[object, list[Value]]] = defaultdict(lambda: defaultdict(list))
    for trial in range(given.trials or TABLES[table]):
        for row, column, value in table(data, trial, np.random.default_rng(trial)):
            cells[row][column].append(value)
    columns = list(dict.fromkeys(column for of_row in cells.values() for column in of_row))
    print(f"| {given.pair} |", *(f"{column} |" for column in columns))
    print("| --- |", "--- | " * len(columns))
    for row, of_row in cells.items():
        shown_cells = (shown(of_row[column]) if column in of_row else "" for column in columns)
        print(f"| {row} |", *(f"{cell} |" for cell in shown_cells))


if __name__ == "__main__":
    main()

"""The sums of the statistics of a corpus, added up from those of its parts on a cluster.

Workers return only sums. N-grams stay there too, those of a range of keys apart from others, so no
process has to hold all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import reduce
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.errors import InputError, OptionError, TallystickWarning, recorded, warn
from tallystick.metrics.base.base_metric import refuse_without_references
from tallystick.metrics.base.text_warnings import warn_of
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.in_parts.parts import Check, Part, refuse_other_systems
from tallystick.metrics.interface.metric import (
    Fittable,
    Metric,
    refuse_sums_of_parts,
    with_defaults,
)
from tallystick.metrics.scoring.scoring import SystemScored, scored_total, total_of
from tallystick.metrics.sums.statistics import Total
from tallystick.metrics.whole_corpus.ngram_counting import Coefficients, NgramCounting, NgramSums
from tallystick.metrics.whole_corpus.ngram_keys import CELLS, CountedNgrams, by_cell, summed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.in_parts.cluster import Cluster

ORDER_BITS = 10  # the highest order of a metric is 1000
RANGES_OF_FEW_PARTS = 64
PARTS_IN_A_RANGE = 4


class Ngrams(NamedTuple):
    """The n-grams of references in a range of keys, with the coefficients of systems.

    A coefficient is the factor of log2(count) of the n-gram at a place, in a sum.
    """

    keys: NDArray[np.uint64]
    counts: NDArray[np.integer]
    places: NDArray[np.integer]
    sums: NDArray[np.integer]
    coefficients: NDArray[np.integer]


def divided(
    ngrams: CountedNgrams, of_systems: Sequence[Coefficients], ranges: int, metric: int = 0
) -> list[Ngrams]:
    """Return the n-grams of a part in equal ranges of keys, with the coefficients of all systems.

    `metric` is the number of the metric, by which keys and sums differ from those of others. The
    numbers are of the smallest type, because they are sent to other processes.
    """
    order, of_cells = by_cell(ngrams.keys)
    bounds = of_cells[CELLS * np.arange(ranges + 1) // ranges]
    place_of = np.empty_like(order)
    place_of[order] = np.arange(len(order))
    places, orders, coefficients = map(np.concatenate, zip(*of_systems, strict=True))
    rows = metric * len(of_systems) + np.arange(len(of_systems))
    rows = np.repeat(rows, [len(system.places) for system in of_systems])
    ascending = np.argsort(place_of[places], kind="stable")
    columns = place_of[places], rows << ORDER_BITS | orders, coefficients
    places, sums, coefficients = (column[ascending] for column in columns)
    of_coefficients = np.searchsorted(places, bounds)
    return [
        Ngrams(
            ngrams.keys[1][order[begin:end]] + np.uint64(metric),
            *map(_smallest, (ngrams.counts[order[begin:end]], places[first:last] - begin)),
            *map(_smallest, (sums[first:last], coefficients[first:last])),
        )
        for (begin, end), (first, last) in zip(
            pairwise(bounds), pairwise(of_coefficients), strict=True
        )
    ]


def added(parts: Sequence[Ngrams]) -> Ngrams:
    """Add up the n-grams of parts in the same range, so that each key occurs once."""
    joined = Ngrams(*map(np.concatenate, zip(*parts, strict=True)))
    keys, numbers, counts = summed(joined.keys, joined.counts)
    starts = np.cumsum([0, *(len(part.keys) for part in parts[:-1])])
    places = np.repeat(starts, [len(part.places) for part in parts]) + joined.places
    return joined._replace(keys=keys, counts=_smallest(counts), places=_smallest(numbers[places]))


def _smallest(numbers: NDArray[np.integer]) -> NDArray[np.integer]:
    if not len(numbers):
        return numbers
    kind = np.result_type(*map(np.min_scalar_type, (numbers.min(), numbers.max())))
    return numbers.astype(kind)


def sums_of_range(parts: Sequence[Ngrams]) -> dict[tuple[int, int], float]:
    """Return the sums of coefficient * log2(count), by their number and order."""
    total = added(parts)
    weighted = total.coefficients * np.log2(total.counts[total.places], dtype=np.float64)
    return {
        divmod(number, 1 << ORDER_BITS): float(weighted[total.sums == number].sum())
        for number in np.unique(total.sums).tolist()
    }


def sums_over_ranges(
    ranges: Sequence[Mapping[tuple[int, int], float]],
) -> dict[tuple[int, int], float]:
    """Add up the sums of all ranges."""
    keys = dict.fromkeys(key for of_range in ranges for key in of_range)
    return {key: math.fsum(of_range.get(key, 0.0) for of_range in ranges) for key in keys}


class PartSums(NamedTuple):
    """The sums of a part, for each system under every metric, and what checks found."""

    totals: Mapping[str, Sequence[Total]]
    checks: Sequence[Check]
    warnings: Sequence[tuple[str, type[TallystickWarning]]]


def score_on_cluster(
    parts: Sequence[Part],
    metrics: Sequence[Metric],
    cluster: Cluster,
    checks: Sequence[Check],
    threads: int,
    count: Callable[[int], None],
) -> list[SystemScored]:
    """Score several systems from the sums of parts; see `score_in_parts`."""
    for metric in metrics:
        refuse_parts(
            metric,
            "sums of parts",
            "it has no sums of parts; leave it out, and score the whole corpus in one process",
        )
    weighing = _weighing(metrics)
    ranges = number_of_ranges(len(parts)) if weighing else 0
    read: list[Any] = []

    def sums_of_parts() -> Iterator[tuple[str, Any]]:
        for part in parts:
            task = cluster.submit(
                sums_of_part, part, tuple(metrics), tuple(checks), ranges, threads
            )
            read.append(task)
            yield part.name, cluster.submit(itemgetter(0), task)

    arrived: dict[str, PartSums] = {}
    for name, of_part in cluster.results(sums_of_parts()):
        arrived[name] = of_part
        count(1)
    sums_by_part = {part.name: arrived[part.name] for part in parts}
    shown = (warning for of_part in sums_by_part.values() for warning in of_part.warnings)
    for message, category in dict.fromkeys(shown):
        warn(message, category)
    for of_part in sums_by_part.values():
        for check, other in zip(checks, of_part.checks, strict=True):
            check.add(other)
    refuse_other_systems({name: list(of_part.totals) for name, of_part in sums_by_part.items()})
    sums = _sums_of_weights(read, ranges, cluster) if weighing else {}
    names, systems = list(sums_by_part[parts[0].name].totals), []
    for number, system in enumerate(names):
        totals = _added(metrics, *(of_part.totals[system] for of_part in sums_by_part.values()))
        for metric_number, (place, weigher) in enumerate(weighing.items()):
            row = metric_number * len(names) + number
            of_orders = {order: number for (of, order), number in sums.items() if of == row}
            totals[place] = weigher.weighted(totals[place], of_orders)
        systems.append(SystemScored(system, tuple(map(scored_total, metrics, totals))))
    return systems


def number_of_ranges(parts: int) -> int:
    """Return into how many ranges the n-grams of parts are divided.

    Each is a task for every part; a worker adds up at most the n-grams of four parts.

    >>> [number_of_ranges(parts) for parts in (3, 200, 1000)]
    [3, 64, 250]
    """
    return min(parts, max(RANGES_OF_FEW_PARTS, parts // PARTS_IN_A_RANGE), CELLS)


def _weighing(metrics: Sequence[Metric]) -> dict[int, NgramSums]:
    """Return how metrics weigh n-grams that do, by their places."""
    all_sums = {place: ngram_sums(metric) for place, metric in enumerate(metrics)}
    return {place: sums for place, sums in all_sums.items() if sums is not None}


def total_of_part(metric: Metric, corpus: Corpus, workspace: Workspace) -> Total:
    """Return the sum of the statistics of a part, without weights of n-grams."""
    sums = ngram_sums(metric)
    if sums is None:
        return total_of(metric, corpus, workspace)
    return sums.unweighted(corpus, workspace).as_total(finite=False)


def sums_of_part(
    part: Part, metrics: Sequence[Metric], checks: Sequence[Check], ranges: int, threads: int
) -> list[Any]:
    """Read a part; return its sums, then for each range of keys the n-grams that metrics weigh."""
    checks = deepcopy(checks)  # tasks in threads share the argument
    totals: dict[str, list[Total]] = {}
    weighing = _weighing(metrics)
    ngrams: list[list[Ngrams]] = []
    said: set[str] = set()
    with recorded() as shown:
        for block in part.blocks():
            workspace = Workspace(threads)
            corpora: list[Corpus] = []
            for system, corpus in block:
                if not corpus.has_references:
                    refuse_without_references(metrics)
                warn_of(corpus, metrics, said)
                for check in checks:
                    check.count(system, corpus)
                own = [total_of_part(metric, corpus, workspace) for metric in metrics]
                before = [totals[system]] if system in totals else []
                totals[system] = _added(metrics, *before, own)
                corpora.append(corpus)
            for number, sums in enumerate(weighing.values()):
                counted, shared = sums.of_references(corpora[0].references)
                of_systems = [sums.coefficients(corpus, shared) for corpus in corpora]
                ngrams.append(divided(counted, of_systems, ranges, number))
    return [
        PartSums(totals, checks, tuple(shown)),
        *(added([block.pop(0) for block in ngrams]) for _ in range(ranges)),
    ]


def _added(metrics: Sequence[Metric], *parts: Sequence[Total]) -> list[Total]:
    """Return the sum of parts under every metric."""
    added = []
    for metric, totals in zip(metrics, zip(*parts, strict=True), strict=True):
        if len({total.references for total in totals}) > 1 and ngram_sums(metric) is not None:
            raise InputError(
                "parts of the corpus have different numbers of references for each segment; the "
                f"parts of {metric.identity.name} must have the same number"
            )
        added.append(reduce(Total.added, totals))
    return added


def _sums_of_weights(
    read: Sequence[Any], ranges: int, cluster: Cluster
) -> dict[tuple[int, int], float]:
    """Add up the n-grams of all parts, a task for each range, and return their sums."""
    from uuid import uuid4

    # Dask leaves tasks of this name where their argument is
    # (distributed.scheduler.default-task-durations).
    key = f"split-shuffle-{uuid4()}"
    tasks = []
    for number in range(ranges):
        pieces = [
            cluster.submit(itemgetter(number + 1), task, key=f"{key}-{place}-{number}")
            for place, task in enumerate(read)
        ]
        tasks.append((f"range {number + 1} of n-grams", cluster.submit(sums_of_range, pieces)))
    by_range = dict(cluster.results(tasks))
    return sums_over_ranges([by_range[name] for name, _ in tasks])


def ngram_sums(metric: Metric) -> NgramSums | None:
    """Return how a metric adds up weights of n-grams over parts; None if it does not."""
    counting = counting_of(metric)
    return counting if isinstance(counting, NgramSums) and not counting.no_sums else None


def counting_of(metric: Metric) -> NgramCounting | None:
    """Return how a metric scores a corpus in parts; None if it needs no counts of n-grams."""
    make = with_defaults(metric).ngram_counting
    return None if make is None else make()


def refuse_parts(metric: Metric, what: str, so: str) -> None:
    """Refuse a metric whose scores do not follow from sums of parts, which `what` needs.

    `so` is what follows for a metric that must see the whole corpus, and the remedy.
    """
    counting = counting_of(metric)
    if isinstance(counting, NgramSums) and not counting.no_sums:
        return
    refuse_sums_of_parts(metric, what)
    if counting is not None and counting.no_sums:
        raise OptionError(counting.no_sums)
    if isinstance(metric, Fittable) or metric.identity.whole_corpus:
        raise OptionError(
            f"{metric.identity.title} depends on all segments of a corpus at once, so {so}"
        )

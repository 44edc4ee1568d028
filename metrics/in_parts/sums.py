"""The sums of the statistics of a corpus, added up from those of its parts on a cluster.

Parts are read by workers, from which only sums come back. The n-grams of metrics that weigh them
stay there too.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import reduce
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.errors import InputError, TallystickWarning, warn
from tallystick.metrics.base.base_metric import refuse_without_references
from tallystick.metrics.base.text_warnings import warn_of
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.in_parts.ngrams import (
    MOST_RANGES,
    Ngrams,
    added,
    divided,
    sums_of_range,
    sums_over_ranges,
)
from tallystick.metrics.in_parts.parts import refuse_other_systems
from tallystick.metrics.scoring.scoring import SystemScored, scored_total, total_of
from tallystick.metrics.sums.total import Total
from tallystick.metrics.whole_corpus.ngram_counting import NgramSums, ngram_sums, refuse_parts

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.in_parts.cluster import Cluster
    from tallystick.metrics.in_parts.parts import Check, Part
    from tallystick.metrics.interface.metric import Metric

RANGES_OF_FEW_PARTS = 64
PARTS_IN_A_RANGE = 4


class PartSums(NamedTuple):
    """The sums of the statistics of a part.

    Attributes:
        totals: For each system the sum under every metric.
        checks: What the checks found.
        warnings: The warnings, each with its class; a worker does not show them.
    """

    totals: Mapping[str, Sequence[Total]]
    checks: Sequence[Check]
    warnings: Sequence[tuple[str, type[TallystickWarning]]]


def score_in_parts(
    parts: Sequence[Part],
    metrics: Sequence[Metric],
    cluster: Cluster,
    *,
    checks: Sequence[Check] = (),
    threads: int = 1,
    count: Callable[[int], None] = lambda number: None,
) -> list[SystemScored]:
    """Score several systems on a corpus from the sums of its parts.

    Counts are exactly those of the whole corpus; scores equal its scores to 12 digits.

    Args:
        parts: The parts, with different names.
        metrics: The metrics.
        cluster: Where parts are read.
        checks: See all texts.
        threads: The number of threads for a part.
        count: Called with 1 after each part.

    Raises:
        InputError: A part cannot be read or scored, or parts differ in their systems.
        OptionError: A metric has no sums of parts.
    """
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
    found = {part.name: arrived[part.name] for part in parts}
    shown = (one for of_part in found.values() for one in of_part.warnings)
    for message, category in dict.fromkeys(shown):
        warn(message, category)
    for of_part in found.values():
        for check, other in zip(checks, of_part.checks, strict=True):
            check.add(other)
    refuse_other_systems({name: list(of_part.totals) for name, of_part in found.items()})
    sums = _sums_of_weights(read, ranges, cluster) if weighing else {}
    systems = []
    for number, system in enumerate(found[parts[0].name].totals):
        totals = _added(metrics, *(of_part.totals[system] for of_part in found.values()))
        for place, weigher in weighing.items():
            of_orders = {order: one for (of, order), one in sums[place].items() if of == number}
            totals[place] = weigher.weighted(totals[place], of_orders)
        systems.append(SystemScored(system, tuple(map(scored_total, metrics, totals))))
    return systems


def number_of_ranges(parts: int) -> int:
    """Return into how many ranges the n-grams of parts are divided.

    Each range is a task for every part, which the scheduler must keep count of, and has at most the
    n-grams of four parts, which a worker must add up.

    >>> [number_of_ranges(parts) for parts in (3, 200, 1000)]
    [3, 64, 250]
    """
    return min(parts, max(RANGES_OF_FEW_PARTS, parts // PARTS_IN_A_RANGE), MOST_RANGES)


def _weighing(metrics: Sequence[Metric]) -> dict[int, NgramSums]:
    """Return how metrics weigh n-grams that do, by their places."""
    found = {place: ngram_sums(metric) for place, metric in enumerate(metrics)}
    return {place: sums for place, sums in found.items() if sums is not None}


def total_of_part(metric: Metric, corpus: Corpus, workspace: Workspace) -> Total:
    """Return the sum of the statistics of a part, without weights of n-grams."""
    sums = ngram_sums(metric)
    if sums is None:
        return total_of(metric, corpus, workspace)
    return sums.unweighted(corpus, workspace).as_total(finite=False)


def sums_of_part(
    part: Part, metrics: Sequence[Metric], checks: Sequence[Check], ranges: int, threads: int
) -> list[Any]:
    """Read a part.

    Returns:
        The sums of the part, and then for each range of keys the n-grams by the place of the
        metric that weighs them.
    """
    checks = deepcopy(checks)  # tasks in threads share the argument
    totals: dict[str, list[Total]] = {}
    weighing = _weighing(metrics)
    ngrams: dict[int, list[list[Ngrams]]] = {place: [] for place in weighing}
    said: set[str] = set()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", TallystickWarning)
        for block in part.blocks():
            workspace = Workspace(threads)
            corpora: list[Corpus] = []
            for system, corpus in block:
                if not corpus.has_references:
                    refuse_without_references(metrics)
                warn_of(corpus, metrics, said)
                for check in checks:
                    check.count(system, corpus)
                found = [total_of_part(metric, corpus, workspace) for metric in metrics]
                before = [totals[system]] if system in totals else []
                totals[system] = _added(metrics, *before, found)
                corpora.append(corpus)
            for place, sums in weighing.items():
                counted, shared = sums.of_references(corpora[0].references)
                of_systems = [sums.coefficients(corpus, shared) for corpus in corpora]
                ngrams[place].append(divided(counted, of_systems, ranges))
    shown = dict.fromkeys(
        (str(one.message), one.category)
        for one in caught
        if issubclass(one.category, TallystickWarning)
    )
    return [
        PartSums(totals, checks, tuple(shown)),
        *(
            {place: added([block.pop(0) for block in blocks]) for place, blocks in ngrams.items()}
            for _ in range(ranges)
        ),
    ]


def _added(metrics: Sequence[Metric], *parts: Sequence[Total]) -> list[Total]:
    """Return the sum of parts under every metric."""
    found = []
    for metric, totals in zip(metrics, zip(*parts, strict=True), strict=True):
        if len({one.references for one in totals}) > 1 and ngram_sums(metric) is not None:
            raise InputError(
                "parts of the corpus have different numbers of references for each segment; the "
                f"parts of {metric.identity.name} must have the same number"
            )
        found.append(reduce(Total.added, totals))
    return found


def _sums_of_weights(
    read: Sequence[Any], ranges: int, cluster: Cluster
) -> dict[int, dict[tuple[int, int], float]]:
    """Add up the n-grams of all parts, a task for each range, and return their sums by metric."""
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
        tasks.append((f"range {number + 1} of n-grams", cluster.submit(sums_of_pieces, pieces)))
    by_range = dict(cluster.results(tasks))
    found = [by_range[name] for name, _ in tasks]
    return {place: sums_over_ranges([one[place] for one in found]) for place in found[0]}


def sums_of_pieces(
    pieces: Sequence[Mapping[int, Ngrams]],
) -> dict[int, dict[tuple[int, int], float]]:
    """Add up the n-grams of a range of all parts, by the place of the metric."""
    return {place: sums_of_range([one[place] for one in pieces]) for place in pieces[0]}

"""Files of statistics of parts of a corpus, computed by the workers of a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tallystick.metrics.in_parts.cluster import Cluster
from tallystick.reports.statistics_files.part_files import PartDone, PartJob, do

REMEDY = "do the same again; the parts that were written are kept"


def run_on(client: Any, jobs: Sequence[PartJob]) -> Iterator[PartDone]:
    """Do jobs on the workers of a cluster, and yield their results as they arrive.

    Every worker must be able to read the files under the same names.

    Args:
        client: A `distributed.Client`.
        jobs: The jobs.

    Raises:
        TallystickError: A job failed, was lost too often, or the cluster is gone; see `Cluster`.
    """
    with Cluster(client, REMEDY) as cluster:
        tasks = [(job.path, cluster.submit(do, job.absolute())) for job in jobs]
        for _, done in cluster.results(tasks):
            yield done

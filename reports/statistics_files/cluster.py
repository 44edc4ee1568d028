"""Parts of a corpus on a cluster, through Dask, which schedules them and repeats lost ones."""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tallystick.errors import MissingExtraError, TallystickError
from tallystick.reports.statistics_files.part_files import PartDone, PartJob, do

SECONDS_TO_CONNECT = 10
RETRIES = 2
NEWLINE = "\n"


@contextlib.contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect to the scheduler of a cluster, such as "tcp://10.0.0.1:8786".

    Raises:
        MissingExtraError: Dask is not installed.
        TallystickError: There is no scheduler at this address.
    """
    distributed = _distributed()
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are raised
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise TallystickError(
            f"no scheduler of Dask answers at {address} ({str(error).rstrip('.')}); expected an "
            "address such as tcp://10.0.0.1:8786, which the scheduler prints when it starts"
        ) from None
    with client:
        yield client


def run_on(client: Any, jobs: Sequence[PartJob]) -> Iterator[PartDone]:
    """Do jobs on the workers of a cluster, and yield their results as they arrive.

    Every worker must be able to read the files under the same names, and have the same version of
    tallystick. A job whose worker is lost is done again by another one.

    Args:
        client: A `distributed.Client`.
        jobs: The jobs.

    Raises:
        TallystickError: A job failed, was lost too often, or the cluster is gone.
    """
    distributed = _distributed()
    futures = {client.submit(do, _absolute(job), pure=False, retries=RETRIES): job for job in jobs}
    try:
        for future in distributed.as_completed(futures, loop=client.loop):
            try:
                yield future.result()
            except TallystickError:
                raise
            except Exception as error:
                raise TallystickError(
                    f"{futures[future].path}: the cluster did not do this part: "
                    f"{type(error).__name__}: {str(error).partition(NEWLINE)[0]}; the parts that "
                    "were written are kept, so run the same command again to go on"
                ) from None
            future.release()
    finally:
        with contextlib.suppress(Exception):  # the cluster may be gone
            client.cancel(list(futures))


def _absolute(job: PartJob) -> PartJob:
    """Return a job that can be done in another folder."""
    files = job.files
    return replace(
        job,
        files=replace(
            files,
            references=tuple(map(os.path.abspath, files.references)),
            hypotheses=tuple(map(os.path.abspath, files.hypotheses)),
            documents=files.documents and os.path.abspath(files.documents),
            sources=files.sources and os.path.abspath(files.sources),
        ),
    )


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise MissingExtraError(
            f"a cluster requires Dask, and importing it failed ({error}); install it with: "
            'pip install "tallystick[cluster]"'
        ) from None

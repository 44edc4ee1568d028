"""A cluster, through Dask, which schedules tasks on workers and repeats lost ones."""

from __future__ import annotations

import contextlib
import importlib
import logging
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tallystick import __version__
from tallystick.errors import MissingExtraError, OptionError, TallystickError, warn

SECONDS_TO_CONNECT = 10
NEWLINE = "\n"
REPEAT = "do the same again"


@contextlib.contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect to the scheduler of a cluster, such as "tcp://10.0.0.1:8786"."""
    distributed = _distributed()
    for logger in ("distributed", "distributed.client"):
        logging.getLogger(logger).setLevel(logging.CRITICAL)  # errors are raised
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise TallystickError(
            f"no scheduler of Dask answers at {address} ({str(error).rstrip('.')}); expected an "
            "address such as tcp://10.0.0.1:8786, which the scheduler prints when it starts"
        ) from None
    with client:
        if not client.ncores():
            warn(f"the cluster at {address} has no workers yet; the parts wait for some")
        yield client


class Cluster:
    """Does tasks on the workers of a cluster; a task whose worker is lost is done by another.

    As a context manager it cancels what is not done. `remedy` is for errors of the cluster.
    """

    def __init__(self, client: Any, remedy: str = REPEAT) -> None:
        if not hasattr(client, "submit"):
            raise OptionError(
                f"client is {client!r}; expected a client of a Dask cluster, such as "
                "distributed.Client('tcp://127.0.0.1:8786')"
            )
        self._client = client
        self._remedy = remedy
        self._futures: list[Any] = []

    def submit(self, function: Callable[..., Any], *arguments: Any, key: str | None = None) -> Any:
        """Return the future result of a task."""
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", message="Sending large graph")  # blocks of texts
                future = self._client.submit(
                    call, __version__, function, *arguments, key=key, pure=False
                )
        except Exception as error:
            raise TallystickError(f"the cluster is gone: {error}; {self._remedy}") from None
        self._futures.append(future)
        return future

    def results(self, tasks: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
        """Yield the names and the results of tasks as they arrive."""
        names = {task: name for name, task in tasks}
        distributed = _distributed()
        for future in distributed.as_completed(names, loop=self._client.loop):
            try:
                result = future.result()
            except TallystickError:
                raise
            except distributed.CancelledError:
                raise TallystickError(
                    f"{names[future]} was not done, because the scheduler of the cluster is gone; "
                    f"start one, and {self._remedy}"
                ) from None
            except distributed.KilledWorker as error:
                raise TallystickError(
                    f"{names[future]} was not done, because {error.allowed_failures + 1} workers "
                    "died of it, most likely for lack of memory; give them more, or make the parts "
                    f"smaller, and {self._remedy}"
                ) from None
            except Exception as error:
                raise TallystickError(
                    f"{names[future]} was not done: {type(error).__name__}: "
                    f"{str(error).partition(NEWLINE)[0]}; {self._remedy}"
                ) from None
            yield names[future], result
            future.release()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *raised: object) -> None:
        with contextlib.suppress(Exception):  # the cluster may be gone
            self._client.cancel(self._futures)


def call(version: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function on a worker, which must have the client's version of tallystick."""
    if version != __version__:
        raise TallystickError(
            f"a worker of the cluster has tallystick {__version__}, and this process has "
            f"{version}; install the same version on all of them"
        )
    return function(*arguments)


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise MissingExtraError(
            f"a cluster requires Dask, and importing it failed ({error}); install it with: "
            'pip install "tallystick[cluster]"'
        ) from None

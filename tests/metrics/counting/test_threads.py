"""Tasks shared by threads: results in order, and no further work after a failure."""

import threading
import time
from collections.abc import Callable

import pytest

from tallystick import InputError
from tallystick.metrics import Workspace
from tests.metrics.internals import MOST_THREADS, in_parts, run_in_threads


@pytest.mark.parametrize("threads", [1, 2, 5, 20])
def test_the_results_of_tasks_are_in_order(threads: int) -> None:
    def task(number: int) -> Callable[[], tuple[int, int]]:
        return lambda: (number, threading.get_ident())

    found = run_in_threads([task(number) for number in range(12)], threads)
    assert [number for number, _ in found] == list(range(12))
    assert len({thread for _, thread in found}) <= threads


def test_a_number_of_threads_without_sense_is_not_started() -> None:
    def task() -> int:
        time.sleep(0.001)
        return threading.active_count()

    others = threading.active_count()
    assert max(run_in_threads([task] * (3 * MOST_THREADS), 10**30)) < others + MOST_THREADS
    assert Workspace(10**30).threads == MOST_THREADS
    # nor do the parts of resamples become smaller
    parts = in_parts(lambda start, stop: stop - start, 10_000, 1, 10**30)
    assert (len(parts), sum(parts)) == (-(-10_000 // -(-10_000 // MOST_THREADS)), 10_000)


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_first_failure_of_several_is_raised_and_no_task_is_started_later(threads: int) -> None:
    started = []

    def task(number: int) -> Callable[[], None]:
        def run() -> None:
            started.append(number)
            time.sleep(0.01 / (number + 1))  # the later, the sooner it fails
            if number < 4:
                raise InputError(str(number))

        return run

    with pytest.raises(InputError, match=r"^0$"):
        run_in_threads([task(number) for number in range(54)], threads)
    assert len(started) < 10


@pytest.mark.parametrize("threads", [2, 4])
def test_ctrl_c_ends_what_the_other_threads_are_doing(threads: int) -> None:
    running = threading.Barrier(threads)

    def never_end() -> None:
        running.wait()
        while True:
            pass

    def interrupt() -> None:
        running.wait()
        raise KeyboardInterrupt

    before = threading.active_count()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run_in_threads_with_the_first_here(interrupt, [never_end] * (threads - 1))
    assert time.monotonic() - started < 5
    assert threading.active_count() == before


def run_in_threads_with_the_first_here(
    here: Callable[[], None], elsewhere: list[Callable[[], None]]
) -> None:
    """Run one task in this thread, wherever it falls among those of the others."""
    this = threading.get_ident()
    tasks = iter(elsewhere)

    def task() -> None:
        (here if threading.get_ident() == this else next(tasks))()

    run_in_threads([task] * (len(elsewhere) + 1), len(elsewhere) + 1)


def test_an_exit_in_another_thread_is_raised_here(capfd: pytest.CaptureFixture[str]) -> None:
    def leave() -> None:
        raise SystemExit(77)

    def wait() -> None:
        time.sleep(0.05)

    with pytest.raises(SystemExit):
        run_in_threads_with_the_first_here(wait, [leave])
    assert capfd.readouterr().err == ""

"""Run tasks in several threads."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

Result = TypeVar("Result")

MOST_THREADS = max(64, os.cpu_count() or 1)
"""More are not started, nor is the work divided for them, whatever number is given."""

SECONDS_BETWEEN_REQUESTS = 0.1


def run_in_threads(tasks: Sequence[Callable[[], Result]], threads: int) -> list[Result]:
    """Run tasks in several threads, including this one, and return their results in order.

    After a task has failed, no other task is started. Tasks are started in order, so the exception
    raised, that of the first failing task, does not depend on the number of threads. Ctrl-C (any
    exception that is not an `Exception`) also ends the tasks that other threads are running.
    """
    threads = min(threads, len(tasks), MOST_THREADS)
    if threads <= 1:
        return [task() for task in tasks]
    results: dict[int, Result] = {}
    failures: dict[int, BaseException] = {}
    numbers = iter(range(len(tasks)))

    def run() -> None:
        while not failures:
            number = next(numbers, None)  # a task already taken runs even if others fail
            if number is None:
                return
            try:
                results[number] = tasks[number]()
            except Exception as error:
                failures[number] = error

    def help_to_run() -> None:
        try:
            run()
        except BaseException as error:
            failures[-1] = error  # takes precedence over those of the tasks

    helpers = [threading.Thread(target=help_to_run, daemon=True) for _ in range(threads - 1)]
    try:
        for helper in helpers:
            helper.start()
        run()
        for helper in helpers:
            helper.join()
    except BaseException as error:
        failures[-1] = error
        _end(helpers)
        raise
    if failures:
        raise failures[min(failures)]
    return [results[number] for number in range(len(tasks))]


def run_in_turn(tasks: Iterable[Callable[[], Result]], threads: int) -> Iterator[Result]:
    """Run tasks in several threads, as many at a time, and yield their results in order.

    A task is taken, and so what it needs is made, when its turn comes.
    """
    waiting = iter(tasks)
    while some := list(islice(waiting, threads)):
        yield from run_in_threads(some, threads)


def _end(threads: Sequence[threading.Thread]) -> None:
    """Raise SystemExit, which `threading` does not print, in threads until all have ended."""
    import ctypes

    for thread in threads:
        while thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit)
            )
            thread.join(SECONDS_BETWEEN_REQUESTS)

"""Mutation testing: change one place of a module at a time, and see whether its tests notice.

`mutants.toml` names the modules, in groups, with their tests. A mutant that changes nothing that
can be observed is listed in `equivalent_mutants.toml` with the reason. Modules are changed in
memory, in forked processes that run the tests until one fails.

mutmut leaves out decorated functions and constants of modules, and its names of mutants change
with the code around them; cosmic-ray rewrites the file and starts Python for every mutant.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import multiprocessing
import os
import random
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from itertools import pairwise
from multiprocessing.connection import wait
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from mutant_sources import Mutant, mutants_of

HERE = Path(__file__).parent
FORK = multiprocessing.get_context("fork")
LIMIT = 300  # seconds
IMPORTED_ONCE = ("numpy", "pytest", "hypothesis", "nltk", "sacrebleu")

OUTCOMES = ("killed", "timeout", "survived", "equivalent")


def name_of(path: str) -> str:
    """Return the name that a module of the repository is imported by.

    >>> name_of("metrics/bleu/formula.py")
    'tallystick.metrics.bleu.formula'
    """
    return "tallystick." + path.removesuffix(".py").replace("/", ".")


class ForEachMutant:
    """A plug-in of pytest: run the collected tests once for each mutant, in processes forked then.

    The code of functions is replaced in place, wherever they were imported. None changes nothing.
    The tests that have ended most mutants run first.
    """

    def __init__(self, path: str, mutants: Sequence[Mutant | None], jobs: int, output: Any) -> None:
        self.path, self.mutants, self.jobs, self.output = path, mutants, jobs, output

    def pytest_runtestloop(self, session: Any) -> None:
        """Write the number of each mutant, how it ended, and the seconds that this took."""
        module = importlib.import_module(name_of(self.path))
        gc.unfreeze()  # what the collector does not search, it does not list
        functions = [
            function
            for function in gc.get_objects()
            if isinstance(function, FunctionType) and function.__module__ == module.__name__
        ]
        kills = FORK.RawArray("i", len(session.items))
        waiting, running = list(enumerate(self.mutants)), dict[int, Any]()
        limit: float = LIMIT
        while waiting or running:
            while waiting and len(running) < self.jobs:
                number, mutant = waiting.pop(0)
                process = FORK.Process(target=run_items, args=(session, mutant, functions, kills))
                process.start()
                running[process.sentinel] = process, number, time.monotonic()
            ended = wait(running, timeout=0.5)
            for sentinel, (process, number, start) in list(running.items()):
                seconds = time.monotonic() - start
                if sentinel in ended or seconds > limit:
                    with suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGKILL)  # with all that the tests started
                    process.join()
                    del running[sentinel]
                    outcome = "survived" if process.exitcode == 0 else "killed"
                    self.output.send((number, outcome if sentinel in ended else "timeout"))
                    if self.mutants[number] is None:
                        limit = 5 + 3 * seconds
        os._exit(0)


def run_items(
    session: Any, mutant: Mutant | None, functions: Sequence[FunctionType], kills: Any
) -> None:
    """Run the collected tests until one fails, and end the process; the status is 0 if none did.

    `kills` are the numbers of mutants that each of the tests has ended.
    """
    os.setsid()
    if mutant is not None:
        changed = dict(_codes(compile(mutant.source, mutant.path, "exec", dont_inherit=True)))
        for function in functions:
            function.__code__ = changed.get(function.__code__.co_qualname, function.__code__)
    numbers = sorted(range(len(kills)), key=lambda number: -kills[number])
    for number, following in pairwise([*numbers, None]):
        after = None if following is None else session.items[following]
        session.config.hook.pytest_runtest_protocol(item=session.items[number], nextitem=after)
        if session.testsfailed:
            kills[number] += 1
            break
    os._exit(session.testsfailed != 0)


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant.co_qualname, constant
            yield from _codes(constant)


def run_pytest(
    path: str, source: bytes, mutants: Sequence[Mutant | None], tests: Sequence[str], jobs: int
) -> Iterator[tuple[Mutant | None, str]]:
    """Yield how mutants ended whose module was imported from this source; none if it cannot be."""
    results, output = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_collect, args=(path, source, mutants, tests, jobs, output))
    process.start()
    output.close()
    with suppress(EOFError):
        while True:
            number, outcome = results.recv()
            yield mutants[number], outcome
    process.join()


def _collect(
    path: str,
    source: bytes,
    mutants: Sequence[Mutant | None],
    tests: Sequence[str],
    jobs: int,
    output: Any,
) -> None:
    signal.alarm(LIMIT * (1 + len(mutants)))  # a module may hang while it is imported
    for stream in (0, 1, 2):
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    read = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> Any:
        if fullname == name_of(path):
            return compile(source, path, "exec", dont_inherit=True)
        return read(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    import pytest

    # pytest would compile modules of its plug-ins itself, to rewrite their assertions
    options = ["--assert=plain", "-q", "--tb=no", "-m", "not slow", "-p", "no:cacheprovider"]
    doctests = ["--doctest-modules", "--pyargs", name_of(path)]
    plugin = ForEachMutant(path, mutants, jobs, output)
    os._exit(int(pytest.main([*options, *tests, *doctests], [plugin])))


def run_all(
    path: str, mutants: Sequence[Mutant], tests: Sequence[str], jobs: int
) -> dict[Mutant, str]:
    """Return how each mutant of a module ended."""
    in_body = [mutant for mutant in mutants if mutant.in_body]
    ended = dict(run_pytest(path, Path(path).read_bytes(), [None, *in_body], tests, jobs))
    if ended.get(None) != "survived":
        raise SystemExit(f"the tests of {path} fail without a mutant: {tests}")
    for mutant in mutants:
        if not mutant.in_body:
            alone = dict(run_pytest(path, mutant.source, [None], tests, 1))
            ended[mutant] = alone.get(None, "killed")
    return {mutant: ended.get(mutant, "killed") for mutant in mutants}


def listed_mutants(file: Path) -> set[tuple[str, str, str, str]]:
    """Return the keys of the mutants that are listed as equivalent."""
    return {
        (path, *mutant)
        for path, entries in tomllib.loads(file.read_text(encoding="utf-8")).items()
        for entry in entries
        for mutant in entry["mutants"]
    }


def table(counts: dict[str, Counter[str]], group_of: dict[str, str]) -> Iterator[str]:
    """Yield the lines of a table of outcomes by module and by group."""
    yield f"{'':40}" + "".join(f"{name:>11}" for name in (*OUTCOMES, "% killed"))
    of_groups: dict[str, Counter[str]] = {}
    for path, tally in counts.items():
        of_groups.setdefault(group_of[path], Counter()).update(tally)
    for name, tally in (counts | of_groups).items():
        noticed = tally["killed"] + tally["timeout"]
        share = 100 * noticed / max(noticed + tally["survived"], 1)
        yield f"{name:40}" + "".join(f"{tally[kind]:11}" for kind in OUTCOMES) + f"{share:11.1f}"


def main() -> int:
    """Run what the command line asks for; the status is 1 if a mutant survived."""
    parser = argparse.ArgumentParser(description="Mutation testing; see CONTRIBUTING.md.")
    parser.add_argument("modules", nargs="*", help="paths, groups or `all`; a sample without any")
    parser.add_argument("--sample", type=int, default=200, help="mutants of a sample (200)")
    parser.add_argument("--minutes", type=float, default=10, help="when a sample ends (10)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of a sample (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at once")
    parser.add_argument("--tables", type=Path, default=HERE, help="the folder of the two tables")
    options = parser.parse_args()
    groups = tomllib.loads((options.tables / "mutants.toml").read_text(encoding="utf-8"))
    tests = {path: files for group in groups.values() for path, files in group.items()}
    group_of = {path: name for name, group in groups.items() for path in group}
    equivalent = listed_mutants(options.tables / "equivalent_mutants.toml")
    mutants = [mutant for path in tests for mutant in mutants_of(path, Path(path).read_bytes())]
    unknown = sorted(equivalent - {mutant.key for mutant in mutants})
    for key in unknown:
        print("is listed as equivalent, but is no mutant any more:", *key, sep="\n    ")
    end = float("inf")
    if not options.modules:
        end = time.monotonic() + 60 * options.minutes
        mutants = random.Random(options.seed).sample(mutants, min(options.sample, len(mutants)))
    elif options.modules != ["all"]:
        asked = set(options.modules)
        if wrong := asked - {*groups, *tests}:
            parser.error(f"neither a module nor a group of mutants.toml: {', '.join(wrong)}")
        mutants = [mutant for mutant in mutants if asked & {mutant.path, group_of[mutant.path]}]
    for name in IMPORTED_ONCE:
        with suppress(ImportError):
            importlib.import_module(name)
    counts: dict[str, Counter[str]] = {}
    for path in dict.fromkeys(mutant.path for mutant in mutants):
        if time.monotonic() > end:
            print(f"{options.minutes:g} minutes are over; the rest of the sample was not run")
            break
        of_path = [mutant for mutant in mutants if mutant.path == path]
        tested = [mutant for mutant in of_path if mutant.key not in equivalent]
        tally = counts[path] = Counter(equivalent=len(of_path) - len(tested))
        for mutant, outcome in run_all(path, tested, tests[path], options.jobs).items():
            tally[outcome] += 1
            if outcome == "survived":
                print(f"{path}:{mutant.line} {mutant.function}")
                print(f"  - {mutant.before}\n  + {mutant.after}", flush=True)
        print(f"{path}: {dict(tally)}", file=sys.stderr, flush=True)
    print(*table(counts, group_of), sep="\n")
    return int(bool(unknown) or any(tally["survived"] for tally in counts.values()))


if __name__ == "__main__":
    sys.exit(main())

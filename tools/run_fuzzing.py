"""Fuzz the compiled kernel and everything that is read, and print what was executed.

    python tools/run_fuzzing.py [--seconds S | --runs N] [--corpus FOLDER] [TARGET ...]
    python tools/run_fuzzing.py --reproduce FILE TARGET

Targets are functions of bytes in `tools/fuzz`. atheris, which contains libFuzzer, mutates the
bytes and is guided by coverage: with clang, that of the kernel's C code too, which is built with
the address and undefined sanitizers; without clang, gcc's sanitizers watch the kernel and only
Python guides. An input that crashes, takes 30 s or raises anything but what the target allows is
minimised and kept; the exit status is then 1. libFuzzer measures wall time, so an input that it
calls too slow is executed again, and is no finding if that takes less than 30 s of processor time.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from run_checked_kernel import (
    CHECKED_PACKAGE,
    SANITIZERS,
    build_checked_package,
    sanitized,
    sanitizer_library,
)

FOLDER = Path(__file__).parent / "fuzz"
LONGEST = 600  # bytes of an input
SECONDS_OF_INPUT = 30
MEGABYTES = 3000
GRACE = 120  # seconds to start and to end
COVERAGE = re.compile(r"cov: (\d+)")
EXECUTIONS = re.compile(r"stat::number_of_executed_units: (\d+)")
RUNTIME = "asan_with_fuzzer.so"  # clang's, with the hooks of libFuzzer; a part of atheris
CLANG = {
    "CC": "clang",
    "LDSHARED": "clang -shared",
    "CFLAGS": "-fsanitize=fuzzer-no-link -g -Wno-unused-command-line-argument",
}


class Fuzzed(NamedTuple):
    """What came of a target."""

    target: str
    executions: int
    seconds: float
    coverage: int
    finding: Path | None


def main() -> int:
    """Build the kernel, fuzz the targets, print a table and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="default: all")
    parser.add_argument("--seconds", type=float, default=300, help="for all targets (%(default)s)")
    parser.add_argument("--runs", type=int, help="executions of each target, instead of seconds")
    parser.add_argument("--corpus", type=Path, help="folder of inputs, kept for the next time")
    parser.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    parser.add_argument("--reproduce", type=Path, metavar="FILE", help="execute one input")
    parser.add_argument("--no-build", action="store_true", help="use the kernel of the last time")
    arguments = parser.parse_args()
    if importlib.util.find_spec("atheris") is None:
        print("SKIPPED: fuzzing needs atheris, which is not installed here")
        return 0
    libraries = runtime_libraries()
    if libraries is None:
        print("SKIPPED: fuzzing needs clang, or gcc with libasan and libubsan; found neither")
        return 0
    if not arguments.no_build:
        build_checked_package(**(CLANG if has_clang() else {}))
    known = known_targets()
    for target in arguments.targets:
        if target not in known:
            parser.error(f"there is no target {target}; expected one of {', '.join(known)}")
    chosen = arguments.targets or known
    if arguments.reproduce:
        return run(chosen[0], libraries, [str(arguments.reproduce)]).returncode
    if arguments.runs is None:
        limit = f"-max_total_time={max(int(arguments.seconds / len(chosen)), 1)}"
    else:
        limit = f"-runs={arguments.runs}"
    with tempfile.TemporaryDirectory() as temporary:
        corpus = arguments.corpus or Path(temporary)
        jobs = [fuzzed(target, libraries, limit, corpus, arguments.findings) for target in chosen]
    total = sum(job.executions for job in jobs)
    print(
        f"{total:,} executions of {len(jobs)} targets in {sum(job.seconds for job in jobs):.0f} s"
    )
    failed = [job for job in jobs if job.finding]
    for job in failed:
        print(f"{job.target}: {job.finding}; show it with --reproduce {job.finding} {job.target}")
    return 1 if failed else 0


def has_clang() -> bool:
    """Return whether the kernel can be built with coverage."""
    return shutil.which("clang") is not None


def runtime_libraries() -> list[str] | None:
    """Return the libraries of the sanitizers that a process preloads; None if there are none."""
    spec = importlib.util.find_spec("atheris")
    if has_clang() and spec is not None and spec.origin is not None:
        return [str(Path(spec.origin).parents[1] / RUNTIME)]
    paths = [path for path in map(sanitizer_library, SANITIZERS) if path]
    return paths if len(paths) == len(SANITIZERS) else None


def known_targets() -> list[str]:
    """Return the names of all targets."""
    code = "import targets; print(*targets.TARGETS, sep='\\n')"
    path = os.pathsep.join(map(str, (FOLDER, CHECKED_PACKAGE)))
    environment = os.environ | {"TALLYSTICK_KERNEL": "python", "PYTHONPATH": path}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def environment_of(target: str, libraries: Sequence[str]) -> Mapping[str, str]:
    """Return the environment in which a target runs.

    Parsers have the twin of the kernel and run without sanitizers, at several times the speed.
    """
    parser = {"PYTHONPATH": str(CHECKED_PACKAGE), "TALLYSTICK_KERNEL": "python"}
    own = sanitized(libraries) if target.startswith("kernel-") else parser
    return os.environ | {"TALLYSTICK_DISABLE_PLUGINS": "1"} | own


def run(
    target: str, libraries: Sequence[str], options: Sequence[str], **how: object
) -> subprocess.CompletedProcess[str]:
    """Run a target with options of libFuzzer."""
    command = [sys.executable, str(FOLDER / "fuzz_target.py"), target, *options]
    environment = environment_of(target, libraries)
    return subprocess.run(command, env=environment, text=True, check=False, **how)  # type: ignore[call-overload, no-any-return]


def fuzzed(
    target: str, libraries: Sequence[str], limit: str, corpus: Path, findings: Path
) -> Fuzzed:
    """Fuzz a target, print a line of the table, and return what came of it."""
    own, kept = corpus / target, findings / target
    own.mkdir(parents=True, exist_ok=True)
    kept.mkdir(parents=True, exist_ok=True)
    before = set(kept.iterdir())
    options = [
        *(
            limit,
            f"-max_len={LONGEST}",
            f"-timeout={SECONDS_OF_INPUT}",
            f"-rss_limit_mb={MEGABYTES}",
        ),
        *("-print_final_stats=1", "-detect_leaks=0", f"-artifact_prefix={kept}/", str(own)),
    ]
    begun = time.monotonic()
    log = kept / "log"
    with log.open("wb") as output:
        done = run(target, libraries, options, stdout=output, stderr=subprocess.STDOUT)
    seconds = time.monotonic() - begun
    said = log.read_text(encoding="utf-8", errors="replace")
    executions = sum(map(int, EXECUTIONS.findall(said)))
    coverage = max(map(int, COVERAGE.findall(said)), default=0)
    new = sorted(set(kept.iterdir()) - before - {log})
    finding = new[0] if new else log if done.returncode else None
    verdict = "  FINDING" if finding else ""
    if finding and finding.name.startswith("timeout-") and is_fast(target, libraries, finding):
        finding, verdict = None, "  ended by a time-out of this machine"
    print(
        f"{target:24} {executions:12,} executions {seconds:6.0f} s {coverage:6,} edges{verdict}",
        flush=True,
    )
    return Fuzzed(target, executions, seconds, coverage, finding)


def is_fast(target: str, libraries: Sequence[str], path: Path) -> bool:
    """Return whether one input ends well, within the limit in processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(target, libraries, [f"-timeout={100 * SECONDS_OF_INPUT}", str(path)])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.returncode == 0 and seconds < SECONDS_OF_INPUT


if __name__ == "__main__":
    sys.exit(main())

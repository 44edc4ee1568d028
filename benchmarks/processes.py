"""Time and memory of whole processes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from growth import TOOLS
from inputs import Lines, varied_lines

HERE = Path(__file__).parent
PEERS_STOP_AT = 100_000
LONG = 10.0  # seconds
COMMAND_LINE = "tallystick score, files"


@dataclass(frozen=True)
class Run:
    """Time and peak memory of one process."""

    tool: str
    segments: int
    seconds: float
    peak: float


@contextmanager
def written(base: Lines, segments: int) -> Iterator[tuple[str, str]]:
    """Write a corpus of a number of segments and yield the paths of hypotheses and references."""
    with tempfile.TemporaryDirectory() as folder:
        paths = (Path(folder, "hypotheses.txt"), Path(folder, "references.txt"))
        with (
            paths[0].open("w", encoding="utf-8", newline="\n") as hypotheses,
            paths[1].open("w", encoding="utf-8", newline="\n") as references,
        ):
            for hypothesis, reference in varied_lines(base, segments):
                hypotheses.write(f"{hypothesis}\n")
                references.write(f"{reference}\n")
        yield str(paths[0]), str(paths[1])


def growth_runs(base: Lines, sizes: Sequence[int], peers_too: bool) -> Iterator[Run]:
    """Run every tool on corpora of growing size; the peers stop early unless `peers_too`."""
    for segments in sizes:
        with written(base, segments) as (hypotheses, references):
            for tool in TOOLS:
                is_peer = not tool.startswith(("tallystick", "lists"))
                if is_peer and segments > PEERS_STOP_AT and not peers_too:
                    continue
                yield best(growth_run, tool, hypotheses, references, segments)
            yield best(command_line_run, hypotheses, references, ("bleu",), segments)


def best(run: Callable[..., Run], *arguments: object) -> Run:
    """Return the fastest of three runs, or the first one if it takes long."""
    runs = [run(*arguments)]
    if runs[0].seconds < LONG:
        runs += [run(*arguments), run(*arguments)]
    return min(runs, key=lambda found: found.seconds)


def growth_run(tool: str, hypotheses: str, references: str, segments: int) -> Run:
    """Read files into lists and score them; only scoring is timed."""
    lines = launched(str(HERE / "growth.py"), tool, hypotheses, references)
    return Run(tool, segments, float(lines[0]), float(lines[-1].split()[1]))


def command_line_run(
    hypotheses: str, references: str, metrics: Sequence[str], segments: int
) -> Run:
    """Score files by the command, including its start."""
    command = ("-m", "tallystick", "score", references, "-i", hypotheses, "-m", *metrics)
    seconds, peak = map(float, launched(*command)[-1].split())
    return Run(COMMAND_LINE, segments, seconds, peak)


def launched(*arguments: str) -> list[str]:
    """Run Python with these arguments through launch.py and return the lines of its output."""
    done = subprocess.run(
        [sys.executable, "-I", str(HERE / "launch.py"), sys.executable, *arguments],
        stdout=subprocess.PIPE,
        check=False,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"python {' '.join(arguments)} ended with status {done.returncode}")
    return done.stdout.removesuffix("\n").split("\n")


def processor_seconds(*arguments: str, repeats: int = 10) -> float:
    """Return the shortest processor time of a Python process with these arguments."""
    least = float("inf")
    for _ in range(repeats):
        process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"python {' '.join(arguments)} ended with {process.returncode}")
        least = min(least, usage.ru_utime + usage.ru_stime)
    return least

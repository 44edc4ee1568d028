"""Time tallystick and its peers, and write the figures to a page.

python benchmarks/run.py [--repeats N] [--large] [--quick] [--output FILE]
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from contestants import (
    bleuscore_bleu,
    nltk_bleu,
    nltk_nist,
    sacrebleu_bleu,
    sacrebleu_segments,
    tallystick_bleu,
    tallystick_nist,
    tallystick_segments,
)
from inputs import Lines, larger_lines, main_lines
from measuring import Entry, best_seconds
from processes import COMMAND_LINE, Run, command_line_run, growth_runs, processor_seconds, written
from tabulate import tabulate

from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.ngrams import kernel

RESULTS = Path(__file__).parent / "results.md"
PACKAGES = ("tallystick", "sacrebleu", "bleuscore", "nltk", "numpy")
SIZES = (1_000, 10_000, 100_000, 1_000_000)
LARGER = 20
MOST_FOR_IMPORT, MOST_FOR_HELP = 0.030, 0.070  # seconds
ONE, TWO = "tallystick, 1 thread", "tallystick, 2 threads"


def main() -> None:
    """Run all benchmarks and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=7, help="turns of each tool (%(default)s)")
    parser.add_argument("--large", action="store_true", help="the peers too on 1,000,000 segments")
    parser.add_argument("--quick", action="store_true", help="no growth beyond 10,000 segments")
    parser.add_argument("--output", type=Path, default=RESULTS, help="where to write the page")
    arguments = parser.parse_args()
    if kernel.ACTIVE != "compiled":
        raise SystemExit("the compiled kernel is not installed, so there is nothing to measure")
    lines = main_lines()
    sizes = SIZES[:2] if arguments.quick else SIZES
    write_page(page(lines, arguments.repeats, sizes, arguments.large), arguments.output)


def write_page(parts: Iterable[str], path: Path) -> None:
    """Print the parts of a page as they come, and write them to a file."""
    printed = []
    for part in parts:
        print(part, flush=True)
        printed.append(part)
    path.write_text("\n".join(printed), encoding="utf-8")


def page(lines: Lines, repeats: int, sizes: Sequence[int], large: bool) -> Iterator[str]:
    """Yield the parts of the page as they are measured."""
    yield "# Benchmark\n"
    yield f"- Input: {lines.origin}, {len(lines.hypotheses):,} segments, one reference"
    yield heading_lines(PACKAGES, repeats)
    yield "## Side by side\n"
    yield (
        "Ratio: how many times as long as tallystick on one thread. All scores are equal within "
        "1e-9, except for (*): NLTK counts one n-gram in segments that are too short to have any.\n"
    )
    yield side_by_side(lines, repeats)
    larger = larger_lines(lines, LARGER * len(lines.hypotheses))
    yield f"## Two threads, {larger.origin}\n"
    yield two_threads(larger, max(3, repeats // 2))
    yield "## Start and command line\n"
    yield start_up(lines, repeats)
    yield "## Growth\n"
    yield (
        "BLEU, each tool in a separate process. Peak is the largest resident size of the whole "
        "process; `lists` only loads the text into Python lists.\n"
    )
    yield growth_table(list(growth_runs(lines, sizes, large)))


def heading_lines(packages: Sequence[str], repeats: int) -> str:
    """Return machine, versions, date and number of turns."""
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    return (
        f"- Machine: {processor_name()}, {len(os.sched_getaffinity(0))} cores, "
        f"{platform.system()}\n"
        f"- Python {platform.python_version()}, {versions}\n"
        f"- Date: {datetime.date.today().isoformat()}; best of {repeats} turns, "
        "token caches emptied before every run\n"
    )


def processor_name() -> str:
    """Return the name of the processor."""
    information = Path("/proc/cpuinfo")
    if information.is_file():
        for line in information.read_text(encoding="utf-8").split("\n"):
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def side_by_side(lines: Lines, repeats: int) -> str:
    """Return the times of tallystick and its peers on equal input."""
    split = tokenizer_named("13a")
    text = (lines.hypotheses, lines.references)
    tokens = ([split(line) for line in text[0]], [split(line) for line in text[1]])
    groups = {
        "corpus BLEU, raw text": {
            ONE: Entry(tallystick_bleu(1), *text),
            TWO: Entry(tallystick_bleu(2), *text),
            "sacreBLEU": Entry(sacrebleu_bleu, *text),
            "bleuscore, all cores": Entry(bleuscore_bleu, *text),
            "NLTK, given the tokens (*)": Entry(nltk_bleu, *tokens, equal=False),
        },
        "corpus NIST, token lists": {
            ONE: Entry(tallystick_nist, *tokens),
            "NLTK": Entry(nltk_nist, *tokens),
        },
        "every segment's BLEU": {
            ONE: Entry(tallystick_segments, *text),
            "sacreBLEU, in a loop": Entry(sacrebleu_segments, *text),
        },
    }
    rows = []
    for job, entries in groups.items():
        seconds = best_seconds(entries, repeats, tolerance=1e-9)
        rows += [
            (job, tool, f"{1000 * taken:.2f}", f"{taken / seconds[ONE]:.2f}")
            for tool, taken in seconds.items()
        ]
    return table(("job", "tool", "ms", "ratio"), rows)


def two_threads(lines: Lines, repeats: int) -> str:
    """Return the speed of two threads relative to one on a larger corpus."""
    text = (lines.hypotheses, lines.references)
    entries = {
        ONE: Entry(tallystick_bleu(1), *text),
        TWO: Entry(tallystick_bleu(2), *text),
        "bleuscore, all cores": Entry(bleuscore_bleu, *text),
    }
    seconds = best_seconds(entries, repeats, tolerance=1e-9)
    rows = [
        (tool, f"{1000 * taken:.1f}", f"{seconds[ONE] / taken:.2f}")
        for tool, taken in seconds.items()
    ]
    return table(("tool", "ms", "times as fast as one thread"), rows)


def start_up(lines: Lines, repeats: int) -> str:
    """Return the times of start-up, which are limited, and of scoring by the command."""
    bare = processor_seconds("-I", "-c", "pass")
    imported = processor_seconds("-I", "-c", "import tallystick")
    shown = processor_seconds("-I", "-m", "tallystick", "--help")
    for what, seconds, most in (
        ("import tallystick", imported - bare, MOST_FOR_IMPORT),
        ("tallystick --help", shown, MOST_FOR_HELP),
    ):
        if seconds > most:
            raise SystemExit(f"{what} takes {1000 * seconds:.1f} ms; at most {1000 * most:.0f} ms")
    segments = len(lines.hypotheses)
    with written(lines, segments) as files:
        runs = [command_line_run(*files, ("bleu", "nist"), segments) for _ in range(repeats)]
    rows = [
        ("import tallystick, beyond a bare interpreter, processor time", imported - bare),
        ("tallystick --help, processor time", shown),
        (
            f"tallystick score -m bleu nist, {segments:,} segments, wall time",
            min(run.seconds for run in runs),
        ),
    ]
    return table(("what", "ms"), [(what, f"{1000 * seconds:.1f}") for what, seconds in rows])


def growth_table(runs: Sequence[Run]) -> str:
    """Return seconds, microseconds per segment and peak memory by tool and size."""
    order = list(dict.fromkeys(run.tool for run in runs))
    rows = [
        (
            run.tool,
            f"{run.segments:,}",
            "" if run.tool == "lists" else f"{run.seconds:.3f}",
            "" if run.tool == "lists" else f"{1e6 * run.seconds / run.segments:.1f}",
            f"{run.peak:.0f}",
        )
        for run in sorted(runs, key=lambda run: (order.index(run.tool), run.segments))
    ]
    note = f"\n`{COMMAND_LINE}` includes the start of the process.\n"
    return (
        table(("tool", "segments", "seconds", "microseconds per segment", "peak MiB"), rows) + note
    )


def table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    found = tabulate(rows, headers=headers, tablefmt="github", disable_numparse=True)
    return f"{found}\n"


if __name__ == "__main__":
    main()

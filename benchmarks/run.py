"""Time tallystick and its peers, require equal results, and write the figures to a page.

    python benchmarks/run.py [--turns N] [--large] [--quick] [--output FILE]

The tables are in jobs.py, the sets in inputs.py.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import distributions, version
from pathlib import Path

import single_calls
from contestants import Case
from inputs import HAS_WMT22, SETS, distinct_pairs
from jobs import TABLES, Table, Tool
from measuring import least_seconds
from plot import write_growth_plot
from processes import Run, compare_rows, growth_runs, processor_seconds
from tabulate import tabulate

from tallystick.metrics.kernel import kernel

RESULTS = Path(__file__).parent / "results.md"
PACKAGES = (
    *("tallystick", "numpy", "sacrebleu", "nltk", "bleuscore", "fastchrf", "rouge-score"),
    *("rouge-score-rs", "jiwer", "rapidfuzz", "werx", "fastwer", "pycocoevalcap"),
    "distinct-n",
)
SIZES = (1_000, 10_000, 100_000, 1_000_000)
MOST_FOR_IMPORT, MOST_FOR_HELP = 2.8, 6.5  # times as long as a bare interpreter
CLOCKS = {
    "processor": "processor time",
    "wall": "wall time",
    "child": "processor time of the process",
}


@dataclass(frozen=True)
class Ratio:
    """How many times as long as a tool of tallystick a peer takes, with one set."""

    table: Table
    tool: Tool
    peer: Tool
    case: Case
    value: float


def main() -> None:
    """Run all benchmarks and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--turns", type=int, default=5, help="turns of each tool (%(default)s)")
    parser.add_argument("--large", action="store_true", help="the peers too on 1,000,000 segments")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="one turn, the first and last set of most tables, at most 10,000 segments",
    )
    parser.add_argument("--output", type=Path, default=RESULTS, help="where to write the page")
    arguments = parser.parse_args()
    if kernel.ACTIVE != "compiled":
        raise SystemExit("the compiled kernel is not installed, so there is nothing to measure")
    turns = 1 if arguments.quick else arguments.turns
    sizes = SIZES[:2] if arguments.quick else SIZES
    most_for_peers = SIZES[0 if arguments.quick else -1 if arguments.large else 2]
    top = heading(turns)

    parts = [shown(start_up())]  # first, because it fails if its limits are exceeded
    ratios: list[Ratio] = []
    for table in TABLES:
        parts.append(shown(measured(table, turns, arguments.quick, ratios)))
    cases = [name for name, _ in single_calls.CASES[: 1 if arguments.quick else None]]
    parts.append(shown(single_calls.section(turns, sets=cases)))
    parts.append(shown(comparisons(arguments.quick)))
    runs = list(growth_runs(distinct_pairs(sizes[-1]), sizes, most_for_peers, turns))
    plot = arguments.output.with_suffix(".svg")
    parts.append(shown(growth(runs, plot if write_growth_plot(runs, plot) else None)))
    page = [top, summary(ratios), *parts]
    arguments.output.write_text("\n".join(page), encoding="utf-8")


def shown(part: str) -> str:
    """Print a part of the page when it is done."""
    print(part, flush=True)
    return part


def heading(turns: int) -> str:
    """Return what was measured, where, when and how."""
    installed = {package.name.replace("_", "-") for package in distributions()}
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES if name in installed)
    lines = [
        "# Benchmark\n",
        f"- Machine: {processor_name()}, {len(os.sched_getaffinity(0))} cores, load "
        f"{os.getloadavg()[0]:.1f}, {platform.system()}",
        f"- Python {platform.python_version()}, {versions}",
        f"- Date: {datetime.date.today().isoformat()}; turns: {turns} (fewer for slow work), in "
        "which the programs alternate, and of which the least time counts",
        "- The caches of tokens are emptied before every run. Times are processor times, of all "
        "threads, unless a table says otherwise. They include imports only where commands run.",
        "- All scores are equal within 1e-9, relative or absolute, unless a table says otherwise. "
        "The run fails if not.",
        "- In parentheses: how many times as long as tallystick in this row.\n",
    ]
    if not HAS_WMT22:
        lines.insert(
            1, "**WMT22 was not available: the sets are made from the packaged examples.**\n"
        )
    rows = [
        (name, inputs.origin, f"{len(inputs.hypotheses):,}")
        for name, inputs in ((name, make()) for name, make in SETS.items())
    ]
    return "\n".join([*lines, grid(("set", "origin", "segments"), rows)])


def processor_name() -> str:
    """Return the name of the processor."""
    information = Path("/proc/cpuinfo")
    if information.is_file():
        for line in information.read_text(encoding="utf-8").split("\n"):
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def measured(table: Table, turns: int, quick: bool, ratios: list[Ratio]) -> str:
    """Return a table with the times of its contestants, and add its ratios to the list."""
    if missing := table.find_missing():
        return f"## {table.title}\n\nLeft out: {missing}.\n"
    rows = []
    cases = table.available()
    if quick:
        cases = cases[:1] if table.turns < 1 else [*cases[:1], *cases[1:][-1:]]
    for case in cases:
        tools = [tool for tool in (*table.tools, *table.peers) if tool.can_run(case)]
        seconds = least_seconds(
            {tool.label: tool.contestant for tool in tools},
            case,
            clock=table.clock,
            turns=max(1, round(table.turns * turns)),
            tolerances={
                tool.label: tool.tolerances.get(case.name, table.tolerance) for tool in tools
            },
        )
        scale = 1e6 / table.calls if table.calls else 1e3
        for tool in table.tools:
            row = [case.name, case.tokenize, tool.name, tool.threads]
            row.append(f"{scale * seconds[tool.label]:.2f}")
            for peer in table.peers:
                if peer not in tools:
                    row.append("")
                    continue
                ratio = Ratio(table, tool, peer, case, seconds[peer.label] / seconds[tool.label])
                ratios.append(ratio)
                row.append(f"{scale * seconds[peer.label]:.1f} ({ratio.value:.1f})")
            rows.append(row)
    unit = "μs a call" if table.calls else "ms"
    headers = ["set", "tokenizer", "tallystick", "threads", unit]
    headers += [f"{peer.name} (threads: {peer.threads})" for peer in table.peers]
    note = f"{CLOCKS[table.clock].capitalize()}. {table.note}".strip()
    return f"## {table.title}\n\n{note}\n\n{grid(headers, rows)}"


def summary(ratios: Sequence[Ratio]) -> str:
    """Return the ratio of each job with the usual set, which is the first, and with the worst."""
    jobs: dict[tuple[str, str, str], list[Ratio]] = {}
    for ratio in ratios:
        jobs.setdefault((ratio.table.title, ratio.tool.label, ratio.peer.name), []).append(ratio)
    rows = []
    for (title, _, _), of_job in jobs.items():
        usual, worst = of_job[0], min(of_job, key=lambda ratio: ratio.value)
        rows.append(
            (
                title,
                usual.tool.name,
                usual.tool.threads,
                f"{usual.peer.name} ({usual.peer.threads})",
                f"{usual.value:.1f}",
                f"{worst.value:.1f}",
                f"{worst.case.name}, `{worst.case.tokenize}`",
            )
        )
    headers = (
        *("job", "tallystick", "threads", "compared with (threads)"),
        *("ratio, usual set", "ratio, worst set", "worst set"),
    )
    return f"## Summary\n\n{grid(headers, rows)}"


def start_up() -> str:
    """Return the times of start-up, which are limited."""
    bare = processor_seconds("-c", "pass")
    imported = processor_seconds("-c", "import tallystick") - bare
    shown = processor_seconds("-m", "tallystick", "--help")
    for what, seconds, most in (
        ("import tallystick", imported, MOST_FOR_IMPORT),
        ("tallystick --help", shown, MOST_FOR_HELP),
    ):
        if seconds > most * bare:
            raise SystemExit(
                f"{what} takes {1000 * seconds:.1f} ms; expected at most {most} times the "
                f"{1000 * bare:.1f} ms of a bare interpreter"
            )
    rows = [
        ("a bare interpreter", bare),
        ("`import tallystick`, beyond it", imported),
        ("`tallystick --help`", shown),
    ]
    table = grid(("what", "ms"), [(what, f"{1000 * seconds:.1f}") for what, seconds in rows])
    return f"## Start\n\nProcessor time.\n\n{table}"


def comparisons(quick: bool) -> str:
    """Return time and memory of `tallystick compare`."""
    inputs = SETS["English, 12 systems"]()
    rows = list(compare_rows(inputs, quick))
    note = f"The whole command with its defaults; {inputs.origin}, and mixtures of them."
    headers = ("what", "processor seconds", "wall seconds", "peak MiB")
    return f"## Comparing systems\n\n{note}\n\n{grid(headers, rows)}"


def growth(runs: Sequence[Run], plot: Path | None) -> str:
    """Return processor time and memory by number of segments."""
    order = list(dict.fromkeys((run.tool, run.metric) for run in runs))
    rows = [
        (
            run.tool,
            run.metric,
            f"{run.segments:,}",
            f"{run.seconds:.3f}" if run.metric else "",
            f"{1e6 * run.seconds / run.segments:.1f}" if run.metric else "",
            f"{run.peak:.0f}",
        )
        for run in sorted(runs, key=lambda run: (order.index((run.tool, run.metric)), run.segments))
    ]
    note = (
        "Distinct segments: outputs of system i against outputs of system i + k, of all language "
        "pairs, in random order. Each run is a process of its own, with one thread except for "
        "bleuscore; processor seconds of scoring, and the largest resident memory of the whole "
        "process. `lists` only reads the text into Python lists. `tallystick score, files` "
        "includes start and reading. NIST is equal within 1e-3, for the reason given above.\n"
    )
    if plot is not None:
        note += f"\n![Processor time and peak memory by number of segments]({plot.name})\n"
    headers = ("tool", "metric", "segments", "seconds", "μs a segment", "peak MiB")
    return f"## Growth\n\n{note}\n{grid(headers, rows)}"


def grid(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = tabulate(rows, headers=headers, tablefmt="github", disable_numparse=True)
    return f"{lines}\n"


if __name__ == "__main__":
    main()

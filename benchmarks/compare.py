"""Time comparisons of systems and sacreBLEU's paired tests, and write the figures to a page.

python benchmarks/compare.py [--repeats N] [--output FILE]
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from compare_inputs import SYSTEMS, Systems, many_systems, twelve_systems
from contestants import forget_tokens
from processes import launched
from run import heading_lines, table

from tallystick.compat.emulation.sacrebleu import paired_bootstrap, paired_randomisation
from tallystick.compat.emulation.sums import SystemResult
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.references import References
from tallystick.metrics.text import Text
from tallystick.metrics.workspace import Workspace

HERE = Path(__file__).parent
RESULTS = HERE / "compare.md"
RESAMPLES = 1_000
MANY_SYSTEMS, MANY_RESAMPLES = 40, 10_000


def main() -> None:
    """Take all measures and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3, help="turns of each tool (%(default)s)")
    parser.add_argument("--output", type=Path, default=RESULTS, help="where to write the page")
    arguments = parser.parse_args()
    parts = []
    for part in page(twelve_systems(), arguments.repeats):
        print(part, flush=True)
        parts.append(part)
    arguments.output.write_text("\n".join(parts), encoding="utf-8")


def page(systems: Systems, repeats: int) -> Iterator[str]:
    """Yield the parts of the page as they are measured."""
    yield "# Benchmark of comparisons\n"
    yield f"- Input: {systems.origin}, {len(systems.references):,} segments, one reference"
    yield heading_lines(("tallystick", "sacrebleu", "numpy"), repeats)
    yield "## The same work as sacreBLEU\n"
    yield (
        f"BLEU of {SYSTEMS} systems from text, the first one the baseline, {RESAMPLES:,} "
        "resamples. All p-values are equal.\n"
    )
    yield side_by_side(systems, repeats)
    yield "## The whole command\n"
    yield (
        f"`tallystick compare`, {SYSTEMS} systems, BLEU and NIST, all "
        f"{SYSTEMS * (SYSTEMS - 1) // 2} pairs, {RESAMPLES:,} resamples asked for; start, reading, "
        "scoring, intervals, tests, analyses and writing included.\n"
    )
    yield commands(systems, repeats)
    yield "## Many systems\n"
    yield (
        f"{MANY_SYSTEMS} systems, BLEU, all {MANY_SYSTEMS * (MANY_SYSTEMS - 1) // 2} pairs, "
        f"{MANY_RESAMPLES:,} resamples asked for; the systems are those above and mixtures of "
        "them.\n"
    )
    yield many(systems)


def side_by_side(systems: Systems, repeats: int) -> str:
    """Return the table of sacreBLEU's two paired tests and their emulations."""
    rows = []
    for job, emulation, peers_name in (
        ("paired bootstrap", paired_bootstrap, "bs"),
        ("approximate randomisation", paired_randomisation, "ar"),
    ):
        ours = best(partial(by_tallystick, systems, emulation), repeats)
        peer = best(partial(by_sacrebleu, systems, peers_name), repeats)
        if ours[1] != peer[1]:
            raise SystemExit(f"{job}: p-values differ: {ours[1]} and {peer[1]}")
        times = f"{1000 * ours[0]:.0f}", f"{1000 * peer[0]:.0f}", f"{peer[0] / ours[0]:.0f}"
        rows.append((job, *times))
    return table(("test", "tallystick, ms", "sacreBLEU, ms", "ratio"), rows)


def best(run: Callable[[], list[float]], repeats: int) -> tuple[float, list[float]]:
    """Return the shortest wall time, with token caches emptied before every run, and the result."""
    fastest = float("inf")
    for _ in range(repeats):
        forget_tokens()
        gc.collect()
        start = time.perf_counter()
        found = run()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest, found


def by_tallystick(systems: Systems, test: Callable[..., Sequence[SystemResult]]) -> list[float]:
    """Return the p-values of all systems but the first."""
    references = References.one_each(Text.from_lines(systems.references))
    workspace = Workspace(threads=2)
    baseline, *others = (
        Bleu().statistics(Corpus(Text.from_lines(lines), references), workspace)
        for lines in systems.hypotheses.values()
    )
    found = test(Bleu(), baseline, others, RESAMPLES)
    return [one.p_value for one in found if one.p_value is not None]


def by_sacrebleu(systems: Systems, test_type: str) -> list[float]:
    """Return the same from sacreBLEU in one process, which is its default."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.significance import PairedTest

    named: list[Any] = list(systems.hypotheses.items())
    metrics: Any = {"BLEU": BLEU(references=[systems.references])}
    test = PairedTest(named, metrics, None, test_type=test_type, n_samples=RESAMPLES)
    found: Any = test()[1]["BLEU"]
    return [one.p_value for one in found if one.p_value is not None]


def commands(systems: Systems, repeats: int) -> str:
    """Return how long the command takes for several outputs, and its peak memory."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        files = systems.write(Path(folder))
        for what, options in (
            ("text", []),
            ("text and HTML", ["-o", str(Path(folder, "report.html"))]),
        ):
            asked = ["-m", "bleu", "nist", "--resamples", str(RESAMPLES), *options]
            seconds, peak = min(compared(*files, *asked) for _ in range(repeats))
            rows.append((what, f"{seconds:.2f}", f"{peak:.0f}"))
        size = Path(folder, "report.html").stat().st_size / 2**20
        rows.append((f"(the HTML file has {size:.2f} MiB)", "", ""))
    return table(("output", "seconds", "peak MiB"), rows)


def compared(*arguments: str) -> tuple[float, float]:
    """Run the command and return its wall seconds and its peak memory in MiB."""
    seconds, peak = map(float, launched("-m", "tallystick", "compare", *arguments)[-1].split())
    return seconds, peak


def many(systems: Systems) -> str:
    """Return time and peak memory for many systems and resamples."""
    with tempfile.TemporaryDirectory() as folder:
        files = many_systems(systems, MANY_SYSTEMS).write(Path(folder))
        asked = ["-m", "bleu", "--resamples", str(MANY_RESAMPLES)]
        seconds, peak = compared(*files, *asked)
    return table(
        ("systems", "seconds", "peak MiB"), [(str(MANY_SYSTEMS), f"{seconds:.1f}", f"{peak:.0f}")]
    )


if __name__ == "__main__":
    main()

"""Time comparisons and sacreBLEU's paired tests, and write the figures to a page.

python benchmarks/compare.py [--repeats N] [--output FILE]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from compare_inputs import SYSTEMS, Systems, many_systems, twelve_systems
from measuring import Entry, best_seconds
from processes import launched
from run import heading_lines, table, write_page

from tallystick.compat.emulation.sacrebleu import paired_bootstrap, paired_randomisation
from tallystick.compat.emulation.sums import SystemResult
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.references import References
from tallystick.metrics.text import Text
from tallystick.metrics.workspace import Workspace

HERE = Path(__file__).parent
RESULTS = HERE / "compare.md"
RESAMPLES, SEED = 1_000, 12345  # those of sacreBLEU
MANY_SYSTEMS, MANY_RESAMPLES = 40, 10_000


def main() -> None:
    """Run all benchmarks and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3, help="turns of each tool (%(default)s)")
    parser.add_argument("--output", type=Path, default=RESULTS, help="where to write the page")
    arguments = parser.parse_args()
    write_page(page(twelve_systems(), arguments.repeats), arguments.output)


def page(systems: Systems, repeats: int) -> Iterator[str]:
    """Yield the parts of the page as they are measured."""
    yield "# Benchmark of comparisons\n"
    yield f"- Input: {systems.origin}, {len(systems.references):,} segments, one reference"
    yield heading_lines(("tallystick", "sacrebleu", "numpy"), repeats)
    yield "## The same work as sacreBLEU\n"
    yield (
        f"BLEU of {SYSTEMS} systems from text, the first is the baseline, {RESAMPLES:,} "
        "resamples. All p-values are equal.\n"
    )
    yield side_by_side(systems, repeats)
    yield "## The whole command\n"
    yield (
        f"`tallystick compare`, {SYSTEMS} systems, BLEU and NIST, all "
        f"{SYSTEMS * (SYSTEMS - 1) // 2} pairs, {RESAMPLES:,} resamples requested; including "
        "start, reading, scoring, intervals, tests, analyses and writing.\n"
    )
    yield commands(systems, repeats)
    yield "## Many systems\n"
    yield (
        f"{MANY_SYSTEMS} systems, BLEU, all {MANY_SYSTEMS * (MANY_SYSTEMS - 1) // 2} pairs, "
        f"{MANY_RESAMPLES:,} resamples requested; the systems are those above and mixtures of "
        "them.\n"
    )
    yield many(systems)


def side_by_side(systems: Systems, repeats: int) -> str:
    """Return the times of sacreBLEU's paired tests and of their emulations."""
    rows = []
    text = (list(systems.hypotheses.values()), systems.references)
    for job, emulation, peers_name in (
        ("paired bootstrap", paired_bootstrap, "bs"),
        ("approximate randomisation", paired_randomisation, "ar"),
    ):
        entries = {
            f"tallystick, {job}": Entry(partial(by_tallystick, emulation), *text),
            f"sacreBLEU, {job}": Entry(partial(by_sacrebleu, peers_name), *text),
        }
        ours, peer = best_seconds(entries, repeats, tolerance=0.0).values()
        rows.append((job, f"{1000 * ours:.0f}", f"{1000 * peer:.0f}", f"{peer / ours:.0f}"))
    return table(("test", "tallystick, ms", "sacreBLEU, ms", "ratio"), rows)


def by_tallystick(
    test: Callable[..., Sequence[SystemResult]], systems: Sequence[Any], lines: Sequence[str]
) -> list[float]:
    """Return the p-values of all systems except the first."""
    references = References.one_each(Text.from_lines(lines))
    workspace = Workspace(threads=2)
    baseline, *others = (
        Bleu().statistics(Corpus(Text.from_lines(hypotheses), references), workspace)
        for hypotheses in systems
    )
    found = test(Bleu(), baseline, others, RESAMPLES, SEED)
    return [one.p_value for one in found if one.p_value is not None]


def by_sacrebleu(test_type: str, systems: Sequence[Any], lines: Sequence[str]) -> list[float]:
    """Return the same from sacreBLEU in one process, its default."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.significance import PairedTest

    named: list[Any] = [(str(n), hypotheses) for n, hypotheses in enumerate(systems)]
    metrics: Any = {"BLEU": BLEU(references=[lines])}
    test = PairedTest(named, metrics, None, test_type=test_type, n_samples=RESAMPLES)
    found: Any = test()[1]["BLEU"]
    return [one.p_value for one in found if one.p_value is not None]


def commands(systems: Systems, repeats: int) -> str:
    """Return time and peak memory of the command for two kinds of output."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        files = systems.write(Path(folder))
        for what, options in (
            ("text", []),
            ("text and HTML", ["-o", str(Path(folder, "report.html"))]),
        ):
            options = ["-m", "bleu", "nist", "--resamples", str(RESAMPLES), *options]
            seconds, peak = min(compared(*files, *options) for _ in range(repeats))
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
        seconds, peak = compared(*files, "-m", "bleu", "--resamples", str(MANY_RESAMPLES))
    return table(
        ("systems", "seconds", "peak MiB"), [(str(MANY_SYSTEMS), f"{seconds:.1f}", f"{peak:.0f}")]
    )


if __name__ == "__main__":
    main()

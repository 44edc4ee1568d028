"""Time and memory of whole processes."""

from __future__ import annotations

import json
import math
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from commands import files, output_of
from contestants import Case
from growth import TOOLS
from inputs import SYSTEMS, Inputs, mixtures

HERE = Path(__file__).parent
FROM_FILES = {"bleu": "BLEU", "nist": "NIST", "bleu nist": "both", "chrf": "chrF", "wer": "WER"}
TOLERANCES = {"NIST": 1e-3}  # because text contains the token `0`
OTHERWISE = 1e-9
MANY_SYSTEMS = 40
SHORT = 1.0  # seconds


@dataclass(frozen=True)
class Run:
    """One process: what it computed, in which time and memory."""

    tool: str
    metric: str
    segments: int
    seconds: float
    peak: float
    scores: tuple[float, ...]


def growth_runs(
    pairs: Sequence[tuple[str, str]], sizes: Sequence[int], most_for_peers: int, turns: int
) -> Iterator[Run]:
    """Score the first pairs with every tool, in growing number; take the best of short runs."""
    for segments in sizes:
        with tempfile.TemporaryDirectory() as folder:
            given = [Path(folder, "hypotheses.txt"), Path(folder, "references.txt")]
            for path, lines in zip(given, zip(*pairs[:segments], strict=True), strict=True):
                path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            hypotheses, references = map(str, given)
            expected: dict[str, float] = {}
            for run_once in _jobs(hypotheses, references, segments, most_for_peers):
                run = run_once()
                if run.seconds < SHORT:
                    others = [run_once() for _ in range(turns - 1)]
                    run = min([run, *others], key=lambda run: run.seconds)
                _require_equal(run, expected)
                yield run


def _jobs(
    hypotheses: str, references: str, segments: int, most_for_peers: int
) -> Iterator[Callable[[], Run]]:
    for name, tool in TOOLS.items():
        if not tool.is_peer or segments <= most_for_peers:
            yield partial(_run_of_lists, name, hypotheses, references, segments)
    for metrics in FROM_FILES:
        yield partial(_run_of_files, metrics, hypotheses, references, segments)


def _run_of_lists(name: str, hypotheses: str, references: str, segments: int) -> Run:
    text, (_, _, peak) = launched(str(HERE / "growth.py"), name, hypotheses, references)
    seconds, *scores = map(float, text.split())
    return Run(name, TOOLS[name].metric, segments, seconds, peak, tuple(scores))


def _run_of_files(metrics: str, hypotheses: str, references: str, segments: int) -> Run:
    command = ("-m", "tallystick", "score", references, "-i", hypotheses, "-f", "json", "-q")
    text, (seconds, _, peak) = launched(*command, "-m", *metrics.split())
    scores = tuple(score["score"] for score in json.loads(text)["scores"])
    return Run("tallystick score, files", FROM_FILES[metrics], segments, seconds, peak, scores)


def _require_equal(run: Run, expected: dict[str, float]) -> None:
    metrics = ["BLEU", "NIST"] if run.metric == "both" else [run.metric] * len(run.scores)
    for metric, score in zip(metrics, run.scores, strict=True):
        wanted = expected.setdefault(metric, score)
        if not math.isclose(score, wanted, rel_tol=TOLERANCES.get(metric, OTHERWISE)):
            raise SystemExit(
                f"{run.segments} segments: {metric} of {run.tool} is {score!r}, while the first "
                f"tool has {wanted!r}"
            )


def compare_rows(inputs: Inputs, quick: bool) -> Iterator[tuple[str, ...]]:
    """Yield what `tallystick compare` does, its processor and wall seconds and its peak memory."""
    report = ["-o", "report.html"]
    jobs: list[tuple[str, Inputs, list[str]]] = [
        (f"{SYSTEMS} systems, BLEU and chrF", inputs, []),
        (f"{SYSTEMS} systems, BLEU and chrF, and an HTML report", inputs, report),
        (f"{MANY_SYSTEMS} systems, BLEU", mixtures(inputs, MANY_SYSTEMS), ["-m", "bleu"]),
    ]
    with tempfile.TemporaryDirectory() as folder:
        for what, system, options in jobs[: 1 if quick else None]:
            given = files(Case("", system, "13a"))
            _, figures = launched("-m", "tallystick", "compare", *given, *options, folder=folder)
            processor, wall, peak = figures
            yield what, f"{processor:.2f}", f"{wall:.2f}", f"{peak:.0f}"


def launched(*arguments: str, folder: str | None = None) -> tuple[str, list[float]]:
    """Run Python with these arguments and return its output and the figures of launch.py."""
    launcher = ("-I", str(HERE / "launch.py"), sys.executable)
    printed = output_of(*launcher, *arguments, folder=folder)
    text, _, figures = printed.removesuffix("\n").rpartition("\n")
    return text, [float(figure) for figure in figures.split()]


def processor_seconds(*arguments: str, repeats: int = 10) -> float:
    """Return the shortest processor time of a Python process with these arguments."""
    return min(launched("-P", *arguments)[1][0] for _ in range(repeats))

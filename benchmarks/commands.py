"""Contestants that are commands: each run starts a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from contestants import Case, Scores

ENVIRONMENT = {key: value for key, value in os.environ.items() if "BYTECODE" not in key}
"""Modules are compiled once, as they are where a package is installed."""

RESAMPLES = 1_000

_FOLDER = tempfile.TemporaryDirectory()


@cache
def files(case: Case) -> list[str]:
    """Write the files of a case, and return them as arguments, the references first."""
    folder = Path(tempfile.mkdtemp(dir=_FOLDER.name))
    references = [folder / f"reference-{place}" for place in range(len(case.inputs.references))]
    systems = [folder / name for name in case.inputs.systems]
    contents = (*case.inputs.references, *case.inputs.systems.values())
    for path, lines in zip([*references, *systems], contents, strict=True):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [*map(str, references), "-i", *map(str, systems)]


def output_of(*arguments: str, folder: str | None = None) -> str:
    """Run Python with these arguments in a folder, and return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env=ENVIRONMENT,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"python {' '.join(arguments)} failed:\n{done.stderr}")
    return done.stdout


def output(module: str, arguments: Sequence[str]) -> str:
    """Run a module as a program and return what it prints."""
    return output_of("-P", "-m", module, *arguments)


def score_command(case: Case, *options: str) -> Callable[[], Scores]:
    """`tallystick score`, with BLEU and other metrics."""
    arguments = [
        *("score", *files(case), "-tok", case.tokenize, "-f", "json", "-m", "bleu", *options),
    ]

    def run() -> Scores:
        report = json.loads(output("tallystick", arguments))
        return [score["score"] for score in report["scores"] if score["metric"].startswith("bleu")]

    return run


def sacrebleu_command(case: Case) -> Callable[[], Scores]:
    """`sacrebleu` with BLEU."""
    arguments = [*files(case), "-tok", case.tokenize, "-w", "12", "-f", "json"]

    def run() -> Scores:
        scores: Any = json.loads(output("sacrebleu", arguments))
        if len(case.inputs.systems) > 1:
            return [float(score["BLEU"]) for score in scores]
        return [float(scores["score"])]

    return run


def paired_command(case: Case, option: str) -> Callable[[], Scores]:
    """`tallystick compare` with one of sacreBLEU's tests; the scores are p-values."""
    arguments = [
        *("compare", *files(case), "-m", "bleu", "-tok", case.tokenize, "-f", "json", "-q"),
        *("--without-texts", option, "--resamples", str(RESAMPLES)),
    ]

    def run() -> Scores:
        differences = json.loads(output("tallystick", arguments))["differences"]
        return [pair["p_value"] for pair in differences]

    return run


def sacrebleu_paired_command(case: Case, option: str) -> Callable[[], Scores]:
    """`sacrebleu` with one of its tests; the scores are p-values."""
    arguments = [
        *(*files(case), "-tok", case.tokenize, "-f", "json"),
        *(option, f"{option}-n", str(RESAMPLES)),
    ]

    def run() -> Scores:
        _, *others = json.loads(output("sacrebleu", arguments))
        return [score["BLEU"]["p_value"] for score in others]

    return run

"""Time metrics of frameworks before and after their drop-in replacements, with equal scores.

    TALLYSTICK_SOURCES=FOLDER python benchmarks/frameworks.py [--turns N] [NAME ...]

NAME is a part of a row's name, such as `jiwer` or `CHRFScore`. Of three language pairs, the one
with the least ratio is printed. What must be installed: torchmetrics, lm_eval, evaluate, jiwer and
rouge_score, in the releases that docs/drop-in-replacements.md names; FOLDER has a checkout of
huggingface/evaluate.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any

from contestants import Case, Scores
from inputs import SETS, Inputs
from measuring import least_seconds
from tabulate import tabulate

BATCH, SMALL, LARGE = 32, 1_000, 10_000
PAIRS = ("English", "Czech", "Russian")
RANDOM = 0.02  # the ROUGE of evaluate


Timed = Callable[[Any, Case], Callable[[], Scores]]
"""Takes the module of a framework or of its replacement, and a case, as a contestant does."""


@dataclass(frozen=True)
class Row:
    """A metric of a framework.

    Attributes:
        name: The framework and the metric.
        segments: The number of segments.
        before: The module of the framework.
        after: The module of its replacement.
        timed: What is timed with both.
        tolerance: How much the scores may differ.
    """

    name: str
    segments: int
    before: str
    after: str
    timed: Timed
    tolerance: float = 0

    def least(self, set_name: str, turns: int) -> tuple[float, float]:
        """Return the least processor seconds before and after, with the segments of a set."""
        inputs = SETS[set_name]()
        hypotheses, references = (
            list(islice(cycle(lines), self.segments))
            for lines in (inputs.hypotheses, inputs.references[0])
        )
        case = Case(set_name, Inputs(inputs.origin, {"system": hypotheses}, [references]), "13a")
        modules = self.before, self.after
        seconds = least_seconds(
            {name: partial(self.timed, import_module(name)) for name in modules},
            case,
            clock="processor",
            turns=turns,
            tolerances=dict.fromkeys(modules, self.tolerance),
        )
        return seconds[self.before], seconds[self.after]


def pairs(case: Case) -> tuple[list[str], list[str]]:
    """Return hypotheses and references."""
    return case.inputs.hypotheses, case.inputs.references[0]


def torchmetrics(name: str, segments: int, **options: Any) -> Row:
    """Return a class of TorchMetrics, which is updated in batches."""

    def timed(module: Any, case: Case) -> Callable[[], Scores]:
        hypotheses, references = pairs(case)
        nested = name in {"SacreBLEUScore", "CHRFScore"}
        targets: list[Any] = [[line] for line in references] if nested else references
        starts = range(0, len(hypotheses), BATCH)

        def run() -> Scores:
            metric = getattr(module, name)(**options)
            for start in starts:
                part = slice(start, start + BATCH)
                metric.update(hypotheses[part], targets[part])
            scores = metric.compute()
            return [*map(float, scores.values() if isinstance(scores, Mapping) else [scores])]

        return run

    return Row(
        f"TorchMetrics {name}",
        segments,
        "torchmetrics.text",
        "tallystick.compat.torchmetrics",
        timed,
        1e-5,
    )


def lm_eval(name: str, segments: int, resamples: int) -> Row:
    """Return a standard error of lm-evaluation-harness, in one process."""

    def timed(module: Any, case: Case) -> Callable[[], Scores]:
        hypotheses, references = pairs(case)
        items = list(zip(references, hypotheses, strict=True))
        score = getattr(import_module("lm_eval.api.metrics"), name)
        return lambda: [module.bootstrap_stderr(score, items, resamples)]

    return Row(
        f"lm-evaluation-harness {name}, with {resamples} resamples",
        segments,
        "lm_eval.api.metrics",
        "tallystick.compat.lm_eval",
        timed,
        1e-12,
    )


def jiwer(name: str, segments: int, *, alone: bool = False) -> Row:
    """Return a function of jiwer, with all utterances or, if `alone`, with one a call."""

    def timed(module: Any, case: Case) -> Callable[[], Scores]:
        hypotheses, references = pairs(case)
        rate = getattr(module, name)
        if alone:
            return lambda: list(map(rate, references, hypotheses))
        if name == "process_words":
            return lambda: [rate(references, hypotheses).wer]
        return lambda: [rate(references, hypotheses)]

    of_one = " of one utterance a call" * alone
    return Row(f"jiwer {name}{of_one}", segments, "jiwer", "tallystick.compat.jiwer", timed)


def evaluate(name: str, segments: int, tolerance: float = 0) -> Row:
    """Return a metric of evaluate, without the tables that it makes of texts."""

    def timed(module: Any, case: Case) -> Callable[[], Scores]:
        hypotheses, references = pairs(case)
        given = {"predictions": hypotheses, "references": references}
        if module.__name__ == "evaluate":
            folder = Path(os.environ["TALLYSTICK_SOURCES"]) / "evaluate" / "metrics" / name
            compute = module.load(str(folder))._compute
        else:
            compute = module.load(name).compute

        def run() -> Scores:
            scores = compute(**given)
            if not isinstance(scores, Mapping):
                return [scores]
            values = (value if isinstance(value, list) else [value] for value in scores.values())
            return [*map(float, chain.from_iterable(values))]

        return run

    return Row(
        f"evaluate {name}", segments, "evaluate", "tallystick.compat.evaluate", timed, tolerance
    )


ROWS = (
    torchmetrics("ROUGEScore", LARGE, rouge_keys=("rouge1", "rouge2", "rougeL")),
    torchmetrics("WordErrorRate", LARGE),
    torchmetrics("SacreBLEUScore", LARGE),
    torchmetrics("CHRFScore", LARGE),
    lm_eval("bleu", 500, 100),
    lm_eval("chrf", 500, 100),
    lm_eval("ter", 500, 100),
    *map(partial(jiwer, segments=LARGE), ("process_words", "wer")),
    jiwer("wer", LARGE, alone=True),
    jiwer("cer", LARGE),
    evaluate("rouge", SMALL, RANDOM),
    evaluate("wer", LARGE),
    evaluate("sacrebleu", LARGE),
)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("names", nargs="*", default=[""])
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    os.environ["DISABLE_MULTIPROC"] = "1"
    table = []
    for row in ROWS:
        if any(name in row.name for name in given.names):
            times = {name: row.least(name, given.turns) for name in PAIRS if name in SETS}
            name, (before, after) = min(times.items(), key=lambda item: item[1][0] / item[1][1])
            table.append([row.name, row.segments, before, after, before / after, name])
            print(table[-1], flush=True)
    headers = ["metric", "segments", "before", "after", "ratio", "worst of"]
    print(tabulate(table, headers, tablefmt="github", floatfmt=["", "", ".2f", ".3f", ".1f", ""]))


if __name__ == "__main__":
    main()

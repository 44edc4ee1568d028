"""Targets of saved reports and other documents, read after parts of them are changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any

from drawing import Draw
from files import changed, require, result, written

import tallystick
from tallystick.metrics import Corpus
from tallystick.metrics.interface.spec import metric_from_spec

REFERENCES = [["the cat sat", "a cat sat"], ["a dog ran", "the dog ran"], ["é 中", "x"], ["y", "x"]]
SYSTEMS = {
    "one": ["the cat sat", "a dog", "é", "x"],
    "two": ["cat the", "", "中", "x"],
}
FORMATS = ("text", "json", "csv", "tsv", "markdown", "latex", "html")
"""Some take milliseconds, so a report is shown in one format at a time."""


def corpora() -> list[tuple[str, Corpus]]:
    """Return the systems as they are compared with a saved report."""
    return [
        (name, Corpus.from_segments(hypotheses=lines, references=REFERENCES))
        for name, lines in SYSTEMS.items()
    ]


@cache
def saved_comparison() -> Mapping[str, Any]:
    """Return a small comparison as it is saved."""
    comparison = tallystick.compare(
        systems=SYSTEMS,
        references=REFERENCES,
        metrics=["bleu", "chrf"],
        documents=["d", "d", "e", "e"],
        metadata={"domain": ["a", "b", "a", "b"]},
        unit="segment",
        resamples=100,
    )
    content: Mapping[str, Any] = comparison.to_json()
    return content


def document(data: bytes, seed: Any) -> tuple[bytes, Draw]:
    """Return a changed document as JSON, or any bytes, and what is left to draw from."""
    draw = Draw(data)
    if draw.below(16) == 15:
        return draw.rest(), draw
    return json.dumps(changed(seed, draw)).encode(), draw


def comparisons(data: bytes) -> None:
    """Saved comparisons in every format."""
    from tallystick.reports import render
    from tallystick.reports.comparison.model import Comparison

    content, draw = document(data, saved_comparison())
    comparison = result(lambda: Comparison.from_json(content))
    if comparison is not None:
        result(lambda: render(comparison, draw.choice(FORMATS)))


def baselines(data: bytes) -> None:
    """Saved comparisons that new systems are compared with."""
    from tallystick.command_line.commands.compare.against import (
        computed_metrics,
        find_counterparts,
    )
    from tallystick.reports.comparison.checks.condition import parse_condition
    from tallystick.reports.comparison.saved.report_files import read_report

    content, draw = document(data, saved_comparison())
    path = written("baseline.json", content)
    saved = result(lambda: read_report(path))
    if saved is None:
        return
    systems = corpora()
    conditions = [parse_condition("bleu worsens")] if draw.flag() else []

    def compare() -> None:
        metrics = computed_metrics(saved, path)
        match = find_counterparts(saved, path, None, list(SYSTEMS), systems[0][1], conditions)
        match.with_saved_systems(systems)
        for metric in metrics:
            metric_from_spec(metric)

    result(compare)


@cache
def saved_meta_evaluation() -> Mapping[str, Any]:
    """Return what `--human-agreement` reads of a saved meta-evaluation."""
    signatures = {metric["metric"]: metric["signature"] for metric in saved_comparison()["metrics"]}
    interval = {"low": 0.5, "high": 0.9}
    bins = {"smallest": 0.1, "largest": 9.5, "pairs": 20, "agreeing": 15, "interval": interval}
    module = import_module("tallystick.reports.comparison.words.human_agreement")
    return {
        "schema": module.SCHEMA,
        "against": None,
        "system_level": [{"metric": name, "signature": text} for name, text in signatures.items()],
        "difference_curve": [{"metric": name, **bins} for name in signatures for _ in "12"],
    }


@cache
def comparison() -> Any:
    """Return the comparison that a meta-evaluation says something about."""
    from tallystick.reports.comparison.model import Comparison

    return Comparison.from_json(saved_comparison())


def meta_evaluations(data: bytes) -> None:
    """Saved meta-evaluations, which say whether humans agree with differences."""
    from tallystick.reports.comparison.facts.results import results_of
    from tallystick.reports.comparison.words.human_agreement import caveats_on_humans

    content, _ = document(data, saved_meta_evaluation())
    path = written("meta.json", content)
    result(lambda: caveats_on_humans(results_of(comparison()), path))


@cache
def vector_lines() -> list[Any]:
    """Return a file of vectors as its lines."""
    from tallystick.compat.vectors.curated import curated_file

    lines = curated_file("nist").read_bytes().split(b"\n")[:4]
    return [json.loads(line) for line in lines]


def vectors(data: bytes) -> None:
    """Files of vectors, and inputs without results."""
    from tallystick.compat.vectors.reading import parse_vectors, read_inputs

    draw = Draw(data)
    content = draw.rest()
    if data[:1] < b"\xf0":
        lines = changed(vector_lines(), Draw(data[1:]))
        if lines and isinstance(lines[0], dict) and data[:1] < b"\x80":
            lines[0]["cases"] = len(lines) - 1
        content = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    parsed = result(lambda: parse_vectors(content, "vectors"))
    if parsed is not None:
        from tallystick.compat.vectors.vectors import text_of

        again = parse_vectors(text_of(parsed).encode(), "again")
        require(again.cases, parsed.cases, "vectors")
    path = written("vectors", content)
    result(lambda: read_inputs(path))


SETS = b"""sets = ["a", "b"]
references = "reference"
hypotheses = "{system}.txt"
human = ["human"]
human-column = "z"
human-lower-is-better = true
[b]
documents = "{set}.docs"
human-order = "reference"
"""


def sets(data: bytes) -> None:
    """Files that list test sets."""
    from tallystick.reports.set_files.listed import read_set_files

    for name in ("reference", "human", "one.txt", "two.txt"):
        written(name, b"")
    path = written("sets.toml", data)
    result(lambda: read_set_files(path))
    result(lambda: read_set_files(path, human=False))


ANSWERS: list[Any] = [
    {"id": 1, "name": "x", "version": "2", "metrics": ["bleu"], "dialects": ["sacrebleu"],
     "capabilities": [], "input": "tokens", "references": "one", "orders": [4], "scale": 1.0},
    {"id": 2, "score": 0.5, "stats": {"matches": [3, 2], "length": 3}},
    {"id": 2, "unsupported": "no"},
    {"id": 2, "error": "no"},
]  # fmt: skip


class Talk:
    """A conversation that has one answer."""

    def __init__(self, line: bytes) -> None:
        self.line = line

    def received(self, timeout: float) -> bytes:
        """Return the answer."""
        return self.line

    def fail(self, kind: Any, message: str) -> Any:
        """Return the outcome of a failure."""
        from tallystick.compat.implementations.outcome import failed

        return failed(kind, message)


def answers(data: bytes) -> None:
    """Answers of programs in JSON lines."""
    from tallystick.compat.implementations.processes.json_lines import DEFAULT_LIMITS, Program
    from tallystick.compat.implementations.processes.messages import hello_in, outcome_in, shown

    draw = Draw(data)
    program: Any = Program("program", ("program",), DEFAULT_LIMITS)
    lines = [json.dumps(answer).encode() for answer in changed(ANSWERS, draw)]
    for line in [*lines, draw.raw(40)]:
        program._id = 1 + draw.below(2)
        answer = program._received(Talk(line), 1.0)
        if isinstance(answer, dict):
            result(partial(hello_in, "program", answer))
            result(partial(outcome_in, answer))
            shown(answer)


@cache
def description() -> Mapping[str, Any]:
    """Return the description of a file of statistics."""
    from tallystick.reports.statistics_files.model import SCHEMA

    signature = {metric["metric"]: metric["signature"] for metric in saved_comparison()["metrics"]}
    return {
        "schema": SCHEMA,
        "version": tallystick.__version__,
        "rows": "segment",
        "segments": 4,
        "references": 2,
        "reference_digest": "0" * 32,
        "part": "",
        "given_tokens": False,
        "documents": True,
        "systems": [{"system": "one", "digest": "1" * 32, "sums": [[1, 2, 3], [0.5, 2.0]]}],
        "metrics": [
            {
                "metric": name,
                "signature": signature[name],
                "columns": [f"column {n}" for n in range(3)],
                "counts": name == "bleu",
                "ngrams": False,
            }
            for name in ("bleu", "chrf")
        ],
    }


def statistics(data: bytes) -> None:
    """Descriptions of files of statistics, and their seals."""
    from tallystick.metrics.interface.signature import Signature
    from tallystick.reports.statistics_files import merge
    from tallystick.reports.statistics_files.parquet import _description, check_seal

    content, draw = document(data, description())
    path = written("statistics.parquet", content)
    result(lambda: check_seal(path))
    own = result(lambda: _description("a", content))
    if own is None:
        return
    described = {"a": own, "b": _description("b", json.dumps(description()).encode())}

    def check() -> None:
        merge.check_versions(described)
        chosen = merge.metrics_of(described, draw.choice((None, ["bleu"], ["x"])))
        merge.check_references(described, chosen)
        merge.parts_of(described)
        merge.check_rows(described, chosen, draw.choice(("segment", "document")))
        for metric in chosen.values():
            Signature.parse(metric.signature).metric()

    result(check)


TARGETS: dict[str, Callable[[bytes], None]] = {
    f"read-{target.__name__.replace('_', '-')}": target
    for target in (comparisons, baselines, meta_evaluations, vectors, sets, answers, statistics)
}

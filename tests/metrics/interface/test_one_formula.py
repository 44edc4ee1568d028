"""Every metric, under every value of every axis, has one formula, however it is computed."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tallystick import InputError, OptionError
from tallystick.metrics import METRICS, Columns, SumFormula, fitted, metric_from_spec, presets_of
from tests.metrics.small_corpora import (
    CORPORA,
    ONE_EACH,
    TWO_EACH,
    Segments,
    check_small_corpora,
    corpus_of,
    one_axis_each,
)
from tests.metrics.sums.test_sum_formula import OPERANDS, PAIRS, everything

pytestmark = [
    pytest.mark.usefixtures("recorded_wordnet"),
    pytest.mark.filterwarnings("ignore:all references are empty"),
]

HERE = Path(__file__).parents[2]
SCORES_OF_PAGES = HERE.parent / "reports" / "comparison" / "html" / "script" / "scores.js"

EDGES: Segments = [*ONE_EACH[1:5], *TWO_EACH[1:3]]
EMPTY: Segments = [("", [""]), ("", [""])]
"""Without words, a divisor of every kind is 0."""

CHRF = ",order=2,word_order=1,lowercase=yes"

PLUG_INS = {
    "word_f": "tallystick_example_metric.word_f:WordF",
    "wrapped_library": "tallystick_example_library:JaroWinkler",
}


LIKE_ROUGE_1 = ("rouge", "rouge2")
"""Metrics that count what ROUGE-1 counts, of another order."""


@cache
def metrics(name: str) -> list[Any]:
    """Return a metric under the default and under dialects that differ from it in one axis."""
    kind = METRICS.load(name)
    dialects = one_axis_each(kind.dialects)[: 1 if name in LIKE_ROUGE_1 else None]
    return [kind(**{**kind.required, "dialect": dialect}) for dialect in dialects]


@pytest.mark.parametrize("name", METRICS.built_in)
def test_a_score_is_the_same_at_once_alone_and_without_arrays(name: str) -> None:
    for metric in metrics(name):
        check_small_corpora(metric, [EDGES])


PRESETS = [
    f"{name}:dialect={preset.name}{more}"
    for name, options in {"bleu": [""], "nist": [""], "chrf": ["", CHRF]}.items()
    for preset in presets_of(METRICS.load(name).dialects)
    for more in options
]
COMBINED = [
    *(f"bleu:dialect=missing_order=negative+smooth={name}" for name in ("add-k", "floor", "exp")),
    "nist:dialect=match=best_reference+reference_length=matched",
]


def conventions_of(spec: str) -> Any:
    metric: Any = metric_from_spec(spec)
    return metric.conventions


DISTINCT = {conventions_of(spec): spec for spec in [*PRESETS, *COMBINED]}


@pytest.mark.parametrize("spec", DISTINCT.values())
def test_a_score_of_a_preset_is_the_same_in_every_way(spec: str) -> None:
    check_small_corpora(metric_from_spec(spec), CORPORA[2:])


@pytest.mark.parametrize("folder", PLUG_INS)
def test_a_plug_in_is_checked_alike(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE / "distributions" / folder))
    module, _, name = PLUG_INS[folder].partition(":")
    check_small_corpora(getattr(import_module(module), name)(), [*CORPORA, EMPTY])


def test_pages_compute_what_the_formula_does() -> None:
    """The script of the page itself, run by Node, on the sums that Python scores."""
    asked, expected = [], []
    for metric in (metric for name in METRICS.built_in for metric in metrics(name)):
        for segments in (EDGES, EMPTY):
            corpus = corpus_of(segments, metric)
            try:
                ready: Any = fitted(metric, [corpus.references])
                formula = ready.sum_formula()
                if formula is None:
                    break
                statistics = ready.statistics(corpus)
            except (InputError, OptionError):
                continue
            totals = np.vstack([statistics.rows, statistics.total()])
            asked.append(question(formula, statistics.columns, totals))
            expected += ready.formula(totals).tolist()
    np.testing.assert_allclose(of_the_page(asked), expected, rtol=1e-12, atol=0)


def test_pages_know_every_operation() -> None:
    formula, rows = SumFormula(Columns("one", "other"), everything), np.array(PAIRS)
    assert {step[0] for step in formula.steps} == {"column", "number", *OPERANDS}
    expected = formula.of({"one": rows[:, 0], "other": rows[:, 1]})
    computed = of_the_page([question(formula, formula.statistics, rows)])
    np.testing.assert_allclose(computed, expected, rtol=1e-12, atol=0)


def question(formula: SumFormula, columns: Sequence[str], rows: Any) -> dict[str, object]:
    read = rows[:, [columns.index(column) for column in formula.columns]]
    sums = [[repr(number) for number in row] for row in read.tolist()]
    return {"columns": formula.columns, "steps": formula.steps, "sums": sums}


def of_the_page(asked: Sequence[dict[str, object]]) -> list[float]:
    if shutil.which("node") is None:
        pytest.skip("there is no node")
    script = SCRIPT % (SCORES_OF_PAGES.read_text("utf-8"), json.dumps(asked))
    done = subprocess.run(["node", "-"], input=script, capture_output=True, text=True, check=True)
    return list(map(float, done.stdout.split()))


SCRIPT = """
const report = { segments: {} };
%s
report.segments.statistics = %s;
report.segments.statistics.forEach(({ sums }, place) =>
  sums.forEach((row) => console.log(statisticsOf(place).score(row.map(Number)))));
"""

"""The contestants of the benchmarks compute the same."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "benchmarks"
SEGMENTS = 4


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module with the tables."""
    for library in ("sacrebleu", "nltk", "bleuscore"):
        pytest.importorskip(library)
    monkeypatch.syspath_prepend(FOLDER)
    # where no time is compared, visiting every object of the tests before each run is lost
    monkeypatch.setattr("gc.collect", lambda: 0)
    # and so are runs after the first
    monkeypatch.setattr(import_module("measuring"), "LEAST_SECONDS_IN_A_TURN", 1e-9)
    return import_module("jobs")


def test_every_set_of_a_benchmark_exists(jobs: Any) -> None:
    sets = import_module("inputs").OF_WMT22
    assert {name for table in jobs.TABLES for name, _ in table.cases} == set(sets)


def require_equal_scores(table: Any) -> None:
    examples = import_module("inputs").examples()
    few = type(examples)(
        "the first of the examples",
        {name: lines[:SEGMENTS] for name, lines in examples.systems.items()},
        [lines[:SEGMENTS] for lines in examples.references],
    )
    case = import_module("contestants").Case(table.title, few, table.cases[0][1])
    tools = [tool for tool in (*table.tools, *table.peers) if tool.can_run(case)]
    seconds = import_module("measuring").least_seconds(
        {tool.label: tool.contestant for tool in tools},
        case,
        clock=table.clock,
        turns=1,
        tolerances={tool.label: table.tolerance for tool in tools},
    )
    assert all(taken > 0 for taken in seconds.values())


def test_the_contestants_of_every_benchmark_agree_on_the_examples(jobs: Any) -> None:
    for table in jobs.TABLES:
        if not table.find_missing():
            require_equal_scores(table)


def test_drop_in_replacements_agree_with_the_originals_a_call_at_a_time(jobs: Any) -> None:
    single_calls = import_module("single_calls")
    for library in ("jiwer", "rouge_score", "pycocoevalcap"):
        pytest.importorskip(library, reason=f"{library} is not installed")
    assert "| jiwer.wer " in single_calls.section(1, calls=3, sets=["English"])
    assert min(import_module("frameworks").jiwer("cer", SEGMENTS).least("English", 1)) > 0


def test_no_benchmark_is_left_out(jobs: Any) -> None:
    for table in jobs.TABLES:
        if missing := table.find_missing():
            pytest.skip(missing)


def test_a_benchmark_fails_where_scores_differ(jobs: Any) -> None:
    examples = import_module("inputs").examples()
    with pytest.raises(SystemExit, match=r"score 2 of other is 3\.0, while the first .* has 2\.0"):
        import_module("measuring").least_seconds(
            {"one": lambda case: lambda: [1.0, 2.0], "other": lambda case: lambda: [1.0, 3.0]},
            import_module("contestants").Case("", examples, "13a"),
            clock="wall",
            turns=1,
            tolerances={"one": 0.0, "other": 1e-9},
        )

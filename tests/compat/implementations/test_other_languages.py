"""Programs in other languages: packages of npm, METEOR 1.5, and the servers of docs/servers."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tallystick import Corpus
from tallystick.compat import (
    Case,
    Defect,
    Implementation,
    agree,
    implementation_named,
    json_lines,
    search_defects,
)
from tallystick.metrics import MeteorStatistics
from tests.compat.internals import npm

from .starting import installed

ENTRIES = [
    entry
    for entry in search_defects([])
    if "(npm)" in entry.program and "shown" not in dict(entry.options)
]


@cache
def program_of(entry: Defect) -> Implementation:
    name = entry.program.split(" ")[0]
    call = dict(entry.options).get("call")
    if call is None:
        return implementation_named("npm-bleu-score" if name == "bleu-score" else name)
    return npm.of_npm(name, name, str(call), metric="rouge", order=1, orders=(1,))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_an_installed_package_still_has_the_defect(entry: Defect) -> None:
    program = program_of(entry)
    missing = program.missing()
    if missing is not None:
        pytest.skip(missing)
    outcome = program.score_case(Case.from_lines(entry.hypotheses, entry.references))
    if entry.returned == "NaN":
        assert str(outcome) == "nonsense: its score is null, which is not a finite number"
    elif isinstance(entry.returned, str):
        assert entry.returned in str(outcome)
    else:
        assert outcome.score == pytest.approx(100 * entry.returned, rel=1e-12)


def test_a_package_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(npm.VARIABLE, str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda name: name)
    missing = implementation_named("npm-bleu-score").missing()
    assert missing is not None
    assert missing.startswith("the npm package bleu-score is not in ")
    assert missing.endswith(f"name the folder node_modules in {npm.VARIABLE}")


def test_the_version_is_that_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bleu-score"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"version": "7.1"}))
    monkeypatch.setenv(npm.VARIABLE, str(tmp_path))
    assert implementation_named("npm-bleu-score").version() == "7.1"


def has_other_blanks(text: str) -> bool:
    return text != " ".join(text.split())


@pytest.mark.slow
def test_the_program_scores_a_corpus_as_the_formula_scores_its_recorded_statistics(
    golden: Callable[[str], Any],
) -> None:
    implementation = installed("meteor-1.5")
    recorded = golden("meteor_1_5")["cases"]
    hypotheses: list[str] = []
    references: list[list[str]] = []
    rows: list[tuple[float, ...]] = []
    for case in golden("meteor")["cases"]:
        texts = [text or "" for some in (case["hypotheses"], *case["references"]) for text in some]
        runs = recorded.get(case["id"])
        single = len(texts) == 2 * len(case["hypotheses"])
        if runs and single and not any(map(has_other_blanks, texts)):
            hypotheses += case["hypotheses"]
            references += case["references"]
            rows += [tuple(map(float, row.split())) for row in runs["statistics"]]
    assert len(hypotheses) == len(rows) > 50
    metric = MeteorStatistics("meteor-1.5")
    corpus = Corpus.from_segments(hypotheses=["a"] * len(rows), references=["a"] * len(rows))
    statistics = metric.statistics(replace(corpus, scores={"meteor-1.5": tuple(rows)}))
    outcome = implementation.score_case(Case.from_lines(hypotheses, references))
    assert outcome.score == pytest.approx(metric.score(statistics).score, abs=1e-9)


SERVERS = Path(__file__).parents[3] / "docs" / "servers"
COMMANDS = {"bleu.py": "python3", "bleu.js": "node", "bleu.pl": "perl"}
LONGEST = 25

CASES = [
    Case.from_lines(["a b c d e"], ["a b c d e"]),
    Case.from_lines(["a b c d x"], [["a b c d e f", "a b c d"]]),  # two closest references
    Case.from_lines(["a b c d x"], [["a b c d", "a b c d e f"]]),
    Case.from_lines(["a a a a b c d e", "x"], [["a a b c d e", "a a a c"], ["y", "x"]]),  # clipped
    Case.from_lines(["a b c"], ["a b c"]),  # no n-gram of order 4
    Case.from_lines(["", "a b c d"], ["x", "a b c d"]),
    Case.of([["a b", "c", "\u2028", "d", 'e"\\']], [[["a b", "c", "\u2028", "d"], ["a", "b c"]]]),
    Case.from_lines(["der Hund schläft auf dem Sofa"], ["der Hund schläft auf der Couch 🛋"]),
]
"""What tells conventions apart: ties in length, clipping, short and empty hypotheses, any text."""


@pytest.mark.skipif(not SERVERS.exists(), reason="only in the repository")
@pytest.mark.parametrize("name", COMMANDS)
def test_an_example_server_is_bleu_at_every_order(name: str) -> None:
    program = shutil.which(COMMANDS[name])
    if program is None:
        pytest.skip(f"there is no {COMMANDS[name]}")
    if name.endswith(".pl"):
        tried = subprocess.run([program, "-MJSON::PP", "-e1"], capture_output=True, check=False)
        if tried.returncode != 0:
            pytest.skip("there is no perl with JSON::PP")
    server = json_lines([program, str(SERVERS / name)], dialect="papineni2002")
    for order in (1, 2, 4):
        for case in CASES:
            finding = agree(server.at_order(order), case)
            assert finding is None, str(finding)


@pytest.mark.skipif(not SERVERS.exists(), reason="only in the repository")
@pytest.mark.parametrize("name", COMMANDS)
def test_an_example_server_is_short(name: str) -> None:
    lines = (SERVERS / name).read_text(encoding="utf-8").split("\n")
    assert sum(bool(line.strip()) and line[0] not in "#/" for line in lines) <= LONGEST

"""The tables of known programs: when they are read, and what they contain."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick.metrics import BleuDialect, NistDialect, preset_named
from tallystick.metrics.interface.presets import preset_of, presets

PACKAGE = Path(tallystick.__file__).parent
SCORE_BY_DEFAULT = f"""
import sys
sys.path.insert(0, {str(PACKAGE.parent)!r})
import tallystick
for metric in ("bleu", "nist"):
    tallystick.score(hypotheses=["a b c d e"], references=["a b c d e"], metrics=metric)
print("tomllib" in sys.modules)
tallystick.Bleu(dialect="nltk")
print("tomllib" in sys.modules)
"""


def table(metric: str) -> Any:
    text = (PACKAGE / "metrics" / metric / "presets.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["program"]


def test_scoring_by_default_reads_no_table() -> None:
    command = [sys.executable, "-c", SCORE_BY_DEFAULT]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "False\nTrue\n"


@pytest.mark.parametrize(("metric", "kind"), [("bleu", BleuDialect), ("nist", NistDialect)])
def test_every_line_of_a_table_is_a_preset_in_its_order(metric: str, kind: Any) -> None:
    lines = [name for program in table(metric) for name in program["presets"]]
    assert [preset.name for preset in presets(kind)] == lines


def test_a_line_adds_to_the_facts_of_its_program() -> None:
    [moses] = [program for program in table("nist") if "mteval-v14c" in program.get("presets", {})]
    line = moses["presets"]["mteval-v14c"]
    preset = preset_named(NistDialect, "mteval-v14c")
    assert preset.notes == f"{moses['notes']} {line['notes']}"
    assert preset.verified == moses["verified"]
    assert preset.source == line["source"]
    assert preset_named(BleuDialect, "nltk-mean").program == "NLTK, mean of sentence_bleu"


def test_the_first_of_the_programs_that_share_a_dialect_names_it() -> None:
    first = preset_of(BleuDialect(reference_length="closest_first"))
    assert first is not None
    assert first.name == "mindspore"
    assert preset_of(BleuDialect(order=7)) is None

"""The tables of known programs: when they are read, and what they contain."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import Bleu, OptionError
from tallystick.metrics import (
    METRICS,
    BleuDialect,
    NistDialect,
    Signature,
    metric_from_spec,
    preset_named,
    presets_of,
)
from tests.metrics.built_in import DIALECTS

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


@pytest.mark.parametrize("metric", ["bleu", "nist", "wer", "ter"])
def test_every_line_of_a_table_is_a_preset_in_its_order(metric: str) -> None:
    lines = [name for program in table(metric) for name in program["presets"]]
    assert [preset.name for preset in presets_of(DIALECTS[metric])] == lines


def test_a_line_adds_to_the_facts_of_its_program() -> None:
    [moses] = [program for program in table("nist") if "mteval-v14c" in program.get("presets", {})]
    line = moses["presets"]["mteval-v14c"]
    preset = preset_named(NistDialect, "mteval-v14c")
    assert preset.notes == f"{moses['notes']} {line['notes']}"
    assert preset.verified == moses["verified"]
    assert preset.source == line["source"]
    assert preset_named(BleuDialect, "nltk-mean").program == "NLTK, mean of sentence_bleu"


def test_the_first_of_the_programs_that_share_a_dialect_names_it() -> None:
    assert Bleu(dialect=BleuDialect(reference_length="closest_first")).dialect == "mindspore"
    assert Bleu(dialect=BleuDialect(order=7)).dialect == BleuDialect(order=7)


@pytest.mark.parametrize("name", DIALECTS)
def test_presets_have_names_of_their_own_and_tell_what_they_are(name: str) -> None:
    known = presets_of(DIALECTS[name])
    names = [name for preset in known for name in (preset.name, *preset.aliases)]
    assert len(names) == len(set(names)) > 0
    for preset in known:
        assert all(text.strip() == text != "" for text in (preset.program, preset.source))
        assert preset.version.strip() == preset.version
        assert preset.notes.strip() == preset.notes


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.usefixtures("recorded_wordnet")
def test_a_preset_is_named_in_specs_and_signatures(name: str) -> None:
    kind = DIALECTS[name]
    for preset in presets_of(kind):
        metric: Any = metric_from_spec(f"{name}:dialect={preset.name}")
        assert metric.conventions == preset.dialect
        assert preset_named(kind, metric.dialect).dialect == preset.dialect
        assert METRICS.load(name)(dialect=preset.dialect).conventions == preset.dialect
        for one in (metric, replace(metric, lowercase="ascii")):
            signature = Signature.of(one, 1, given_tokens=False)
            assert Signature.parse(str(signature)).metric() == one, preset.name


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "a,b"}, "'a,b' cannot name a dialect"),
        ({"aliases": ("A",)}, "'A' cannot name a dialect"),
        ({"verified": "guessed"}, "verified is 'guessed'"),
    ],
)
def test_a_preset_that_cannot_be_named_or_was_not_verified_is_refused(
    changes: Any, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        replace(preset_named(NistDialect, "mteval"), **changes)


def test_two_presets_of_one_name_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = '[[program]]\nprogram = "x"\nversion = "1"\nverified = "run"\nsource = "y"\n'
    lines = 'one = { dialect = "" }\nother = { dialect = "order=2", aliases = ["one"] }\n'
    (tmp_path / "presets.toml").write_text(f"{program}[program.presets]\n{lines}")
    (tmp_path / "made_dialect.py").write_text(
        "from tallystick.metrics import NistDialect\nclass Made(NistDialect): pass\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(OptionError, match="two dialects are named 'one'"):
        presets_of(import_module("made_dialect").Made)

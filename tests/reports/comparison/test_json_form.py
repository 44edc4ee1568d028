"""A comparison read from JSON, and errors with their places."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from collections.abc import Callable
from typing import Any

import pytest

import tallystick
from tallystick.errors import InputError
from tallystick.reports import Comparison
from tallystick.reports.comparison.html.payload import packed
from tallystick.reports.saving.json_form import DEEPEST

Report = dict[str, Any]


@pytest.fixture(scope="module")
def saved() -> str:
    comparison = tallystick.compare(
        systems={"one": ["a b c d", "e f g h"], "other": ["a b c x", "e f g h"]},
        references=["a b c d", "e f g i"],
        metrics="bleu",
    )
    return json.dumps(comparison.to_json())


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b c", "r.json is not a saved report: it is not JSON (Expecting value: line 1 column 1"),
        (b"\xff", "r.json is not a saved report: it is not JSON ('utf-8' codec can't decode byte"),
        ("[" * 100_000, "r.json is not a saved report: its JSON is nested too deeply"),
        ("[]", "r.json is not a saved report: it is a list; expected an object with the schema"),
        ("null", "r.json is not a saved report: it is null; expected an object with the schema"),
        (
            "1",
            "r.json is not a saved report: it is the value 1; expected an object with the",
        ),
        (
            "{}",
            "r.json is not a saved report: it names no schema; expected 'tallystick/compari",
        ),
        (
            '{"schema": 2}',
            "r.json is not a saved report: its schema is 2; expected 'tallystick/",
        ),
    ],
)
def test_other_files_are_refused_by_name(text: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        Comparison.from_json(text, "r.json")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda it: it["scores"][1].update(score=float("nan")), "scores[1].score is nan; expected"),
        (lambda it: it["scores"][0].update(score=10**400), "scores[0].score is 1000"),
        (
            lambda it: it["differences"][0]["interval"].update(low=float("-inf")),
            "differences[0].interval.low is -inf; expected a finite number, or null if it is",
        ),
        (
            lambda it: it["segments"]["scores"]["bleu"]["one"].__setitem__(1, float("inf")),
            "segments.scores['bleu']['one'][1] is inf; expected a finite number",
        ),
        (
            lambda it: it["scores"][0].update(details={"a": [0.5, float("nan")]}),
            "scores[0].details['a'][1] is nan; expected a finite number",
        ),
        (
            lambda it: it["scores"][0].update(details={"a": nested(DEEPEST)}),
            "is nested too deeply; expected at most 32 levels",
        ),
        (
            lambda it: it["metrics"][0]["scale"].update(digits=2**70),
            "metrics[0].scale: digits is 1180591620717411303424; expected a whole number from 0 to",
        ),
        (lambda it: it["scores"][0].update(system=1), "scores[0].system is 1; expected str"),
        (lambda it: it["test"].pop("seed"), "test lacks 'seed'; it was truncated, or edited by"),
        (lambda it: it.pop("test"), "it lacks 'test'; it was truncated, or edited by"),
    ],
)
def test_a_wrong_part_is_refused_with_its_place(
    saved: str, change: Callable[[Report], object], message: str
) -> None:
    report: Report = json.loads(saved)
    change(report)
    with pytest.raises(InputError, match=rf"r\.json: .*{re.escape(message)}"):
        Comparison.from_json(json.dumps(report), "r.json")


def test_a_number_too_large_for_a_float_is_refused(saved: str) -> None:
    report = saved.replace('"confidence": 0.95', '"confidence": 1e999')
    assert report != saved
    with pytest.raises(InputError, match=r"test\.confidence is inf; expected a finite number"):
        Comparison.from_json(report)


def test_details_may_be_nested_to_the_documented_depth(saved: str) -> None:
    report: Report = json.loads(saved)
    report["scores"][0]["details"] = {"a": nested(DEEPEST - 1)}
    read = Comparison.from_json(json.dumps(report))
    assert json.loads(json.dumps(read.to_json())) == report


def test_a_report_that_names_its_formulas_is_read_and_shown(saved: str) -> None:
    # its page shows means of segment scores where others compute the score of a selection
    report: Report = json.loads(saved)
    [found] = report["segments"]["statistics"].values()
    del found["steps"]
    found |= {"formula": "bleu", "options": {"smooth": "exp"}}
    comparison = Comparison.from_json(json.dumps(report))
    assert comparison.segments is not None
    assert comparison.segments.statistics["bleu"].steps == ()
    assert b'"statistics":[null]' in gzip.decompress(b64decode(packed(comparison)))

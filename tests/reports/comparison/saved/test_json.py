"""Reports read from JSON, parts that contradict each other, and files of every format."""

import gzip
import json
import re
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import InputError, OptionError, UnknownNameError
from tallystick.reports import Comparison
from tests.reports.comparison import made
from tests.reports.rendering import page

Report = dict[str, Any]
DEEPEST = 32
"""The documented depth."""


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return tallystick.compare(
        systems={"one": ["a b c d", "e f g h"], "other": ["a b c x", "e f g h"]},
        references=["a b c d", "e f g i"],
        metrics="bleu",
    )


@pytest.fixture(scope="module")
def saved(comparison: Comparison) -> str:
    return json.dumps(comparison.to_json())


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b c", "it is not JSON (Expecting value: line 1 column 1"),
        (b"\xff", "it is not JSON ('utf-8' codec can't decode byte"),
        ("[" * 100_000, "its JSON is nested too deeply"),
        ("[]", "it is a list; expected an object with the schema"),
        ("null", "it is null; expected an object with the schema"),
        ("1", "it is the value 1; expected an object with the"),
        ("{}", "it names no schema; expected 'tallystick/compari"),
        ('{"schema": 2}', "its schema is 2; expected 'tallystick/"),
    ],
)
def test_other_files_are_refused_by_name(text: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"r.json is not a saved report: {message}")):
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
        (lambda it: it["scores"][0].update(system=1), "scores[0].system is 1; expected a string"),
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


def test_details_may_be_nested_to_the_documented_depth_and_numbers_are_finite(saved: str) -> None:
    report: Report = json.loads(saved)
    report["scores"][0]["details"] = {"a": nested(DEEPEST - 1)}
    read = Comparison.from_json(json.dumps(report))
    assert json.loads(json.dumps(read.to_json())) == report
    infinite = saved.replace('"confidence": 0.95', '"confidence": 1e999')
    assert infinite != saved
    with pytest.raises(InputError, match=r"test\.confidence is inf; expected a finite number"):
        Comparison.from_json(infinite)


def test_a_report_that_names_its_formulas_is_read_and_shown(saved: str) -> None:
    # its page shows means of segment scores where others compute the score of a selection
    report: Report = json.loads(saved)
    [statistics] = report["segments"]["statistics"].values()
    del statistics["steps"]
    statistics |= {"formula": "bleu", "options": {"smooth": "exp"}}
    comparison = Comparison.from_json(json.dumps(report))
    assert comparison.segments is not None
    assert comparison.segments.statistics["bleu"].steps == ()
    [data] = re.findall(r'id="data">([^<]*)<', page(comparison))
    assert b'"statistics":[null]' in gzip.decompress(b64decode(data))


# Contradictions


@pytest.fixture(scope="module")
def of_three() -> str:
    comparison = tallystick.compare(
        systems={
            "short": ["a b c d", "e f g h", "i j"],
            "long": ["a b c d x", "e f g h", "i j k l"],
            "odd": ["x y z", "e f", "i j k l"],
        },
        references=["a b c d", "e f g i", "i j k l"],
        metrics=["bleu", "wer", "nist"],
        documents=["p", "p", "q"],
        metadata={"domain": ["news", "chat", "chat"]},
    )
    return json.dumps(comparison.to_json())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda it: it["scores"][0].update(system="renamed"), "scores[0].system is 'renamed'"),
        (lambda it: it["scores"].pop(), "scores has no entry of the system 'odd' under the me"),
        (lambda it: it.update(scores=[]), "scores has no entry of the system 'long'"),
        (lambda it: it["scores"].append(it["scores"][0]), "scores has ('short', 'bleu') 2 times"),
        (lambda it: it["segments"]["references"].pop(), "segments.references has 2 values; expec"),
        (lambda it: it["segments"]["documents"].pop(), "segments.documents has 2 values; expect"),
        (lambda it: it["segments"]["metadata"]["domain"].pop(), "segments.metadata['domain'] has"),
        (lambda it: it["segments"]["hypotheses"].pop("odd"), "hypotheses lacks the system 'odd'"),
        (lambda it: it["segments"]["scores"]["bleu"]["odd"].pop(), "scores['bleu']['odd'] has 2"),
        (lambda it: it["segments"]["scores"].pop("nist"), "scores lacks the metric 'nist'"),
        (
            lambda it: it["segments"]["statistics"]["bleu"]["values"]["odd"].pop(),
            "segments.statistics['bleu'].values['odd'] has 9 columns; expected 10",
        ),
        (
            lambda it: it["segments"]["statistics"]["bleu"]["steps"].append(["exp", 73]),
            "].steps[73] is ('exp', 73); expected a column, a number, or an operation on result",
        ),
        (
            lambda it: it["segments"]["statistics"].update(
                ter=it["segments"]["statistics"]["bleu"]
            ),
            "segments.statistics is 'ter', which is not a metric of the report",
        ),
        (
            lambda it: it["segments"]["statistics"]["nist"]["values"].update(
                odd=["1 2"] * len(it["segments"]["statistics"]["nist"]["columns"])
            ),
            "segments.statistics['nist'].values['odd'][0] has 2 values; expected one for each",
        ),
        (lambda it: it["metrics"].pop(), "].metric is 'nist', which is not a metric of the report"),
        (lambda it: it.update(metrics=[]), "metrics is empty; expected at least one"),
        (lambda it: it["systems"].append(it["systems"][0]), "systems has 'short' 2 times"),
        (lambda it: it.update(baseline="nobody"), "baseline is 'nobody', which is not a system"),
        (lambda it: it["differences"][0].update(better="x"), "differences[0].better is 'x'"),
        (lambda it: it["differences"][0].update(p_value=3), "differences[0].p_value is 3"),
        (lambda it: it["test_set"].update(segments=-3), "test_set.segments is -3; expected 0 or"),
        (lambda it: it["test"].update(confidence=95), "test.confidence is 95; expected 0 to 1"),
        (lambda it: it["doubts"][0].update(systems=["x"]), "doubts[0].systems is 'x', which is no"),
        (lambda it: it["doubts"][0].update(segments=[4]), "doubts[0].segments names the segment"),
        (lambda it: it["suspicious"][0].update(segment=4), "suspicious[0].segment names the segm"),
        (
            lambda it: it["breakdowns"][0]["groups"][0].update(segments=[0]),
            "breakdowns[0].groups[0].segments names the segment 0; expected 1 to 3",
        ),
        (
            lambda it: it["breakdowns"][0]["cells"][0].update(group="lost"),
            "breakdowns[0].cells names an unknown group, 'lost'",
        ),
        (lambda it: it["scores"][0].update(score=50.5), "is 50.5, but its statistics give "),
        (lambda it: it["differences"][0].update(difference=50.5), "differences[0].difference is"),
        (lambda it: it["lengths"][0].update(ratio=0.1), "lengths[0].ratio is 0.1, but the lengths"),
        (lambda it: it["test_set"].update(documents=3), "documents is 3, but 2 are named"),
        (lambda it: it["test_set"].update(units=3), "test_set.units is 3, but there are 2"),
        (
            lambda it: it["scores"][0]["interval"].update(low=51.0, high=51.0),
            "scores[0].interval is 51 to 51, which does not follow from ",
        ),
        (
            lambda it: it["scores"][3].update(standard_error=1.0),
            "its standard error 1 and the confidence 0.95",
        ),
        (lambda it: it["test"].update(confidence=0.5), "does not follow from"),
        (
            lambda it: it["scores"][0]["details"].update(hypothesis_length=1),
            "the hypothesis_length of 'short' under 'bleu' is 1, but its statistics give 10",
        ),
        (
            lambda it: it["segments"]["scores"]["wer"]["odd"].__setitem__(1, 7.0),
            "the score of segment 2 of 'odd' under 'wer' is 7, but its statistics give 50",
        ),
        (
            lambda it: it["segments"]["statistics"]["bleu"]["values"]["odd"].__setitem__(
                0, "1 x 3"
            ),
            "the statistics of 'odd' under 'bleu' are not numbers",
        ),
    ],
)
def test_a_report_whose_parts_contradict_each_other_is_refused(
    of_three: str, change: Callable[[Report], object], message: str
) -> None:
    report = json.loads(of_three)
    report["suspicious"] = report["suspicious"] or [
        {"suspicion": "duplicate", "system": None, "segment": 1, "detail": ""}
    ]
    doubt = {"kind": "cut off", "systems": ["odd"], "metric": None, "segments": [3]}
    report["doubts"] = [{**doubt, "sentence": ""}]
    cell = {"group": "all", "system": "odd", "metric": "bleu", "score": 1.0, "interval": None}
    group = {"label": "all", "segments": [1, 2, 3], "units": 2}
    report["breakdowns"] = [{"field": "any", "minimum": 1, "groups": [group], "cells": [cell]}]
    Comparison.from_json(report)
    change(report)
    with pytest.raises(InputError) as caught:
        Comparison.from_json(report, "r.json")
    assert str(caught.value).startswith("r.json: ")
    assert message in str(caught.value)


def test_metrics_are_found_by_name_or_title_in_any_case(of_three: str) -> None:
    comparison = Comparison.from_json(of_three)
    assert [system.name for system in comparison.systems] == ["short", "long", "odd"]
    assert comparison.differences_under("BLEU") == comparison.differences_under("bleu") != ()
    assert comparison.score_of("short", "Nist").metric == "nist"
    assert comparison.in_order_of("NIST")[0].best
    for look_up in (comparison.differences_under, comparison.in_order_of):
        with pytest.raises(UnknownNameError, match="no metric 'blue'; did you mean bleu"):
            look_up("blue")
    with pytest.raises(UnknownNameError, match="no system 'shrt'; did you mean short"):
        comparison.score_of("shrt", "bleu")
    alike = made.each(comparison.metrics, title="BLEU")
    with pytest.raises(UnknownNameError, match="several metrics of the report are called 'BLEU'"):
        replace(comparison, metrics=made.each(alike, {"metric": "bleu"}, metric="b")).score_of(
            "short", "BLEU"
        )


# Files


def test_nothing_is_written_if_one_file_has_an_unknown_ending(
    comparison: Comparison, tmp_path: Path
) -> None:
    with pytest.raises(OptionError, match=r"the name of the file '.*r\.pdf' has an unknown ending"):
        tallystick.write_report(comparison, tmp_path / "r.md", tmp_path / "r.pdf")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((), {}, "the file for the report is missing; write"),
        (("r.md",), {"digits": 18}, "digits is 18; expected 0 to 17 digits"),
        (("r.md",), {"digits": True}, "digits is True; expected 0 to 17 digits"),
    ],
)
def test_wrong_arguments_are_refused(
    comparison: Comparison, arguments: tuple[str, ...], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        tallystick.write_report(comparison, *arguments, **options)


def test_the_comparison_comes_first(comparison: Comparison) -> None:
    swapped: tuple[Any, Any] = ("report.html", comparison)
    message = "no report of an object of type str; expected what compare, meta, challenge"
    with pytest.raises(InputError, match=message):
        tallystick.write_report(*swapped)

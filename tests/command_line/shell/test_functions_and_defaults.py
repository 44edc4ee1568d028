"""Every command has a function with the same parameters, and both have the defaults of the docs."""

import argparse
import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import compat, metrics, reports
from tests.command_line.internals import COMMANDS, command_parser

PAGE = Path(__file__).parents[3] / "docs" / "scoring.md"

COMPARE = (tallystick.compare, tallystick.compare_sets, reports.compare_statistics)
PROGRAM = (compat.implementation_given, compat.read_expected)
FUNCTIONS: Mapping[str, Sequence[Callable[..., Any]]] = {
    "score": (tallystick.score, tallystick.score_systems, tallystick.score_files),
    "align": (tallystick.align,),
    "tokenize": (tallystick.tokenize,),
    "compare": COMPARE,
    "trend": (tallystick.trend,),
    "index": (reports.index,),
    "plan": (tallystick.plan,),
    "meta": (tallystick.meta, reports.meta_statistics),
    "challenge": (tallystick.challenge,),
    "statistics": (reports.write_statistics,),
    "merge": (reports.merge_statistics,),
    "explain": (tallystick.explain,),
    "check": (tallystick.check,),
    "identify": (tallystick.identify,),
    "vectors": (compat.record, compat.replay, compat.inputs_for),
}
"""By command, what does the same in Python."""

MAKERS: Mapping[str, Sequence[Callable[..., Any]]] = {
    "trend": (metrics.Settings,),
    "plan": COMPARE,
    "statistics": (tallystick.score_files,),
    **dict.fromkeys(("check", "identify", "vectors"), PROGRAM),
}
"""By command, what makes an argument of its functions of further options."""

WITHOUT_FUNCTION = {"demo", "list", "completion"}
"""They copy files, list what METRICS and other registries have, and write a script for a shell."""

TEXTS = {
    *("references", "hypotheses", "table", "table_format", "text_format", "columns", "names"),
    *("systems", "translators", "target_language", "docs", "source", "sources", "documents"),
    *("metadata", "sets", "only", "human_column", "human_set", "rename", "human_order"),
    *("other_human_column", "files", "reports", "folder", "paths", "path", "lines", "corpus"),
    *("comparison", "implementation", "words", "client", "format", "preferences", "vectors"),
}
"""Options and parameters that say which texts, scores, files or programs are used."""

SHOWING = {
    *("output", "format", "width", "quiet", "explain", "score_only", "plots", "plot_formats"),
    *("save", "name"),
}
"""Options that say how results are shown, as `render` and `write_report` do."""

OF_METRICS = {"tokenize", "lowercase", "smooth_method", "smooth_value", "language_pair", "force"}
"""Options that a spec of a metric has, and the warnings about them."""

IN_PYTHON = {
    "by": "unit",
    "human": "scores",
    "time": "timed",
    "odd": "most_odd",
    "human_lower_is_better": "metrics.GivenScores.higher_is_better",
    "language_pair": "language",
    "without_texts": "details",
    "cluster": "client",
    "scores": "scorers",
    "conditions": "reports.with_checks",
    "against": "reports.with_checks",
    "against_system": "reports.with_checks",
    "junit": "write_report",
    "summary": "write_report",
    "notes": "reports.with_notes",
    "date": "reports.Origin",
    "commit": "reports.Origin",
    "report": "read_report",
    "segments": "segment_scores",
    "documents": "metrics.Statistics.by_document",
    "expect": "compat.expectation",
    "write_expected": "compat.expectation",
    "inputs": "cases",
    "paired": "emulate",
    "decimals": "compat.printed",
    "memory": "compat.Limits.memory",
}
"""Options with another name as a parameter, or (with a dot) what does the same in Python."""

ONLY_IN_PYTHON = {
    "settings": "the options of the test, as one value",
    "metrics": "to search one of several metrics",
    "causes": "to leave out the search for causes",
    "start": "the folder of the file that is written",
    "advance": "for progress",
}
"""Parameters that are no options."""


def parameters_of(functions: Iterable[Callable[..., Any]]) -> dict[str, Any]:
    """Return the defaults of the parameters of functions."""
    return {
        name: parameter.default
        for function in functions
        for name, parameter in inspect.signature(function).parameters.items()
    }


def options_of(command: str) -> dict[str, argparse.Action]:
    """Return the options of a command by their names as parameters."""
    actions = command_parser(command)._actions
    return {
        action.dest: action
        for action in actions
        if action.help != argparse.SUPPRESS and action.dest != "help"
    }


def test_every_command_has_a_function() -> None:
    assert FUNCTIONS.keys() | WITHOUT_FUNCTION == COMMANDS.keys()


@pytest.mark.parametrize("command", FUNCTIONS)
def test_every_option_of_a_command_is_in_python(command: str) -> None:
    parameters = parameters_of([*FUNCTIONS[command], *MAKERS.get(command, ())])
    for option in options_of(command).keys() - TEXTS - SHOWING - OF_METRICS - parameters.keys():
        name = IN_PYTHON[option]
        assert name in parameters or attrgetter(name)(tallystick) is not None, option


@pytest.mark.parametrize("command", FUNCTIONS)
def test_every_parameter_of_a_function_is_an_option(command: str) -> None:
    options = options_of(command)
    known = options.keys() | {IN_PYTHON.get(name, "").rpartition(".")[2] for name in options}
    assert parameters_of(FUNCTIONS[command]).keys() - known - TEXTS - set(ONLY_IN_PYTHON) == set()


def defaults() -> dict[str, dict[str, str]]:
    """Return for each option of the page the default of each command, and of all others as ""."""
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \| (.*) ?\|$", PAGE.read_text("utf-8"), re.M)
    table = {}
    for option, default, others in rows:
        parts = [part.partition(": ") for part in others.split("; ")]
        of_commands = {
            command: value.strip("` ")
            for commands, _, value in parts
            for command in re.findall("`([a-z]+)`", commands)
        }
        table[option.replace("-", "_")] = {"": default.strip("`"), **of_commands}
    return table


DEFAULTS = defaults()


@pytest.mark.parametrize("command", FUNCTIONS)
def test_functions_have_the_defaults_of_the_page(command: str) -> None:
    functions = [*FUNCTIONS[command], *MAKERS.get(command, ())]
    for name, default in parameters_of(functions).items():
        if name in DEFAULTS and default not in (None, inspect.Parameter.empty, ()):
            shown = " ".join(default) if isinstance(default, tuple) else f"{default}"
            expected = DEFAULTS[name].get(command, DEFAULTS[name][""])
            assert shown.removesuffix(".0") == expected, name


@pytest.mark.parametrize("command", FUNCTIONS)
def test_commands_have_the_defaults_of_the_page(command: str) -> None:
    for name, action in options_of(command).items():
        if name in DEFAULTS and name not in ("threads", *OF_METRICS):
            shown = action.default or re.findall(r"\(default: (.*)\)", str(action.help))[0]
            expected = DEFAULTS[name].get(command, DEFAULTS[name][""])
            assert expected in re.split(", or |, ", f"{shown}".removesuffix(".0")), name
        elif name == "threads":
            assert action.default is None
            assert "(default: one per processor)" in str(action.help)


def test_the_page_has_the_defaults_of_options_that_several_commands_have() -> None:
    assert len(DEFAULTS) == 12
    assert DEFAULTS["resamples"][""] == str(metrics.Settings().resamples_of(20_000))
    assert DEFAULTS["metrics"]["challenge"] == "bleu chrf ter nist"
    assert DEFAULTS["seed"] == {"": "1", "check": "0", "identify": "0", "vectors": "0"}

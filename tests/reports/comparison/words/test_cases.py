"""The tables of cases: every name in a wording is a term that some function gives."""

import ast
import inspect
from string import Formatter
from types import ModuleType, SimpleNamespace

import pytest

from tests.reports.internals import (
    ALWAYS,
    INNER,
    Cases,
    caveats,
    first_short,
    headline,
    methods,
    over_sets,
    verdict,
    wordings,
)


def wordings_of(module: ModuleType) -> list[str]:
    """Return all wordings in the tables of a module."""
    tables = [table for name, table in vars(module).items() if name.isupper()]
    said = [
        wording
        for table in tables
        for wording in (table.values() if isinstance(table, dict) else (table,))
    ]
    every = [
        wording for group in said for wording in (group if isinstance(group, tuple) else (group,))
    ]
    return [wording for wording in every if isinstance(wording, str)]


def terms(module: ModuleType) -> set[str]:
    """Return the keys of dictionaries, and the keywords of calls, in functions of a module."""
    functions = [
        node
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.FunctionDef)
    ]
    nodes = [node for function in functions for node in ast.walk(function)]
    keys = [key for node in nodes if isinstance(node, ast.Dict) for key in node.keys]
    named = {key.value for key in keys if isinstance(key, ast.Constant)}
    return {str(name) for name in named} | {
        node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg
    }


@pytest.mark.parametrize("module", [caveats, headline, methods, over_sets, verdict])
def test_every_name_in_a_wording_is_a_term(module: ModuleType) -> None:
    known = terms(module) | set(vars(module).get("EACH_UNDER", ()))
    for wording in wordings_of(module):
        names = {name for _, name, _, _ in Formatter().parse(wording) if name}
        assert names <= known, wording


def test_only_the_wordings_of_the_first_case_that_holds_are_used() -> None:
    cases: Cases = {
        "none": "Nobody leads.",
        "one": ("{name} leads.", "One leads."),
        ALWAYS: "Many lead.",
    }
    assert wordings(cases, {"none": False, "one": 1, "name": "A"}) == ("A leads.", "One leads.")
    assert wordings(cases, {"none": False, "one": 0}) == ("Many lead.",)
    assert wordings({"none": "Nobody leads."}, {"none": 0}) == ()


def test_the_first_wording_that_is_short_enough_is_chosen_or_else_the_last() -> None:
    said = SimpleNamespace(long="one two three four", name=f"one two{INNER}three", short="one two")
    assert first_short((said.long, said.name, said.short), 2) == "one two three"
    assert first_short((said.long, said.short), 1) == "one two"
    assert first_short(()) == ""

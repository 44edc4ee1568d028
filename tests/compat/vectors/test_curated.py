"""The vectors that ship with the package."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tallystick.compat import Case, Implementation, curated_vectors, implementation_named
from tallystick.compat.agreement import expected_outcome
from tallystick.compat.implementations.implementation import perfect_score
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.vectors.curated import CURATED, curated_file
from tallystick.compat.vectors.replay import replay
from tallystick.compat.vectors.writing import text_of
from tallystick.errors import UnknownNameError

TOOLS = Path(__file__).parents[3] / "tools"
COLUMNS = [(name, origin) for name in CURATED for origin in curated_vectors(name).origins]


def naive_bleu(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
    """Return BLEU of Papineni et al. 2002, written with lists only."""
    score, lengths = 1.0, [0, 0]
    for n in range(1, order + 1):
        found = total = 0
        for hypothesis, given in zip(hypotheses, references, strict=True):
            grams, *others = (
                [one[at : at + n] for at in range(len(one) - n + 1)] for one in (hypothesis, *given)
            )
            for place, gram in enumerate(grams):
                earlier = grams[:place].count(gram)
                found += any(other.count(gram) > earlier for other in others)
            total += len(grams)
        if not found:
            return 0.0
        score *= found / total
    for hypothesis, given in zip(hypotheses, references, strict=True):
        lengths[0] += len(hypothesis)
        lengths[1] += min((abs(len(one) - len(hypothesis)), len(one)) for one in given)[1]
    ratio = lengths[1] / lengths[0]
    return float(score ** (1 / order) * 2.718281828459045 ** min(0.0, 1 - ratio))


def our_metric(metric: str, dialect: str, order: int | None) -> Implementation:
    def run(hypotheses: list[Any], references: list[list[Any]], order: int) -> Outcome:
        return expected_outcome(ours, Case.of(hypotheses, references))

    ours = Implementation(
        name="ours",
        metric=metric,
        run=run,
        dialect=dialect,
        order=order or 0,
        orders=() if order is None else (order,),
        scale=perfect_score(metric) or 1.0,
    )
    return ours


@pytest.mark.parametrize(("name", "origin"), COLUMNS)
def test_our_dialects_give_the_recorded_results(name: str, origin: str) -> None:
    vectors = curated_vectors(name)
    found = replay(vectors, our_metric(vectors.metric, origin, vectors.order))
    assert found, found.drift
    assert found.compared + found.left_out == len(vectors.cases)


def test_the_results_of_the_paper_are_those_of_a_naive_computation() -> None:
    naive = Implementation(name="naive", metric="bleu", run=naive_bleu, dialect="papineni2002")
    found = replay(curated_vectors("bleu"), naive)
    assert found, found.drift
    assert found.compared == 63


@pytest.mark.parametrize(
    ("name", "program"),
    [("bleu", "nltk"), ("bleu", "sacrebleu"), ("bleu", "bleuscore"), ("nist", "nltk-nist")],
)
def test_an_installed_program_gives_the_recorded_results(name: str, program: str) -> None:
    implementation = implementation_named(program)
    if missing := implementation.missing():
        pytest.skip(missing)
    found = replay(curated_vectors(name), implementation)
    assert found, found.drift


def test_the_files_are_what_the_tool_writes_from_the_recorded_runs() -> None:
    spec = spec_from_file_location("write_vectors", TOOLS / "write_vectors.py")
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    for name in CURATED:
        # the version of the writer is that of the last writing
        written = replace(tool.curated(name), writer=curated_vectors(name).writer)
        assert text_of(written) == curated_file(name).read_text(encoding="ascii"), name


@pytest.mark.parametrize("name", CURATED)
def test_every_case_says_what_it_tests_and_lines_follow_the_schema(name: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(curated_file("schema").read_text(encoding="utf-8"))
    valid = jsonschema.Draft202012Validator(schema).is_valid
    lines = curated_file(name).read_text(encoding="ascii").split("\n")[:12]
    assert all(valid(json.loads(line)) for line in lines)
    vectors = curated_vectors(name)
    assert vectors.intact
    assert all(one.tests and one.results for one in vectors.cases)


@pytest.mark.parametrize("name", CURATED)
def test_any_two_conventions_of_a_set_differ_in_some_case(name: str) -> None:
    vectors = curated_vectors(name)
    for one in vectors.origins:
        for other in vectors.origins:
            pairs = (
                (vector.results[one].score, vector.results[other].score)
                for vector in vectors.cases
                if one in vector.results and other in vector.results
            )
            assert one == other or any(first != second for first, second in pairs)


def test_an_unknown_name_is_refused_with_the_names() -> None:
    with pytest.raises(UnknownNameError, match=r"no vectors are named 'blue'; did you mean bleu"):
        curated_vectors("blue")

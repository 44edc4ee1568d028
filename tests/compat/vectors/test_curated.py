"""The vectors that ship with the package."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from tallystick.compat import Implementation, curated_vectors, implementation_named, replay
from tallystick.compat.conformance.mistakes import MISTAKES
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.implementations.implementation import perfect_score
from tallystick.compat.vectors.curated import CURATED, curated_file
from tallystick.compat.vectors.writing import text_of
from tallystick.errors import UnknownNameError
from tallystick.metrics import metric_from_spec
from tests.compat.conformance.naive import naive_bleu

TOOLS = Path(__file__).parents[3] / "tools"
WITHOUT_EFFECT = {
    # the BLEU of the paper does not depend on these
    "the order of references is reversed",
    "references are sorted",
    "equal references count once",
    # which it does not have
    "an undefined score is 0",
    "an undefined score is perfect",
    "scores above the perfect one are cut",
    # or which it has by definition
    "the geometric mean of the precisions is used",
    "the closest reference counts for the length",
    "the weights of the orders are 1/4 for any order",
    "the score is 0 if hypotheses have fewer tokens than the highest order",
    # of tokens that a line cannot represent
    "tokens are joined with spaces and split again",
    "empty tokens are left out",
    "n-grams are joined by a space",
    "hypotheses are not tokenized",
    "references are not tokenized",
}
"""The mistakes that no case can show."""

COLUMNS = [(name, origin) for name in CURATED for origin in curated_vectors(name).origins]


@pytest.mark.parametrize(("name", "origin"), COLUMNS)
def test_our_dialects_give_the_recorded_results(name: str, origin: str) -> None:
    vectors = curated_vectors(name)
    cases = [one for one in vectors.cases if origin in one.results]
    metric = metric_from_spec(f"{vectors.metric}:dialect={origin}")
    perfect = perfect_score(vectors.metric)
    factor = 1 if perfect is None else perfect / vectors.origins[origin].scale
    found = Probes([one.case for one in cases], text=False).scores(metric) / factor
    recorded = [one.results[origin].score for one in cases]
    expected = [math.nan if score is None else score for score in recorded]
    assert found.tolist() == pytest.approx(expected, rel=1e-12, abs=0, nan_ok=True)


def test_every_mistake_in_bleu_that_changes_a_score_changes_one_of_the_cases() -> None:
    cases = [one.case for one in curated_vectors("bleu").cases]
    metric = metric_from_spec("bleu:dialect=papineni2002")
    missed = [mistake for mistake in MISTAKES if mistake.fits(metric)]
    for start in range(0, len(cases), 4):
        probes = Probes(cases[start : start + 4], text=False)
        right = probes.scores(metric)
        with np.errstate(all="ignore"):  # as a check computes them; what is undefined is NaN
            missed = [
                mistake
                for mistake in missed
                if np.allclose(
                    mistake.scores(metric, probes), right, rtol=1e-9, atol=0, equal_nan=True
                )
            ]
    assert {mistake.name for mistake in missed} == WITHOUT_EFFECT


def test_the_results_of_the_paper_are_those_of_a_naive_computation() -> None:
    naive = Implementation(name="naive", metric="bleu", run=naive_bleu(), dialect="papineni2002")
    found = replay(curated_vectors("bleu"), naive)
    assert found, found.drift
    assert found.compared == 80


@pytest.mark.parametrize(
    ("name", "program"),
    [
        *(("bleu", "nltk"), ("bleu", "sacrebleu"), ("bleu", "bleuscore"), ("nist", "nltk-nist")),
        *(("chrf", "nltk-chrf"), ("chrf", "sacrebleu-chrf")),
        ("wer", "jiwer"),
    ],
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
    lines = curated_file(name).read_text(encoding="ascii").split("\n")[:6]
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

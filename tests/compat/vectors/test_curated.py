"""The vectors that ship with the package."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tallystick import OptionError, UnknownNameError
from tallystick.compat import (
    Implementation,
    Vector,
    curated_vectors,
    replay,
)
from tallystick.metrics import metric_from_spec
from tests.compat.conformance.naive import naive_bleu
from tests.compat.conformance.test_mutants import implementation, mutants
from tests.compat.internals import (
    CURATED,
    DEFECTS,
    MISTAKES,
    TOKENS,
    Probes,
    curated_file,
    perfect_score,
    text_of,
)
from tests.metrics.internals import wordnet

TOOLS = Path(__file__).parents[3] / "tools" / "vectors"
WITHOUT_EFFECT = {
    # the BLEU of the paper does not depend on these
    "equal references count once",
    # which it does not have
    "an undefined score is 0",
    "an undefined score is perfect",
    "scores above 100% are cut",
    # or which it has by definition
    "the geometric mean of the precisions is used",
    "the closest reference counts for the length",
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


def without_synonyms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let METEOR find no synonyms, which none of the cases needs."""
    stemmer = pytest.importorskip("nltk.stem.porter").PorterStemmer()
    empty = wordnet.WordNet("3.0", stemmer.stem, lambda word: frozenset())
    monkeypatch.setattr(wordnet, "load", lambda: empty)


@pytest.mark.parametrize(("name", "origin"), COLUMNS)
def test_our_dialects_give_the_recorded_results(
    name: str, origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    vectors = curated_vectors(name)
    if name == "meteor":
        without_synonyms(monkeypatch)
    cases = [one for one in vectors.cases if origin in one.results]
    metric: Any = metric_from_spec(str(vectors.spec_of(origin)))
    perfect, scale = perfect_score(vectors.metric_of(origin)), vectors.origins[origin].scale
    factor = 1 if perfect is None else perfect / scale
    of_characters = not hasattr(metric.conventions, "tokenize")
    text = of_characters or bool(vectors.origins[origin].tokenizer)
    found = Probes([one.case for one in cases], text=text).scores(metric) / factor
    recorded = [one.results[origin].score for one in cases]
    expected = [math.nan if score is None else score for score in recorded]
    assert found.tolist() == pytest.approx(expected, rel=1e-12, abs=1e-12 * scale, nan_ok=True)


@pytest.mark.slow
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


@pytest.mark.parametrize("tokenizer", ["13a", "intl", "zh", "char"])
def test_sacrebleu_with_its_tokenizers_gives_the_recorded_results(tokenizer: str) -> None:
    metric = pytest.importorskip("sacrebleu").BLEU(tokenize=tokenizer)

    def run(hypotheses: list[str], references: list[list[str]], order: int) -> float:
        numbers = range(max(map(len, references)))
        streams = [[dict(enumerate(it)).get(number) for it in references] for number in numbers]
        return float(metric.corpus_score(hypotheses, streams).score)

    program = Implementation(
        name="mine",
        metric="bleu",
        run=run,
        dialect="sacrebleu",
        options=(("tokenize", tokenizer),),
        input="text",
        scale=100,
    )
    found = replay(curated_vectors("bleu"), program)
    assert found, found.drift
    assert found.results == f"sacrebleu-{tokenizer}"


def test_a_program_with_another_tokenizer_is_compared_with_no_results() -> None:
    vectors = curated_vectors("rouge")
    assert vectors.origin_for("rougeL", "rouge-score") == "rouge-score-l"
    with pytest.raises(OptionError, match="say which results are meant"):
        vectors.origin_for("rouge", "rouge-score", {"type": "L", "tokenize": "none"})


def test_ids_are_unique_among_the_sets_of_a_metric() -> None:
    ids = Counter(one.id for name in CURATED if "bleu" in CURATED[name]
                  for one in curated_vectors(name).cases)  # fmt: skip
    assert set(ids.values()) == {1}


@pytest.mark.parametrize("name", CURATED)
def test_what_a_set_says_of_its_cases_is_complete(name: str) -> None:
    vectors = curated_vectors(name)
    assert vectors.intact
    assert all(one.tests and one.results for one in vectors.cases)
    assert CURATED[name] == tuple(dict.fromkeys(map(vectors.metric_of, vectors.origins)))
    assert {flag for one in vectors.cases for flag in one.flags} == set(vectors.flags)
    assert {defect for one in vectors.cases for defect in one.defects} <= DEFECTS.keys()


ORIGINS_OF_PROGRAMS = {
    "bleu": ("bleu", "papineni2002"),
    "nist": ("nist", "doddington"),
    "chrf": ("chrf", "sacrebleu-chrf++"),
    "rouge2": ("rouge", "rouge-score-2"),
    "rougeL": ("rouge", "rouge-score-l"),
    "wer": ("wer", "jiwer"),
    "wil": ("wer", "jiwer-wil"),
}
"""The results that the correct programs in `tests/compat/conformance/mutants` have."""


@pytest.mark.slow
@pytest.mark.parametrize("program", ORIGINS_OF_PROGRAMS)
def test_every_faulty_program_fails_a_case(program: str) -> None:
    name, origin = ORIGINS_OF_PROGRAMS[program]
    vectors = curated_vectors(name)
    scale = vectors.origins[origin].scale

    def passes(tried: Implementation, vector: Vector) -> bool:
        expected, found = vector.results[origin].score, tried.score_case(vector.case).score
        if expected is None or found is None:
            return expected is found is None
        perfect = perfect_score(tried.metric) or scale
        return math.isclose(found / perfect, expected / scale, rel_tol=1e-9, abs_tol=1e-12)

    correct = implementation(program)
    cases = [one for one in vectors.cases if origin in one.results and passes(correct, one)]
    assert len(cases) > 0.8 * len(vectors.cases)  # the programs do not tokenize
    for mutant in mutants(program):
        faulty = implementation(program, mutant)
        assert not all(passes(faulty, one) for one in cases), mutant.name


def test_where_the_paper_says_nothing_an_error_is_acceptable() -> None:
    def program(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
        if not any(hypotheses) or not any(one for several in references for one in several):
            raise ZeroDivisionError("no tokens")
        return naive_bleu()(hypotheses, references, order)

    raising = Implementation(name="mine", metric="bleu", run=program, dialect="papineni2002")
    assert replay(curated_vectors("bleu"), raising)


@pytest.mark.slow
def test_the_files_are_what_the_tool_writes_from_the_recorded_runs() -> None:
    spec = spec_from_file_location("write_scores", TOOLS / "write_scores.py")
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    for name in CURATED:
        # the version of the writer is that of the last writing
        written = replace(tool.curated(name), writer=curated_vectors(name).writer)
        assert text_of(written) == curated_file(name).read_text(encoding="ascii"), name


@pytest.mark.parametrize("name", [*CURATED, TOKENS])
def test_every_line_follows_the_schema(name: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(curated_file("schema").read_text(encoding="utf-8"))
    valid = jsonschema.Draft202012Validator(schema).is_valid
    lines = curated_file(name).read_text(encoding="ascii").split("\n")[:-1]
    assert all(valid(json.loads(line)) for line in lines)


@pytest.mark.parametrize("name", CURATED)
def test_any_two_conventions_of_a_set_differ_in_some_case(name: str) -> None:
    vectors = curated_vectors(name)
    for one, other in combinations(vectors.origins, 2):
        pairs = [
            (vector.results[one].score, vector.results[other].score)
            for vector in vectors.cases
            if one in vector.results and other in vector.results
        ]
        alike = vectors.metric_of(one) == vectors.metric_of(other)
        assert not alike or len(pairs) < 2 or any(first != second for first, second in pairs)


def test_an_unknown_name_is_refused_with_the_names() -> None:
    with pytest.raises(UnknownNameError, match=r"no vectors are named 'blue'; did you mean bleu"):
        curated_vectors("blue")

"""The vectors that ship with the package: of scores, of tokenizers, and who passes them."""

from __future__ import annotations

import hashlib
import json
import math
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tallystick import MissingExtraError, OptionError
from tallystick.compat import (
    Case,
    Implementation,
    Vector,
    curated_vectors,
    implementation_named,
    replay,
)
from tallystick.metrics import metric_from_spec, tokenizer_named
from tallystick.reports import render
from tests.command_line.conftest import output_of
from tests.compat.conformance.naive import naive_bleu
from tests.compat.conformance.test_mutants import implementation, mutants
from tests.compat.internals import (
    BUILT_IN,
    CURATED,
    DEFECTS,
    MISTAKES,
    TOKENS,
    Passing,
    Probes,
    curated_file,
    passing,
    perfect_score,
    recorded_passing,
    text_of,
)
from tests.metrics.internals import wordnet
from tests.reports.internals import PassingReport

ROOT = Path(__file__).parents[3]


@cache
def tool(name: str) -> Any:
    """Return a program of tools/vectors."""
    spec = spec_from_file_location(name, ROOT / "tools" / "vectors" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where its dataclasses look
    spec.loader.exec_module(module)
    return module


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
    "hypotheses are not lower-cased",
    "references are not lower-cased",
    # of tokens that a line cannot represent
    "tokens are joined with spaces and split again",
    "empty tokens are left out",
    "n-grams are joined by a space",
    "text that has words is stripped and split at single spaces",
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
    cases = [vector for vector in vectors.cases if origin in vector.results]
    metric: Any = metric_from_spec(str(vectors.spec_of(origin)))
    perfect, scale = perfect_score(vectors.metric_of(origin)), vectors.origins[origin].scale
    factor = 1 if perfect is None else perfect / scale
    of_characters = not hasattr(metric.conventions, "tokenize")
    text = of_characters or bool(vectors.origins[origin].tokenizer)
    scores = Probes([vector.case for vector in cases], text=text).scores(metric) / factor
    recorded = [vector.results[origin].score for vector in cases]
    expected = [math.nan if score is None else score for score in recorded]
    assert scores.tolist() == pytest.approx(expected, rel=1e-12, abs=1e-12 * scale, nan_ok=True)


@pytest.mark.slow
def test_every_mistake_in_bleu_that_changes_a_score_changes_one_of_the_cases() -> None:
    cases = [vector.case for vector in curated_vectors("bleu").cases]
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
    replayed = replay(curated_vectors("bleu"), naive)
    assert replayed, replayed.drift
    assert replayed.compared == 80


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
    replayed = replay(curated_vectors("bleu"), program)
    assert replayed, replayed.drift
    assert replayed.results == f"sacrebleu-{tokenizer}"


def test_a_program_with_another_tokenizer_is_compared_with_no_results() -> None:
    vectors = curated_vectors("rouge")
    assert vectors.origin_for("rougeL", "rouge-score") == "rouge-score-l"
    with pytest.raises(OptionError, match="say which results are meant"):
        vectors.origin_for("rouge", "rouge-score", {"type": "L", "tokenize": "none"})


def test_ids_are_unique_among_the_sets_of_a_metric() -> None:
    ids = Counter(vector.id for name in CURATED if "bleu" in CURATED[name]
                  for vector in curated_vectors(name).cases)  # fmt: skip
    assert set(ids.values()) == {1}


@pytest.mark.parametrize("name", CURATED)
def test_what_a_set_says_of_its_cases_is_complete(name: str) -> None:
    vectors = curated_vectors(name)
    assert vectors.intact
    assert all(vector.tests and vector.results for vector in vectors.cases)
    assert CURATED[name] == tuple(dict.fromkeys(map(vectors.metric_of, vectors.origins)))
    assert {flag for vector in vectors.cases for flag in vector.flags} == set(vectors.flags)
    assert {defect for vector in vectors.cases for defect in vector.defects} <= DEFECTS.keys()


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
        expected, score = vector.results[origin].score, tried.score_case(vector.case).score
        if expected is None or score is None:
            return expected is score is None
        perfect = perfect_score(tried.metric) or scale
        return math.isclose(score / perfect, expected / scale, rel_tol=1e-9, abs_tol=1e-12)

    correct = implementation(program)
    cases = [entry for entry in vectors.cases if origin in entry.results and passes(correct, entry)]
    assert len(cases) > 0.8 * len(vectors.cases)  # the programs do not tokenize
    for mutant in mutants(program):
        faulty = implementation(program, mutant)
        assert not all(passes(faulty, vector) for vector in cases), mutant.name


def test_where_the_paper_says_nothing_an_error_is_acceptable() -> None:
    def program(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
        if not any(hypotheses) or not any(ref for several in references for ref in several):
            raise ZeroDivisionError("no tokens")
        return naive_bleu()(hypotheses, references, order)

    raising = Implementation(name="mine", metric="bleu", run=program, dialect="papineni2002")
    assert replay(curated_vectors("bleu"), raising)


@pytest.mark.slow
def test_the_files_are_what_the_tool_writes_from_the_recorded_runs() -> None:
    for name in CURATED:
        # the version of the writer is that of the last writing
        written = replace(tool("write_scores").curated(name), writer=curated_vectors(name).writer)
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
    for origin, other in combinations(vectors.origins, 2):
        pairs = [
            (vector.results[origin].score, vector.results[other].score)
            for vector in vectors.cases
            if origin in vector.results and other in vector.results
        ]
        alike = vectors.metric_of(origin) == vectors.metric_of(other)
        assert not alike or len(pairs) < 2 or any(first != second for first, second in pairs)


# How many vectors programs pass.

PAGE = ROOT / "docs" / "passing-vectors.md"


def cells(text: str) -> list[tuple[str, ...]]:
    """Return the rows of the tables of a text in Markdown, without their titles."""
    lines = [line for line in text.split("\n") if line.startswith("| ")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[1:]]


def shown(rows: tuple[Passing, ...]) -> list[tuple[str, ...]]:
    return cells(str(render(PassingReport(rows), "markdown")))


def test_a_program_passes_its_own_convention_and_shows_its_defects_under_that_of_the_paper() -> (
    None
):
    if missing := implementation_named("nltk").missing():
        pytest.skip(missing)
    paper, own, *_ = passing(["nltk"])
    assert (own.results, own.own, own.passed, own.compared) == ("nltk", True, 63, 63)
    assert (paper.results, paper.own, paper.compared) == ("papineni2002", False, 80)
    assert paper.passed < 80
    assert "nltk-floors-totals-per-segment" in paper.defects


def test_recorded_results_pass_as_those_of_a_run() -> None:
    rows = {(row.vectors, row.program): row for row in recorded_passing()}
    row = rows["bleu", "multi-bleu.perl (multi-bleu)"]
    # the script computes the BLEU of the paper
    assert (row.passed, row.compared, row.recorded) == (63, 63, True)
    assert rows["bleu", "nltk"].passed < 63


def test_what_was_run_is_not_repeated_as_recorded() -> None:
    run = Passing("mine", "1", "bleu", "nltk", own=True, passed=63, compared=63)
    names = {row.program for row in recorded_passing([run]) if row.vectors == "bleu"}
    assert "nltk" not in names
    assert "nltk-mean" in names


def test_the_recorded_rows_of_the_page_are_those_of_the_command() -> None:
    rows = [row for row in cells(PAGE.read_text(encoding="utf-8")) if "recorded" in row[1]]
    assert rows
    assert set(rows) <= set(shown(tuple(recorded_passing())))


@pytest.mark.slow
def test_the_page_has_what_installed_programs_pass() -> None:
    rows = cells(PAGE.read_text(encoding="utf-8"))
    versions = {(row[0], row[1]) for row in rows}
    for row in shown(tuple(passing())):
        assert (row[0], row[1]) not in versions or row in rows
    installed = [name for name in BUILT_IN if implementation_named(name).missing() is None]
    assert not installed or versions


def test_a_case_may_have_another_acceptable_result() -> None:
    vectors = curated_vectors("bleu")
    [case] = [vector for vector in vectors.cases if vector.id == "both-empty"]
    assert case.case == Case.from_lines([""], [""])
    assert [outcome.score for outcome in case.outcomes("papineni2002")] == [0.0, None]


def test_the_table_is_written_in_all_formats() -> None:
    row = Passing("mine", "1", "bleu", "nltk", own=True, passed=62, compared=63, defects=("a", "b"))
    report = PassingReport((row,))
    assert "62" in str(render(report, "text"))
    assert '"passed": 62' in str(render(report, "json"))
    assert str(render(report, "csv")).split("\n")[1].rstrip("\r") == (
        'mine,1,bleu,"nltk, its own",62,63,0,a b'
    )


# Lines of text and their tokens.

FIRST, REST = output_of("vectors", "export", "tokenizers").split("\n", 1)
HEADER, LINES = json.loads(FIRST), list(map(json.loads, REST.splitlines()))
ORIGINS: dict[str, dict[str, Any]] = HEADER["origins"]

RULES_WITHOUT_EFFECT = {
    # case is folded in other columns
    "fold case",
    # a line feed is white space
    "join lines",
    # white space at the ends separates no tokens, unless a rule needs it
    "strip line end",
    "squeeze separators",
}
"""The rules that no line of these tokenizers can show, unless `SHOWN` says so."""

SHOWN = {("13a", "strip line end"), ("intl", "strip line end"), ("zh", "strip line end")}

FURTHER_WITHOUT_EFFECT = {
    ("zh-2", "strip line start"),  # the line is padded afterwards
    ("mteval-14c", "join hyphenated lines"),  # lines are split at white space first
}


def results(origin: str) -> list[tuple[str, list[str]]]:
    return [
        (line["text"], line["results"][origin]["tokens"])
        for line in LINES
        if origin in line["results"]
    ]


def ours(origin: str) -> Any:
    try:
        return tokenizer_named(ORIGINS[origin]["tokenizer"])
    except MissingExtraError as error:
        pytest.skip(str(error))


def folding(origin: str) -> str:
    return str(ORIGINS[origin].get("options", {}).get("lowercase", "none"))


@pytest.mark.parametrize("origin", ORIGINS)
def test_our_tokenizer_gives_the_recorded_tokens(origin: str) -> None:
    tokenize, lowercase = ours(origin), folding(origin)
    for text, tokens in results(origin):
        assert tokenize(text, lowercase) == tokens


@pytest.mark.parametrize("origin", [origin for origin in ORIGINS if " " not in origin])
def test_each_rule_of_a_tokenizer_is_shown_by_a_line(origin: str) -> None:
    tokenize = ours(origin)
    missed = set()
    for number, rule in enumerate(getattr(tokenize, "rules", ())):
        rules = tokenize.rules[:number] + tokenize.rules[number + 1 :]
        without = replace(tokenize, rules=rules)
        if all(without(text, folding(origin)) == tokens for text, tokens in results(origin)):
            missed.add(rule.name)
    shown = {rule for name, rule in SHOWN if name == origin}
    others = {rule for name, rule in FURTHER_WITHOUT_EFFECT if name == origin}
    assert missed <= RULES_WITHOUT_EFFECT - shown | others


@pytest.mark.parametrize("origin", [origin for origin in ORIGINS if " " in origin])
def test_folding_case_is_shown_by_a_line(origin: str) -> None:
    tokenize = ours(origin)
    assert any(tokenize(text, "none") != tokens for text, tokens in results(origin))


def test_the_tokens_of_mteval_are_the_recorded_ones(golden: Callable[[str], Any]) -> None:
    columns = {
        "mteval-13a": "13a_cased",
        "mteval-intl": "intl_cased",
        "mteval-13a lowercase": "13a",
        "mteval-intl lowercase": "intl",
        "mteval-14c lowercase": "14c",
    }
    recorded = {case["input"]: case for case in golden("tokenizer_cases")["cases"]}
    for origin, column in columns.items():
        compared = [(text, tokens) for text, tokens in results(origin) if text in recorded]
        assert len(compared) > 6
        assert all(" ".join(tokens) == recorded[text][column] for text, tokens in compared)


@pytest.mark.parametrize("origin", ORIGINS)
def test_an_installed_program_gives_the_recorded_tokens(origin: str) -> None:
    program, recorded = ORIGINS[origin]["program"], ORIGINS[origin]["version"]
    try:
        if program != "tallystick" and version(program) != recorded:
            pytest.skip(f"{program} {recorded} is not installed")
        tokens = [given for _, given in tool("write_tokens").tokens_of(origin)]
    except PackageNotFoundError:
        pytest.skip(f"{program.replace('-', '_')} is not installed")
    except (ImportError, MissingExtraError) as error:
        pytest.skip(str(error))
    assert tokens == [given for _, given in results(origin)]


def test_the_lines_are_those_of_the_table() -> None:
    table = tool("write_tokens").lines()
    assert [(line["id"], line["text"], line["tests"]) for line in LINES] == [
        (key, row["text"], row["tests"]) for key, row in table.items()
    ]


def test_the_digest_is_that_of_all_lines_but_the_first() -> None:
    assert HEADER["sha256"] == hashlib.sha256(REST.encode("ascii")).hexdigest()
    assert HEADER["cases"] == len(LINES)


def test_the_tokenizer_of_every_score_has_lines() -> None:
    columns = {origin["tokenizer"] for origin in ORIGINS.values()}
    listed = json.loads(output_of("vectors", "list", "-f", "json"))["curated-vectors"]
    for name in {entry["name"] for entry in listed} - {"tokenizers"}:
        named = {origin.tokenizer for origin in curated_vectors(name).origins.values()}
        assert named - {""} <= columns

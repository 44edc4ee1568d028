"""The ledger of defects: independent checks of each entry, and runs of installed programs."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import math
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from tallystick import Corpus, InputError, OptionError, UnknownNameError
from tallystick.compat import Case, Defect, defect, implementation_named, search_defects
from tallystick.metrics import (
    BleuDialect,
    NistDialect,
    Workspace,
    fitted,
    metric_from_spec,
    presets_of,
    tokenizer_named,
)
from tests.compat.internals import (
    BUILT_IN,
    DEFECTS,
    REFUSED,
    Recorded,
    by_id,
    dialect_classes,
    read_table,
)

from .observing import OBSERVATIONS, observed, programs

Golden = Callable[[str], Any]

ENTRIES = list(DEFECTS.values())
ARITHMETIC: dict[str, Any] = {
    "__builtins__": {},
    "exp": math.exp,
    "log": math.log,
    "log2": math.log2,
}
PERFECT = {"nist": 1, "cider": 10}
"""Our perfect score of a metric, where it is not 100; a score of NIST is as its program returns."""

FILES = ("bleu_dialects", "nist", "nist_dialects")


def named(entry: Defect) -> str:
    return entry.id


def tokens(line: str) -> list[str]:
    return line.split(" ") if line else []


def score(spec: str, entry: Defect) -> float:
    """Return our score of an entry's input, on the scale of its program."""
    corpus = Corpus.from_segments(
        hypotheses=[tokens(line) for line in entry.hypotheses],
        references=[[tokens(line) for line in lines] for lines in entry.references],
        sources=[tokens(line) for line in entry.sources] or None,
    )
    metric = fitted(metric_from_spec(spec), [corpus.references], Workspace())
    found = float(metric.formula(metric.statistics(corpus).total()))
    return found * entry.scale / PERFECT.get(entry.metric, 100)


def retokenized(name: str, entry: Defect) -> str:
    return " ".join(tokenizer_named(name)(entry.hypotheses[0], "none"))


@pytest.mark.parametrize("entry", [one for one in ENTRIES if one.dialect], ids=named)
def test_the_expected_outcome_is_that_of_its_dialect(entry: Defect) -> None:
    if entry.metric == "tokenizer":
        assert retokenized(entry.dialect, entry) == entry.right
        return
    assert score(entry.dialect, entry) == pytest.approx(entry.right, rel=1e-12, abs=1e-300)


@pytest.mark.parametrize("entry", [one for one in ENTRIES if one.by_hand], ids=named)
def test_the_expected_outcome_is_that_of_its_arithmetic(entry: Defect) -> None:
    by_hand = float(eval(entry.by_hand, ARITHMETIC))
    assert by_hand == pytest.approx(entry.right, rel=1e-12, abs=1e-300)


@pytest.mark.usefixtures("recorded_wordnet")
@pytest.mark.parametrize("entry", [one for one in ENTRIES if one.presets], ids=named)
def test_its_presets_reproduce_the_defect(entry: Defect) -> None:
    for name in entry.presets:
        if entry.metric == "tokenizer":
            assert retokenized(name, entry) == entry.returned
            continue
        spec = f"{entry.metric}:dialect={name}"
        spec += "" if entry.metric == "chrf" else ",tokenize=none,lowercase=none"
        spec += ",type=1" if entry.metric == "rouge" else ""
        order = dict(entry.options).get("n")
        spec += "" if order is None else f",order={order}"
        if isinstance(entry.returned, str):
            with suppress(InputError):
                assert math.isnan(score(spec, entry)), name
        else:  # some of these programs compute in 32 bits
            assert score(spec, entry) == pytest.approx(entry.returned, rel=2e-6), name


@pytest.mark.parametrize("entry", [one for one in ENTRIES if one.recorded.case], ids=named)
def test_a_recorded_number_is_that_of_the_recorded_run(entry: Defect, golden: Golden) -> None:
    recorded = entry.recorded
    assert recorded.source in FILES
    case = next(one for one in golden(recorded.source)["cases"] if recorded.case in one.values())
    if recorded.source == "bleu_dialects":
        inputs = tuple(case["hypotheses"]), tuple(map(tuple, case["references"]))
        [value] = [
            group["value"] for group in case["expected"] if recorded.program in group["programs"]
        ]
    else:
        segments = case["segments"]
        inputs = (
            tuple(segment["hyp"] for segment in segments),
            tuple(tuple(segment["refs"]) for segment in segments),
        )
        value = case["expected"].get("nist")
        if recorded.program:
            ran = case["verified_with"][recorded.program]
            value = ran.get("nist") if isinstance(ran, dict) else ran
    assert inputs == (entry.hypotheses, entry.references)
    if isinstance(entry.returned, str):
        assert value is None or str(value).startswith(entry.returned)
    else:
        assert value == pytest.approx(entry.returned / entry.scale, rel=1e-12)


def installed(package: str) -> str:
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed; install it to observe its defects")
    return importlib.metadata.version(package)


# Python's sum, which NLTK uses, is compensated from 3.12 on.
RETURNED_UNDER_PYTHON_312 = {"nltk-nist-breaks-ties-by-rounding": 1.3192645371052785}


def of_this_python(entry: Defect) -> Defect:
    if sys.version_info >= (3, 12):
        return replace(entry, returned=RETURNED_UNDER_PYTHON_312.get(entry.id, entry.returned))
    return entry


def same(found: float | str, expected: float | str) -> bool:
    if isinstance(found, str) or isinstance(expected, str):
        return found == expected
    if math.isclose(expected, 100, rel_tol=1e-9):
        return found == expected  # entries are about the last digit of a perfect score
    return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-300)


def is_right(entry: Defect, found: float | str) -> bool:
    """Say whether an outcome is what the entry calls right; any error is a refusal."""
    return isinstance(found, str) if entry.right == REFUSED else same(found, entry.right)


def numbers(version: str) -> list[str]:
    return [part.zfill(9) for part in re.findall(r"\d+", version)]


def complaint(entry: Defect, version: str, found: float | str) -> str:
    """Say what is to be done about an entry, given what an installed version returns."""
    is_older = numbers(version) < max(map(numbers, entry.versions))
    if same(found, entry.returned) or (is_older and version not in entry.versions):
        return ""
    if is_right(entry, found) and version not in entry.versions:
        return f"{entry.id}: fixed upstream in {version}: close the entry"
    return f"{entry.id}: {version} returns {found!r}: correct the entry"


@pytest.mark.parametrize("package", programs(ENTRIES))
def test_an_installed_program_still_has_the_defects_of_the_ledger(
    package: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    version = installed(package)
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    entries = [of_this_python(one) for one in ENTRIES if one.package == package]
    complaints = [complaint(one, version, observed(one)) for one in entries]
    assert list(filter(None, complaints)) == []
    capfd.readouterr()  # a panic of bleuscore prints where it happened


# Programs without an observation are run as the implementation with the name of a preset.
BY_IMPLEMENTATION = [
    pytest.param(entry, name, id=f"{entry.id}-{name}")
    for entry in ENTRIES
    for name in entry.presets
    if name in BUILT_IN and entry.metric == implementation_named(name).metric == "bleu"
    if not entry.package
]


@pytest.mark.parametrize(("entry", "name"), BY_IMPLEMENTATION)
def test_an_installed_implementation_has_the_defects_that_its_dialect_reproduces(
    entry: Defect, name: str
) -> None:
    implementation = implementation_named(name)
    if implementation.missing() is not None:
        pytest.skip(str(implementation.missing()))
    found = implementation.score_case(Case.from_lines(entry.hypotheses, entry.references))
    if isinstance(entry.returned, str):
        assert found.failure is not None, found
        assert entry.returned in found.failure.message
    else:
        assert found.score is not None, found
        assert implementation.tolerance.allows(100 * entry.returned / entry.scale, found.score)


ENTRY = Defect(
    id="fake-halves",
    program="a fake",
    versions=("1.9",),
    summary="It halves.",
    hypotheses=("a",),
    references=(("a",),),
    returned=0.5,
    right=1.0,
    by_hand="1",
    explanation="So.",
    recorded=Recorded("nowhere"),
)


@pytest.mark.parametrize(
    ("version", "returns", "expected"),
    [
        ("1.9", 0.5, ""),
        ("1.10", 0.5, ""),
        ("1.8", 0.7, ""),  # an older program may return anything
        ("1.10", 1.0, "fixed upstream in 1.10: close the entry"),
        ("1.9", 1.0, "1.9 returns 1.0: correct the entry"),
        ("1.10", 0.7, "1.10 returns 0.7: correct the entry"),
        ("1.9", "ValueError", "1.9 returns 'ValueError': correct the entry"),
    ],
)
def test_a_program_that_behaves_differently_asks_to_close_or_correct_the_entry(
    version: str, returns: float | str, expected: str
) -> None:
    assert complaint(ENTRY, version, returns).removeprefix("fake-halves: ") == expected


def test_every_observation_is_a_function_and_is_used() -> None:
    assert {one.observe for one in ENTRIES if one.observe} == set(OBSERVATIONS)


TABLE = """
versions = ["1.9"]
[fake-halves]
program = "a fake"
summary = "It halves."
hypotheses = ["a", { line = "b", times = 3 }]
references = [["a"], ["b b b"]]
options = { halves = 2 }
returned = 0.5
right = 1.0
by_hand = "1"
explanation = "So."
recorded = { source = "nowhere", case = "none" }
"""


def test_a_table_is_read_into_entries() -> None:
    [entry] = read_table(TABLE)
    assert entry == replace(
        ENTRY,
        hypotheses=("a", "b b b"),
        references=(("a",), ("b b b",)),
        options=(("halves", 2),),
        recorded=Recorded("nowhere", "none"),
    )


def test_ids_are_unique_and_a_duplicate_is_refused() -> None:
    assert len(DEFECTS) == len(ENTRIES) > 100
    with pytest.raises(OptionError, match="two defects have the id 'fake-halves'"):
        by_id([ENTRY, ENTRY])


def test_an_unknown_id_raises_an_error_with_the_nearest_id() -> None:
    with pytest.raises(UnknownNameError, match="did you mean nltk-floors-totals-per-segment"):
        defect("nltk-floor-totals-per-segment")
    with pytest.raises(UnknownNameError, match="see all with `tallystick list defects`"):
        defect("xyzzy")


def test_a_search_requires_all_words_and_ignores_case() -> None:
    assert {one.id for one in search_defects(["NIST", "phrasal"])} == {
        "phrasal-nist-sums-ten-orders"
    }
    assert search_defects([]) == ENTRIES
    assert {one.metric for one in search_defects(["ter"])} == {"ter"}  # not of characters
    assert search_defects(["xyzzy"]) == []


def test_every_named_preset_exists() -> None:
    known = {
        metric: {name for one in presets_of(kind) for name in (one.name, *one.aliases)}
        for metric, kind in dialect_classes().items()
    }
    for entry in ENTRIES:
        if entry.metric == "tokenizer":
            continue  # an unknown tokenizer would have failed above
        assert set(entry.presets) <= known.get(entry.metric, set()), entry.id


def test_every_entry_that_a_preset_names_exists_and_is_not_reproduced_by_it() -> None:
    kinds: dict[str, type[Any]] = {"bleu": BleuDialect, "nist": NistDialect}
    for metric, kind in kinds.items():
        for preset in presets_of(kind):
            for name in preset.defects:
                if DEFECTS[name].metric == metric:
                    assert preset.name not in DEFECTS[name].presets, (preset.name, name)
            for word in preset.notes.replace(".", " ").replace(",", " ").split():
                if word.count("-") >= 3 and not word.startswith("-"):
                    assert word in DEFECTS, (preset.name, word)


LINK = re.compile(r"https://github\.com/.*/(issues|pull)/\d+")


def test_what_an_entry_names_exists() -> None:
    for entry in ENTRIES:
        for word in entry.explanation.replace(".", " ").replace(":", " ").split():
            if word.count("-") >= 3 and word.islower():
                assert word in DEFECTS, (entry.id, word)
        assert all(map(LINK.fullmatch, entry.upstream)), entry.id


@pytest.mark.parametrize(
    ("line", "changed", "message"),
    [
        ("right", "rihgt", "fake-halves has a field 'rihgt'; did you mean right"),
        ('explanation = "So."', "", "fake-halves is incomplete: .*'explanation'"),
        ('by_hand = "1"', "", "give a dialect or the arithmetic"),
        ("[fake-halves]", "[Fake_halves]", "expected lower-case words joined by hyphens"),
        ('references = [["a"], ["b b b"]]', "references = []", "give as many"),
        ("returned", 'observe = "nltk_corpus_bleu"\nreturned', "name its distribution"),
    ],
)
def test_an_incomplete_entry_is_refused(line: str, changed: str, message: str) -> None:
    assert line in TABLE
    with pytest.raises(OptionError, match=message):
        list(read_table(TABLE.replace(line, changed)))

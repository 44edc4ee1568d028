"""The ledger of defects: independent checks of each entry, and runs of installed programs."""

from __future__ import annotations

import ast
import importlib.metadata
import importlib.util
import inspect
import math
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tallystick
from tallystick import (
    Corpus,
    InputError,
    OptionError,
    TallystickError,
    TallystickWarning,
)
from tallystick.__main__ import main
from tallystick.compat import Case, Defect, implementation_named, search_defects
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
    explained_by,
    read_table,
)
from tests.compat.samples import run_alone

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
    result = float(metric.formula(metric.statistics(corpus).total()))
    return result * entry.scale / PERFECT.get(entry.metric, 100)


def retokenized(name: str, entry: Defect) -> str:
    return " ".join(tokenizer_named(name)(entry.hypotheses[0], "none"))


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.dialect], ids=named)
def test_the_expected_outcome_is_that_of_its_dialect(entry: Defect) -> None:
    if entry.metric == "tokenizer":
        assert retokenized(entry.dialect, entry) == entry.right
        return
    assert score(entry.dialect, entry) == pytest.approx(entry.right, rel=1e-12, abs=1e-300)


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.by_hand], ids=named)
def test_the_expected_outcome_is_that_of_its_arithmetic(entry: Defect) -> None:
    by_hand = float(eval(entry.by_hand, ARITHMETIC))
    assert by_hand == pytest.approx(entry.right, rel=1e-12, abs=1e-300)


@pytest.mark.usefixtures("recorded_wordnet")
@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.presets], ids=named)
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


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.recorded.case], ids=named)
def test_a_recorded_number_is_that_of_the_recorded_run(entry: Defect, golden: Golden) -> None:
    recorded = entry.recorded
    assert recorded.source in FILES
    case = next(case for case in golden(recorded.source)["cases"] if recorded.case in case.values())
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


def same(actual: float | str, expected: float | str) -> bool:
    if isinstance(actual, str) or isinstance(expected, str):
        return actual == expected
    if math.isclose(expected, 100, rel_tol=1e-9):
        return actual == expected  # entries are about the last digit of a perfect score
    return math.isclose(actual, expected, rel_tol=1e-9, abs_tol=1e-300)


def is_right(entry: Defect, returned: float | str) -> bool:
    """Say whether an outcome is what the entry calls right; any error is a refusal."""
    return isinstance(returned, str) if entry.right == REFUSED else same(returned, entry.right)


def numbers(version: str) -> list[str]:
    return [part.zfill(9) for part in re.findall(r"\d+", version)]


def complaint(entry: Defect, version: str, returned: float | str) -> str:
    """Say what is to be done about an entry, given what an installed version returns."""
    is_older = numbers(version) < max(map(numbers, entry.versions))
    if same(returned, entry.returned) or (is_older and version not in entry.versions):
        return ""
    if is_right(entry, returned) and version not in entry.versions:
        return f"{entry.id}: fixed upstream in {version}: close the entry"
    return f"{entry.id}: {version} returns {returned!r}: correct the entry"


@pytest.mark.parametrize("package", programs(ENTRIES))
def test_an_installed_program_still_has_the_defects_of_the_ledger(
    package: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    version = installed(package)
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    entries = [of_this_python(entry) for entry in ENTRIES if entry.package == package]
    complaints = [complaint(entry, version, observed(entry)) for entry in entries]
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
    outcome = implementation.score_case(Case.from_lines(entry.hypotheses, entry.references))
    if isinstance(entry.returned, str):
        assert outcome.failure is not None, outcome
        assert entry.returned in outcome.failure.message
    else:
        assert outcome.score is not None, outcome
        assert implementation.tolerance.allows(100 * entry.returned / entry.scale, outcome.score)


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
    assert {entry.observe for entry in ENTRIES if entry.observe} == set(OBSERVATIONS)


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


def test_a_search_requires_all_words_and_ignores_case() -> None:
    assert {defect.id for defect in search_defects(["NIST", "phrasal"])} == {
        "phrasal-nist-sums-ten-orders"
    }
    assert search_defects([]) == ENTRIES
    assert {defect.metric for defect in search_defects(["ter"])} == {"ter"}  # not of characters
    assert search_defects(["xyzzy"]) == []


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


# The drop-ins' warnings name the entry of the ledger that explains them.

PACKAGE = Path(tallystick.__file__).parent
OBSERVING = Path(__file__).with_name("observing.py")
DROP_INS: dict[str, dict[str, Any]] = {
    "nltk": {
        f"nltk.translate.{name}_score": import_module(f"tallystick.compat.nltk.{name}_score")
        for name in ("bleu", "chrf", "gleu", "nist", "ribes")
    },
    "sacrebleu": {"sacrebleu": import_module("tallystick.compat.sacrebleu")},
    "jiwer": {"jiwer": import_module("tallystick.compat.jiwer")},
    "pycocoevalcap": {
        "pycocoevalcap.cider.cider": import_module("tallystick.compat.pycocoevalcap.cider.cider")
    },
}
NOT_REPRODUCED = {
    # the drop-in changes no argument, and resamples also where sacreBLEU fails
    "sacrebleu-compute-bleu-changes-its-arguments",
    *("sacrebleu-chrf-interval-mixes-precisions", "sacrebleu-ter-interval-mixes-precisions"),
    # these parts of sacreBLEU are not replaced
    *("sacrebleu-zh-takes-punctuation-for-chinese", "sacrebleu-copies-differ-significantly"),
    *("sacrebleu-randomized-copies-differ-significantly", "sacrebleu-seed-0-is-no-seed"),
}
NOT_CORRECTED = {
    # conventions of the program, which have a metric of ours
    *("nltk-chrf-of-a-short-copy-is-below-1", "sacrebleu-chrf-forgives-words-without-a-reference"),
    *("sacrebleu-short-text-is-not-mteval", "sacrebleu-no-match-is-not-mteval"),
    *("sacrebleu-ter-beam-hides-a-match", "sacrebleu-ter-gives-up-on-repetitive-text"),
    *("sacrebleu-signature-omits-the-order", "sacrebleu-signature-rounds-the-smoothing"),
    "jiwer-error-rate-of-nothing-is-a-number-of-words",
    "jiwer-match-error-rate-depends-on-the-direction",
    *("jiwer-joins-words-across-a-tab", "pycocoevalcap-cider-is-cider-d"),
    "pycocoevalcap-cider-of-identical-short-captions-is-not-perfect",
    # `modified_precision` cannot be asked to, and the paper sums over the corpus
    *("nltk-fails-at-an-ngram-without-references", "nltk-method4-takes-the-length-of-the-corpus"),
}
REFUSED_INSTEAD = {
    *("nltk-divides-zero-by-zero-without-segments", "nltk-takes-characters-for-words")
}
"""Entries whose input a corrected drop-in refuses, although it has a right score."""
ENDING = re.compile(
    r" \(tallystick list defects [a-z0-9-]+(; tallystick list defects [a-z0-9-]+)*\)$"
)

# Entries whose input gives a warning of another entry.
OTHERWISE = {
    # the corrected score sums over the corpus too, so there is no warning of that
    "nltk-method4-takes-the-length-of-the-corpus": "nltk-method4-is-another-formula",
    # method 7 ends in method 5
    "nltk-method7-averages-precisions": "nltk-method5-averages-precisions",
    "nltk-method7-reads-the-last-segment": "nltk-method5-reads-the-last-segment",
    # the other entry covers the length of any single reference
    "nltk-nist-breaks-ties-by-the-longest-reference": (
        "nltk-nist-takes-the-length-of-the-matched-reference"
    ),
    # the mistake is detected by the surplus
    "sacrebleu-takes-segments-for-streams": "sacrebleu-drops-surplus-hypotheses",
    # the entry is about the signature
    "sacrebleu-signature-omits-the-order": "sacrebleu-identity-above-100",
}
if sys.version_info >= (3, 12):  # NLTK uses Python's sum, which rounds differently
    OTHERWISE["nltk-nist-breaks-ties-by-rounding"] = "nltk-nist-matches-one-reference"


def named_in(package: str) -> Iterator[str]:
    """Yield the ids in the source of a drop-in."""
    for path in sorted((PACKAGE / "compat" / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == explained_by.__name__:
                yield from (ast.literal_eval(argument) for argument in node.args)


@pytest.mark.parametrize("package", ["nltk", "sacrebleu"])
def test_every_id_that_a_drop_in_names_is_in_the_ledger(package: str) -> None:
    ids = list(named_in(package))
    assert len(ids) >= 6
    assert [defect for defect in ids if defect not in DEFECTS] == []
    assert {defect.partition("-")[0] for defect in ids} == {package}


def test_a_warning_contains_a_command_that_shows_the_entry(
    capsys: pytest.CaptureFixture[str],
) -> None:
    [words] = re.findall(r"\((.*)\)", explained_by("nltk-takes-characters-for-words"))
    program, *arguments = words.split(" ")
    assert program == "tallystick"
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith("nltk-takes-characters-for-words\n    Text that")


def corrected(module: Any) -> Any:
    """Return the functions and classes of a drop-in with `corrected=True`."""
    public = {name: member for name in module.__all__ if callable(member := getattr(module, name))}
    given = {
        name: partial(member, corrected=True)
        for name, member in public.items()
        if "corrected" in inspect.signature(member).parameters
    }
    return SimpleNamespace(**public | given)


def by_drop_in(entry: Defect, change: Callable[[Any], Any] = lambda module: module) -> Any:
    """Return what a drop-in makes of the input of an entry, and the ids at the end of warnings."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for name, module in DROP_INS[entry.package].items():
            patch.setitem(sys.modules, name, change(module))
        try:
            result = OBSERVATIONS[entry.observe](entry)
        except Exception as error:
            result = error
    of_ours = [warning for warning in caught if warning.category is TallystickWarning]
    assert {Path(warning.filename) for warning in of_ours} <= {OBSERVING}  # the file of the caller
    messages = [str(warning.message) for warning in of_ours] + [str(result)]
    endings = [ending.group() for message in messages if (ending := ENDING.search(message))]
    return result, [
        defect for ending in endings for defect in re.findall(r"defects ([a-z0-9-]+)", ending)
    ]


OF_DROP_INS = [
    entry for entry in ENTRIES if entry.package in DROP_INS and entry.id not in NOT_REPRODUCED
]


@pytest.mark.parametrize("entry", OF_DROP_INS, ids=named)
def test_a_drop_in_reproduces_a_defect_with_a_warning_of_its_id(entry: Defect) -> None:
    result, ids = by_drop_in(entry)
    if isinstance(result, Exception):
        assert entry.returned in [kind.__name__ for kind in type(result).__mro__]
    else:
        assert same(result, of_this_python(entry).returned)
    if entry.id in OTHERWISE:
        assert OTHERWISE[entry.id] in ids
        assert entry.id not in ids
    elif ids or entry.id in named_in(entry.package):
        assert entry.id in ids


@pytest.mark.parametrize(
    "entry", [entry for entry in OF_DROP_INS if entry.id not in NOT_CORRECTED], ids=named
)
def test_a_drop_in_corrects_a_defect_or_refuses_the_input(entry: Defect) -> None:
    result, _ = by_drop_in(entry, corrected)
    if isinstance(result, Exception):
        assert isinstance(entry.right, str) or entry.id in REFUSED_INSTEAD
        assert isinstance(result, TallystickError)
    else:
        assert is_right(entry, result)


def test_the_drop_ins_do_not_import_the_ledger() -> None:
    done = run_alone(
        "import tallystick.compat.sacrebleu, tallystick.compat.nltk.bleu_score\n"
        "import tallystick.compat.nltk.nist_score\n"
        "print({'tallystick.compat.defects.ledger', 'tomllib'} & {*sys.modules})"
    )
    assert done.stdout == "set()\n"

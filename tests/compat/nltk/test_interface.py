"""The drop-ins have NLTK's functions, parameters, types of errors and documented examples."""

from __future__ import annotations

import doctest
import inspect
import warnings
from operator import attrgetter
from typing import Any

import pytest

from tallystick import InputError
from tallystick.compat.nltk import (
    bleu_score,
    chrf_score,
    gleu_score,
    meteor_score,
    nist_score,
    ribes_score,
)

nltk: Any = pytest.importorskip("nltk")

MODULES = (bleu_score, chrf_score, gleu_score, meteor_score, nist_score, ribes_score)
OURS: dict[str, Any] = {module.__name__.rpartition(".")[2]: module for module in MODULES}
EXAMPLES = {
    **{"bleu_score": 20, "chrf_score": 11, "gleu_score": 16},
    **{"meteor_score": 11, "nist_score": 7, "ribes_score": 26},
}
"""The fewest examples in the documentation of each module."""

LOADED_LATER = {"stemmer", "wordnet"}  # NLTK's are loaded when it is imported


def original(module: str) -> Any:
    return pytest.importorskip(f"nltk.translate.{module}")


def functions(module: Any) -> set[str]:
    """Return the public functions that a module defines or lists."""
    return {
        name
        for name, function in vars(module).items()
        if inspect.isfunction(function)
        and not name.startswith("_")
        and (function.__module__ == module.__name__ or name in getattr(module, "__all__", ()))
        and name in getattr(module, "__all__", (name,))
    }


def parameters(function: Any) -> list[tuple[str, Any, Any]]:
    """Return names, kinds and defaults, without what only drop-ins have."""
    return [
        (
            parameter.name,
            parameter.kind,
            None if parameter.name in LOADED_LATER else parameter.default,
        )
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name != "corrected" or parameter.kind is not parameter.KEYWORD_ONLY
    ]


@pytest.mark.parametrize("module", OURS)
def test_functions_parameters_and_defaults_are_those_of_nltk(module: str) -> None:
    ours, theirs = OURS[module], original(module)
    assert functions(ours) == functions(theirs)
    names = list(functions(theirs))
    if module == "bleu_score":
        methods = ("__init__", *(f"method{number}" for number in range(8)))
        names += [f"SmoothingFunction.{method}" for method in methods]
    for name in names:
        found, expected = (parameters(attrgetter(name)(one)) for one in (ours, theirs))
        assert found == expected, name
    assert ribes_score.MAX_ALIGNMENT_LEN == original("ribes_score").MAX_ALIGNMENT_LEN


def failures(test: doctest.DocTest) -> str:
    report: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    return "".join(report)


@pytest.mark.usefixtures("recorded_wordnet")
@pytest.mark.parametrize("module", OURS)
def test_the_examples_of_nltks_documentation_give_their_numbers(module: str) -> None:
    own = {name: getattr(OURS[module], name) for name in OURS[module].__all__}
    theirs = original(module)
    tests = doctest.DocTestFinder().find(theirs, globs={**vars(theirs), **own})
    assert sum(len(test.examples) for test in tests) >= EXAMPLES[module]
    assert [found for found in map(failures, tests) if found] == []


WRONG: list[tuple[str, str, tuple[Any, ...]]] = [
    ("bleu_score", "brevity_penalty", ("a", "")),
    ("chrf_score", "corpus_chrf", (["a"], [])),
    ("chrf_score", "corpus_chrf", ([], [])),
    ("chrf_score", "corpus_chrf", (["a"], ["a"], 3, 2)),
    ("chrf_score", "corpus_chrf", ([1], ["a"])),
    ("chrf_score", "corpus_chrf", (["a"], [["a", 1]])),
    ("gleu_score", "corpus_gleu", ([["a"]], [])),
    ("gleu_score", "corpus_gleu", ([[["a"]]], [[["b"]]])),
    ("gleu_score", "corpus_gleu", (iter([]), [])),
    ("gleu_score", "corpus_gleu", ([[["a"]]], [["a"]], 1, "4")),
    ("gleu_score", "sentence_gleu", ([], [["a"]])),
    ("meteor_score", "meteor_score", (["this is"], ["this"])),  # before WordNet is looked for
    ("meteor_score", "meteor_score", ([["this"]], "this")),
    ("meteor_score", "meteor_score", ([], ["this"])),
    ("nist_score", "corpus_nist", ([[["a"]]], [["a"]], 1.0)),
    ("nist_score", "corpus_nist", ([[[["unhashable"]]]], [[["unhashable"]]], 1)),
    ("nist_score", "corpus_nist", (iter([[["a"]]]), [["a"]], 1)),
    ("nist_score", "corpus_nist", ([[["a"]]], [iter("a")], 1)),
    ("nist_score", "corpus_nist", ([[None]], [["a"]], 1)),
    ("nist_score", "corpus_nist", ([None], [["a"]], 1)),
    ("nist_score", "corpus_nist", ([[["a"]]], [None], 1)),
    ("ribes_score", "corpus_ribes", ([["a"]], [["a"], ["b"]])),
    ("ribes_score", "corpus_ribes", ([[iter("ab")]], [["a", "b"]])),
    ("ribes_score", "sentence_ribes", (["a"], [["a"]])),
    ("ribes_score", "sentence_ribes", (["a"], {"a": 1})),
    ("ribes_score", "spearman_rho", ([],)),
    ("ribes_score", "spearman_rho", ([0],)),
    ("ribes_score", "sentence_ribes", ([["a", "b"]], ["x"], -1)),
]


@pytest.mark.parametrize(("module", "function", "arguments"), WRONG)
def test_errors_are_of_the_types_that_nltk_raises(
    module: str, function: str, arguments: tuple[Any, ...]
) -> None:
    with pytest.raises(Exception) as expected:  # noqa: PT011
        getattr(original(module), function)(*arguments)
    with pytest.raises(expected.type) as found:
        getattr(OURS[module], function)(*arguments)
    assert isinstance(found.value, InputError) or module != "meteor_score"
    assert expected.type is TypeError or module != "nist_score"

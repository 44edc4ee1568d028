"""The examples in NLTK's documentation have the same results with the drop-in."""

from __future__ import annotations

import doctest
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tallystick.compat.nltk import bleu_score as ours

theirs: Any = pytest.importorskip("nltk.translate.bleu_score")

EXAMPLES = {
    test.name: test
    for test in doctest.DocTestFinder().find(theirs, globs={})
    if test.examples and test.name.startswith("nltk.translate.bleu_score")
}


def failures(test: doctest.DocTest, names: dict[str, Any]) -> str:
    test.globs.update(names)
    report: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    return "".join(report)


def drop_in() -> dict[str, Any]:
    return {name: getattr(ours, name) for name in ours.__all__}


def test_there_are_examples_of_every_public_function() -> None:
    tested = {name.removeprefix("nltk.translate.bleu_score.") for name in EXAMPLES}
    assert {"sentence_bleu", "corpus_bleu", "modified_precision", "brevity_penalty"} <= tested


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_a_docstring(name: str) -> None:
    assert failures(EXAMPLES[name], drop_in()) == ""


def documents() -> Iterator[Path]:
    import nltk

    yield from (Path(nltk.__file__).parent / "test").glob("bleu.doctest")


def test_the_examples_of_the_document_about_bleu() -> None:
    paths = list(documents())
    if not paths:
        pytest.skip("this distribution of NLTK has no bleu.doctest")
    text = paths[0].read_text(encoding="utf-8")
    replaced = text.replace(
        "from nltk.translate import bleu\n",
        "from tallystick.compat.nltk.bleu_score import sentence_bleu as bleu\n",
    ).replace("nltk.translate.bleu_score", "tallystick.compat.nltk.bleu_score")
    assert "import nltk" not in replaced
    assert "from nltk" not in replaced
    # NLTK's test runner sets ELLIPSIS for this document
    test = doctest.DocTestParser().get_doctest(replaced, {}, "bleu.doctest", None, 0)
    for example in test.examples:
        example.options[doctest.ELLIPSIS] = True
    assert len(test.examples) >= 4
    assert failures(test, {}) == ""

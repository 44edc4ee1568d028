"""Hypotheses and references as integer symbols: the numbers of tokens of their lines."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import (
    Corpus,
    FunctionTokenizer,
    Lowercase,
    Text,
    Tokenizer,
    Workspace,
    tokenizer_named,
)
from tests.metrics.internals import encode_lines
from tests.metrics.kernel.both import kernel

WORDS = st.sampled_from(["a", "A", "b", "cat", "Ž", "ž"])
LINES = st.lists(WORDS, max_size=5)


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[list[str]], list[list[list[str]]]]:
    references = draw(st.lists(st.lists(LINES, min_size=1, max_size=3), min_size=1, max_size=8))
    hypotheses = draw(
        st.lists(LINES, min_size=len(references), max_size=len(references)).filter(any)
    )
    return hypotheses, references


def decoded(corpus: Corpus, lowercase: Any, threads: int) -> list[tuple[Any, Any]]:
    found = []
    for part in Workspace(threads).pairs(corpus, tokenizer_named("none"), lowercase):
        tokens = part.hypotheses.vocabulary.tokens()
        assert part.references.encoded.vocabulary is part.hypotheses.vocabulary
        segments = [
            (
                [tokens[number] for number in hypothesis.tolist()],
                [[tokens[number] for number in one.tolist()] for one in references],
            )
            for hypothesis, references in part
        ]
        assert len(part) == len(segments)
        found += segments
    return found


@given(corpus=corpora(), as_tokens=st.booleans(), threads=st.integers(1, 3))
def test_the_numbers_represent_the_tokens_of_every_segment(
    corpus: tuple[list[list[str]], list[list[list[str]]]], as_tokens: bool, threads: int
) -> None:
    hypotheses, references = corpus
    texts: dict[str, Any] = {"hypotheses": hypotheses, "references": references}
    if not as_tokens:
        texts["hypotheses"] = [" ".join(line) for line in hypotheses]
        texts["references"] = [[" ".join(line) for line in lines] for lines in references]
    made = Corpus.from_segments(**texts)
    assert decoded(made, "none", threads) == list(zip(hypotheses, references, strict=True))


@pytest.mark.parametrize(
    ("lowercase", "expected"), [("none", "ŽA"), ("ascii", "Ža"), ("unicode", "ža")]
)
def test_case_is_folded_before_tokens_are_numbered(lowercase: str, expected: str) -> None:
    corpus = Corpus.from_segments(hypotheses=["ŽA"], references=["x"])
    assert decoded(corpus, lowercase, 1) == [([expected], [["x"]])]


def test_a_workspace_encodes_references_once() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b"], references=["a"])
    workspace, tokenizer = Workspace(), tokenizer_named("13a")
    [one] = workspace.pairs(corpus, tokenizer, "none")
    [other] = workspace.pairs(corpus, tokenizer, "none")
    assert one.references is other.references


TEXTS = ["", "Ab. 1,5 ΑΣ", "ΟΔΟΣ&amp;Σ http://A.b, “x”5.", "これはTESTです。 ", " 中文。3.14 "]
NAMES = (
    *("none", "char", "13a", "intl", "zh", "zh-2", "nltk-nist"),
    *("mteval-11b", "mteval-13a", "mteval-14c", "mteval-intl"),
)


def tokens_of(lines: list[str] | Text, tokenizer: Tokenizer, lowercase: Lowercase) -> object:
    vocabulary = kernel.Vocabulary()
    ids, offsets = encode_lines(lines, vocabulary, tokenizer, lowercase)
    tokens = [vocabulary.token(number) for number in array("I", ids)]
    return [tokens[start:end] for start, end in pairwise(array("q", offsets))]


@pytest.mark.kernel
@pytest.mark.parametrize("lowercase", ["none", "ascii", "unicode"])
@pytest.mark.parametrize("name", [*NAMES, "ja-mecab", "halves"])
def test_tokens_are_those_of_the_tokenizer(name: str, lowercase: Lowercase) -> None:
    if name == "ja-mecab":
        pytest.importorskip("MeCab")
        pytest.importorskip("ipadic")
    halves = FunctionTokenizer("halves", lambda line: line.replace(";", " ").split())
    tokenizer = halves if name == "halves" else tokenizer_named(name)
    expected = [tokenizer(line, lowercase) for line in TEXTS]
    assert tokens_of(TEXTS, tokenizer, lowercase) == expected
    assert tokens_of(Text.from_lines(TEXTS), tokenizer, lowercase) == expected
    assert tokens_of([], tokenizer, lowercase) == []

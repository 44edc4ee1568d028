"""Lines become the numbers of the tokens that their tokenizer returns, whatever the way."""

from array import array
from itertools import pairwise

import pytest

from tallystick.metrics import FunctionTokenizer, Lowercase, Text, Tokenizer, tokenizer_named
from tests.metrics.internals import encode_lines
from tests.metrics.kernel.both import kernel

LINES = ["", "Ab. 1,5 ΑΣ", "ΟΔΟΣ&amp;Σ http://A.b, “x”5.", "これはTESTです。 ", " 中文。3.14 "]
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
@pytest.mark.parametrize("name", NAMES)
def test_tokens_are_those_of_the_tokenizer(name: str, lowercase: Lowercase) -> None:
    tokenizer = tokenizer_named(name)
    expected = [tokenizer(line, lowercase) for line in LINES]
    assert tokens_of(LINES, tokenizer, lowercase) == expected
    assert tokens_of(Text.from_lines(LINES), tokenizer, lowercase) == expected


@pytest.mark.parametrize("lowercase", ["none", "ascii", "unicode"])
def test_tokens_of_mecab_are_those_of_single_lines(lowercase: Lowercase) -> None:
    pytest.importorskip("MeCab")
    pytest.importorskip("ipadic")
    tokenizer = tokenizer_named("ja-mecab")
    expected = [tokenizer(line, lowercase) for line in LINES]
    assert expected[3][:2] == ["これ", "は"]
    assert tokens_of(LINES, tokenizer, lowercase) == expected
    assert tokens_of([], tokenizer, lowercase) == []


def test_a_function_splits_every_line() -> None:
    halves = FunctionTokenizer("halves", lambda line: line.split(";"))
    assert tokens_of(["A;b", "C"], halves, "ascii") == [["a", "b"], ["c"]]

"""Document frequencies counted by hand, from tables and from files, and their errors."""

import math
import sys
from collections import Counter
from io import BytesIO, TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Cider, Corpus, InputError
from tallystick.metrics import DocumentFrequencies, References, tokenizer_named
from tests.metrics.naive import ngrams

TOKENS = st.lists(st.sampled_from("abc"), max_size=6)
REFERENCES = st.lists(st.lists(TOKENS, min_size=1, max_size=3), min_size=1, max_size=5)


def fitted(references: list[Any], **options: Any) -> DocumentFrequencies:
    parts = [References.per_segment(references)]
    return DocumentFrequencies.fit(parts, tokenizer_named("none"), **options)


@given(REFERENCES)
def test_an_ngram_counts_once_in_the_references_of_a_segment(
    references: list[list[list[str]]],
) -> None:
    if not any(one for some in references for one in some):
        return
    expected: Counter[tuple[str, ...]] = Counter()
    for some in references:
        expected.update({ngram for one in some for n in (1, 2, 3) for ngram in ngrams(one, n)})
    found = fitted(references, order=3)
    assert dict(found.items()) == expected
    assert found.segments == len(references)
    pruned = dict(fitted(references, order=3, complete=False).items())
    assert all(expected[ngram] == count for ngram, count in pruned.items())
    assert all(expected[ngram] == 1 for ngram in expected.keys() - pruned.keys())


def test_weights_are_logarithms_of_inverse_shares() -> None:
    found = fitted(["a b", "a c", "a a"])
    weights = dict(zip((ngram for ngram, _ in found.items()), found.weights(), strict=True))
    assert weights["a",] == 0
    assert weights["b",] == found.highest_weight == math.log(3)


@given(
    REFERENCES.filter(lambda references: len({frozenset(chain(*one)) for one in references}) > 1),
    st.sampled_from(["cider-d", "plain"]),
)
def test_a_file_gives_the_same_scores_as_the_references(
    tmp_path_factory: pytest.TempPathFactory, references: list[Any], dialect: str
) -> None:
    path = tmp_path_factory.mktemp("df") / "df.tsv"
    frequencies = fitted(references)
    frequencies.write(path)
    read = DocumentFrequencies.read(path)
    assert (dict(read.items()), read.segments) == (dict(frequencies.items()), len(references))
    assert read.fingerprint() == frequencies.fingerprint()
    corpus = Corpus.from_segments(
        hypotheses=[some[-1] for some in references], references=references
    )
    expected = Cider(dialect=dialect).statistics(corpus).rows.tolist()
    assert Cider(dialect=dialect, df=read).statistics(corpus).rows.tolist() == expected


def test_a_file_is_an_option_of_a_spec(tmp_path: Path) -> None:
    path = tmp_path / "df.tsv"
    path.write_text("segments\t40504\na\t30000\na man\t500\n", encoding="utf-8")
    metric = tallystick.metric(f"cider:df={path}")
    assert isinstance(metric, Cider)
    assert metric.df is not None
    assert (metric.df.segments, metric.df["a", "man"], metric.df["man",]) == (40504, 500, 0)


def test_a_file_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TextIOWrapper(BytesIO(b"segments\t3\na man\t2\n"))
    monkeypatch.setattr("sys.stdin", text)
    assert DocumentFrequencies.read("-")["a", "man"] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: '' is not the number of segments"),
        ("a\t3\n", r"line 1: 'a\\t3' is not the number of segments; expected the word segments"),
        (f"segments\t{5000 * '9'}\na\t3\n", "line 1: .* is not the number of segments"),
        ("segments\tmany\na\t3\n", "line 1: .* is not the number of segments"),
        ("segments\t1\na\t1\n", "segments is 1; expected .* 2 or more"),
        ("segments\t3\n", "the table of document frequencies is empty"),
        ("segments\t3\na 3\n", "line 2: 'a 3' is not a document frequency"),
        ("segments\t3\na\t3\na\t2\n", "line 3: the n-gram 'a' also occurs in an earlier line"),
        ("segments\t3\na\t4\n", "frequency of .* is 4.* from 0 to 3, the number of segments"),
        ("segments\t3\na\t1.5\n", "frequency of .* is 1.5; expected a whole number"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "df.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        DocumentFrequencies.read(path)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        *(({wrong: 1}, "in the table of document freq.* is not an n-gram") for wrong in ((), 5)),
        ({("a",): "1"}, r"\('a',\) in the table of .* has '1', which is not a number"),
        ({("a",): 1, ("b", 2): 1}, r"token 2 of the n-gram \('b', 2\) .* is of type int"),
    ],
)
def test_an_invalid_table_is_refused(table: dict[Any, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        DocumentFrequencies.from_table(table, segments=3)


def test_frequencies_that_a_function_was_given_are_not_kept() -> None:
    frequencies = DocumentFrequencies.from_table({("a",): 1}, segments=2)
    references = sys.getrefcount(frequencies)
    tallystick.cider(hypotheses=["a"], references=["a"], df=frequencies)
    assert sys.getrefcount(frequencies) == references


@pytest.mark.parametrize("token", ["a b", "", "a\t", "\u2028"])
def test_a_token_that_a_file_cannot_contain_is_refused(tmp_path: Path, token: str) -> None:
    found = DocumentFrequencies.from_table({(token, "c"): 1}, segments=3)
    with pytest.raises(InputError, match="empty or contains white space"):
        found.write(tmp_path / "df.tsv")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no-such-folder"):
        fitted(["a", "b"]).write(tmp_path / "no-such-folder" / "df.tsv")

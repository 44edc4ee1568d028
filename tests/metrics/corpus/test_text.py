"""Text and Tokens: sequences with the elements they were made from."""

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Corpus, InputError, Nist
from tallystick.metrics import (
    Bleu,
    Cider,
    Distinct,
    InformationWeights,
    Metric,
    SelfBleu,
    Text,
    Tokens,
    score_parts,
)
from tests.metrics.kernel.both import kernel

STRINGS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["", "\0", "a\nb", "\u2028", "é" * 9, "😀"]
)
LINES = st.lists(STRINGS, max_size=8)
LISTS = st.lists(st.lists(STRINGS, max_size=5).map(tuple), max_size=6)
BOUNDS = st.none() | st.integers(-9, 9)


KINDS = pytest.mark.parametrize(
    ("made", "drawn", "shown"),
    [
        (Text.from_lines, LINES, "Text of {} lines"),
        (Tokens.from_lists, LISTS, "Tokens of {} segments"),
    ],
)


@KINDS
@given(data=st.data())
def test_text_and_tokens_are_sequences_that_equal_those_of_equal_elements(
    made: Any, drawn: st.SearchStrategy[list[Any]], shown: str, data: st.DataObject
) -> None:
    first, second = data.draw(drawn), data.draw(drawn)
    text = made(first)
    assert list(text) == [text[i] for i in range(len(text))] == first
    assert [text[-1 - i] for i in range(len(first))] == list(reversed(text)) == first[::-1]
    assert text == made(tuple(first))
    assert (text == made(second)) == (first == second)
    assert made([*second[:1], *first])[len(second[:1]) :] == made([*first, *second])[: len(first)]
    assert repr(text) == shown.format(len(first))


@KINDS
@given(start=BOUNDS, stop=BOUNDS, again=BOUNDS, data=st.data())
def test_a_slice_is_of_the_same_kind(
    made: Any, drawn: Any, shown: str, start: Any, stop: Any, again: Any, data: st.DataObject
) -> None:
    elements = data.draw(drawn)
    part = made(elements)[start:stop]
    assert type(part) is type(made(elements))
    assert list(part) == elements[start:stop]
    assert list(part[again:]) == elements[start:stop][again:]


@given(lines=LINES, start=BOUNDS, stop=BOUNDS, step=st.sampled_from([2, -1]))
def test_text_alone_is_sliced_with_a_step(
    lines: list[str], start: int | None, stop: int | None, step: int
) -> None:
    assert list(Text.from_lines(lines)[start:stop:step]) == lines[start:stop:step]
    with pytest.raises(InputError, match=f"sliced with step 1, not {step}"):
        Tokens.from_lists([["a"], ["b"]])[::step]


@given(lines=st.lists(STRINGS, min_size=1, max_size=8), cut=st.integers(1, 7))
def test_parts_of_text_are_joined_in_order(lines: list[str], cut: int) -> None:
    text = Text.from_lines(lines)
    backwards = text.take(np.arange(len(lines))[::-1])
    parts = [part for part in (text[:cut], text[cut:], backwards) if len(part)]
    assert list(Text.joined(parts)) == lines + lines[::-1]


def test_text_and_tokens_equal_neither_lists_nor_each_other_and_have_no_hash() -> None:
    text, tokens = Text.from_lines([]), Tokens.from_lists([])
    assert text != []
    assert tokens != []
    assert text != tokens
    for value in (text, tokens):
        with pytest.raises(TypeError):
            hash(value)


@pytest.mark.parametrize("index", [2, -3, 10**9])
def test_an_index_past_the_end_is_an_index_error(index: int) -> None:
    with pytest.raises(IndexError):
        Text.from_lines(["a", "b"])[index]
    with pytest.raises(IndexError):
        Tokens.from_lists([["a"], ["b"]])[index]


@pytest.mark.parametrize(
    "made",
    [
        lambda text: text,
        lambda text: text.take(np.array([1, 0])),
        lambda text: text[1:],
        lambda text: pickle.loads(pickle.dumps(text)),
        copy.deepcopy,
    ],
    ids=["as built", "taken", "sliced", "unpickled", "copied"],
)
def test_the_arrays_are_read_only(made: Callable[[Any], Any]) -> None:
    text = made(Text.from_lines(["a", "b"]))
    tokens = made(Tokens.from_lists([["a"], ["b"]]))
    for numbers in (text.starts, text.ends, tokens.ids, tokens.offsets):
        with pytest.raises(ValueError, match="read-only"):
            numbers[0] = 1


def test_two_texts_of_tokens_can_share_a_vocabulary() -> None:
    vocabulary = kernel.Vocabulary()
    first = Tokens.from_lists([["a", "b"]], vocabulary=vocabulary)
    second = Tokens.from_lists([["b", "c"]], vocabulary=vocabulary)
    assert (first.ids.tolist(), second.ids.tolist()) == ([0, 1], [1, 2])
    assert (list(first), list(second)) == ([("a", "b")], [("b", "c")])


SURROGATE = "a token of segment 2 contains the lone surrogate '{}'"


@pytest.mark.parametrize(
    ("made", "elements", "message"),
    [
        (Text.from_lines, ["a", b"b"], r"line 2 is of type bytes; expected a string \(str\)"),
        (Text.from_lines, ["é😀", "ab\ud800"], r"line 2 contains the lone surrogate '\\ud800'"),
        (Text.from_lines, ["é😀", "ab\udcff"], r"line 2 contains the lone surrogate '\\udcff'"),
        (Text.from_lines, ["\ud83d\ude00"], "two surrogates in place of one character; join them"),
        (Tokens.from_lists, [["a"], "b"], "segment 2 is of type str; expected a list of tokens"),
        (Tokens.from_lists, [["a", 1]], "token 2 of segment 1 is of type int; expected a string"),
        (Tokens.from_lists, [["a"], ["b", "c\ud800"]], SURROGATE.format(r"\\ud800")),
        (Tokens.from_lists, [["a"], ["b", "c\udcff"]], SURROGATE.format(r"\\udcff")),
        # whatever follows it
        (Tokens.from_lists, [["a"], ["\ud800"], ["b", 1], None], SURROGATE.format(r"\\ud800")),
    ],
    ids=ascii,
)
def test_an_element_that_is_no_text_is_named(made: Any, elements: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        made(elements)


def test_an_element_can_be_named_in_another_way() -> None:
    lines: list[Any] = ["a", "b", None]
    with pytest.raises(InputError, match="entry 3 is of type NoneType"):
        Text.from_lines(lines, lambda index: f"entry {index + 1}")


def test_lines_removed_before_the_error_is_explained_are_an_input_error() -> None:
    class Vanishing(list[Any]):
        def __iter__(self) -> Iterator[Any]:
            yield from self[:]
            self.clear()

    with pytest.raises(InputError, match="line 1 contains the lone surrogate"):
        Text.from_lines(Vanishing(["\ud800"]))
    with pytest.raises(InputError, match="a token of a segment contains the lone surrogate"):
        Tokens.from_lists(Vanishing([["\ud800"]]))


@pytest.mark.parametrize("are_needed", [False, True])
def test_text_keeps_strings_until_their_bytes_are_needed(are_needed: bool) -> None:
    text = Text.from_lines(["a", "é"])
    if are_needed:
        assert (text.data, *map(list, text.bounds)) == (b"a\xc3\xa9", [0, 1], [1, 3])
    assert text.strings == (None if are_needed else ("a", "é"))
    assert (len(text), text[1], text[-1], list(text)) == (2, "é", "é", ["a", "é"])
    assert text == Text.from_lines(["a", "é"])
    assert list(text[1:]) == ["é"]


def test_text_keeps_no_strings_of_other_classes() -> None:
    class Word(str):
        pass

    text = Text.from_lines([Word("a")])
    assert text.strings is None
    assert type(text[0]) is str


HYPOTHESES = {
    "first": [["A", "b", "A", "B"], ["C", "d"], ["A", "b"], ["d", "E", "A"]],
    "second": [["X", "b", "A", "b"], ["C", "Y"], ["A", "b"], ["d", "Z", "A", "b"]],
}
REFERENCES = [
    [["A", "b", "A", "b"], ["A"]],
    [["C", "d", "A", "b"], ["d"]],
    [["A", "b", "C"], ["C", "d"]],
    [["d", "A", "b"], ["C", "d", "A"]],
]


def part(start: int, stop: int) -> list[tuple[str, Corpus]]:
    """Return the corpora of both systems, which share their references."""
    first, second = (
        Corpus.from_segments(hypotheses=all[start:stop], references=REFERENCES[start:stop])
        for all in HYPOTHESES.values()
    )
    return [("first", first), ("second", Corpus(second.hypotheses, first.references))]


@pytest.mark.parametrize("metric", [Cider(), Nist(), Nist(3, "nltk"), SelfBleu()])
def test_tokens_that_another_metric_has_folded_change_no_score(metric: Metric) -> None:
    parts = [part(0, 2), part(2, 4)]
    references = (block[0][1].references for block in parts)
    metrics: list[Metric] = [Bleu(lowercase="unicode"), metric]
    systems = score_parts(parts, references, metrics, keep_segments=False)
    expected = [metric.score(metric.statistics(corpus)).score for _, corpus in part(0, 4)]
    assert [system.scored[1].score.score for system in systems] == pytest.approx(
        expected, rel=1e-12
    )


def test_words_that_only_references_have_are_not_distinct_words_of_hypotheses() -> None:
    parts = [
        [("x", Corpus.from_segments(hypotheses=hypotheses, references=[[["y", "z"]]]))]
        for hypotheses in ([["a", "b", "a"]], [["a", "c"]])
    ]
    references = (block[0][1].references for block in parts)
    [system] = score_parts(parts, references, [Distinct(order=1)], keep_segments=False)
    assert system.scored[0].score.score == 100 * 3 / 5


CORPUS = Corpus.from_segments(
    hypotheses=[["a", "b"], ["only", "here"]], references=[[["a", "b"], ["a", "c"]], [["b"]]]
)


def test_a_corpus_of_tokens_survives_pickling() -> None:
    again = pickle.loads(pickle.dumps(CORPUS))
    assert list(again.hypotheses) == list(CORPUS.hypotheses)
    assert again.references == CORPUS.references


@pytest.mark.parametrize("complete", [False, True])
def test_fitted_weights_survive_pickling(complete: bool) -> None:
    metric = Nist(order=3, tokenize="none", lowercase="none")
    weights = metric.information_weights([CORPUS.references], complete=complete)
    again = pickle.loads(pickle.dumps(weights))
    assert dict(again.items()) == dict(weights.items())
    assert again[("only",)] == weights[("only",)] == 0  # a word of hypotheses alone
    assert again.fingerprint() == weights.fingerprint()
    metrics = (Nist(information=weights), copy.deepcopy(Nist(information=weights)))
    first, second = (nist.score(nist.statistics(CORPUS)).score for nist in metrics)
    assert first == second


def test_a_table_of_weights_survives_pickling() -> None:
    weights = InformationWeights.from_table({("a", "b"): 1.5, ("c",): 0.5})
    again = pickle.loads(pickle.dumps(weights))
    assert dict(again.items()) == dict(weights.items())


def test_unpickled_arrays_are_read_only() -> None:
    statistics = pickle.loads(pickle.dumps(Nist().statistics(CORPUS)))
    references = pickle.loads(pickle.dumps(CORPUS.references))
    for numbers in (statistics.rows, references.offsets):
        with pytest.raises(ValueError, match="read-only"):
            numbers[0] = 1

"""References on their own: offsets, missing and empty ones, both shapes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import Corpus, InputError, PreparedReferences, Sari, TallystickWarning
from tallystick.metrics import References, Text, Tokens, Workspace, sources_of, tokenizer_named


def test_missing_and_empty_references_differ() -> None:
    references = References.per_segment([["a", None], ["", "b"], None, [], [None]])
    assert list(references) == [("a",), ("", "b"), (), (), ()]
    assert references.offsets.tolist() == [0, 1, 3, 3, 3, 3]
    assert references.offsets.dtype == np.int64
    assert references.counts.tolist() == [1, 2, 0, 0, 0]


@pytest.mark.parametrize(
    ("given", "tokens", "expected"),
    [
        ([["a", "b"], ["c"]], None, [("a", "b"), ("c",)]),
        ([["a", "b"], ["c"]], True, [(("a", "b"),), (("c",),)]),
        ([[["a", "b"], []], [["c"], None], []], None, [(("a", "b"), ()), (("c",),), ()]),
        ([None, []], None, [(), ()]),
        ([None, []], True, [(), ()]),
    ],
)
def test_lists_of_strings_are_text_unless_tokens_are_requested(
    given: Any, tokens: Any, expected: list[Any]
) -> None:
    references = References.per_segment(given, tokens=tokens)
    are_tokens = bool(tokens) or expected[0] == (("a", "b"), ())
    assert isinstance(references.segments, Tokens if are_tokens else Text)
    assert list(references) == expected


@pytest.mark.parametrize(
    ("made", "given", "tokens", "message"),
    [
        (References.per_segment, ["a", "b"], True, "give both"),
        (References.per_segment, [[["a"]], [["b"]]], False, "give both"),
        (References.from_streams, [["a", "b"]], True, "give both"),
        (References.per_segment, [["a", ["b"]]], None, "reference 2 of segment 1 is of type list"),
        (References.from_streams, [["a", "b"], ["c"]], None, "stream 2 has 1 entry but stream 1 h"),
        (References.from_streams, [["a", "b"], 3], None, "reference stream 2 is of type int"),
    ],
)
def test_references_of_another_kind_or_length_are_refused(
    made: Any, given: Any, tokens: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        made(given, tokens=tokens)


def test_streams_of_packed_tokens_become_token_references() -> None:
    first, second = Tokens.from_lists([["a"], ["b"]]), Tokens.from_lists([["c"], []])
    assert list(References.from_streams([first, second])) == [(("a",), ("c",)), (("b",), ())]
    assert References.from_streams([first]).segments is first
    assert list(References.from_streams(first)) == [(("a",),), (("b",),)]


@pytest.mark.parametrize("arrays", [True, False])
def test_streams_of_sliced_text_are_interleaved_by_their_offsets(
    arrays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallystick.metrics.corpus.corpus.arrays_pay", lambda numbers: arrays)
    first = Text.from_lines(["x", "a", "bb"])[1:]
    second = Text.from_lines(["ccc", "", "y"])[:2]
    assert list(References.from_streams([first, second])) == [("a", "ccc"), ("bb", "")]
    assert list(References.interleaved([first])) == [("a",), ("bb",)]


@pytest.mark.parametrize("offsets", [[], [0], [0, 1], [1, 2], [0, 2, 1, 2], [[0, 2]]])
def test_offsets_that_do_not_cover_the_references_are_refused(
    offsets: list[int] | list[list[int]],
) -> None:
    with pytest.raises(InputError, match="must run from 0 up to 2"):
        References(Text.from_lines(["a", "b"]), np.array(offsets, dtype=np.int64))


def test_offsets_are_copied() -> None:
    offsets = np.array([0, 1, 2])
    references = References(Text.from_lines(["a", "b"]), offsets)
    offsets[1] = 0
    assert references[0] == ("a",)


def test_indices_behave_like_those_of_a_list() -> None:
    references = References.per_segment(["a", ["b", "c"]])
    assert references[-1] == ("b", "c")
    with pytest.raises(IndexError):
        references[2]
    assert list(references.slice(0, 99)) == list(references)
    assert list(references.slice(1, 0)) == []


def test_equality_looks_at_text_and_at_offsets() -> None:
    assert References.per_segment(["a", "b"]) == References.from_streams([["a", "b"]])
    assert References.per_segment(["a", "b"]) != References.per_segment(["a", "c"])
    assert References.per_segment([["a"], ["b"]]) != References.per_segment([["a", "b"], []])


TEXT: dict[str, Any] = {
    "hypotheses": ["the cat sat", "a dog", ""],
    "references": [["the cat sat down", "a cat sat"], ["the dog", "a dog ran"], ["it", ""]],
    "sources": ["the big cat sat", "a dog ran away", "it is"],
}
TOKENS: dict[str, Any] = {
    "hypotheses": [line.split() for line in TEXT["hypotheses"]],
    "references": [[line.split() for line in some] for some in TEXT["references"]],
    "sources": [line.split() for line in TEXT["sources"]],
}
SARI = tallystick.sari(**TEXT).score


def test_sources_can_be_tokens_as_the_hypotheses_are() -> None:
    assert tallystick.sari(**TOKENS).score == SARI
    assert Corpus.from_segments(**TOKENS).as_text() == Corpus.from_segments(**TEXT)


def test_text_with_tokens_is_refused() -> None:
    with pytest.raises(InputError, match="hypotheses are token lists but the sources are text"):
        tallystick.sari(**{**TOKENS, "sources": TEXT["sources"]})
    with pytest.raises(InputError, match="source of segment 1 is of type list; expected a string"):
        tallystick.sari(**{**TEXT, "sources": TOKENS["sources"]})


def test_every_function_that_scores_takes_sources() -> None:
    assert tallystick.score(**TEXT, metrics="sari")[0].score == SARI
    columns = {name: TEXT[name] for name in ("references", "sources")}
    systems = {"mine": TEXT["hypotheses"], "copy": TEXT["sources"]}
    scores = tallystick.score_systems(systems=systems, metrics="sari", **columns)
    assert scores["mine"][0].score == SARI
    compared = tallystick.compare(systems=systems, metrics="sari", resamples=10, **columns)
    assert {score.system: score.score for score in compared.scores}["mine"] == SARI


def test_prepared_references_keep_sources() -> None:
    prepared = PreparedReferences(TEXT["references"], metric="sari", sources=TEXT["sources"])
    assert prepared.score(TEXT["hypotheses"]).score == SARI
    segments = prepared.segment_scores(TEXT["hypotheses"]).tolist()
    assert [prepared.segment_score(number, TEXT["hypotheses"][number]) for number in range(3)] == (
        segments
    )
    with pytest.raises(InputError, match="SARI compares with the source texts"):
        PreparedReferences(TEXT["references"], metric="sari")
    with pytest.raises(InputError, match="sources for 1 segment but references for 3 segments"):
        PreparedReferences(TEXT["references"], metric="sari", sources=["a"])


def test_a_matrix_of_scores_has_one_source() -> None:
    lines = ["the cat", "the big cat", "a cat sat"]
    matrix = tallystick.score_matrix(lines, metric="sari", source="the big cat sat")
    for row, hypothesis in enumerate(lines):
        for column, reference in enumerate(lines):
            alone = tallystick.sari(
                hypotheses=[hypothesis], references=[reference], sources=["the big cat sat"]
            )
            assert matrix[row, column] == alone.score
    with pytest.raises(InputError, match="give the source of the lines as source="):
        tallystick.score_matrix(lines, metric="sari")


def test_a_corpus_has_its_own_sources() -> None:
    corpus = Corpus.from_segments(**TEXT)
    assert tallystick.sari(hypotheses=corpus).score == SARI
    with pytest.raises(InputError, match="hypotheses is a Corpus, which has its sources"):
        tallystick.sari(hypotheses=corpus, sources=TEXT["sources"])


def test_sources_are_encoded_once_for_all_systems_and_again_for_others() -> None:
    workspace, tokenizer = Workspace(), tokenizer_named("13a")
    corpus = Corpus.from_segments(**TEXT)
    [pairs] = workspace.pairs(corpus, tokenizer, "none")
    sources = sources_of(Sari().identity, corpus)
    once = workspace.sources(sources, pairs, tokenizer, "none")
    assert workspace.sources(sources, pairs, tokenizer, "none") is once
    others = Text.from_lines(TEXT["sources"][::-1])
    encoded = workspace.sources(others, pairs, tokenizer, "none")
    assert [ids.tolist() for ids in encoded] == [ids.tolist() for ids in once][::-1]


GERMAN = [f"Der Zug Nummer {number} kommt heute spät an." for number in range(10)]
ENGLISH = [f"Train number {number} arrives late today." for number in range(10)]
SIMPLER = [f"Train {number} is late." for number in range(10)]


@pytest.mark.parametrize("segments", [10, 200])
def test_sources_in_another_language_than_the_references_are_warned_of(segments: int) -> None:
    german, simpler = (lines * (segments // 10) for lines in (GERMAN, SIMPLER))
    with pytest.warns(TallystickWarning, match="sources, 0% are in the references, as if they"):
        tallystick.sari(hypotheses=simpler, references=simpler, sources=german)


@pytest.mark.parametrize(
    ("simple", "sources", "tokenize"),
    [
        (SIMPLER, ENGLISH, "13a"),
        (["今天去北京。"] * 10, ["我们今天去北京旅游。"] * 10, "zh"),
        (SIMPLER[:9], GERMAN[:9], "13a"),  # too little to tell
    ],
)
def test_sources_that_share_words_with_the_references_are_not_warned_of(
    simple: list[str], sources: list[str], tokenize: str
) -> None:
    tallystick.sari(hypotheses=simple, references=simple, sources=sources, tokenize=tokenize)

"""Transcripts with utterance ids are joined by them, and never scored with them as words."""

from __future__ import annotations

import io
import random
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.errors import InputError
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.reading import read_test_set, stream_test_set
from tallystick.metrics.reading.read import read_hypotheses
from tallystick.metrics.reading.utterances import FORMS, _are_ids, _ids

Write = Callable[..., Path]
REFERENCE = {"spk-001": "the cat sat", "spk-002": "", "spk-010": "it rains a lot"}
HYPOTHESIS = {"spk-010": "it rained a lot", "spk-001": "the cat", "spk-002": "uh"}


def trn(words: dict[str, str]) -> list[str]:
    return [f"{text} ({id})" for id, text in words.items()]


def kaldi(words: dict[str, str]) -> list[str]:
    return [f"{id} {text}".rstrip() for id, text in words.items()]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str, *lines: str) -> Path:
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return write


def segments(*paths: Path) -> list[tuple[object, object]]:
    [corpus] = read_test_set(*paths).corpora().values()
    return list(zip(corpus.hypotheses, corpus.references, strict=True))


JOINED = [("the cat", ("the cat sat",)), ("uh", ("",)), ("it rained a lot", ("it rains a lot",))]


@pytest.mark.parametrize("form", [trn, kaldi])
@pytest.mark.parametrize("suffix", ["", ".txt", ".trn"])
def test_utterance_ids_join_the_sides_in_any_order(
    write: Write, form: Callable[[dict[str, str]], list[str]], suffix: str
) -> None:
    if form is kaldi and suffix == ".trn":
        suffix = ".text"
    paths = write(f"ref{suffix}", *form(REFERENCE)), write(f"hyp{suffix}", *form(HYPOTHESIS))
    assert segments(*paths) == JOINED
    parts = stream_test_set(*paths, segments_per_part=1)
    assert [list(corpus.hypotheses) for part in parts.parts for _, corpus in part] == [
        [hypothesis for hypothesis, _ in JOINED]
    ]
    assert list(Corpus.from_files(references=paths[0], hypotheses=paths[1]).hypotheses) == [
        hypothesis for hypothesis, _ in JOINED
    ]


def test_the_forms_of_sclite_and_kaldi_are_joined_with_each_other(write: Write) -> None:
    paths = write("ref.trn", *trn(REFERENCE)), write("text", *kaldi(HYPOTHESIS))
    assert segments(*paths) == JOINED
    assert segments(write("text", *kaldi(REFERENCE)), write("hyp.trn", *trn(HYPOTHESIS))) == JOINED


def test_several_references_and_systems_are_joined(write: Write) -> None:
    ref, other = write("r.trn", *trn(REFERENCE)), write("o.trn", *trn(HYPOTHESIS))
    test_set = read_test_set(
        [ref, other], [write("a.trn", *trn(HYPOTHESIS)), write("b.trn", *trn(REFERENCE))]
    )
    assert list(test_set.systems["b"]) == list(REFERENCE.values())
    assert test_set.references is not None
    assert next(iter(test_set.references)) == ("the cat sat", "the cat")


def test_comments_and_blank_lines_of_sclite_are_no_utterances(write: Write) -> None:
    ref = write("r.trn", ";; a comment (x-1)", "", "a b (A1)", "(A2)")
    assert segments(ref, write("h.trn", "c (A2)", "a\t(A1) ")) == [("a", ("a b",)), ("c", ("",))]


@pytest.mark.parametrize("form", [trn, kaldi])
def test_missing_extra_and_repeated_ids_are_named(
    write: Write, form: Callable[[dict[str, str]], list[str]]
) -> None:
    many = {f"spk-{k:03}": "a b" for k in range(9)}
    ref = write("ref", *form(many))
    others = {**dict(list(many.items())[:4]), "spk-100": "a"}
    with pytest.raises(InputError) as caught:
        segments(ref, write("hyp", *form(others)))
    message = str(caught.value)
    assert "hyp lacks 5 utterances of" in message
    assert "('spk-004', 'spk-005', 'spk-006' and 2 more), and" in message
    assert "ref lacks 1 utterance of" in message
    assert "('spk-100')" in message
    with pytest.raises(InputError, match=r"hyp, line 10: .* 'spk-003' occurs twice, .* line 4;"):
        segments(ref, write("hyp", *form(many), *form({"spk-003": "b"})))
    with pytest.raises(InputError, match=r"ref, line 10: .* 'spk-003' occurs twice"):
        segments(write("ref", *form(many), *form({"spk-003": "b"})), write("hyp", *form(many)))


@pytest.mark.parametrize("form", [trn, kaldi])
def test_ids_on_one_side_only_are_refused_with_what_to_do(
    write: Write, form: Callable[[dict[str, str]], list[str]]
) -> None:
    one, other = write("one", *form(REFERENCE)), write("other", *HYPOTHESIS.values())
    for paths in ((one, other), (other, one)):
        for read in (read_test_set, stream_test_set):
            with pytest.raises(InputError, match=r"one has utterance ids, but .*other has none"):
                read(*paths)
    table = write("t.tsv", "reference", "a", "b", "c")
    with pytest.raises(InputError, match=r"one has utterance ids, but .*t\.tsv has none"):
        read_test_set(table, one)


def test_ids_of_another_corpus_are_named(write: Write) -> None:
    ref, hyp = write("ref", *kaldi(REFERENCE)), write("hyp", "utt_1 a", "utt_2 b", "utt_3 c")
    with pytest.raises(
        InputError, match=r"hyp lacks 3 utterances .*'spk-001'.* lacks 3 utt.*utt_1"
    ):
        segments(ref, hyp)


@pytest.mark.parametrize("line", ["a { b / @ } c", "a (b) c", "a @ b"])
def test_alternatives_and_optional_words_of_sclite_are_refused(write: Write, line: str) -> None:
    ref = write("r.trn", "a (x-1)", f"{line} (x-2)")
    with pytest.raises(InputError, match=r"r\.trn, line 2: has .*; these are not supported"):
        segments(ref, write("h.trn", *trn({"x-1": "a", "x-2": "b"})))


def test_a_line_without_an_id_is_named(write: Write) -> None:
    hyp = write("h.trn", "a (x-1)", "b")
    with pytest.raises(InputError, match=r"h\.trn, line 2: has no utterance id; expected WORDS"):
        segments(write("r.trn", "a (x-1)", "b (x-2)"), hyp)


@pytest.mark.parametrize(
    "lines",
    [
        ["COVID-19 spreads"],
        ["GPT-3 is old", "GPT-4 is not"],
        ["F-16 jets fly", "F-15 jets too"],
        ["1990 was warm", "1991 was cold"],
        ["2024-01-05 A meeting", "2024-01-06 A walk", "2024-01-07 Rest"],
        ["He left (2019)", "She came (2020)"],
        ["People laughed (laughter)", "They sang (song)"],
        ["the cat", "a dog"] * 20,
        [f"{k}. step" for k in range(30)],
        [f"Word{chr(97 + k)} begins" for k in range(26)],
    ],
)
def test_words_that_begin_or_end_lines_are_no_ids(write: Write, lines: Sequence[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert segments(write("r.txt", *lines), write("h.txt", *lines)) == [
            (line, (line,)) for line in lines
        ]


def test_words_that_may_be_ids_are_warned_of(write: Write) -> None:
    lines = ["GPT-3 is old", "GPT-4 is not"]
    with pytest.warns(match="'GPT-3', that is in the other files too and may be an utterance id"):
        segments(write("r.txt", *lines), write("h.txt", *lines))


@pytest.mark.parametrize(
    "ids",
    [
        ["1089-134686-0000", "1089-134686-0001"],
        ["BAC009S0764W0121", "BAC009S0764W0122"],
        ["4k0c0301", "4k0c0302"],
        ["utt1", "utt2"],
        ["common_voice_en_1", "common_voice_en_22"],
        ["0001", "0002"],
        ["spk1_utt1"],
        [str(k) for k in range(1, 31)],
        [f"{k:x}a7-{k}" for k in range(40)],
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_ids_of_corpora_are_recognised(ids: list[str], form: str) -> None:
    lines = [form.replace("WORDS", "a word").replace("ID", id) for id in ids]
    assert _are_ids(_ids(lines, form))


def test_hypotheses_alone_are_read_without_their_ids(write: Write) -> None:
    parts = read_hypotheses([write("h.trn", *trn(HYPOTHESIS))]).parts
    assert [list(corpus.hypotheses) for part in parts for _, corpus in part] == [
        list(HYPOTHESIS.values())
    ]


def test_ids_from_a_pipe_join_a_file_and_are_refused_alone(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = "".join(f"{line}\n" for line in kaldi(HYPOTHESIS)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    test_set = read_test_set(write("ref", *kaldi(REFERENCE)), "-")
    assert list(test_set.systems["standard input"]) == [hypothesis for hypothesis, _ in JOINED]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    with pytest.raises(InputError, match="standard input: every line has an utterance id"):
        read_test_set(write("r.txt", "a", "b", "c"), "-")


WORDS = st.lists(st.sampled_from(["a", "b-c", "d_1", "(e", "f)", "01", "é"])).map(" ".join)


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=30), st.randoms())
def test_any_words_come_back_under_their_ids(
    tmp_path_factory: pytest.TempPathFactory,
    pairs: list[tuple[str, str]],
    shuffled: random.Random,
) -> None:
    folder = tmp_path_factory.mktemp("utterances")
    for form in (trn, kaldi):
        ref, hyp = folder / "ref", folder / "hyp"
        lines = form({f"spk_{k:03}": hypothesis for k, (hypothesis, _) in enumerate(pairs)})
        shuffled.shuffle(lines)
        hyp.write_text("\n".join(lines), encoding="utf-8")
        references = form({f"spk_{k:03}": reference for k, (_, reference) in enumerate(pairs)})
        ref.write_text("\n".join(references), encoding="utf-8")
        assert segments(ref, hyp) == [(hypothesis, (reference,)) for hypothesis, reference in pairs]

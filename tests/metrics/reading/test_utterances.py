"""Transcripts with utterance ids are joined by them, and never scored with them as words."""

import random
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import Corpus, read_test_set, stream_test_set
from tests.metrics.reading.functions import FORMS, Write, read_hypotheses

REFERENCE = {"spk-001": "the cat sat", "spk-002": "", "spk-010": "it rains a lot"}
HYPOTHESIS = {"spk-010": "it rained a lot", "spk-001": "the cat", "spk-002": "uh"}


def trn(words: dict[str, str]) -> list[str]:
    return [f"{text} ({id})" for id, text in words.items()]


def kaldi(words: dict[str, str]) -> list[str]:
    return [f"{id} {text}".rstrip() for id, text in words.items()]


def segments(*paths: str | Path, format: str | None = None) -> list[tuple[object, object]]:
    [corpus] = read_test_set(*paths, format=format).corpora().values()
    return list(zip(corpus.hypotheses, corpus.references, strict=True))


JOINED = [("the cat", ("the cat sat",)), ("uh", ("",)), ("it rained a lot", ("it rains a lot",))]


@pytest.mark.parametrize(
    ("form", "names", "format"),
    [
        (trn, ("ref.trn", "hyp.trn"), None),
        (kaldi, ("ref", "text"), None),
        (kaldi, ("text", "hyp.txt"), None),
        (trn, ("ref.txt", "hyp.txt"), "trn"),
        (kaldi, ("ref.txt", "hyp.txt"), "kaldi"),
    ],
)
def test_utterance_ids_join_the_sides_in_any_order(
    write: Write,
    form: Callable[[dict[str, str]], list[str]],
    names: tuple[str, str],
    format: str | None,
) -> None:
    paths = write(names[0], *form(REFERENCE)), write(names[1], *form(HYPOTHESIS))
    assert segments(*paths, format=format) == JOINED
    parts = stream_test_set(*paths, format=format, segments_per_part=1)
    assert [list(corpus.hypotheses) for part in parts.parts for _, corpus in part] == [
        [hypothesis for hypothesis, _ in JOINED]
    ]
    corpus = Corpus.from_files(references=paths[0], hypotheses=paths[1], format=format)
    assert list(corpus.hypotheses) == [hypothesis for hypothesis, _ in JOINED]


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
    read = partial(segments, format="trn" if form is trn else "kaldi")
    many = {f"spk-{k:03}": "a b" for k in range(9)}
    ref = write("ref", *form(many))
    others = {**dict(list(many.items())[:4]), "spk-100": "a"}
    with pytest.raises(InputError) as caught:
        read(ref, write("hyp", *form(others)))
    message = str(caught.value)
    assert "hyp lacks 5 utterances of" in message
    assert "('spk-004', 'spk-005', 'spk-006' and 2 more), and" in message
    assert "ref lacks 1 utterance of" in message
    assert "('spk-100')" in message
    with pytest.raises(InputError, match=r"hyp, line 10: .* 'spk-003' occurs twice, .* line 4;"):
        read(ref, write("hyp", *form(many), *form({"spk-003": "b"})))
    with pytest.raises(InputError, match=r"ref, line 10: .* 'spk-003' occurs twice"):
        read(write("ref", *form(many), *form({"spk-003": "b"})), write("hyp", *form(many)))


@pytest.mark.parametrize(("form", "name"), [(trn, "one.trn"), (kaldi, "text")])
def test_ids_on_one_side_only_are_refused_with_what_to_do(
    write: Write, form: Callable[[dict[str, str]], list[str]], name: str
) -> None:
    first, second = write(name, *form(REFERENCE)), write("other", *HYPOTHESIS.values())
    for paths in ((first, second), (second, first)):
        for read in (read_test_set, stream_test_set):
            with pytest.raises(InputError, match=rf"{name} has utterance ids, but .*other has no"):
                read(*paths)
    table = write("t.tsv", "reference", "a", "b", "c")
    with pytest.raises(InputError, match=rf"{name} has utterance ids, but .*t\.tsv has none"):
        read_test_set(table, first)


def test_ids_of_another_corpus_are_named(write: Write) -> None:
    ref, hyp = write("ref", *kaldi(REFERENCE)), write("hyp", "utt_1 a", "utt_2 b", "utt_3 c")
    with pytest.raises(
        InputError, match=r"hyp lacks 3 utterances .*'spk-001'.* lacks 3 utt.*utt_1"
    ):
        segments(ref, hyp, format="kaldi")


@pytest.mark.parametrize("line", ["a { b / @ } c", "a (b) c", "a @ b"])
def test_alternatives_and_optional_words_of_sclite_are_refused(write: Write, line: str) -> None:
    ref = write("r.trn", "a (x-1)", f"{line} (x-2)")
    with pytest.raises(InputError, match=r"r\.trn, line 2: has .*; these are not supported"):
        segments(ref, write("h.trn", *trn({"x-1": "a", "x-2": "b"})))


def test_a_line_without_an_id_is_named(write: Write) -> None:
    hyp = write("h.trn", "a (x-1)", "b")
    with pytest.raises(InputError, match=r"h\.trn, line 2: has no utterance id; expected WORDS"):
        segments(write("r.trn", "a (x-1)", "b (x-2)"), hyp)


def numbered(template: str, lines: int = 24) -> list[str]:
    return [template.format(k, k + 1) for k in range(1, lines + 1)]


@pytest.mark.parametrize(
    "lines",
    [
        ["COVID-19 spreads"],
        ["GPT-3 is old", "GPT-4 is not"],
        ["F-16 jets fly", "F-15 jets too"],
        ["user_1 = input()", "file_2 = open(user_1)"],
        ["http://a.org/1 is up", "http://a.org/2 is down"],
        ["He left (2019)", "She came (2020)"],
        ["People laughed (laughter)", "They sang (song)"],
        ["the cat", "a dog"] * 20,
        numbered("{}. step"),
        numbered("{} step"),
        numbered("19{:02} was warm"),
        numbered("2024-01-{:02} a meeting"),
        numbered("2024-01-05T10:00:{:02} server started"),
        numbered("8:{:02} a train leaves"),
        numbered("3:{} in the beginning"),
        numbered("{}-{} after the break"),
        numbered("{}.99 dollars"),
        numbered("Alien (19{:02})"),
        [f"Word{chr(97 + k)} begins" for k in range(26)],
        [f"well-{chr(97 + k)}orn begins" for k in range(26)],
    ],
)
@pytest.mark.parametrize("name", ["h.txt", "ref.en", "-"])
def test_words_that_begin_or_end_lines_are_text(
    write: Write, standard_input: Any, lines: Sequence[str], name: str
) -> None:
    content = "".join(f"{line}\n" for line in lines).encode()
    standard_input(content)
    path = name if name == "-" else write(name, *lines)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        [corpus] = read_test_set(write("r.txt", *lines), path).corpora().values()
    assert list(corpus.hypotheses) == list(lines)


def test_words_that_may_be_ids_are_warned_of(write: Write) -> None:
    lines = numbered("GPT-{} is old", 4)
    paths = write("r.txt", *lines), write("h.txt", *lines)
    with pytest.warns(match="'GPT-1', which may be an utterance id; it is scored as text: add"):
        segments(*paths)
    assert segments(*paths, format="lines")[0] == (lines[0], (lines[0],))


@pytest.mark.parametrize(
    "ids",
    [
        [f"1089-134686-{k:04}" for k in range(12)],
        [f"BAC009S0764W{k:04}" for k in range(12)],
        [f"4k0c03{k:02}" for k in range(12)],
        [f"utt{k}" for k in range(12)],
        [f"common_voice_en_{k}" for k in range(12)],
        [f"{k:04}" for k in range(12)],
        [f"spk1_utt{k}" for k in range(12)],
        [f"spk-{k:03}" for k in range(12)],
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_files_of_other_names_with_ids_of_corpora_are_refused_with_both_readings(
    write: Write, ids: list[str], form: str
) -> None:
    shown = FORMS[form].shown
    lines = [shown.replace("WORDS", "a word").replace("ID", id) for id in ids]
    word = FORMS[form].has_id
    for paths in (
        (write("r.txt", *lines), write("h.txt", *lines)),
        (write("r.txt", *lines), write("h.txt", *(12 * ["a word"]))),
    ):
        with pytest.raises(InputError, match=rf"{word} with a word of its own.*--text-format"):
            segments(*paths)


def test_ids_in_another_order_are_refused_with_both_readings(write: Write) -> None:
    paths = write("r.txt", *kaldi(REFERENCE)), write("h.txt", *kaldi(HYPOTHESIS))
    with pytest.raises(InputError, match=r"'spk-010', in another order than the other files; say"):
        segments(*paths)


WORDS_OF_FILMS = [
    *("Alien", "Brazil", "Cabaret", "Diva", "Eraserhead"),
    *("Fargo", "Gandhi", "Heat", "Ida", "Jaws"),
]


@pytest.mark.parametrize(
    ("ids", "others"),
    [
        ([f"{k}" for k in range(9)], [f"{k}" for k in range(1, 10)]),
        ([f"[utt{k}]" for k in range(9)], [f"[utt{k}]" for k in range(9)]),
        ([f"utt{k}:" for k in range(9)], [f"utt{k}:" for k in range(9)]),
        ([f"/data/{k}.wav" for k in range(9)], [f"/data/{k}.wav" for k in range(1, 10)]),
        (WORDS_OF_FILMS, WORDS_OF_FILMS),
    ],
)
def test_most_words_in_another_order_are_refused_whatever_their_form(
    write: Write, ids: list[str], others: list[str]
) -> None:
    paths = (
        write("r.txt", *(f"{id} a" for id in ids)),
        write("h.txt", *(f"{id} a" for id in reversed(others))),
    )
    with pytest.raises(InputError, match="in another order than the other files; say whether"):
        segments(*paths)


def test_words_like_ids_on_one_side_are_warned_of(write: Write) -> None:
    lines = numbered("{} a b", 12)
    with pytest.warns(match="every line of .*h.txt has a word of its own, such as '1'"):
        segments(write("r.txt", *(12 * ["a b"])), write("h.txt", *lines))


def test_a_blank_line_does_not_hide_ids(write: Write) -> None:
    lines = [*(f"utt{k} a b" for k in range(12)), ""]
    with pytest.raises(InputError, match=r"every line of .* begins with a word of its own"):
        segments(write("r.txt", *lines), write("h.txt", *lines))
    with pytest.raises(InputError, match="text, line 13: has no utterance id"):
        segments(write("r.txt", *lines), write("text", *lines))


@pytest.mark.parametrize("name", ["text", "text.txt"])
def test_a_file_called_text_has_ids_only_if_they_are_like_those_of_corpora(
    write: Write, name: str
) -> None:
    lines = numbered("{} was a good year")
    with pytest.warns(match="may be an utterance id"):
        assert segments(write("r.txt", *lines), write(name, *lines))[0] == (lines[0], (lines[0],))


def test_hypotheses_alone_are_read_without_their_ids(write: Write) -> None:
    parts = read_hypotheses([write("h.trn", *trn(HYPOTHESIS))]).parts
    assert [list(corpus.hypotheses) for part in parts for _, corpus in part] == [
        list(HYPOTHESIS.values())
    ]


def test_ids_from_a_pipe_join_a_file_and_are_warned_of_alone(
    write: Write, standard_input: Any
) -> None:
    content = "".join(f"{line}\n" for line in kaldi(HYPOTHESIS)).encode()
    standard_input(content)
    test_set = read_test_set(write("text", *kaldi(REFERENCE)), "-")
    assert list(test_set.systems["standard input"]) == [hypothesis for hypothesis, _ in JOINED]
    content = "".join(f"spk-{k} a\n" for k in range(12)).encode()
    standard_input(content)
    with pytest.warns(match="every line of standard input has a word of its own"):
        read_test_set(write("r.txt", *(12 * "a")), "-")


WORDS = st.lists(st.sampled_from(["a", "b-c", "d_1", "(e", "f)", "01", "é"])).map(" ".join)


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=30), st.randoms())
def test_any_words_come_back_under_their_ids(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]], shuffled: random.Random
) -> None:
    folder = tmp_path_factory.mktemp("utterances")
    for form in (trn, kaldi):
        format = "trn" if form is trn else "kaldi"
        ref, hyp = folder / "ref", folder / "hyp"
        lines = form({f"spk_{k:03}": hypothesis for k, (hypothesis, _) in enumerate(pairs)})
        shuffled.shuffle(lines)
        hyp.write_text("\n".join(lines), encoding="utf-8")
        references = form({f"spk_{k:03}": reference for k, (_, reference) in enumerate(pairs)})
        ref.write_text("\n".join(references), encoding="utf-8")
        assert segments(ref, hyp, format=format) == [
            (hypothesis, (reference,)) for hypothesis, reference in pairs
        ]

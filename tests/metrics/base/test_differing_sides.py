"""Warnings of sides that differ in case or Unicode form, of marks, and of empty references."""

from __future__ import annotations

import unicodedata
import warnings
from typing import Any

import pytest

import tallystick
from tallystick import Corpus, TallystickWarning
from tallystick.metrics import Metric
from tests.metrics.internals import differences

GERMAN = [
    "Für die Prüfung übt der Schüler täglich.",
    "Es regnet, und die Straße ist naß.",
    "Zwei Bücher über Öl stehen im Regal.",
    "Gestern hörten wir schöne Lieder.",
]
LOWER = [line.lower() for line in GERMAN]
CAPITALS = [line.upper() for line in GERMAN]
DECOMPOSED = [unicodedata.normalize("NFD", line) for line in GERMAN]
MARKED = ["\ufeff" + GERMAN[0], *GERMAN[1:]]
JAPANESE = ["がんばる子供の本です", "ぱんを食べます"]
JAPANESE_DECOMPOSED = [unicodedata.normalize("NFD", line) for line in JAPANESE]


def found_in(hypotheses: Any, references: Any, *metrics: str) -> list[tuple[str, str]]:
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    chosen: list[Metric] = [tallystick.metric(one) for one in metrics or ("bleu", "wer")]
    return [(one.kind, one.side) for one in differences(corpus, chosen)]


@pytest.mark.parametrize(
    ("hypotheses", "references", "kind", "side"),
    [
        (LOWER, GERMAN, "lower case", "hypotheses"),
        (GERMAN, LOWER, "lower case", "references"),
        (CAPITALS, GERMAN, "capitals", "hypotheses"),
        (GERMAN, CAPITALS, "capitals", "references"),
        (LOWER, CAPITALS, "lower case", "hypotheses"),
        (DECOMPOSED, GERMAN, "Unicode form", "hypotheses"),
        (GERMAN, DECOMPOSED, "Unicode form", "references"),
        (JAPANESE, JAPANESE_DECOMPOSED, "Unicode form", "references"),
        (MARKED, GERMAN, "byte order mark", "hypotheses"),
        (GERMAN, MARKED, "byte order mark", "references"),
        (GERMAN, [*GERMAN[:3], ""], "empty references", "references"),
        (GERMAN, [[line, ""] for line in GERMAN], "empty references", "references"),
    ],
)
def test_a_difference_is_found_with_its_side(
    hypotheses: list[str], references: list[str], kind: str, side: str
) -> None:
    assert found_in(hypotheses, references) == [(kind, side)]


@pytest.mark.parametrize(
    ("hypotheses", "references"),
    [
        (GERMAN, GERMAN),
        (LOWER, LOWER),
        (CAPITALS, CAPITALS),
        (DECOMPOSED, DECOMPOSED),
        (["OK", "it rains", "a", "the cat sat on the mat"], ["Ok", "It rains", "A", "the cat"]),
        (["我喜欢猫 abc", "今天"], ["我喜欢猫 ABC", "今天"]),
        (["a\ufeff b"], ["a b"]),  # not at the beginning
        (LOWER[:2], GERMAN[:2]),  # too few lines
        # the forms differ, but no letter of them is in both texts
        ([unicodedata.normalize("NFD", "wie schön")] * 4, ["Für Öl"] * 4),
    ],
)
def test_what_makes_no_difference_is_not_found(
    hypotheses: list[str], references: list[str]
) -> None:
    assert found_in(hypotheses, references) == []


@pytest.mark.parametrize(
    ("hypotheses", "metric"),
    [
        (LOWER, "bleu:lowercase=unicode"),
        (CAPITALS, "rouge1"),  # its tokenizer writes lower case
        (CAPITALS, "ter"),  # tercom's default ignores case
        (DECOMPOSED, "wer:normalize=nfc"),
        (CAPITALS, "distinct2"),
    ],
)
def test_a_metric_that_ignores_a_difference_causes_no_warning(
    hypotheses: list[str], metric: str
) -> None:
    assert found_in(hypotheses, GERMAN, metric) == []


def test_a_metric_that_sees_a_difference_is_named_with_what_to_type() -> None:
    with pytest.warns(TallystickWarning) as caught:
        tallystick.score(
            hypotheses=CAPITALS,
            references=GERMAN,
            metrics=["bleu", "bleu:lowercase=unicode", "wer"],
        )
    assert [str(one.message) for one in caught] == [
        "the hypotheses are in capitals and the references are not, so the same words differ for "
        "bleu and wer; score both in lower case, with bleu:lowercase=unicode and "
        "wer:lowercase=unicode"
    ]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "said"),
    [
        ("\ufeffa b c d", "a b c d", "a line of the hypotheses begins with a byte order mark"),
        ("a b c d", "", "some references are empty"),
        (DECOMPOSED[0], GERMAN[0], "the hypotheses are not all in the Unicode form NFC"),
    ],
)
@pytest.mark.parametrize("name", ["bleu", "chrf", "ter"])
def test_a_single_sentence_is_checked_too(
    hypothesis: str, reference: str, said: str, name: str
) -> None:
    with pytest.warns(TallystickWarning, match=said):
        getattr(tallystick, name)(hypotheses=[hypothesis], references=[reference])


def test_a_mark_inside_a_long_text_is_found() -> None:
    lines = [f"the line {number} is plain" for number in range(500)]
    marked = [*lines[:300], "\ufeff" + lines[300], *lines[301:]]
    assert found_in(marked, lines) == [("byte order mark", "hypotheses")]
    assert found_in([line.replace("plain", "（plain\ufeff）") for line in lines], lines) == []


def test_token_lists_have_no_form() -> None:
    tokens = [line.split() for line in GERMAN]
    assert found_in([line.split() for line in CAPITALS], tokens) == []
    assert found_in(tokens, [*tokens[:3], [[]]]) == [("empty references", "references")]


def test_text_of_a_test_set_causes_no_warning(wmt22_file: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tallystick.bleu(
            hypotheses=wmt22_file("system-outputs/generaltest2022.en-de.hyp.PROMT.de"),
            references=wmt22_file("references/generaltest2022.en-de.ref.A.de"),
        )

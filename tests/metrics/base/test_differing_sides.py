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


BOTH = ["bleu", "wer"]
LONG = [f"the line {number} is plain" for number in range(500)]
TOKENS = [line.split() for line in GERMAN]


def found_in(hypotheses: Any, references: Any, *metrics: str) -> list[tuple[str, str]]:
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    chosen: list[Metric] = [tallystick.metric(one) for one in metrics or BOTH]
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
        ([*LONG[:300], "\ufeff" + LONG[300], *LONG[301:]], LONG, "byte order mark", "hypotheses"),
        (GERMAN, [*GERMAN[:3], ""], "empty references", "references"),
        (TOKENS, [*TOKENS[:3], [[]]], "empty references", "references"),
        (GERMAN, [[line, ""] for line in GERMAN], "empty references", "references"),
    ],
)
def test_a_difference_is_found_with_its_side(
    hypotheses: list[str], references: list[str], kind: str, side: str
) -> None:
    assert found_in(hypotheses, references) == [(kind, side)]


@pytest.mark.parametrize(
    ("hypotheses", "references", "metrics"),
    [
        (GERMAN, GERMAN, BOTH),
        (LOWER, LOWER, BOTH),
        (CAPITALS, CAPITALS, BOTH),
        (DECOMPOSED, DECOMPOSED, BOTH),
        (["OK", "it rains", "a", "the cat sat on"], ["Ok", "It rains", "A", "the cat"], BOTH),
        (["我喜欢猫 abc", "今天"], ["我喜欢猫 ABC", "今天"], BOTH),
        (["a\ufeff b"], ["a b"], BOTH),  # not at the beginning
        ([f"{line}（\ufeff）" for line in LONG], LONG, BOTH),
        (LOWER[:2], GERMAN[:2], BOTH),  # too few lines
        # the forms differ, but no letter of them is in both texts
        ([unicodedata.normalize("NFD", "wie schön")] * 4, ["Für Öl"] * 4, BOTH),
        ([line.split() for line in CAPITALS], TOKENS, BOTH),  # tokens have no form
        # metrics that ignore the difference
        (LOWER, GERMAN, ["bleu:lowercase=unicode"]),
        (CAPITALS, GERMAN, ["rouge1"]),  # its tokenizer writes lower case
        (CAPITALS, GERMAN, ["ter"]),  # tercom's default ignores case
        (DECOMPOSED, GERMAN, ["wer:normalize=nfc"]),
        (CAPITALS, GERMAN, ["distinct2"]),
    ],
)
def test_what_makes_no_difference_is_not_found(
    hypotheses: list[Any], references: list[Any], metrics: list[str]
) -> None:
    assert found_in(hypotheses, references, *metrics) == []


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


def test_text_of_a_test_set_causes_no_warning(wmt22_file: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tallystick.bleu(
            hypotheses=wmt22_file("system-outputs/generaltest2022.en-de.hyp.PROMT.de"),
            references=wmt22_file("references/generaltest2022.en-de.ref.A.de"),
        )

"""The output of fairseq-generate, as its fairseq_cli/generate.py prints it."""

from __future__ import annotations

import pytest

from tallystick import InputError, TallystickWarning
from tallystick.metrics import Corpus, read_test_set
from tests.metrics.reading.functions import Write

OUTPUT = [
    "2020-01-01 00:00:00 | INFO | fairseq_cli.generate | loading model(s) from model.pt",
    "S-1\tes reg@@ net",
    "T-1\tit rains\tnow",
    "H-1\t-0.5\tit is rain@@ ing",
    "D-1\t-0.5\tit is\training",
    "P-1\t-0.1 -0.2",
    "H-1\t-0.7\tit pours",
    "D-1\t-0.7\tit pours",
    "S-0\tdie Katze",
    "T-0\t",
    "H-0\t-0.25\tthe c@@ at",
    "D-0\t-0.25\tthe cat",
    "A-0\t0-0",
    "Generate test with beam=5: BLEU4 = 30",
]


def read(write: Write, lines: list[str]) -> Corpus:
    [corpus] = read_test_set(write("generate.out", *lines), format="fairseq").corpora().values()
    return corpus


def test_segments_have_the_order_of_their_numbers_and_the_first_detokenized_hypothesis(
    write: Write,
) -> None:
    assert read(write, OUTPUT) == Corpus.from_segments(
        hypotheses=["the cat", "it is\training"],
        references=["", "it rains\tnow"],
        sources=["die Katze", "es reg@@ net"],
    )


def test_without_detokenized_hypotheses_the_others_are_taken(write: Write) -> None:
    corpus = read(write, [line for line in OUTPUT if not line.startswith("D-")])
    assert list(corpus.hypotheses) == ["the c@@ at", "it is rain@@ ing"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([*OUTPUT, *OUTPUT], r"line 16: S-1 occurs twice"),
        ([line for line in OUTPUT if not line.startswith("T-0")], "segment 0 has a hypothesis or"),
        ([line for line in OUTPUT if not line.startswith("T-")], "has no 'reference'"),
        (["the cat"], "has no line D-NUMBER or H-NUMBER"),
    ],
)
def test_output_that_lacks_something_is_refused(
    write: Write, lines: list[str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read(write, lines)


def test_unknown_words_in_references_are_warned_of(write: Write) -> None:
    with pytest.warns(TallystickWarning, match="references contain <<unk>>"):
        read(write, ["T-0\tthe <<unk>>", "D-0\t-0.5\tthe cat"])

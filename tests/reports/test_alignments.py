"""`align`: the words and characters that systems got wrong, from Python."""

import pytest

import tallystick
from tallystick import InputError, OptionError
from tallystick.metrics import Corpus


def test_systems_are_aligned_with_their_references() -> None:
    systems = {"mine": ["a b x d", "e f"], "copy": ["a b c", "e f g"]}
    alignment = tallystick.align(systems=systems, references=["a b c", "e f g"])
    # by hand: x for c, d too many, and no g
    mine, copy = alignment.summary
    assert (mine.substitutions, mine.insertions, mine.deletions, mine.hits) == (1, 1, 1, 4)
    assert (copy.score, copy.hits) == (0.0, 6)
    assert mine.score == tallystick.wer(hypotheses=systems["mine"], references=["a b c", "e f g"])
    assert [(row.system, row.segment) for row in alignment.segments] == [("mine", 1), ("mine", 2)]


def test_segments_without_edits_can_be_included() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b"], references=["a b"])
    alignment = tallystick.align(systems={"mine": corpus}, metric="ter", correct_too=True)
    assert [token.operation for token in alignment.segments[0].tokens] == ["hit", "hit"]


def test_metrics_that_align_nothing_are_refused() -> None:
    for metric, message in (
        ("bleu", "the metric is 'bleu', which aligns nothing; expected one of wer, cer"),
        ("wer:dialect=torchmetrics", "hits=longer_length computes hits from lengths"),
    ):
        with pytest.raises(OptionError, match=message):
            tallystick.align(systems={"mine": ["a"]}, references=["a"], metric=metric)
    with pytest.raises(InputError, match=r"tallystick\.align\(systems="):
        tallystick.align({"mine": ["a"]}, ["a"])  # type: ignore[call-arg]

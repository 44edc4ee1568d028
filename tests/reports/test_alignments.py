"""`align`: the words and characters that systems got wrong, from Python."""

import pytest

import tallystick
from tallystick import InputError, OptionError


def test_metrics_that_align_nothing_are_refused() -> None:
    for metric, message in (
        ("bleu", "the metric is 'bleu', which aligns nothing; expected one of wer, cer"),
        ("wer:dialect=torchmetrics", "hits=longer_length computes hits from lengths"),
    ):
        with pytest.raises(OptionError, match=message):
            tallystick.align(systems={"mine": ["a"]}, references=["a"], metric=metric)
    with pytest.raises(InputError, match=r"tallystick\.align\(systems="):
        tallystick.align({"mine": ["a"]}, ["a"])  # type: ignore[call-arg]

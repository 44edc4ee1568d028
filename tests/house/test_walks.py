"""Whoever follows one call reads few files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

import tallystick

PACKAGE = Path(tallystick.__file__).parent
HYPOTHESES = ["the cat sat on the mat .", "a dog ran home", "he reads the book today"]
REFERENCES = ["the cat is on the mat .", "the dog ran home", "he read the book today"]
MOST_FILES = {"bleu": 14, "ter": 15, "wer": 16}


def files_of(call: Callable[[], object]) -> set[str]:
    """Return the files of the package whose functions a call runs."""
    files = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        path = Path(frame.f_code.co_filename)  # that of a function that is made is no file
        if event == "call" and path.is_relative_to(PACKAGE):
            files.add(str(path.relative_to(PACKAGE)))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return files


@pytest.mark.parametrize("metric", MOST_FILES)
def test_the_score_of_three_sentences_walks_through_few_files(metric: str) -> None:
    score = getattr(tallystick, metric)

    def call() -> object:
        return score(hypotheses=HYPOTHESES, references=REFERENCES)

    call()  # what is made once
    files = files_of(call)
    assert f"{Path('metrics', 'base', 'dialect_metric.py')}" in files
    assert len(files) <= MOST_FILES[metric], "\n".join(sorted(files))

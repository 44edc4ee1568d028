"""Whoever follows one call reads few files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tallystick

PACKAGE = Path(tallystick.__file__).parent
MOST_FILES = {"bleu": 14, "ter": 14, "wer": 16}
FILES = f"""
import sys
sys.path.insert(0, {str(PACKAGE.parent)!r})
import tallystick

score, files = getattr(tallystick, sys.argv[1]), set()

def scored():
    score(
        hypotheses=["the cat sat on the mat .", "a dog ran home", "he reads the book today"],
        references=["the cat is on the mat .", "the dog ran home", "he read the book today"],
    )

scored()  # what is made once
sys.setprofile(lambda frame, event, _: event == "call" and files.add(frame.f_code.co_filename))
scored()
sys.setprofile(None)
print(*files, sep="\\n")
"""


@pytest.mark.parametrize("metric", MOST_FILES)
def test_the_score_of_three_sentences_walks_through_few_files(metric: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FILES, metric], capture_output=True, text=True, check=True
    )
    paths = map(Path, done.stdout.splitlines())
    files = sorted(str(path.relative_to(PACKAGE)) for path in paths if PACKAGE in path.parents)
    assert str(Path("metrics", "base", "dialect_metric.py")) in files
    assert len(files) <= MOST_FILES[metric], "\n".join(files)

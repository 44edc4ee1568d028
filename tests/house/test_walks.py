"""Whoever follows one call reads few files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import tallystick

PACKAGE = Path(tallystick.__file__).parent
MOST_FILES = {"bleu": 14, "ter": 14, "wer": 16}
FILES = f"""
import sys
sys.path.insert(0, {str(PACKAGE.parent)!r})
import tallystick

def score(metric):
    getattr(tallystick, metric)(
        hypotheses=["the cat sat on the mat .", "a dog ran home", "he reads the book today"],
        references=["the cat is on the mat .", "the dog ran home", "he read the book today"],
    )

for metric in sys.argv[1:]:
    score(metric)  # what is made once
    files = set()
    sys.setprofile(lambda frame, event, _: event == "call" and files.add(frame.f_code.co_filename))
    score(metric)
    sys.setprofile(None)
    print(*files, sep="\\t")
"""


def test_the_score_of_three_sentences_walks_through_few_files() -> None:
    command = [sys.executable, "-c", FILES, *MOST_FILES]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = done.stdout.removesuffix("\n").split("\n")
    for (metric, most), line in zip(MOST_FILES.items(), lines, strict=True):
        paths = map(Path, line.split("\t"))
        files = sorted(str(path.relative_to(PACKAGE)) for path in paths if PACKAGE in path.parents)
        assert str(Path("metrics", "base", "dialect_metric.py")) in files
        assert len(files) <= most, "\n".join([metric, *files])

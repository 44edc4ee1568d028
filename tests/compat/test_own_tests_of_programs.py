"""The own tests of programs and frameworks pass while drop-in replacements are active.

`TALLYSTICK_SOURCES` names a folder with their sources: source distributions (`pip download
--no-binary :all: --no-deps sacrebleu==2.6.0 jiwer==4.0.0 nltk==3.10.4 rouge_score==0.1.2
lm_eval==0.4.13`), unpacked, and checkouts of `huggingface/evaluate` and `huggingface/lighteval` and
`IBM/unitxt`, whose distributions have no tests. Those of rouge_score need `rouge/testdata` of
google-research. Some tests need data of NLTK or a network, and fail in the program itself without.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest


class Own(NamedTuple):
    """Where tests are, in the folder of sources, which are run, and how many pass everywhere."""

    folder: str
    files: str
    at_least: int
    chosen: str = ""


EVALUATE = "bleu sacrebleu rouge chrf ter wer cer google_bleu meteor nist_mt sari"
PROGRAMS = {
    "sacrebleu": Own(
        "sacrebleu-2.6.0/test", "test_bleu.py test_sentence_bleu.py test_chrf.py test_ter.py", 89
    ),
    "jiwer": Own(
        "jiwer-4.0.0/tests",
        "test_alignment.py test_cer.py test_count_errors.py test_empty_ref.py "
        "test_large_vocab.py test_measures.py test_transforms.py",
        78,
    ),
    "nltk": Own(
        "nltk-3.10.4/nltk/test/unit/translate", "test_bleu.py test_nist.py test_meteor.py", 16
    ),
    "rouge_score": Own(
        "rouge_score-0.1.2",
        "rouge_score/rouge_scorer_test.py rouge_score/scoring_test.py "
        "rouge_score/tokenize_test.py rouge_score/tokenizers_test.py",
        35,
    ),
    "lm_eval": Own("lm_eval-0.4.13/tests", "test_metrics.py", 8),
    "evaluate": Own(
        "evaluate",
        "tests/test_metric_common.py",
        7,
        " or ".join(f"metric_{name}" for name in EVALUATE.split()),
    ),
    "lighteval": Own(
        "lighteval/tests/unit/metrics",
        "test_automated_metrics_pytest.py",
        9,
        "bleu or chrf or ter.json or rouge",
    ),
    "unitxt": Own(
        "unitxt", "tests/library/test_metrics.py", 1, "rouge or sacrebleu or meteor or wer"
    ),
}


def passed(own: Own, folder: Path, *run: str) -> set[str]:
    """Return the tests that pass."""
    command = [sys.executable, "-m", *run, "-q", "-rp", "-k", own.chosen, *own.files.split()]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "--color=no"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.split("\n")
    tests = {line.removeprefix("PASSED ") for line in lines if line.startswith("PASSED ")}
    assert len(tests) >= own.at_least, done.stdout
    return tests


@pytest.mark.parametrize("program", [pytest.param(name, id=f"own-{name}") for name in PROGRAMS])
def test_what_passes_in_a_program_passes_with_drop_ins(program: str) -> None:
    own = PROGRAMS[program]
    folder = Path(os.environ.get("TALLYSTICK_SOURCES", "")) / own.folder
    if "TALLYSTICK_SOURCES" not in os.environ or not folder.exists():
        pytest.skip(f"TALLYSTICK_SOURCES has no {own.folder}")
    assert passed(own, folder, "pytest") <= passed(own, folder, "tallystick.compat.run", "pytest")

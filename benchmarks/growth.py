"""Score two files with one tool, and print the processor seconds of scoring and the score.

    python benchmarks/growth.py TOOL HYPOTHESES REFERENCES

The tool "lists" only reads the files, which every tool that takes Python lists must do.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

import contestants
from contestants import Case, Contestant
from inputs import Inputs, read_lines

WARM_UP = 100  # segments


@dataclass(frozen=True)
class GrowthTool:
    """A contestant, its metric and its tokenizer; peers are not run on the largest corpora."""

    metric: str
    contestant: Contestant
    tokenize: str
    is_peer: bool = False


TOOLS = {
    "lists": GrowthTool("", lambda case: list, "13a"),
    "tallystick.bleu": GrowthTool("BLEU", contestants.bleu_of_text, "13a"),
    "tallystick.nist": GrowthTool("NIST", contestants.nist_of_text, "mteval-13a"),
    "sacreBLEU": GrowthTool("BLEU", contestants.sacrebleu_of_text, "13a", is_peer=True),
    "bleuscore": GrowthTool("BLEU", contestants.bleuscore_of_text, "13a", is_peer=True),
    "NLTK": GrowthTool("NIST", contestants.nltk_nist, "mteval-13a", is_peer=True),
    "sacreBLEU's chrF": GrowthTool("chrF", contestants.sacrebleu_chrf, "char", is_peer=True),
    "jiwer": GrowthTool("WER", contestants.jiwer_of_text, "jiwer", is_peer=True),
}


def main(name: str, *files: str) -> None:
    """Read, score, and print."""
    tool = TOOLS[name]
    hypotheses, references = (read_lines(Path(file)) for file in files)
    case = Case("", Inputs("", {"system": hypotheses}, [references]), tool.tokenize)
    tool.contestant(case.some(lambda hypothesis: True, WARM_UP))()  # imports what it needs
    run = tool.contestant(case)
    start = time.process_time()
    scores = run()
    print(time.process_time() - start, *scores)


if __name__ == "__main__":
    main(*sys.argv[1:])

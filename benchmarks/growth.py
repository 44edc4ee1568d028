"""Print the seconds in which one tool scores two files.

    python benchmarks/growth.py TOOL HYPOTHESES REFERENCES

The tool "lists" only reads the files, which every tool that takes Python lists must do.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from contestants import Contestant, bleuscore_bleu, sacrebleu_bleu, tallystick_bleu
from inputs import read_lines

TOOLS: dict[str, Contestant] = {
    "lists": lambda hypotheses, references: [],
    "tallystick": tallystick_bleu(threads=1),
    "tallystick, 2 threads": tallystick_bleu(threads=2),
    "sacreBLEU": sacrebleu_bleu,
    "bleuscore": bleuscore_bleu,
}


def main(tool: str, hypothesis_file: str, reference_file: str) -> None:
    """Read, score and print the seconds of scoring."""
    hypotheses, references = read_lines(Path(hypothesis_file)), read_lines(Path(reference_file))
    TOOLS[tool](hypotheses[:2], references[:2])  # excludes imports
    start = time.perf_counter()
    TOOLS[tool](hypotheses, references)
    print(time.perf_counter() - start)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Output of fairseq: `S-3<TAB>SOURCE`, `T-3<TAB>REFERENCE`, `D-3<TAB>SCORE<TAB>HYPOTHESIS`.

Segments have the order of their numbers. The lines D- are taken, or H- if there are none, and of
several hypotheses of a segment the first, which is the best. Other lines are logs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tallystick.errors import InputError, warn
from tallystick.metrics.reading.columns import named_columns
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.testset import Table, TestSet

LINE = re.compile(r"(?s)(?:([ST])-(\d+)|([HD])-(\d+)\t\S+)\t(.*)")
UNKNOWN = "<<unk>>"
"""The mark for a word of a reference that is not in the dictionary of the model."""


class FairseqOutput(Table):
    """The output of fairseq-generate as a table."""

    empty = "has no line D-NUMBER or H-NUMBER of fairseq-generate"

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the segments in blocks of at most `length`."""
        sides: dict[str, dict[int, str]] = {kind: {} for kind in "DHTS"}
        for number, line in enumerate(read_text(self.path), start=1):
            if match := LINE.fullmatch(line):
                kind, segment = match[1] or match[3], int(match[2] or match[4])
                if match[1] and segment in sides[kind]:
                    raise InputError(
                        f"{self.name}, line {number:,}: {kind}-{segment} occurs twice; give the "
                        "output of one run"
                    )
                sides[kind].setdefault(segment, match[5])
        texts = {
            "hypothesis": sides["D"] or sides["H"],
            "reference": sides["T"],
            "source": sides["S"],
        }
        texts = {meaning: side for meaning, side in texts.items() if side}
        segments = sorted(texts.get("hypothesis", ()))
        for meaning, side in texts.items():
            if different := side.keys() ^ set(segments):
                raise InputError(
                    f"{self.name}: segment {min(different)} has a hypothesis or a {meaning}, but "
                    "not both; give the whole output of one run"
                )
        if missing := set(range(max(segments, default=0))) - set(segments):
            raise InputError(
                f"{self.name}: segment {min(missing)} of 0 to {segments[-1]} is missing; give the "
                "whole output of one run"
            )
        if any(UNKNOWN in text for text in sides["T"].values()):
            warn(
                f"{self.name}: references contain {UNKNOWN} for words that the dictionary of the "
                "model lacks, which changes scores; score the lines D- with the original references"
            )
        rows = zip(*([side[each] for each in segments] for side in texts.values()), strict=True)
        return self.blocks_of(rows, named_columns(list(texts), self.given, self.name), length)

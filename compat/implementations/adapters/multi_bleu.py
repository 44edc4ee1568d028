"""Moses' multi-bleu.perl, which prints two decimals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tallystick.compat.implementations.adapters.installed import (
    missing_perl,
    missing_script,
    of_script,
    script_path,
)
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.implementations.processes.command import LineCommand, unreadable
from tallystick.compat.implementations.tolerance import printed

_SOURCE = "https://github.com/moses-smt/mosesdecoder, scripts/generic"
_OUTPUT = re.compile(r"BLEU = ([0-9.]+),.*hyp_len=(\d+), ref_len=(\d+)")


def _read(output: str, folder: Path) -> Any:
    found = _OUTPUT.search(output)
    if found is None:
        return unreadable(output)
    hypothesis, reference = int(found[2]), int(found[3])
    if reference == 0:  # it then prints hyp_len=0 for any hypotheses
        return float(found[1])
    lengths = {"hypothesis_length": hypothesis, "reference_length": reference}
    return Outcome(score=float(found[1]), statistics=lengths)


@dataclass(frozen=True, slots=True)
class _Run:
    variable: str
    name: str

    def __call__(self, hypotheses: list[Any], references: list[list[Any]], order: int, /) -> Any:
        script = script_path(self.variable, self.name)
        run = LineCommand(
            ("perl", str(script), "{reference_stem}"),
            "{hypotheses}",
            _read,
            timeout=120.0,
            # if all references are empty, it prints a score of 0 and exits with status 1
            statuses=(0, 1),
        )
        return run(hypotheses, references, order)


def _missing(*script: str) -> str | None:
    return missing_script(*script) or missing_perl()


def _bleu(name: str, variable: str, script: str) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=_Run(variable, script),
        dialect=name,
        orders=(4,),
        ragged=False,
        input="text",
        scale=100.0,
        tolerance=printed(2),
        **of_script(variable, _SOURCE, script, _missing),
    )


IMPLEMENTATIONS = (
    _bleu("multi-bleu", "TALLYSTICK_MULTI_BLEU", "multi-bleu.perl"),
    _bleu("multi-bleu-detok", "TALLYSTICK_MULTI_BLEU_DETOK", "multi-bleu-detok.perl"),
)

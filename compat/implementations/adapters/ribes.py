"""NTT's script RIBES.py."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

from tallystick.compat.implementations.command import LineCommand, number_from
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import (
    missing_script,
    script_path,
    script_version,
)
from tallystick.compat.implementations.tolerance import printed

_SCRIPT = ("TALLYSTICK_RIBES", "RIBES.py")
_SOURCE = "https://github.com/nttcslab-nlp/RIBES"


def _read(output: str, folder: Path) -> Any:
    return number_from(output.partition(" ")[0])


def _ribes(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    number = max(map(len, references), default=0)
    streams = [argument for n in range(number) for argument in ("-r", f"{{reference_stem}}{n}")]
    run = LineCommand(
        # it opens files in the encoding of the locale
        (sys.executable, "-X", "utf8", str(script_path(*_SCRIPT)), *streams, "{hypotheses}"),
        None,
        _read,
        timeout=300.0,
    )
    return run(hypotheses, references, order)


IMPLEMENTATIONS = (
    Implementation(
        name="ribes.py",
        metric="ribes",
        run=_ribes,
        dialect="official",
        orders=(),
        ragged=False,
        input="text",
        tolerance=printed(6, factor=100.0),
        own_process=True,
        find_version=partial(script_version, *_SCRIPT),
        find_missing=partial(missing_script, _SCRIPT[0], _SOURCE, _SCRIPT[1]),
    ),
)

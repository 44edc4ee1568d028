"""Texygen: the self-BLEU of hypotheses, its class `SelfBleu`; references are not read."""

from __future__ import annotations

import json
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from tallystick.compat.implementations.command import number_from, run_command
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import (
    missing_library,
    missing_script,
    script_path,
    script_version,
)

_SCRIPT = ("TALLYSTICK_TEXYGEN", "SelfBleu.py")
_SOURCE = "https://github.com/geek-ai/Texygen, utils/metrics, with the folders above"
# it splits text with data that NLTK downloads, unless it has the tokens already
_PROGRAM = """
import json
import sys
from utils.metrics.SelfBleu import SelfBleu

metric = SelfBleu(gram=int(sys.argv[1]))
with open("hypotheses.json", encoding="utf-8") as file:
    metric.reference = json.load(file)
print(repr(metric.get_score()))
"""


def _read(output: str, folder: Path) -> Any:
    return number_from(output.strip())


def _self_bleu(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    path = script_path(*_SCRIPT)
    root = "" if path is None else str(path.resolve().parents[2])
    with tempfile.TemporaryDirectory(prefix="tallystick-") as name:
        folder = Path(name)
        (folder / "hypotheses.json").write_text(json.dumps(hypotheses), encoding="utf-8")
        return run_command(
            (sys.executable, "-c", _PROGRAM, str(order)),
            folder,
            _read,
            timeout=300.0,
            environment={"PYTHONPATH": root},
        )


def _missing() -> str | None:
    variable, name = _SCRIPT
    return missing_script(variable, _SOURCE, name) or missing_library("nltk", "nltk")


IMPLEMENTATIONS = (
    Implementation(
        name="texygen",
        metric="self_bleu",
        run=_self_bleu,
        dialect="texygen",
        order=3,
        orders=tuple(range(1, 10)),
        own_process=True,
        find_version=partial(script_version, *_SCRIPT),
        find_missing=_missing,
    ),
)

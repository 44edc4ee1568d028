"""METEOR 1.5 in English, by its Java program; `MeteorStatistics` computes it from its output."""

from __future__ import annotations

import re
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from tallystick.compat.implementations.command import number_from, run_command, unreadable
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import missing_jar, script_path, script_version

_JAR = ("TALLYSTICK_METEOR_1_5", "meteor-1.5.jar")
_SOURCE = "https://www.cs.cmu.edu/~alavie/METEOR, or from pycocoevalcap, which contains it,"
_OUTPUT = re.compile(r"Final score:\s+(\S+)")


def _read(output: str, folder: Path) -> Any:
    found = _OUTPUT.search(output)
    return unreadable(output) if found is None else number_from(found[1])


def _meteor(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    lines = [line for of_segment in references for line in of_segment]
    number = max(map(len, references), default=1)
    with tempfile.TemporaryDirectory(prefix="tallystick-") as name:
        folder = Path(name)
        for file, some in (("hypotheses", hypotheses), ("references", lines)):
            (folder / file).write_text("".join(f"{line}\n" for line in some), encoding="utf-8")
        options = ("-l", "en", "-norm", "-r", str(number))
        return run_command(
            ("java", "-jar", str(script_path(*_JAR)), "hypotheses", "references", *options),
            folder,
            _read,
            timeout=300.0,
        )


IMPLEMENTATIONS = (
    Implementation(
        name="meteor-1.5",
        metric="meteor-1.5",
        run=_meteor,
        orders=(),
        ragged=False,
        input="text",
        own_process=True,
        find_version=partial(script_version, *_JAR),
        find_missing=partial(missing_jar, _JAR[0], _SOURCE, _JAR[1]),
    ),
)

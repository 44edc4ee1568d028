"""tercom: TER by its Java program."""

from __future__ import annotations

import re
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from tallystick.compat.implementations.command import number_from, run_command, unreadable
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import missing_jar, script_path, script_version
from tallystick.compat.implementations.outcome import failed

_JAR = ("TALLYSTICK_TERCOM", "tercom.jar")
_SOURCE = "https://www.cs.umd.edu/~snover/tercom"
_OUTPUT = re.compile(r"Total TER: \S+ \((\S+)/(\S+)\)")


def _read(output: str, folder: Path) -> Any:
    found = _OUTPUT.search(output)
    if found is None:
        return unreadable(output)
    edits, words = number_from(found[1]), number_from(found[2])
    return edits / words if words else failed("nonsense", f"it divides {edits:g} by 0 words")


def _lines(segments: list[list[str]]) -> str:
    """Return the lines of segments, each with the number of its segment in parentheses."""
    return "".join(
        f"{line} ({number})\n" for number, lines in enumerate(segments) for line in lines
    )


def _ter(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    with tempfile.TemporaryDirectory(prefix="tallystick-") as name:
        folder = Path(name)
        lines = {"hypotheses": [[line] for line in hypotheses], "references": references}
        for file, segments in lines.items():
            (folder / file).write_text(_lines(segments), encoding="utf-8")
        jar = str(script_path(*_JAR))
        return run_command(
            ("java", "-Dfile.encoding=UTF-8", "-jar", jar, "-r", "references", "-h", "hypotheses"),
            folder,
            _read,
            timeout=300.0,
        )


IMPLEMENTATIONS = (
    Implementation(
        name="tercom",
        metric="ter",
        run=_ter,
        dialect="tercom",
        order=1,
        orders=(1,),
        input="text",
        own_process=True,
        find_version=partial(script_version, *_JAR),
        find_missing=partial(missing_jar, _JAR[0], _SOURCE, _JAR[1]),
    ),
)

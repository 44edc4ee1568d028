"""Programs that are scripts or archives of Java: RIBES.py, Texygen, tercom and METEOR 1.5."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from tallystick.compat.implementations.adapters import installed
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import failed
from tallystick.compat.implementations.processes import command
from tallystick.compat.implementations.tolerance import printed

_RIBES = ("TALLYSTICK_RIBES", "https://github.com/nttcslab-nlp/RIBES", "RIBES.py")
_TEXYGEN = (
    "TALLYSTICK_TEXYGEN",
    "https://github.com/geek-ai/Texygen, utils/metrics, with the folders above",
    "SelfBleu.py",
)
_TERCOM = ("TALLYSTICK_TERCOM", "https://www.cs.umd.edu/~snover/tercom", "tercom.jar")
_METEOR = (
    "TALLYSTICK_METEOR_1_5",
    "https://www.cs.cmu.edu/~alavie/METEOR, or from pycocoevalcap, which contains it,",
    "meteor-1.5.jar",
)
"""The variable that names each program, where it is from, and its file."""


def _path(program: tuple[str, str, str]) -> str:
    return str(installed.script_path(program[0], program[2]))


def _first_number(output: str, folder: Path) -> Any:
    return command.number_from(output.strip().partition(" ")[0])


def _ribes(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    number = max(map(len, references), default=0)
    streams = [argument for n in range(number) for argument in ("-r", f"{{reference_stem}}{n}")]
    run = command.LineCommand(
        # it opens files in the encoding of the locale
        (sys.executable, "-X", "utf8", _path(_RIBES), *streams, "{hypotheses}"),
        None,
        _first_number,
        timeout=300.0,
    )
    return run(hypotheses, references, order)


RIBES = Implementation(
    name="ribes.py",
    metric="ribes",
    run=_ribes,
    dialect="official",
    orders=(),
    ragged=False,
    input="text",
    tolerance=printed(6, factor=100.0),
    **installed.of_script(*_RIBES),
)

# it splits text with data that NLTK downloads, unless it has the tokens already
_SELF_BLEU = """
import json
import sys
from utils.metrics.SelfBleu import SelfBleu

metric = SelfBleu(gram=int(sys.argv[1]))
with open("hypotheses.json", encoding="utf-8") as file:
    metric.reference = json.load(file)
print(repr(metric.get_score()))
"""


def _self_bleu(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    path = installed.script_path(_TEXYGEN[0], _TEXYGEN[2])
    root = "" if path is None else str(path.resolve().parents[2])
    return command.run_with_files(
        (sys.executable, "-c", _SELF_BLEU, str(order)),
        {"hypotheses.json": json.dumps(hypotheses)},
        _first_number,
        environment={"PYTHONPATH": root},
    )


def _missing_texygen(*script: str) -> str | None:
    return installed.missing_script(*script) or installed.missing_library("nltk", "nltk")


TEXYGEN = Implementation(  # references are not read
    name="texygen",
    metric="self_bleu",
    run=_self_bleu,
    dialect="texygen",
    order=3,
    orders=installed.ORDERS,
    **installed.of_script(*_TEXYGEN, _missing_texygen),
)


def _edits_per_word(output: str, folder: Path) -> Any:
    printed = re.search(r"Total TER: \S+ \((\S+)/(\S+)\)", output)
    if printed is None:
        return command.unreadable(output)
    edits, words = command.number_from(printed[1]), command.number_from(printed[2])
    return edits / words if words else failed("nonsense", f"it divides {edits:g} by 0 words")


def _with_numbers(segments: list[list[str]]) -> str:
    """Return the lines of segments, each with the number of its segment in parentheses."""
    return "".join(
        f"{line} ({number})\n" for number, lines in enumerate(segments) for line in lines
    )


def _ter(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    java = ("java", "-Dfile.encoding=UTF-8", "-jar", _path(_TERCOM))
    return command.run_with_files(
        (*java, "-r", "references", "-h", "hypotheses"),
        {
            "hypotheses": _with_numbers([[line] for line in hypotheses]),
            "references": _with_numbers(references),
        },
        _edits_per_word,
    )


TERCOM = Implementation(
    name="tercom",
    metric="ter",
    run=_ter,
    dialect="tercom",
    order=1,
    orders=(1,),
    input="text",
    **installed.of_script(*_TERCOM, installed.missing_jar),
)


def _final_score(output: str, folder: Path) -> Any:
    printed = re.search(r"Final score:\s+(\S+)", output)
    return command.unreadable(output) if printed is None else command.number_from(printed[1])


def _meteor(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    number = max(map(len, references), default=1)
    options = ("-l", "en", "-norm", "-r", str(number))
    lines = [line for of_segment in references for line in of_segment]
    return command.run_with_files(
        ("java", "-jar", _path(_METEOR), "hypotheses", "references", *options),
        {
            file: "".join(f"{line}\n" for line in some)
            for file, some in (("hypotheses", hypotheses), ("references", lines))
        },
        _final_score,
    )


METEOR = Implementation(  # in English; `MeteorStatistics` computes it from its output
    name="meteor-1.5",
    metric="meteor-1.5",
    run=_meteor,
    orders=(),
    ragged=False,
    input="text",
    **installed.of_script(*_METEOR, installed.missing_jar),
)

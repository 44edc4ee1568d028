"""Scripts in Perl: NIST's mteval for BLEU and NIST, and Moses' multi-bleu.

mteval is run with `-c`, which keeps case. With `--metricsMATR`, v13a and v14 write 15 digits to
files; v11b prints four decimals, and multi-bleu two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from tallystick.compat.implementations.adapters import installed
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.implementations.processes import command
from tallystick.compat.implementations.tolerance import Tolerance, printed

Version = Literal["v11b", "v13a", "v14"]

SEGMENTS_IN_A_DOCUMENT = 50
"""The scripts take quadratic time to split a document."""

_SOURCE = "https://github.com/moses-smt/mosesdecoder, scripts/generic"
_MODULES: dict[Version, tuple[str, ...]] = {
    "v11b": (),
    "v13a": ("XML::Twig",),
    "v14": ("XML::Twig", "Sort::Naturally"),
}
# otherwise the last digit of NIST depends on the random order of perl's hashes
_SAME_EACH_TIME = MappingProxyType({"PERL_HASH_SEED": "0", "PERL_PERTURB_KEYS": "0"})


def written(text: str) -> str:
    """Return a segment with escaped end tags; scripts and our tokenizers decode entities alike."""
    return text.replace("</", "&lt;/")


def sgml(kind: Literal["src", "ref", "tst"], systems: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return systems or references, each with its segments, in the SGML of the scripts."""
    target = "" if kind == "src" else ' trglang="target"'
    lines = [f'<{kind}set setid="set" srclang="source"{target}>']
    for system, segments in systems:
        by = "" if kind == "src" else f' sysid="{system}"'
        for start in range(0, len(segments), SEGMENTS_IN_A_DOCUMENT):
            number = start // SEGMENTS_IN_A_DOCUMENT + 1
            lines.append(f'<DOC docid="document{number}"{by}>')
            some = segments[start : start + SEGMENTS_IN_A_DOCUMENT]
            # the scripts take the identifier "0" for a missing one
            lines += [f'<seg id="{i}">{written(text)}</seg>' for i, text in enumerate(some, 1)]
            lines.append("</DOC>")
    lines.append(f"</{kind}set>")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Mteval:
    version: Version
    metric: Literal["BLEU", "NIST"]
    options: tuple[str, ...] = ()

    def __call__(self, hypotheses: list[Any], references: list[list[Any]], order: int, /) -> Any:
        streams = [list(stream) for stream in zip(*references, strict=True)]
        named = [(f"reference{number}", stream) for number, stream in enumerate(streams, 1)]
        script = installed.script_path(_variable(self.version), _script(self.version))
        digits = () if self.version == "v11b" else ("--metricsMATR", "-d", "2")
        return command.run_with_files(
            (
                *("perl", str(script), "-c", "-b" if self.metric == "BLEU" else "-n"),
                *("-s", "source.sgm", "-r", "references.sgm", "-t", "hypotheses.sgm"),
                *digits,
                *self.options,
            ),
            {  # v13a and v14 read files that end in .xml by other rules
                "source.sgm": sgml("src", [("source", [""] * len(hypotheses))]),
                "references.sgm": sgml("ref", named),
                "hypotheses.sgm": sgml("tst", [("system", hypotheses)]),
            },
            self._read_printed if self.version == "v11b" else self._read_file,
            _SAME_EACH_TIME,
        )

    def _read_printed(self, output: str, folder: Path) -> Any:
        printed = re.search(rf'{self.metric} score = (\S+) +for system "system"', output)
        return command.unreadable(output) if printed is None else command.number_from(printed[1])

    def _read_file(self, output: str, folder: Path) -> Any:
        file = folder / f"{self.metric}-sys.scr"
        words = file.read_text(encoding="utf-8").split() if file.is_file() else []
        return command.number_from(words[-1]) if words else command.unreadable(output)


def _variable(version: Version) -> str:
    return f"TALLYSTICK_MTEVAL_{version.upper()}"


def _script(version: Version) -> str:
    return f"mteval-{version}.pl"


def _missing(modules: tuple[str, ...], *script: str) -> str | None:
    return installed.missing_script(*script) or installed.missing_perl(*modules)


def _mteval(
    version: Version, metric: Literal["BLEU", "NIST"], dialect: str, *options: str
) -> Implementation:
    bleu = metric == "BLEU"
    factor = 100.0 if bleu else 1.0
    return Implementation(
        name=dialect if bleu else f"{dialect}-nist",
        metric=metric.lower(),
        run=_Mteval(version, metric, options),
        dialect=dialect,
        # without -c the scripts fold A to Z
        options=(("lowercase", "none"),),
        order=4 if bleu else 5,
        orders=(4,) if bleu else (5,),
        ragged=False,
        input="text",
        tolerance=printed(4, factor) if version == "v11b" else Tolerance(absolute=factor * 1e-14),
        **installed.of_script(
            _variable(version), _SOURCE, _script(version), partial(_missing, _MODULES[version])
        ),
    )


MTEVAL = (
    _mteval("v11b", "BLEU", "mteval-v11b"),
    _mteval("v13a", "BLEU", "mteval-v13a"),
    _mteval("v13a", "BLEU", "mteval-v13a-no-smoothing", "--no-smoothing"),
    _mteval("v13a", "BLEU", "mteval-v13a-shortest", "--brevity-penalty", "shortest"),
    _mteval("v14", "BLEU", "mteval-v14"),
    _mteval("v11b", "NIST", "mteval-v11b"),
    _mteval("v13a", "NIST", "mteval-v13a"),
    _mteval("v14", "NIST", "mteval-v14"),
)


def _read_multi_bleu(output: str, folder: Path) -> Any:
    printed = re.search(r"BLEU = ([0-9.]+),.*hyp_len=(\d+), ref_len=(\d+)", output)
    if printed is None:
        return command.unreadable(output)
    hypothesis, reference = int(printed[2]), int(printed[3])
    if reference == 0:  # it then prints hyp_len=0 for any hypotheses
        return float(printed[1])
    lengths = {"hypothesis_length": hypothesis, "reference_length": reference}
    return Outcome(score=float(printed[1]), statistics=lengths)


@dataclass(frozen=True, slots=True)
class _MultiBleu:
    variable: str
    name: str

    def __call__(self, hypotheses: list[Any], references: list[list[Any]], order: int, /) -> Any:
        script = installed.script_path(self.variable, self.name)
        run = command.LineCommand(
            ("perl", str(script), "{reference_stem}"),
            "{hypotheses}",
            _read_multi_bleu,
            timeout=120.0,
            # if all references are empty, it prints a score of 0 and exits with status 1
            statuses=(0, 1),
        )
        return run(hypotheses, references, order)


def _multi_bleu(name: str, variable: str, script: str) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=_MultiBleu(variable, script),
        dialect=name,
        orders=(4,),
        ragged=False,
        input="text",
        scale=100.0,
        tolerance=printed(2),
        **installed.of_script(variable, _SOURCE, script, partial(_missing, ())),
    )


MULTI_BLEU = (
    _multi_bleu("multi-bleu", "TALLYSTICK_MULTI_BLEU", "multi-bleu.perl"),
    _multi_bleu("multi-bleu-detok", "TALLYSTICK_MULTI_BLEU_DETOK", "multi-bleu-detok.perl"),
)

"""Options of other programs, and what to type here instead.

The options are those of sacreBLEU 2.6.0, and some of mteval. Options that have a meaning here are
accepted by the commands; this table covers the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_COMPARE = (
    "`tallystick compare REF -i SYSTEM SYSTEM` gives intervals and tests of differences; "
    "--emulate sacrebleu reproduces sacreBLEU's p-values"
)
_REFERENCES = "references come first, without an option: tallystick {command} REF -i SYSTEM"
_TEST_SETS = "test sets are not downloaded; give files, such as the XML that WMT publishes"
_UTF8 = "files are UTF-8; convert others first, as in: iconv -f ISO-8859-1 -t UTF-8 FILE"
_COLUMNS = "`compare` gives scores by the columns of a table"
_SEPARATE = "references go into separate files, or into the columns of a table (.tsv)"
_SEGMENTS = "`tallystick score --segments` prints the score of every segment"

_OF_EVERY_COMMAND = {
    **dict.fromkeys(("-t", "--test-set", "--list", "--download", "--echo", "--cite"), _TEST_SETS),
    **dict.fromkeys(("--origlang", "--subset", "-d", "--detail"), f"{_TEST_SETS}; {_COLUMNS}"),
    **dict.fromkeys(("-e", "--encoding"), _UTF8),
    **dict.fromkeys(("-nr", "--num-refs"), _SEPARATE),
    **dict.fromkeys(("-sh", "--short"), "signatures are printed in full"),
    **dict.fromkeys(("-r", "--ref", "--refs", "--reference", "--references"), _REFERENCES),
    **dict.fromkeys(("--hyp", "--hypothesis", "--hypotheses"), "files of hypotheses go after -i"),
    **dict.fromkeys(("--num-threads", "--paired-jobs", "-j"), "write --threads N"),
    "--international-tokenization": "write -m nist:tokenize=mteval-intl",
}
_OF_SCORE = {
    **dict.fromkeys(("--confidence", "--confidence-n", "--baseline"), _COMPARE),
    **dict.fromkeys(("--paired-bs", "--paired-bs-n", "--paired-ar", "--paired-ar-n"), _COMPARE),
    **dict.fromkeys(("-o", "--output"), "redirect standard output: -f json > scores.json"),
    "--json": "write -f json",
}
_OF_COMPARE = {
    "--confidence-n": "write --resamples N",
    "--json": "write -o report.json, or -f json for standard output",
    "-b": "`tallystick score -b` prints only scores",
    **dict.fromkeys(("-sl", "--sentence-level"), _SEGMENTS),
}
ANSWERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"score": _OF_EVERY_COMMAND | _OF_SCORE, "compare": _OF_EVERY_COMMAND | _OF_COMPARE}
)
"""By command: options of other programs, each with what to do instead."""


def answer(command: str, option: str) -> str | None:
    """Return what to do instead of an option that a command does not have; None if unknown.

    For an option of a metric, it is the metric's spec.

    >>> answer("score", "--order")
    'it is an option of a metric: write -m bleu:order=VALUE'
    """
    known = ANSWERS.get(command, {}).get(option)
    if known is not None:
        return known.format(command=command)
    if command not in ANSWERS or not option.startswith("--"):
        return None
    from tallystick.metrics.spec import metric_with_option

    name = option.removeprefix("--").replace("-", "_")
    metric = metric_with_option(name)
    return metric and f"it is an option of a metric: write -m {metric}:{name}=VALUE"

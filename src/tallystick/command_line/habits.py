"""Options of other programs, and what to type here instead.

The options are those of sacreBLEU 2.6.0, and some of mteval. Options that have a meaning here are
accepted by the commands; this table covers the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

_COMPARE = (
    "`tallystick compare REF -i SYSTEM SYSTEM` gives intervals and tests of differences; "
    "--emulate sacrebleu reproduces sacreBLEU's p-values"
)
_REFERENCES = "references come first, without an option: tallystick {command} REF -i SYSTEM"
_TEST_SETS = "test sets are not downloaded; give files, such as the XML that WMT publishes"
_RESAMPLES = "write --resamples N"
_THREADS = "write --threads N"
_UTF8 = "files are UTF-8; convert others first, as in: iconv -f ISO-8859-1 -t UTF-8 FILE"
_OUTPUT = "redirect standard output: -f json > scores.json"

_OF_EVERY_COMMAND = {
    "-t": _TEST_SETS,
    "--test-set": _TEST_SETS,
    "--list": _TEST_SETS,
    "--download": _TEST_SETS,
    "--echo": _TEST_SETS,
    "--cite": _TEST_SETS,
    "--origlang": _TEST_SETS + "; `compare` gives scores by the columns of a table",
    "--subset": _TEST_SETS + "; `compare` gives scores by the columns of a table",
    "-e": _UTF8,
    "--encoding": _UTF8,
    "-nr": "references go into separate files, or into the columns of a table (.tsv)",
    "--num-refs": "references go into separate files, or into the columns of a table (.tsv)",
    "-sh": "signatures are printed in full",
    "--short": "signatures are printed in full",
    "-r": _REFERENCES,
    "--ref": _REFERENCES,
    "--refs": _REFERENCES,
    "--reference": _REFERENCES,
    "--references": _REFERENCES,
    "--hyp": "files of hypotheses go after -i",
    "--hypothesis": "files of hypotheses go after -i",
    "--hypotheses": "files of hypotheses go after -i",
    "--num-threads": _THREADS,
    "--paired-jobs": _THREADS,
    "-j": _THREADS,
    "--international-tokenization": "write -m nist:tokenize=mteval-intl",
}
_OF_SCORE = {
    "--confidence": _COMPARE,
    "--confidence-n": _COMPARE,
    "--paired-bs": _COMPARE,
    "--paired-bs-n": _COMPARE,
    "--paired-ar": _COMPARE,
    "--paired-ar-n": _COMPARE,
    "--baseline": _COMPARE,
    "-o": _OUTPUT,
    "--output": _OUTPUT,
    "--json": "write -f json",
}
_OF_COMPARE = {
    "--confidence-n": _RESAMPLES,
    "--json": "write -o report.json, or -f json for standard output",
    "-b": "`tallystick score -b` prints only scores",
    "-sl": "`tallystick score --segments` prints the score of every segment",
    "--sentence-level": "`tallystick score --segments` prints the score of every segment",
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
    from tallystick.metrics.catalogue import DEFAULT_METRICS, METRICS
    from tallystick.metrics.spec import options_of

    name = option.removeprefix("--").replace("-", "_")
    metrics: list[tuple[str, Callable[..., object]]] = [
        (metric, METRICS.load(metric)) for metric in DEFAULT_METRICS
    ]
    for metric, factory in metrics:
        if name in options_of(factory):
            return f"it is an option of a metric: write -m {metric}:{name}=VALUE"
    return None

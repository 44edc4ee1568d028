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
_SUBSETS = "give a table with a column for them: `compare` gives scores by the columns of a table"
_UTF8 = "files are UTF-8; convert others first, as in: iconv -f ISO-8859-1 -t UTF-8 FILE"
_SEPARATE = "references go into separate files, or into the columns of a table (.tsv)"
_SEGMENTS = "`tallystick score --segments` prints the score of every segment"

_OF_CHRF = {
    **dict.fromkeys(("--chrf-char-order", "-cc"), "order=N"),
    **dict.fromkeys(("--chrf-word-order", "-cw"), "word_order=N"),
    "--chrf-beta": "beta=N",
    "--chrf-whitespace": "whitespace=kept",
    "--chrf-lowercase": "lowercase=yes",
    "--chrf-eps-smoothing": "eps_smoothing=yes",
}
_OF_TER = {
    "--ter-case-sensitive": "lowercase=none",
    "--ter-normalized": "tokenize=tercom-norm",
    "--ter-no-punct": "tokenize=tercom-nopunct",
    "--ter-asian-support": "tokenize=tercom-norm-asian",
}

_OF_EVERY_COMMAND = {
    **dict.fromkeys(("-t", "--test-set", "--list", "--download", "--echo", "--cite"), _TEST_SETS),
    **dict.fromkeys(("--origlang", "-ol", "--subset", "-d", "--detail"), _SUBSETS),
    **dict.fromkeys(("-e", "--encoding"), _UTF8),
    **dict.fromkeys(("-nr", "--num-refs"), _SEPARATE),
    **dict.fromkeys(("-sh", "--short"), "signatures are printed in full"),
    **dict.fromkeys(("-r", "--ref", "--refs", "--reference", "--references"), _REFERENCES),
    **dict.fromkeys(("--hyp", "--hypothesis", "--hypotheses"), "files of hypotheses go after -i"),
    **dict.fromkeys(("--num-threads", "--paired-jobs", "-j"), "write --threads N"),
    **dict.fromkeys(("-v", "--verbose"), "every score is printed with its components"),
    **dict.fromkeys(("-V", "--version"), "write tallystick --version"),
    **dict.fromkeys(("-nc", "--no-color"), "the output has no colours"),
    **{option: f"write -m chrf:{ours}" for option, ours in _OF_CHRF.items()},
    **{option: f"write -m ter:{ours}" for option, ours in _OF_TER.items()},
    "--international-tokenization": "write -m nist:tokenize=mteval-intl",
}
_OF_SCORE = {
    **dict.fromkeys(("--confidence", "-ci", "--confidence-n", "-cin", "--baseline"), _COMPARE),
    **dict.fromkeys(("--paired-bs", "-pbs", "--paired-bs-n", "-pbsn"), _COMPARE),
    **dict.fromkeys(("--paired-ar", "-par", "--paired-ar-n", "-parn"), _COMPARE),
    "--json": "write -f json",
}
_OF_ALIGN = {"--json": "write -f json"}
_OF_COMPARE = {
    **dict.fromkeys(("--confidence-n", "-cin", "-pbsn", "-parn", "-n"), "write --resamples N"),
    "-ci": "write --confidence",
    "-pbs": "write --paired-bs",
    "-par": "write --paired-ar",
    "--json": "write -o report.json, or -f json for standard output",
    "-b": "`tallystick score -b` prints only scores",
    **dict.fromkeys(("-sl", "--sentence-level"), _SEGMENTS),
}
_OF_TOKENIZE = dict.fromkeys(
    ("-l", "--language-pair"),
    "name the tokenizer, -tok zh; `tallystick list tokenizers` says for which languages each is",
)
ANSWERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "score": _OF_EVERY_COMMAND | _OF_SCORE,
        "compare": _OF_EVERY_COMMAND | _OF_COMPARE,
        "align": _OF_ALIGN,
        "tokenize": _OF_TOKENIZE,
    }
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
    if command not in ("score", "compare") or not option.startswith("--"):
        return None
    from tallystick.metrics.arguments.catalogue import metric_with_option

    name = option.removeprefix("--").replace("-", "_")
    metric = metric_with_option(name)
    return metric and f"it is an option of a metric: write -m {metric}:{name}=VALUE"

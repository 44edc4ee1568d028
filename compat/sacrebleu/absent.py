"""Names of sacreBLEU that this drop-in replacement does not have."""

from __future__ import annotations

from typing import NoReturn

OTHER_METRICS = (
    *("CHRF", "CHRFScore", "corpus_chrf", "sentence_chrf"),
    *("TER", "TERScore", "corpus_ter", "sentence_ter"),
)
DATA_SETS = (
    *("DATASETS", "SACREBLEU_DIR", "download_test_set", "get_available_testsets", "smart_open"),
    *("get_langpairs_for_testset", "get_reference_files", "get_source_file"),
)


def refuse(module: str, name: str) -> NoReturn:
    """Say why a name is missing from a module of the drop-in.

    Raises:
        AttributeError: Always.

    >>> refuse("tallystick.compat.sacrebleu", "TER")
    Traceback (most recent call last):
    AttributeError: tallystick.compat.sacrebleu computes BLEU and has no TER; import it from \
sacrebleu itself, which has it
    """
    if name in OTHER_METRICS:
        what = f"{module} computes BLEU and has no {name}"
    elif name in DATA_SETS:
        what = f"{module} knows no test sets and has no {name}"
    else:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    raise AttributeError(f"{what}; import it from sacrebleu itself, which has it")

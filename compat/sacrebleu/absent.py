"""Names of sacreBLEU that this drop-in replacement does not have."""

from __future__ import annotations

from typing import NoReturn

OTHER_METRICS = ("TER", "TERScore", "corpus_ter", "sentence_ter")
DATA_SETS = (
    *("DATASETS", "SACREBLEU_DIR", "download_test_set", "get_available_testsets", "smart_open"),
    *("get_langpairs_for_testset", "get_reference_files", "get_source_file"),
)


def refuse(module: str, name: str) -> NoReturn:
    """Raise an AttributeError that says why a module of the drop-in does not have a name."""
    if name in OTHER_METRICS:
        what = f"{module} computes BLEU and chrF and has no {name}"
    elif name in DATA_SETS:
        what = f"{module} has no test sets and no {name}"
    else:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    raise AttributeError(f"{what}; import it from sacrebleu itself")

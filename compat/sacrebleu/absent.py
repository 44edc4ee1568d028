"""Names of sacreBLEU that this drop-in replacement does not have."""

from __future__ import annotations

from typing import NoReturn

DATA_SETS = (
    *("DATASETS", "SACREBLEU_DIR", "download_test_set", "get_available_testsets", "smart_open"),
    *("get_langpairs_for_testset", "get_reference_files", "get_source_file"),
)


def refuse(module: str, name: str) -> NoReturn:
    """Raise an AttributeError that says why a module of the drop-in does not have a name."""
    if name in DATA_SETS:
        raise AttributeError(
            f"{module} has no test sets and no {name}; import it from sacrebleu itself"
        )
    raise AttributeError(f"module {module!r} has no attribute {name!r}")

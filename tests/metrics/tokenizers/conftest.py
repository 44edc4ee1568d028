"""What the tests of the tokenizers share."""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tallystick.metrics import TOKENIZERS, Tokenizer

BESIDE_THE_REPOSITORY = Path(__file__).parents[4] / "shared"


@pytest.fixture(scope="session")
def built_in() -> Callable[[str], Tokenizer]:
    @cache
    def load(name: str) -> Tokenizer:
        tokenizer: Tokenizer = TOKENIZERS.load(name)()
        return tokenizer

    return load


@pytest.fixture(scope="session")
def wmt22_lines() -> list[str]:
    """Every line of the references and the system outputs of WMT22, in the order of file names."""
    root = Path(os.environ.get("TALLYSTICK_SHARED", BESIDE_THE_REPOSITORY)) / "data" / "wmt22"
    if not root.is_dir():
        pytest.skip(f"no WMT22 data in {root}; set TALLYSTICK_SHARED to the directory above data")
    return [
        line
        for directory in ("references", "system-outputs")
        for path in sorted((root / directory).iterdir())
        for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    ]

"""What the tests of the tokenizers share."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tallystick.metrics import TOKENIZERS, Tokenizer


@pytest.fixture(scope="session")
def built_in() -> Callable[[str], Tokenizer]:
    @cache
    def load(name: str) -> Tokenizer:
        tokenizer: Tokenizer = TOKENIZERS.load(name)()
        return tokenizer

    return load


@pytest.fixture(scope="session")
def wmt22_lines(shared_data: Path) -> list[str]:
    """Every line of the references and the system outputs of WMT22, in the order of file names."""
    return [
        line
        for directory in ("references", "system-outputs")
        for path in sorted((shared_data / directory).iterdir())
        for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    ]

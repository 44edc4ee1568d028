"""Tokens that sacreBLEU gave, with their origin in golden/tokenizer_cases.json."""

from collections.abc import Callable
from typing import Any

import pytest

from tallystick.metrics import Tokenizer


@pytest.mark.parametrize("name", ["13a", "intl", "zh", "char", "none"])
def test_the_tokens_are_those_that_sacrebleu_gave(
    golden: Callable[[str], Any], built_in: Callable[[str], Tokenizer], name: str
) -> None:
    recorded = golden("tokenizer_cases")["sacrebleu"][name]
    assert {line: " ".join(built_in(name)(line)) for line in recorded} == recorded

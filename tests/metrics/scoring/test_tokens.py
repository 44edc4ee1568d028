"""`tokenize`: the tokens of a line or of several."""

from __future__ import annotations

from typing import Any

import pytest

import tallystick
from tallystick import InputError, OptionError, UnknownNameError


def test_lines_are_split_as_sacrebleu_does() -> None:
    # sacreBLEU 2.6.0, Tokenizer13a
    assert tallystick.tokenize("It's 5%, Ä.") == ["It's", "5", "%", ",", "Ä", "."]
    assert tallystick.tokenize(iter(["A b", ""]), "none") == [["A", "b"], []]
    assert tallystick.tokenize("Ä B", lowercase="ascii") == ["Ä", "b"]


def test_wrong_lines_tokenizers_and_cases_are_refused() -> None:
    lines: Any = ["a", None]
    with pytest.raises(InputError, match="line 1 is of type NoneType; expected a string"):
        tallystick.tokenize(lines)
    with pytest.raises(UnknownNameError, match="13a"):
        tallystick.tokenize("a", "13b")
    case: Any = "upper"
    with pytest.raises(OptionError, match="'upper' is not a case folding"):
        tallystick.tokenize("a", lowercase=case)

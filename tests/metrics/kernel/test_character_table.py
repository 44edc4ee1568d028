"""The character table of the kernel has the classes of the Python tokenizers."""

import importlib.util
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[3] / "tools" / "write_character_table.py"


@pytest.mark.slow  # it classifies every character, in Python
def test_the_file_in_c_is_up_to_date() -> None:
    specification = importlib.util.spec_from_file_location(TOOL.stem, TOOL)
    assert specification is not None
    assert specification.loader is not None
    tool = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(tool)
    assert tool.TARGET.read_text(encoding="utf-8") == tool.c_source(), (
        "the character classes have changed; run python tools/write_character_table.py"
    )

"""What tools write is what they would write today."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


def tool(name: str) -> Any:
    specification = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_stubs_are_up_to_date() -> None:
    for path, text in tool("write_stubs").stubs().items():
        assert path.read_text(encoding="utf-8") == text, (
            "the options of a metric have changed; run python tools/write_stubs.py"
        )


def test_the_public_interface_is_the_recorded_one() -> None:
    record = tool("write_interface")
    now = set(record.interface().split("\n"))
    before = set(record.TARGET.read_text(encoding="utf-8").split("\n"))
    changes = [f"- {line}" for line in sorted(before - now)]
    changes += [f"+ {line}" for line in sorted(now - before)]
    assert not changes, (
        "the public interface has changed, and docs/stability.md says what may change when; if "
        "this may, run python tools/write_interface.py, and describe it in CHANGELOG.md and docs:\n"
        + "\n".join(changes)
    )


@pytest.mark.slow  # it classifies every character, in Python
def test_the_character_table_of_the_kernel_has_the_classes_of_the_python_tokenizers() -> None:
    table = tool("write_character_table")
    assert table.TARGET.read_text(encoding="utf-8") == table.c_source(), (
        "the character classes have changed; run python tools/write_character_table.py"
    )

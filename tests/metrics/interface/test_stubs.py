"""What type checkers read of the metrics' options is what these are at run time."""

import importlib.util
from pathlib import Path

TOOL = Path(__file__).parents[3] / "tools" / "write_stubs.py"


def test_the_stubs_are_up_to_date() -> None:
    specification = importlib.util.spec_from_file_location(TOOL.stem, TOOL)
    assert specification is not None
    assert specification.loader is not None
    tool = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(tool)
    for path, text in tool.stubs().items():
        assert path.read_text(encoding="utf-8") == text, (
            "the options of a metric have changed; run python tools/write_stubs.py"
        )

"""The README's Python examples run, one after the other, as a reader would run them."""

import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_python_examples_of_the_readme_run() -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```", README.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) >= 3
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(README), "exec"), names)
    assert "metric" in names

"""The own tests of programs pass with their drop-in replacements.

They come with source distributions (`pip download --no-binary :all: --no-deps jiwer==4.0.0
sacrebleu==2.6.0`), whose folders of tests environment variables name.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tallystick

FILES = {
    "sacrebleu": ("test_bleu.py", "test_sentence_bleu.py", "test_chrf.py", "test_ter.py"),
    "jiwer": ("test_*.py",),
}
NEEDS_A_PLUGIN = "test_speed.py"


@pytest.mark.parametrize(("package", "name"), [(one, name) for one in FILES for name in FILES[one]])
def test_the_tests_of_a_program_pass_with_changed_imports(
    package: str, name: str, tmp_path: Path
) -> None:
    variable = f"TALLYSTICK_{package.upper()}_TESTS"
    folder = os.environ.get(variable)
    if folder is None:
        written = {"sacrebleu": "sacreBLEU"}.get(package, package)
        pytest.skip(f"{variable} does not name the folder of {written}'s tests")
    for path in Path(folder).glob(name):
        text = path.read_text(encoding="utf-8")
        for pattern, replacement in (
            (rf"^import {package}$", f"import tallystick.compat.{package} as {package}"),
            (rf"^import {package}\b", f"import tallystick.compat.{package}"),
            (rf"^from {package}\b", f"from tallystick.compat.{package}"),
            (r"^from \.test_measures", "from test_measures"),
        ):
            text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
        if path.name != NEEDS_A_PLUGIN:
            (tmp_path / path.name).write_text(text, encoding="utf-8")
    source = Path(tallystick.__file__).parents[1]
    without = f"sys.modules['{package}'] = None; " if package == "sacrebleu" else ""
    prepare = f"import sys; sys.path[:0] = [{str(source)!r}, {str(tmp_path)!r}]; {without}"
    code = f"{prepare}import pytest; sys.exit(pytest.main(['-q', {str(tmp_path)!r}]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout

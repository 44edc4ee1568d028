"""The own tests of programs pass, unchanged, while their drop-in replacements are active.

They come with source distributions (`pip download --no-binary :all: --no-deps jiwer==4.0.0
sacrebleu==2.6.0`), whose folders of tests environment variables name.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FILES = {
    "sacrebleu": ("test_bleu.py", "test_sentence_bleu.py", "test_chrf.py", "test_ter.py"),
    "jiwer": ("test_*.py",),
}
NEEDS_A_PLUGIN = "test_speed.py"


@pytest.mark.parametrize(("package", "name"), [(one, name) for one in FILES for name in FILES[one]])
def test_the_tests_of_a_program_pass_with_its_drop_in(
    package: str, name: str, tmp_path: Path
) -> None:
    variable = f"TALLYSTICK_{package.upper()}_TESTS"
    folder = os.environ.get(variable)
    if folder is None:
        written = {"sacrebleu": "sacreBLEU"}.get(package, package)
        pytest.skip(f"{variable} does not name the folder of {written}'s tests")
    paths = [path for path in Path(folder).glob(name) if path.name != NEEDS_A_PLUGIN]
    for path in paths:
        text = path.read_text(encoding="utf-8").replace("from .test_measures", "from test_measures")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "tallystick.compat.run", "pytest", "-q", str(tmp_path)]
    environment = os.environ | {"TALLYSTICK_ACTIVATE": package}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout

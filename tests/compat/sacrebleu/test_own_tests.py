"""sacreBLEU's own tests of BLEU, chrF and TER pass with the drop-in.

They come with the source distribution of sacreBLEU (`pip download --no-binary :all: --no-deps
sacrebleu==2.6.0`); TALLYSTICK_SACREBLEU_TESTS names their folder.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tallystick

FILES = ("test_bleu.py", "test_sentence_bleu.py", "test_chrf.py", "test_ter.py")
IMPORTS = (
    (re.compile(r"^import sacrebleu$", re.M), "import tallystick.compat.sacrebleu as sacrebleu"),
    (re.compile(r"^from sacrebleu\b", re.M), "from tallystick.compat.sacrebleu"),
)


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_sacrebleu_s_tests_passes_with_changed_imports(name: str, tmp_path: Path) -> None:
    folder = os.environ.get("TALLYSTICK_SACREBLEU_TESTS")
    if folder is None:
        pytest.skip("TALLYSTICK_SACREBLEU_TESTS does not name the folder of sacreBLEU's tests")
    text = Path(folder, name).read_text(encoding="utf-8")
    for pattern, replacement in IMPORTS:
        text = pattern.sub(replacement, text)
    (tmp_path / name).write_text(text, encoding="utf-8")
    source = Path(tallystick.__file__).parents[1]
    prepare = f"import sys; sys.path.insert(0, {str(source)!r}); sys.modules['sacrebleu'] = None; "
    code = f"{prepare}import pytest; sys.exit(pytest.main(['-q', {str(tmp_path / name)!r}]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout

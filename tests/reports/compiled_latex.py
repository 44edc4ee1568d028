"""LaTeX that is compiled where there is a program for it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

COLUMNS = r"""\documentclass[11pt,twocolumn]{article}
\usepackage{booktabs}
\textwidth=455pt \columnsep=17pt \hoffset=-1in \oddsidemargin=60pt
"""
"""Two columns of 219 points, as in papers of the ACL."""


def compile_latex(body: str, folder: Path, packages: str = "") -> None:
    """Compile LaTeX in two columns; nothing may be wider than its column or page."""
    program = shutil.which("pdflatex") or shutil.which("tectonic")
    if program is None:
        pytest.skip("neither pdflatex nor tectonic is installed")
    document = f"{COLUMNS}{packages}\\begin{{document}}\n{body}\\end{{document}}\n"
    (folder / "paper.tex").write_text(document, encoding="utf-8")
    options = ["--keep-logs"]
    if Path(program).stem == "pdflatex":
        options = ["-interaction=nonstopmode", "-halt-on-error"]
    done = subprocess.run(
        [program, *options, "paper.tex"],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert (folder / "paper.pdf").stat().st_size > 1000
    log = (folder / "paper.log").read_text(encoding="utf-8", errors="replace")
    assert re.findall(r"^Overfull .hbox .*", log, re.MULTILINE) == []

"""Install the distributions of the tests in a fraction of the time that pip takes."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

DISTRIBUTIONS = Path(__file__).parent / "distributions"


def install(name: str, site: Path) -> None:
    """Make the files of an installation, which has modules and entry points, in a folder."""
    source = DISTRIBUTIONS / name
    configuration = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))
    project, content = configuration["project"], configuration["tool"]["setuptools"]
    information = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    information.mkdir(parents=True)
    for module in content.get("py-modules", []):
        shutil.copy(source / f"{module}.py", site)
    for package in content.get("packages", []):
        shutil.copytree(
            source / package, site / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (information / "METADATA").write_text(metadata, encoding="utf-8")
    points = [
        line
        for group, names in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{one} = {target}" for one, target in names.items()))
    ]
    (information / "entry_points.txt").write_text("\n".join(points) + "\n", encoding="utf-8")

"""What all tests share: Hypothesis profiles, the header, recorded figures and real data."""

import importlib
import json
import os
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent

# A loaded machine makes drawing slow without anything being wrong with the strategy.
settings.register_profile(
    "dev", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "ci", settings.get_profile("dev"), max_examples=60, derandomize=True, print_blob=True
)
settings.register_profile("thorough", settings.get_profile("dev"), max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_report_header() -> list[str]:
    try:
        kernel = importlib.import_module("tallystick.metrics.ngrams.kernel")
        active = f"{kernel.ACTIVE} kernel from {Path(kernel.__file__ or '?').parent}"
    except ImportError as error:
        active = f"no kernel: {error}"
    return [
        f"tallystick: {active}",
        "peers: "
        + ", ".join(f"{name} {_version(name)}" for name in ("numpy", "nltk", "sacrebleu")),
        f"hypothesis: profile {os.environ.get('HYPOTHESIS_PROFILE', 'dev')}",
    ]


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


@pytest.fixture(scope="session")
def golden() -> Callable[[str], Any]:
    """Read a file of recorded figures by its name; each says in `origin` where they come from."""

    @cache
    def read(name: str) -> Any:
        recorded = json.loads((HERE / "golden" / f"{name}.json").read_text(encoding="utf-8"))
        assert recorded["origin"]
        return recorded

    return read


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of the WMT22 release, which is no part of the repository."""
    above = Path(os.environ.get("TALLYSTICK_SHARED", HERE.parents[1] / "shared"))
    folder = above / "data" / "wmt22"
    if not folder.is_dir():
        pytest.skip(f"no WMT22 data in {folder}; set TALLYSTICK_SHARED to the folder above data")
    return folder


@pytest.fixture(scope="session")
def wmt22_file(shared_data: Path) -> Callable[[str], list[str]]:
    """Read the lines of a file such as "references/generaltest2022.de-en.ref.A.en"."""

    @cache
    def lines(name: str) -> list[str]:
        text = (shared_data / name).read_text(encoding="utf-8")
        return text.removesuffix("\n").split("\n")

    return lines

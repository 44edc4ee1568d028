"""The browser of all tests of pages."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.reports.browser import chromium


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The browser, started once."""
    with chromium(tmp_path_factory.mktemp("profile")) as opened:
        yield opened

"""What the tests of the metrics share: both kernels."""

import importlib
import os
from types import ModuleType

import pytest

from tests.metrics.kernel.both import twin


@pytest.fixture(scope="session")
def compiled() -> ModuleType:
    """The compiled kernel, whichever one is active."""
    try:
        return importlib.import_module(f"{twin.__name__.rpartition('.')[0]}._kernel")
    except ModuleNotFoundError as error:
        if os.environ.get("TALLYSTICK_KERNEL") == "compiled":
            pytest.fail(f"the compiled kernel is to be tested but is not built: {error}")
        pytest.skip("the compiled kernel is not built; without it there is nothing to compare")


@pytest.fixture(scope="session", params=["compiled", "python"])
def each_kernel(request: pytest.FixtureRequest) -> ModuleType:
    """The compiled kernel and its twin, one after the other."""
    if request.param == "python":
        return twin
    module: ModuleType = request.getfixturevalue("compiled")
    return module

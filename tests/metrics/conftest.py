"""What the tests of the metrics share: both kernels."""

import importlib
import os
from types import ModuleType

import pytest

from tallystick.metrics.kernel import python as kernel_python


@pytest.fixture(scope="session")
def compiled() -> ModuleType:
    """The compiled kernel, whichever one is active."""
    try:
        return importlib.import_module("tallystick.metrics.kernel._kernel")
    except ModuleNotFoundError as error:
        if os.environ.get("TALLYSTICK_KERNEL") == "compiled":
            pytest.fail(f"the compiled kernel is to be tested but is not built: {error}")
        pytest.skip("the compiled kernel is not built; without it there is nothing to compare")


@pytest.fixture(scope="session", params=["compiled", "python"])
def each_kernel(request: pytest.FixtureRequest) -> ModuleType:
    """The compiled kernel and its twin, one after the other."""
    if request.param == "python":
        return kernel_python
    module: ModuleType = request.getfixturevalue("compiled")
    return module

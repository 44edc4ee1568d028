"""The options of conformance suites for pytest, which imports this module in every run.

It is outside the package and imports nothing, so that runs without a suite pay next to nothing, and
so that the package is not imported before coverage is measured.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, which `tallystick.compat.conformance.suite` reads."""
    group = parser.getgroup("tallystick", "conformance suites of tallystick")
    group.addoption("--tallystick-examples", type=int, metavar="N", help="drawn inputs of a suite")
    group.addoption("--tallystick-seed", type=int, metavar="N", help="seed of the drawn inputs")
    group.addoption(
        "--tallystick-impl",
        metavar="TARGET",
        help="test this implementation, as `tallystick check` takes it, in place of that of "
        "each suite",
    )

"""Programs that are compared: whether they are installed, and how they start."""

from __future__ import annotations

import pytest

from tallystick.compat import Implementation, implementation_named

PROCESSES = (
    *("multi-bleu", "mteval", "texygen", "ribes.py", "tercom", "meteor-1.5", "npm-", "js-rouge"),
)


def starts_a_process(implementation: str) -> bool:
    """Say whether an implementation starts a process for every score, which takes long."""
    return implementation.startswith(PROCESSES)


def installed(name: str) -> Implementation:
    """Return an implementation; skip the test if its program is not installed."""
    implementation = implementation_named(name)
    missing = implementation.missing()
    if missing is not None:
        pytest.skip(missing)
    return implementation

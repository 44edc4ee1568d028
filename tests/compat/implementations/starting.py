"""Programs that are compared: whether they are installed, how they start, and how they fail."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from tallystick.compat import Case, Finding, Implementation, Outcome, agree, implementation_named

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


def disagreement(implementation: Implementation, case: Case) -> Finding:
    """Return the finding of `agree`, which must be one."""
    finding = agree(implementation, case)
    assert finding is not None
    return finding


def failure(outcome: Outcome) -> tuple[str, str]:
    assert outcome.score is None
    assert outcome.failure is not None, outcome
    return outcome.failure.kind, outcome.failure.message


def is_running(marker: str) -> bool:
    listing = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    return any(marker in line and "ps -eo" not in line for line in listing.stdout.split("\n"))


def of(run: Any, **declared: Any) -> Implementation:
    """Return a program of BLEU that is called `tested`, with further declarations."""
    return Implementation(**{"name": "tested", "metric": "bleu"} | declared, run=run)


def giving(answer: object, **declared: Any) -> Implementation:
    """Return a program that gives the same answer to every input."""
    return of(lambda hypotheses, references, order: answer, **declared)


def raising(error: BaseException, **declared: Any) -> Implementation:
    """Return a program that fails on every input."""

    def run(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
        raise error

    return of(run, **declared)

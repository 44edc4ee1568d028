"""A plug-in for tox: environments that run in parallel report their progress and results."""

from __future__ import annotations

import re
import sys
import time
from typing import TYPE_CHECKING

from tox.plugin import impl

if TYPE_CHECKING:
    from tox.execute import Outcome
    from tox.tox_env.api import ToxEnv

START = time.monotonic()
CLOSING_LINE = re.compile(
    r"^=* ?(skipped, .*?|\d+ .* in \d.*?|Success: .*|All checks .*|SKIPPED: .*| +\d+ .* -> .*)"
    r" ?=*$",
    re.MULTILINE,
)


def report(environment: ToxEnv, text: str) -> None:
    """Print a line with the time since the start, even if tox captures the output."""
    minutes, seconds = divmod(int(time.monotonic() - START), 60)
    name = environment.conf["env_name"]
    print(f"[{minutes}:{seconds:02}] {name}: {text}", file=sys.__stdout__, flush=True)


@impl
def tox_on_install(tox_env: ToxEnv, arguments: object, section: str, of_type: str) -> None:
    """Report that something is being installed."""
    report(tox_env, f"installing {of_type.replace('_', ' ')}")


@impl
def tox_before_run_commands(tox_env: ToxEnv) -> None:
    """Report that the commands start."""
    report(tox_env, "running")


@impl
def tox_after_run_commands(tox_env: ToxEnv, exit_code: int, outcomes: list[Outcome]) -> None:
    """Report the closing lines of the tools and the outcome."""
    for outcome in outcomes:
        for line in CLOSING_LINE.findall(outcome.out_err()[0]):
            report(tox_env, line)
    report(tox_env, "done" if exit_code == 0 else f"FAILED with status {exit_code}")

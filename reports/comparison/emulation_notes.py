"""Notes and caveats about emulated tests of other programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallystick.compat.emulation.programs import EmulatedProgram, emulated_test
from tallystick.reports.wording import listed, metric_title, system_name

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import ComparedMetric


def fault_of(method: str) -> str:
    """Return a caveat about the test of another program."""
    test = emulated_test(method)
    fault = "is reproduced only for its numbers" if test is None else test.fault
    return (
        f"The {method}, reproduced here with its faults, {fault}. Use it only to check published "
        "numbers; for conclusions, compare without emulation."
    )


def notes_on_emulation(
    program: EmulatedProgram, *, baseline: str | None, foreign: Sequence[ComparedMetric]
) -> tuple[str, ...]:
    """Return notes on a baseline that was not named and on metrics foreign to the program."""
    notes = []
    if baseline is not None:
        notes.append(
            f"{program.title} compares all systems with a baseline. None was named, so it is "
            f"{system_name(baseline)}, the first."
        )
    if foreign:
        titles = listed([metric_title(metric) for metric in foreign])
        notes.append(
            f"{program.title} does not compute {titles} as here. Its resamples are reproduced, but "
            f"the p-values that it prints are those of {program.own_metrics}."
        )
    return tuple(notes)

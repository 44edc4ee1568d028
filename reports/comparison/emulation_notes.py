"""What must be said beside the p-values of another program's test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallystick.compat.emulation.programs import EmulatedProgram, emulated_test
from tallystick.reports.wording import listed, metric_title, system_name

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import ComparedMetric


def fault_of(method: str) -> str:
    """Return a caveat about the test of another program.

    >>> fault_of("Moses paired bootstrap").partition(":")[0]
    'The Moses paired bootstrap, reproduced here with its faults, does not hold its level'
    """
    test = emulated_test(method)
    fault = "is reproduced for its numbers alone" if test is None else test.fault
    return (
        f"The {method}, reproduced here with its faults, {fault}. It is for checking published "
        "numbers; for conclusions leave the emulation out."
    )


def notes_on_emulation(
    program: EmulatedProgram, *, baseline: str | None, foreign: Sequence[ComparedMetric]
) -> tuple[str, ...]:
    """Say what an emulated test has decided by itself.

    Args:
        program: The program.
        baseline: The system that was made the baseline because none was named, or None.
        foreign: The metrics that the program does not compute.

    >>> from tallystick.compat.emulation.programs import PROGRAMS
    >>> notes_on_emulation(PROGRAMS["moses"], baseline="mine", foreign=[])
    ('Moses compares all systems with a baseline; none was named, so that it is mine, the first.',)
    """
    notes = []
    if baseline is not None:
        notes.append(
            f"{program.title} compares all systems with a baseline; none was named, so that it is "
            f"{system_name(baseline)}, the first."
        )
    if foreign:
        verb = "is" if len(foreign) == 1 else "are"
        notes.append(
            f"{listed([metric_title(metric) for metric in foreign])} as computed here {verb} no "
            f"metric of {program.title}: its resamples are reproduced, but the p-values that "
            f"it prints are those of {program.own_metrics}."
        )
    return tuple(notes)

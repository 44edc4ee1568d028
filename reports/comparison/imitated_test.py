"""What must be said beside the p-values of another program's test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.metrics.resampling.imitations.programs import PROGRAMS
from tallystick.reports.comparison.words import listed, metric_title, system_name

if TYPE_CHECKING:
    from tallystick.metrics.resampling.settings import Imitated
    from tallystick.reports.comparison.model import ComparedMetric

METHODS = {test.method: test for program in PROGRAMS.values() for test in program.tests.values()}
"""The tests that can be imitated, by what reports call them."""

COPIES = (
    "counts only what is strictly greater, so that a copy of the baseline, or a system that "
    "differs from it in few segments, is called significantly different"
)

FAULTS: Mapping[str, str] = {
    PROGRAMS["sacrebleu"].tests["bootstrap"].method: (
        "does not hold its level: of 1,500 pairs without a true difference, WMT22 segments "
        f"exchanged at random, it called 10.6% significant at 5%; and it {COPIES}"
    ),
    PROGRAMS["sacrebleu"].tests["randomisation"].method: (
        f"does not hold its level where few segments differ: it {COPIES}"
    ),
    PROGRAMS["moses"].tests["bootstrap"].method: (
        "does not hold its level: it calls about a tenth of pairs without a true difference "
        "significant at 5%"
    ),
    PROGRAMS["multeval"].tests["randomisation"].method: (
        f"does not hold its level: it takes several runs for as much more data, and it {COPIES}"
    ),
}
"""What is wrong with each, the subject left out."""


def fault_of(method: str) -> str:
    """Return a caveat about an imitated test.

    >>> fault_of("Moses paired bootstrap").partition(":")[0]
    'The Moses paired bootstrap, reproduced here with its faults, does not hold its level'
    """
    fault = FAULTS.get(method, "is reproduced for its numbers alone")
    return (
        f"The {method}, reproduced here with its faults, {fault}. It is for checking published "
        "numbers; for conclusions leave the imitation out."
    )


def notes_on_imitation(
    emulate: Imitated, *, baseline: str | None, foreign: Sequence[ComparedMetric]
) -> tuple[str, ...]:
    """Say what an imitated test has settled by itself.

    Args:
        emulate: The program.
        baseline: The system that was made the baseline because none was named, or None.
        foreign: The metrics that the program does not compute.

    >>> notes_on_imitation("moses", baseline="mine", foreign=[])
    ('Moses compares all systems with a baseline; none was named, so that it is mine, the first.',)
    """
    program = PROGRAMS[emulate]
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

"""sacreBLEU's paired tests of differences: names, defaults and defects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tallystick.metrics.resampling.settings import TestName

Emulated = Literal["sacrebleu"]
"""What `--emulate` accepts."""

PROGRAM = "sacreBLEU 2.6.0"
SHORT_PROGRAM = "sacrebleu-2.6.0"
"""The name of the program in signatures."""

SEED = 12345
OWN_METRICS = ("bleu", "chrf", "ter")
"""The specs of the metrics that sacreBLEU computes itself."""

_COPIES = (
    "counts only strictly greater differences, so a copy of the baseline, or a system that "
    "differs from it in few segments, is reported as significantly different"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EmulatedTest:
    """A test of sacreBLEU.

    Attributes:
        title: Its name in reports.
        short: Its name in signatures.
        works: The publications that describe it.
        defect: Its defect, as a clause whose subject is the test.
        resamples: The default number of resamples.
        prints_intervals: Whether it prints 95% intervals of scores.
    """

    title: str
    short: str
    works: tuple[str, ...]
    defect: str
    resamples: int
    prints_intervals: bool


TESTS: Mapping[TestName, EmulatedTest] = {
    "randomisation": EmulatedTest(
        title=f"{PROGRAM} paired approximate randomisation",
        short="ar",
        works=("Post, 2018", "Riezler and Maxwell, 2005"),
        defect=f"does not hold its level if few segments differ: it {_COPIES}",
        resamples=10_000,
        prints_intervals=False,
    ),
    "bootstrap": EmulatedTest(
        title=f"{PROGRAM} paired bootstrap",
        short="bs",
        works=("Post, 2018", "Koehn, 2004"),
        defect="does not hold its level: of 1,500 pairs without a true difference (WMT22 "
        "segments exchanged at random) it reported 10.6% as significant at 5%; and it "
        f"{_COPIES}",
        resamples=1_000,
        prints_intervals=True,
    ),
}


def emulated_test(title: str) -> EmulatedTest | None:
    """Return the test of sacreBLEU with this title, or None."""
    return next((test for test in TESTS.values() if test.title == title), None)

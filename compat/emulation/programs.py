"""The programs whose significance tests can be emulated, and the properties of each test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tallystick.metrics.resampling.settings import TestName

Emulated = Literal["sacrebleu", "moses", "multeval"]

_COPIES = (
    "counts only strictly greater differences, so a copy of the baseline, or a system that "
    "differs from it in few segments, is reported as significantly different"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EmulatedTest:
    """A test of a program.

    Attributes:
        title: Its name in reports.
        short: Its name in signatures.
        works: The publications that describe it.
        defect: Its defect, as a clause whose subject is the test.
        resamples: The default number of resamples.
        prints_intervals: Whether it prints 95% intervals of scores.
        p_value_format: The format specification of the p-values that it prints.
    """

    title: str
    short: str
    works: tuple[str, ...]
    defect: str
    resamples: int
    prints_intervals: bool
    p_value_format: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmulatedProgram:
    """A program whose resamples and p-values are reproduced.

    Attributes:
        title: Its name and version.
        short: Its name in signatures.
        tests: Its tests.
        seed: Its default seed; None if it chooses a seed in every run.
        how_seeded: How it chooses the seed, and how to set it.
        takes_runs: Whether it accepts several runs of a system.
        own_metrics: The specs of the metrics that it computes itself.
    """

    title: str
    short: str
    tests: Mapping[TestName, EmulatedTest]
    seed: int | None = None
    how_seeded: str = ""
    takes_runs: bool = False
    own_metrics: tuple[str, ...]


PROGRAMS: Mapping[Emulated, EmulatedProgram] = {
    "sacrebleu": EmulatedProgram(
        title="sacreBLEU 2.6.0",
        short="sacrebleu-2.6.0",
        tests={
            "randomisation": EmulatedTest(
                title="sacreBLEU 2.6.0 paired approximate randomisation",
                short="ar",
                works=("Post, 2018", "Riezler and Maxwell, 2005"),
                defect=f"does not hold its level if few segments differ: it {_COPIES}",
                resamples=10_000,
                prints_intervals=False,
                p_value_format=".4f",
            ),
            "bootstrap": EmulatedTest(
                title="sacreBLEU 2.6.0 paired bootstrap",
                short="bs",
                works=("Post, 2018", "Koehn, 2004"),
                defect="does not hold its level: of 1,500 pairs without a true difference (WMT22 "
                "segments exchanged at random) it reported 10.6% as significant at 5%; and it "
                f"{_COPIES}",
                resamples=1_000,
                prints_intervals=True,
                p_value_format=".4f",
            ),
        },
        seed=12345,
        own_metrics=("bleu", "chrf", "ter"),
    ),
    "moses": EmulatedProgram(
        title="Moses",
        short="moses",
        tests={
            "bootstrap": EmulatedTest(
                title="Moses paired bootstrap",
                short="bs",
                works=("Koehn, 2004",),
                defect="does not hold its level: it reports about a tenth of pairs without a true "
                "difference as significant at 5%",
                resamples=1_000,
                prints_intervals=True,
                p_value_format=".15g",
            )
        },
        how_seeded=(
            "Perl chooses one for every run of the script, unless its name is preceded by perl -e "
            "'srand(42); do shift'"
        ),
        own_metrics=("bleu:dialect=multi-bleu",),
    ),
    "multeval": EmulatedProgram(
        title="MultEval 0.5.1",
        short="multeval-0.5.1",
        tests={
            "randomisation": EmulatedTest(
                title="MultEval 0.5.1 approximate randomisation",
                short="ar",
                works=("Clark et al., 2011",),
                defect="does not hold its level: it treats several runs as that much more data, "
                f"and it {_COPIES}",
                resamples=10_000,
                prints_intervals=False,
                p_value_format=".2f",
            )
        },
        how_seeded="its generators start from the clock, unless its code is changed to set one",
        takes_runs=True,
        own_metrics=("bleu:dialect=jbleu",),
    ),
}


def emulated_test(title: str) -> EmulatedTest | None:
    """Return the test of another program with this title, or None."""
    tests = (test for program in PROGRAMS.values() for test in program.tests.values())
    return next((test for test in tests if test.title == title), None)

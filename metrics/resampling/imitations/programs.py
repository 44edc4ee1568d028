"""The programs whose tests can be imitated, and what each takes where nothing is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallystick.metrics.resampling.settings import Imitated, TestName


@dataclass(frozen=True, slots=True)
class ImitatedTest:
    """A test of a program.

    Attributes:
        method: What reports call it.
        resamples: How many resamples the program takes where nothing is chosen.
        prints_intervals: Whether it prints intervals of scores, which are 95% intervals then.
    """

    method: str
    resamples: int
    prints_intervals: bool


@dataclass(frozen=True, slots=True)
class ImitatedProgram:
    """A program whose resamples and p-values are reproduced.

    Attributes:
        title: Its name and version.
        short: The same in a signature.
        tests: Its tests.
        seed: The seed that it takes where nothing is chosen; None where it takes another one for
            every run.
        how_seeded: Where such a program has its random numbers from, and what fixes them.
        takes_runs: Whether it takes several runs of a system.
        own_metrics: The metrics that it computes itself, as specs.
    """

    title: str
    short: str
    tests: Mapping[TestName, ImitatedTest]
    seed: int | None
    how_seeded: str
    takes_runs: bool
    own_metrics: str


PROGRAMS: Mapping[Imitated, ImitatedProgram] = {
    "sacrebleu": ImitatedProgram(
        title="sacreBLEU 2.6.0",
        short="sacrebleu-2.6.0",
        tests={
            "randomisation": ImitatedTest(
                "sacreBLEU 2.6.0 paired approximate randomisation", 10_000, False
            ),
            "bootstrap": ImitatedTest("sacreBLEU 2.6.0 paired bootstrap", 1_000, True),
        },
        seed=12345,
        how_seeded="",
        takes_runs=False,
        own_metrics="bleu",
    ),
    "moses": ImitatedProgram(
        title="Moses",
        short="moses",
        tests={"bootstrap": ImitatedTest("Moses paired bootstrap", 1_000, True)},
        seed=None,
        how_seeded=(
            "Perl chooses one for every run of the script, unless it is started with perl -e "
            "'srand(42); do shift' before its name"
        ),
        takes_runs=False,
        own_metrics="bleu:dialect=multi-bleu",
    ),
    "multeval": ImitatedProgram(
        title="MultEval 0.5.1",
        short="multeval-0.5.1",
        tests={
            "randomisation": ImitatedTest("MultEval 0.5.1 approximate randomisation", 10_000, False)
        },
        seed=None,
        how_seeded="its generators start from the clock, unless its code is changed to set one",
        takes_runs=True,
        own_metrics="bleu:dialect=jbleu",
    ),
}

"""sacreBLEU's paired tests of differences: names, defaults, defects, and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tallystick.errors import OptionError
from tallystick.metrics.arguments.options import number
from tallystick.metrics.resampling import settings

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
    """A test of sacreBLEU: its name in reports, and in signatures the short one.

    `defect` is a clause whose subject is the test; the intervals that it prints are of 95%.
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


@dataclass(frozen=True, slots=True)
class EmulationSettings(settings.Settings):
    """Settings of a comparison with a test of sacreBLEU."""

    def __post_init__(self) -> None:
        settings.Settings.__post_init__(self)
        if self.correction != "none":
            raise OptionError(
                f"the correction is {self.correction!r}, but {PROGRAM} does not correct p-values; "
                "omit the correction, or the emulation to correct them"
            )
        if self.confidence != settings.DEFAULT_CONFIDENCE and TESTS[self.test].prints_intervals:
            raise OptionError(
                f"the confidence is {self.confidence!r}, but the intervals of {PROGRAM} are 95% "
                "intervals; omit the confidence"
            )


def settings_from(
    *,
    test: settings.GivenTest | None = None,
    resamples: int | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    significance_level: float | None = None,
    correction: settings.Correction | None = None,
    emulate: Emulated | None = None,
    margins: Mapping[str, float] | None = None,
) -> settings.Settings:
    """Return settings with our defaults, or those of sacreBLEU; confidence is 1 - level."""
    given: dict[str, Any] = {
        "test": None if test is None else settings.our_spelling(test),
        "resamples": resamples,
        "seed": seed,
        "confidence": confidence,
        "significance_level": significance_level,
        "correction": correction,
        "margins": margins,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    if emulate is None:
        level = number(
            "significance_level", chosen.get("significance_level", settings.DEFAULT_LEVEL)
        )
        return settings.Settings(**{"confidence": round(1 - level, 12), **chosen})
    if emulate != "sacrebleu":
        raise OptionError(f"emulate is {emulate!r}; expected sacrebleu")
    defaults: dict[str, Any] = {"seed": SEED, "correction": "none"}
    own = TESTS.get(chosen.get("test", settings.DEFAULT_TEST))
    if own is not None:  # `Settings` rejects unknown names
        defaults["resamples"] = own.resamples
    return EmulationSettings(**{**defaults, **chosen})

"""Settings of a comparison with a test of sacreBLEU."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tallystick.compat.emulation.paired_tests import PROGRAM, SEED, TESTS, Emulated
from tallystick.errors import OptionError
from tallystick.metrics.arguments.options import number
from tallystick.metrics.resampling.settings import (
    DEFAULT_CONFIDENCE,
    DEFAULT_LEVEL,
    DEFAULT_TEST,
    Correction,
    GivenTest,
    Settings,
    our_spelling,
)


@dataclass(frozen=True, slots=True)
class EmulationSettings(Settings):
    """Settings of a comparison with a test of sacreBLEU."""

    def __post_init__(self) -> None:
        Settings.__post_init__(self)
        if self.correction != "none":
            raise OptionError(
                f"the correction is {self.correction!r}, but {PROGRAM} does not correct p-values; "
                "omit the correction, or the emulation to correct them"
            )
        if self.confidence != DEFAULT_CONFIDENCE and TESTS[self.test].prints_intervals:
            raise OptionError(
                f"the confidence is {self.confidence!r}, but the intervals of {PROGRAM} are 95% "
                "intervals; omit the confidence"
            )


def settings_from(
    *,
    test: GivenTest | None = None,
    resamples: int | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    significance_level: float | None = None,
    correction: Correction | None = None,
    emulate: Emulated | None = None,
    margins: Mapping[str, float] | None = None,
) -> Settings:
    """Return settings with None replaced by our default, or that of sacreBLEU.

    The confidence of intervals is by default 1 - `significance_level`.
    """
    given: dict[str, Any] = {
        "test": None if test is None else our_spelling(test),
        "resamples": resamples,
        "seed": seed,
        "confidence": confidence,
        "significance_level": significance_level,
        "correction": correction,
        "margins": margins,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    if emulate is None:
        level = number("significance_level", chosen.get("significance_level", DEFAULT_LEVEL))
        return Settings(**{"confidence": round(1 - level, 12), **chosen})
    if not_removed(emulate) != "sacrebleu":
        raise OptionError(f"emulate is {emulate!r}; expected sacrebleu")
    defaults: dict[str, Any] = {"seed": SEED, "correction": "none"}
    own = TESTS.get(chosen.get("test", DEFAULT_TEST))
    if own is not None:  # `Settings` rejects unknown names
        defaults["resamples"] = own.resamples
    return EmulationSettings(**{**defaults, **chosen})


def not_removed(emulate: str) -> str:
    """Return the name of a program; raise `OptionError` if it is no longer emulated."""
    if emulate in ("moses", "multeval"):
        raise OptionError(
            f"emulate is {emulate!r}, whose emulation was removed; omit it to compare by the "
            "default test, or give sacrebleu (--emulate sacrebleu)"
        )
    return emulate

"""Settings of a comparison with the test of another program."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, get_args

from tallystick.compat.emulation.programs import PROGRAMS, Emulated, EmulatedProgram
from tallystick.errors import OptionError
from tallystick.metrics.arguments.options import number
from tallystick.metrics.resampling.settings import (
    DEFAULT_CONFIDENCE,
    DEFAULT_LEVEL,
    DEFAULT_TEST,
    Correction,
    GivenTest,
    Settings,
    TestName,
    our_spelling,
)


@dataclass(frozen=True, slots=True)
class EmulationSettings(Settings):
    """Settings of a comparison with the test of the program `emulate`."""

    emulate: Emulated = field(kw_only=True)

    def __post_init__(self) -> None:
        Settings.__post_init__(self)
        _check_program(self.emulate)
        program = self.program
        if self.test not in program.tests:
            [own] = program.tests
            raise OptionError(
                f"the test is {self.test!r}, but {program.title} has only the {own}; omit the test"
            )
        if self.correction != "none":
            raise OptionError(
                f"the correction is {self.correction!r}, but {program.title} does not correct "
                "p-values; omit the correction, or the emulation to correct them"
            )
        if self.confidence != DEFAULT_CONFIDENCE and program.tests[self.test].prints_intervals:
            raise OptionError(
                f"the confidence is {self.confidence!r}, but the intervals of {program.title} are "
                "95% intervals; omit the confidence"
            )

    @property
    def program(self) -> EmulatedProgram:
        """The emulated program."""
        return PROGRAMS[self.emulate]


def settings_from(
    *,
    test: GivenTest | None = None,
    resamples: int | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    significance_level: float | None = None,
    correction: Correction | None = None,
    emulate: Emulated | None = None,
) -> Settings:
    """Return settings with None replaced by our default, or that of the emulated program.

    The confidence of intervals is by default 1 - `significance_level`.
    """
    chosen_test = None if test is None else our_spelling(test)
    given: dict[str, Any] = {
        "test": chosen_test,
        "resamples": resamples,
        "seed": seed,
        "confidence": confidence,
        "significance_level": significance_level,
        "correction": correction,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    if emulate is None:
        level = number("significance_level", chosen.get("significance_level", DEFAULT_LEVEL))
        return Settings(**{"confidence": round(1 - level, 12), **chosen})
    return EmulationSettings(
        **{**_defaults_of(emulate, chosen_test, seed), **chosen}, emulate=emulate
    )


def _defaults_of(
    emulate: Emulated, test: TestName | None, seed: int | None
) -> dict[str, str | int]:
    """Return the defaults of a program that differ from ours."""
    _check_program(emulate)
    program = PROGRAMS[emulate]
    if seed is None and program.seed is None:
        raise OptionError(
            f"emulate is {emulate!r}, but no seed is given, and {program.title} has no default "
            f"seed: {program.how_seeded}; give the seed of the run to reproduce, or any, such as "
            "1, to reproduce only the procedure"
        )
    # our default test if the program has it
    own = DEFAULT_TEST if DEFAULT_TEST in program.tests else next(iter(program.tests))
    chosen = program.tests.get(own if test is None else test)
    defaults: dict[str, str | int] = {"test": own, "correction": "none"}
    if program.seed is not None:
        defaults["seed"] = program.seed
    if chosen is not None:
        defaults["resamples"] = chosen.resamples
    return defaults


def _check_program(emulate: str) -> None:
    if emulate not in get_args(Emulated):
        raise OptionError(
            f"emulate is {emulate!r}; expected one of {', '.join(get_args(Emulated))}"
        )

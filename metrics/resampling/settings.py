"""How systems are compared: the test, the number of resamples, the seed, levels, the correction.

Where another program is imitated, its own choices stand in the place of ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from tallystick.errors import OptionError
from tallystick.metrics.resampling.imitations.programs import PROGRAMS

TestName = Literal["randomisation", "bootstrap"]
Correction = Literal["holm", "benjamini-hochberg", "max-t", "none"]
Imitated = Literal["sacrebleu", "moses", "multeval"]

DEFAULT_TEST: TestName = "randomisation"
DEFAULT_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Settings:
    """How systems are compared; `settings_from` fills in what is not chosen.

    Attributes:
        test: "randomisation", the paired approximate randomisation test, or "bootstrap", the
            paired bootstrap test with the differences centred.
        resamples: How many resamples, 1 or more. More are drawn where so few could not reach
            significance after the correction.
        seed: What the random numbers start from, 0 or more.
        confidence: The confidence of intervals, between 0 and 1.
        significance_level: The level at or below which an adjusted p-value is significant.
        correction: How p-values are corrected for the number of pairs of a metric.
        emulate: The program whose test is reproduced with its faults, in the place of ours; None
            for none.

    Raises:
        OptionError: A value is out of its range, or the imitated program has no such choice.

    >>> Settings().resamples
    10000
    """

    test: TestName = DEFAULT_TEST
    resamples: int = 10_000
    seed: int = 1
    confidence: float = DEFAULT_CONFIDENCE
    significance_level: float = 0.05
    correction: Correction = "holm"
    emulate: Imitated | None = None

    def __post_init__(self) -> None:
        for name, kind in (("test", TestName), ("correction", Correction)):
            if getattr(self, name) not in get_args(kind):
                raise OptionError(
                    f"{name} is {getattr(self, name)!r}; expected one of "
                    f"{', '.join(get_args(kind))}"
                )
        for name, least in (("resamples", 1), ("seed", 0)):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise OptionError(f"{name} is {value!r}; expected a whole number, {least} or more")
        for name in ("confidence", "significance_level"):
            value = getattr(self, name)
            if not isinstance(value, (int, float)) or not 0 < value < 1:
                raise OptionError(
                    f"{name} is {value!r}; expected a number between 0 and 1, such as "
                    f"{'0.95' if name == 'confidence' else '0.05'}"
                )
        if self.emulate is not None:
            self._check_imitation(self.emulate)

    def _check_imitation(self, emulate: Imitated) -> None:
        _check_program(emulate)
        program = PROGRAMS[emulate]
        if self.test not in program.tests:
            [own] = program.tests
            raise OptionError(
                f"the test is {self.test!r}, but {program.title} tests with the {own} alone; "
                "leave the test out"
            )
        if self.correction != "none":
            raise OptionError(
                f"the correction is {self.correction!r}, but {program.title} does not correct "
                "p-values; leave the correction out, or the imitation to have them corrected"
            )
        if self.confidence != DEFAULT_CONFIDENCE and program.tests[self.test].prints_intervals:
            raise OptionError(
                f"the confidence is {self.confidence!r}, but the intervals of {program.title} are "
                "95% intervals; leave the confidence out"
            )


def settings_from(
    *,
    test: TestName | None = None,
    resamples: int | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    significance_level: float | None = None,
    correction: Correction | None = None,
    emulate: Imitated | None = None,
) -> Settings:
    """Return settings in which None stands for our choice, or for that of an imitated program.

    Args:
        test: See `Settings`, as for all others.
        resamples: How many resamples.
        seed: What the random numbers start from.
        confidence: The confidence of intervals.
        significance_level: The level.
        correction: The correction.
        emulate: The program whose test is reproduced.

    Raises:
        OptionError: A value is out of its range, or the imitated program has no such choice, or
            no seed for every run, and none is given.

    >>> settings_from(resamples=500).correction
    'holm'
    >>> found = settings_from(emulate="sacrebleu", test="bootstrap")
    >>> found.resamples, found.seed, found.correction
    (1000, 12345, 'none')
    """
    given = {
        "test": test,
        "resamples": resamples,
        "seed": seed,
        "confidence": confidence,
        "significance_level": significance_level,
        "correction": correction,
        "emulate": emulate,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    return Settings(**{**_defaults_of(emulate, test, seed), **chosen})  # type: ignore[arg-type]


def _defaults_of(
    emulate: Imitated | None, test: TestName | None, seed: int | None
) -> dict[str, str | int]:
    """Return what the imitated program chooses otherwise than we do."""
    if emulate is None:
        return {}
    _check_program(emulate)
    program = PROGRAMS[emulate]
    if seed is None and program.seed is None:
        raise OptionError(
            f"emulate is {emulate!r}, but no seed is given, and {program.title} has none of its "
            f"own: {program.how_seeded}; give the seed of the run to be reproduced, or any, such "
            "as 1, if the procedure alone is to be the same"
        )
    # ours where the program has it, so that leaving the test out means the same everywhere
    own = DEFAULT_TEST if DEFAULT_TEST in program.tests else next(iter(program.tests))
    chosen = program.tests.get(own if test is None else test)
    defaults: dict[str, str | int] = {"test": own, "correction": "none"}
    if program.seed is not None:
        defaults["seed"] = program.seed
    if chosen is not None:
        defaults["resamples"] = chosen.resamples
    return defaults


def _check_program(emulate: str) -> None:
    if emulate not in get_args(Imitated):
        raise OptionError(
            f"emulate is {emulate!r}, which is no program whose test can be imitated; expected one "
            f"of {', '.join(get_args(Imitated))}"
        )

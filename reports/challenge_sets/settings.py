"""The settings of a challenge."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.errors import OptionError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.arguments.options import number
from tallystick.metrics.resampling.settings import number_of_resamples


@dataclass(frozen=True, slots=True)
class ChallengeSettings:
    """How changes are planted and intervals computed.

    Attributes:
        seed: The seed of the planted changes and of the resamples.
        resamples: The number of resamples of intervals.
        confidence: The confidence of intervals.
        fewest: A change that applies to fewer segments is left out.
    """

    seed: int = 1
    resamples: int = 1_000
    confidence: float = 0.95
    fewest: int = 10

    def __post_init__(self) -> None:
        """Refuse numbers out of range."""
        for name, least in (("seed", 0), ("fewest", 1)):
            object.__setattr__(self, name, whole_number(name, getattr(self, name), least))
        object.__setattr__(self, "resamples", number_of_resamples(self.resamples))
        if not 0 < number("confidence", self.confidence) < 1:
            raise OptionError(
                f"confidence is {self.confidence!r}; expected a number between 0 and 1, such as "
                "0.95"
            )

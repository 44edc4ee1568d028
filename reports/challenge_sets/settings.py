"""The settings of a challenge, and what decides in it."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.errors import OptionError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.arguments.options import number
from tallystick.metrics.resampling.settings import number_of_resamples

FEWEST_WORDS = 2
"""Segments of fewer words are left alone."""

WORDS_FOR_SEVERAL = 12
"""A change is planted several times in segments of at least so many words."""

SEGMENTS_WITH_SEVERAL = 200
"""In at most so many segments, a change is planted several times."""

FEWEST_OF_A_NAME = 2
"""A name occurs so often; of the words that occur once, every tenth is none."""

FEWEST_PARAPHRASES = 10
"""Fewer paraphrases are not compared with the texts of other segments."""

SHARED_WORDS = 2.0
"""Paraphrases share more words with their own segments than with others by so many standard errors.
Of WMT22's two German-English references all of 140 samples of 10 segments do, and 3 of 140 samples
of 40 that were joined wrongly."""

LEFT_OUT = "the two texts are equal, or the table says that it is not valid"
"""Why an item is left out."""

NOTICED = 0.5
"""A metric notices a fault that lowers the score of at least this share of segments."""

CHANCE = 0.5
"""It prefers bad texts if the interval of the share of preferred good ones is below this."""

MOSTLY = 0.9
"""So large a share of bad texts that are preferred says the same, also where there are few."""

BLIND = 0.05
"""It does not notice one at all that lowers fewer."""

FAINT = 0.25
"""It barely reacts to a fault if the interval of the relative drop is below this."""

LOUD = 1.0
"""It takes a harmless change for a fault if the interval of the relative drop is above this."""

IMPROVING = 0.05
"""Faults that make the score of fewer segments better are not mentioned."""


@dataclass(frozen=True, slots=True)
class ChallengeSettings:
    """How changes are planted and intervals computed; see `tallystick.challenge`."""

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

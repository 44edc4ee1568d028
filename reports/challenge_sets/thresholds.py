"""What decides in a challenge, and how it was chosen."""

FEWEST_WORDS = 2
"""Segments of fewer words are left alone."""

WORDS_FOR_SEVERAL = 12
"""A change is planted several times in segments of at least so many words."""

SEGMENTS_WITH_SEVERAL = 200
"""In at most so many segments, a change is planted several times."""

FEWEST_OF_A_NAME = 2
"""A name occurs so often; of the words that occur once, every tenth is none."""

NOTICED = 0.5
"""A metric notices a fault that lowers the score of at least this share of segments."""

BLIND = 0.05
"""It does not notice one at all that lowers fewer."""

FAINT = 0.25
"""It barely reacts to a fault if the interval of the relative drop is below this."""

LOUD = 1.0
"""It takes a harmless change for a fault if the interval of the relative drop is above this."""

IMPROVING = 0.05
"""Faults that make the score of fewer segments better are not mentioned."""

"""Hypothesis strategies for segments, corpora and lines that are likely to reveal defects.

Implementations of a metric agree on ordinary text. They differ on empty and one-token segments,
ties in length, clipped counts, hypotheses shorter than the order, orders without a match, several
references, and tokens with a special meaning in a programming language. These strategies produce
such input often. Hypothesis shrinks failures to few segments, references and tokens;
`tallystick.compat.smallest` removes whatever else a finding does not need.

By default tokens contain no white space, and segments have up to nine tokens. `hostile=True` adds
empty tokens and tokens with spaces, which reveal programs that join n-grams and split them again;
`long=True` adds segments of thousands of tokens, which reveal programs that truncate long input.

>>> from hypothesis import given, settings
>>> from tallystick import Bleu
>>> @settings(max_examples=10, deadline=None)
... @given(corpora(references=(1, 1)))
... def scores_are_at_most_100(case):
...     bleu = Bleu(smooth="add-k")
...     assert bleu.score(bleu.statistics(case.corpus)).score < 100.001
>>> scores_are_at_most_100()
"""

from tallystick.errors import MissingExtraError

try:
    import hypothesis
except ImportError:
    raise MissingExtraError(
        "tallystick.compat.strategies needs the library hypothesis, which is not installed; run "
        "pip install tallystick[compat]"
    ) from None

from tallystick.compat.strategies.corpora import corpora
from tallystick.compat.strategies.lines import lines
from tallystick.compat.strategies.segments import segments

__all__ = ["corpora", "lines", "segments"]

"""Drop-in replacement for jiwer: the same numbers and alignments as jiwer 4.0.0.

Change one import line::

    import jiwer
    import tallystick.compat.jiwer as jiwer

>>> wer("the cat sat", "a cat sat down")
0.6666666666666666

Rates are those of jiwer, 0 to 1, and the reference comes first. Of a pair of sentences with more
than four million cells, the product of their lengths, RapidFuzz, which jiwer uses, may find another
alignment with as few edits.
"""

from tallystick.compat.jiwer import alignment, measures, process, transformations, transforms
from tallystick.compat.jiwer.alignment import *  # noqa: F403
from tallystick.compat.jiwer.measures import *  # noqa: F403
from tallystick.compat.jiwer.measures import compute_measures as compute_measures
from tallystick.compat.jiwer.process import *  # noqa: F403
from tallystick.compat.jiwer.transformations import *  # noqa: F403
from tallystick.compat.jiwer.transforms import *  # noqa: F403

__all__ = ["alignment", "measures", "name", "process", "transformations", "transforms"]
__all__ += alignment.__all__
__all__ += measures.__all__
__all__ += process.__all__
__all__ += transformations.__all__
__all__ += transforms.__all__

name = "jiwer"

"""The known mistakes: those of every metric, and those of single metrics."""

from tallystick.compat.conformance.mistake import Mistake
from tallystick.compat.conformance.mistakes.bleu import BLEU
from tallystick.compat.conformance.mistakes.common import COMMON

MISTAKES: tuple[Mistake, ...] = (*COMMON, *BLEU)
"""All known mistakes; of two that explain the same scores, the first one is named."""

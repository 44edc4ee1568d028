"""The known mistakes: those of every metric, and those of single metrics."""

from tallystick.compat.conformance.mistake import Mistake, Numbered
from tallystick.compat.conformance.mistakes.bleu import BLEU, NUMBERED_BLEU
from tallystick.compat.conformance.mistakes.common import COMBINING, NUMBERED_COMMON, READING
from tallystick.compat.conformance.mistakes.chrf import CHRF
from tallystick.compat.conformance.mistakes.error_rates import ERROR_RATES, NUMBERED_ERROR_RATES
from tallystick.compat.conformance.mistakes.nist import NIST
from tallystick.compat.conformance.mistakes.rouge import ROUGE
from tallystick.compat.conformance.mistakes.tokenizing import TOKENIZING

NUMBERED: tuple[Numbered, ...] = (*NUMBERED_BLEU, *NUMBERED_ERROR_RATES, *NUMBERED_COMMON)
"""The known mistakes with a number."""

MISTAKES: tuple[Mistake, ...] = (
    *COMBINING,
    *BLEU,
    *NIST,
    *CHRF,
    *ROUGE,
    *ERROR_RATES,
    *TOKENIZING,
    *READING,
)
"""All known mistakes; of two that explain the same scores, the first one is named."""

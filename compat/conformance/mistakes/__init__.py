"""The known mistakes: those of every metric, and those of single metrics."""

from tallystick.compat.conformance.mistake import Mistake
from tallystick.compat.conformance.mistakes.bleu import BLEU
from tallystick.compat.conformance.mistakes.common import COMBINING, READING
from tallystick.compat.conformance.mistakes.chrf import CHRF
from tallystick.compat.conformance.mistakes.error_rates import ERROR_RATES
from tallystick.compat.conformance.mistakes.nist import NIST
from tallystick.compat.conformance.mistakes.rouge import ROUGE
from tallystick.compat.conformance.mistakes.tokenizing import TOKENIZING

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

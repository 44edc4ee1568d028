"""The known mistakes: those of every metric, and those of single metrics."""

from tallystick.compat.conformance.mistake import Fitted, Mistake, Numbered
from tallystick.compat.conformance.mistakes.bleu import BLEU, FITTED_BLEU, NUMBERED_BLEU
from tallystick.compat.conformance.mistakes.chrf import CHRF, FITTED_CHRF
from tallystick.compat.conformance.mistakes.combining import (
    COMBINING,
    FITTED_COMMON,
    NUMBERED_COMMON,
)
from tallystick.compat.conformance.mistakes.error_rates import (
    ERROR_RATES,
    FITTED_ERROR_RATES,
    NUMBERED_ERROR_RATES,
)
from tallystick.compat.conformance.mistakes.nist import FITTED_NIST, NIST
from tallystick.compat.conformance.mistakes.other_metrics import NUMBERED_OTHERS, OTHER_METRICS
from tallystick.compat.conformance.mistakes.reading import READING
from tallystick.compat.conformance.mistakes.rouge import FITTED_ROUGE, ROUGE
from tallystick.compat.conformance.mistakes.tokenizing import TOKENIZING

NUMBERED: tuple[Numbered, ...] = (
    *(*NUMBERED_BLEU, *NUMBERED_ERROR_RATES, *NUMBERED_OTHERS),
    *NUMBERED_COMMON,
)
"""The known mistakes with a number."""

FITTED: tuple[Fitted, ...] = (
    *(*FITTED_BLEU, *FITTED_NIST, *FITTED_CHRF, *FITTED_ROUGE, *FITTED_ERROR_RATES),
    *FITTED_COMMON,
)
"""The known mistakes with several numbers."""

MISTAKES: tuple[Mistake, ...] = (
    *COMBINING,
    *BLEU,
    *NIST,
    *CHRF,
    *ROUGE,
    *ERROR_RATES,
    *OTHER_METRICS,
    *TOKENIZING,
    *READING,
)
"""All known mistakes; of two that explain the same scores, the first one is named."""

"""The known mistakes: those of every metric, and those of single metrics."""

from tallystick.compat.conformance.mistake import Family, Mistake
from tallystick.compat.conformance.mistakes.bleu import BLEU, BLEU_FAMILIES
from tallystick.compat.conformance.mistakes.chrf import CHRF, CHRF_FAMILIES
from tallystick.compat.conformance.mistakes.combining import COMBINING, COMMON_FAMILIES
from tallystick.compat.conformance.mistakes.error_rates import ERROR_RATE_FAMILIES, ERROR_RATES
from tallystick.compat.conformance.mistakes.nist import NIST, NIST_FAMILIES
from tallystick.compat.conformance.mistakes.other_metrics import OTHER_FAMILIES, OTHER_METRICS
from tallystick.compat.conformance.mistakes.reading import AFTER_TOKENIZING, READING, TOKENIZING
from tallystick.compat.conformance.mistakes.rouge import ROUGE, ROUGE_FAMILIES

FAMILIES: tuple[Family, ...] = (
    *(*BLEU_FAMILIES, *NIST_FAMILIES, *CHRF_FAMILIES, *ROUGE_FAMILIES, *ERROR_RATE_FAMILIES),
    *(*OTHER_FAMILIES, *COMMON_FAMILIES),
)

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
    *AFTER_TOKENIZING,
)
"""All known mistakes; of two that explain the same scores, the first one is named."""

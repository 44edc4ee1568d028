"""Drop-in replacement for `sacrebleu.metrics`, with BLEU, chrF and TER."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tallystick.compat.sacrebleu.errors import refuse
from tallystick.compat.sacrebleu.metrics.bleu import BLEU, BLEUScore
from tallystick.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore
from tallystick.compat.sacrebleu.metrics.ter import TER, TERScore

__all__ = ["BLEU", "CHRF", "METRICS", "TER", "BLEUScore", "CHRFScore", "TERScore"]

METRICS: Mapping[str, type[BLEU | CHRF | TER]] = MappingProxyType(
    {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}
)
"""The metrics by name."""


def __getattr__(name: str) -> Any:
    refuse(__name__, name)

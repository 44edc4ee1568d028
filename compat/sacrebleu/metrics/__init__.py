"""Drop-in replacement for `sacrebleu.metrics`, with BLEU and chrF."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tallystick.compat.sacrebleu.absent import refuse
from tallystick.compat.sacrebleu.metrics.bleu import BLEU, BLEUScore
from tallystick.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore

__all__ = ["BLEU", "CHRF", "METRICS", "BLEUScore", "CHRFScore"]

METRICS: Mapping[str, type[BLEU | CHRF]] = MappingProxyType({"BLEU": BLEU, "CHRF": CHRF})
"""The metrics by name."""


def __getattr__(name: str) -> Any:
    refuse(__name__, name)

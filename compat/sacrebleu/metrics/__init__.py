"""Drop-in replacement for `sacrebleu.metrics`, with BLEU only."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tallystick.compat.sacrebleu.absent import refuse
from tallystick.compat.sacrebleu.metrics.bleu import BLEU, BLEUScore

__all__ = ["BLEU", "METRICS", "BLEUScore"]

METRICS: Mapping[str, type[BLEU]] = MappingProxyType({"BLEU": BLEU})
"""The metrics by name."""


def __getattr__(name: str) -> Any:
    refuse(__name__, name)

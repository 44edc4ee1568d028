"""The metrics that can be imported as from `sacrebleu.metrics`: BLEU."""

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

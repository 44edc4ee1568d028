"""The metrics that have dialects, each with its presets and axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tallystick.metrics.bleu import dialect as bleu_dialect
from tallystick.metrics.dialect_text import value_text
from tallystick.metrics.nist import dialect as nist_dialect
from tallystick.metrics.preset import Preset
from tallystick.metrics.presets import presets


@dataclass(frozen=True, slots=True)
class Family:
    """The dialects of one metric.

    Attributes:
        metric: The metric's name, such as "bleu".
        presets: Its known programs.
        axes: Every axis with what it decides, and its values with what each means.
        plain: The conventions that presets are described against.
        plain_name: What they are, in words.
    """

    metric: str
    presets: tuple[Preset[Any], ...]
    axes: Mapping[str, tuple[str, Mapping[str, str]]]
    plain: Any
    plain_name: str

    def meaning(self, axis: str, value: Any) -> str:
        """Return a value of an axis with what it means.

        >>> FAMILIES["nist"].meaning("zero_prefix", "exact")
        'exact (yes, as any other word)'
        """
        text = value_text(value)
        meaning = self.axes[axis][1].get(text)
        return text if meaning in (None, text) else f"{text} ({meaning})"


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "bleu": Family(
            "bleu",
            presets(bleu_dialect.BleuDialect),
            bleu_dialect.AXES,
            bleu_dialect.BleuDialect(),
            "Papineni et al. 2002 on white space",
        ),
        "nist": Family(
            "nist",
            presets(nist_dialect.NistDialect),
            nist_dialect.AXES,
            nist_dialect.NistDialect(),
            "mteval-v14",
        ),
    }
)
"""By the name of the metric."""

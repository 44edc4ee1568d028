"""The metrics that have dialects, each with its presets and axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.dialect import Axis, value_text
from tallystick.metrics.nist.dialect import NistDialect
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
    axes: Mapping[str, Axis]
    plain: Any
    plain_name: str

    def meaning(self, axis: str, value: Any) -> str:
        """Return a value of an axis with what it means.

        >>> FAMILIES["nist"].meaning("zero_prefix", "exact")
        'exact (yes, as any other word)'
        """
        text = value_text(value)
        meaning = self.axes[axis].values.get(text)
        return text if meaning in (None, text) else f"{text} ({meaning})"


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "bleu": Family(
            "bleu",
            presets(BleuDialect),
            BleuDialect.axes(),
            BleuDialect(),
            "Papineni et al. 2002 on white space",
        ),
        "nist": Family(
            "nist",
            presets(NistDialect),
            NistDialect.axes(),
            NistDialect(),
            "mteval-v14",
        ),
    }
)
"""By the name of the metric."""

"""From the name of a dialect to its preset."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tallystick.errors import OptionError
from tallystick.metrics.registry import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tallystick.metrics.bleu_dialect import BleuDialect
    from tallystick.metrics.dialects.preset import Dialect, Preset


def bleu_preset(name: str) -> Preset[BleuDialect]:
    """Return the preset of BLEU of this name or alias.

    Raises:
        OptionError: There is none; the message offers the nearest.

    >>> bleu_preset("torchmetrics").dialect.reference_length
    'closest_first'
    """
    return _found("BLEU", name, _bleu_presets())


@cache
def _bleu_presets() -> Mapping[str, Preset[BleuDialect]]:
    from tallystick.metrics.dialects.bleu import PRESETS

    return _by_name(PRESETS)


def _by_name(presets: Iterable[Preset[Dialect]]) -> Mapping[str, Preset[Dialect]]:
    return {name: preset for preset in presets for name in (preset.name, *preset.aliases)}


def _found(metric: str, name: str, presets: Mapping[str, Preset[Dialect]]) -> Preset[Dialect]:
    if name not in presets:
        raise OptionError(
            f"no dialect of {metric} is named {name!r}{nearest(str(name), list(presets))}; "
            "see all with: tallystick dialects"
        )
    return presets[name]

"""A metric under another dialect."""

from __future__ import annotations

from typing import Any

from tallystick.metrics.interface.dialect import Dialect
from tallystick.metrics.interface.spec import options_of

_HELD = {"dialect", "effective_order"}
"""The options that axes of other names hold."""


def under(metric: Any, dialect: Dialect) -> Any:
    """Return a metric under another dialect, with those of its options that no axis holds.

    Raises:
        OptionError: The metric does not allow the dialect.

    >>> from tallystick.metrics import Rouge, metric_from_spec
    >>> under(Rouge(type="3"), metric_from_spec("rouge1:stem=porter").conventions).type
    '3'
    """
    return type(metric)(dialect=dialect, **options_beside(metric, dialect))


def options_beside(metric: Any, dialect: Dialect) -> dict[str, Any]:
    """Return the options of a metric that no axis of a dialect holds."""
    others = options_of(type(metric)).keys() - dialect.axes().keys() - _HELD
    return {name: getattr(metric, name) for name in others}

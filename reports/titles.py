"""The printed names of metrics that are evaluated themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from tallystick.errors import TallystickError
from tallystick.metrics.scoring import as_metric


class Titled(Protocol):
    """A metric of a report."""

    @property
    def metric(self) -> str:
        """The metric as requested, unique in a report."""

    @property
    def title(self) -> str:
        """The title of the metric."""


def titles_of(metrics: Sequence[Titled]) -> dict[str, str]:
    """Return the printed name of every metric, with its options if the title does not say them."""
    number = Counter(one.title for one in metrics)
    shown = {}
    for one in metrics:
        name, _, options = one.metric.partition(":")
        said = number[one.title] == 1 and options.count("=") == 1 and one.title != _default(name)
        shown[one.metric] = one.title if said or not options else f"{one.title} ({options})"
    return shown


def _default(name: str) -> str | None:
    """Return the title of a metric without options; None if it needs some."""
    try:
        return as_metric(name).identity.title
    except TallystickError:
        return None

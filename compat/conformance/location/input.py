"""An input as a program gets it, and as a metric compares it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from tallystick.compat.case import Case, Segment
from tallystick.errors import TallystickError
from tallystick.metrics.interface.metric import fitted

if TYPE_CHECKING:
    from tallystick.compat.conformance.probes import Probes


def compares_characters(metric: Any) -> bool:
    """Return whether a metric compares characters: it has no tokenizer."""
    return not hasattr(metric.conventions, "tokenize")


@dataclass(frozen=True)
class Input:
    """An input as a program gets it, and the tokens or characters that a metric compares."""

    metric: Any
    given: Case
    units: Case

    @cached_property
    def pairs(self) -> list[tuple[Segment, tuple[Segment, ...]]]:
        """Every hypothesis with its references."""
        return list(zip(self.units.hypotheses, self.units.references, strict=True))

    @cached_property
    def texts(self) -> list[Segment]:
        """The hypotheses and references."""
        return [*self.units.hypotheses, *chain.from_iterable(self.units.references)]

    @cached_property
    def tokens(self) -> list[str]:
        """All tokens as they are given."""
        given = [*self.given.hypotheses, *chain.from_iterable(self.given.references)]
        return list(chain.from_iterable(given))

    @cached_property
    def counts(self) -> list[tuple[Counter[str], list[Counter[str]]]]:
        """The tokens of every hypothesis and those of its references, counted."""
        return [(Counter(own), [*map(Counter, given)]) for own, given in self.pairs]

    @cached_property
    def sums(self) -> dict[str, list[float]]:
        """The sums of each statistic of the metric, one for each order; none if it refuses."""
        try:
            corpus = (self.given if compares_characters(self.metric) else self.units).corpus
            statistics = fitted(self.metric, [corpus.references]).statistics(corpus)
        except (TallystickError, ArithmeticError, ValueError):
            return {}
        sums: dict[str, list[float]] = {}
        for name, total in zip(statistics.columns, statistics.total().tolist(), strict=True):
            sums.setdefault(name.rstrip("_0123456789"), []).append(float(total))
        return sums

    @property
    def lengths(self) -> tuple[float, float]:
        """The length of the hypotheses, and that of the references that the metric compares: that
        of the closest references if its statistics have none.
        """
        if {"hypothesis_length", "reference_length"} <= self.sums.keys():
            return self.sums["hypothesis_length"][0], self.sums["reference_length"][0]
        return (
            sum(len(own) for own, _ in self.pairs),
            sum(
                min(map(len, given), key=lambda n: (abs(n - len(own)), n))
                for own, given in self.pairs
            ),
        )


def inputs_of(metric: Any, probes: Probes) -> list[Input]:
    """Return the inputs of probes as a metric compares them."""
    if compares_characters(metric):
        units = [case.map(lambda tokens: tuple("".join(tokens))) for case in probes.cases]
    else:
        units = list(probes.tokenized(metric))
    return [Input(metric, *pair) for pair in zip(probes.cases, units, strict=True)]

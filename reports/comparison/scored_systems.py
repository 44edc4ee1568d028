"""Systems scored on one test set, the input of every analysis of a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.resampling.units import Units, segments_as_units, units_of
from tallystick.metrics.scoring import score_systems
from tallystick.metrics.tokenizers.protocol import Lowercase
from tallystick.reports.comparison.model import Tokenization

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.metric import Metric
    from tallystick.metrics.references import References
    from tallystick.metrics.scoring import SystemScored
    from tallystick.metrics.statistics import Statistics


DEFAULT_TOKENIZER = "13a"
DEFAULT_ORDER = 4


@dataclass(frozen=True, slots=True, eq=False)
class ScoredSystems:
    """Several systems' hypotheses for the same segments, with their statistics.

    Attributes:
        names: The systems.
        corpora: The segments of each system, with the same references; documents, sources and
            metadata are those of the first.
        metrics: The metrics as requested, by their names in the report.
        fitted: The same metrics after fitting, which computed the statistics.
        statistics: The statistics of each system, by metric.
        units: The units of resampling.
    """

    names: tuple[str, ...]
    corpora: tuple[Corpus, ...]
    metrics: Mapping[str, Metric]
    fitted: Mapping[str, Metric]
    statistics: Mapping[str, tuple[Statistics, ...]]
    units: Units

    def __post_init__(self) -> None:
        """Refuse parts that differ in length, references or metrics."""
        if not self.names:
            raise InputError("there are no systems to compare; give at least one")
        if len(set(self.names)) != len(self.names) or len(self.names) != len(self.corpora):
            raise InputError(
                f"{len(self.corpora)} systems have the names {', '.join(self.names)}; expected one "
                "name for each, all different"
            )
        for name, corpus in zip(self.names, self.corpora, strict=True):
            if corpus.references is not self.references and corpus.references != self.references:
                raise InputError(
                    f"the systems {self.names[0]!r} and {name!r} have different references; "
                    "systems can only be compared on one test set"
                )
        if set(self.metrics) != set(self.fitted) or set(self.metrics) != set(self.statistics):
            raise InputError(
                f"the metrics are {', '.join(self.metrics)}, but the statistics are those of "
                f"{', '.join(self.statistics)}"
            )
        lengths = {len(one) for of_systems in self.statistics.values() for one in of_systems}
        lengths.add(len(self.units.numbers))
        if lengths != {self.segments}:
            raise InputError(
                f"there are {self.segments} segments, but statistics or units of "
                f"{sorted(lengths)}; expected one for each segment"
            )

    @property
    def segments(self) -> int:
        """The number of segments."""
        return len(self.corpora[0])

    @property
    def references(self) -> References:
        """The references of all systems."""
        return self.corpora[0].references

    def rows(self, metric: str) -> NDArray[Any]:
        """Return the statistics under one metric, shape (systems, segments, columns)."""
        return np.stack([statistics.rows for statistics in self.statistics[metric]])


def scored_systems(
    corpora: Mapping[str, Corpus],
    metrics: Mapping[str, Metric],
    scored: Sequence[SystemScored] | None = None,
    units: Units | None = None,
) -> ScoredSystems:
    """Combine systems with their scores.

    Args:
        corpora: The segments of each system.
        metrics: The metrics as requested, by their names in the report.
        scored: The result of `score_systems`, which is called if it is None.
        units: The units of resampling; by default documents, or segments if these are not known.

    >>> from tallystick.metrics.bleu.metric import Bleu
    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a b", "c"], references=["a b", "d"])
    >>> scored = scored_systems({"mine": corpus}, {"bleu": Bleu(order=1)})
    >>> scored.rows("bleu").shape, scored.units.name
    ((1, 2, 4), 'segment')
    """
    if not corpora:
        raise InputError("there are no systems to compare; give at least one")
    first = next(iter(corpora.values()))
    if scored is None:
        scored = score_systems([corpora.items()], [first.references], list(metrics.values()))
    if units is None and first.documents is not None:
        units = units_of("document", first.documents)
    return ScoredSystems(
        names=tuple(corpora),
        corpora=tuple(corpora.values()),
        metrics=dict(metrics),
        fitted={name: scored[0].scored[number].metric for number, name in enumerate(metrics)},
        statistics={
            name: tuple(one.scored[number].statistics for one in scored)
            for number, name in enumerate(metrics)
        },
        units=units or segments_as_units(len(first)),
    )


def tokenization_of(metrics: Mapping[str, Metric]) -> Tokenization:
    """Return the tokenization of analyses, that of the first metric with a tokenizer.

    >>> from tallystick.metrics.nist.metric import Nist
    >>> tokenization_of({"nist": Nist(tokenize="intl", lowercase="none")})
    Tokenization(tokenizer='intl', lowercase='none', order=5)
    """
    for metric in metrics.values():
        tokenizer = getattr(metric, "tokenize", None)
        if isinstance(tokenizer, str):
            lowercase: Any = getattr(metric, "lowercase", None)
            order = getattr(metric, "order", None)
            return Tokenization(
                tokenizer,
                lowercase if lowercase in get_args(Lowercase) else "none",
                order if isinstance(order, int) else DEFAULT_ORDER,
            )
    return Tokenization(DEFAULT_TOKENIZER, "none", DEFAULT_ORDER)

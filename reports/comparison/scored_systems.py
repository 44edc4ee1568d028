"""Systems scored on one test set: what every analysis of a comparison starts from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.bleu import DEFAULT_DIALECT, Bleu
from tallystick.metrics.metric import fitted
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.metric import Metric
    from tallystick.metrics.references import References
    from tallystick.metrics.statistics import Statistics


@dataclass(frozen=True, slots=True, eq=False)
class ScoredSystems:
    """Several systems' hypotheses for the same segments, with their statistics.

    Attributes:
        names: The systems, each once.
        corpora: The segments of each system; all share one `References` object, and documents,
            sources and metadata are those of the first.
        metrics: The metrics as they were asked for, by the text that asks for them.
        fitted: The same, fitted where they need it: these made the statistics.
        statistics: For each metric the statistics of each system.
        units: The unit of resampling of every segment, numbered from 0, int64, shape (segments,).

    Raises:
        InputError: There is no system, parts differ in length, or references are not shared.
    """

    names: tuple[str, ...]
    corpora: tuple[Corpus, ...]
    metrics: Mapping[str, Metric]
    fitted: Mapping[str, Metric]
    statistics: Mapping[str, tuple[Statistics, ...]]
    units: NDArray[np.int64]

    def __post_init__(self) -> None:
        """Check that the parts belong together."""
        if not self.names:
            raise InputError("there are no systems to compare; give at least one")
        if len(set(self.names)) != len(self.names) or len(self.names) != len(self.corpora):
            raise InputError(
                f"{len(self.corpora)} systems are named {', '.join(self.names)}; expected one "
                "name for each, all different"
            )
        for name, corpus in zip(self.names, self.corpora, strict=True):
            if corpus.references is not self.references:
                raise InputError(
                    f"system {name!r} has references of its own; systems are compared on shared "
                    "references: build every corpus with the same References object"
                )
        if set(self.metrics) != set(self.fitted) or set(self.metrics) != set(self.statistics):
            raise InputError(
                f"there are metrics {', '.join(self.metrics)} but statistics of "
                f"{', '.join(self.statistics)}; expected the same"
            )
        lengths = {len(one) for of_systems in self.statistics.values() for one in of_systems}
        if not lengths | {len(self.units)} <= {self.segments}:
            raise InputError(
                f"there are {self.segments} segments but statistics or units of "
                f"{sorted(lengths | {len(self.units)})}; expected one for each segment"
            )

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return len(self.corpora[0])

    @property
    def references(self) -> References:
        """The references of all systems."""
        return self.corpora[0].references

    @property
    def documents(self) -> tuple[str, ...] | None:
        """The document of every segment, or None where they are not known."""
        return self.corpora[0].documents

    def rows(self, metric: str) -> NDArray[Any]:
        """Return the statistics under one metric, shape (systems, segments, columns)."""
        return np.stack([statistics.rows for statistics in self.statistics[metric]])


def scored_systems(
    systems: Mapping[str, Corpus],
    metrics: Mapping[str, Metric],
    *,
    units: Sequence[str] | None = None,
    workspace: Workspace | None = None,
) -> ScoredSystems:
    """Make the statistics of several systems.

    Args:
        systems: The segments of each system, with one `References` object.
        metrics: The metrics, by the text that asks for them.
        units: What each segment is resampled with; the documents where not given, or every
            segment alone where these are not known.
        workspace: Shares the encoded references.

    Raises:
        InputError: As for `ScoredSystems`, or a corpus cannot be scored.

    >>> from tallystick.metrics.corpus import Corpus
    >>> first = Corpus.from_segments(hypotheses=["a b", "c"], references=["a b", "d"])
    >>> second = Corpus(first.hypotheses[:2], first.references)
    >>> scored = scored_systems({"mine": first, "yours": second}, {"bleu": Bleu(order=1)})
    >>> scored.rows("bleu").shape, scored.units.tolist()
    ((2, 2, 4), [0, 1])
    """
    workspace = workspace or Workspace()
    corpora = tuple(systems.values())
    if not corpora:
        raise InputError("there are no systems to compare; give at least one")
    ready = {
        name: fitted(metric, [corpora[0].references], workspace) for name, metric in metrics.items()
    }
    chosen = corpora[0].documents if units is None else units
    if chosen is None:
        numbers = np.arange(len(corpora[0]), dtype=np.int64)
    else:
        known = {unit: number for number, unit in enumerate(dict.fromkeys(chosen))}
        numbers = np.array([known[unit] for unit in chosen], dtype=np.int64)
    return ScoredSystems(
        names=tuple(systems),
        corpora=corpora,
        metrics=dict(metrics),
        fitted=ready,
        statistics={
            name: tuple(metric.statistics(corpus, workspace) for corpus in corpora)
            for name, metric in ready.items()
        },
        units=numbers,
    )


def counting_bleu(metrics: Mapping[str, Metric]) -> Bleu:
    """Return the BLEU by whose tokens and counts systems are looked at.

    It is the first BLEU among the metrics, freed of the conventions of its dialect that bend
    counts; where there is none, one with the tokenizer of the first metric that names it.

    >>> from tallystick.metrics.nist import Nist
    >>> counting_bleu({"nist": Nist(tokenize="intl")}).tokenize
    'intl'
    """
    for metric in metrics.values():
        if isinstance(metric, Bleu):
            if metric.dialect == DEFAULT_DIALECT:
                return metric
            return Bleu(order=metric.order, tokenize=metric.tokenize, lowercase=metric.lowercase)
    for metric in metrics.values():
        tokenize = getattr(metric, "tokenize", None)
        if isinstance(tokenize, str):
            return Bleu(tokenize=tokenize, lowercase=getattr(metric, "lowercase", None) or "none")
    return Bleu()


def higher_is_better(metric: Metric) -> bool:
    """Tell whether more is better; so it is unless the metric says otherwise."""
    return bool(getattr(metric, "higher_is_better", True))

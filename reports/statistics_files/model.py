"""What a file of statistics says about itself.

A file of statistics is a Parquet file with one row for every system and segment, document or part
of a corpus. Its columns are

    system      the name of the system
    first       the number of the row's first segment within the part, from 1
    segments    the number of segments in the row
    document    the document, or null
    METRIC.NAME the column NAME of the statistics of a metric, such as "bleu.matches_1"

A metric whose weights depend on the n-grams of all parts, such as NIST, has other rows, in which
the columns above are null. They are sorted by the high half of the key:

    metric      the name of the metric
    high, low   the key of the n-gram, 128 bits
    count       how often the n-gram occurs in the references; null in rows of coefficients
    system_of_coefficient, order, coefficient  the factor of log2(count) in the sum of the weights
                of the matches of a system; null in rows of counts

The key "tallystick" of the file's metadata has a `Description` as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.interface.identity import Scale
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.interface.signature import Signature

SCHEMA = "tallystick/statistics/2"
"""The name of the format; its number changes with the meaning of anything in it."""


Rows = Literal["segment", "document", "part"]
"""What a row of a file of statistics is the sum of."""

FIXED_COLUMNS: Mapping[str, str] = MappingProxyType(
    {"system": "VARCHAR", "first": "BIGINT", "segments": "BIGINT", "document": "VARCHAR"}
)
"""The columns that every file has, with their types."""

NGRAM_COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "metric": "VARCHAR",
        "high": "UBIGINT",
        "low": "UBIGINT",
        "count": "BIGINT",
        "system_of_coefficient": "VARCHAR",
        "order": "BIGINT",
        "coefficient": "BIGINT",
    }
)
"""The columns of n-grams, in files of metrics that weigh them."""


@dataclass(frozen=True, slots=True)
class SavedMetric:
    """A metric whose statistics are in a file.

    Statistics are whole numbers (`counts`) or float64. With `ngrams` there are no rows of them, as
    weights depend on all parts. `scale` is that of given scores, which their signature lacks.
    """

    metric: str
    signature: str
    columns: tuple[str, ...]
    counts: bool
    ngrams: bool
    scale: Scale | None = None

    def built(self) -> Metric:
        """Return the metric."""
        metric = Signature.parse(self.signature).metric()
        if self.scale is None or not isinstance(metric, GivenScores):
            return metric
        scale = self.scale
        return replace(metric, low=scale.low, high=scale.high, digits=scale.digits)

    def stored_columns(self) -> list[str]:
        """Return the names of the columns in the file."""
        return [] if self.ngrams else [f"{self.metric}.{name}" for name in self.columns]


@dataclass(frozen=True, slots=True)
class SavedSystem:
    """A system with the digest of its hypotheses, and by metric the sum of each column."""

    system: str
    digest: str
    sums: tuple[tuple[float | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Description:
    """What a file of statistics contains.

    `references` is None if their number varies. Parts of a corpus are recognised by
    `reference_digest`; `part` names the part among those that one run wrote, whose texts may be
    equal, and is "" for a part on its own.
    """

    version: str
    rows: Rows
    segments: int
    references: int | None
    reference_digest: str
    part: str
    given_tokens: bool
    documents: bool
    systems: tuple[SavedSystem, ...]
    metrics: tuple[SavedMetric, ...]

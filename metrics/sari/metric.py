"""SARI: how well n-grams are added to the source text, kept and deleted.

Xu et al., "Optimizing Statistical Machine Translation for Text Simplification", TACL 4, 2016. The
hypothesis simplifies a source text, which is compared as well; see `tallystick.metrics.Corpus`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

import numpy as np

from tallystick.metrics.base import BaseMetric
from tallystick.metrics.calls import check_type
from tallystick.metrics.columns import Columns
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    changed_fields,
    order_from_text,
    parse_lowercase,
    text_fields,
    text_options,
)
from tallystick.metrics.presets import resolve_options
from tallystick.metrics.sari.dialect import DEFAULT, SariDialect
from tallystick.metrics.sari.formula import mean_of, scores_of
from tallystick.metrics.sari.operations import NAMES
from tallystick.metrics.sari.source_language import warnings_of_sources
from tallystick.metrics.sari.statistics import (
    columns_of,
    operations_in,
    refuse_different_numbers,
    statistics_of,
)
from tallystick.metrics.signature import signature_of
from tallystick.metrics.sources import sources_of
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.tokenizers import Lowercase

DEFAULT_DIALECT = "easse"

IDENTITY = Identity(
    name="sari",
    title="SARI",
    description="n-grams added to, kept and deleted from the source text",
    scale=Scale(0, 100, digits=2),
    needs_sources=True,
    citation=Citation(
        "Xu et al., 2016",
        """@article{xu-etal-2016-optimizing,
  author = {Xu, Wei and Napoles, Courtney and Pavlick, Ellie and Chen, Quanze and Callison-Burch,
    Chris},
  title = {Optimizing Statistical Machine Translation for Text Simplification},
  journal = {Transactions of the Association for Computational Linguistics},
  volume = {4},
  year = {2016},
  pages = {401--415},
  doi = {10.1162/tacl_a_00107},
}""",
    ),
)


@dataclass(frozen=True, slots=True, repr=False)
class SariScore(Score):
    """A SARI score, 0 to 100, the mean of its three components, 0 to 100.

    Attributes:
        add: The score of adding n-grams that are not in the source.
        keep: The score of keeping n-grams of the source.
        delete: The score of deleting n-grams of the source.
    """

    add: float
    keep: float
    delete: float

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} (add {self.add:.2f}, keep {self.keep:.2f}, "
            f"delete {self.delete:.2f}) {self.signature}"
        )


class SariOptions(TypedDict, total=False):
    """The options of `Sari`, for functions that pass them on."""

    order: int | None
    tokenize: str | None
    lowercase: Lowercase | bool | None
    dialect: str | SariDialect


@dataclass(frozen=True, slots=True, init=False)
class Sari(BaseMetric[SariScore]):
    """SARI with its options. An option that is None is taken from the dialect.

    Args:
        order: The highest order of n-grams; 4 in the paper.
        tokenize: The name of the tokenizer of sources, hypotheses and references.
        lowercase: "none"; "unicode" (or True) for every letter; "ascii" for A to Z.
        dialect: The name of a preset, the dialect of a known program (`tallystick dialects` lists
            them); or a `SariDialect`, or its text.

    Attributes:
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is out of range, or no dialect has this name.
        UnknownNameError: No tokenizer has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(
    ...     sources=["About 95 species are currently accepted ."],
    ...     hypotheses=["About 95 you now get in ."],
    ...     references=[
    ...         [
    ...             "About 95 species are currently known .",
    ...             "About 95 species are now accepted .",
    ...             "95 species are now accepted .",
    ...         ]
    ...     ],
    ... )
    >>> for dialect in "xu", "evaluate", "easse":  # the first two: the programs' own example
    ...     metric = Sari(dialect=dialect)
    ...     print(round(metric.score(metric.statistics(corpus)).score, 4))
    26.8278
    26.9536
    31.3502
    """

    identity: ClassVar[Identity] = IDENTITY

    order: int = field(metadata={"parse": int})
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    dialect: str | SariDialect
    conventions: SariDialect = field(init=False, repr=False)

    def __init__(
        self,
        order: int | None = None,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        dialect: str | SariDialect = DEFAULT_DIALECT,
    ) -> None:
        resolve_options(
            self,
            SariDialect,
            dialect,
            (DEFAULT_DIALECT, DEFAULT),
            order=order,
            tokenize=tokenize,
            lowercase=lowercase,
        )

    def warnings(self, corpus: Corpus) -> tuple[str, ...]:
        """Return warnings about scoring this corpus with these options."""
        return warnings_of_sources(corpus)

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the counts of every segment, int64; or its scores, if the dialect averages them.

        Columns, each a block of orders: added_correctly, added, to_add, kept_correctly, kept,
        to_keep, deleted_correctly, deleted, to_delete. If scores are averaged, float64: add, keep
        and delete, 0 to 1, and segments (1).

        Raises:
            InputError: The corpus has no sources, or they are not tokens although the hypotheses
                are; or the dialect sums counts and the numbers of references differ.
        """
        check_type(corpus, Corpus, "write metric.statistics(Corpus.from_segments(...))")
        sources = sources_of(IDENTITY, corpus)
        return statistics_of(self.conventions, corpus, sources, workspace or Workspace())

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return columns_of(self.conventions)

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute SARI, shape (...,), 0 to 100, from sums of statistics, shape (..., columns)."""
        return 100 * mean_of(self._components(totals))

    def _components(self, totals: NDArray[Any]) -> NDArray[np.float64]:
        """Return the scores of adding, keeping and deleting, 0 to 1, shape (..., 3)."""
        sums = self.columns.split(totals)
        if self.conventions.average == "score":
            found = np.stack([sums[name] for name in NAMES], axis=-1)
            mean: NDArray[np.float64] = found / np.maximum(sums["segments"], 1)[..., None]
            return mean
        return scores_of(self.conventions, operations_in(sums))

    def score_statistics(self, statistics: Statistics) -> SariScore:
        """Score all segments of the statistics together.

        Raises:
            InputError: The numbers of references differ, and the dialect adds up counts.
        """
        refuse_different_numbers(self.conventions, statistics.references)
        total = statistics.finite_total()
        components = (100 * self._components(total)).tolist()
        return SariScore(
            IDENTITY.name,
            float(self.formula(total)),
            signature_of(self, statistics.references, statistics.given_tokens),
            *components,
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature, which always names the dialect."""
        changed = changed_fields(self, DEFAULT, "order")
        return {**text_fields(self, given_tokens), **changed, "dialect": str(self.dialect)}

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Sari:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        given = text_options(IDENTITY.name, options, DEFAULT, DEFAULT_DIALECT, "order")
        order = order_from_text(options.get("order", str(DEFAULT.order)))
        return cls(order=order, **given)

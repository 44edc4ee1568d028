"""Distinct-n: the share of distinct n-grams, which measures the diversity of hypotheses.

Li et al., "A Diversity-Promoting Objective Function for Neural Conversation Models", NAACL 2016,
https://aclanthology.org/N16-1014. It needs no references.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.base import BaseMetric
from tallystick.metrics.calls import check_type
from tallystick.metrics.columns import Columns
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.distinct.dialect import LI_2016, DistinctDialect
from tallystick.metrics.distinct.formula import distinct
from tallystick.metrics.distinct.statistics import COLUMNS, statistics_of
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    order_from_text,
    parse_lowercase,
    text_fields,
    text_options,
)
from tallystick.metrics.presets import resolve_options
from tallystick.metrics.signature import signature_of
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.distinct.stream import DistinctStream
    from tallystick.metrics.tokenizers import Lowercase

DEFAULT_DIALECT = "li2016"

IDENTITY = Identity(
    name="distinct",
    title="distinct-n",
    description="share of n-grams that are distinct, without references",
    scale=Scale(0, 100, digits=2),
    needs_references=False,
    options_in_title=("order",),
    citation=Citation(
        "Li et al., 2016",
        """@inproceedings{li-etal-2016-diversity,
  author = {Li, Jiwei and Galley, Michel and Brockett, Chris and Gao, Jianfeng and Dolan, Bill},
  title = {A Diversity-Promoting Objective Function for Neural Conversation Models},
  booktitle = {Proceedings of the 2016 Conference of the North {A}merican Chapter of the
    Association for Computational Linguistics: Human Language Technologies},
  year = {2016},
  pages = {110--119},
  doi = {10.18653/v1/N16-1014},
}""",
    ),
)


class _Identity:
    """The identity of the class, or of a metric with its order in the title."""

    def __get__(self, metric: Distinct | None, owner: type[Distinct]) -> Identity:
        return IDENTITY if metric is None else replace(IDENTITY, title=f"distinct-{metric.order}")


@dataclass(frozen=True, slots=True, repr=False)
class DistinctScore(Score):
    """A distinct-n score, 0 to 100, and its components.

    Attributes:
        distinct: Distinct n-grams of all hypotheses together.
        size: What they are divided by: tokens, or n-grams, of all hypotheses.
    """

    distinct: int
    size: int

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} "
            f"({self.distinct} distinct, size = {self.size}) {self.signature}"
        )


class DistinctOptions(TypedDict, total=False):
    """The options of `Distinct`, for functions that pass them on."""

    order: int | None
    tokenize: str | None
    lowercase: Lowercase | bool | None
    dialect: str | DistinctDialect


@dataclass(frozen=True, slots=True, init=False)
class Distinct(BaseMetric[DistinctScore]):
    """Distinct-n with its options. An option that is None is taken from the dialect.

    Args:
        order: The order of n-grams, by default 2.
        tokenize: The name of the tokenizer; "none" splits at white space.
        lowercase: "unicode" (or True) for every letter; "ascii" for A to Z; "none".
        dialect: The name of a preset: "li2016" counts n-grams once in the corpus, "distinct-n" once
            in each hypothesis; or a `DistinctDialect`, or its text.

    Attributes:
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is out of range, or no dialect has this name.
        UnknownNameError: No tokenizer has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.without_references(["a b c d", "a b c e"])
    >>> def score(metric):
    ...     return metric.score(metric.statistics(corpus)).score
    >>> score(Distinct())  # a b, b c, c d and c e, of 8 tokens
    50.0
    >>> score(Distinct(dialect="distinct-n"))  # Distinct-N: 0.75
    75.0
    """

    identity: ClassVar[_Identity] = _Identity()

    order: int = field(metadata={"parse": int})
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    dialect: str | DistinctDialect
    conventions: DistinctDialect = field(init=False, repr=False)

    def __init__(
        self,
        order: int | None = None,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        dialect: str | DistinctDialect = DEFAULT_DIALECT,
    ) -> None:
        resolve_options(
            self,
            DistinctDialect,
            dialect,
            (DEFAULT_DIALECT, LI_2016),
            order=order,
            tokenize=tokenize,
            lowercase=lowercase,
        )

    @property
    def whole_corpus(self) -> bool:
        """Whether the statistics of a segment depend on the other segments of the corpus: yes."""
        return True

    @property
    def no_sums_of_parts(self) -> str:
        """Why rows of some of the segments do not add up to the score of these, or ""."""
        if self.conventions.scope == "segment":
            return ""
        return (
            "an n-gram of several segments is counted once, so the numbers of parts of a corpus do "
            "not add up; use the mean over segments, distinct:dialect=distinct-n"
        )

    @property
    def can_stream(self) -> bool:
        """Whether the metric streams under its options: yes."""
        return True

    def stream(self) -> DistinctStream:
        """Return what scores a corpus that is read once, in little memory."""
        from tallystick.metrics.distinct.stream import DistinctStream

        return DistinctStream(self)

    def for_segments(self) -> Distinct:
        """Return the metric for single segments; it reads the same statistics."""
        if self.conventions.scope == "segment":
            return self
        given = {option: getattr(self, option) for option in ("order", "tokenize", "lowercase")}
        usual = {option: getattr(LI_2016, option) for option in given}
        return Distinct(**given, dialect=replace(self.conventions, scope="segment", **usual))

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the distinct n-grams of every segment, float64.

        Columns: segment_scores, 0 to 1, NaN if the program of the dialect fails; segments, 1;
        new_ngrams, those in no earlier segment; size, tokens or n-grams.
        """
        check_type(corpus, Corpus, "write metric.statistics(Corpus.without_references(...))")
        return statistics_of(self.conventions, corpus, workspace or Workspace())

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return COLUMNS

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute distinct-n, shape (...,), 0 to 100, from sums of statistics of a corpus."""
        return 100 * distinct(self.conventions, **COLUMNS.split(totals))

    def score_statistics(self, statistics: Statistics) -> DistinctScore:
        """Score all segments of the statistics together.

        Raises:
            InputError: The program of the dialect fails on a segment.
        """
        total = statistics.total()
        score = float(self.formula(total))
        if np.isnan(score):
            odd = np.flatnonzero(np.isnan(statistics.column("segment_scores")))[0] + 1
            where = f"segment {odd}" if len(statistics) > 1 else "a segment"
            raise InputError(
                f"{self.identity.title} of {where} is not defined under the dialect "
                f"{self.dialect}, because it has fewer than {self.order - 1} tokens; in "
                "dialect=scope=segment it is 0"
            )
        sums = COLUMNS.split(total)
        return DistinctScore(
            metric=IDENTITY.name,
            score=score,
            signature=signature_of(self, 0, statistics.given_tokens),
            distinct=int(sums["new_ngrams"]),
            size=int(sums["size"]),
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        options = {**text_fields(self, given_tokens), "order": str(self.order)}
        if self.dialect != DEFAULT_DIALECT:
            options["dialect"] = str(self.dialect)
        return options

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Distinct:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        given = text_options(IDENTITY.name, options, LI_2016, DEFAULT_DIALECT, "order")
        return cls(order=order_from_text(options.get("order", "2")), **given)

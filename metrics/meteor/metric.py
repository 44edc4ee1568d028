"""METEOR as NLTK computes it: exact words, stems and synonyms, and a penalty for chunks.

Lavie and Agarwal, "METEOR: An Automatic Metric for MT Evaluation with High Levels of Correlation
with Human Judgments", WMT 2007, https://aclanthology.org/W07-0734. The score of a corpus is the
mean of those of its segments, each with the reference that gives the highest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.base import BaseMetric
from tallystick.metrics.calls import check_type
from tallystick.metrics.catalogue import METRICS
from tallystick.metrics.columns import Columns
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.dialect import with_options
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.meteor import wordnet
from tallystick.metrics.meteor.dialect import NLTK, MeteorDialect
from tallystick.metrics.meteor.statistics import COLUMNS, statistics_of
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    changed_fields,
    check_signature_fields,
    lowercase_from_case,
    number_from_text,
    parse_lowercase,
    text_fields,
    tokenizer_from_fields,
)
from tallystick.metrics.presets import resolved
from tallystick.metrics.signature import Signature
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sum_formula import SumFormula
    from tallystick.metrics.tokenizers import Lowercase

PARAMETERS = ("alpha", "beta", "gamma")

IDENTITY = Identity(
    name="meteor",
    title="METEOR",
    description="aligned words, stems and synonyms, with a penalty for chunks",
    scale=Scale(0, 100, digits=2),
    citation=Citation(
        "Lavie and Agarwal, 2007",
        """@inproceedings{lavie-agarwal-2007-meteor,
  author = {Lavie, Alon and Agarwal, Abhaya},
  title = {{METEOR}: An Automatic Metric for {MT} Evaluation with High Levels of Correlation with
    Human Judgments},
  booktitle = {Proceedings of the Second Workshop on Statistical Machine Translation},
  year = {2007},
  pages = {228--231},
}""",
    ),
)


@dataclass(frozen=True, slots=True, repr=False)
class MeteorScore(Score):
    """A METEOR score, 0 to 100, and the means of its components over the segments, 0 to 1.

    Attributes:
        precision: The share of the words of the hypothesis that are aligned.
        recall: The share of the words of the reference that are aligned.
        penalty: The penalty for aligned words in many chunks.
    """

    precision: float
    recall: float
    penalty: float

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} (precision {self.precision:.4f}, "
            f"recall {self.recall:.4f}, penalty {self.penalty:.4f}) {self.signature}"
        )


class MeteorOptions(TypedDict, total=False):
    """The options of `Meteor`, for functions that pass them on."""

    dialect: str | MeteorDialect
    alpha: float | None
    beta: float | None
    gamma: float | None
    tokenize: str | None
    lowercase: Lowercase | bool | None


@dataclass(frozen=True, slots=True, init=False)
class Meteor(BaseMetric[MeteorScore]):
    """METEOR as a program computes it. An option that is None is taken from the dialect.

    Args:
        dialect: The name of a preset, "nltk"; or a `MeteorDialect`, or its text. There is no
            default, as programs differ too much.
        alpha: The weight of the recall, 0 to 1; 0.9 in NLTK.
        beta: The exponent of the penalty; 3 in NLTK.
        gamma: The highest penalty, 0 to 1; 0.5 in NLTK.
        tokenize: The name of the tokenizer; NLTK takes tokens, and "none" splits at white space.
        lowercase: "unicode" (or True) for every letter, as NLTK; "none", or "ascii" for A to Z.

    Attributes:
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is out of range, there is no dialect, or none has this name.
        UnknownNameError: No tokenizer has this name.

    >>> Meteor("nltk").alpha
    0.9
    """

    identity: ClassVar[Identity] = IDENTITY

    dialect: str | MeteorDialect
    alpha: float = field(metadata={"parse": float})
    beta: float = field(metadata={"parse": float})
    gamma: float = field(metadata={"parse": float})
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    conventions: MeteorDialect = field(init=False, repr=False)

    def __init__(
        self,
        dialect: str | MeteorDialect | None = None,
        alpha: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
    ) -> None:
        if dialect is None:
            raise OptionError(METRICS.refused[IDENTITY.name])
        name, base = resolved(MeteorDialect, dialect, ("nltk", NLTK))
        parameters = {"alpha": alpha, "beta": beta, "gamma": gamma}
        given: dict[str, Any] = {key: one for key, one in parameters.items() if one is not None}
        conventions = with_options(base, tokenize, lowercase, **given)
        resolve = partial(object.__setattr__, self)
        resolve("dialect", name)
        resolve("conventions", conventions)
        for option in (*PARAMETERS, "tokenize", "lowercase"):
            resolve(option, getattr(conventions, option))

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the score of every segment, 0 to 1, its components and a count of 1, float64.

        Columns: segment_scores, precisions, recalls, penalties, segments. They are those of the
        reference with the highest score.

        Raises:
            MissingExtraError: NLTK is not installed.
            InputError: NLTK has no WordNet.
        """
        check_type(corpus, Corpus, "write metric.statistics(Corpus.from_segments(...))")
        return statistics_of(self.conventions, corpus, workspace or Workspace())

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return COLUMNS

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute means, shape (...,), 0 to 100, from sums of statistics, shape (..., columns)."""
        sums = COLUMNS.split(totals)
        means: NDArray[Any] = 100 * sums["segment_scores"] / np.maximum(sums["segments"], 1)
        return means

    def sum_formula(self) -> SumFormula:
        """Return the formula as data."""
        from tallystick.metrics.sum_formula import mean_of_segments

        return mean_of_segments(100)

    def score_statistics(self, statistics: Statistics) -> MeteorScore:
        """Score all segments of the statistics together."""
        total = statistics.total()
        sums = COLUMNS.split(total)

        def mean(column: str) -> float:
            return float(sums[column] / sums["segments"])

        return MeteorScore(
            metric=IDENTITY.name,
            score=float(self.formula(total)),
            signature=Signature.of(self, statistics.references, statistics.given_tokens),
            precision=mean("precisions"),
            recall=mean("recalls"),
            penalty=mean("penalties"),
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature, with the version of WordNet."""
        return {
            **text_fields(self, given_tokens),
            "dialect": str(self.dialect),
            "wordnet": wordnet.load().version,
            **changed_fields(self, NLTK, *PARAMETERS),
        }

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Meteor:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, its value is invalid, or the version of WordNet is not
                the installed one.
        """
        known = {"case", "tok", "tokversion", "dialect", "wordnet", *PARAMETERS}
        check_signature_fields(IDENTITY.name, options, known)
        given, here = options.get("wordnet"), wordnet.load().version
        if given is not None and given != here:
            raise OptionError(
                f"the signature has WordNet {given}, but NLTK has WordNet {here} here, whose "
                "synonyms differ"
            )
        parameters = {
            option: number_from_text(option, options.get(option, str(getattr(NLTK, option))))
            for option in PARAMETERS
        }
        return cls(
            options.get("dialect"),
            **parameters,
            tokenize=tokenizer_from_fields(options, "none"),
            lowercase=lowercase_from_case(options.get("case", "lc")),
        )

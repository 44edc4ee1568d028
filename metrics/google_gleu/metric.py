"""Google's GLEU: matching n-grams of all orders, divided by the n-grams of the longer side.

Wu et al., "Google's Neural Machine Translation System: Bridging the Gap between Human and Machine
Translation", arXiv:1609.08144, section 4.3. It is a score for single sentences, such as the reward
of reinforcement learning. That of a corpus divides sums over the segments.

GLEU is also the name of a metric for grammatical error correction (Napoles et al., ACL 2015), which
compares with the source text as well; this is not it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from tallystick.metrics.base import BaseMetric
from tallystick.metrics.calls import check_type
from tallystick.metrics.columns import Columns
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.google_gleu.dialect import DEFAULT, GoogleGleuDialect
from tallystick.metrics.google_gleu.formula import gleu
from tallystick.metrics.google_gleu.statistics import COLUMNS, statistics_of
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
from tallystick.metrics.signature import signature_of
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sum_formula import SumFormula
    from tallystick.metrics.tokenizers import Lowercase

DEFAULT_DIALECT = "evaluate-unordered"

IDENTITY = Identity(
    name="google_gleu",
    title="GLEU (Google)",
    description="minimum of precision and recall of the n-grams of all orders",
    scale=Scale(0, 100, digits=2),
    citation=Citation(
        "Wu et al., 2016",
        """@misc{wu-etal-2016-google,
  author = {Wu, Yonghui and Schuster, Mike and Chen, Zhifeng and Le, Quoc V. and Norouzi, Mohammad
    and others},
  title = {Google's Neural Machine Translation System: Bridging the Gap between Human and Machine
    Translation},
  year = {2016},
  eprint = {1609.08144},
  archiveprefix = {arXiv},
}""",
    ),
    precision_by_order=True,
)


@dataclass(frozen=True, slots=True, repr=False)
class GoogleGleuScore(Score):
    """A GLEU score, 0 to 100, and its components.

    Attributes:
        matches: Clipped matches of all orders.
        ngrams: N-grams of the hypothesis or the chosen reference of each segment, whichever has
            more.
    """

    matches: int
    ngrams: int

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} ({self.matches} of {self.ngrams} n-grams) "
            f"{self.signature}"
        )


class GoogleGleuOptions(TypedDict, total=False):
    """The options of `GoogleGleu`, for functions that pass them on."""

    min_order: int | None
    order: int | None
    tokenize: str | None
    lowercase: Lowercase | bool | None
    dialect: str | GoogleGleuDialect


@dataclass(frozen=True, slots=True, init=False)
class GoogleGleu(BaseMetric[GoogleGleuScore]):
    """Google's GLEU with its options. An option that is None is taken from the dialect.

    Args:
        min_order: The lowest order of n-grams; 1 in the paper.
        order: The highest order of n-grams; 4 in the paper.
        tokenize: The name of the tokenizer; "13a" in Hugging Face evaluate.
        lowercase: "none"; "unicode" (or True) for every letter; "ascii" for A to Z.
        dialect: The name of a preset, the dialect of a known program (`tallystick dialects` lists
            them); or a `GoogleGleuDialect`, or its text.

    Attributes:
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is out of range, or no dialect has this name.
        UnknownNameError: No tokenizer has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> metric = GoogleGleu()
    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["the the the the the the the"], references=["the cat is on the mat"]
    ... )
    >>> round(metric.score(metric.statistics(corpus)).score, 2)  # NLTK's documentation: 0.0909
    9.09
    """

    identity: ClassVar[Identity] = IDENTITY

    min_order: int = field(metadata={"parse": int})
    order: int = field(metadata={"parse": int})
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    dialect: str | GoogleGleuDialect
    conventions: GoogleGleuDialect = field(init=False, repr=False)

    def __init__(
        self,
        min_order: int | None = None,
        order: int | None = None,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        dialect: str | GoogleGleuDialect = DEFAULT_DIALECT,
    ) -> None:
        resolve_options(
            self,
            GoogleGleuDialect,
            dialect,
            (DEFAULT_DIALECT, DEFAULT),
            min_order=min_order,
            order=order,
            tokenize=tokenize,
            lowercase=lowercase,
        )

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the clipped matches and n-grams of every segment, int64.

        Columns: matches, of all orders; ngrams, those of the hypothesis or the reference, whichever
        has more. They are those of the reference that gives the segment the highest score.
        """
        check_type(corpus, Corpus, "write metric.statistics(Corpus.from_segments(...))")
        return statistics_of(self.conventions, corpus, workspace or Workspace())

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return COLUMNS

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute GLEU, shape (...,), 0 to 100, from sums of statistics, shape (..., columns)."""
        return 100 * gleu(**COLUMNS.split(totals))

    def sum_formula(self) -> SumFormula:
        """Return the formula as data."""
        from tallystick.metrics.sum_formula import ratio_of_sums

        return ratio_of_sums(("matches",), ("ngrams",), factor=100)

    def score_statistics(self, statistics: Statistics) -> GoogleGleuScore:
        """Score all segments of the statistics together; 0 if there are no n-grams, as in NLTK."""
        total = statistics.finite_total()
        sums = COLUMNS.split(total)
        return GoogleGleuScore(
            metric=IDENTITY.name,
            score=float(self.formula(total)),
            signature=signature_of(self, statistics.references, statistics.given_tokens),
            matches=int(sums["matches"]),
            ngrams=int(sums["ngrams"]),
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        options = text_fields(self, given_tokens)
        options |= changed_fields(self, DEFAULT, "min_order", "order")
        if self.dialect != DEFAULT_DIALECT:
            options["dialect"] = str(self.dialect)
        return options

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> GoogleGleu:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        given = text_options(IDENTITY.name, options, DEFAULT, DEFAULT_DIALECT, "min_order", "order")
        return cls(
            min_order=order_from_text(options.get("min_order", "1")),
            order=order_from_text(options.get("order", "4")),
            **given,
        )

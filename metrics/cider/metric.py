"""CIDEr and CIDEr-D: cosines of n-gram counts, weighted by the rarity of the n-grams.

Vedantam, Zitnick and Parikh, "CIDEr: Consensus-Based Image Description Evaluation", CVPR 2015. The
default is CIDEr-D as pycocoevalcap computes it under the name CIDEr; `dialect=plain` is CIDEr. The
scale is that of the programs, 0 to 10; papers on image captions print a hundred times as much.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from tallystick.errors import InputError, OptionError
from tallystick.metrics.base import BaseMetric
from tallystick.metrics.calls import check_type
from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.cider.dialect import DEFAULT, CiderDialect
from tallystick.metrics.cider.formula import PERFECT, cider
from tallystick.metrics.cider.frequencies import DocumentFrequencies
from tallystick.metrics.cider.statistics import Squares, columns_of, statistics_of
from tallystick.metrics.columns import Columns
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    changed_fields,
    number_from_text,
    order_from_text,
    parse_lowercase,
    text_fields,
    text_options,
)
from tallystick.metrics.presets import resolve_options
from tallystick.metrics.signature import Signature
from tallystick.metrics.spec import Named, named
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.cider.stream import CiderStream
    from tallystick.metrics.references import References
    from tallystick.metrics.tokenizers import Lowercase

DEFAULT_DIALECT = "cider-d"

IDENTITY = Identity(
    name="cider",
    title="CIDEr",
    description="cosine of n-gram counts weighted by rarity, clipped for CIDEr-D",
    scale=Scale(0, PERFECT, digits=4),
    citation=Citation(
        "Vedantam et al., 2015",
        """@inproceedings{vedantam-etal-2015-cider,
  author = {Vedantam, Ramakrishna and Zitnick, C. Lawrence and Parikh, Devi},
  title = {{CIDEr}: Consensus-Based Image Description Evaluation},
  booktitle = {Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition},
  year = {2015},
  pages = {4566--4575},
}""",
    ),
)

REFERENCES = "references"
"""What a signature writes for document frequencies of the references themselves."""


@dataclass(frozen=True, slots=True, repr=False)
class CiderScore(Score):
    """A CIDEr score, 0 to 10, and its components.

    Attributes:
        variant: "CIDEr-D", or "CIDEr" if counts are not clipped or lengths not penalized.
        individual: The score of each order alone, 0 to 10; their mean is the score.
    """

    variant: str
    individual: tuple[float, ...]

    def __str__(self) -> str:
        individual = "/".join(f"{score:.4f}" for score in self.individual)
        return f"{self.name} = {self.score:.4f} {individual} {self.signature}"


class CiderOptions(TypedDict, total=False):
    """The options of `Cider`, for functions that pass them on."""

    order: int | None
    sigma: float | None
    tokenize: str | None
    lowercase: Lowercase | bool | None
    dialect: str | CiderDialect
    df: DocumentFrequencies | None


class _Identity:
    """The identity of the class, or of a metric with the name of its variant as its title."""

    def __get__(self, metric: Cider | FittedCider | None, kind: type) -> Identity:
        return IDENTITY if metric is None else replace(IDENTITY, title=metric.variant)


@dataclass(frozen=True, slots=True, init=False)
class Cider(BaseMetric[CiderScore]):
    """CIDEr-D or CIDEr with its options. An option that is None is taken from the dialect.

    Args:
        order: The highest order of n-grams; 4 in the paper.
        sigma: The difference in length for which the penalty of CIDEr-D is exp(-1/2); 6 in the
            paper.
        tokenize: The name of the tokenizer; "none" as in pycocoevalcap's class Cider, which splits
            at white space.
        lowercase: "none"; "unicode" (or True) for every letter; "ascii" for A to Z.
        dialect: "cider-d", "plain" for CIDEr, or another preset (`tallystick dialects` lists them);
            or a `CiderDialect`, or its text.
        df: Document frequencies that were counted elsewhere (on the command line a file, see
            `DocumentFrequencies.read`); by default they are those of the references of the corpus.

    Attributes:
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is out of range, or no dialect has this name.
        UnknownNameError: No tokenizer has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["a cat sat down a cat sat down", "my dog ran home"],
    ...     references=["a cat sat down", "my dog ran home"],
    ... )
    >>> for metric in Cider(), Cider(dialect="plain"):
    ...     score = metric.score(metric.statistics(corpus))
    ...     print(score.variant, round(score.score, 4))  # pycocoevalcap 1.2, vrama91/cider
    CIDEr-D 6.8072
    CIDEr 9.5139
    """

    identity: ClassVar[Any] = _Identity()

    order: int = field(metadata={"parse": int})
    sigma: float = field(metadata={"parse": float})
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    dialect: str | CiderDialect
    df: DocumentFrequencies | None = field(metadata={"parse": DocumentFrequencies.read})
    conventions: CiderDialect = field(init=False, repr=False)

    def __init__(
        self,
        order: int | None = None,
        sigma: float | None = None,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        dialect: str | CiderDialect = DEFAULT_DIALECT,
        df: DocumentFrequencies | None = None,
    ) -> None:
        if not isinstance(df, (DocumentFrequencies, type(None))):
            raise OptionError(
                f"df is of type {type(df).__name__}; expected DocumentFrequencies, such as "
                "DocumentFrequencies.read('coco.tsv')"
            )
        resolve_options(
            self,
            CiderDialect,
            dialect,
            (DEFAULT_DIALECT, DEFAULT),
            order=order,
            sigma=sigma,
            tokenize=tokenize,
            lowercase=lowercase,
        )
        object.__setattr__(self, "df", df)

    @property
    def variant(self) -> str:
        """The name of the metric with these options: "CIDEr-D" or "CIDEr"."""
        return "CIDEr-D" if self.conventions.is_d else "CIDEr"

    def fit(
        self, references: Iterable[References], workspace: Workspace | None = None
    ) -> FittedCider:
        """Count the document frequencies of the references of a corpus, unless they were given.

        Args:
            references: The references of the whole corpus, in one or several parts.
            workspace: Keeps the encoded references for other systems and metrics.

        Raises:
            InputError: There are no references, or all are empty; or there is one segment, or all
                have the same references, so that no n-gram has a weight.
        """
        if self.df is not None:
            deque(references, maxlen=0)
            return FittedCider(self, self.df)
        frequencies = self.document_frequencies(references, complete=False, workspace=workspace)
        if frequencies.are_equal():
            self.refuse_equal_frequencies(frequencies.segments)
        return FittedCider(self, frequencies)

    def refuse_equal_frequencies(self, segments: int) -> None:
        """Refuse references whose n-grams all occur in each segment, unless the dialect does not.

        Raises:
            InputError: The dialect refuses them.
        """
        if self.conventions.no_weights == "error":
            some = "one segment" if segments == 1 else f"{segments} segments with the same n-grams"
            raise InputError(
                f"{self.variant} is not defined for {some}, because every n-gram of the references "
                "occurs in all of them and has the weight log(1) = 0; score more segments, or give "
                "document frequencies of other references (df=FILE, in Python "
                "df=DocumentFrequencies.read(...)); under the dialect pycocoevalcap the score is 0 "
                "whatever the text"
            )

    @property
    def can_stream(self) -> bool:
        """Whether the document frequencies are those of the references."""
        return self.df is None

    def stream(self) -> CiderStream:
        """Return what scores a corpus that is read once, in little memory."""
        from tallystick.metrics.cider.stream import CiderStream

        return CiderStream(self)

    def document_frequencies(
        self,
        references: Iterable[References],
        complete: bool = True,
        workspace: Workspace | None = None,
    ) -> DocumentFrequencies:
        """Return the document frequencies that this metric counts in references, for use as `df`.

        Args:
            references: The references of the whole corpus, in one or several parts.
            complete: Whether to include n-grams whose prefix occurs once.
            workspace: Shares the encoded references between systems and metrics.

        Raises:
            InputError: There are no references, or all are empty.
        """
        tokenizer = tokenizer_named(self.tokenize)
        return DocumentFrequencies.fit(
            references, tokenizer, self.lowercase, self.order, complete, workspace
        )

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the similarities of every segment with its references, float64.

        Columns: similarities_1 to similarities_N, the mean over the references of the cosine of
        the n-grams of each order, 0 to 1, times the length penalty; segments, which is 1. Document
        frequencies are those of this corpus, unless they were given.

        Raises:
            InputError: See `fit`, unless document frequencies were given.
        """
        check_type(corpus, Corpus, "write metric.statistics(Corpus.from_segments(...))")
        workspace = workspace or Workspace()
        return self.fit([corpus.references], workspace).statistics(corpus, workspace)

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return columns_of(self.order)

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute CIDEr, shape (...,), 0 to 10, from sums of statistics, shape (..., columns)."""
        return cider(**self.columns.split(totals))

    def score_statistics(self, statistics: Statistics) -> CiderScore:
        """Score all segments of the statistics together: the mean of their scores."""
        total = statistics.finite_total()
        sums = self.columns.split(total)
        return CiderScore(
            metric=IDENTITY.name,
            score=float(self.formula(total)),
            signature=Signature.of(self, statistics.references, statistics.given_tokens),
            variant=self.variant,
            individual=tuple((PERFECT * sums["similarities"] / sums["segments"]).tolist()),
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        return {
            **text_fields(self, given_tokens),
            "dialect": str(self.dialect),
            "df": REFERENCES if self.df is None else self.df.fingerprint(),
            **changed_fields(self, DEFAULT, "order", "sigma"),
        }

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Cider:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, its value is invalid, or the signature names document
                frequencies that were counted elsewhere.
        """
        given = text_options(
            IDENTITY.name, options, DEFAULT, DEFAULT_DIALECT, "df", "order", "sigma"
        )
        df = options.get("df", REFERENCES)
        if df != REFERENCES:
            raise OptionError(
                f"the signature names document frequencies (df:{df}) without including them; build "
                "Cider(df=...) with that table"
            )
        return cls(
            order=order_from_text(options.get("order", "4")),
            sigma=number_from_text("sigma", options.get("sigma", "6.0")),
            **given,
        )


@dataclass(frozen=True, slots=True, eq=False)
class FittedCider(BaseMetric[CiderScore]):
    """CIDEr with document frequencies, ready for systems that share their references.

    Attributes:
        cider: The options.
        frequencies: The document frequencies.
    """

    cider: Cider
    frequencies: DocumentFrequencies

    identity: ClassVar[Any] = _Identity()

    @property
    def variant(self) -> str:
        """The name of the metric with its options: "CIDEr-D" or "CIDEr"."""
        return self.cider.variant

    @property
    def named(self) -> Named:
        """The name and the spec of the metric that was fitted."""
        return named(self.cider)

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        return self.cider.options(given_tokens)

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the statistics of every segment; see `Cider.statistics` for the columns."""
        squares = Squares.of(self.frequencies)
        return statistics_of(
            self.cider.conventions, corpus, workspace or Workspace(), lambda pairs: squares
        )

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute CIDEr from sums of statistics; see `Cider.formula`."""
        return self.cider.formula(totals)

    def score_statistics(self, statistics: Statistics) -> CiderScore:
        """Score all segments of the statistics together; see `Cider`."""
        return self.cider.score_statistics(statistics)

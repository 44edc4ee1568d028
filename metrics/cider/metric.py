"""CIDEr and CIDEr-D: cosines of n-gram counts, weighted by the rarity of the n-grams.

Vedantam, Zitnick and Parikh, "CIDEr: Consensus-Based Image Description Evaluation", CVPR 2015. The
default is CIDEr-D as pycocoevalcap computes it under the name CIDEr; `dialect=plain` is CIDEr. The
scale is that of the programs, 0 to 10; papers on image captions print a hundred times as much.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.arguments.options import check_table
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.base.fitted_metric import FittedMetric
from tallystick.metrics.cider.dialect import DEFAULT, CiderDialect
from tallystick.metrics.cider.frequencies import DocumentFrequencies
from tallystick.metrics.cider.statistics import (
    PERFECT,
    CiderCounting,
    Squares,
    cider,
    columns_of,
    segment_counter_of,
    statistics_of,
)
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.dialect import (
    ALWAYS_DIALECT,
    CASE,
    ORDER,
    TOKENIZER,
    axis,
    in_signature,
    table_in_signature,
)
from tallystick.metrics.interface.identity import Identity, IdentityByOptions, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import CiderParameters

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus, References
    from tallystick.metrics.sums.statistics import Columns, Statistics
    from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting


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


class Cider(
    CiderParameters,
    DialectMetric[CiderScore],
    dialects=CiderDialect,
    default=("cider-d", DEFAULT),
    options=("order", "sigma", "tokenize", "lowercase", "dialect", "df"),
):
    """CIDEr-D or CIDEr, for captions of images.

    >>> import tallystick
    >>> for dialect in "cider-d", "plain":
    ...     score = tallystick.cider(
    ...         hypotheses=["a cat sat down a cat sat down", "my dog ran home"],
    ...         references=["a cat sat down", "my dog ran home"],
    ...         dialect=dialect,
    ...     )
    ...     print(score.variant, round(score.score, 4))  # pycocoevalcap 1.2, vrama91/cider
    CIDEr-D 6.8072
    CIDEr 9.5139
    """

    identity: ClassVar[Any] = IdentityByOptions(
        Identity(
            name="cider",
            title="CIDEr",
            description="cosine of n-gram counts weighted by rarity, clipped for CIDEr-D",
            scale=Scale(0, PERFECT, digits=4),
            citation=cited("Vedantam et al., 2015", "vedantam-etal-2015-cider"),
        ),
        lambda metric: {"title": metric.variant},
    )
    in_signature = (
        CASE,
        TOKENIZER,
        ALWAYS_DIALECT,
        table_in_signature("df", "df", "Cider", "document frequencies", absent="references"),
        ORDER,
        in_signature("sigma", float),
    )
    df: Final[DocumentFrequencies | None] = axis(
        None,
        "Document frequencies that were counted elsewhere (on the command line a file, see "
        "`DocumentFrequencies.read`); by default they are those of the references of the corpus.",
        check=check_table(DocumentFrequencies, "coco.tsv"),
        parse=DocumentFrequencies.read,
    )

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
    def ngram_counting(self) -> Callable[[], NgramCounting] | None:
        """What returns how parts contribute to document frequencies; None if they are given."""
        return partial(CiderCounting, self) if self.df is None else None

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

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return columns_of(self.order)

    def score_of_row(self, row: Mapping[str, Any]) -> Any:
        """Compute CIDEr, 0 to 10, of a row, or of a sum of rows, of numbers or of arrays."""
        return cider(**row)

    def components(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        """Return the variant, and the score of each order: the mean over the segments."""
        means = [PERFECT * similarity / sums["segments"] for similarity in sums["similarities"]]
        return {"variant": self.variant, "individual": tuple(means)}


@dataclass(frozen=True, slots=True, eq=False)
class FittedCider(FittedMetric[CiderScore]):
    """CIDEr with document frequencies, ready for systems that share their references.

    Attributes:
        cider: The options.
        frequencies: The document frequencies.
    """

    cider: Cider
    frequencies: DocumentFrequencies
    squares: Squares = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Compute the squares of the weights."""
        object.__setattr__(self, "squares", Squares.of(self.frequencies))

    @property
    def variant(self) -> str:
        """The name of the metric with its options: "CIDEr-D" or "CIDEr"."""
        return self.cider.variant

    def count(self, corpus: Corpus, workspace: Workspace) -> Statistics:
        """Return the similarities of every segment with its references, float64.

        Columns: similarities_1 to similarities_N, the mean over the references of the cosine of
        the n-grams of each order, 0 to 1, times the length penalty; segments, which is 1.
        """
        weights = self.frequencies.ngrams, self.squares
        return statistics_of(self.cider.conventions, corpus, workspace, *weights)

    def segment_counter(
        self, references: Sequence[str], source: str | None = None
    ) -> Callable[[str], Mapping[str, Any]]:
        """Return what counts hypotheses of one segment; see `BaseMetric.segment_counter`."""
        weights = self.frequencies.ngrams, self.squares
        return segment_counter_of(self.cider.conventions, references, *weights)

"""NIST: information-weighted n-gram matches, an arithmetic mean and a length penalty.

Doddington, "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence
Statistics", HLT 2002, equations 2 (`InformationWeights`) and 3 (`Nist.formula`). The default equals
mteval-v14, including its treatment of the word "0" as an empty prefix; `dialect=doddington` is the
definition of the paper. The scale is open: the score of a perfect hypothesis depends on the
references.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar, Final

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.arguments.options import check_table
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.base.fitted_metric import FittedMetric
from tallystick.metrics.counting.matching import count
from tallystick.metrics.counting.one_segment import cached_tokenizer
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.dialect import (
    ALWAYS_DIALECT,
    CASE,
    ORDER,
    TOKENIZER,
    axis,
    table_in_signature,
)
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import NistParameters
from tallystick.metrics.nist.dialect import MTEVAL, NistDialect
from tallystick.metrics.nist.formula import (
    columns_of_counts,
    counts_as_usual,
    formula_of,
    segment_counter_of,
)
from tallystick.metrics.nist.information import InformationWeights
from tallystick.metrics.sums.statistics import Statistics, whole

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus, References
    from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting


@dataclass(frozen=True, slots=True, repr=False)
class NistScore(Score):
    """A NIST score, 0 or more, and its components.

    Attributes:
        individual: The score of each order alone, penalty included.
        cumulative: The score up to each order, penalty included; the last one is the score.
        information: Summed information weights of the matches of each order, in bits.
        counts: Clipped matches of each order.
        totals: N-grams of the hypotheses of each order.
        length_penalty: 0 to 1.
        hypothesis_length: Tokens of all hypotheses.
        reference_length: Mean tokens of the references.
    """

    individual: tuple[float, ...]
    cumulative: tuple[float, ...]
    information: tuple[float, ...]
    counts: tuple[int, ...]
    totals: tuple[int, ...]
    length_penalty: float
    hypothesis_length: int
    reference_length: float

    def __str__(self) -> str:
        individual = "/".join(f"{score:.4f}" for score in self.individual)
        return (
            f"{self.name} = {self.score:.4f} {individual} (penalty = {self.length_penalty:.4f} "
            f"hyp_len = {self.hypothesis_length} ref_len = {round(self.reference_length, 4):.15g}) "
            f"{self.signature}"
        )


def _order_field(nist: Nist, given_tokens: bool) -> dict[str, str]:
    _, base = nist.resolved(nist.dialect)
    return {} if nist.order == base.order == MTEVAL.order else {"order": str(nist.order)}


class Nist(
    NistParameters,
    DialectMetric[NistScore],
    dialects=NistDialect,
    default=("mteval", MTEVAL),
    options=("order", "dialect", "tokenize", "lowercase", "information"),
):
    """NIST with its options.

    >>> import tallystick
    >>> score = tallystick.nist(hypotheses=["a b c d e"], references=["a b c d e f"])
    >>> round(score.score, 4)  # by hand: log2(6) * penalty(5/6)
    2.2469
    """

    identity: ClassVar[Identity] = Identity(
        name="nist",
        title="NIST",
        description="information-weighted n-gram matches, length penalty",
        scale=Scale(0, None, digits=4),
        citation=cited("Doddington, 2002", "doddington-2002-automatic"),
        signature_names=("NIST",),
        precision_by_order=True,
    )
    absent_is_default = False
    formula_of = staticmethod(formula_of)
    in_signature = (
        CASE,
        TOKENIZER,
        ALWAYS_DIALECT,
        ORDER._replace(write=_order_field),
        table_in_signature("information", "info", "Nist", "information weights"),
    )

    information: Final[InformationWeights | None] = axis(
        None,
        "Information weights that were fitted elsewhere (on the command line, a file with an "
        "n-gram, a tab and its weight on each line); by default they are fitted on all references "
        "of the corpus.",
        check=check_table(InformationWeights, "weights.tsv"),
        parse=InformationWeights.read,
    )

    def fit(
        self, references: Iterable[References], workspace: Workspace | None = None
    ) -> FittedNist:
        """Fit the information weights on all references of a corpus.

        Args:
            references: The references of the whole corpus, in one or several parts.
            workspace: Keeps the encoded references for other systems and metrics.

        Raises:
            InputError: There are no references.
        """
        sets = 0

        def parts() -> Iterator[References]:
            nonlocal sets
            for part in references:
                sets = max(sets, part.most)
                yield part

        if self.information is None:
            weights = self.information_weights(parts(), complete=False, workspace=workspace)
        else:
            weights = self.information
            deque(parts(), maxlen=0)
        return FittedNist(self, weights, sets)

    def ngram_counting(self) -> NgramCounting:
        """Return what parts of a corpus contribute to the counts and to the score."""
        from tallystick.metrics.nist.statistics import NistCounting

        return NistCounting(self)

    def information_weights(
        self,
        references: Iterable[References],
        complete: bool = True,
        workspace: Workspace | None = None,
    ) -> InformationWeights:
        """Return the weights that this metric fits on references, for use as `information`.

        Args:
            references: The references of the whole corpus, in one or several parts.
            complete: Whether to include n-grams of weight 0 whose prefix occurs once.
            workspace: Shares the encoded references between systems and metrics.
        """
        dialect = self.conventions
        if dialect.information_references == "first" and not hasattr(references, "offsets"):
            references = (part.first() for part in references)
        return InformationWeights.fit(
            references,
            tokenizer_named(self.tokenize),
            self.lowercase,
            self.order,
            zero_is_no_prefix=dialect.zero_prefix == "perl_falsy",
            complete=complete,
            workspace=workspace,
        )

    def segment_counter(
        self, references: Sequence[str], source: str | None = None
    ) -> Callable[[str], Mapping[str, Any]] | None:
        """Return what counts hypotheses of one segment, with the weights of its references.

        >>> count = Nist(order=1).segment_counter(["a b c d e f"])
        >>> round(count("a b c d e")["information"][0], 4)  # by hand: 5 * log2(6)
        12.9248
        """
        return segment_counter_of(self.conventions, references, self.information, len(references))

    def components(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        """Return the components of a score."""
        penalty = sums["length_penalty"]
        return {
            "individual": tuple([penalty * term for term in sums["terms"]]),
            "cumulative": tuple([penalty * terms for terms in accumulate(sums["terms"])]),
            "information": tuple(sums["information"]),
            "counts": tuple(map(int, sums["matches"])),
            "totals": tuple(map(int, sums["totals"])),
            "length_penalty": penalty,
            "hypothesis_length": int(sums["hypothesis_length"]),
            "reference_length": whole(float(sums["reference_length"])),
        }

    def undefined(self, sums: Mapping[str, Any]) -> InputError | None:
        """Return the error of a corpus without references, or without n-grams of some order.

        None if the program of the dialect has a score that is not a number.
        """
        dialect, totals = self.conventions, sums["totals"]
        undefined_order = 0 in totals and dialect.order_without_ngrams == "error"
        if not undefined_order and not math.isnan(self.parts(sums)["length_penalty"]):
            return None
        if undefined_order:
            return InputError(
                f"the hypotheses have no n-grams of order {totals.index(0) + 1}, and "
                f"{self.program} divides by their number; give longer hypotheses, a lower order, "
                "or a dialect in which the term of such an order is 0, such as dialect=doddington"
            )
        whose = "first " if dialect.reference_length == "first" else ""
        return InputError(
            f"all {whose}references are empty, so the length ratio of NIST is not defined under "
            f"{self.program}; give references with words"
        )


@dataclass(frozen=True, slots=True, eq=False)
class FittedNist(FittedMetric[NistScore]):
    """NIST with information weights, ready for systems that share their references.

    Attributes:
        nist: The options.
        weights: The information weights.
        reference_sets: The highest number of references of any segment.
    """

    nist: Nist
    weights: InformationWeights
    reference_sets: int

    def count(self, corpus: Corpus, workspace: Workspace) -> Statistics:
        """Return the statistics of every segment, float64.

        Columns: hypothesis_length, reference_length, matches_1 to matches_N, totals_1 to totals_N,
        information_1 to information_N. If the reference length is the mean over nonempty
        references, which is not a sum over segments, reference_length contains their words, and the
        columns nonempty_references and segments follow.
        """
        from tallystick.metrics.nist.statistics import statistics_of

        dialect = self.nist.conventions
        return statistics_of(dialect, corpus, workspace, self.reference_sets, self.weights)

    def count_few(self, corpus: Corpus, workspace: Workspace) -> Iterable[list[Any]] | None:
        """Return the columns of the statistics in Python numbers; None if options need arrays."""
        dialect = self.nist.conventions
        if not counts_as_usual(dialect, corpus.references.number or 2):
            return None
        tokenizer, weights = cached_tokenizer(dialect.tokenize), self.weights.ngrams
        counts = count(corpus, tokenizer, dialect.lowercase, dialect.order, workspace, weights)
        return columns_of_counts(dialect, counts, self.reference_sets)

    def segment_counter(
        self, references: Sequence[str], source: str | None = None
    ) -> Callable[[str], Mapping[str, Any]] | None:
        """Return what counts hypotheses of one segment; see `BaseMetric.segment_counter`.

        >>> from tallystick.metrics.corpus.corpus import References
        >>> fitted = Nist(order=1).fit([References.per_segment(["a b c d e f", "a b c"])])
        >>> score = fitted.segment_scorer(["a b c d e f"])
        >>> round(score("a b c d e f"), 4)  # by hand: the mean of log2(9 / 2) and log2(9)
        2.6699
        """
        dialect = self.nist.conventions
        return segment_counter_of(dialect, references, self.weights, self.reference_sets)

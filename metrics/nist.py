"""NIST: information-weighted n-gram matches, an arithmetic mean, and a length penalty of its own.

Doddington, "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence
Statistics", HLT 2002, equations 2 and 3, as the scripts mteval-v11b to mteval-v14 compute it:

    NIST = sum over n of [ sum of Info(matched n-grams) / n-grams of the hypothesis ]
           * exp( beta * log( min(1, L_hypothesis / L_reference) ) ** 2 )

where beta makes the penalty 0.5 at a length ratio of 2/3. The scale is open: what a perfect
hypothesis scores depends on the references. The default equals mteval-v14, even where it takes the
word "0" as no prefix; `dialect=doddington` is the definition of the paper.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from tallystick.errors import InputError, OptionError
from tallystick.metrics.bleu_statistics import write_totals
from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.information import InformationWeights
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    LOWERCASE_TO_CASE,
    check_order,
    check_signature_fields,
    lowercase_from_case,
    order_from_text,
    parse_lowercase,
    tokenizer_fields,
    tokenizer_from_fields,
)
from tallystick.metrics.registry import nearest
from tallystick.metrics.signature import Signature
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.text import Tokens
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.references import References
    from tallystick.metrics.tokenizers import Lowercase
    from tallystick.metrics.workspace import Matches

BETA = math.log(0.5) / math.log(1.5) ** 2


@dataclass(frozen=True, slots=True)
class NistDialect:
    """Where programs that compute NIST part.

    Attributes:
        zero_prefix: Whether the one-word prefix "0" counts as a prefix ("exact"), or as none
            ("perl_falsy"), because Perl takes the string "0" as false.
        reference_length: The mean over all references of a segment ("mean"), or the words of all
            references over the number of reference sets ("mean_global"), so that a reference
            that is missing counts as one of length 0. They differ only where segments have
            different numbers of references.
    """

    zero_prefix: Literal["exact", "perl_falsy"]
    reference_length: Literal["mean", "mean_global"]


DIALECTS: Mapping[str, NistDialect] = MappingProxyType(
    {
        "mteval": NistDialect(zero_prefix="perl_falsy", reference_length="mean_global"),
        "doddington": NistDialect(zero_prefix="exact", reference_length="mean"),
    }
)
"""The conventions that can be chosen by name."""


@dataclass(frozen=True, slots=True)
class NistScore(Score):
    """A NIST score, 0 or more, and what it was made of.

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
            f"NIST = {self.score:.4f} {individual} (penalty = {self.length_penalty:.4f} "
            f"hyp_len = {self.hypothesis_length} ref_len = {self.reference_length:g}) "
            f"{self.signature}"
        )


@dataclass(frozen=True, slots=True)
class Nist:
    """NIST with its options.

    Args:
        order: The highest order of n-grams, N in the paper.
        dialect: "mteval" or "doddington".
        tokenize: The name of the tokenizer.
        lowercase: "ascii" for A to Z, as mteval folds; "unicode" (or True) for every letter;
            "none" as mteval's option -c.
        information: Information weights that were fitted elsewhere (on the command line a file:
            an n-gram, a tab and its weight a line); where not given they are fitted on all
            references of the corpus.

    Raises:
        OptionError: A value is out of its range.
        UnknownNameError: There is no such tokenizer.

    >>> from tallystick.metrics.corpus import Corpus
    >>> nist = Nist()
    >>> corpus = Corpus.from_segments(hypotheses=["a b c d e"], references=["a b c d e f"])
    >>> round(nist.score(nist.statistics(corpus)).score, 4)  # by hand: log2(6) * penalty(5/6)
    2.2469
    """

    name: ClassVar[str] = "nist"
    scale: ClassVar[str] = "0 and up"
    description: ClassVar[str] = "information-weighted n-gram matches, length penalty"

    order: int = 5
    dialect: str = "mteval"
    tokenize: str = "mteval-13a"
    lowercase: Lowercase = field(default="ascii", metadata={"parse": parse_lowercase})
    information: InformationWeights | None = field(
        default=None, metadata={"parse": InformationWeights.read}
    )

    def __post_init__(self) -> None:
        check_order(self.order)
        if self.dialect not in DIALECTS:
            raise OptionError(
                f"no dialect of NIST is named {self.dialect!r}"
                f"{nearest(str(self.dialect), list(DIALECTS))}"
            )
        if not isinstance(self.information, (InformationWeights, type(None))):
            raise OptionError(
                f"information is of type {type(self.information).__name__}; expected "
                "InformationWeights, such as InformationWeights.from_table({('a', 'b'): 1.5})"
            )
        object.__setattr__(self, "lowercase", parse_lowercase(self.lowercase))
        tokenizer_named(self.tokenize)

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
                sets = max(sets, int(part.counts.max()))
                yield part

        if self.information is None:
            weights = self.information_weights(parts(), complete=False, workspace=workspace)
        else:
            weights = self.information
            deque(parts(), maxlen=0)
        return FittedNist(self, weights, sets)

    def information_weights(
        self,
        references: Iterable[References],
        complete: bool = True,
        workspace: Workspace | None = None,
    ) -> InformationWeights:
        """Return the weights that this metric fits on references, for a look or for `information`.

        Args:
            references: The references of the whole corpus, in one or several parts.
            complete: Whether to list the n-grams of weight 0 whose prefix occurs once too.
            workspace: Shares the encoded references between systems and metrics.
        """
        return InformationWeights.fit(
            references,
            tokenizer_named(self.tokenize),
            self.lowercase,
            self.order,
            zero_is_no_prefix=DIALECTS[self.dialect].zero_prefix == "perl_falsy",
            complete=complete,
            workspace=workspace,
        )

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Fit the information weights on the corpus and return the statistics of its segments.

        Columns: hypothesis_length, reference_length, matches_1 to matches_N, totals_1 to totals_N,
        information_1 to information_N; float64.
        """
        workspace = workspace or Workspace()
        return self.fit([corpus.references], workspace).statistics(corpus, workspace)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of the statistics."""
        orders = range(1, self.order + 1)
        return (
            "hypothesis_length",
            "reference_length",
            *(f"matches_{order}" for order in orders),
            *(f"totals_{order}" for order in orders),
            *(f"information_{order}" for order in orders),
        )

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Turn sums of statistics, shape (..., columns), into NIST, shape (...,). Equation 3.

        NaN where all references are empty: the length ratio is not defined.
        """
        scores: NDArray[Any] = length_penalty(totals) * self.terms(totals).sum(axis=-1)
        return scores

    def terms(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Return the term of each order without the penalty, shape (..., orders).

        An order without n-grams has the term 0.
        """
        ngrams = totals[..., 2 + self.order : 2 + 2 * self.order]
        terms: NDArray[Any] = totals[..., 2 + 2 * self.order :] / np.maximum(ngrams, 1)
        return terms

    def score(self, statistics: Statistics) -> NistScore:
        """Score all segments of the statistics together.

        Raises:
            InputError: All references are empty.
        """
        total = statistics.total()
        if total[1] == 0:
            raise InputError(
                "all references are empty, so that the length ratio of NIST is not defined; "
                "give references with words"
            )
        penalty = float(length_penalty(total))
        terms = self.terms(total)
        orders = self.order
        return NistScore(
            metric=self.name,
            score=float(self.formula(total)),
            signature=Signature.of(self, statistics.references, statistics.given_tokens),
            individual=tuple((penalty * terms).tolist()),
            cumulative=tuple((penalty * np.cumsum(terms)).tolist()),
            information=tuple(total[2 + 2 * orders :].tolist()),
            counts=tuple(int(count) for count in total[2 : 2 + orders]),
            totals=tuple(int(count) for count in total[2 + orders : 2 + 2 * orders]),
            length_penalty=penalty,
            hypothesis_length=int(total[0]),
            reference_length=float(total[1]),
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they stand in a signature."""
        options = {
            "case": LOWERCASE_TO_CASE[self.lowercase],
            **tokenizer_fields(self.tokenize, given_tokens),
            "dialect": self.dialect,
        }
        if self.order != 5:
            options["order"] = str(self.order)
        if self.information is not None:
            options["info"] = self.information.fingerprint()
        return options

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Nist:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is not known or its value has no meaning, or the weights were
                fitted elsewhere, which a signature cannot hold.
        """
        known = {"case", "tok", "tokversion", "dialect", "order", "info"}
        check_signature_fields(cls.name, options, known)
        if "info" in options:
            raise OptionError(
                f"the signature has information weights of its own (info:{options['info']}); "
                "build Nist(information=...) with that table"
            )
        return cls(
            order=order_from_text(options.get("order", "5")),
            dialect=options.get("dialect", "mteval"),
            tokenize=tokenizer_from_fields(options, "mteval-13a"),
            lowercase=lowercase_from_case(options.get("case", "ascii")),
        )


@dataclass(frozen=True, slots=True, eq=False)
class FittedNist:
    """NIST with information weights, ready for systems that share their references.

    Attributes:
        nist: The options.
        weights: The information weights.
        reference_sets: The highest number of references of any segment.
    """

    nist: Nist
    weights: InformationWeights
    reference_sets: int

    name: ClassVar[str] = Nist.name

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they stand in a signature."""
        return self.nist.options(given_tokens)

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the statistics of every segment; see `Nist.statistics` for the columns."""
        nist = self.nist
        matches = (workspace or Workspace()).match(
            corpus,
            tokenizer_named(nist.tokenize),
            nist.lowercase,
            nist.order,
            self.weights.ngrams,
        )
        lengths, orders = matches.hypothesis_lengths, nist.order
        rows = np.empty((len(lengths), 2 + 3 * orders), order="F")
        rows[:, 0] = lengths
        rows[:, 1] = self._reference_lengths(matches)
        rows[:, 2 : 2 + orders] = matches.matches
        write_totals(lengths, rows[:, 2 + orders : 2 + 2 * orders])
        rows[:, 2 + 2 * orders :] = matches.weighted
        given_tokens = isinstance(corpus.hypotheses, Tokens)
        return Statistics(nist.columns, rows, corpus.references.number, given_tokens)

    def _reference_lengths(self, matches: Matches) -> NDArray[np.float64]:
        words = np.add.reduceat(matches.reference_lengths, matches.reference_offsets[:-1])
        mean = DIALECTS[self.nist.dialect].reference_length == "mean"
        references = np.diff(matches.reference_offsets) if mean else self.reference_sets
        lengths: NDArray[np.float64] = words / references
        return lengths

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Turn sums of statistics into NIST; see `Nist.formula`."""
        return self.nist.formula(totals)

    def score(self, statistics: Statistics) -> NistScore:
        """Score all segments of the statistics together; see `Nist.score`."""
        return self.nist.score(statistics)


def length_penalty(totals: NDArray[Any]) -> NDArray[Any]:
    """Return exp(beta log^2 min(1, L_hypothesis / L_reference)); NaN where L_reference is 0."""
    hypothesis, reference = totals[..., 0], totals[..., 1]
    ratio = np.divide(
        hypothesis, reference, out=np.full(np.shape(reference), np.nan), where=reference > 0
    )
    with np.errstate(divide="ignore"):
        penalty: NDArray[Any] = np.exp(BETA * np.log(np.minimum(ratio, 1)) ** 2)
    return penalty

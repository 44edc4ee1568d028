"""BLEU: the geometric mean of clipped n-gram precisions, times a brevity penalty.

Papineni, Roukos, Ward and Zhu, "BLEU: a Method for Automatic Evaluation of Machine Translation",
ACL 2002, sections 2.1 to 2.3. With its defaults this metric equals sacreBLEU 2.x: tokenizer 13a,
closest reference length with ties to the shorter one, and the smoothing of mteval-v13a ("exp"), on
a scale of 0 to 100. Smoothing names and formulas are sacreBLEU's, after Chen and Cherry, "A
Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU", WMT 2014.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    LOWERCASE_TO_CASE,
    check_order,
    check_signature_fields,
    flag_from_text,
    lowercase_from_case,
    order_from_text,
    parse_lowercase,
    tokenizer_fields,
    tokenizer_from_fields,
)
from tallystick.metrics.signature import Signature
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.text import Tokens
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.tokenizers import Lowercase
    from tallystick.metrics.workspace import Matches

Smoothing = Literal["none", "floor", "add-k", "exp"]

SMOOTH_VALUES: Mapping[str, float | None] = {"none": None, "floor": 0.1, "add-k": 1.0, "exp": None}
"""The smoothing methods and the values they take when none is given (sacreBLEU 2.x)."""


def parse_weights(text: str) -> tuple[float, ...]:
    """Read weights joined by plus signs.

    >>> parse_weights("0.5+0.25+0.25")
    (0.5, 0.25, 0.25)
    """
    try:
        return tuple(float(part) for part in text.split("+"))
    except ValueError:
        raise OptionError(f"{text!r} is no list of weights; expected such as 0.5+0.3+0.2") from None


def parse_smooth_value(text: str) -> float:
    """Read a smoothing value.

    >>> parse_smooth_value("0.1")
    0.1
    """
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"the smoothing value {text!r} is no number") from None


@dataclass(frozen=True, slots=True)
class BleuScore(Score):
    """A BLEU score, 0 to 100, and what it was made of.

    Attributes:
        counts: Clipped matches of each order.
        totals: N-grams of the hypotheses of each order.
        precisions: Smoothed precisions of each order, 0 to 100.
        brevity_penalty: 0 to 1.
        hypothesis_length: Tokens of all hypotheses.
        reference_length: Tokens of the closest references.
    """

    counts: tuple[int, ...]
    totals: tuple[int, ...]
    precisions: tuple[float, ...]
    brevity_penalty: float
    hypothesis_length: int
    reference_length: int

    def __str__(self) -> str:
        precisions = "/".join(f"{precision:.1f}" for precision in self.precisions)
        ratio = self.hypothesis_length / self.reference_length if self.reference_length else 0.0
        return (
            f"BLEU = {self.score:.2f} {precisions} (BP = {self.brevity_penalty:.3f} "
            f"ratio = {ratio:.3f} hyp_len = {self.hypothesis_length} "
            f"ref_len = {self.reference_length}) {self.signature}"
        )


@dataclass(frozen=True, slots=True)
class Bleu:
    """BLEU with its options.

    Args:
        order: The highest order of n-grams, N in the paper.
        weights: The weights w_n of the orders, which sum to 1; uniform where not given.
        smooth: What stands in for precisions without a match: nothing ("none"), a small count
            ("floor"), counts raised by k from order 2 on ("add-k"), or 1/2, 1/4, 1/8, ... of a
            match for the first, second, third such order ("exp").
        smooth_value: The count of "floor" (0.1 where not given) or the k of "add-k" (1).
        effective_order: Whether orders that the hypotheses are too short to have are left out of
            the mean; wanted for segments, not for corpora.
        tokenize: The name of the tokenizer.
        lowercase: "none"; "unicode" (or True) for every letter; "ascii" for A to Z.

    Raises:
        OptionError: A value is out of its range.
        UnknownNameError: There is no such tokenizer.

    >>> from tallystick.metrics.corpus import Corpus
    >>> bleu = Bleu()
    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["the cat is on the mat"], references=["the cat sat on the mat"]
    ... )
    >>> round(bleu.score(bleu.statistics(corpus)).score, 4)  # sacreBLEU 2.6.0
    37.9918
    """

    name: ClassVar[str] = "bleu"
    scale: ClassVar[str] = "0 to 100"
    description: ClassVar[str] = "geometric mean of clipped n-gram precisions, brevity penalty"

    order: int = 4
    weights: tuple[float, ...] | None = field(default=None, metadata={"parse": parse_weights})
    smooth: Smoothing = "exp"
    smooth_value: float | None = field(default=None, metadata={"parse": parse_smooth_value})
    effective_order: bool = False
    tokenize: str = "13a"
    lowercase: Lowercase = field(default="none", metadata={"parse": parse_lowercase})

    def __post_init__(self) -> None:
        if self.weights is not None:
            object.__setattr__(self, "weights", _checked_weights(self.weights, self.order))
            object.__setattr__(self, "order", len(self.weights))
        check_order(self.order)
        if self.smooth not in SMOOTH_VALUES:
            raise OptionError(
                f"smooth is {self.smooth!r}; expected one of {', '.join(SMOOTH_VALUES)}"
            )
        if not isinstance(self.effective_order, bool):
            raise OptionError(
                f"effective_order is {self.effective_order!r}; expected True or False"
            )
        object.__setattr__(self, "smooth_value", _checked_smooth_value(self))
        object.__setattr__(self, "lowercase", parse_lowercase(self.lowercase))
        tokenizer_named(self.tokenize)

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return lengths, clipped matches and totals of every segment, int64.

        Columns: hypothesis_length, reference_length, matches_1 to matches_N, totals_1 to totals_N.
        """
        matches = (workspace or Workspace()).match(
            corpus, tokenizer_named(self.tokenize), self.lowercase, self.order
        )
        lengths = matches.hypothesis_lengths
        rows = np.empty((len(lengths), 2 + 2 * self.order), dtype=np.int64, order="F")
        rows[:, 0] = lengths
        rows[:, 1] = closest_reference_lengths(matches)
        rows[:, 2 : 2 + self.order] = matches.matches
        write_totals(lengths, rows[:, 2 + self.order :])
        given_tokens = isinstance(corpus.hypotheses, Tokens)
        return Statistics(self.columns, rows, corpus.references.number, given_tokens)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of the statistics."""
        orders = range(1, self.order + 1)
        return (
            "hypothesis_length",
            "reference_length",
            *(f"matches_{order}" for order in orders),
            *(f"totals_{order}" for order in orders),
        )

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Turn sums of statistics, shape (..., columns), into BLEU, shape (...,), 0 to 100.

        BP * exp(sum of w_n log p_n), section 2.3 of the paper; 0 where nothing matches at all, and
        where no order that has a weight is effective.
        """
        precisions, defined = self.precisions(totals)
        chosen = self.weights or (1 / self.order,) * self.order
        weights: NDArray[Any] = np.broadcast_to(np.array(chosen), precisions.shape)
        if self.effective_order:
            kept = np.where(defined, weights, 0.0)
            sums = kept.sum(axis=-1, keepdims=True)
            weights = np.divide(kept, sums, out=np.zeros_like(kept), where=sums > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            logarithms = np.where(weights > 0, weights * np.log(precisions), 0.0)
        means = np.exp(logarithms.sum(axis=-1))
        matched = (totals[..., 2 : 2 + self.order] > 0).any(axis=-1) & (weights > 0).any(axis=-1)
        scores: NDArray[Any] = np.where(matched, 100 * brevity_penalty(totals) * means, 0.0)
        return scores

    def precisions(self, totals: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the smoothed precisions, 0 to 1, and which orders have n-grams.

        Both have the shape (..., orders). All precisions are 0 where nothing matches at all.
        """
        matches = np.asarray(totals[..., 2 : 2 + self.order], dtype=np.float64)
        ngrams = np.asarray(totals[..., 2 + self.order :], dtype=np.float64)
        matched = (matches > 0).any(axis=-1, keepdims=True)
        if self.smooth == "add-k":
            raised = np.where(np.arange(self.order) > 0, float(self.smooth_value or 0), 0.0)
            matches, ngrams = matches + raised, ngrams + raised
        defined = np.logical_and.accumulate(ngrams > 0, axis=-1)
        without_match = defined & (matches == 0)
        if self.smooth == "exp":
            matches = np.where(without_match, 0.5 ** np.cumsum(without_match, axis=-1), matches)
        elif self.smooth == "floor":
            matches = np.where(without_match, float(self.smooth_value or 0), matches)
        precisions = np.divide(matches, ngrams, out=np.zeros_like(matches), where=defined & matched)
        return precisions, defined

    def score(self, statistics: Statistics) -> BleuScore:
        """Score all segments of the statistics together."""
        total = statistics.total()
        precisions, _ = self.precisions(total)
        return BleuScore(
            metric=self.name,
            score=float(self.formula(total)),
            signature=Signature.of(self, statistics.references, statistics.given_tokens),
            counts=tuple(total[2 : 2 + self.order].tolist()),
            totals=tuple(total[2 + self.order :].tolist()),
            precisions=tuple((100 * precisions).tolist()),
            brevity_penalty=float(brevity_penalty(total)),
            hypothesis_length=int(total[0]),
            reference_length=int(total[1]),
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they stand in a signature, sacreBLEU's fields first."""
        smooth: str = self.smooth
        if self.smooth_value is not None:
            short = f"{self.smooth_value:.2f}"
            value = short if float(short) == self.smooth_value else repr(self.smooth_value)
            smooth += f"[{value}]"
        tokenizer = tokenizer_fields(self.tokenize, given_tokens)
        options = {
            "case": LOWERCASE_TO_CASE[self.lowercase],
            "eff": "yes" if self.effective_order else "no",
            "tok": tokenizer.pop("tok"),
            "smooth": smooth,
            **tokenizer,
        }
        if self.weights is not None:
            options["weights"] = "+".join(map(repr, self.weights))
        elif self.order != 4:
            options["order"] = str(self.order)
        return options

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Bleu:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is not known or its value has no meaning.
        """
        known = {"case", "eff", "tok", "tokversion", "smooth", "order", "weights"}
        check_signature_fields(cls.name, options, known)
        smooth, bracket, value = options.get("smooth", "exp").partition("[")
        if bracket and not value.endswith("]"):
            raise OptionError(
                f"the signature has smooth:{options['smooth']}; expected such as floor[0.10]"
            )
        weights = options.get("weights")
        return cls(
            order=order_from_text(options.get("order", "4")),
            weights=parse_weights(weights) if weights else None,
            smooth=smooth,  # type: ignore[arg-type]
            smooth_value=parse_smooth_value(value[:-1]) if value else None,
            effective_order=flag_from_text("eff", options.get("eff", "no")),
            tokenize=tokenizer_from_fields(options, "13a"),
            lowercase=lowercase_from_case(options.get("case", "mixed")),
        )


def brevity_penalty(totals: NDArray[Any]) -> NDArray[Any]:
    """Return exp(1 - r/c) where c < r, else 1; 0 for an empty hypothesis. Section 2.2.2."""
    hypothesis = np.asarray(totals[..., 0], dtype=np.float64)
    reference = np.asarray(totals[..., 1], dtype=np.float64)
    ratio = np.divide(
        reference, hypothesis, out=np.full_like(reference, np.inf), where=hypothesis > 0
    )
    penalty: NDArray[Any] = np.where(hypothesis < reference, np.exp(1 - np.maximum(ratio, 1)), 1.0)
    return penalty


def closest_reference_lengths(matches: Matches) -> NDArray[np.int64]:
    """Return for each segment the length of the closest reference, ties to the shorter one."""
    counts = np.diff(matches.reference_offsets)
    if (counts == 1).all():
        return matches.reference_lengths
    hypotheses = np.repeat(matches.hypothesis_lengths, counts)
    differences = matches.reference_lengths - hypotheses
    # one number that orders by distance and, at equal distance, puts the shorter first
    ranks = 2 * np.abs(differences) + (differences > 0)
    closest = np.minimum.reduceat(ranks, matches.reference_offsets[:-1])
    lengths: NDArray[np.int64] = matches.hypothesis_lengths + np.where(
        closest % 2 == 1, closest // 2, -(closest // 2)
    )
    return lengths


def write_totals(lengths: NDArray[np.int64], totals: NDArray[Any]) -> None:
    """Write how many n-grams of each order segments have.

    Args:
        lengths: Tokens of each segment, shape (segments,).
        totals: Where the numbers go, shape (segments, orders).
    """
    for order in range(1, totals.shape[1] + 1):
        np.maximum(lengths - (order - 1), 0, out=totals[:, order - 1])


def _checked_weights(weights: Any, order: int) -> tuple[float, ...]:
    try:
        checked = tuple(float(weight) for weight in weights)
    except (TypeError, ValueError):
        raise OptionError(
            f"weights is {weights!r}; expected numbers that sum to 1, such as (0.5, 0.5)"
        ) from None
    if order not in (4, len(checked)):
        raise OptionError(
            f"there are {len(checked)} weights but the order is {order}; give one weight an order, "
            "or leave the order out"
        )
    if not checked or min(checked) < 0 or not math.isclose(sum(checked), 1, abs_tol=1e-6):
        raise OptionError(
            f"the weights {checked} sum to {sum(checked):g}; expected weights of 0 or more that "
            "sum to 1, such as 0.5+0.5"
        )
    return checked


def _checked_smooth_value(bleu: Bleu) -> float | None:
    default = SMOOTH_VALUES[bleu.smooth]
    if bleu.smooth_value is None:
        return default
    if default is None:
        raise OptionError(
            f"smooth_value is {bleu.smooth_value} but smooth={bleu.smooth} takes none; "
            "leave it out, or choose smooth=floor or smooth=add-k"
        )
    if not isinstance(bleu.smooth_value, (int, float)) or not 0 <= bleu.smooth_value < math.inf:
        raise OptionError(f"smooth_value is {bleu.smooth_value!r}; expected a number of 0 or more")
    return float(bleu.smooth_value)

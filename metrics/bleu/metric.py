"""BLEU: the geometric mean of clipped n-gram precisions, times a brevity penalty.

Papineni, Roukos, Ward and Zhu, "BLEU: a Method for Automatic Evaluation of Machine Translation",
ACL 2002, sections 2.1 to 2.3. The defaults equal sacreBLEU 2.x: tokenizer 13a, the closest
reference length with ties to the shorter one, the smoothing of mteval-v13a ("exp"), and a scale of
0 to 100.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from tallystick.errors import InputError, OptionError
from tallystick.metrics.base import BaseMetric
from tallystick.metrics.bleu.columns import columns_of
from tallystick.metrics.bleu.dialect import SACREBLEU, BleuDialect, parse_weights, unequal_orders
from tallystick.metrics.bleu.one_score import (
    counts_as_usual,
    is_usual,
    one_score,
    sums_of_segment,
)
from tallystick.metrics.calls import check_type
from tallystick.metrics.columns import whole
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.cost import arrays_pay
from tallystick.metrics.counting import count, totals
from tallystick.metrics.dialect import with_options
from tallystick.metrics.few_statistics import FewStatistics
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.one_segment import cached_tokenizer, segment_references
from tallystick.metrics.options import (
    LOWERCASE_TO_CASE,
    check_signature_fields,
    flag,
    flag_from_text,
    lowercase_from_case,
    number_from_text,
    order_from_text,
    parse_flag,
    parse_lowercase,
    tokenizer_fields,
    tokenizer_from_fields,
)
from tallystick.metrics.presets import resolved, set_conventions, several_references
from tallystick.metrics.signature import Signature, signature_of
from tallystick.metrics.total import Total
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.bleu.one_score import OneScore
    from tallystick.metrics.columns import Columns
    from tallystick.metrics.statistics import Statistics
    from tallystick.metrics.sum_formula import SumFormula
    from tallystick.metrics.tokenizers import Lowercase

DEFAULT_DIALECT = "sacrebleu"

IDENTITY = Identity(
    name="bleu",
    title="BLEU",
    description="geometric mean of clipped n-gram precisions, brevity penalty",
    scale=Scale(0, 100, digits=2),
    citation=Citation(
        "Papineni et al., 2002",
        """@inproceedings{papineni-etal-2002-bleu,
  author = {Papineni, Kishore and Roukos, Salim and Ward, Todd and Zhu, Wei-Jing},
  title = {{BLEU}: a Method for Automatic Evaluation of Machine Translation},
  booktitle = {Proceedings of the 40th Annual Meeting of the Association for Computational
    Linguistics},
  year = {2002},
  pages = {311--318},
  doi = {10.3115/1073083.1073135},
}""",
    ),
    signature_names=("BLEU",),
    signature_fields=("smooth",),  # sacreBLEU's own lines often lack the name
    precision_by_order=True,
)


@dataclass(frozen=True, slots=True, repr=False)
class BleuScore(Score):
    """A BLEU score, 0 to 100, and its components.

    Attributes:
        counts: Clipped matches of each order; integers, unless the dialect sums smoothed counts.
        totals: N-grams of the hypotheses of each order.
        precisions: Smoothed precisions of each order, 0 to 100 with the usual conventions.
        brevity_penalty: 0 to 1 with the usual conventions.
        hypothesis_length: Tokens of all hypotheses.
        reference_length: Tokens of the closest references; an integer, unless the dialect uses the
            mean of several.
    """

    counts: tuple[float, ...]
    totals: tuple[int, ...]
    precisions: tuple[float, ...]
    brevity_penalty: float
    hypothesis_length: int
    reference_length: float

    def __str__(self) -> str:
        precisions = "/".join(f"{precision:.1f}" for precision in self.precisions)
        ratio = self.hypothesis_length / self.reference_length if self.reference_length else 0.0
        return (
            f"{self.name} = {self.score:.2f} {precisions} (BP = {self.brevity_penalty:.3f} "
            f"ratio = {ratio:.3f} hyp_len = {self.hypothesis_length} "
            f"ref_len = {self.reference_length}) {self.signature}"
        )


class BleuOptions(TypedDict, total=False):
    """The options of `Bleu`, for functions that pass them on."""

    order: int | None
    weights: Sequence[float] | None
    smooth: str | None
    smooth_value: float | None
    effective_order: bool | None
    tokenize: str | None
    lowercase: Lowercase | bool | None
    dialect: str | BleuDialect


@dataclass(frozen=True, slots=True, init=False)
class Bleu(BaseMetric[BleuScore]):
    """BLEU with its options. An option that is None is taken from the dialect.

    Args:
        order: The highest order of n-grams, N in the paper; the number of weights if these are
            given, else 4 in sacreBLEU.
        weights: The weights w_n of the orders, which sum to 1; uniform in sacreBLEU.
        smooth: The smoothing of orders without a match: "none"; "floor", which replaces a count of
            0; "add-k", which adds k to all counts from order 2 on; or "exp", as in sacreBLEU, which
            replaces the counts of such orders by 1/2, 1/4, 1/8, ... in turn. `BleuDialect`
            describes further methods, such as "chencherry5".
        smooth_value: The count of "floor" (default 0.1), the k of "add-k" (1), or the K of further
            methods (5).
        effective_order: Whether to omit orders for which the hypotheses are too short (False in
            sacreBLEU). The scores of single segments omit them in any case; see `for_segments`.
        tokenize: The name of the tokenizer; "13a" in sacreBLEU.
        lowercase: "none", as in sacreBLEU; "unicode" (or True) for every letter; "ascii" for A to
            Z.
        dialect: The name of a preset, the dialect of a known program (`tallystick dialects` lists
            them); or a `BleuDialect`, or its text.

    Attributes:
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is out of range, or no dialect has this name.
        UnknownNameError: No tokenizer has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> bleu = Bleu()
    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["the cat is on the mat"], references=["the cat sat on the mat"]
    ... )
    >>> round(bleu.score(bleu.statistics(corpus)).score, 4)  # sacreBLEU 2.6.0
    37.9918
    """

    identity: ClassVar[Identity] = IDENTITY
    quick_dialect: ClassVar[str] = DEFAULT_DIALECT

    order: int = field(metadata={"parse": int})
    weights: tuple[float, ...] | None = field(metadata={"parse": parse_weights})
    smooth: str
    smooth_value: float | None = field(metadata={"parse": float})
    effective_order: bool = field(metadata={"parse": parse_flag})
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    dialect: str | BleuDialect
    conventions: BleuDialect = field(init=False, repr=False)

    def __init__(
        self,
        order: int | None = None,
        weights: Sequence[float] | None = None,
        smooth: str | None = None,
        smooth_value: float | None = None,
        effective_order: bool | None = None,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        dialect: str | BleuDialect = DEFAULT_DIALECT,
    ) -> None:
        name, base = resolved(BleuDialect, dialect, (DEFAULT_DIALECT, SACREBLEU))
        given: dict[str, Any] = {}
        if weights is not None:
            given.update(weights=weights, order=4 if order is None else order)
        elif order is not None and order != base.order:
            given.update(order=order, weights=None)
        if smooth is not None:
            given.update(smooth=smooth, smooth_value=None)
            if smooth == base.smooth:
                given.update(smooth_value=base.smooth_value)
        if smooth_value is not None:
            given.update(smooth_value=smooth_value)
        if effective_order is not None:
            given.update(missing_order=_missing_order(base, effective_order))
        conventions = with_options(base, tokenize, lowercase, **given)
        if order is not None and order != conventions.order:
            raise unequal_orders(conventions.order, order)
        object.__setattr__(self, "effective_order", conventions.missing_order == "effective")
        options = ("order", "weights", "smooth", "smooth_value", "tokenize", "lowercase")
        set_conventions(self, name, conventions, options)

    def warnings(self, corpus: Corpus) -> tuple[str, ...]:
        """Return warnings about scoring this corpus with these options."""
        return several_references(BleuDialect, self.dialect, DEFAULT_DIALECT, corpus)

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return lengths, clipped matches and totals of every segment, int64 if all are counts.

        Columns: hypothesis_length, reference_length, matches_1 to matches_N, totals_1 to totals_N,
        and further columns of some dialects; see `columns`.
        """
        from tallystick.metrics.bleu.statistics import statistics_of

        check_type(corpus, Corpus, "write metric.statistics(Corpus.from_segments(...))")
        return statistics_of(self.conventions, corpus, workspace or Workspace())

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return columns_of(self.conventions)

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute BLEU, shape (...,), 0 to 100, from sums of statistics, shape (..., columns).

        BP * exp(sum of w_n log p_n), section 2.3 of the paper; NaN if the program of the dialect
        fails.
        """
        from tallystick.metrics.bleu.by_arrays import scores_of

        return scores_of(self.conventions, totals)

    def sum_formula(self) -> SumFormula | None:
        """Return the formula as data; None for most dialects."""
        from tallystick.metrics.sum_formula import SumFormula, mean_of_segments

        dialect = self.conventions
        if dialect.average == "macro":
            return mean_of_segments()
        if not is_usual(dialect):
            return None
        options = {
            "weights": self.weights or (1 / self.order,) * self.order,
            "smooth": self.smooth,
            "smooth_value": self.smooth_value or 0,
            "smooth_from": dialect.smooth_from,
            "effective_order": self.effective_order,
            "zero_without_match": dialect.no_match == "zero",
        }
        return SumFormula("bleu", self.columns, options)

    def few_statistics(
        self, corpus: Corpus, workspace: Workspace | None = None
    ) -> FewStatistics | None:
        """Return the statistics in Python numbers; None if arrays take less time."""
        if arrays_pay(len(corpus) * self.order) or not counts_as_usual(self.conventions):
            return None
        tokenizer = cached_tokenizer(self.tokenize)
        found = count(corpus, tokenizer, self.lowercase, self.order, workspace or Workspace())
        lengths = found.hypothesis_lengths, found.closest_lengths
        ngrams = totals(found.hypothesis_lengths, self.order)
        return FewStatistics.of(corpus, self.columns, *lengths, *found.matches, *ngrams)

    def total(self, corpus: Corpus, workspace: Workspace | None = None) -> Total:
        """Return the sum of the statistics of all segments."""
        few = self.few_statistics(corpus, workspace)
        return self._sum_of(self.statistics(corpus, workspace)) if few is None else few.total()

    def _sum_of(self, statistics: Statistics) -> Total:
        # in a macro average the score of a segment may be undefined
        return statistics.as_total(finite=self.conventions.average != "macro")

    def score_statistics(self, statistics: Statistics) -> BleuScore:
        """Score all segments of the statistics together.

        Raises:
            InputError: The program of the dialect fails on this corpus.
        """
        return self.score_total(self._sum_of(statistics))

    def score_total(self, total: Total) -> BleuScore:
        """Score the sum of the statistics of all segments, as `total` returns it.

        Raises:
            InputError: The program of the dialect fails on this corpus.
        """
        sums = total.named()
        if is_usual(self.conventions):
            found = one_score(self.conventions, **sums)
        else:
            from tallystick.metrics.bleu.by_arrays import score_of

            found = score_of(self.conventions, total.sums)
        if math.isnan(found.score):
            raise InputError(
                f"BLEU is not defined for this corpus under the dialect {self.dialect}: its "
                "program fails because there are no tokens, no n-grams of some order or no "
                "matches; use another dialect, such as bleu:dialect=sacrebleu"
            )
        signature = signature_of(self, total.references, total.given_tokens)
        return self._described(sums, found, signature)

    def score_of_row(self, row: Mapping[str, Any]) -> float:
        """Compute BLEU of one row of `few_statistics`, by name, or of a sum of rows."""
        return one_score(self.conventions, **row).score

    def score_alone(
        self, hypothesis: str, references: Sequence[str], source: str | None = None
    ) -> BleuScore:
        """Score a corpus of one segment, exactly with the options that the metric has."""
        if not counts_as_usual(self.conventions):
            return BaseMetric.score_alone(self, hypothesis, references)
        prepared = segment_references(references, cached_tokenizer(self.tokenize), self.lowercase)
        sums = sums_of_segment(prepared.match(hypothesis, self.order))
        signature = signature_of(self, len(references), False)
        return self._described(sums, one_score(self.conventions, **sums), signature)

    def segment_scorer(self, references: Sequence[str]) -> Callable[[str], float] | None:
        """Return a function that scores hypotheses of one segment, from several threads.

        The references are tokenized once. `PreparedReferences` calls this for many segments.

        Args:
            references: The references of the segment, at least one.

        Returns:
            The function from a hypothesis to its score; None if the options need arrays.

        >>> score = Bleu(effective_order=True).segment_scorer(["the cat sat down"])
        >>> round(score("the cat sat"), 4)  # sacreBLEU 2.6.0
        71.6531
        """
        conventions = self.conventions
        if not counts_as_usual(conventions):
            return None
        prepared = segment_references(references, cached_tokenizer(self.tokenize), self.lowercase)

        def score(hypothesis: str) -> float:
            sums = sums_of_segment(prepared.match(hypothesis, conventions.order))
            return one_score(conventions, **sums).score

        return score

    def _described(
        self, sums: Mapping[str, Any], found: OneScore, signature: Signature
    ) -> BleuScore:
        return BleuScore(
            metric=self.identity.name,
            score=found.score,
            signature=signature,
            counts=tuple(map(whole, sums["matches"][: self.order])),
            totals=tuple(map(int, sums["totals"][: self.order])),
            precisions=tuple(100 * precision for precision in found.precisions),
            brevity_penalty=found.brevity_penalty,
            hypothesis_length=int(sums["hypothesis_length"]),
            reference_length=whole(sums["reference_length"]),
        )

    def for_segments(self) -> Bleu:
        """Return the form of the metric for single segments, with effective order.

        Without effective order, a segment too short for an n-gram of the highest order scores 0;
        `SentenceBleu(effective_order=False)` has these scores. Dialects with another rule for such
        segments are unchanged.
        """
        conventions = self.conventions
        zero_if_short = (
            conventions.missing_order == "zero"
            and conventions.unmatched_order == "zero"
            and conventions.smooth in ("none", "floor", "exp")
            and conventions.average != "macro"  # its statistics are the scores of segments
        )
        return _with_effective_order(self) if zero_if_short else self

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature, sacreBLEU's fields first."""
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
        if self.dialect != DEFAULT_DIALECT:
            options["dialect"] = str(self.dialect)
        return options

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Bleu:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        known = {"case", "eff", "tok", "tokversion", "smooth", "order", "weights", "dialect"}
        check_signature_fields(cls.identity.name, options, known)
        smooth, bracket, value = options.get("smooth", "exp").partition("[")
        if bracket and not value.endswith("]"):
            raise OptionError(
                f"the signature has smooth:{options['smooth']}; expected a form such as floor[0.10]"
            )
        weights = options.get("weights")
        order = options.get("order", "" if weights else "4")
        return cls(
            order=order_from_text(order) if order else None,
            weights=parse_weights(weights) if weights else None,
            smooth=smooth,
            smooth_value=number_from_text("smooth", value[:-1]) if value else None,
            effective_order=flag_from_text("eff", options.get("eff", "no")),
            tokenize=tokenizer_from_fields(options, "13a"),
            lowercase=lowercase_from_case(options.get("case", "mixed")),
            dialect=options.get("dialect", DEFAULT_DIALECT),
        )


@lru_cache(maxsize=64)
def _with_effective_order(metric: Bleu) -> Bleu:
    return replace(metric, effective_order=True)


def _missing_order(dialect: BleuDialect, effective_order: bool) -> str:
    if flag("effective_order", effective_order):
        return "effective"
    usual = dialect.missing_order
    return "zero" if usual == "effective" else usual

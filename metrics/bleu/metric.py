"""BLEU: the geometric mean of clipped n-gram precisions, times a brevity penalty.

Papineni, Roukos, Ward and Zhu, "BLEU: a Method for Automatic Evaluation of Machine Translation",
ACL 2002, sections 2.1 to 2.3. The defaults equal sacreBLEU 2.x: tokenizer 13a, the closest
reference length with ties to the shorter one, the smoothing of mteval-v13a ("exp"), and a scale of
0 to 100.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.options import number_from_text
from tallystick.metrics.base.dialect_metric import DialectMetric, made_with
from tallystick.metrics.bleu.dialect import SACREBLEU, BleuDialect, parse_weights, unequal_orders
from tallystick.metrics.bleu.formula import columns_of, formula_of
from tallystick.metrics.counting.matching import count, totals
from tallystick.metrics.counting.one_segment import cached_tokenizer, segment_matcher
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import (
    CASE,
    DIALECT,
    ORDER,
    TOKENIZER,
    InSignature,
    in_signature,
)
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import BleuParameters, SentenceBleuParameters
from tallystick.metrics.sums.statistics import Statistics, whole
from tallystick.metrics.sums.sum_formula import mean_of_segments

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus


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


def _smoothing(fields: Mapping[str, str]) -> tuple[str, float | None]:
    """Read a smoothing of a signature, such as `floor[0.10]`, and its value."""
    text = fields.get("smooth", SACREBLEU.smooth)
    smooth, bracket, value = text.partition("[")
    if bracket and not value.endswith("]"):
        raise OptionError(f"the signature has smooth:{text}; expected a form such as floor[0.10]")
    return smooth, number_from_text("smooth", value[:-1]) if value else None


def _smoothing_field(bleu: Bleu, given_tokens: bool) -> dict[str, str]:
    value = bleu.smooth_value
    if value is None:
        return {"smooth": bleu.smooth}
    short = f"{value:.2f}"
    return {"smooth": f"{bleu.smooth}[{short if float(short) == value else repr(value)}]"}


_COUNTED = {
    *("order", "tokenize", "lowercase", "weights", "smooth", "smooth_value", "smooth_from"),
    *("guarded", "unmatched_order", "unmatched_numerator", "unmatched_denominator"),
    *("missing_order", "no_match", "brevity_penalty", "empty_hypotheses", "order_limit"),
}
"""The axes that change no other statistics than `counts_as_usual` says."""


@lru_cache(maxsize=64)
def counts_as_usual(dialect: BleuDialect) -> bool:
    """Whether the statistics are lengths, with the closest references, matches and totals."""
    return (
        dialect.differs_only_in(_COUNTED)
        and dialect.missing_order not in ("one_per_segment", "negative")
        and len(columns_of(dialect)) == 2 + 2 * dialect.order
    )


def few_counts_of(
    dialect: BleuDialect, corpus: Corpus, workspace: Workspace
) -> tuple[list[Any], ...] | None:
    """Return the columns of the statistics of every segment; None unless `counts_as_usual`."""
    if not counts_as_usual(dialect):
        return None
    order, tokenizer = dialect.order, cached_tokenizer(dialect.tokenize)
    counts = count(corpus, tokenizer, dialect.lowercase, order, workspace)
    lengths = counts.hypothesis_lengths
    return lengths, counts.closest_lengths, *counts.matches, *totals(lengths, order)


def segment_counter_of(
    dialect: BleuDialect, references: Sequence[str]
) -> Callable[[str], dict[str, Any]] | None:
    """Return what counts hypotheses of one segment; None unless `counts_as_usual`."""
    if not counts_as_usual(dialect):
        return None
    order, tokenizer = dialect.order, cached_tokenizer(dialect.tokenize)
    match = segment_matcher(references, tokenizer, dialect.lowercase)

    def count(hypothesis: str) -> dict[str, Any]:
        counts = match(hypothesis, order)
        return {
            "hypothesis_length": counts.totals[0],
            "reference_length": counts.closest_length,
            "matches": counts.matches,
            "totals": counts.totals,
        }

    return count


class Bleu(
    BleuParameters,
    DialectMetric[BleuScore],
    dialects=BleuDialect,
    default=("sacrebleu", SACREBLEU),
    options=(
        "order",
        "weights",
        "smooth",
        "smooth_value",
        "effective_order",
        "tokenize",
        "lowercase",
        "dialect",
    ),
):
    """BLEU with its options.

    >>> import tallystick
    >>> score = tallystick.bleu(
    ...     hypotheses=["the cat is on the mat"], references=["the cat sat on the mat"]
    ... )
    >>> round(score.score, 4)  # sacreBLEU 2.6.0
    37.9918
    """

    identity: ClassVar[Identity] = Identity(
        name="bleu",
        title="BLEU",
        description="geometric mean of clipped n-gram precisions, brevity penalty",
        scale=Scale(0, 100, digits=2),
        citation=cited("Papineni et al., 2002", "papineni-etal-2002-bleu"),
        signature_names=("BLEU",),
        signature_fields=("smooth",),  # sacreBLEU's own lines often lack the name
        precision_by_order=True,
    )
    formula_of = staticmethod(formula_of)
    few_counts_of = staticmethod(few_counts_of)
    segment_counter_of = staticmethod(segment_counter_of)
    in_signature = (
        CASE,
        in_signature("effective_order", bool, name="eff", always=True),
        # sacreBLEU writes tok here, and nothing of what `TOKENIZER` adds below
        InSignature("", (), lambda *_: {"tok": ""}, lambda *_: None),
        InSignature(
            "smooth", ("smooth",), _smoothing_field, lambda fields, _: _smoothing(fields)[0]
        ),
        InSignature("smooth_value", (), lambda *_: {}, lambda fields, _: _smoothing(fields)[1]),
        TOKENIZER,
        in_signature("weights", lambda _, text: parse_weights(text)),
        ORDER._replace(
            write=lambda bleu, given: {} if bleu.weights else ORDER.write(bleu, given),
            read=lambda fields, absent: ORDER.read(fields, None if "weights" in fields else absent),
        ),
        DIALECT,
    )

    effective_order: Final[bool] = axes.flag(
        None,
        "Whether to omit orders for which the hypotheses are too short; no in sacreBLEU. The "
        "scores of single segments omit them in any case; see `for_segments`.",
    )

    @classmethod
    def conventions_of(cls, base: Any, options: Mapping[str, Any]) -> Any:
        """Return a dialect with axes replaced by the options that are given."""
        given = dict(options)
        order = given.get("order")
        if "weights" in given:
            given.setdefault("order", 4)
        elif order is not None and order != base.order:
            given["weights"] = None
        if "smooth" in given:
            usual = base.smooth_value if given["smooth"] == base.smooth else None
            given.setdefault("smooth_value", usual)
        if "effective_order" in given:
            usual = "zero" if base.missing_order == "effective" else base.missing_order
            given["missing_order"] = "effective" if given["effective_order"] else usual
        conventions = super().conventions_of(base, given)
        if order is not None and order != conventions.order:
            raise unequal_orders(conventions.order, order)
        return conventions

    @classmethod
    def further_fields(cls, conventions: Any, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the values of fields that are not axes of the dialect."""
        return {"effective_order": conventions.missing_order == "effective"}

    def count(self, corpus: Corpus, workspace: Workspace) -> Statistics:
        """Return lengths, clipped matches and totals of every segment, int64 if all are counts.

        Columns: hypothesis_length, reference_length, matches_1 to matches_N, totals_1 to totals_N,
        and further columns of some dialects; see `columns`.
        """
        from tallystick.metrics.bleu.statistics import statistics_of

        return statistics_of(self.conventions, corpus, workspace)

    @property
    def finite(self) -> bool:
        """Whether statistics must be finite: not in a macro average of scores of segments."""
        return self.conventions.average != "macro"

    def components(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        """Return the components of a score; the precisions are 0 if no match makes the score 0."""
        matches = sums["matches"][: self.order]
        is_0 = self.conventions.no_match == "zero" and not any(matches)
        return {
            "counts": tuple(map(whole, matches)),
            "totals": tuple(map(int, sums["totals"][: self.order])),
            "precisions": tuple([0.0 if is_0 else 100 * value for value in sums["precisions"]]),
            "brevity_penalty": sums["brevity_penalty"],
            "hypothesis_length": int(sums["hypothesis_length"]),
            "reference_length": whole(sums["reference_length"]),
        }

    def undefined(self, sums: Mapping[str, Any]) -> InputError:
        """Return the error of a corpus on which the program of the dialect fails."""
        return InputError(
            f"BLEU is not defined for this corpus under the dialect {self.dialect}: its "
            "program fails because there are no tokens, no n-grams of some order or no "
            "matches; use another dialect, such as bleu:dialect=sacrebleu"
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


@lru_cache(maxsize=64)
def _with_effective_order(metric: Bleu) -> Bleu:
    return replace(metric, effective_order=True)


class SentenceBleu(
    SentenceBleuParameters,
    DialectMetric[Score],
    dialects=BleuDialect,
    default=Bleu.default,
    options=tuple(Bleu.axes),
):
    """Sentence BLEU: the mean of the BLEU of the segments, the sentBLEU of WMT's metrics task.

    By default, the score of a segment equals sacreBLEU's `sentence_bleu`, with effective order. The
    options are those of `Bleu`.
    """

    identity: ClassVar[Identity] = Identity(
        name="sentbleu",
        title="sentBLEU",
        description="mean of the segments' BLEU, by default with effective order",
        scale=Scale(0, 100, digits=2),
        citation=cited("Chen and Cherry, 2014", "chen-cherry-2014-systematic"),
        precision_by_order=True,
    )
    finite = False
    averages_another = True
    formula_of = staticmethod(lambda _: mean_of_segments())
    in_signature = Bleu.in_signature
    further_fields = Bleu.further_fields

    effective_order: Final[bool] = axes.flag(
        None,
        "Whether to omit orders for which a hypothesis is too short; by default as in the dialect, "
        "but yes in that of sacreBLEU, like its `sentence_bleu`.",
    )

    @classmethod
    def conventions_of(cls, base: Any, options: Mapping[str, Any]) -> Any:
        """Return a dialect with axes replaced by the options that are given."""
        usual = {"effective_order": True} if base == SACREBLEU else {}
        return Bleu.conventions_of(base, {**usual, **options})

    @property
    def bleu(self) -> Bleu:
        """The metric that scores each segment."""
        return made_with(Bleu, {option: getattr(self, option) for option in self.axes})

    def count(self, corpus: Corpus, workspace: Workspace) -> Statistics:
        """Return the BLEU of every segment, NaN if its program fails, and a count of 1, float64."""
        import numpy as np

        bleu = self.bleu
        statistics = bleu.statistics(corpus, workspace)
        rows = np.ones((len(statistics), 2), order="F")
        rows[:, 0] = bleu.formula(statistics.rows)
        return replace(statistics, columns=self.columns, rows=rows)

    def segment_counter(
        self, references: Sequence[str], source: str | None = None
    ) -> Callable[[str], Mapping[str, Any]] | None:
        """Return what scores hypotheses of one segment; see `BaseMetric.segment_counter`."""
        score = self.bleu.segment_scorer(references)
        return score and (lambda hypothesis: {"segment_scores": score(hypothesis), "segments": 1})

    def undefined(self, sums: Mapping[str, Any]) -> InputError:
        """Return the error of a corpus of one segment on which the program fails."""
        return self.undefined_segment("segment 1")

    def undefined_segment(self, where: str) -> InputError:
        """Return the error of a segment on which the program of the dialect fails."""
        return InputError(
            f"the BLEU of {where} is not defined under the dialect {self.dialect}: its "
            "program fails on a segment without tokens or matches; use another dialect, such as "
            "sentbleu:dialect=sacrebleu"
        )

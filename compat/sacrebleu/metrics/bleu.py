"""BLEU with the interface, numbers and printed lines of sacreBLEU 2.6.0."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.compat.defects.warning import warn_of_defect
from tallystick.compat.emulation.sacrebleu_formula import MAX_NGRAM_ORDER, SMOOTH_DEFAULTS, Formula
from tallystick.compat.sacrebleu import defects, errors, streams, tokenizing
from tallystick.compat.sacrebleu.metrics.base import Score, Signature
from tallystick.compat.sacrebleu.metrics.streamed import Fields, Origin, StreamedMetric
from tallystick.compat.sacrebleu.tokenizing import NamedTokenizer
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.counting.one_segment import segment_matcher

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.compat.sacrebleu.streams import ReferenceLines, Rewrite
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace

__all__ = ["BLEU", "MAX_NGRAM_ORDER", "BLEUScore", "BLEUSignature"]

SUSPICIOUS_LINES = 100
"""The number of hypotheses ending in " ." from which the text counts as tokenized."""

NO_REFERENCE_LENGTH = -1
"""The closest reference length of sacreBLEU if there is no reference."""

_logger = logging.getLogger("sacrebleu")


def _metric_of(options: Formula, tokenize: str, lowercase: bool) -> Bleu:
    """Return our metric, with the order and the exact smoothing value."""
    takes_value = SMOOTH_DEFAULTS[options.smooth_method] is not None
    smooth: Any = options.smooth_method
    return Bleu(
        order=options.order,
        smooth=smooth,
        smooth_value=options.value if takes_value else None,
        effective_order=bool(options.effective_order),
        tokenize=tokenize,
        lowercase="unicode" if lowercase else "none",
    )


def _corrects_add_k(options: Formula) -> bool:
    return bool(options.corrected and options.effective_order and options.smooth_method == "add-k")


class BLEUScore(Score):
    """A BLEU score and its components, under the names of sacreBLEU.

    Args:
        score: BLEU, 0 to 100.
        counts: Clipped matches of each order.
        totals: N-grams of each order.
        precisions: Precisions of each order, 0 to 100.
        bp: The brevity penalty, 0 to 1.
        sys_len: Tokens of the hypotheses.
        ref_len: Tokens of the closest references.

    >>> BLEUScore(50.0, [1], [2], [50.0], 1.0, 2, 2)
    BLEU = 50.00 50.0 (BP = 1.000 ratio = 1.000 hyp_len = 2 ref_len = 2)
    """

    def __init__(
        self,
        score: float,
        counts: list[int],
        totals: list[int],
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.bp = bp
        self.counts = counts
        self.totals = totals
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.precisions = precisions
        self.prec_str = "/".join([f"{precision:.1f}" for precision in precisions])
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} "
            f"hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class BLEUSignature(Signature):
    """sacreBLEU's signature of a BLEU score; the argument is that of `Signature`."""

    @staticmethod
    def _fields(args: Mapping[str, Any]) -> dict[str, tuple[str, Any]]:
        smooth: str = args["smooth_method"]
        default = SMOOTH_DEFAULTS[smooth]
        if default is not None:
            value = args["smooth_value"]
            smooth += f"[{default if value is None else value:.2f}]"
        return {
            "case": ("c", "lc" if args["lowercase"] else "mixed"),
            "eff": ("e", "yes" if args["effective_order"] else "no"),
            "tok": ("tok", args["tokenizer_signature"]),
            "smooth": ("s", smooth),
        }


class BLEU(StreamedMetric[BLEUScore]):
    """BLEU as sacreBLEU 2.6.0 computes it.

    Args:
        lowercase: Whether to fold case, before tokenizing.
        force: Whether not to warn about text that looks tokenized.
        tokenize: The tokenizer; None chooses that of the target language, 13a for most.
        smooth_method: "exp", "floor", "add-k" or "none".
        smooth_value: The value of "floor" (by default 0.1) or "add-k" (1).
        max_ngram_order: The highest order of n-grams.
        effective_order: Whether to leave out orders without n-grams, recommended for sentences.
        trg_lang: The target language, used to choose a tokenizer or to warn of an unsuitable one.
        references: Reference streams, tokenized once for all systems scored afterwards.
        corrected: Whether to correct the defects of sacreBLEU: scores do not exceed 100, "add-k"
            with effective order leaves out orders without n-grams, empty references are left out
            if there are others, and streams of different lengths are refused. Signatures then
            contain `corrected:yes`.

    Raises:
        UnknownSmoothingError: There is no such smoothing method.
        UnknownTokenizerError: There is no such tokenizer.
        MissingTokenizerError: The tokenizer needs a library that is not installed.
        WrongOrderError: The order is not a whole number, or negative.

    >>> bleu = BLEU()
    >>> bleu.corpus_score(["The dog bit the man."], [["The dog had bit the man."]])
    BLEU = 51.15 100.0/80.0/50.0/33.3 (BP = 0.846 ratio = 0.857 hyp_len = 6 ref_len = 7)
    >>> bleu.get_signature()
    nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0
    """

    _signature_class = BLEUSignature
    SMOOTH_DEFAULTS: ClassVar[Mapping[str, float | None]] = SMOOTH_DEFAULTS
    TOKENIZERS: ClassVar[Sequence[str]] = tokenizing.TOKENIZERS
    TOKENIZER_DEFAULT: ClassVar[str] = tokenizing.DEFAULT

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Sequence[Sequence[str | None]] | None = None,
        *,
        corrected: bool = False,
    ) -> None:
        _checked_smoothing(smooth_method)
        _checked_order(max_ngram_order)
        self._force = force
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_value = smooth_value
        self.smooth_method = smooth_method
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        self.tokenizer = tokenizing.tokenizer_for(tokenize, trg_lang)
        self.tokenizer_signature = self.tokenizer.signature()
        super().__init__(references, corrected)

    @staticmethod
    def compute_bleu(
        correct: list[int],
        total: list[int],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        *,
        corrected: bool = False,
    ) -> BLEUScore:
        """Compute BLEU from counts, which are not modified.

        Args:
            correct: Clipped matches of each order.
            total: N-grams of each order.
            sys_len: Tokens of the hypotheses.
            ref_len: Tokens of the closest references.
            smooth_method: "exp", "floor", "add-k" or "none".
            smooth_value: The value of "floor" (by default 0.1) or "add-k" (1).
            effective_order: Whether to leave out orders without n-grams.
            max_ngram_order: The highest order of n-grams.
            corrected: As for `BLEU`.

        Raises:
            UnknownSmoothingError: There is no such smoothing method.

        >>> round(BLEU.compute_bleu([9, 7, 5, 3], [10, 8, 6, 4], 11, 11).score, 8)
        83.75922397
        """
        method = _checked_smoothing(smooth_method)
        options = Formula(method, smooth_value, effective_order, max_ngram_order, corrected)
        return _score(correct, total, sys_len, ref_len, options)

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> BLEUScore:
        """Score one sentence.

        Args:
            hypothesis: The sentence.
            references: Its references; None for a missing one.

        Raises:
            WrongTypeError: The hypothesis or the first reference is not a string, or every
                reference is None.
            WrongElementError: Another reference is not a string.
            EmptyInputError: There is no reference.

        >>> BLEU(effective_order=True).sentence_score("a b", ["a b c"]).score
        60.653065971263366
        """
        if not self.effective_order:
            _logger.warning("BLEU of a sentence should be computed with effective_order=True.")
        return super().sentence_score(hypothesis, references)

    def _usual_row(self, hypothesis: str, references: Sequence[Any]) -> list[Any]:
        present = [line for line in references if line is not None]
        for line in present:
            if not isinstance(line, str):
                raise errors.WrongElementError(
                    f"a reference is of type {type(line).__name__}; expected a string"
                )
        if len(present) > 1 and "" in present and any(present):
            if self.corrected:
                present = [line for line in present if line]
            else:
                warn_of_defect(defects.EMPTY_REFERENCE)
        self.num_refs = len(present)
        rewrite = self._rewrite()
        if rewrite is not None:
            hypothesis, present = rewrite(hypothesis), [rewrite(line) for line in present]
        return self._row_alone(hypothesis, present)

    def _row_alone(self, hypothesis: str, references: Sequence[str]) -> list[int]:
        order = _checked_order(self.max_ngram_order)
        tokenizer = tokenizing.made(self._tokenize() or "none")
        counts = segment_matcher(references, tokenizer, "none")(hypothesis, max(order, 1))
        length = counts.totals[0]
        if references:
            closest = counts.closest_length
        else:
            if self.corrected or (length and order):
                raise errors.WrongTypeError(
                    "BLEU: every reference of this segment is None; give one"
                )
            warn_of_defect(defects.NO_REFERENCE)
            closest = NO_REFERENCE_LENGTH
        return [length, closest, *counts.matches[:order], *counts.totals[:order]]

    def _formula(self) -> Formula:
        return Formula(
            _checked_smoothing(self.smooth_method),
            self.smooth_value,
            self.effective_order,
            _checked_order(self.max_ngram_order),
            self.corrected,
        )

    def _tokenize(self) -> str | None:
        """Return the name of the tokenizer; None if the user replaced it."""
        return self.tokenizer.name if isinstance(self.tokenizer, NamedTokenizer) else None

    def _rewrite(self) -> Rewrite | None:
        """Return the function to apply to every line before tokenization, if any."""
        if self._tokenize() is not None:
            return str.lower if self.lowercase else None
        if self.lowercase:
            return lambda line: self.tokenizer(line.lower().rstrip())
        return lambda line: self.tokenizer(line.rstrip())

    def _read_references(self, references: Sequence[Sequence[str | None]]) -> ReferenceLines:
        lines = streams.read_references(
            "BLEU", references, self._rewrite(), self.corrected, empty_counts=True
        )
        self.num_refs = lines.number
        return lines

    def _rewritten(self, hypotheses: Sequence[str]) -> Sequence[str]:
        if not self._force:
            _warn_of_tokenized_text(hypotheses)
        rewrite = self._rewrite()
        return hypotheses if rewrite is None else [rewrite(line) for line in hypotheses]

    def _rows_of(self, corpus: Corpus, workspace: Workspace) -> NDArray[np.int64]:
        """Return the hypothesis length, the closest reference length, matches and totals."""
        order = _checked_order(self.max_ngram_order)
        bleu = Bleu(order=max(order, 1), tokenize=self._tokenize() or "none")
        rows = bleu.statistics(corpus, workspace).rows
        return rows if order else rows[:, :2]

    def _without_references(
        self, rows: NDArray[np.int64], without: Sequence[int]
    ) -> NDArray[np.int64]:
        for segment in without:
            if self.corrected or (rows[segment, 0] and self.max_ngram_order):
                raise errors.WrongTypeError(
                    f"BLEU: segment {segment + 1} has no reference: every stream has None there; "
                    "give one, or leave the segment out"
                )
        warn_of_defect(defects.NO_REFERENCE)
        changed = rows.copy()
        changed[list(without), 1] = NO_REFERENCE_LENGTH
        return changed

    def _compute_score_from_stats(self, stats: Any) -> BLEUScore:
        options = self._formula()
        first_total = 2 + options.order
        correct, total = stats[2:first_total], stats[first_total:]
        return _score(correct, total, int(stats[0]), int(stats[1]), options)

    def _number_of(self, stats: Any) -> Any:
        return self._compute_score_from_stats(stats).score

    def _scores_of(self, sums: NDArray[Any]) -> list[Any]:
        scores: list[Any] = self._formula().scores(sums).tolist()
        return scores

    def _origin_of(self, resampling: Fields) -> Origin:
        options = self._formula()
        tokenize = self._tokenize()
        metric = partial(_metric_of, options, tokenize or "none", bool(self.lowercase))
        own = resampling + ((("corrected", "add-k"),) if _corrects_add_k(options) else ())
        return Origin(metric, self._number_of_references, own, given_tokens=tokenize is None)


def _checked_smoothing(method: str) -> str:
    if method not in SMOOTH_DEFAULTS:
        raise errors.UnknownSmoothingError(
            f"smooth_method is {method!r}; expected one of {', '.join(SMOOTH_DEFAULTS)}"
        )
    return method


def _checked_order(order: Any) -> int:
    return errors.checked_order("max_ngram_order", order, "a whole number, 1 or more")


def _score(correct: Any, total: Any, sys_len: int, ref_len: int, options: Formula) -> BLEUScore:
    bleu = options.compute(correct, total, sys_len, ref_len)
    if bleu.add_k_without_ngrams:
        warn_of_defect(defects.ADD_K_WITHOUT_NGRAMS)
    if bleu.score > 100.0:
        warn_of_defect(defects.ROUNDED_ABOVE_100)
    return BLEUScore(
        bleu.score, bleu.counts, bleu.totals, bleu.precisions, bleu.penalty, sys_len, ref_len
    )


def _warn_of_tokenized_text(hypotheses: Sequence[str]) -> None:
    if sum([line.endswith(" .") for line in hypotheses]) >= SUSPICIOUS_LINES:
        _logger.warning(
            "%d or more hypotheses end in ' .', so the text looks tokenized, which changes the "
            "score; detokenize it, or pass force=True to silence this warning.",
            SUSPICIOUS_LINES,
        )

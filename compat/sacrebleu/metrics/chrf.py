"""chrF with the interface, numbers and printed lines of sacreBLEU 2.6.0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.compat.defects.warning import warn_of_defect
from tallystick.compat.sacrebleu import defects
from tallystick.compat.sacrebleu.errors import checked_order
from tallystick.compat.sacrebleu.metrics.base import Score, Signature
from tallystick.compat.sacrebleu.metrics.streamed import Fields, Origin, StreamedMetric
from tallystick.errors import OptionError
from tallystick.metrics.base.dialect_metric import made_with
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.formula import by_order, score_of_counts
from tallystick.metrics.chrf.metric import Chrf, ChrfComparison, comparison_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace

__all__ = ["CHRF", "CHRFScore", "CHRFSignature"]


_DIALECTS = {ties: ChrfDialect(reference_ties=ties) for ties in ("smallest", "first")}
"""sacreBLEU's chrF by which of several references that tie counts."""


class CHRFScore(Score):
    """A chrF score, under the names of sacreBLEU.

    Args:
        score: chrF, 0 to 100.
        char_order: The highest order of character n-grams.
        word_order: The highest order of word n-grams.
        beta: How many times recall is as important as precision.

    >>> CHRFScore(50.0, 6, 2, 2)
    chrF2++ = 50.00
    """

    def __init__(self, score: float, char_order: int, word_order: int, beta: int) -> None:
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        super().__init__(f"chrF{beta}" + "+" * word_order, score)


class CHRFSignature(Signature):
    """sacreBLEU's signature of a chrF score; the argument is that of `Signature`."""

    @staticmethod
    def _fields(args: Mapping[str, Any]) -> dict[str, tuple[str, Any]]:
        return {
            "case": ("c", "lc" if args["lowercase"] else "mixed"),
            "eff": ("e", "no" if args["eps_smoothing"] else "yes"),
            "nc": ("nc", args["char_order"]),
            "nw": ("nw", args["word_order"]),
            "space": ("s", "yes" if args["whitespace"] else "no"),
        }


class CHRF(StreamedMetric[CHRFScore]):
    """chrF as sacreBLEU 2.6.0 computes it.

    Args:
        char_order: The highest order of character n-grams.
        word_order: The highest order of word n-grams: 0 for chrF, 1 for chrF+, 2 for chrF++.
        beta: How many times recall is as important as precision.
        lowercase: Whether to fold case.
        whitespace: Whether white space belongs to the n-grams.
        eps_smoothing: Whether to average the F-scores of all orders, as chrF++.py does.
        references: Reference streams, prepared once for all systems scored afterwards.
        corrected: Whether to correct the defects of sacreBLEU: the order of references that tie
            does not matter, and streams of different lengths are refused. Signatures then contain
            `corrected:yes`.

    Raises:
        WrongOrderError: An order is not a whole number, or negative.

    >>> chrf = CHRF(word_order=2)
    >>> chrf.corpus_score(["The dog bit the man."], [["The dog had bit the man."]])
    chrF2++ = 70.39
    >>> chrf.get_signature()
    nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0
    """

    _signature_class = CHRFSignature
    CHAR_ORDER: ClassVar[int] = 6
    WORD_ORDER: ClassVar[int] = 0
    BETA: ClassVar[int] = 2

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: int = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Sequence[Sequence[str | None]] | None = None,
        *,
        corrected: bool = False,
    ) -> None:
        self.beta = beta
        self.char_order = checked_order("char_order", char_order)
        self.word_order = checked_order("word_order", word_order)
        self.order = self.char_order + self.word_order
        if not self.order:
            raise OptionError(
                "char_order and word_order are both 0, so there are no n-grams to compare; give "
                "one of them, such as char_order=6"
            )
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        super().__init__(references, corrected)

    def _options(self, reference_ties: str) -> dict[str, Any]:
        return {
            "order": self.char_order,
            "word_order": self.word_order,
            "beta": self.beta,
            "eps_smoothing": bool(self.eps_smoothing),
            "whitespace": "kept" if self.whitespace else "removed",
            "lowercase": "unicode" if self.lowercase else "none",
            "dialect": _DIALECTS[reference_ties],
        }

    def _comparison(self, reference_ties: str) -> ChrfComparison:
        return comparison_of(made_with(Chrf, self._options(reference_ties)).conventions)

    def _rows_of(self, corpus: Corpus, workspace: Workspace) -> NDArray[np.int64]:
        smallest, offsets = self._comparison("smallest"), corpus.references.offsets
        counted = smallest.counts_of_corpus(corpus, workspace)
        rows = smallest.rows(counted, offsets)
        if not self.corrected and len(corpus.references.segments) > len(rows):
            first = self._comparison("first").rows(counted, offsets)
            if (first != rows).any():
                warn_of_defect(defects.REFERENCES_TIE)
            rows = first
        by_kind: NDArray[np.int64] = rows.reshape(len(rows), 3, -1)
        return by_kind.transpose(0, 2, 1).reshape(len(rows), -1)

    def _row_alone(self, hypothesis: str, references: Sequence[str]) -> list[Any] | None:
        if not self.order:
            return None
        smallest = self._comparison("smallest")
        best, *tied = smallest.leading(smallest.pair_counter(references)(hypothesis))
        if tied:  # a rank consists of the score and all counts
            ranks = list(map(smallest.rank_of_pair, (best, *tied)))
            if self.corrected:
                best = (best, *tied)[ranks.index(max(ranks))]
            elif ranks[0] != max(ranks):
                warn_of_defect(defects.REFERENCES_TIE)
        counts = by_order(smallest.row([best]))
        return [int(count) for of_order in counts for count in of_order]

    def _compute_score_from_stats(self, stats: Any) -> CHRFScore:
        return CHRFScore(self._number_of(stats), self.char_order, self.word_order, self.beta)

    def _number_of(self, stats: Any) -> Any:
        counts = [tuple(stats[start : start + 3]) for start in range(0, 3 * self.order, 3)]
        return score_of_counts(counts, self.beta, bool(self.eps_smoothing))

    def _origin_of(self, resampling: Fields) -> Origin:
        options = self._options("smallest" if self.corrected else "first")
        return Origin(partial(made_with, Chrf, options), self._number_of_references, resampling)

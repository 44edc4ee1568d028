"""TER with the interface, numbers and printed lines of sacreBLEU 2.6.0."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.defects.warning import warn_of_defect
from tallystick.compat.sacrebleu import defects
from tallystick.compat.sacrebleu.metrics.base import Score, Signature
from tallystick.compat.sacrebleu.metrics.streamed import Fields, Origin, StreamedMetric
from tallystick.compat.sacrebleu.tokenizing import made
from tallystick.metrics.sums.statistics import whole
from tallystick.metrics.ter.dialect import SACREBLEU
from tallystick.metrics.ter.metric import Ter, few_counts_of, tercom_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace

__all__ = ["TER", "TERScore", "TERSignature"]

_FORMULA = Ter.formula_of(SACREBLEU)

TOKENIZER = "tercom"
"""The value of `tok:` in a signature."""


class TERScore(Score):
    """A TER score and its components, under the names of sacreBLEU.

    Args:
        score: TER, 0 or more.
        num_edits: Shifts, insertions, deletions and substitutions.
        ref_length: The mean number of tokens of the references of each segment, summed.

    >>> TERScore(50.0, 2, 4.0)
    TER = 50.00
    """

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TERSignature(Signature):
    """sacreBLEU's signature of a TER score; the argument is that of `Signature`."""

    @staticmethod
    def _fields(args: Mapping[str, Any]) -> dict[str, tuple[str, Any]]:
        return {
            "case": ("c", "mixed" if args["case_sensitive"] else "lc"),
            "tok": ("t", args["tokenizer_signature"]),
            "norm": ("nr", args["normalized"]),
            "punct": ("pn", not args["no_punct"]),
            "asian": ("as", args["asian_support"]),
        }


class TercomTokenizer:
    """The tokenizer of a `TER`, from a line to its tokens joined by spaces.

    Args:
        metric: The metric.
    """

    def __init__(self, metric: Ter) -> None:
        self._metric = metric

    def signature(self) -> str:
        """Return the value of `tok:` in a signature."""
        return TOKENIZER

    def __call__(self, line: str) -> str:
        """Tokenize one line."""
        return " ".join(made(self._metric.tokenize)(line, self._metric.lowercase))


class TER(StreamedMetric[TERScore]):
    """TER as sacreBLEU 2.6.0 computes it.

    Args:
        normalized: Whether punctuation and possessive 's are tokens, and entities are decoded.
        no_punct: Whether to delete punctuation.
        asian_support: Whether the first two options also cover Asian characters.
        case_sensitive: Whether not to fold case.
        references: Reference streams, prepared once for all systems scored afterwards.
        corrected: Whether to correct the defects of sacreBLEU: references are tokenized once, and
            streams of different lengths are refused. Signatures then contain `corrected:yes`.

    >>> ter = TER()
    >>> ter.corpus_score(["The dog bit the man."], [["The dog had bit the man."]])
    TER = 16.67
    >>> ter.get_signature()
    nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0
    """

    _signature_class = TERSignature

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Sequence[Sequence[str | None]] | None = None,
        *,
        corrected: bool = False,
    ) -> None:
        self.no_punct = no_punct
        self.normalized = normalized
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        self.tokenizer_signature = TOKENIZER
        super().__init__(references, corrected)

    @property
    def tokenizer(self) -> TercomTokenizer:
        """The tokenizer, which the options determine."""
        return TercomTokenizer(self._metric())

    def _metric_maker(self) -> Callable[[], Ter]:
        options = self.normalized, self.no_punct, self.asian_support, self.case_sensitive
        return partial(_metric_of, *map(bool, options))

    def _metric(self) -> Ter:
        return self._metric_maker()()

    def _rows_of(self, corpus: Corpus, workspace: Workspace) -> NDArray[Any]:
        dialect = self._metric().conventions
        once = replace(dialect, reference_passes="once")
        columns = few_counts_of(once if self.corrected else dialect, corpus, workspace)
        if (
            self.normalized
            and not self.corrected
            and few_counts_of(once, corpus, workspace) != columns
        ):
            warn_of_defect(defects.REFERENCES_TOKENIZED_TWICE)
        rows = np.array(columns).T
        whole = rows.astype(np.int64)
        return whole if (whole == rows).all() else np.ascontiguousarray(rows)

    def _row_alone(self, hypothesis: str, references: Sequence[str]) -> list[Any] | None:
        count = self._metric().segment_counter(references)
        if count is None:
            return None
        row = count(hypothesis)
        return [row["edits"], whole(row["reference_length"])]

    def _compute_score_from_stats(self, stats: Any) -> TERScore:
        return TERScore(self._number_of(stats), stats[0], float(stats[1]))

    def _number_of(self, stats: Any) -> Any:
        return _FORMULA.of_numbers({"edits": stats[0], "reference_length": stats[1]})

    def _origin_of(self, resampling: Fields) -> Origin:
        own = resampling + ((("corrected", "yes"),) if self.corrected else ())
        return Origin(self._metric_maker(), self._number_of_references, own)


@cache
def _metric_of(normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool) -> Ter:
    tokenize = tercom_name(normalized=normalized, no_punct=no_punct, asian_support=asian_support)
    return Ter(tokenize=tokenize, lowercase="none" if case_sensitive else "unicode")

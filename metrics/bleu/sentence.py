"""Sentence BLEU: the mean of the BLEU scores of the segments, the sentBLEU of WMT's metrics task.

It differs from BLEU, which sums counts over segments before dividing. By default, the score of a
segment equals sacreBLEU's `sentence_bleu`, which uses effective order because a short segment has
no n-grams of the highest orders; any other dialect of BLEU can be used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from tallystick.errors import InputError
from tallystick.metrics.base.dialect_metric import DialectMetric, made_with
from tallystick.metrics.bleu.dialect import SACREBLEU, BleuDialect
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import SentenceBleuParameters
from tallystick.metrics.sums.sum_formula import mean_of_segments

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.sums.statistics import Statistics


class SentenceBleu(
    SentenceBleuParameters,
    DialectMetric[Score],
    dialects=BleuDialect,
    default=Bleu.default,
    options=tuple(Bleu.axes),
):
    """Sentence BLEU with its options, which are those of `Bleu`."""

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
        found = bleu.statistics(corpus, workspace)
        rows = np.ones((len(found), 2), order="F")
        rows[:, 0] = bleu.formula(found.rows)
        return replace(found, columns=self.columns, rows=rows)

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

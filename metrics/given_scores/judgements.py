"""The metric of human scores: the mean of the scores of the judged segments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tallystick.metrics.given_scores.metric import COLUMNS, GivenScores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.sums.statistics import Statistics


HUMAN = "human"
"""The usual name of the metric."""


@dataclass(frozen=True, slots=True)
class HumanScores(GivenScores):
    """A metric whose scores of segments are those of humans, who need not judge all segments.

    The score of a segment without judgement is NaN; it does not count in any mean. The parameters
    are those of `GivenScores`.

    >>> from dataclasses import replace
    >>> from tallystick.metrics.corpus.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a b", "c"], references=["a b", "d"])
    >>> corpus = replace(corpus, scores={"human": (80.0, float("nan"))})
    >>> metric = HumanScores("human")
    >>> metric.score(metric.statistics(corpus)).score
    80.0
    """

    digits: int = 3
    program: str = "humans"

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the score of every segment and a count of 1, both 0 without a judgement.

        Raises:
            InputError: The corpus has no scores of this name.
        """
        import numpy as np

        from tallystick.metrics.sums.statistics import Statistics

        scores = np.array(self.given(corpus), dtype=np.float64)
        judged = ~np.isnan(scores)
        rows = np.zeros((len(corpus), len(COLUMNS)), order="F")
        columns = COLUMNS.split(rows)
        columns["scores"][judged], columns["segments"][judged] = scores[judged], 1.0
        return Statistics(COLUMNS, rows, corpus.references.number, corpus.given_tokens)

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute means, shape (...,), from sums of statistics; NaN without any judgement."""
        import numpy as np

        sums = COLUMNS.split(totals)
        means: NDArray[Any] = np.divide(
            sums["scores"],
            sums["segments"],
            out=np.full(np.shape(sums["segments"]), np.nan),
            where=sums["segments"] > 0,
        )
        return means

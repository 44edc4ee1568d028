"""METEOR 1.5 over the statistics that it prints for segments.

Denkowski and Lavie, "Meteor Universal: Language Specific Translation Evaluation for Any Target
Language", WMT 2014, https://aclanthology.org/W14-3348. The program aligns words; with the option
-ssOut it prints 23 numbers for every segment, from which scores are computed here as it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.errors import InputError, OptionError
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.sums.statistics import Columns, Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace

FORMULA = "meteor-1.5"
STAGES = ("exact", "stem", "synonym", "paraphrase")
WEIGHTS = (1.0, 0.6, 0.8, 0.6)
ALPHA, BETA, GAMMA, DELTA = 0.85, 0.2, 0.6, 0.75
HIGHEST_COUNT = 2**53  # up to which every whole number is a float

COLUMNS = Columns(
    "hypothesis_length",
    "reference_length",
    "hypothesis_function_words",
    "reference_function_words",
    *map("_".join, product(STAGES, ("content", "function"), ("hypothesis", "reference"))),
    "chunks",
    "hypothesis_matches",
    "reference_matches",
)

CITATION = cited("Denkowski and Lavie, 2014", "denkowski-lavie-2014-meteor")


@dataclass(frozen=True, slots=True)
class MeteorStatistics(GivenScores):
    """METEOR 1.5, computed from the 23 numbers that it prints for every segment.

    Its parameters and weights are those of English (-l en) and its default task. The score of a
    document or a corpus is the formula over sums, 0 to 1, and not the mean over segments.

    The parameters are those of `GivenScores`; direction and limits of the scale are fixed.

    Raises:
        OptionError: A value is out of range, or the name is that of another metric.

    >>> from dataclasses import replace
    >>> from tallystick.metrics.corpus.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["big house"], references=["large house"])
    >>> row = (2, 2, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 2, 2)
    >>> metric = MeteorStatistics("meteor-1.5")
    >>> corpus = replace(corpus, scores={"meteor-1.5": (row,)})
    >>> round(metric.score(metric.statistics(corpus)).score, 4)  # as METEOR 1.5 prints
    0.9
    """

    width: ClassVar[int] = len(COLUMNS)

    program: str = "METEOR 1.5"

    def __post_init__(self) -> None:
        """Refuse options without meaning."""
        GivenScores.__post_init__(self)
        if not self.higher_is_better or self.low is not None or self.high is not None:
            raise OptionError(
                f"the scores {self.name!r} are computed by the formula {FORMULA}, from 0 to 1, and "
                "a higher one is better; leave out better, low and high"
            )

    @property
    def identity(self) -> Identity:
        """The name and the scale."""
        return Identity(
            name=self.name,
            title=self.name,
            description="METEOR 1.5 over the given statistics of the segments",
            scale=Scale(0, 1, self.digits),
            citation=CITATION,
            program=self.program,
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        return {"formula": FORMULA, **GivenScores.options(self, given_tokens)}

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the numbers of every segment, float64, in the order of the program.

        The chunks of a segment all of whose words match in one chunk are 0, as where METEOR adds.

        Raises:
            InputError: The corpus has no statistics of this name, or a number is no count.
        """
        import numpy as np

        rows = np.array(self.given(corpus), dtype=np.float64, order="F")
        if rows.shape != (len(corpus), self.width):
            raise InputError(
                f"{self.name!r} has scores of segments where the formula {FORMULA} needs "
                f"{self.width} numbers for each; a saved report has only the scores, so give the "
                "statistics of both systems, or leave out the formula"
            )
        is_count = (rows >= 0) & (rows <= HIGHEST_COUNT)
        if not is_count.all():
            segment, column = np.argwhere(~is_count)[0].tolist()
            raise InputError(
                f"{self.name!r} has {rows[segment, column]:g} as the {COLUMNS[column]} of segment "
                f"{segment + 1}, number {column + 1} of {self.width}; expected a count of 0 or more"
            )
        named = COLUMNS.split(rows)
        whole = (
            (named["chunks"] == 1)
            & (named["hypothesis_matches"] == named["hypothesis_length"])
            & (named["reference_matches"] == named["reference_length"])
        )
        named["chunks"][whole] = 0
        return Statistics(COLUMNS, rows, corpus.references.number, corpus.given_tokens)

    def sum_formula(self) -> None:
        """Return None: no report has this formula as data."""

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute METEOR, shape (...,), 0 to 1, from sums of statistics, shape (..., columns).

        Section 2 of the paper; 0 where no word matches.
        """
        import numpy as np

        sums = COLUMNS.split(totals)

        def share(side: str) -> NDArray[Any]:
            function_words = sums[f"{side}_function_words"]
            words = DELTA * (sums[f"{side}_length"] - function_words) + (1 - DELTA) * function_words
            matches = sum(
                weight
                * (
                    DELTA * sums[f"{stage}_content_{side}"]
                    + (1 - DELTA) * sums[f"{stage}_function_{side}"]
                )
                for stage, weight in zip(STAGES, WEIGHTS, strict=True)
            )
            shares: NDArray[Any] = matches / np.where(words > 0, words, 1.0)
            return shares

        precision, recall = share("hypothesis"), share("reference")
        product_of_both = precision * recall
        divisor = ALPHA * precision + (1 - ALPHA) * recall
        mean = product_of_both / np.where(product_of_both > 0, divisor, 1.0)
        matches = (sums["hypothesis_matches"] + sums["reference_matches"]) / 2
        fragmentation = sums["chunks"] / np.where(matches > 0, matches, 1.0)
        score: NDArray[Any] = mean * (1 - GAMMA * fragmentation**BETA)
        return score

    @classmethod
    def from_signature(
        cls, options: Mapping[str, str], name: str, program: str
    ) -> MeteorStatistics:
        """Build the metric from the fields of a signature; it applies to the same statistics.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        rest = {key: value for key, value in options.items() if key != "formula"}
        given = GivenScores.from_signature(rest, name, program)
        return cls(name, program=program, number=given.number, digest=given.digest)

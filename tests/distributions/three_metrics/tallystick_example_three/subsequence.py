"""subsequence: the mean over segments of an F-score of the longest common subsequence, 0 to 1."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tallystick import Corpus, Score, Signature, Workspace
from tallystick.metrics import Identity, Scale, Statistics, tokenizer_named


def common(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for symbol in one:
        before = 0
        for column, wanted in enumerate(other, start=1):
            length = before + 1 if symbol == wanted else max(row[column], row[column - 1])
            before, row[column] = row[column], length
    return row[-1]


def f_score(one: Sequence[int], other: Sequence[int]) -> float:
    return 2 * common(one, other) / max(len(one) + len(other), 1)


@dataclass(frozen=True, slots=True)
class Subsequence:
    """The mean F-score of the longest common subsequence of words, with the best reference."""

    identity: ClassVar[Identity] = Identity(
        "subsequence",
        "LCS",
        "mean F-score of the longest common subsequence",
        Scale(0, 1, digits=3),
    )

    def options(self, given_tokens: bool) -> Mapping[str, str]:
        return {"case": "lc"}

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        scores = [
            max(f_score(hypothesis.tolist(), one.tolist()) for one in references)
            for part in (workspace or Workspace()).pairs(corpus, tokenizer_named("none"), "unicode")
            for hypothesis, references in part
        ]
        rows = np.column_stack([scores, np.ones(len(scores))])
        return Statistics(
            ("scores", "segments"), rows, corpus.references.number, corpus.given_tokens
        )

    def formula(self, totals: Any) -> Any:
        return totals[..., 0] / np.maximum(totals[..., 1], 1)

    def score(self, statistics: Statistics) -> Score:
        signature = Signature.of(self, statistics.references, statistics.given_tokens)
        return Score(self.identity.name, float(self.formula(statistics.total())), signature)

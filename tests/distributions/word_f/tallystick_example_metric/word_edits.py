"""word-edits: edits of words over words of the reference, 0 and up; lower is better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tallystick import Corpus, Score, metrics


def edits(own: Sequence[int], other: Sequence[int]) -> int:
    """Return the insertions, deletions and substitutions that turn one into the other."""
    row = list(range(len(other) + 1))
    for index, symbol in enumerate(own, start=1):
        before, row[0] = row[0], index
        for column, wanted in enumerate(other, start=1):
            cost = min(row[column] + 1, row[column - 1] + 1, before + (symbol != wanted))
            before, row[column] = row[column], cost
    return row[-1]


@dataclass(frozen=True, slots=True)
class WordEdits:
    """The edit rate of words, with the reference of the fewest edits."""

    identity: ClassVar[metrics.Identity] = metrics.Identity(
        "word-edits", "Word edits", "edits over words", metrics.Scale(0, None, digits=1),
        higher_is_better=False,
    )  # fmt: skip
    tokenize: str = "13a"

    def options(self, given_tokens: bool) -> Mapping[str, str]:
        return metrics.tokenizer_fields(self.tokenize, given_tokens)

    def statistics(
        self, corpus: Corpus, workspace: metrics.Workspace | None = None
    ) -> metrics.Statistics:
        rows = []
        tokenizer = metrics.tokenizer_named(self.tokenize)
        for part in (workspace or metrics.Workspace()).pairs(corpus, tokenizer, "none"):
            for hypothesis, references in part:
                words = hypothesis.tolist()
                rows.append(min((edits(words, ref.tolist()), len(ref)) for ref in references))
        return metrics.Statistics(
            ("edits", "reference_length"),
            np.array(rows, dtype=np.int64),
            corpus.references.number,
            corpus.given_tokens,
        )

    def formula(self, totals: Any) -> Any:
        return 100 * totals[..., 0] / np.maximum(totals[..., 1], 1)

    def score(self, statistics: metrics.Statistics) -> Score:
        signature = metrics.Signature.of(self, statistics.references, statistics.given_tokens)
        return Score(self.identity.name, float(self.formula(statistics.total())), signature)

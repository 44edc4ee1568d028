"""char-f: the F-score of character n-grams, averaged over orders, on the first reference."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from tallystick import Corpus, Score, metrics

BLOCKS = ("matches", "totals", "wanted")
WORK = metrics.Citation(
    "Popović, 2015", "@inproceedings{popovic-2015-chrf, title = {chrF}, year = 2015}"
)


@dataclass(frozen=True, slots=True)
class CharF:
    """The F-score of character n-grams up to an order."""

    identity: ClassVar[metrics.Identity] = metrics.Identity(
        "char-f",
        "charF",
        "F-score of character n-grams",
        metrics.Scale(0, 100, digits=1),
        citation=WORK,
    )
    order: int = 6

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", metrics.whole_number("order", self.order, 1, 20))

    def options(self, given_tokens: bool) -> Mapping[str, str]:
        return {"order": str(self.order)}

    def statistics(
        self, corpus: Corpus, workspace: metrics.Workspace | None = None
    ) -> metrics.Statistics:
        columns = metrics.Columns(*((name, self.order) for name in BLOCKS))
        first = replace(corpus, references=corpus.references.first())
        tokenizer = metrics.tokenizer_named("char")
        matched = (workspace or metrics.Workspace()).match(first, tokenizer, "none", self.order)
        rows = np.empty((len(corpus), len(columns)), dtype=np.int64)
        named = columns.split(rows)
        named["matches"][:] = matched.matches
        metrics.write_totals(matched.hypothesis_lengths, named["totals"])
        metrics.write_totals(matched.reference_lengths, named["wanted"])
        return metrics.Statistics(columns, rows, corpus.references.number, given_tokens=False)

    def formula(self, totals: Any) -> Any:
        named = metrics.Columns(*((name, self.order) for name in BLOCKS)).split(totals)
        both = named["totals"] + named["wanted"]
        return (200 * named["matches"] / np.maximum(both, 1)).mean(axis=-1)

    def score(self, statistics: metrics.Statistics) -> Score:
        signature = metrics.Signature.of(self, statistics.references, statistics.given_tokens)
        return Score(self.identity.name, float(self.formula(statistics.total())), signature)

"""jaro-winkler: the mean of NLTK's Jaro-Winkler similarities of segments, 0 to 1.

The pattern for a library that scores one segment at a time: a row has its score and 1, and the
formula is the mean.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import nltk
import numpy as np
from nltk.metrics.distance import jaro_winkler_similarity

from tallystick import Corpus, OptionError, Score
from tallystick.metrics import Identity, Scale, Signature, Statistics, Workspace, number


@dataclass(frozen=True, slots=True)
class JaroWinkler:
    """The mean over segments of the similarity with the most similar reference."""

    identity: ClassVar[Identity] = Identity(
        "jaro-winkler", "Jaro-Winkler", "mean Jaro-Winkler similarity", Scale(0, 1, digits=3),
        program=f"NLTK {nltk.__version__}",
    )  # fmt: skip
    p: float = 0.1

    def __post_init__(self) -> None:
        object.__setattr__(self, "p", number("p", self.p, low=0))
        if self.p > 0.25:
            raise OptionError(f"p is {self.p:g}; expected 0 to 0.25")

    def options(self, given_tokens: bool) -> Mapping[str, str]:
        return {} if self.p == 0.1 else {"p": repr(self.p)}

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        text = corpus.as_text()
        rows = np.ones((len(corpus), 2))
        for place, line in enumerate(text.hypotheses):
            references = text.references[place]
            rows[place, 0] = max(jaro_winkler_similarity(line, ref, self.p) for ref in references)
        return Statistics(
            ("scores", "segments"), rows, corpus.references.number, corpus.given_tokens
        )

    def formula(self, totals: Any) -> Any:
        return totals[..., 0] / np.maximum(totals[..., 1], 1)

    def score(self, statistics: Statistics) -> Score:
        signature = Signature.of(self, statistics.references, statistics.given_tokens)
        return Score(self.identity.name, float(self.formula(statistics.total())), signature)

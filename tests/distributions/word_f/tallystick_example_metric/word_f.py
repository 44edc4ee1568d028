"""word-f: the F-measure of clipped word matches, 0 to 100.

Precision is matches over words of the hypothesis, recall matches over words of the closest
reference; beta says how many times as much recall weighs. The statistics are counts, so that the
score of a corpus is that of its sums, as with BLEU.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tallystick import OptionError, Score
from tallystick.metrics import (
    LOWERCASE_TO_CASE,
    Identity,
    Scale,
    Signature,
    Statistics,
    Workspace,
    check_signature_fields,
    closest_reference_lengths,
    lowercase_from_case,
    parse_lowercase,
    tokenizer_fields,
    tokenizer_from_fields,
    tokenizer_named,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick import Corpus
    from tallystick.metrics import Lowercase


@dataclass(frozen=True, slots=True)
class WordFScore(Score):
    """A score and its two halves, 0 to 100 each."""

    precision: float
    recall: float


@dataclass(frozen=True, slots=True)
class WordF:
    """The F-measure of words with its options.

    Args:
        beta: How many times as much recall weighs as precision, above 0.
        tokenize: The name of the tokenizer.
        lowercase: How case is folded.
    """

    identity: ClassVar[Identity] = Identity(
        "word-f", "word F", "F-measure of clipped word matches", Scale(0, 100, digits=2)
    )

    beta: float = 1.0
    tokenize: str = "13a"
    lowercase: Lowercase = field(default="none", metadata={"parse": parse_lowercase})

    def __post_init__(self) -> None:
        """Refuse options without meaning."""
        if not self.beta > 0:
            raise OptionError(f"beta is {self.beta}; expected a number above 0")
        tokenizer_named(self.tokenize)

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they stand in a signature."""
        options = {
            "case": LOWERCASE_TO_CASE[self.lowercase],
            **tokenizer_fields(self.tokenize, given_tokens),
        }
        return options if self.beta == 1 else {**options, "beta": repr(self.beta)}

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> WordF:
        """Build the metric from the fields of a signature."""
        check_signature_fields(cls.identity.name, options, {"case", "tok", "tokversion", "beta"})
        return cls(
            beta=float(options.get("beta", "1")),
            tokenize=tokenizer_from_fields(options, "13a"),
            lowercase=lowercase_from_case(options.get("case", "mixed")),
        )

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return matches and lengths of every segment, int64."""
        matched = (workspace or Workspace()).match(
            corpus, tokenizer_named(self.tokenize), self.lowercase, order=1
        )
        lengths = (matched.hypothesis_lengths, closest_reference_lengths(matched))
        return Statistics(
            ("matches", "hypothesis_length", "reference_length"),
            np.column_stack([matched.matches[:, 0], *lengths]),
            corpus.references.number,
            corpus.given_tokens,
        )

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Return (1 + beta^2) matches / (beta^2 reference + hypothesis); 0 where nothing is."""
        matches, hypothesis, reference = np.moveaxis(np.asarray(totals), -1, 0)
        weight = self.beta**2
        words = weight * reference + hypothesis
        scores: NDArray[Any] = np.where(
            words > 0, 100 * (1 + weight) * matches / np.where(words > 0, words, 1), 0.0
        )
        return scores

    def score(self, statistics: Statistics) -> WordFScore:
        """Score all segments together."""
        total = statistics.total()
        matches, hypothesis, reference = (int(number) for number in total)
        return WordFScore(
            metric=self.identity.name,
            score=float(self.formula(total)),
            signature=Signature.of(self, statistics.references, statistics.given_tokens),
            precision=100 * matches / hypothesis if hypothesis else 0.0,
            recall=100 * matches / reference if reference else 0.0,
        )

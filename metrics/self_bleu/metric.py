"""Self-BLEU: the mean BLEU of hypotheses, each with all others as its references.

Zhu et al., "Texygen: A Benchmarking Platform for Text Generation Models", SIGIR 2018,
arXiv:1802.01886. The more alike hypotheses are, the higher it is. It needs no other references.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.errors import InputError
from tallystick.metrics.arguments.options import whole_number_from_text
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.in_signature import CASE, DIALECT, TOKENIZER, in_signature
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import SelfBleuParameters
from tallystick.metrics.self_bleu.dialect import ALL_SENTENCES, SelfBleuDialect
from tallystick.metrics.self_bleu.statistics import COLUMNS, SelfBleuCounting, statistics_of
from tallystick.metrics.sums.statistics import Columns, Statistics
from tallystick.metrics.sums.sum_formula import mean_of_segments

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting


@dataclass(frozen=True, slots=True, repr=False)
class SelfBleuScore(Score):
    """A self-BLEU score, 0 to 100.

    Attributes:
        sentences: The number of hypotheses that were compared with each other.
    """

    shown = "{0.score:.2f} (sentences = {0.sentences})"

    sentences: int


def _sample_from_text(field: str, text: str) -> int:
    return 0 if text == "all" else whole_number_from_text(field, text)


class SelfBleu(
    SelfBleuParameters,
    DialectMetric[SelfBleuScore],
    dialects=SelfBleuDialect,
    default=("all-sentences", ALL_SENTENCES),
    options=("order", "sample", "tokenize", "lowercase", "dialect"),
):
    """Self-BLEU: the mean BLEU of hypotheses, each with all others as its references.

    >>> import tallystick
    >>> score = tallystick.self_bleu(hypotheses=["a b c d", "a b c e", "a b c d"])
    >>> round(score.score, 4)  # NLTK 3.10.4: 1, 0.63 and 1
    87.6654
    """

    identity: ClassVar[Identity] = Identity(
        name="self_bleu",
        title="self-BLEU",
        description="mean BLEU of hypotheses with all others as references, without other "
        "references",
        scale=Scale(0, 100, digits=2),
        higher_is_better=False,
        needs_references=False,
        citation=cited("Zhu et al., 2018", "zhu-etal-2018-texygen"),
        # but rows add up: tests take the hypotheses with which each is compared as fixed
        whole_corpus=True,
    )
    columns: ClassVar[Columns] = COLUMNS
    finite = False
    in_signature = (
        CASE,
        TOKENIZER,
        in_signature("order", int, always=True),
        in_signature("sample", _sample_from_text, lambda sample: str(sample or "all"), always=True),
        DIALECT,
    )
    bleu: Bleu = field(init=False, repr=False)

    @classmethod
    def further_fields(cls, conventions: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the metric that scores each hypothesis."""
        bleu = Bleu(
            order=conventions.order,
            tokenize=conventions.tokenize,
            lowercase=conventions.lowercase,
            dialect=conventions.sentence_bleu,
        )
        return {"bleu": bleu}

    def ngram_counting(self) -> NgramCounting:
        """Return what parts of a corpus contribute to the counts and to the score."""
        return SelfBleuCounting(self)

    def count(self, corpus: Corpus, workspace: Workspace) -> Statistics:
        """Return the BLEU of every hypothesis and a count of 1, float64; 0 after the sample.

        Columns: segment_scores, segments. The BLEU of a single hypothesis is NaN.
        """
        return statistics_of(self, corpus, workspace)

    def score_of_row(self, row: Mapping[str, Any]) -> Any:
        """Compute the mean of the hypotheses, 0 to 100; NaN where no hypothesis has a score."""
        return mean_of_segments(empty="undefined").of(row)

    def components(self, sums: Mapping[str, Any]) -> dict[str, int]:
        """Return the number of hypotheses that are compared with the others."""
        return {"sentences": int(sums["segments"])}

    def undefined(self, sums: Mapping[str, Any]) -> InputError:
        """Return the error of a single hypothesis, or of one on which the program of BLEU fails."""
        where = " in the sample" if self.sample else ""
        return InputError(
            "self-BLEU compares every hypothesis with the others, but there is only one"
            f"{where}; give at least two"
            if sums["segments"] == 1
            else "the BLEU of a hypothesis is not defined under the dialect "
            f"{self.conventions.sentence_bleu}; use another, such as "
            "self_bleu:dialect=sentence_bleu=sacrebleu"
        )

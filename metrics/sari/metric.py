"""SARI: how well n-grams are added to the source text, kept and deleted.

Xu et al., "Optimizing Statistical Machine Translation for Text Simplification", TACL 4, 2016. The
hypothesis simplifies a source text, which is compared as well; see `tallystick.metrics.Corpus`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.in_signature import ALWAYS_DIALECT, CASE, ORDER, TOKENIZER
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import SariParameters
from tallystick.metrics.sari.dialect import DEFAULT, SariDialect
from tallystick.metrics.sari.statistics import (
    formula_of,
    refuse_different_numbers,
    segment_counter_of,
    statistics_of,
)

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.sums.statistics import Total

FEWEST_SEGMENTS = 10
SAMPLED_SEGMENTS = 50
FEWEST_SHARED_WORDS = 0.12
"""Of the words of WMT22's sources, 0 to 9% are also in their references; of those of one reference,
29 to 71% are in the other one."""

WORD = re.compile(r"[\u3040-\u9fff]|[^\W\d_\u3040-\u9fff]+")
"""A word, or a character where there are no spaces."""


@dataclass(frozen=True, slots=True, repr=False)
class SariScore(Score):
    """A SARI score, 0 to 100, the mean of its three components, 0 to 100.

    Attributes:
        add: The score of adding n-grams that are not in the source.
        keep: The score of keeping n-grams of the source.
        delete: The score of deleting n-grams of the source.
    """

    shown = "{0.score:.2f} (add {0.add:.2f}, keep {0.keep:.2f}, delete {0.delete:.2f})"

    add: float
    keep: float
    delete: float


class Sari(
    SariParameters,
    DialectMetric[SariScore],
    dialects=SariDialect,
    default=("easse", DEFAULT),
    options=("order", "tokenize", "lowercase", "dialect"),
):
    """SARI, which compares simplifications with their sources as well as with references.

    >>> import tallystick
    >>> for dialect in "xu", "evaluate", "easse":  # the first two: the programs' own example
    ...     score = tallystick.sari(
    ...         sources=["About 95 species are currently accepted ."],
    ...         hypotheses=["About 95 you now get in ."],
    ...         references=[
    ...             [
    ...                 "About 95 species are currently known .",
    ...                 "About 95 species are now accepted .",
    ...                 "95 species are now accepted .",
    ...             ]
    ...         ],
    ...         dialect=dialect,
    ...     )
    ...     print(round(score.score, 4))
    26.8278
    26.9536
    31.3502
    """

    identity: ClassVar[Identity] = Identity(
        name="sari",
        title="SARI",
        description="n-grams added to, kept and deleted from the source text",
        scale=Scale(0, 100, digits=2),
        needs_sources=True,
        citation=cited("Xu et al., 2016", "xu-etal-2016-optimizing"),
    )
    formula_of = staticmethod(formula_of)
    segment_counter_of = staticmethod(segment_counter_of)
    statistics_of = staticmethod(statistics_of)
    in_signature = (CASE, TOKENIZER, ORDER, ALWAYS_DIALECT)

    def warnings(self, corpus: Corpus) -> tuple[str, ...]:
        """Return a warning if the sources have few words in common with the references.

        SARI rewards what is kept of the source. With the source of a translation nothing can be
        kept, and almost everything is rightly deleted, which gives a high score that means nothing.
        """
        sources, references = corpus.sources, corpus.references
        if not isinstance(sources, Text) or corpus.given_tokens or len(corpus) < FEWEST_SEGMENTS:
            return ()
        words = shared = 0
        for segment in range(0, len(corpus), max(len(corpus) // SAMPLED_SEGMENTS, 1)):
            known = set(WORD.findall(" ".join(references[segment]).lower()))
            found = WORD.findall(sources[segment].lower())
            words += len(found)
            shared += sum(word in known for word in found)
        if shared >= FEWEST_SHARED_WORDS * words:
            return ()
        return (
            f"of the words of the sources, {shared / words:.0%} are in the references, as if they "
            "were in another language; SARI is for text that is simplified within one language; "
            "give sources in the language of the references",
        )

    def score_total(self, total: Total) -> SariScore:
        """Score the sum of all segments, refused as `refuse_different_numbers` says."""
        refuse_different_numbers(self.conventions, total.references)
        return super().score_total(total)

    def components(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        """Return the scores of the operations."""
        return {name: 100 * sums[name] for name in ("add", "keep", "delete")}

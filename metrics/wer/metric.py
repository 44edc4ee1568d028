"""WER, MER, WIL and WIP: rates of the fewest word edits that turn references into hypotheses.

Morris, Maier and Green (2004). The default equals jiwer 4.0.0, which only splits words. A segment
with several references is compared with the one with the fewest edits; of several, with the
longest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, ClassVar

from tallystick.errors import InputError, TallystickWarning, warn
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.interface.dialect import CASE, DIALECT, TOKENIZER, InSignature, in_signature
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import WerParameters
from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.sum_formula import SumFormula, quotient, ratio_of_sums
from tallystick.metrics.sums.symbols import total
from tallystick.metrics.wer.dialect import JIWER, WerDialect
from tallystick.metrics.wer.statistics import COLUMNS, comparison_of

MORRIS = cited("Morris et al., 2004", "morris-etal-2004-wer")


@dataclass(frozen=True, slots=True, repr=False)
class WerScore(Score):
    """A word error rate, in percent, and its components.

    Attributes:
        substitutions: Words of the references with another word in their place.
        deletions: Words of the references with none in their place.
        insertions: Words of the hypotheses without a counterpart.
        hits: Words that are the same.
        hypothesis_length: Words of all hypotheses.
        reference_length: Words of the references.
    """

    shown = (
        "{0.score:.2f} (S = {0.substitutions} D = {0.deletions} I = {0.insertions} H = {0.hits} "
        "hyp_len = {0.hypothesis_length} ref_len = {0.reference_length})"
    )

    substitutions: int
    deletions: int
    insertions: int
    hits: int
    hypothesis_length: int
    reference_length: int


EDITS = ("substitutions", "deletions", "insertions")
HYPOTHESES = ("hits", "substitutions", "insertions")
REFERENCES = ("hits", "substitutions", "deletions")
_rate = lru_cache(partial(ratio_of_sums, EDITS, factor=100))
NORMALISATION: InSignature = in_signature("normalize", write="+".join, name="norm")


class ErrorRate(DialectMetric[WerScore]):
    """What word and character error rates share: statistics, and a rate of their sums."""

    columns: ClassVar[Columns] = COLUMNS
    """Substitutions, deletions, insertions and hits, int64."""

    comparison_of = staticmethod(comparison_of)
    default_takes_several: ClassVar[bool] = False
    divisor: ClassVar[tuple[str, ...]] = REFERENCES
    """The columns by whose sum the edits are divided; none if the formula is another."""

    def sum_formula(self) -> SumFormula | None:
        """Return the formula as data; None if it is not a quotient of sums."""
        if not self.divisor:
            return None
        return _rate(self.divisor, empty=self.conventions.empty_references)

    def undefined(self, sums: Mapping[str, Any]) -> InputError:
        """Return the error of empty references if the dialect defines no rate of such a corpus."""
        side = "hypotheses" if any(sums[name] for name in REFERENCES) else "references"
        return InputError(
            f"all {side} are empty, so {self.identity.title} is not defined under the dialect of "
            f"{self.program}; give {side} with text, or use dialect={self.default[0]}, which "
            "defines it"
        )

    def components(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        """Return the sums and the lengths; warn of a score that is not a rate."""
        is_rate = not self.divisor or any(sums[name] for name in self.divisor)
        if not is_rate and any(sums[name] for name in EDITS):
            warn(
                f"all references are empty, so {self.identity.title} is not a rate but the number "
                "of insertions, in percent",
                TallystickWarning,
            )
        counts = {name: int(sums[name]) for name in COLUMNS}
        lengths = (sum(counts[name] for name in side) for side in (HYPOTHESES, REFERENCES))
        return counts | dict(zip(("hypothesis_length", "reference_length"), lengths, strict=True))


def _identity(
    name: str, description: str, highest: float | None = 100, *, higher_is_better: bool = False
) -> Identity:
    return Identity(
        name=name,
        title=name.upper(),
        description=description,
        scale=Scale(0, highest, digits=2),
        higher_is_better=higher_is_better,
        citation=MORRIS,
        signature_names=(name.upper(),),
    )


class Wer(
    WerParameters,
    ErrorRate,
    dialects=WerDialect,
    default=("jiwer", JIWER),
    options=("tokenize", "lowercase", "normalize", "dialect"),
):
    """The word error rate (S + D + I) / (S + D + H), in percent; it can exceed 100.

    >>> import tallystick
    >>> score = tallystick.wer(
    ...     hypotheses=["the cat is on mat"], references=["the cat sat on the mat"]
    ... )
    >>> round(score.score, 4)  # 2 edits, 6 words
    33.3333
    """

    identity: ClassVar[Identity] = _identity(
        "wer", "word error rate: edits per word of the references", None
    )
    in_signature = (CASE, TOKENIZER, NORMALISATION, DIALECT)


class Mer(Wer):
    """The match error rate (S + D + I) / (S + D + I + H), 0 to 100; the options are those of `Wer`.

    >>> import tallystick
    >>> score = tallystick.mer(hypotheses=["a b c"], references=["b c d"])
    >>> score.score  # a inserted, d deleted, b and c hit
    50.0
    """

    identity: ClassVar[Identity] = _identity("mer", "match error rate: edits per edit or hit")
    divisor = (*Wer.divisor, "insertions")


def _information_preserved(sums: Mapping[str, Any], empty: Any) -> Any:
    """Return the word information preserved H / (H + S + D) * H / (H + S + I), 0 to 100.

    Without words it is 0 on one side, and 100, or NaN in some dialects, on both.
    """
    hits = sums["hits"]
    references, hypotheses = (
        total(sums[name] for name in side) for side in (REFERENCES, HYPOTHESES)
    )
    preserved = 100 * quotient(hits, references, empty) * quotient(hits, hypotheses, empty)
    return preserved + 100 * (references + hypotheses == 0)


class Wil(Wer):
    """The word information lost, 100 minus `Wip`; the options are those of `Wer`.

    >>> import tallystick
    >>> tallystick.wil(hypotheses=["a b c e"], references=["a b c"]).score  # 1 - 3/3 * 3/4
    25.0
    """

    identity: ClassVar[Identity] = _identity("wil", "word information lost: 100 minus WIP")
    divisor = ()

    def score_of_row(self, row: Mapping[str, Any]) -> Any:
        """Compute WIL of a row, or of a sum of rows, by name, of numbers or of arrays."""
        return 100 - _information_preserved(row, self.conventions.empty_references)


class Wip(Wer):
    """The word information preserved, the product of the shares of words that are hit.

    It is 0 to 100, and higher is better. The options are those of `Wer`.

    >>> import tallystick
    >>> score = tallystick.wip(hypotheses=["a b c d"], references=["a b"])
    >>> score.score  # 2 of 4 words, 2 of 2 words
    50.0
    """

    identity: ClassVar[Identity] = _identity(
        "wip",
        "word information preserved: hits per word of both sides, multiplied",
        higher_is_better=True,
    )
    divisor = ()

    def score_of_row(self, row: Mapping[str, Any]) -> Any:
        """Compute WIP of a row, or of a sum of rows, by name, of numbers or of arrays."""
        return _information_preserved(row, self.conventions.empty_references)

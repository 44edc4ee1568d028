"""ROUGE: the overlap of hypotheses with references, as precision, recall and F.

Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", Text Summarization Branches Out 2004.
ROUGE-N counts n-grams, ROUGE-L the tokens of a longest common subsequence, and ROUGE-Lsum those of
the subsequences of sentences, which are the lines of a segment. The score is the mean of the F of
the segments, as of rouge-score 0.1.2 without stemming, but in exact means, not resampled ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.catalogue import METRICS
from tallystick.metrics.arguments.options import MAXIMUM_ORDER, is_whole_number
from tallystick.metrics.arguments.registry import closest, same_name
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.interface.dialect import (
    CASE,
    DIALECT,
    TOKENIZER,
    InSignature,
    axis,
    in_signature,
)
from tallystick.metrics.interface.identity import Identity, IdentityByOptions, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import RougeOfFixedTypeParameters, RougeParameters
from tallystick.metrics.rouge.dialect import DEFAULT, RougeDialect
from tallystick.metrics.rouge.statistics import (
    COLUMNS,
    COUNTS,
    RougeComparison,
    comparison_of,
    formula_of,
)
from tallystick.metrics.sums.statistics import Columns, whole

SUBSEQUENCES = ("L", "Lsum")
"""The types that count tokens of common subsequences, not n-grams."""

CITATION = cited("Lin, 2004", "lin-2004-rouge")


def _identity(kind: str, description: str, name: str = "") -> Identity:
    return Identity(
        name=name or f"rouge{kind}",
        title=f"ROUGE-{kind}" if kind else "ROUGE",
        description=description,
        scale=Scale(0, 100, digits=2),
        citation=CITATION,
        options_in_title=("type",),
    )


@dataclass(frozen=True, slots=True, repr=False)
class RougeScore(Score):
    """A ROUGE score, 0 to 100: the F of precision and recall.

    Attributes:
        precision: The mean precision of the segments, 0 to 100.
        recall: The mean recall of the segments, 0 to 100.
        f: The score.
        matches: Matches of all segments, with the references that count.
        hypothesis_ngrams: N-grams of all hypotheses; tokens in ROUGE-L and ROUGE-Lsum.
        reference_ngrams: The same of the references that count.
    """

    shown = "{0.score:.2f} (P = {0.precision:.2f} R = {0.recall:.2f})"

    precision: float
    recall: float
    f: float
    matches: float
    hypothesis_ngrams: float
    reference_ngrams: float


@dataclass(frozen=True, init=False, eq=False, repr=False)
class RougeOfType(
    DialectMetric[RougeScore],
    dialects=RougeDialect,
    default=("rouge-score-unordered", DEFAULT),
):
    """ROUGE of one type, "1", "2", ..., "L" or "Lsum"."""

    columns: ClassVar[Columns] = COLUMNS
    """Matches, and n-grams of the hypothesis and of the reference; precision, recall and F (the
    segment_scores), 0 to 1, and a count of 1, float64."""

    formula_of = staticmethod(formula_of)
    finite = False
    in_signature: ClassVar[Sequence[InSignature]] = (
        CASE,
        TOKENIZER,
        in_signature("stem", always=True),
        DIALECT,
    )
    absent_is_default: ClassVar[bool] = False

    type: str = field(init=False)

    @property
    def order(self) -> int:
        """The order of the n-grams; 1 for subsequences."""
        return int(self.type) if self.type.isdecimal() else 1

    @property
    def has_sentences(self) -> bool:
        """Whether the lines of a text are its sentences."""
        return self.type == "Lsum"

    def comparison_of(self, dialect: RougeDialect) -> RougeComparison:
        """Return how a hypothesis is compared with its references."""
        return comparison_of(self.type, dialect)

    def components(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        """Return precision, recall and F, and the counts of all segments."""
        counts = {name: whole(sums[name]) for name in COUNTS}
        return {name: sums[name] for name in ("precision", "recall", "f")} | counts

    def undefined(self, sums: Mapping[str, Any]) -> InputError:
        """Return the error of a corpus on which the program of the dialect fails."""
        return InputError(
            f"{self.identity.title} is not defined for this corpus under the dialect "
            f"{self.dialect}: its program fails if a hypothesis or reference has no tokens; "
            "use another dialect, such as dialect=rouge-score"
        )


class RougeOfFixedType(
    RougeOfFixedTypeParameters,
    RougeOfType,
    options=("dialect", "tokenize", "lowercase", "stem"),
):
    """The base of `Rouge1`, `RougeL` and the others, whose type is part of their name."""

    @classmethod
    def further_fields(cls, conventions: Any, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the type."""
        return {"type": cls.identity.name.removeprefix("rouge")}


class Rouge1(RougeOfFixedType):
    """ROUGE-1: the overlap of tokens. Its options are those of `RougeOfFixedType`.

    >>> rouge = Rouge1()
    >>> score = rouge.score(hypotheses=["the cat sat"], references=["The cat sat down."])
    >>> round(score.score, 4)  # by hand: P 3/3, R 3/4
    85.7143
    """

    identity: ClassVar[Identity] = _identity("1", "overlap of tokens, mean F of segments")


class Rouge2(RougeOfFixedType):
    """ROUGE-2: the overlap of bigrams. Its options are those of `RougeOfFixedType`."""

    identity: ClassVar[Identity] = _identity("2", "overlap of bigrams, mean F of segments")


class RougeL(RougeOfFixedType):
    """ROUGE-L: the longest common subsequence. Its options are those of `RougeOfFixedType`."""

    identity: ClassVar[Identity] = _identity("L", "longest common subsequence, mean F of segments")


class RougeLsum(RougeOfFixedType):
    r"""ROUGE-Lsum: common subsequences of sentences. Its options are those of `RougeOfFixedType`.

    The sentences of a segment are its lines, separated by line feeds inside the segment. A token of
    the reference matches if it is in the longest common subsequence of its sentence and any
    sentence of the hypothesis. Without line feeds it equals ROUGE-L, as for token lists.

    >>> rouge = RougeLsum()
    >>> score = rouge.score(
    ...     hypotheses=["the dog ran\nthe cat sat"], references=["the cat sat\nthe dog ran"]
    ... )
    >>> score.score  # ROUGE-L: 50
    100.0
    """

    identity: ClassVar[Identity] = _identity(
        "Lsum", "common subsequences of lines, mean F of segments"
    )


def checked_type(name: str, value: object) -> str:
    """Return a type of ROUGE, which may be given as a number."""
    if value is None:
        raise OptionError(METRICS.refused["rouge"])
    text = same_name(str(value), SUBSEQUENCES)
    if text in SUBSEQUENCES:
        return text
    if is_whole_number(text) and text.isascii() and 1 <= int(text) <= MAXIMUM_ORDER:
        return str(int(text))
    raise OptionError(
        f"{name} is {value!r}; expected the order of the n-grams, 1 to {MAXIMUM_ORDER}, L or Lsum"
        f"{closest(text.lower().removeprefix('rouge'), (*SUBSEQUENCES, *map(str, range(1, 10))))}"
    )


class Rouge(
    RougeParameters,
    RougeOfType,
    options=("type", "dialect", "tokenize", "lowercase", "stem"),
):
    """ROUGE of any type.

    >>> import tallystick
    >>> score = tallystick.rouge(hypotheses=["a b"], references=["a b c"], type="L")
    >>> score.name, score.score  # P 2/2, R 2/3
    ('ROUGE-L', 80.0)
    """

    identity: ClassVar[Any] = IdentityByOptions(
        _identity("", "ROUGE of any type: n-grams of any order, L, Lsum", "rouge"),
        lambda metric: {"title": f"ROUGE-{metric.type}"},
    )
    in_signature = (in_signature("type", always=True), *RougeOfType.in_signature)
    required: ClassVar[Mapping[str, Any]] = {"type": "L"}

    type: Final[str] = axis(
        None,
        "An order of n-grams, such as 3; or L or Lsum. It must be given.",
        check=checked_type,
        accepts="str | int",
    )

"""ROUGE: the overlap of hypotheses with references, as precision, recall and F.

Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", Text Summarization Branches Out 2004.
ROUGE-N counts n-grams, ROUGE-L the tokens of a longest common subsequence, and ROUGE-Lsum those of
the subsequences of sentences, which are the lines of a segment. The score is the mean of the F of
the segments, as of rouge-score 0.1.2 without stemming, but in exact means, not resampled ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypedDict

import numpy as np

from tallystick.errors import InputError, OptionError
from tallystick.metrics.base import BaseMetric
from tallystick.metrics.calls import check_type
from tallystick.metrics.catalogue import METRICS
from tallystick.metrics.columns import Columns, whole
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    MAXIMUM_ORDER,
    check_signature_fields,
    is_whole_number,
    lowercase_from_case,
    parse_lowercase,
    text_fields,
    tokenizer_from_fields,
)
from tallystick.metrics.presets import resolve_options, several_references
from tallystick.metrics.registry import closest, same_name
from tallystick.metrics.rouge.dialect import DEFAULT, RougeDialect
from tallystick.metrics.rouge.formula import f_measure, ratio
from tallystick.metrics.rouge.statistics import COLUMNS, statistics_of
from tallystick.metrics.signature import signature_of
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sum_formula import SumFormula
    from tallystick.metrics.tokenizers import Lowercase

DEFAULT_DIALECT = "rouge-score-unordered"
SUBSEQUENCES = ("L", "Lsum")
"""The types that count tokens of common subsequences, not n-grams."""

CITATION = Citation(
    "Lin, 2004",
    """@inproceedings{lin-2004-rouge,
  author = {Lin, Chin-Yew},
  title = {{ROUGE}: A Package for Automatic Evaluation of Summaries},
  booktitle = {Text Summarization Branches Out},
  year = {2004},
  pages = {74--81},
}""",
)


def _identity(name: str, kind: str, description: str) -> Identity:
    return Identity(
        name=name,
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

    precision: float
    recall: float
    f: float
    matches: float
    hypothesis_ngrams: float
    reference_ngrams: float

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} (P = {self.precision:.2f} R = {self.recall:.2f}) "
            f"{self.signature}"
        )


class RougeOptions(TypedDict, total=False):
    """The options of every type of ROUGE, for functions that pass them on."""

    dialect: str | RougeDialect
    tokenize: str | None
    lowercase: Lowercase | bool | None
    stem: str | None


@dataclass(frozen=True, slots=True, init=False)
class RougeOfType(BaseMetric[RougeScore]):
    """ROUGE of one type with its options: the base of `Rouge1`, `RougeL` and the others.

    An option that is None is taken from the dialect.

    Args:
        dialect: The name of a preset, the dialect of a known program; or a `RougeDialect`, or its
            text, such as "references=pooled+stem=porter".
        tokenize: The name of the tokenizer: "rouge-score", which loses all letters but A to Z; for
            other languages "unicode-words", which knows those of every script.
        lowercase: "unicode" (or True) for every letter, as in rouge-score; "ascii" for A to Z;
            "none".
        stem: "none"; or "porter", as with use_stemmer=True of rouge-score.

    Attributes:
        type: The type: "1", "2", ..., "L" or "Lsum".
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is invalid, or no dialect has this name.
        UnknownNameError: No tokenizer has this name.
    """

    type: str = field(init=False)
    dialect: str | RougeDialect
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    stem: str
    conventions: RougeDialect = field(init=False, repr=False)

    fixed_type: ClassVar[str] = "1"

    def __init__(
        self,
        dialect: str | RougeDialect = DEFAULT_DIALECT,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        stem: str | None = None,
    ) -> None:
        self._resolve(self.fixed_type, dialect, tokenize, lowercase, stem)

    def _resolve(
        self,
        kind: str,
        dialect: str | RougeDialect,
        tokenize: str | None,
        lowercase: Lowercase | bool | None,
        stem: str | None,
    ) -> None:
        object.__setattr__(self, "type", kind)
        resolve_options(
            self,
            RougeDialect,
            dialect,
            (DEFAULT_DIALECT, DEFAULT),
            tokenize=tokenize,
            lowercase=lowercase,
            stem=stem,
        )

    @property
    def identity(self) -> Identity:
        """The name, title, scale and other properties of the metric."""
        raise NotImplementedError

    @property
    def order(self) -> int:
        """The order of the n-grams; 1 for subsequences."""
        return int(self.type) if self.type.isdecimal() else 1

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return COLUMNS

    def warnings(self, corpus: Corpus) -> tuple[str, ...]:
        """Return warnings about scoring this corpus with these options."""
        return several_references(RougeDialect, self.dialect, DEFAULT_DIALECT, corpus)

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the matches, precision, recall and F of every segment, float64.

        Columns: matches, hypothesis_ngrams, reference_ngrams, precisions, recalls, segment_scores
        (F, 0 to 1) and segments (1).
        """
        check_type(corpus, Corpus, "write metric.statistics(Corpus.from_segments(...))")
        return statistics_of(self.type, self.conventions, corpus, workspace or Workspace())

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute ROUGE, shape (...,), 0 to 100, from sums of statistics, shape (..., columns).

        The mean F of the segments; in some dialects, the F of mean or of pooled precision and
        recall. NaN if the program of the dialect fails.
        """
        return 100 * self._measures(totals)[2]

    def sum_formula(self) -> SumFormula | None:
        """Return the formula as data; None if it is not a mean over segments."""
        from tallystick.metrics.sum_formula import mean_of_segments

        return mean_of_segments(100) if self.conventions.average == "f" else None

    def _measures(self, totals: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return precision, recall and F, 0 to 1."""
        sums = COLUMNS.split(totals)
        dialect = self.conventions
        if dialect.average == "none":
            precision = ratio(sums["matches"], sums["hypothesis_ngrams"])
            recall = ratio(sums["matches"], sums["reference_ngrams"])
        else:
            segments = np.maximum(sums["segments"], 1)
            precision, recall = sums["precisions"] / segments, sums["recalls"] / segments
            if dialect.average == "f":
                return precision, recall, sums["segment_scores"] / segments
        return precision, recall, f_measure(dialect, precision, recall)

    def score_statistics(self, statistics: Statistics) -> RougeScore:
        """Score all segments of the statistics together.

        Raises:
            InputError: The program of the dialect fails on this corpus.
        """
        total = statistics.total()
        precision, recall, f = (100 * float(one) for one in self._measures(total))
        if math.isnan(f):
            raise InputError(
                f"{self.identity.title} is not defined for this corpus under the dialect "
                f"{self.dialect}: its program fails if a hypothesis or reference has no tokens; "
                "use another dialect, such as dialect=rouge-score"
            )
        sums = COLUMNS.split_list(total.tolist())
        return RougeScore(
            metric=self.identity.name,
            score=f,
            signature=signature_of(self, statistics.references, statistics.given_tokens),
            precision=precision,
            recall=recall,
            f=f,
            matches=whole(sums["matches"]),
            hypothesis_ngrams=whole(sums["hypothesis_ngrams"]),
            reference_ngrams=whole(sums["reference_ngrams"]),
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        options = {
            **text_fields(self, given_tokens),
            "stem": self.stem,
        }
        if self.dialect != DEFAULT_DIALECT:
            options["dialect"] = str(self.dialect)
        return options

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Self:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        return cls(**_options_of(cls, options, set()))


def _options_of(
    cls: type[RougeOfType], options: Mapping[str, str], more: set[str]
) -> dict[str, Any]:
    known = {"case", "tok", "tokversion", "stem", "dialect", *more}
    check_signature_fields("rouge", options, known)
    given: dict[str, Any] = {"dialect": options.get("dialect", DEFAULT_DIALECT)}
    if "tok" in options:
        given["tokenize"] = tokenizer_from_fields(options, options["tok"])
    if "case" in options:
        given["lowercase"] = lowercase_from_case(options["case"])
    if "stem" in options:
        given["stem"] = options["stem"]
    return given


@dataclass(frozen=True, slots=True, init=False)
class Rouge1(RougeOfType):
    """ROUGE-1: the overlap of tokens. Its options are those of `RougeOfType`.

    >>> from tallystick.metrics.corpus import Corpus
    >>> rouge = Rouge1()
    >>> corpus = Corpus.from_segments(hypotheses=["the cat sat"], references=["The cat sat down."])
    >>> round(rouge.score(rouge.statistics(corpus)).score, 4)  # by hand: P 3/3, R 3/4
    85.7143
    """

    fixed_type: ClassVar[str] = "1"
    identity: ClassVar[Identity] = _identity("rouge1", "1", "overlap of tokens, mean F of segments")


@dataclass(frozen=True, slots=True, init=False)
class Rouge2(RougeOfType):
    """ROUGE-2: the overlap of bigrams. Its options are those of `RougeOfType`."""

    fixed_type: ClassVar[str] = "2"
    identity: ClassVar[Identity] = _identity(
        "rouge2", "2", "overlap of bigrams, mean F of segments"
    )


@dataclass(frozen=True, slots=True, init=False)
class RougeL(RougeOfType):
    """ROUGE-L: the longest common subsequence. Its options are those of `RougeOfType`."""

    fixed_type: ClassVar[str] = "L"
    identity: ClassVar[Identity] = _identity(
        "rougeL", "L", "longest common subsequence, mean F of segments"
    )


@dataclass(frozen=True, slots=True, init=False)
class RougeLsum(RougeOfType):
    r"""ROUGE-Lsum: common subsequences of sentences. Its options are those of `RougeOfType`.

    The sentences of a segment are its lines, separated by line feeds inside the segment. A token of
    the reference matches if it is in the longest common subsequence of its sentence and any
    sentence of the hypothesis. Without line feeds it equals ROUGE-L, as for token lists.

    >>> from tallystick.metrics.corpus import Corpus
    >>> rouge = RougeLsum()
    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["the dog ran\nthe cat sat"], references=["the cat sat\nthe dog ran"]
    ... )
    >>> rouge.score(rouge.statistics(corpus)).score  # ROUGE-L: 50
    100.0
    """

    fixed_type: ClassVar[str] = "Lsum"
    identity: ClassVar[Identity] = _identity(
        "rougeLsum", "Lsum", "common subsequences of lines, mean F of segments"
    )


class _IdentityOfType:
    """The identity of `Rouge`, whose title depends on its type."""

    def __get__(self, metric: Rouge | None, owner: type[Rouge]) -> Identity:
        kind = "" if metric is None else metric.type
        return _identity("rouge", kind, "ROUGE of any type: n-grams of any order, L, Lsum")


@dataclass(frozen=True, slots=True, init=False)
class Rouge(RougeOfType):
    """ROUGE of any type.

    Args:
        type: An order of n-grams, such as "3"; or "L" or "Lsum". It must be given.

    The other parameters are those of `RougeOfType`.

    Raises:
        OptionError: There is no type, or none of this name; or see `RougeOfType`.

    >>> Rouge(type="3").identity.title
    'ROUGE-3'
    """

    type: str
    identity: ClassVar[Any] = _IdentityOfType()

    def __init__(
        self,
        type: str | int | None = None,
        dialect: str | RougeDialect = DEFAULT_DIALECT,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        stem: str | None = None,
    ) -> None:
        self._resolve(checked_type(type), dialect, tokenize, lowercase, stem)

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        return {"type": self.type, **RougeOfType.options(self, given_tokens)}

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Self:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        given = _options_of(cls, options, {"type"})
        return cls(options.get("type"), **given)


def checked_type(value: object) -> str:
    """Return a type of ROUGE, which may be given as a number.

    Raises:
        OptionError: There is no such type.

    >>> checked_type(2), checked_type("lsum")
    ('2', 'Lsum')
    """
    if value is None:
        raise OptionError(METRICS.refused["rouge"])
    text = same_name(str(value), SUBSEQUENCES)
    if text in SUBSEQUENCES:
        return text
    if is_whole_number(text) and text.isascii() and 1 <= int(text) <= MAXIMUM_ORDER:
        return str(int(text))
    raise OptionError(
        f"type is {value!r}; expected the order of the n-grams, 1 to {MAXIMUM_ORDER}, L or Lsum"
        f"{closest(text.lower().removeprefix('rouge'), (*SUBSEQUENCES, *map(str, range(1, 10))))}"
    )

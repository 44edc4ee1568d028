"""WER, MER, WIL and WIP: rates of the word edits that turn references into hypotheses.

Edits are the fewest insertions, deletions and substitutions of words, summed over segments before
they are divided. The definitions are those of Morris, Maier and Green (2004). The default equals
jiwer 4.0.0, which only splits words; the text is not normalised unless that is asked for.

A segment with several references is compared with the one with the fewest edits; of several, with
the longest. The usual programs take one reference.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from tallystick.errors import InputError, TallystickWarning, warn
from tallystick.metrics.base import BaseMetric
from tallystick.metrics.calls import check_type
from tallystick.metrics.columns import Columns
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    check_signature_fields,
    lowercase_from_case,
    parse_lowercase,
    text_fields,
    tokenizer_from_fields,
)
from tallystick.metrics.presets import preset_named, resolve_options, several_references
from tallystick.metrics.signature import signature_of
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.tokenizers.normalizing import normalisation
from tallystick.metrics.total import Total
from tallystick.metrics.wer import formula
from tallystick.metrics.wer.dialect import JIWER, WerDialect
from tallystick.metrics.wer.statistics import COLUMNS, statistics_of, sums_of, total_of
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sum_formula import SumFormula
    from tallystick.metrics.tokenizers import Lowercase
    from tallystick.metrics.wer.dialect import ErrorRateDialect

DEFAULT_DIALECT = "jiwer"

MORRIS = Citation(
    "Morris et al., 2004",
    """@inproceedings{morris-etal-2004-wer,
  author = {Morris, Andrew Cameron and Maier, Viktoria and Green, Phil},
  title = {From {WER} and {RIL} to {MER} and {WIL}: improved evaluation measures for connected
    speech recognition},
  booktitle = {Interspeech 2004},
  year = {2004},
  pages = {2765--2768},
  doi = {10.21437/Interspeech.2004-668},
}""",
)


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

    substitutions: int
    deletions: int
    insertions: int
    hits: int
    hypothesis_length: int
    reference_length: int

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} (S = {self.substitutions} "
            f"D = {self.deletions} I = {self.insertions} H = {self.hits} "
            f"hyp_len = {self.hypothesis_length} ref_len = {self.reference_length}) "
            f"{self.signature}"
        )


class WerOptions(TypedDict, total=False):
    """The options of `Wer`, `Mer`, `Wil` and `Wip`, for functions that pass them on."""

    tokenize: str | None
    lowercase: Lowercase | bool | None
    normalize: str | Sequence[str] | None
    dialect: str | WerDialect


def parse_normalize(text: str) -> tuple[str, ...]:
    """Read the steps of a normalisation."""
    return normalisation("normalize", text)


class ErrorRate(BaseMetric[WerScore]):
    """What word and character error rates share: statistics, and a rate of their sums."""

    __slots__ = ()

    identity: ClassVar[Identity]
    rate: ClassVar[Callable[[ErrorRateDialect, formula.Sums], NDArray[Any]]] = formula.error_rate
    lowercase: Lowercase
    normalize: tuple[str, ...]
    dialect: str | Any
    conventions: Any

    def warnings(self, corpus: Corpus) -> tuple[str, ...]:
        """Return warnings about scoring this corpus with these options."""
        return several_references(type(self.conventions), self.dialect, "", corpus)

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return substitutions, deletions, insertions and hits of every segment, int64."""
        check_type(corpus, Corpus, "write metric.statistics(Corpus.from_segments(...))")
        return statistics_of(self.conventions, corpus, workspace or Workspace())

    def total(self, corpus: Corpus, workspace: Workspace | None = None) -> Total:
        """Return the sum of the statistics of all segments."""
        check_type(corpus, Corpus, "write metric.total(Corpus.from_segments(...))")
        return total_of(self.conventions, corpus, workspace or Workspace())

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return COLUMNS

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute rates in percent, shape (...,), from sums of statistics, shape (..., columns).

        NaN where the dialect does not define the rate of references without words.
        """
        return type(self).rate(self.conventions, sums_of(totals))

    def sum_formula(self) -> SumFormula | None:
        """Return the formula as data; None if it is not a quotient of sums."""
        from tallystick.metrics.sum_formula import ratio_of_sums

        rate: object = type(self).rate
        if rate not in (formula.error_rate, formula.mer):
            return None
        references = ("hits", "substitutions", "deletions")
        return ratio_of_sums(
            ("substitutions", "deletions", "insertions"),
            references if rate is formula.error_rate else (*references, "insertions"),
            factor=100,
            empty="one" if self.conventions.empty_references == "one" else "undefined",
        )

    def score_total(self, total: Total) -> WerScore:
        """Score the sum of the statistics of all segments, as `total` returns it.

        Raises:
            InputError: All references are empty and the dialect defines no rate of such a corpus.
        """
        sums = formula.Sums(*total.sums)
        rate = float(type(self).rate(self.conventions, sums))
        if math.isnan(rate):
            raise self._undefined("hypotheses" if sums.reference_length else "references")
        if type(self).rate is formula.error_rate and sums.edits and not sums.reference_length:
            warn(
                f"all references are empty, so {self.identity.title} is not a rate but the number "
                "of insertions, in percent",
                TallystickWarning,
            )
        return WerScore(
            metric=self.identity.name,
            score=rate,
            signature=signature_of(self, total.references, total.given_tokens),
            substitutions=int(sums.substitutions),
            deletions=int(sums.deletions),
            insertions=int(sums.insertions),
            hits=int(sums.hits),
            hypothesis_length=int(sums.hypothesis_length),
            reference_length=int(sums.reference_length),
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        raise NotImplementedError

    def _undefined(self, side: str) -> InputError:
        program = "this dialect"
        if isinstance(self.dialect, str):
            program = preset_named(type(self.conventions), self.dialect).program
        return InputError(
            f"all {side} are empty, so {self.identity.title} is not defined under the dialect of "
            f"{program}; give {side} with text, or use dialect={DEFAULT_DIALECT}, which defines it"
        )

    def _text_options(self) -> dict[str, str]:
        """Return the last options of a signature."""
        options = {"norm": "+".join(self.normalize)} if self.normalize else {}
        if self.dialect != DEFAULT_DIALECT:
            options["dialect"] = str(self.dialect)
        return options


@dataclass(frozen=True, slots=True, init=False)
class Wer(ErrorRate):
    """The word error rate (S + D + I) / (S + D + H), in percent; it can exceed 100.

    An option that is None is taken from the dialect.

    Args:
        tokenize: The name of the tokenizer that finds the words.
        lowercase: "none"; "unicode" (or True) for every letter; "ascii" for A to Z.
        normalize: What is done with the text before: any of "nfc", "nfd", "nfkc", "nfkd" and
            "no-punctuation", several as a list or joined by a plus sign.
        dialect: The name of a preset, the dialect of a known program (`tallystick dialects` lists
            them); or a `WerDialect`, or its text.

    Attributes:
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is invalid, or no dialect has this name.
        UnknownNameError: No tokenizer has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["the cat is on mat"], references=["the cat sat on the mat"]
    ... )
    >>> wer = Wer()
    >>> round(wer.score(wer.statistics(corpus)).score, 4)  # 2 edits, 6 words
    33.3333
    """

    identity: ClassVar[Identity] = Identity(
        name="wer",
        title="WER",
        description="word error rate: edits per word of the references",
        scale=Scale(0, None, digits=2),
        higher_is_better=False,
        citation=MORRIS,
        signature_names=("WER",),
    )
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    normalize: tuple[str, ...] = field(metadata={"parse": parse_normalize})
    dialect: str | WerDialect
    conventions: WerDialect = field(init=False, repr=False)

    def __init__(
        self,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        normalize: str | Sequence[str] | None = None,
        dialect: str | WerDialect = DEFAULT_DIALECT,
    ) -> None:
        resolve_options(
            self,
            WerDialect,
            dialect,
            (DEFAULT_DIALECT, JIWER),
            tokenize=tokenize,
            lowercase=lowercase,
            normalize=normalize,
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        return {
            **text_fields(self, given_tokens),
            **self._text_options(),
        }

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Wer:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        known = {"case", "tok", "tokversion", "norm", "dialect"}
        check_signature_fields(cls.identity.name, options, known)
        return cls(
            tokenize=tokenizer_from_fields(options, JIWER.tokenize),
            lowercase=lowercase_from_case(options.get("case", "mixed")),
            normalize=options.get("norm", ""),
            dialect=options.get("dialect", DEFAULT_DIALECT),
        )


class Mer(Wer):
    """The match error rate (S + D + I) / (S + D + I + H), 0 to 100; the options are those of `Wer`.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a b c"], references=["b c d"])
    >>> mer = Mer()
    >>> mer.score(mer.statistics(corpus)).score  # a inserted, d deleted, b and c hit
    50.0
    """

    __slots__ = ()

    identity: ClassVar[Identity] = Identity(
        name="mer",
        title="MER",
        description="match error rate: edits per edit or hit",
        scale=Scale(0, 100, digits=2),
        higher_is_better=False,
        citation=MORRIS,
        signature_names=("MER",),
    )
    rate = formula.mer


class Wil(Wer):
    """The word information lost, 100 minus `Wip`; the options are those of `Wer`."""

    __slots__ = ()

    identity: ClassVar[Identity] = Identity(
        name="wil",
        title="WIL",
        description="word information lost: 100 minus WIP",
        scale=Scale(0, 100, digits=2),
        higher_is_better=False,
        citation=MORRIS,
        signature_names=("WIL",),
    )
    rate = formula.wil


class Wip(Wer):
    """The word information preserved, the product of the shares of words that are hit.

    It is 0 to 100, and higher is better. The options are those of `Wer`.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a b c d"], references=["a b"])
    >>> wip = Wip()
    >>> wip.score(wip.statistics(corpus)).score  # 2 of 4 words, 2 of 2 words
    50.0
    """

    __slots__ = ()

    identity: ClassVar[Identity] = Identity(
        name="wip",
        title="WIP",
        description="word information preserved: hits per word of both sides, multiplied",
        scale=Scale(0, 100, digits=2),
        citation=MORRIS,
        signature_names=("WIP",),
    )
    rate = formula.wip

"""TER: translation edit rate, the edits that turn a hypothesis into a reference.

Snover, Dorr, Schwartz, Micciulla and Makhoul, "A Study of Translation Edit Rate with Targeted Human
Annotation", AMTA 2006, section 2. An edit inserts, deletes or substitutes a word, or shifts a block
of words. The defaults equal sacreBLEU 2.x: case is folded, and text is split at white space only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from tallystick.errors import InputError, OptionError
from tallystick.metrics.base import BaseMetric
from tallystick.metrics.calls import check_type
from tallystick.metrics.columns import whole
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.cost import arrays_pay
from tallystick.metrics.dialect import with_options
from tallystick.metrics.few_statistics import FewStatistics
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    LOWERCASE_TO_CASE,
    check_signature_fields,
    flag_from_text,
    lowercase_from_case,
    parse_lowercase,
    tokenizer_fields,
    tokenizer_from_fields,
)
from tallystick.metrics.presets import resolved, set_conventions, several_references
from tallystick.metrics.signature import signature_of
from tallystick.metrics.ter.dialect import SACREBLEU, TerDialect
from tallystick.metrics.ter.one_score import (
    COLUMNS,
    columns_of_counts,
    counts_as_usual,
    one_score,
)
from tallystick.metrics.total import Total
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.columns import Columns
    from tallystick.metrics.statistics import Statistics
    from tallystick.metrics.sum_formula import SumFormula
    from tallystick.metrics.tokenizers import Lowercase

DEFAULT_DIALECT = "sacrebleu"

IDENTITY = Identity(
    name="ter",
    title="TER",
    description="edits and shifts of blocks per reference word",
    scale=Scale(0, None, digits=2),
    higher_is_better=False,
    citation=Citation(
        "Snover et al., 2006",
        """@inproceedings{snover-etal-2006-study,
  author = {Snover, Matthew and Dorr, Bonnie and Schwartz, Richard and Micciulla, Linnea and
    Makhoul, John},
  title = {A Study of Translation Edit Rate with Targeted Human Annotation},
  booktitle = {Proceedings of the 7th Conference of the Association for Machine Translation in the
    Americas: Technical Papers},
  year = {2006},
  pages = {223--231},
}""",
    ),
    signature_names=("TER",),
    signature_fields=("norm", "punct", "asian"),  # sacreBLEU's own lines often lack the name
)


@dataclass(frozen=True, slots=True, repr=False)
class TerScore(Score):
    """A TER score, 0 or more, and its components; the lower, the better.

    Attributes:
        edits: Shifts, insertions, deletions and substitutions, with the reference of each segment
            that needs the fewest.
        reference_length: The mean number of tokens of the references of a segment, summed.
    """

    edits: int
    reference_length: float

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} (edits = {self.edits} "
            f"ref_len = {round(self.reference_length, 4)}) {self.signature}"
        )


class TerOptions(TypedDict, total=False):
    """The options of `Ter`, for functions that pass them on."""

    tokenize: str | None
    lowercase: Lowercase | bool | None
    dialect: str | TerDialect


@dataclass(frozen=True, slots=True, init=False)
class Ter(BaseMetric[TerScore]):
    """TER with its options. An option that is None is taken from the dialect.

    Args:
        tokenize: The name of the tokenizer: "none" splits at white space, as sacreBLEU does by
            default; "tercom-norm" is its `normalized=True`, "tercom-nopunct" its `no_punct=True`,
            "tercom-norm-nopunct" both, and the same names with "-asian" at the end are those with
            its `asian_support=True`.
        lowercase: "unicode" (or True) for every letter, as in sacreBLEU; "none" for its
            `case_sensitive=True`; "ascii" for A to Z.
        dialect: The name of a preset: "sacrebleu", "tercom" (no limits that punish short and
            repetitive hypotheses), "torchmetrics-1.9" or "pyter"; or a `TerDialect`, or its text.

    Attributes:
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is out of range, or no dialect has this name.
        UnknownNameError: No tokenizer has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> ter = Ter()
    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["sat on the mat the cat"], references=["the cat sat on the mat"]
    ... )
    >>> score = ter.score(ter.statistics(corpus))  # one shift
    >>> score.edits, round(score.score, 4)  # sacreBLEU 2.6.0
    (1, 16.6667)
    """

    identity: ClassVar[Identity] = IDENTITY

    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    dialect: str | TerDialect
    conventions: TerDialect = field(init=False, repr=False)

    def __init__(
        self,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        dialect: str | TerDialect = DEFAULT_DIALECT,
    ) -> None:
        name, base = resolved(TerDialect, dialect, (DEFAULT_DIALECT, SACREBLEU))
        others = {}
        if tokenize not in (None, base.tokenize, *TERCOM_NAMES):
            others["reference_passes"] = "once"  # only sacreBLEU's own tokenizer is applied twice
        conventions = with_options(base, tokenize, lowercase, **others)
        set_conventions(self, name, conventions, ("tokenize", "lowercase"))

    def warnings(self, corpus: Corpus) -> tuple[str, ...]:
        """Return warnings about scoring this corpus with these options."""
        return several_references(TerDialect, self.dialect, DEFAULT_DIALECT, corpus)

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the edits and the mean reference length of every segment, float64.

        Columns: edits, reference_length. The edits are those with the reference that needs the
        fewest, whatever its length.
        """
        from tallystick.metrics.ter.statistics import statistics_of

        check_type(corpus, Corpus, "write metric.statistics(Corpus.from_segments(...))")
        return statistics_of(self.conventions, corpus, workspace or Workspace())

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return COLUMNS

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute TER, shape (...,), 0 or more, from sums of statistics, shape (..., columns).

        NaN if all references are empty and the dialect does not define this case.
        """
        from tallystick.metrics.ter.formula import ter
        from tallystick.metrics.ter.statistics import sums_of

        return ter(self.conventions, sums_of(totals))

    def sum_formula(self) -> SumFormula:
        """Return the formula as data."""
        from tallystick.metrics.sum_formula import ratio_of_sums

        empty = self.conventions.empty_references
        return ratio_of_sums(
            ("edits",),
            ("reference_length",),
            factor=100,
            empty="undefined" if empty == "undefined" else "sign",
        )

    def few_statistics(
        self, corpus: Corpus, workspace: Workspace | None = None
    ) -> FewStatistics | None:
        """Return the statistics in Python numbers; None if arrays take less time."""
        if arrays_pay(2 * len(corpus)) or not counts_as_usual(self.conventions):
            return None
        columns = columns_of_counts(self.conventions, corpus, workspace or Workspace())
        return FewStatistics.of(corpus, COLUMNS, *columns)

    def total(self, corpus: Corpus, workspace: Workspace | None = None) -> Total:
        """Return the sum of the statistics of all segments."""
        few = self.few_statistics(corpus, workspace)
        return self.statistics(corpus, workspace).as_total() if few is None else few.total()

    def score_total(self, total: Total) -> TerScore:
        """Score the sum of the statistics of all segments, as `total` returns it; see `score`."""
        sums = total.named()
        score = self.score_of_row(sums)
        if math.isnan(score):
            raise InputError(
                "all references are empty, so TER is not defined under the dialect "
                f"{self.dialect}; give references with words, or a dialect in which it is 100, "
                "such as dialect=sacrebleu"
            )
        return TerScore(
            metric=self.identity.name,
            score=score,
            signature=signature_of(self, total.references, total.given_tokens),
            edits=int(sums["edits"]),
            reference_length=whole(float(sums["reference_length"])),
        )

    def score_of_row(self, row: Mapping[str, Any]) -> float:
        """Compute TER of one row of `few_statistics`, by name, or of a sum of rows."""
        return one_score(self.conventions, **row)

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature, sacreBLEU's fields first."""
        options = {"case": LOWERCASE_TO_CASE[self.lowercase]}
        if self.tokenize in TERCOM_NAMES and not given_tokens:
            options |= _fields_of(self.tokenize)
        else:
            options |= tokenizer_fields(self.tokenize, given_tokens)
        if self.dialect != DEFAULT_DIALECT:
            options["dialect"] = str(self.dialect)
        return options

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Ter:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        known = {"case", "tok", "tokversion", "norm", "punct", "asian", "dialect"}
        check_signature_fields(cls.identity.name, options, known)
        if options.get("tok", "tercom") == "tercom":
            tokenize = _name_from_fields(options)
        elif {"norm", "punct", "asian"} & set(options):
            raise OptionError(
                f"the signature has tok:{options['tok']}, which has no fields norm, punct and "
                "asian; expected tok:tercom"
            )
        else:
            tokenize = tokenizer_from_fields(options, options["tok"])
        return cls(
            tokenize=tokenize,
            lowercase=lowercase_from_case(options.get("case", "lc")),
            dialect=options.get("dialect", DEFAULT_DIALECT),
        )


TERCOM_NAMES = frozenset(
    {"none"}
    | {
        f"tercom{options}{asian}"
        for options in ("-norm", "-nopunct", "-norm-nopunct")
        for asian in ("", "-asian")
    }
)
"""The tokenizers that are sacreBLEU's for TER with some of its options."""


def _fields_of(tokenize: str) -> dict[str, str]:
    """Return the fields in which sacreBLEU's signature describes one of its tokenizers."""
    options = tokenize.split("-")
    return {
        "tok": "tercom",
        "norm": "yes" if "norm" in options else "no",
        "punct": "no" if "nopunct" in options else "yes",
        "asian": "yes" if "asian" in options else "no",
    }


def _name_from_fields(fields: Mapping[str, str]) -> str:
    """Return the tokenizer that fields of sacreBLEU's signature describe."""
    return tercom_name(
        normalized=flag_from_text("norm", fields.get("norm", "no")),
        no_punct=not flag_from_text("punct", fields.get("punct", "yes")),
        asian_support=flag_from_text("asian", fields.get("asian", "no")),
    )


def tercom_name(*, normalized: bool, no_punct: bool, asian_support: bool) -> str:
    """Return the name of sacreBLEU's tokenizer for TER with these options.

    >>> tercom_name(normalized=True, no_punct=False, asian_support=True)
    'tercom-norm-asian'
    """
    if not normalized and not no_punct:
        return "none"  # Asian support has no effect by itself
    return "tercom" + "-norm" * normalized + "-nopunct" * no_punct + "-asian" * asian_support

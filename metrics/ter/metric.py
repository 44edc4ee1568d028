"""TER: translation edit rate, the edits that turn a hypothesis into a reference.

Snover, Dorr, Schwartz, Micciulla and Makhoul, "A Study of Translation Edit Rate with Targeted Human
Annotation", AMTA 2006, section 2. An edit inserts, deletes or substitutes a word, or shifts a block
of words. The defaults equal sacreBLEU 2.x: case is folded, and text is split at white space only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.options import (
    flag_from_text,
    tokenizer_fields,
    tokenizer_from_fields,
)
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.interface.dialect import value_text
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.in_signature import CASE, DIALECT, InSignature
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import TerParameters
from tallystick.metrics.sums.sum_formula import ratio_of_sums
from tallystick.metrics.ter.counts import few_counts_of, segment_counter_of
from tallystick.metrics.ter.dialect import SACREBLEU, TerDialect

_TERCOM_FIELDS = ("norm", "punct", "asian")


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


_FORMULAS = {
    "one": ratio_of_sums(("edits",), ("reference_length",), factor=100, empty="sign"),
    "undefined": ratio_of_sums(("edits",), ("reference_length",), factor=100, empty="undefined"),
}
"""100 * edits / reference_length (Snover et al., section 2) by the axis empty_references."""


def tercom_name(*, normalized: bool, no_punct: bool, asian_support: bool) -> str:
    """Return the name of sacreBLEU's tokenizer for TER with these options."""
    if not normalized and not no_punct:
        return "none"  # Asian support has no effect by itself
    return "tercom" + "-norm" * normalized + "-nopunct" * no_punct + "-asian" * asian_support


TERCOM_NAMES: Mapping[str, Mapping[str, str]] = {
    tercom_name(normalized=norm, no_punct=not punct, asian_support=asian): {
        "tok": "tercom",
        **dict(zip(_TERCOM_FIELDS, map(value_text, (norm, punct, asian)), strict=True)),
    }
    for norm, punct, asian in product((True, False), repeat=3)
}
"""The tokenizers that are sacreBLEU's for TER with some of its options, and their fields."""


def _tokenizer_fields(metric: Any, given_tokens: bool) -> Mapping[str, str]:
    """Return the fields of the tokenizer, which are those of sacreBLEU's signature for its own."""
    if metric.tokenize in TERCOM_NAMES and not given_tokens:
        return TERCOM_NAMES[metric.tokenize]
    return tokenizer_fields(metric.tokenize, given_tokens)


def _tokenizer_of(fields: Mapping[str, str], absent: str) -> str:
    """Return the tokenizer that the fields of a signature describe."""
    if fields.get("tok", "tercom") == "tercom":
        return tercom_name(
            normalized=flag_from_text("norm", fields.get("norm", "no")),
            no_punct=not flag_from_text("punct", fields.get("punct", "yes")),
            asian_support=flag_from_text("asian", fields.get("asian", "no")),
        )
    if not fields.keys().isdisjoint(_TERCOM_FIELDS):
        raise OptionError(
            f"the signature has tok:{fields['tok']}, which has no fields norm, punct and asian; "
            "expected tok:tercom"
        )
    return tokenizer_from_fields(fields, absent)


class Ter(
    TerParameters,
    DialectMetric[TerScore],
    dialects=TerDialect,
    default=("sacrebleu", SACREBLEU),
    options=("tokenize", "lowercase", "dialect"),
):
    """TER with its options.

    >>> import tallystick
    >>> score = tallystick.ter(
    ...     hypotheses=["sat on the mat the cat"], references=["the cat sat on the mat"]
    ... )
    >>> score.edits, round(score.score, 4)  # one shift: sacreBLEU 2.6.0
    (1, 16.6667)
    """

    identity: ClassVar[Identity] = Identity(
        name="ter",
        title="TER",
        description="edits and shifts of blocks per reference word",
        scale=Scale(0, None, digits=2),
        higher_is_better=False,
        citation=cited("Snover et al., 2006", "snover-etal-2006-study"),
        signature_names=("TER",),
        signature_fields=_TERCOM_FIELDS,  # sacreBLEU's own lines often lack the name
    )
    formula_of = staticmethod(lambda dialect: _FORMULAS[dialect.empty_references])
    few_counts_of = staticmethod(few_counts_of)
    segment_counter_of = staticmethod(segment_counter_of)
    in_signature = (
        CASE,
        InSignature(
            "tokenize", ("tok", "tokversion", *_TERCOM_FIELDS), _tokenizer_fields, _tokenizer_of
        ),
        DIALECT,
    )

    @classmethod
    def conventions_of(cls, base: Any, options: Mapping[str, Any]) -> Any:
        """Return a dialect with axes replaced by the options that are given."""
        if options.get("tokenize") not in (None, base.tokenize, *TERCOM_NAMES):
            # only sacreBLEU's own tokenizer is applied twice
            options = {**options, "reference_passes": "once"}
        return super().conventions_of(base, options)

    def undefined(self, sums: Mapping[str, Any]) -> InputError:
        """Return the error of a corpus without words in the references."""
        return InputError(
            "all references are empty, so TER is not defined under the dialect "
            f"{self.dialect}; give references with words, or a dialect in which it is 100, "
            "such as dialect=sacrebleu"
        )

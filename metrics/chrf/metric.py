"""chrF: the F-score of character n-grams; with word n-grams, chrF+ and chrF++.

Popović, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015, and "chrF++: words
helping character n-grams", WMT 2017. The defaults equal sacreBLEU 2.x, except that among references
that give a segment the same score the choice does not depend on their order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tallystick.metrics.arguments.options import flag_from_text
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.chrf.counts import comparison_of
from tallystick.metrics.chrf.dialect import SACREBLEU, ChrfDialect
from tallystick.metrics.chrf.formula import formula_of
from tallystick.metrics.interface.identity import Identity, IdentityByOptions, Scale, cited
from tallystick.metrics.interface.in_signature import CASE, DIALECT, in_signature
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import ChrfParameters


@dataclass(frozen=True, slots=True, repr=False)
class ChrfScore(Score):
    """A chrF score, 0 to 100, and its components; characters come first, then words.

    Attributes:
        variant: The name that sacreBLEU prints, such as "chrF2++": with beta, and a plus sign for
            every order of words.
        precision: Precision of n-grams in percent, averaged over the orders of which both sides
            have n-grams; with `eps_smoothing`, over all orders.
        recall: Recall of n-grams in percent, averaged over the same orders.
        counts: Clipped matches of each order.
        totals: N-grams of the hypotheses of each order.
        reference_totals: N-grams of the chosen references of each order.
    """

    shown = "{0.score:.2f} (P = {0.precision:.1f} R = {0.recall:.1f})"

    variant: str
    precision: float
    recall: float
    counts: tuple[int, ...]
    totals: tuple[int, ...]
    reference_totals: tuple[int, ...]


_SPACES = {"removed": "no", "kept": "yes"}
"""The words of sacreBLEU's signatures."""

_WHITESPACES = {space: whitespace for whitespace, space in _SPACES.items()}


class Chrf(
    ChrfParameters,
    DialectMetric[ChrfScore],
    dialects=ChrfDialect,
    default=("sacrebleu-unordered", SACREBLEU),
    options=("order", "word_order", "beta", "eps_smoothing", "whitespace", "lowercase", "dialect"),
):
    """chrF, chrF+ or chrF++ with its options. Token lists are joined with spaces.

    >>> import tallystick
    >>> for word_order in 0, 2:
    ...     score = tallystick.chrf(
    ...         hypotheses=["the cat is on the mat"],
    ...         references=["the cat sat on the mat"],
    ...         word_order=word_order,
    ...     )
    ...     print(score.variant, round(score.score, 4))  # sacreBLEU 2.6.0
    chrF2 61.9252
    chrF2++ 64.3703
    """

    identity: ClassVar[IdentityByOptions] = IdentityByOptions(
        Identity(
            name="chrf",
            title="chrF",
            description="F-score of character n-grams, and of word n-grams for chrF+ and chrF++",
            scale=Scale(0, 100, digits=2),
            citation=cited("Popović, 2015", "popovic-2015-chrf"),
            signature_names=("chrF2", "chrF2+", "chrF2++"),
            signature_fields=("nc",),  # sacreBLEU's own lines often lack the name
            signature_dialect="sacrebleu",
            options_in_title=("word_order", "beta"),
        ),
        lambda metric: {"title": metric.variant},
    )
    formula_of = staticmethod(formula_of)
    comparison_of = staticmethod(comparison_of)
    in_signature = (
        CASE,
        in_signature(
            "eps_smoothing",
            lambda field, text: not flag_from_text(field, text),
            lambda smoothing: "no" if smoothing else "yes",
            name="eff",
            always=True,
        ),
        in_signature("order", int, name="nc", always=True),
        in_signature("word_order", int, name="nw", always=True),
        in_signature(
            "whitespace",
            lambda _, space: _WHITESPACES.get(space, space),
            lambda whitespace: _SPACES.get(whitespace, whitespace),
            name="space",
            always=True,
        ),
        in_signature("beta", float, "{:.17g}".format),
        DIALECT,
    )

    @property
    def variant(self) -> str:
        """The name that sacreBLEU prints, with beta and a plus sign for every order of words."""
        return f"chrF{str(self.beta).removesuffix('.0')}{'+' * self.word_order}"

    def components(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        """Return the components of a score."""
        return {
            "variant": self.variant,
            "precision": 100 * sums["precision"],
            "recall": 100 * sums["recall"],
            "counts": tuple(map(int, sums["matches"])),
            "totals": tuple(map(int, sums["hypothesis_ngrams"])),
            "reference_totals": tuple(map(int, sums["reference_ngrams"])),
        }

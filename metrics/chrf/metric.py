"""chrF: the F-score of character n-grams; with word n-grams, chrF+ and chrF++.

Popović, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015, and "chrF++: words
helping character n-grams", WMT 2017. The defaults equal sacreBLEU 2.x, except that among references
that give a segment the same score the choice does not depend on their order.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.metrics.arguments.options import flag_from_text
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.chrf.dialect import SACREBLEU, ChrfDialect
from tallystick.metrics.chrf.formula import BLOCKS, chrf, formula_of
from tallystick.metrics.counting.best_reference import Compared, Comparison, match_by_reference
from tallystick.metrics.counting.matching import write_totals
from tallystick.metrics.counting.one_segment import with_strings
from tallystick.metrics.interface.dialect import CASE, DIALECT, in_signature
from tallystick.metrics.interface.identity import Identity, IdentityByOptions, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import ChrfParameters
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.symbols import any_of, where
from tallystick.metrics.tokenizers import Tokenizer
from tallystick.metrics.tokenizers.plain import PlainTokenizer, tokenizer_char, tokenizer_chrf_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace


_CHARACTERS = {"removed-perl": "char-perl", "spaces-removed": "char-spaces", "kept": "char-all"}
"""The tokenizers of characters that keep some white space."""


def character_tokenizer(dialect: ChrfDialect) -> Tokenizer:
    """Return the tokenizer of characters of a dialect."""
    name = _CHARACTERS.get(dialect.whitespace)
    return PlainTokenizer(name) if name else tokenizer_char()


class ChrfComparison(Comparison):
    """How hypotheses are compared with references, by characters and then by words."""

    lengths = ()

    @cached_property
    def levels(self) -> list[tuple[Tokenizer, int]]:
        """The tokenizers of characters and of words with their highest orders, except 0."""
        dialect, words = self.dialect, tokenizer_chrf_words()
        both = (character_tokenizer(dialect), dialect.order), (words, dialect.word_order)
        return [level for level in both if level[1]]

    def counts_of_corpus(self, corpus: Corpus, workspace: Workspace) -> list[NDArray[Any]]:
        """Return the counts of all pairs, an array a column."""
        import numpy as np

        orders, end = self.dialect.order + self.dialect.word_order, 0
        counts = np.empty((len(BLOCKS), orders, len(corpus.references.segments)), np.int64)
        for tokenizer, order in self.levels:
            matched = workspace.match(
                corpus.as_text(), tokenizer, self.dialect.lowercase, order, separately=True
            )
            own, wanted, matches = counts[:, end : end + order].transpose(0, 2, 1)
            write_totals(matched.hypothesis_lengths.repeat(corpus.references.counts), own)
            write_totals(matched.reference_lengths, wanted)
            matches[:] = matched.matches
            end += order
        return [*counts.reshape(len(BLOCKS) * orders, -1)]

    def rows_of_corpus(self, corpus: Corpus, workspace: Workspace) -> NDArray[Any]:
        """Return the rows of all segments, shape (segments, columns)."""
        return self.rows(self.counts_of_corpus(corpus, workspace), corpus.references.offsets)

    def few(self, corpus: Corpus, workspace: Workspace) -> Iterable[list[Any]] | None:
        """Return the columns in Python numbers, of text with one reference for each segment."""
        if corpus.references.number != 1 or corpus.given_tokens:
            return None
        own: Any = corpus.hypotheses
        others: Any = corpus.references.segments
        strings = tuple(own), tuple(others), corpus.references.offsets_view
        *counted, _ = kernel.match_strings(*strings, *self._how)
        columns = map(self._rows, counted)
        pairs = [own + wanted + matches for matches, own, wanted in zip(*columns, strict=True)]
        return map(list, zip(*map(self.row_of_pair, pairs), strict=True))

    def pair_counter(self, references: Sequence[str]) -> Callable[[str], list[Sequence[int]]]:
        """Return what counts a hypothesis of one segment with each of its references."""
        call, rows, how = with_strings(references), self._rows, self._how

        def count(hypothesis: str) -> list[Sequence[int]]:
            matches, [own], wanted, _ = map(rows, call(kernel.match_strings, hypothesis, *how))
            return [own + others + clipped for others, clipped in zip(wanted, matches, strict=True)]

        return count

    @cached_property
    def _how(self) -> tuple[Any, ...]:
        """What follows the strings when the kernel matches them."""
        levels = [(tokenizer.name, order) for tokenizer, order in self.levels]
        return self.dialect.lowercase, True, *chain(*levels)

    @cached_property
    def _rows(self) -> Callable[[bytes], Iterator[tuple[int, ...]]]:
        """What splits an array of the kernel into rows."""
        return struct.Struct(f"{self.dialect.order + self.dialect.word_order}q").iter_unpack

    def segment_counter(
        self, references: Sequence[str], tokenizer: Tokenizer | None = None
    ) -> Callable[[str], dict[str, Any]]:
        """Return what counts hypotheses of one segment, by the names of the columns."""
        count_pairs = self.pair_counter(references)
        return lambda hypothesis: self.row(count_pairs(hypothesis))


@lru_cache(maxsize=2048)
def comparison_of(dialect: ChrfDialect) -> ChrfComparison:
    """Return how a hypothesis is compared with its references."""
    orders = dialect.order + dialect.word_order
    return ChrfComparison(
        dialect,
        formula_of(dialect).statistics,
        [(block, orders) for block in BLOCKS],
        match_by_reference,
        _compared,
        whole=dialect.average == "micro",
    )


def _compared(dialect: ChrfDialect, pair: Mapping[str, Any]) -> Compared:
    ngrams, reference, matches = (pair[block] for block in BLOCKS)
    hypothesis = ngrams
    if dialect.missing_order == "ignored":
        hypothesis = [
            where(wanted > 0, own, 0) for own, wanted in zip(ngrams, reference, strict=True)
        ]
    row = [*hypothesis, *reference, *matches]
    # without smoothing, what an order counts that the reference lacks changes no score
    rank = [_score(dialect, hypothesis if dialect.eps_smoothing else ngrams, reference, matches)]
    if dialect.reference_ties == "smallest":
        rank += [-1 * component for component in row]
    if dialect.no_match == "hypothesis":
        matched = any_of(count > 0 for count in matches)
        reference = [where(matched, count, 0) for count in reference]
        row = [*hypothesis, *reference, *matches]
    if dialect.average == "macro":
        row += [_score(dialect, hypothesis, reference, matches), 1.0]
    return Compared(row, rank)


def _score(dialect: ChrfDialect, *blocks: Sequence[Any]) -> Any:
    return chrf(dialect.beta, dialect.eps_smoothing, dict(zip(BLOCKS, blocks, strict=True))).score


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

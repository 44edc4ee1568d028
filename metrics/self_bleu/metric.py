"""Self-BLEU: the mean BLEU of hypotheses, each with all others as its references.

Zhu et al., "Texygen: A Benchmarking Platform for Text Generation Models", SIGIR 2018,
arXiv:1802.01886. The more alike hypotheses are, the higher it is. It needs no other references.

The k-th occurrence of an n-gram in a sentence matches if another sentence has it k times or more,
so the sentences that have each n-gram that often are counted, in linear time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.arguments.options import whole_number_from_text
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.bleu.formula import counted_orders
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.bleu.statistics import rows_of
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.text import int64_view
from tallystick.metrics.counting.matching import Matches
from tallystick.metrics.counting.pairs import Encoded
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.dialect import CASE, DIALECT, TOKENIZER, in_signature
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import SelfBleuParameters
from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.self_bleu.dialect import ALL_SENTENCES, SelfBleuDialect
from tallystick.metrics.sums.statistics import Columns, Statistics, Total
from tallystick.metrics.sums.sum_formula import mean_of_segments
from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting, PartOfSystem
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams, occurrences
from tallystick.metrics.whole_corpus.ngram_keys import CountedNgrams, KeyedNgrams

if TYPE_CHECKING:
    from tallystick.metrics.kernel.kernel import NgramTable
    from tallystick.metrics.sums.arrays import IntArray
    from tallystick.metrics.whole_corpus.stream import SpilledCounts


COLUMNS = Columns("segment_scores", "segments")

_NEXT_TIME = np.uint64(0x9E3779B97F4A7C15)  # odd, bits at random


class _Sample(NamedTuple):
    """The hypotheses of a corpus, or of a part of one, that are compared with each other.

    A pair is an n-gram with a number among its occurrences in a hypothesis. Each of `rows`, of
    `Occurrences`, has the place of its pair; `pairs` are a node, and the number below its 32 bits;
    `counts` are the hypotheses that have the pair.
    """

    encoded: Encoded
    table: NgramTable
    rows: IntArray
    places: IntArray
    pairs: IntArray
    counts: IntArray

    @classmethod
    def of(cls, metric: SelfBleu, corpus: Corpus, workspace: Workspace, start: int) -> _Sample:
        """Return those of a corpus, before which `start` hypotheses are in other parts."""
        tokenizer = tokenizer_named(metric.tokenize)
        every = workspace.hypotheses(corpus.hypotheses, tokenizer, metric.lowercase)
        bounds = every.offsets
        if metric.sample:
            bounds = bounds[: max(metric.sample - start, 0) + 1].copy()
        ids, size = every.ids[: bounds[-1]].tobytes(), len(every.vocabulary)
        encoded = Encoded(every.vocabulary, ids, int64_view(bounds))
        table, nodes = located_ngrams(ids, bounds, size, counted_orders(metric.bleu.conventions))
        rows, ngrams, numbers = occurrences(encoded, np.asarray(nodes))
        once = numbers == 0  # these are most, and need not be sorted
        of_nodes = np.bincount(ngrams[once], minlength=len(table))
        firsts = np.flatnonzero(of_nodes)
        others, of_others, counts = np.unique(
            ngrams[~once] << 32 | numbers[~once], return_inverse=True, return_counts=True
        )
        places = (np.cumsum(of_nodes > 0) - 1)[ngrams]
        places[~once] = len(firsts) + of_others
        pairs = np.concatenate([firsts << 32, others])
        return cls(encoded, table, rows, places, pairs, np.append(of_nodes[firsts], counts))

    def statistics(
        self,
        metric: SelfBleu,
        corpus: Corpus,
        counts: IntArray,
        lengths: IntArray,
        of_lengths: IntArray,
    ) -> Statistics:
        """Score each hypothesis with all others; NaN if there are none, 0 after the sample.

        `counts` and `of_lengths` are of the hypotheses in all parts.
        """
        own, dialect = self.encoded.lengths, metric.bleu.conventions
        rows = np.zeros((len(corpus), len(COLUMNS)), order="F")
        named = COLUMNS.split(rows)
        named["segments"][: len(own)] = 1
        named["segment_scores"][: len(own)] = np.nan
        if len(own) and of_lengths.sum() > 1:
            orders = counted_orders(dialect)
            matched = self.rows[(counts > 1)[self.places]]
            matches = Matches(
                matches=np.bincount(matched, minlength=orders * len(own)).reshape(-1, orders),
                weighted=None,
                hypothesis_lengths=own,
                reference_lengths=closest_lengths(own, lengths, of_lengths),
                reference_offsets=np.arange(len(own) + 1),
            )
            named["segment_scores"][: len(own)] = metric.bleu.formula(rows_of(dialect, matches))
        return Statistics(COLUMNS, rows, 0, corpus.given_tokens)


@dataclass(frozen=True)
class SelfBleuCounting(NgramCounting):
    """Self-BLEU of a corpus in parts."""

    metric: SelfBleu
    of_each_system = True

    def of_system(self, corpus: Corpus, start: int, is_first: bool) -> PartOfSystem:
        """Return the n-grams, the lengths and the texts of a part."""
        sample = _Sample.of(self.metric, corpus, Workspace(), start)
        keys = KeyedNgrams.of(sample.table, sample.encoded.vocabulary.tokens()).keys[:, 1:]
        numbers = (sample.pairs & UNKNOWN).astype(np.uint64)
        counted = CountedNgrams(keys[:, sample.pairs >> 32] + numbers * _NEXT_TIME, sample.counts)
        kept = start, Corpus.without_references(corpus.hypotheses)
        return PartOfSystem(kept, counted, sample.encoded.lengths.tolist())

    def total(self, kept: Any, counts: IntArray, corpus: SpilledCounts) -> Total:
        """Return the sum of a part."""
        start, part = kept
        sample = _Sample.of(self.metric, part, Workspace(), start)
        lengths = np.array(sorted(corpus.numbers.items())).reshape(-1, 2).T
        return sample.statistics(self.metric, part, counts, *lengths).as_total(finite=False)


def closest_lengths(lengths: IntArray, distinct: IntArray, counts: IntArray) -> IntArray:
    """Return the closest length of another segment; of two as close, the shorter one.

    `distinct` are the lengths of all segments, each once and sorted, with their counts.
    """
    places = np.searchsorted(distinct, lengths)
    none = np.iinfo(np.int64).max // 4
    padded = np.concatenate([[-none], distinct, [none]])
    below, above = padded[places], padded[places + 2]
    nearest = np.where(lengths - below <= above - lengths, below, above)
    closest: IntArray = np.where(counts[places] > 1, lengths, nearest)
    return closest


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
        sample = _Sample.of(self, corpus, workspace, start=0)
        lengths = np.unique(sample.encoded.lengths, return_counts=True)
        return sample.statistics(self, corpus, sample.counts, *lengths)

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

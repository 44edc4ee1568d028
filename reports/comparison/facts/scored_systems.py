"""Systems scored on one test set, their tokens, and what is counted of these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text, Tokens
from tallystick.metrics.counting.pairs import encode
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import Metric, segment_form
from tallystick.metrics.kernel import kernel
from tallystick.metrics.tokenizers.protocol import Lowercase
from tallystick.reports.comparison.model import Length, OrderPrecision, Tokenization, WordAccuracy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.resampling.units import Units
    from tallystick.metrics.scoring.scoring import SystemScored
    from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray
    from tallystick.metrics.sums.statistics import Statistics

DEFAULT_TOKENIZER = "13a"


@dataclass(frozen=True, eq=False)
class ScoredSystems:
    """Systems scored on one test set; all but scores and differences is of their first runs.

    `metrics` are those requested, by their names in the report; `corpora` are empty if texts are
    not known, else they have the same references, and the metadata of the first counts.
    """

    metrics: Mapping[str, Metric]
    runs: Mapping[str, Sequence[SystemScored]]
    units: Units
    corpora: tuple[Corpus, ...] = ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the systems."""
        return tuple(self.runs)

    @cached_property
    def fitted(self) -> dict[str, Metric]:
        """The metrics after fitting, which computed the statistics."""
        first = next(iter(self.runs.values()))[0]
        return dict(zip(self.metrics, (scored.metric for scored in first.scored), strict=True))

    @cached_property
    def statistics(self) -> dict[str, tuple[Statistics, ...]]:
        """The statistics of each system, by metric."""
        return {
            name: tuple(runs[0].scored[number].statistics for runs in self.runs.values())
            for number, name in enumerate(self.metrics)
        }

    def rows(self, metric: str) -> NDArray[Any]:
        """Return the statistics under one metric, shape (systems, segments, columns)."""
        return np.stack([statistics.rows for statistics in self.statistics[metric]])

    def segment_scores(self) -> dict[str, FloatArray]:
        """Return the segment scores by metric, shape (systems, segments); NaN if not finite."""
        by_metric: dict[str, FloatArray] = {}
        for name, metric in self.fitted.items():
            scores = np.asarray(segment_form(metric).formula(self.rows(name)), np.float64)
            by_metric[name] = np.where(np.isfinite(scores), scores, np.nan)
        return by_metric

    @property
    def segments(self) -> int:
        """The number of segments."""
        return len(self.corpora[0])

    @property
    def references(self) -> References:
        """The references of all systems."""
        return self.corpora[0].references

    @cached_property
    def hypothesis_strings(self) -> tuple[tuple[str, ...], ...]:
        """The hypotheses of each system as strings."""
        return tuple(strings_of(corpus.hypotheses) for corpus in self.corpora)

    @cached_property
    def reference_strings(self) -> tuple[str, ...]:
        """The references of all segments as strings."""
        return strings_of(self.references.segments)

    @cached_property
    def references_by_segment(self) -> tuple[tuple[str, ...], ...]:
        """The references of each segment as strings."""
        ends = self.references.offsets.tolist()
        return tuple(self.reference_strings[start:end] for start, end in pairwise(ends))

    def corpora_with_reference(self, place: int) -> tuple[Corpus, ...]:
        """Return the systems' corpora with a single reference, the one at a place from 0."""
        chosen = self.references.segments.take(self.references.offsets[:-1] + place)
        alone = References.one_each(chosen)
        return tuple(replace(corpus, references=alone) for corpus in self.corpora)


def tokenization_of(metrics: Mapping[str, Metric]) -> Tokenization:
    """Return the tokenization of the first metric with precisions by order, or a tokenizer."""
    by_order = [metric for metric in metrics.values() if metric.identity.precision_by_order]
    every = (own_tokenization(metric) for metric in (*by_order, *metrics.values()))
    return next((own for own in every if own is not None), Tokenization(DEFAULT_TOKENIZER, "none"))


def own_tokenization(metric: Metric) -> Tokenization | None:
    """Return the tokenization of a metric; None if it has no tokenizer."""
    tokenizer = getattr(metric, "tokenize", None)
    if not isinstance(tokenizer, str):
        return None
    lowercase: Any = getattr(metric, "lowercase", None)
    return Tokenization(tokenizer, lowercase if lowercase in get_args(Lowercase) else "none")


def strings_of(segments: Text | Tokens) -> tuple[str, ...]:
    """Return every segment as a string, with its tokens joined by spaces."""
    return tuple(segments) if isinstance(segments, Text) else tuple(map(" ".join, segments))


FREQUENCIES = ("0", "1", "2-4", "5-9", "10-99", "100-999", "1000+")
_FROM = (0, 1, 2, 5, 10, 100, 1000)
KEY_BITS = 63  # of int64, without the sign


@dataclass(frozen=True, slots=True, eq=False)
class SegmentTokens:
    """The tokens of hypotheses, references and sources in one array.

    The texts are the hypotheses of the first system, of the second and so on, then all references
    in the order of their segments, then the sources. A word is a distinct token of a segment.
    `ids`, `texts` and `words` are of each token; words have an id and a segment, ascending.
    `hypotheses`, `references` and `sources` are the places of their tokens, `hypothesis_lengths`
    and `reference_lengths` their numbers, shapes (systems, segments) and (references,).
    """

    vocabulary: Vocabulary
    ids: NDArray[np.uint32]
    texts: NDArray[np.int32]
    hypotheses: tuple[slice, ...]
    references: slice
    sources: slice
    reference_offsets: IntArray
    hypothesis_lengths: IntArray
    reference_lengths: IntArray
    words: NDArray[np.int32]
    word_ids: NDArray[np.int32]
    word_segments: NDArray[np.int32]

    def counts(self, where: slice | NDArray[Any]) -> IntArray:
        """Return the number of occurrences of each word among some tokens, shape (words,)."""
        counted: IntArray = np.bincount(self.words[where], minlength=len(self.word_ids))
        return counted

    def of_references(self, chosen: BoolArray) -> IntArray:
        """Return the positions of the tokens of some references."""
        places = np.arange(self.references.start, self.references.stop)
        return places[np.repeat(chosen, self.reference_lengths)]

    def corpora(self) -> tuple[Corpus, ...]:
        """Return the tokens of each system, and those of the references, as a corpus."""
        ends = np.append(0, np.cumsum(self.reference_lengths))
        of_references = Tokens(self.vocabulary, self.ids[self.references], ends)
        references = References(of_references, self.reference_offsets)
        return tuple(
            Corpus(
                Tokens(self.vocabulary, self.ids[where], np.append(0, np.cumsum(lengths))),
                references,
            )
            for where, lengths in zip(self.hypotheses, self.hypothesis_lengths, strict=True)
        )

    def closest_references(self, system: int) -> IntArray:
        """Return the reference closest in length to each hypothesis of a system, shape (segments,).

        The references are numbered across segments. Ties go to the shorter, then the first one.
        """
        offsets = self.reference_offsets
        counts = np.diff(offsets)
        if (counts == 1).all():
            return offsets[:-1]
        differences = self.reference_lengths - np.repeat(self.hypothesis_lengths[system], counts)
        # one number that sorts by distance, then length, then position
        ranks = 2 * np.abs(differences) + (differences > 0)
        ranks = ranks * len(ranks) + np.arange(len(ranks))
        closest: IntArray = np.minimum.reduceat(ranks, offsets[:-1]) % len(ranks)
        return closest


def tokenize_systems(scored: ScoredSystems) -> SegmentTokens:
    """Tokenize all texts according to `tokenization_of`."""
    how = tokenization_of(scored.metrics)
    tokenizer = tokenizer_named(how.tokenizer)
    vocabulary = kernel.Vocabulary()
    texts = [corpus.hypotheses for corpus in scored.corpora]
    texts.append(scored.references.segments)
    sources = scored.corpora[0].sources
    if sources is not None:
        texts.append(sources)
    encoded = [encode(text, vocabulary, tokenizer, how.lowercase) for text in texts]
    ends = np.cumsum([len(text.ids) for text in encoded]).tolist()
    places = [slice(start, end) for start, end in pairwise([0, *ends])]
    lengths = np.concatenate([text.lengths for text in encoded])
    systems, every = len(scored.corpora), np.arange(scored.segments)
    of_references = np.repeat(every, scored.references.counts)
    segments = [*[every] * systems, of_references, *[every] * (sources is not None)]
    ids = np.concatenate([text.ids for text in encoded])
    size = max(len(vocabulary), 1)
    keys = np.repeat(np.concatenate(segments) * size, lengths)
    keys += ids
    keys, words = numbered(keys)
    return SegmentTokens(
        vocabulary=vocabulary,
        ids=ids,
        texts=np.repeat(np.arange(len(lengths), dtype=np.int32), lengths),
        hypotheses=tuple(places[:systems]),
        references=places[systems],
        sources=places[-1] if sources is not None else slice(ends[-1], ends[-1]),
        reference_offsets=scored.references.offsets,
        hypothesis_lengths=np.stack([text.lengths for text in encoded[:systems]]),
        reference_lengths=encoded[systems].lengths,
        words=words,
        word_ids=(keys % size).astype(np.int32),
        word_segments=(keys // size).astype(np.int32),
    )


def numbered(keys: IntArray) -> tuple[IntArray, NDArray[np.int32]]:
    """Return sorted keys, each once, and the place of each: `np.unique` in a third of memory."""
    order = sorting(keys)
    keys = keys[order]
    first = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    keys = keys[first]
    numbers = np.empty(len(first), dtype=np.int32)
    numbers[order] = np.cumsum(first, dtype=np.int32) - 1
    return keys, numbers


def sorting(keys: IntArray) -> IntArray:
    """Return the places of keys, 0 or more, in their order; those of equal keys ascend.

    This is `np.argsort` in half of its time: a key and its place are sorted as one number.
    """
    bits = len(keys).bit_length()
    if int(keys.max(initial=0)).bit_length() + bits > KEY_BITS:
        return keys.argsort(kind="stable")
    places = keys << bits
    places |= np.arange(len(keys))
    places.sort()
    places &= (1 << bits) - 1
    return places


def precisions_by_order(
    scored: ScoredSystems, tokens: SegmentTokens, workspace: Workspace
) -> tuple[OrderPrecision, ...]:
    """Return the precision for every metric that counts n-grams of tokens, system and order.

    Whatever a metric's conventions, matches are clipped by the highest count in any reference of
    the segment (Papineni et al. 2002, section 2.1).
    """
    ways: dict[str, tuple[Tokenization, int]] = {}
    for name, metric in scored.metrics.items():
        how, order = own_tokenization(metric), getattr(metric, "order", None)
        if metric.identity.precision_by_order and how is not None and isinstance(order, int):
            ways[name] = how, order
    tokenized = {tokenization_of(scored.metrics): tokens.corpora()}
    counts: dict[Tokenization, list[list[tuple[int, int]]]] = {}
    for how, order in sorted(ways.values(), key=itemgetter(1)):  # the highest order last
        counts[how] = []
        for corpus in tokenized.get(how, scored.corpora):
            matched = workspace.match(corpus, tokenizer_named(how.tokenizer), how.lowercase, order)
            lengths = matched.hypothesis_lengths
            totals = [int((lengths - less).clip(min=0).sum()) for less in range(order)]
            counts[how].append(list(zip(matched.matches.sum(axis=0).tolist(), totals, strict=True)))
    return tuple(
        OrderPrecision(name, system, number, matches, total, matches / total if total else None)
        for name, (how, order) in ways.items()
        for system, of_system in zip(scored.names, counts[how], strict=True)
        for number, (matches, total) in enumerate(of_system[:order], start=1)
    )


def lengths(scored: ScoredSystems, tokens: SegmentTokens) -> tuple[Length, ...]:
    """Return every system's length and that of the closest references (Papineni et al. 2002)."""
    return tuple(
        Length(system, hypothesis, reference, hypothesis / reference if reference else None)
        for place, system in enumerate(scored.names)
        for hypothesis in [int(tokens.hypothesis_lengths[place].sum())]
        for reference in [int(tokens.reference_lengths[tokens.closest_references(place)].sum())]
    )


def word_accuracy(scored: ScoredSystems, tokens: SegmentTokens) -> tuple[WordAccuracy, ...]:
    """Return the accuracy of words by system and frequency, with the closest references."""
    of_references = tokens.ids[tokens.references]
    frequency = np.bincount(of_references, minlength=max(len(tokens.vocabulary), 1))
    group = np.searchsorted(_FROM, frequency, side="right")[tokens.word_ids] - 1
    in_closest = tokens.counts(tokens.references) if scored.references.number == 1 else None
    by_system: list[list[list[int]]] = []
    for system, where in enumerate(tokens.hypotheses):
        of_system, of_closest = tokens.counts(where), in_closest
        if of_closest is None:
            chosen = np.zeros(int(tokens.reference_offsets[-1]), dtype=bool)
            chosen[tokens.closest_references(system)] = True
            of_closest = tokens.counts(tokens.of_references(chosen))
        counts = np.minimum(of_system, of_closest), of_system, of_closest
        # float64 sums of counts are exact up to 2 ** 53
        sums = [np.bincount(group, weights, minlength=len(FREQUENCIES)) for weights in counts]
        by_system.append([row.astype(np.int64).tolist() for row in sums])
    present = [
        number
        for number in range(len(FREQUENCIES))
        if any(of_system[number] or of_closest[number] for _, of_system, of_closest in by_system)
    ]
    return tuple(
        WordAccuracy(
            system=system,
            frequency=FREQUENCIES[number],
            matched=matched,
            in_hypotheses=in_system,
            in_references=in_reference,
            precision=matched / in_system if in_system else None,
            recall=matched / in_reference if in_reference else None,
            f1=2 * matched / both if (both := in_system + in_reference) else None,
        )
        for system, counts in zip(scored.names, by_system, strict=True)
        for number in present
        for matched, in_system, in_reference in [[row[number] for row in counts]]
    )

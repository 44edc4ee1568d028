"""Scores under thousands of settings, sharing the work that they have in common."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import blake2b
from itertools import count, groupby, pairwise
from marshal import dumps
from sys import intern
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from tallystick.compat.explanation.settings import Way
from tallystick.compat.explanation.slips import SLIPS, Mapped, Part, Sides, Slip, mapped, parts_of
from tallystick.errors import TallystickError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.counting.workspace import OfSegments, Workspace, run_in_threads
from tallystick.metrics.interface.dialect import Dialect
from tallystick.metrics.interface.metric import Metric, fitted, segment_form, segment_scores
from tallystick.metrics.kernel import kernel
from tallystick.metrics.nist.metric import FittedNist, Nist
from tallystick.metrics.tokenizers.plain import PlainTokenizer
from tallystick.metrics.tokenizers.rules import RuleTokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.counting.matching import Matches
    from tallystick.metrics.counting.ngram_weights import NgramWeights
    from tallystick.metrics.counting.pairs import Encoded, EncodedPairs
    from tallystick.metrics.sums.statistics import Statistics
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer

Result = TypeVar("Result")

MOST_ODD = 2
"""The highest oddity of a setting that is tried."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is computed from a metric: usually the score of the corpus."""

    name: str
    description: str  # the beginning of the sentence "... of bleu"
    oddity: int
    part: Part | None = None


CORPUS = Reading("corpus", "the score", 0)
SEGMENTS = Reading("segments", "the mean of the scores of segments", 1)
ORDERS = Reading("orders", "the mean of the scores of orders 1 to the highest", 1)
PRECISION = Reading("precision", "the precision", 1)
RECALL = Reading("recall", "the recall", 1)


@dataclass(frozen=True, slots=True)
class Setting:
    """How a score can have been computed."""

    way: Way
    references: tuple[int, ...]  # numbers from 0; those of the whole corpus if empty
    slip: Slip | None  # what was done to the texts before
    reading: Reading
    all_references: bool

    @property
    def oddity(self) -> int:
        """How unusual the setting is: the sum of the oddities of its parts."""
        slip = 0 if self.slip is None else self.slip.oddity
        return self.way.oddity + slip + self.reading.oddity + (not self.all_references)

    @property
    def texts(self) -> tuple[object, ...]:
        """What was scored: settings that agree in it differ in the metric alone."""
        return self.references, self.slip and self.slip.name, self.reading.description

    @property
    def of_programs(self) -> list[Setting]:
        """The setting itself, and those of other programs with the same conventions."""
        return [replace(self, way=way) for way in (self.way, *self.way.same)]


@dataclass(frozen=True, slots=True)
class Tried:
    """A setting with its score, on the scale of the metric."""

    setting: Setting
    score: float


class KnownSegments:
    """Tokens of lines and what was counted of segments, for corpora that have some in common."""

    def __init__(self) -> None:
        # of two numbers that threads give a token, either is its own
        self._tokens: dict[str, int] = defaultdict(count().__next__)
        self._segments: dict[bytes, int] = defaultdict(count().__next__)
        self._lines: dict[tuple[str, str, Lowercase], list[str]] = {}
        self._numbers: dict[Hashable, list[int]] = {}
        self._counted: dict[Hashable, dict[int, tuple[Any, ...]]] = defaultdict(dict)

    def remembering(self, tokenizer: Tokenizer) -> Tokenizer:
        """Return a tokenizer, which keeps the tokens of lines unless it is compiled."""
        compiled = tokenizer.name in kernel.COMPILED_TOKENIZERS
        return tokenizer if compiled else Remembering(tokenizer, self._lines)

    def counted(
        self, tokens: Hashable, key: Hashable, use: Callable[..., Any], pairs: EncodedPairs
    ) -> Any:
        """Return what a function counts of segments, which is called with the new ones; `tokens`
        identifies the tokens of the corpus that has the pairs, and `key` the function.
        """
        part = tokens, pairs.references.start
        if part not in self._numbers:
            self._numbers[part] = [self._segments[segment] for segment in self._tokens_of(pairs)]
        segments, known = self._numbers[part], self._counted[key]
        new = {segment: place for place, segment in enumerate(segments) if segment not in known}
        if new:
            counts = use(pairs.take(np.array([*new.values()])))
            known.update(zip(new, zip(*counts, strict=True), strict=True))
        return [list(column) for column in zip(*map(known.__getitem__, segments), strict=True)]

    def _tokens_of(self, pairs: EncodedPairs) -> Iterator[bytes]:
        """Yield the numbers of the tokens of every segment, each text with an end."""
        numbers = [self._tokens[token] for token in pairs.vocabulary.tokens()]
        numbered = np.array(numbers, dtype=np.int64)

        def ended(texts: Encoded) -> tuple[bytes, NDArray[np.int64]]:
            ids = np.insert(numbered[texts.ids], texts.offsets[1:], -1)
            return ids.tobytes(), (texts.offsets + np.arange(len(texts.offsets))) * ids.itemsize

        own, bounds = ended(pairs.hypotheses)
        others, ends = ended(pairs.references.encoded)
        ends = ends[pairs.references.segment_offsets]
        for (start, end), (first, last) in zip(
            pairwise(bounds.tolist()), pairwise(ends.tolist()), strict=True
        ):
            yield own[start:end] + others[first:last]


class Remembering(NamedTuple):
    """A tokenizer that is not compiled, whose tokens of a line are kept for other corpora."""

    tokenizer: Tokenizer
    known: dict[tuple[str, str, Lowercase], list[str]]

    @property
    def name(self) -> str:
        """The name of the tokenizer."""
        return self.tokenizer.name

    @property
    def version(self) -> str | None:
        """Its version."""
        return self.tokenizer.version

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Return the tokens of one line."""
        key = self.name, line, lowercase
        if key not in self.known:
            self.known[key] = list(map(intern, self.tokenizer(line, lowercase)))
        return self.known[key]


class SharedWorkspace(Workspace):
    """A workspace that also keeps what was counted, for metrics with other options. Tokenizers that
    give the same tokens share it, so what counts tokens must not ask what made them.
    """

    def __init__(self, counted: dict[Hashable, Any], segments: KnownSegments) -> None:
        super().__init__()
        self._counted = counted
        self._segments = segments
        self._digests: dict[Hashable, tuple[Corpus, Hashable]] = {}
        self._nist: dict[Hashable, FittedNist] = {}
        self._weighted: dict[Hashable, Matches] = {}

    def readings(
        self, metric: Any, corpus: Corpus, most_odd: int, parts: Sequence[Part]
    ) -> list[tuple[Reading, float]]:
        """Return the numbers that are read from a metric, or from an equal one of equal tokens."""
        of_ngrams = isinstance(metric, DialectMetric) and metric.identity.precision_by_order
        if not of_ngrams or "tokenize" not in metric.axes:  # it may ask what made the tokens
            return list(_readings(metric, corpus, self, most_odd, parts))
        tables = [getattr(metric, table) for table in metric.tables]
        conventions = metric.identity.name, _of_counts(metric.conventions), *tables
        key = self._tokens_for(metric, corpus), conventions, most_odd, bool(parts)
        if key not in self._counted:
            self._counted[key] = list(_readings(metric, corpus, self, most_odd, parts))
        known: list[tuple[Reading, float]] = self._counted[key]
        return known

    def map_pairs(
        self,
        corpus: Corpus,
        tokenizer: Tokenizer,
        lowercase: Lowercase,
        use: Callable[[EncodedPairs], Result],
    ) -> list[Result]:
        """Call a function with every part, or return what an equal one returned."""
        if isinstance(tokenizer, RuleTokenizer | PlainTokenizer):
            tokenizer = self._segments.remembering(tokenizer)
        if not isinstance(use, partial):  # a closure equals no other function
            return super().map_pairs(corpus, tokenizer, lowercase, use)
        options = *map(_of_counts, use.args), frozenset(use.keywords.items())
        key = self._tokens(corpus, tokenizer, lowercase), use.func, options
        if key not in self._counted:
            if isinstance(use, OfSegments):
                use = partial(self._segments.counted, key[0], key[1:], use)
            self._counted[key] = super().map_pairs(corpus, tokenizer, lowercase, use)
        known: list[Result] = self._counted[key]
        return known

    def match(
        self,
        corpus: Corpus,
        tokenizer: Tokenizer,
        lowercase: Lowercase,
        order: int,
        weights: NgramWeights | None = None,
        separately: bool = False,
    ) -> Matches:
        """Count clipped matches, or return those of an earlier call, perhaps of more orders."""
        key = self._tokens(corpus, tokenizer, lowercase), weights, separately
        kept = self._counted if weights is None else self._weighted
        known = kept.get(key)
        if known is None or known.matches.shape[1] < order:
            known = super().match(corpus, tokenizer, lowercase, order, weights, separately)
            kept[key] = known
        weighted = None if known.weighted is None else known.weighted[:, :order]
        matches: Matches = known._replace(matches=known.matches[:, :order], weighted=weighted)
        return matches

    def fitted(self, metric: Any, corpus: Corpus) -> Metric:
        """Fit a metric; NIST of lower orders shares the weights of the highest, the first."""
        if not isinstance(metric, Nist) or metric.information is not None:
            return fitted(metric, [corpus.references], self)
        dialect, references = metric.conventions, corpus.references
        which = dialect.information_references if references.most > 1 else "all"
        key = self._tokens_for(metric, corpus), dialect.zero_prefix, which
        kept = self._nist.get(key)
        if kept is None or kept.nist.order < metric.order:
            kept = self._nist[key] = metric.fit([references], self)
        return replace(kept, nist=metric)

    def _tokens_for(self, metric: Any, corpus: Corpus) -> Hashable:
        dialect = metric.conventions
        return self._tokens(corpus, tokenizer_named(dialect.tokenize), dialect.lowercase)

    def _tokens(self, corpus: Corpus, tokenizer: Tokenizer, lowercase: Lowercase) -> Hashable:
        """Return what identifies the tokens of a corpus: digests of them and of their numbers."""
        key = id(corpus.hypotheses), id(corpus.references), tokenizer.name, lowercase
        if key not in self._digests:
            digests = [
                blake2b(content, digest_size=16).digest()
                for pairs in self.pairs(corpus, tokenizer, lowercase)
                for content in (*pairs.buffers, dumps(pairs.vocabulary.tokens(), 0))
            ]
            self._digests[key] = corpus, tuple(digests)  # the corpus prevents reuse of its ids
        return self._digests[key][1]


def _of_counts(option: object) -> Hashable:
    """Return an option of a function that counts tokens, without what makes the tokens."""
    if not isinstance(option, Dialect):
        return option
    axes = [axis for axis in option.axes() if axis not in ("tokenize", "lowercase")]
    return type(option), *(getattr(option, axis) for axis in axes)


def search(
    corpus: Corpus,
    ways: Sequence[Way],
    most_odd: int = MOST_ODD,
    threads: int = 1,
    advance: Callable[[int], None] | None = None,
) -> list[Tried]:
    """Return the defined scores of a corpus of text under every setting up to an oddity."""
    places = sorted(range(len(ways)), key=lambda place: _highest_first(ways[place]))
    alike = [list(some) for _, some in groupby(places, lambda place: _tokens_of(ways[place]))]
    parts = parts_of(sides_of(corpus)) if most_odd >= Part.oddity else ()
    segments = KnownSegments()

    def tried(variant: Variant) -> list[Tried]:
        changed = Corpus.from_streams(
            hypotheses=variant.sides.hypotheses,
            references=variant.sides.references,
            sources=corpus.sources if variant.slip is None else None,
        )
        scores: dict[int, list[Tried]] = {}
        counted: dict[Hashable, Any] = {}
        for related in alike:
            workspace = SharedWorkspace(counted, segments)  # encoded texts need memory
            for place in related:
                way = ways[place]
                most = most_odd - variant.oddity - way.oddity
                if most < 0 or not _fits(way.metric, changed, variant):
                    continue
                kept = parts if variant.oddity == 0 and most >= Part.oddity else ()
                texts = variant.references, variant.slip
                scores[place] = [
                    Tried(Setting(way, *texts, reading, variant.all_references), score)
                    for reading, score in workspace.readings(way.metric, changed, most, kept)
                ]
                if advance is not None:
                    advance(len(scores[place]))
        return [score for place in sorted(scores) for score in scores[place]]

    every = variants(sides_of(corpus), corpus.references.number, most_odd)
    tasks = [partial(tried, variant) for variant in every]
    return [score for of_variant in run_in_threads(tasks, threads) for score in of_variant]


def _tokens_of(way: Way) -> tuple[str, str]:
    """Return what determines the tokens of a text: the tokenizer and the case folding."""
    conventions = way.conventions
    return str(getattr(conventions, "tokenize", "")), str(getattr(conventions, "lowercase", ""))


def _highest_first(way: Way) -> tuple[tuple[str, str], int]:
    """Return what sorts ways by what they share, and then by order: lower ones share the counts."""
    order = getattr(way.conventions, "order", 0)
    number = order if isinstance(order, int) else 0
    return _tokens_of(way), -number


@dataclass(frozen=True, slots=True)
class Variant:
    """The texts after a slip, with some of the references, which are numbered from 0."""

    sides: Sides
    slip: Slip | None
    references: tuple[int, ...]
    all_references: bool

    @property
    def oddity(self) -> int:
        """How unusual the texts are."""
        return (0 if self.slip is None else self.slip.oddity) + (not self.all_references)


def variants(sides: Sides, number: int | None, most_odd: int) -> Iterator[Variant]:
    """Yield the texts after every slip that changes them, with every choice of references.

    If the number of references varies, it is None, and a single one of them cannot be chosen.
    """
    rewritten: Mapped = cache(mapped)  # several slips rewrite the same lines
    whole = tuple(range(len(sides.references)))
    single = [(place,) for place in whole] if number and number > 1 else []
    for slip in (None, *(slip for slip in SLIPS if slip.is_available)):
        for references in (whole, *single):
            chosen = Sides(sides.hypotheses, tuple(sides.references[place] for place in references))
            variant = Variant(chosen, slip, references, references == whole)
            if variant.oddity > most_odd:
                continue
            changed = chosen if slip is None else slip.apply(chosen, rewritten)
            if changed.hypotheses and (slip is None or changed != chosen):
                yield replace(variant, sides=changed)


def sides_of(corpus: Corpus) -> Sides:
    """Return the texts of a corpus; of segments with fewer references, the last ones are None."""
    segments = [tuple(corpus.references[place]) for place in range(len(corpus))]
    most = max(map(len, segments))
    padded = [segment + (None,) * (most - len(segment)) for segment in segments]
    hypotheses: Any = corpus.hypotheses  # text
    return Sides(tuple(hypotheses), tuple(zip(*padded, strict=True)))


def _fits(metric: Metric, corpus: Corpus, variant: Variant) -> bool:
    """Return whether a metric can be computed, and does not ignore what is odd."""
    identity = metric.identity
    if identity.needs_sources and corpus.sources is None:
        return False
    if variant.slip is not None and variant.slip.of_ngrams and not identity.precision_by_order:
        return False
    return identity.needs_references or not variant.oddity


def _readings(
    metric: Metric, corpus: Corpus, workspace: SharedWorkspace, most_odd: int, parts: Sequence[Part]
) -> Iterator[tuple[Reading, float]]:
    """Yield the numbers that are read from a metric and defined for a corpus."""
    try:
        ready = workspace.fitted(metric, corpus)
        statistics = ready.statistics(corpus, workspace)
        score = float(ready.formula(statistics.total()))
    except TallystickError:
        return
    if not math.isfinite(score):
        return
    yield CORPUS, score
    if most_odd < SEGMENTS.oddity:
        return
    yield from _components(ready, statistics)
    identity = metric.identity
    if not identity.whole_corpus:
        mean = float(segment_scores(segment_form(ready), statistics).mean())
        if math.isfinite(mean):
            yield SEGMENTS, mean
    if identity.precision_by_order and identity.scale.high is not None:
        mean = _mean_of_orders(metric, corpus, workspace)
        if math.isfinite(mean):
            yield ORDERS, mean
    if parts and not identity.whole_corpus:
        sums = [statistics.rows[part.segments].sum(axis=0) for part in parts]
        for part, score in zip(parts, ready.formula(np.stack(sums)).tolist(), strict=True):
            if math.isfinite(score):
                yield Reading("part", f"the score {part.description}", Part.oddity, part), score


def _components(ready: Metric, statistics: Statistics) -> Iterator[tuple[Reading, float]]:
    """Yield the precision and the recall of a score that has them."""
    readings = (PRECISION, RECALL)
    known = getattr(ready, "score_class", None)
    if known is None or any(reading.name in known.__dataclass_fields__ for reading in readings):
        details = ready.score(statistics).details
        for reading in readings:
            if isinstance(details.get(reading.name), float):
                yield reading, details[reading.name]


def _mean_of_orders(metric: Any, corpus: Corpus, workspace: Workspace) -> float:
    """Return the mean of the scores of orders 1 to the highest; NaN if one is undefined."""
    if getattr(metric, "weights", None) is not None:
        return math.nan
    scores = []
    for order in range(1, metric.order + 1):
        of_order = fitted(replace(metric, order=order), [corpus.references], workspace)
        scores.append(float(of_order.formula(of_order.statistics(corpus, workspace).total())))
    return math.fsum(scores) / len(scores)

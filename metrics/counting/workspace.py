"""Work shared by metrics and systems: every reference is tokenized and numbered once.

Each part of a corpus has its own vocabulary, which fits into the processor's cache. Results depend
neither on the parts nor on the number of threads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from tallystick.errors import InputError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.corpus.corpus import Corpus, NoReferences, References
from tallystick.metrics.corpus.text import Text, Tokens
from tallystick.metrics.counting.pairs import Encoded, EncodedPairs, EncodedReferences, encode
from tallystick.metrics.tokenizers import Lowercase, Tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.counting.matching import Matches
    from tallystick.metrics.counting.ngram_weights import NgramWeights

Part = TypeVar("Part")

Result = TypeVar("Result")

SEGMENTS_IN_A_PART = 16_384

MOST_THREADS = max(64, os.cpu_count() or 1)
"""More are not started, nor is the work divided for them, whatever number is given."""

SECONDS_BETWEEN_REQUESTS = 0.1


class OfSegments(partial[Part]):
    """A function of pairs to lists with an item for each segment, which depends on its tokens."""


class Workspace:
    """Encodes and matches segments, keeping encoded references for the next system or metric.

    A workspace serves one call at a time: concurrent threads need one each. Encoded references stay
    in memory as long as the workspace, so create a new one for each test set.

    Args:
        threads: The number of threads, at least 1; more than 64 and than there are processors
            are not started.
        keeps: Whether encoded references are kept; unnecessary if each is used once.

    Raises:
        OptionError: `threads` is below 1.
    """

    def __init__(self, threads: int = 1, keeps: bool = True) -> None:
        self.threads = min(whole_number("threads", threads, low=1), MOST_THREADS)
        self.keeps = keeps
        self._kept: dict[tuple[int, str, Lowercase], list[EncodedReferences]] = {}
        self._alive: dict[int, References] = {}  # prevents reuse of the ids in `_kept`
        self._sources: dict[int, tuple[Encoded, Text | Tokens, Encoded]] = {}  # by id of the first
        self._last: Text | Tokens | None = None
        self._of_last: dict[Hashable, Any] = {}

    def references(
        self, references: References, tokenizer: Tokenizer, lowercase: Lowercase
    ) -> list[EncodedReferences]:
        """Tokenize and number references, or return the result of an earlier call."""
        key = (id(references), tokenizer.name, lowercase)
        if key in self._kept:
            return self._kept[key]

        def of_part(start: int, stop: int) -> EncodedReferences:
            part = references.slice(start, stop)
            encoded = encode(part.segments, None, tokenizer, lowercase)
            return EncodedReferences(start, stop, encoded, part.offsets_view)

        parts = self.map_bounds(references, of_part)
        if self.keeps:
            self._alive[id(references)] = references
            self._kept[key] = parts
        return parts

    def pairs(
        self, corpus: Corpus, tokenizer: Tokenizer, lowercase: Lowercase
    ) -> list[EncodedPairs]:
        """Encode hypotheses and references as token numbers, in consecutive parts.

        Tokens that were given as such are only case-folded.
        """
        return self.map_pairs(corpus, tokenizer, lowercase, lambda pairs: pairs)

    def map_pairs(
        self,
        corpus: Corpus,
        tokenizer: Tokenizer,
        lowercase: Lowercase,
        use: Callable[[EncodedPairs], Part],
    ) -> list[Part]:
        """Call a function with every part of `pairs`, one thread per part.

        Returns:
            The results, in the order of the segments.
        """
        # pairs by their first segment; those of the last system are kept, for the other metrics
        key = "pairs", tokenizer.name, lowercase
        known: dict[int, EncodedPairs] = self._once(corpus.hypotheses, key, dict)

        def of_part(references: EncodedReferences) -> Part:
            pairs = known.get(references.start)
            if pairs is None or pairs.references is not references:
                part = corpus.hypotheses[references.start : references.stop]
                vocabulary = references.encoded.vocabulary
                pairs = EncodedPairs(encode(part, vocabulary, tokenizer, lowercase), references)
                if self.keeps:
                    known[references.start] = pairs
            return use(pairs)

        parts = self.references(corpus.references, tokenizer, lowercase)
        return run_in_threads([partial(of_part, part) for part in parts], self.threads)

    def sources(
        self,
        sources: Text | Tokens,
        pairs: EncodedPairs,
        tokenizer: Tokenizer,
        lowercase: Lowercase,
    ) -> Encoded:
        """Encode the sources of a part from `map_pairs`, or return the result of an earlier call.

        Args:
            sources: The sources of the corpus.
            pairs: The part; the tokens of its sources are added to its vocabulary.
            tokenizer: The tokenizer of the pairs.
            lowercase: The case folding of the pairs.
        """
        start, stop, references, _ = pairs.references
        kept = self._sources.get(id(references))
        if kept is not None and kept[0] is references and kept[1] is sources:
            return kept[2]
        encoded = encode(sources[start:stop], references.vocabulary, tokenizer, lowercase)
        if self.keeps:
            self._sources[id(references)] = references, sources, encoded
        return encoded

    def _once(self, hypotheses: Text | Tokens, key: Hashable, make: Callable[[], Part]) -> Part:
        """Call a function, or return the earlier result of this key; forget other hypotheses."""
        if self._last is not hypotheses:
            self._last, self._of_last = hypotheses, {}
        if key not in self._of_last:
            self._of_last[key] = make()
        made: Part = self._of_last[key]
        return made

    def made_once(self, corpus: Corpus, key: Hashable, make: Callable[[], Part]) -> Part:
        """Call a function, or return the result of an earlier call with this corpus and key.

        Several metrics can share what they compute of the last system. A key begins with the name
        of what is computed.
        """
        if not self.keeps:
            return make()
        self._alive[id(corpus.references)] = corpus.references
        return self._once(corpus.hypotheses, (id(corpus.references), key), make)

    def hypotheses(
        self, hypotheses: Text | Tokens, tokenizer: Tokenizer, lowercase: Lowercase
    ) -> Encoded:
        """Encode all hypotheses with one vocabulary, or return the result of an earlier call."""
        encoded = partial(encode, hypotheses, None, tokenizer, lowercase)
        return self._once(hypotheses, ("hypotheses", tokenizer.name, lowercase), encoded)

    def match(
        self,
        corpus: Corpus,
        tokenizer: Tokenizer,
        lowercase: Lowercase,
        order: int,
        weights: NgramWeights | None = None,
        separately: bool = False,
    ) -> Matches:
        """Count clipped matches and lengths of every segment, of orders 1 to `order`.

        `weights` are n-grams whose weights are added up if they match. With `separately`, every
        reference is matched by itself, and the matches have the shape (references, orders).
        """
        import numpy as np

        from tallystick.metrics.counting.matching import Matches, match_pairs

        def use(pairs: EncodedPairs) -> tuple[NDArray[Any], ...]:
            lengths = pairs.hypotheses.lengths, pairs.references.encoded.lengths
            return *match_pairs(pairs, order, weights, separately=separately)[:2], *lengths

        parts = self.map_pairs(corpus, tokenizer, lowercase, use)
        matches, sums, own, lengths = map(np.concatenate, zip(*parts, strict=True))
        weighted = None if weights is None else sums
        return Matches(matches, weighted, own, lengths, corpus.references.offsets)

    def map_bounds(self, references: References, use: Callable[[int, int], Part]) -> list[Part]:
        """Call `use` with the first segment of every part and one past its last, in threads.

        Raises:
            InputError: There are no references.
        """
        if isinstance(references, NoReferences):
            raise InputError(
                "the hypotheses have no references, which this metric needs; give them, as in "
                "Corpus.from_segments(hypotheses=..., references=...)"
            )
        bounds = part_bounds(len(references), self.threads)
        return run_in_threads([partial(use, *part) for part in pairwise(bounds)], self.threads)

    def has_encoded(
        self, references: References, tokenizer: Tokenizer, lowercase: Lowercase
    ) -> bool:
        """Whether references were encoded already, so that encoding them takes no time."""
        return (id(references), tokenizer.name, lowercase) in self._kept


def part_bounds(segments: int, threads: int) -> list[int]:
    """Return the first segment of each part of a corpus, and the end.

    >>> part_bounds(10, threads=2)
    [0, 5, 10]
    """
    threads = max(min(threads, segments), 1)
    rounds = max(-(-segments // (threads * SEGMENTS_IN_A_PART)), 1)
    parts = min(rounds * threads, max(segments, 1))  # the same number for every thread
    return [segments * number // parts for number in range(parts + 1)]


def run_in_threads(tasks: Sequence[Callable[[], Result]], threads: int) -> list[Result]:
    """Run tasks in several threads, including this one, and return their results in order.

    After a failure no other task is started. Ctrl-C also ends those that are running.
    """
    threads = min(threads, len(tasks), MOST_THREADS)
    if threads <= 1:
        return [task() for task in tasks]
    results: dict[int, Result] = {}
    failures: dict[int, BaseException] = {}
    numbers = iter(range(len(tasks)))

    def run() -> None:
        while not failures:
            number = next(numbers, None)  # a task already taken runs even if others fail
            if number is None:
                return
            try:
                results[number] = tasks[number]()
            except Exception as error:
                failures[number] = error

    def help_to_run() -> None:
        try:
            run()
        except BaseException as error:
            failures[-1] = error  # takes precedence over those of the tasks

    helpers = [threading.Thread(target=help_to_run, daemon=True) for _ in range(threads - 1)]
    try:
        for helper in helpers:
            helper.start()
        run()
        for helper in helpers:
            helper.join()
    except BaseException as error:
        failures[-1] = error
        _end(helpers)
        raise
    if failures:
        raise failures[min(failures)]
    return [results[number] for number in range(len(tasks))]


def run_in_turn(tasks: Iterable[Callable[[], Result]], threads: int) -> Iterator[Result]:
    """Run tasks in threads and yield the results in order; a task is taken when its turn comes."""
    waiting = iter(tasks)
    while some := list(islice(waiting, threads)):
        yield from run_in_threads(some, threads)


def _end(threads: Sequence[threading.Thread]) -> None:
    """Raise SystemExit, which `threading` does not print, in threads until all have ended."""
    import ctypes

    for thread in threads:
        while thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit)
            )
            thread.join(SECONDS_BETWEEN_REQUESTS)

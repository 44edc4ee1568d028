"""NIST of a corpus that is read once, a part at a time, in little memory.

The information of the matches of order n is

    sum over matches g of log2( count(prefix of g) / count(g) )

with counts over all references, which are known at the end. N-grams are therefore written to a
temporary file as keys of 64 bits in classes of 8 further bits: all n-grams of the references, and
for each system those that match and their prefixes. At the end, the keys of one class after the
other are counted. Among the n-grams of 10 million segments of 20 words, the chance that any two are
mistaken for each other is below 10^-4; it would change the score by less than 10^-8.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from enum import Enum, auto
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.matching import Matches, joined, match_places
from tallystick.metrics.counting.threads import run_in_threads
from tallystick.metrics.kernel import kernel
from tallystick.metrics.nist.statistics import statistics_of
from tallystick.metrics.sums.total import Totals
from tallystick.metrics.whole_corpus.ngram_counts import id_of
from tallystick.metrics.whole_corpus.spilled_keys import CLASSES, COUNT_BYTES, Keys, SpilledKeys

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.counting.pairs import Encoded, EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.nist.metric import Nist
    from tallystick.metrics.sums.total import Total

REFERENCES = "references"


class Role(Enum):
    """What n-grams of order n do in the sums of information."""

    MATCH = auto()
    """They match: their counts are subtracted at order n."""
    PREFIX = auto()
    """They are prefixes of matches: their counts are added at order n + 1."""
    BOTH = auto()


class Matched(NamedTuple):
    """A stream of n-grams of one order."""

    system: str
    order: int
    role: Role


class _PartMatches(NamedTuple):
    matches: NDArray[np.int64]
    hypothesis_lengths: NDArray[np.int64]
    reference_lengths: NDArray[np.int64]
    keys: dict[tuple[int, Role], tuple[bytes, bytes, bytes]]
    prefixes_without_key: int


class NistStream:
    """The sums of one or more systems, part by part.

    Use it as a context manager, which deletes its temporary file.

    Raises:
        TallystickError: The temporary file cannot be written, in all methods.
    """

    def __init__(self, nist: Nist) -> None:
        self._dialect = nist.conventions
        self._tokenizer = tokenizer_named(nist.tokenize)
        self._nist = nist
        self._keys = SpilledKeys()
        self._words = self._sets = 0
        self._threads = 1
        self._last_references: References | None = None
        self._totals = Totals()
        # By system and order: how often the empty n-gram is the prefix of a match.
        self._empty_prefixes: Counter[tuple[str, int]] = Counter()
        self._information: dict[str, dict[int, float]] = {}

    def __enter__(self) -> NistStream:
        return self

    def __exit__(self, *exception: object) -> None:
        self._keys.close()

    def add(self, system: str, corpus: Corpus, workspace: Workspace) -> None:
        """Add the next part of a system; the systems of a part share their references."""
        self._threads = workspace.threads
        if corpus.references is not self._last_references:
            self._add_references(corpus.references, workspace)
        statistics = statistics_of(
            self._dialect,
            corpus,
            workspace,
            1,
            match=lambda matched: self._match(system, matched, workspace),
        )
        self._totals.add(system, statistics.as_total())

    def _add_references(self, references: References, workspace: Workspace) -> None:
        self._last_references = references
        self._sets = max(self._sets, references.most)
        if self._dialect.information_references == "first":
            references = references.first()
        for part in workspace.references(references, self._tokenizer, self._dialect.lowercase):
            encoded = part.encoded
            self._words += encoded.tokens
            words = encoded.vocabulary.keys()
            self._keys.add({REFERENCES: _keys(encoded, words, 1, self._dialect.order)})

    def _match(self, system: str, corpus: Corpus, workspace: Workspace) -> Matches:
        """Return the matches of a part, and keep the keys of the n-grams that match."""
        found = workspace.map_pairs(
            corpus, self._tokenizer, self._dialect.lowercase, self._match_part
        )
        for part in found:
            self._keys.add({Matched(system, *which): keys for which, keys in part.keys.items()})
            self._empty_prefixes[system, 1] += int(part.matches[:, 0].sum())
            self._empty_prefixes[system, 2] += part.prefixes_without_key
        parts = [
            (one.matches, np.empty(0), one.hypothesis_lengths, one.reference_lengths)
            for one in found
        ]
        return joined(parts, corpus.references, weighted=False)

    def _match_part(self, pairs: EncodedPairs) -> _PartMatches:
        order = self._dialect.order
        encoded = pairs.references.encoded
        matches, clipped = match_places(pairs, order)
        words = encoded.vocabulary.keys()
        own = clipped
        prefixes = np.zeros_like(clipped)
        prefixes[:-1] = clipped[1:]
        without_key = 0
        if self._dialect.zero_prefix == "perl_falsy":
            is_zero = encoded.ids == id_of(encoded.vocabulary, "0")
            without_key = int(prefixes[0, is_zero].sum())
            prefixes[0, is_zero] = 0
        both = np.minimum(own, prefixes)
        keys = {}
        for number in range(order):
            repeats = {
                Role.BOTH: both[number],
                Role.MATCH: own[number] - both[number],
                Role.PREFIX: prefixes[number] - both[number],
            }
            for role, repeated in repeats.items():
                if repeated.any():
                    keys[number + 1, role] = _keys(encoded, words, number + 1, number + 1, repeated)
        return _PartMatches(matches, pairs.hypotheses.lengths, encoded.lengths, keys, without_key)

    def total(self, system: str) -> Total:
        """Return the sum of the statistics of all parts of a system, after the last part.

        Raises:
            InputError: There are no parts.
        """
        total = self._totals[system]
        if not self._information:
            self._information = self._weigh()
        total = self._nist.weighted(total, self._information[system])
        if self._dialect.reference_length != "mean_global":
            return total
        sums = dict(zip(total.columns, total.sums, strict=True))
        sums["reference_length"] /= self._sets
        return total._replace(sums=tuple(sums.values()))

    def _weigh(self) -> dict[str, dict[int, float]]:
        """Return the information of the matches of each system and order."""
        counts = {
            (system, order): Counter({self._words: number})
            for (system, order), number in self._empty_prefixes.items()
        }
        for (system, order, role), count, number in self._counts():
            if role is not Role.PREFIX:
                counts.setdefault((system, order), Counter())[count] -= number
            if role is not Role.MATCH:
                counts.setdefault((system, order + 1), Counter())[count] += number
        found: dict[str, dict[int, float]] = {system: {} for system in self._totals}
        for (system, order), numbers in counts.items():
            found[system][order] = math.fsum(
                number * math.log2(count) for count, number in numbers.items() if number
            )
        return found

    def _counts(self) -> Iterator[tuple[Matched, int, int]]:
        """Yield counts in the references, with how many n-grams of a stream have it."""
        classes = self._keys.classes()
        while some := list(islice(classes, self._threads)):
            tasks = [partial(_counts_of_class, of_class) for of_class in some]
            for found in run_in_threads(tasks, self._threads):
                yield from found


def _keys(
    encoded: Encoded,
    words: bytes,
    lowest: int,
    highest: int,
    repeats: NDArray[np.uint32] | None = None,
) -> tuple[bytes, bytes, bytes]:
    return kernel.ngram_keys(
        encoded.id_buffer, encoded.bounds, words, lowest, highest, CLASSES, repeats
    )


def _counts_of_class(streams: dict[Any, Keys]) -> list[tuple[Matched, int, int]]:
    references = streams.pop(REFERENCES, Keys(bytearray(), bytearray()))
    names: list[Matched] = list(streams)
    lengths = [len(one.counts) // COUNT_BYTES for one in streams.values()]
    found = kernel.key_counts(
        *references,
        b"".join(one.keys for one in streams.values()),
        b"".join(one.counts for one in streams.values()),
        np.cumsum([0, *lengths], dtype=np.int64),
    )
    rows = np.frombuffer(found, np.int64).reshape(-1, 3).tolist()
    return [(names[group], count, number) for group, count, number in rows]

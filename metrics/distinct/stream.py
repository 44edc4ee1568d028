"""Distinct-n of a corpus that is read once, a part at a time, in little memory.

The n-grams of each part are written to a temporary file, as keys of 64 bits in classes of 8 further
bits; at the end, the distinct keys of one class after the other are counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.distinct.statistics import statistics_of
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.total import Totals
from tallystick.metrics.whole_corpus.spilled_keys import CLASSES, SpilledKeys

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.distinct.metric import Distinct
    from tallystick.metrics.sums.total import Total


class DistinctStream:
    """The sums of one or more systems, part by part.

    Use it as a context manager, which deletes its temporary file.

    Raises:
        TallystickError: The temporary file cannot be written or read, in all methods.
    """

    def __init__(self, distinct: Distinct) -> None:
        self._dialect = distinct.conventions
        self._tokenizer = tokenizer_named(distinct.tokenize)
        self._keys = SpilledKeys()
        self._totals = Totals()
        self._distinct: dict[str, int] = {}

    def __enter__(self) -> DistinctStream:
        return self

    def __exit__(self, *exception: object) -> None:
        self._keys.close()

    def add(self, system: str, corpus: Corpus, workspace: Workspace) -> None:
        """Add the next part of a system."""
        dialect = self._dialect
        self._totals.add(system, statistics_of(dialect, corpus, workspace).as_total(finite=False))
        encoded = workspace.hypotheses(corpus.hypotheses, self._tokenizer, dialect.lowercase)
        words, order = encoded.vocabulary.keys(), dialect.order
        keys = kernel.ngram_keys(encoded.id_buffer, encoded.bounds, words, order, order, CLASSES)
        self._keys.add({system: keys})

    def total(self, system: str) -> Total:
        """Return the sum of the statistics of all parts of a system, after the last part.

        Raises:
            InputError: There are no parts.
        """
        total = self._totals[system]
        if not self._distinct:
            self._distinct = dict.fromkeys(self._totals, 0)
            for of_class in self._keys.classes():
                for name in self._totals:
                    keys = np.frombuffer(of_class[name].keys, np.uint64)
                    self._distinct[name] += len(np.unique(keys))
        sums = dict(zip(total.columns, total.sums, strict=True))
        sums["new_ngrams"] = self._distinct[system]
        return total._replace(sums=tuple(sums.values()))

"""Small corpora that are packed once, so that many metrics can score all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import Fittable, Metric, fitted
from tallystick.metrics.tokenizers.protocol import Lowercase, fold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus


Parts = Callable[[Case], Iterable[Case]]
"""A function that makes cases of a case, such as one for each segment."""


def scores_one_by_one(metric: Metric) -> bool:
    """Return whether the statistics of a segment depend on the other segments of its corpus."""
    return isinstance(metric, Fittable) or metric.identity.whole_corpus


class Probes:
    """Cases that are encoded once for each tokenizer; with `text`, programs get lines."""

    def __init__(self, cases: Sequence[Case], *, text: bool) -> None:
        self.cases = tuple(cases)
        self.text = text
        self._packed: tuple[Corpus, NDArray[Any]] | None = None
        self._singles: list[tuple[Corpus, Workspace]] | None = None
        self._workspace = Workspace()
        self._last: tuple[Metric, NDArray[np.float64]] | None = None
        self._tokenized: dict[tuple[str, str], tuple[Case, ...]] = {}
        self._parts: dict[Parts, tuple[Probes, NDArray[np.int64]]] = {}

    def parts(self, parts: Parts) -> tuple[Probes, NDArray[np.int64]]:
        """Return the parts of all cases, one case after another, and the number of each case."""
        if parts not in self._parts:
            made = [tuple(parts(case)) for case in self.cases]
            together = Probes(tuple(chain.from_iterable(made)), text=self.text)
            self._parts[parts] = together, np.array([len(part) for part in made], dtype=np.int64)
        return self._parts[parts]

    def tokenized(self, metric: Any) -> tuple[Case, ...]:
        """Return the cases with the tokens that a metric finds, or as they are for characters."""
        conventions = metric.conventions
        lowercase: Lowercase = getattr(conventions, "lowercase", "none")
        if not hasattr(conventions, "tokenize") or (not self.text and lowercase == "none"):
            return self.cases
        if not self.text:
            return tuple(
                case.map(lambda tokens: [fold(token, lowercase) for token in tokens])
                for case in self.cases
            )
        named = getattr(conventions, "tokenizer", None)
        key = conventions.tokenize, lowercase
        if named is None and key in self._tokenized:
            return self._tokenized[key]
        tokenize = named() if named else tokenizer_named(conventions.tokenize)
        cases = tuple(
            case.map(lambda tokens: tokenize(" ".join(tokens), lowercase)) for case in self.cases
        )
        if named is None:
            self._tokenized[key] = cases
        return cases

    def scores(self, metric: Metric) -> NDArray[np.float64]:
        """Return the score of every case, NaN if undefined; the last metric's are kept."""
        if self._last is None or self._last[0] is not metric:
            self._last = metric, self._scores(metric)
        return self._last[1].copy()

    def _scores(self, metric: Metric) -> NDArray[np.float64]:
        if not self.cases:
            return np.empty(0)
        if not scores_one_by_one(metric):
            try:
                corpus, starts = self._together()
                rows = metric.statistics(corpus, self._workspace).rows
                return np.asarray(metric.formula(np.add.reduceat(rows, starts, axis=0)), float)
            except (InputError, OptionError):  # the metric refuses one of the cases
                pass
        if self._singles is None:
            self._singles = [(self._corpus(case), Workspace()) for case in self.cases]
        return np.array([_score(metric, *single) for single in self._singles])

    def _corpus(self, case: Case) -> Corpus:
        return case.joined.corpus if self.text else case.corpus

    def _together(self) -> tuple[Corpus, NDArray[Any]]:
        if self._packed is None:
            sizes = [len(case.hypotheses) for case in self.cases]
            sources = [case.sources for case in self.cases if case.sources is not None]
            joined = Case(
                tuple(chain.from_iterable(case.hypotheses for case in self.cases)),
                tuple(chain.from_iterable(case.references for case in self.cases)),
                tuple(chain.from_iterable(sources)) if len(sources) == len(sizes) else None,
            )
            self._packed = self._corpus(joined), np.cumsum([0, *sizes[:-1]])
        return self._packed


def _score(metric: Metric, corpus: Corpus, workspace: Workspace) -> float:
    try:
        ready = fitted(metric, [corpus.references], workspace)
        return float(ready.formula(ready.statistics(corpus, workspace).total()))
    except (InputError, OptionError):
        return float("nan")

"""What metrics of sacreBLEU over reference streams share: checks, cached references, bootstrap."""

from __future__ import annotations

import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

import numpy as np

from tallystick.compat.emulation.sums import bootstrap_sums
from tallystick.compat.sacrebleu import streams
from tallystick.compat.sacrebleu.errors import (
    EmptyInputError,
    NoReferencesError,
    SegmentWithoutReferenceError,
)
from tallystick.compat.sacrebleu.metrics.base import Score, Signature
from tallystick.errors import InputError
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.signature import Signature as TallystickSignature

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.sacrebleu.streams import ReferenceLines

HOOKS = (
    *("_preprocess_segment", "_cache_references", "_extract_reference_info"),
    *("_extract_corpus_statistics", "_compute_segment_statistics", "_aggregate_and_compute"),
)
"""The methods that sacreBLEU calls for every score, and the drop-in does not."""

AnyScore = TypeVar("AnyScore", bound=Score)
Fields: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """What a score depends on; called, it returns the complete signature.

    `metric` returns our metric. Options that it lacks are among the `own` fields, so that a
    signature with these cannot be read back.
    """

    metric: Callable[[], Any]
    references: int | None
    own: Fields
    given_tokens: bool = False

    def __call__(self) -> TallystickSignature:
        """Return the signature, with the order and every option."""
        plain = self.metric().signature(self.references, given_tokens=self.given_tokens)
        first, *others = plain.fields
        return TallystickSignature((first, *self.own, *others))


class ReferenceCache:
    """Reference lines and their encoded form, which can be copied, pickled and used by threads."""

    def __init__(self, lines: ReferenceLines) -> None:
        self.lines = lines
        self._workspace = Workspace()
        self._in_use = threading.Lock()

    @contextmanager
    def workspace(self) -> Iterator[Workspace]:
        """Yield the workspace with the encoded references; a new one if another thread uses it."""
        if not self._in_use.acquire(blocking=False):
            yield Workspace()
            return
        try:
            yield self._workspace
        finally:
            self._in_use.release()

    def __reduce__(self) -> tuple[type[ReferenceCache], tuple[ReferenceLines]]:
        """Copy only the lines, because a lock and a vocabulary cannot be pickled."""
        return ReferenceCache, (self.lines,)


class StreamedMetric(ABC, Generic[AnyScore]):
    """A metric with the methods of sacreBLEU's, whose options are attributes.

    Args:
        references: Reference streams, prepared once for all systems scored afterwards.
        corrected: Whether to correct the defects of sacreBLEU.
    """

    _signature_class: ClassVar[type[Signature]]
    num_refs: int

    def __init_subclass__(cls, **options: Any) -> None:
        """Refuse a class whose own methods would not be called."""
        super().__init_subclass__(**options)
        for name in HOOKS:
            if getattr(cls, name, None) is not getattr(StreamedMetric, name, None):
                raise InputError(
                    f"{cls.__name__} overrides {name}, which the drop-in replacement does not "
                    "call; derive it from the class of sacrebleu itself, and do not activate that"
                )

    def __init__(self, references: Sequence[Sequence[str | None]] | None, corrected: bool) -> None:
        self.n_bootstrap: int | None = None
        self.seed: str | None = None
        self.corrected = corrected
        self._ref_cache: ReferenceCache | None = None
        if references is not None:
            self._ref_cache = ReferenceCache(self._read_references(references))

    @abstractmethod
    def _rows_of(self, corpus: Corpus, workspace: Workspace) -> NDArray[np.int64]:
        """Return the statistics of every segment, in sacreBLEU's columns."""

    @abstractmethod
    def _row_alone(self, hypothesis: str, references: Sequence[str]) -> list[Any] | None:
        """Return the statistics of one segment in sacreBLEU's columns; None if it takes arrays."""

    @abstractmethod
    def _number_of(self, stats: Any) -> Any:
        """Return the score of a sum of rows as a number, in the precision of the sum's type."""

    def _scores_of(self, sums: NDArray[Any]) -> list[Any]:
        """Return the scores of sums of resampled rows, shape (resamples, columns)."""
        scores = list(map(self._number_of, sums))
        # sacreBLEU fails where some scores are in single precision and others are not
        return scores if len(set(map(type, scores))) == 1 else list(map(float, scores))

    @abstractmethod
    def _compute_score_from_stats(self, stats: Any) -> AnyScore:
        """Return the score of a sum of rows."""

    @abstractmethod
    def _origin_of(self, resampling: Fields) -> Origin:
        """Return what the complete signature of a score says."""

    def get_signature(self) -> Signature:
        """Return sacreBLEU's signature of the last score.

        Raises:
            InputError: No score has been computed.
        """
        return self._signature_class(vars(self))

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str | None]] | None,
        n_bootstrap: int = 1,
    ) -> AnyScore:
        """Score a corpus.

        Args:
            hypotheses: A string for each segment.
            references: Streams, `references[k][i]` for `hypotheses[i]`, with None for a missing
                reference; None instead of streams uses those given to the constructor.
            n_bootstrap: The number of resamples for mean and interval; 1 for none.

        Raises:
            WrongTypeError: An argument is not a list of strings.
            WrongElementError: A line is not a string.
            EmptyInputError: There are no segments, or one has no reference.
            NoReferencesError: References are given neither here nor to the constructor.
            InputError: The lengths differ, with `corrected`.
        """
        streams.check_corpus(self._name, hypotheses, references)
        rows = self._rows(hypotheses, references)
        score = self._compute_score_from_stats(rows.sum(axis=0).tolist())
        resampling: Fields = ()
        if n_bootstrap > 1:
            self.n_bootstrap = n_bootstrap
            seed = os.environ.get("SACREBLEU_SEED", "12345")
            # a seed of "none" draws differently each time
            generator = np.random.default_rng(None if seed.lower() == "none" else int(seed))
            [sums] = bootstrap_sums(rows[:, np.newaxis], n_bootstrap, generator)
            score._set_interval(self._scores_of(sums))
            self.seed = seed.lower()
            resampling = ("bs", str(n_bootstrap)), ("seed", self.seed)
        score._origin = self._origin_of(resampling)
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> AnyScore:
        """Score one sentence.

        Args:
            hypothesis: The sentence.
            references: Its references; None for a missing one.

        Raises:
            WrongTypeError: The hypothesis or the first reference is not a string.
            WrongElementError: Another reference is not a string.
            EmptyInputError: There is no reference.
        """
        streams.check_sentence(self._name, hypothesis, references)
        row = self._usual_row(hypothesis, references)
        if row is None:
            rows = self._rows([hypothesis], [[line] for line in references])
            row = rows[0].tolist()
        score = self._compute_score_from_stats(row)
        score._origin = self._origin_of(())
        return score

    def _usual_row(self, hypothesis: str, references: Sequence[Any]) -> list[Any] | None:
        """Return the row of a sentence without arrays, if all texts are strings, or None."""
        if any(type(line) is not str for line in references):
            return None
        try:
            row = self._row_alone(hypothesis, references)
        except InputError:  # such as a lone surrogate
            return None
        if row is not None:
            self.num_refs = len(references)
        return row

    @property
    def _name(self) -> str:
        return type(self).__name__

    @property
    def _number_of_references(self) -> int | None:
        return None if self.num_refs == streams.VARIABLE else self.num_refs

    def _read_references(self, references: Sequence[Sequence[str | None]]) -> ReferenceLines:
        lines = streams.read_references(self._name, references, corrected=self.corrected)
        self.num_refs = lines.number
        return lines

    def _rows(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]] | None
    ) -> NDArray[np.int64]:
        """Return the statistics of every segment with these references or the cached ones."""
        if references is not None:
            return self._rows_against(self._read_references(references), Workspace(), hypotheses)
        if self._ref_cache is None or len(self._ref_cache.lines.references) == 0:
            raise NoReferencesError(
                "there are no references; give them here, or to the constructor as references="
            )
        with self._ref_cache.workspace() as workspace:
            return self._rows_against(self._ref_cache.lines, workspace, hypotheses)

    def _rows_against(
        self, lines: ReferenceLines, workspace: Workspace, hypotheses: Sequence[str]
    ) -> NDArray[np.int64]:
        chosen = self._rewritten(
            streams.read_hypotheses(hypotheses, len(lines.references), self.corrected)
        )
        number = len(chosen)
        if number == 0:
            raise EmptyInputError("there is no segment to score: a reference stream is empty")
        references = lines.references
        if number < len(references):
            references, workspace = references.slice(0, number), Workspace()
        packed = Text.from_lines(chosen, lambda index: f"hypothesis {index + 1}")
        without = [segment for segment in lines.without if segment < number]
        rows = self._rows_of(Corpus(packed, references), workspace)
        return self._without_references(rows, without) if without else rows

    def _rewritten(self, hypotheses: Sequence[str]) -> Sequence[str]:
        """Return what is tokenized of hypotheses."""
        return hypotheses

    def _without_references(
        self, rows: NDArray[np.int64], without: Sequence[int]
    ) -> NDArray[np.int64]:
        """Return the rows if some segments have no reference, or refuse these."""
        raise SegmentWithoutReferenceError(
            f"{self._name}: segment {without[0] + 1} has no reference: every stream has None "
            "there; give one, or leave the segment out"
        )

    # sacreBLEU's significance tests call these

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]] | None
    ) -> list[list[int]]:
        rows: list[list[int]] = self._rows(hypotheses, references).tolist()
        return rows

    def _aggregate_and_compute(self, stats: Sequence[Sequence[int]]) -> AnyScore:
        return self._compute_score_from_stats([sum(column) for column in zip(*stats, strict=True)])

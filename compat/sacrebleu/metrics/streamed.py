"""What metrics of sacreBLEU over reference streams share: checks, cached references, bootstrap."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tallystick.compat.sacrebleu import streams
from tallystick.compat.sacrebleu.cache import ReferenceCache
from tallystick.compat.sacrebleu.errors import (
    EmptyInputError,
    NoReferencesError,
    SegmentWithoutReferenceError,
)
from tallystick.compat.sacrebleu.metrics.base import Score, Signature
from tallystick.compat.sacrebleu.resampling import resampled_scores, seed_from_environment
from tallystick.errors import InputError
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.counting.workspace import Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.compat.sacrebleu.streams import ReferenceLines

AnyScore = TypeVar("AnyScore", bound=Score)


class StreamedMetric(ABC, Generic[AnyScore]):
    """A metric with the methods of sacreBLEU's, whose options are attributes.

    Args:
        references: Reference streams, prepared once for all systems scored afterwards.
        corrected: Whether to correct the defects of sacreBLEU.
    """

    num_refs: int

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
    def _scores_of(self, sums: NDArray[Any]) -> list[Any]:
        """Return the scores of sums of resampled rows, shape (resamples, columns)."""

    @abstractmethod
    def _compute_score_from_stats(self, stats: Any) -> AnyScore:
        """Return the score of a sum of rows."""

    @abstractmethod
    def _with_origin(self, score: AnyScore, resampling: tuple[tuple[str, str], ...]) -> AnyScore:
        """Store in a score what its complete signature needs, and return it."""

    @abstractmethod
    def get_signature(self) -> Signature:
        """Return sacreBLEU's signature of the last score.

        Raises:
            InputError: No score has been computed.
        """

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
        if n_bootstrap <= 1:
            return self._with_origin(score, ())
        self.n_bootstrap = n_bootstrap
        seed = seed_from_environment()
        score._set_interval(resampled_scores(rows, n_bootstrap, seed, self._scores_of))
        self.seed = seed.lower()
        return self._with_origin(score, (("bs", str(n_bootstrap)), ("seed", self.seed)))

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
        return self._with_origin(self._compute_score_from_stats(row), ())

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
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str | None]] | None,
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
        chosen = streams.read_hypotheses(hypotheses, len(lines.references), self.corrected)
        number = len(chosen)
        if number == 0:
            raise EmptyInputError("there is no segment to score: a reference stream is empty")
        references = lines.references
        if number < len(references):
            references, workspace = references.slice(0, number), Workspace()
        without = [segment for segment in lines.without if segment < number]
        if without:
            raise SegmentWithoutReferenceError(
                f"{self._name}: segment {without[0] + 1} has no reference: every stream has None "
                "there; give one, or leave the segment out"
            )
        packed = Text.from_lines(chosen, lambda index: f"hypothesis {index + 1}")
        return self._rows_of(Corpus(packed, references), workspace)

    # sacreBLEU's significance tests call these

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]] | None
    ) -> list[list[int]]:
        rows: list[list[int]] = self._rows(hypotheses, references).tolist()
        return rows

    def _aggregate_and_compute(self, stats: Sequence[Sequence[int]]) -> AnyScore:
        return self._compute_score_from_stats([sum(column) for column in zip(*stats, strict=True)])

"""The parts of a corpus in a temporary file, for metrics that read them twice."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.whole_corpus.temporary_file import TemporaryFile

if TYPE_CHECKING:
    from tallystick.metrics.corpus.references import References


class _Place(NamedTuple):
    begin: int
    length: int


class KeptParts:
    """Parts of the corpora of several systems, which may share their references.

    Raises:
        TallystickError: The file cannot be written or read, in every method.

    >>> parts = KeptParts()
    >>> parts.add("mine", Corpus.from_segments(hypotheses=["a"], references=["a b"]))
    >>> parts.add("mine", Corpus.from_segments(hypotheses=["c"], references=["c d"]))
    >>> [(system, list(corpus.hypotheses)) for system, corpus in parts]
    [('mine', ['a']), ('mine', ['c'])]
    >>> parts.close()
    """

    def __init__(self) -> None:
        self._file = TemporaryFile()
        self._parts: list[tuple[str, _Place, _Place]] = []
        self._last: tuple[References, _Place] | None = None

    def close(self) -> None:
        """Delete the file."""
        self._file.close()

    def __len__(self) -> int:
        return len(self._parts)

    def add(self, system: str, corpus: Corpus) -> None:
        """Write the next part of a system; systems of a part share one `References` object."""
        if self._last is None or self._last[0] is not corpus.references:
            self._last = corpus.references, self._write(corpus.references)
        self._parts.append((system, self._last[1], self._write(corpus.hypotheses)))

    def __iter__(self) -> Iterator[tuple[str, Corpus]]:
        """Yield the parts in the order in which they were added."""
        last: tuple[_Place, References] | None = None
        for system, at_references, at_hypotheses in self._parts:
            if last is None or last[0] != at_references:
                last = at_references, self._read(at_references)
            yield system, Corpus(self._read(at_hypotheses), last[1])

    def _write(self, texts: Any) -> _Place:
        written = pickle.dumps(texts, pickle.HIGHEST_PROTOCOL)
        return _Place(self._file.append(written), len(written))

    def _read(self, place: _Place) -> Any:
        return pickle.loads(self._file.read(*place))

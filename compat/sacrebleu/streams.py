"""sacreBLEU's form of references: parallel streams, `references[k][i]` for hypothesis i.

Like sacreBLEU, the checks look at the first element of each argument and pair the rest up to the
end of the shortest. Surplus lines are warned of or, with `corrected=True`, refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tallystick.compat.defects.warning import warn_of_defect
from tallystick.compat.sacrebleu import defects
from tallystick.compat.sacrebleu.errors import EmptyInputError, WrongElementError, WrongTypeError
from tallystick.errors import InputError
from tallystick.metrics.corpus.building import interleave
from tallystick.metrics.corpus.corpus import References
from tallystick.metrics.kernel import kernel

Rewrite = Callable[[str], str]

VARIABLE = -1
"""sacreBLEU's value for a number of references that differs between segments."""


@dataclass(frozen=True, slots=True)
class ReferenceLines:
    """The references of a corpus, with an empty one for each of the segments without any."""

    references: References
    without: tuple[int, ...]
    number: int  # of references of every segment, or `VARIABLE`


def check_sentence(metric: str, hypothesis: Any, references: Any) -> None:
    """Check the arguments of one sentence as far as sacreBLEU does; `metric` is for errors."""
    if not isinstance(hypothesis, str):
        raise _wrong_type(metric, "the hypothesis", hypothesis, "a string")
    if isinstance(references, str) or not isinstance(references, Sequence):
        expected = "a list of strings; write [reference] for one"
        raise _wrong_type(metric, "references", references, expected)
    if not references:
        raise EmptyInputError("references is empty; expected at least one reference")
    if not isinstance(references[0], str) and references[0] is not None:
        raise _wrong_type(metric, "the first reference", references[0], "a string")


def _wrong_type(metric: str, name: str, given: object, expected: str) -> WrongTypeError:
    return WrongTypeError(
        f"{metric}: {name} is of type {type(given).__name__}; expected {expected}"
    )


def check_corpus(metric: str, hypotheses: Any, references: Any) -> None:
    """Check the arguments of a corpus as far as sacreBLEU does; `metric` is for errors."""
    wrong = _wrong_hypotheses(hypotheses)
    if references is not None:
        wrong = _wrong_references(references) or wrong
    if wrong is not None:
        raise WrongTypeError(f"{metric}: {wrong}")


def _wrong_hypotheses(hypotheses: Any) -> str | None:
    if not isinstance(hypotheses, Sequence):
        return f"hypotheses is of type {type(hypotheses).__name__}; expected a list of strings"
    if not hypotheses:
        raise EmptyInputError("hypotheses is empty; expected at least one string")
    if not isinstance(hypotheses[0], str):
        return f"hypothesis 1 is of type {type(hypotheses[0]).__name__}; expected a string"
    if type(None) in kernel.types(_as_list(hypotheses)):
        place = next(i for i, line in enumerate(hypotheses, start=1) if line is None)
        return f"hypothesis {place} is None; an empty one is ''"
    return None


def _wrong_references(references: Any) -> str | None:
    expected = "expected a list of streams, each a list of strings"
    if not isinstance(references, Sequence):
        return f"references is of type {type(references).__name__}; {expected}"
    if not references:
        raise EmptyInputError(f"references is empty; {expected}")
    first = references[0]
    if not isinstance(first, Sequence):
        return f"the first of references is of type {type(first).__name__}; {expected}"
    if not first:
        raise EmptyInputError(f"the first of references is empty; {expected}")
    if not isinstance(first[0], str) and first[0] is not None:
        return f"the first reference is of type {type(first[0]).__name__}; {expected}"
    return None


def read_hypotheses(hypotheses: Sequence[Any], lines: int, corrected: bool) -> Sequence[str]:
    """Return the hypotheses that have a line in the reference streams."""
    if isinstance(hypotheses, str):
        _defect(defects.HYPOTHESES_ARE_A_STRING, corrected)
    chosen = _as_list(hypotheses)
    if len(chosen) != lines:
        _defect(defects.unequal_lengths(len(chosen), lines), corrected)
        chosen = chosen[:lines]
    _check_lines(chosen, "hypothesis {}")
    return chosen


def read_references(
    metric: str,
    references: Any,
    rewrite: Rewrite | None = None,
    corrected: bool = False,
    empty_counts: bool = False,
) -> ReferenceLines:
    """Read reference streams up to the end of the shortest one; `metric` is for errors.

    With `corrected`, what sacreBLEU silently drops is refused. If an empty reference changes the
    score where there are others (`empty_counts`), it is warned of or, with `corrected`, left out.
    """
    if not isinstance(references, Iterable):
        raise _wrong_type(metric, "references", references, "a list of streams")
    given = list(references)
    if any(isinstance(stream, str) for stream in given):
        _defect(defects.FLAT_REFERENCES, corrected)
    streams = [_stream(metric, stream) for stream in given]
    lengths = [len(stream) for stream in streams]
    shortest = min(lengths, default=0)
    if lengths and shortest != max(lengths):
        _defect(defects.unequal_streams(lengths), corrected)
        streams = [stream[:shortest] for stream in streams]
    for place, stream in enumerate(streams, start=1):
        _check_lines(stream, f"reference {{}} of stream {place}")
    if empty_counts and len(streams) > 1 and any("" in stream for stream in streams):
        streams = list(_without_empty(streams, corrected))
    number = len(streams) if shortest else VARIABLE
    without: tuple[int, ...] = ()
    if any(type(None) in kernel.types(stream) for stream in streams):
        streams, number, without = _placeholders(streams)
    if rewrite is not None:
        streams = [
            [None if line is None else rewrite(line) for line in stream] for stream in streams
        ]
    return ReferenceLines(interleave(streams or [[]], tokens=False), without, number)


def _placeholders(
    streams: Sequence[Sequence[str | None]],
) -> tuple[list[Sequence[str | None]], int, tuple[int, ...]]:
    """Give an empty reference to segments without any, and return the numbers of these.

    Before them is the number of references of every segment, or `VARIABLE`.
    """
    numbers = [sum(line is not None for line in segment) for segment in zip(*streams, strict=True)]
    without = tuple(segment for segment, number in enumerate(numbers) if number == 0)
    first = list(streams[0])
    for segment in without:
        first[segment] = ""
    number = numbers[0] if len(set(numbers)) == 1 else VARIABLE
    return [first, *streams[1:]], number, without


def _without_empty(
    streams: Sequence[Sequence[str | None]], corrected: bool
) -> Sequence[Sequence[str | None]]:
    """Warn of segments with empty and other references; with `corrected`, drop the empty ones."""
    segments = [
        segment
        for segment, lines in enumerate(zip(*streams, strict=True))
        if "" in lines and any(lines)
    ]
    if not segments:
        return streams
    if not corrected:
        warn_of_defect(defects.EMPTY_REFERENCE)
        return streams
    changed = [list(stream) for stream in streams]
    for stream in changed:
        for segment in segments:
            stream[segment] = stream[segment] or None
    return changed


def _stream(metric: str, stream: Any) -> Sequence[Any]:
    if not isinstance(stream, Iterable):
        raise _wrong_type(metric, "a reference stream", stream, "a list of strings")
    return _as_list(stream)


def _as_list(values: Iterable[Any]) -> Sequence[Any]:
    return values if isinstance(values, (list, tuple)) else list(values)


def _check_lines(lines: Sequence[Any], name: str) -> None:
    wrong = {kind for kind in kernel.types(lines) if not issubclass(kind, (str, type(None)))}
    if wrong:
        place, kind = next(
            (place, type(line).__name__)
            for place, line in enumerate(lines, start=1)
            if type(line) in wrong
        )
        raise WrongElementError(f"{name.format(place)} is of type {kind}; expected a string")


def _defect(message: str, refused: bool) -> None:
    if refused:
        raise InputError(message)
    warn_of_defect(message)

"""An input with its hypotheses beside their references, and the n-grams in which they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.evidence import size
from tallystick.reports.document import Column, Span, Table

LARGEST = 120
"""The texts and tokens of the largest input that is shown so."""

MOST_NGRAMS = 40
"""The number of n-grams that are shown."""


def side_by_side(case: Case, order: int) -> list[Table]:
    """Return an input as tables, unless it is large.

    In the first, the longest n-grams that a hypothesis shares with its references are marked. The
    second has the n-grams that a hypothesis and its references contain different numbers of.

    Args:
        case: The input.
        order: The highest order of the n-grams of tokens that count; 0 if none do.
    """
    if size(case) > LARGEST:
        return []
    texts = _texts(case, max(order, 1))
    ngrams = _ngrams(case, order)
    return [texts, ngrams] if ngrams.rows else [texts]


def _texts(case: Case, order: int) -> Table:
    names = ["hypothesis", *(f"reference {n}" for n in range(1, case.most_references + 1))]
    rows, marks = [], {}
    for number, (hypothesis, references) in enumerate(
        zip(case.hypotheses, case.references, strict=True)
    ):
        rows.append(tuple(" ".join(one) for one in (hypothesis, *references)))
        marks[number, 0] = _shared(hypothesis, references, order)
        for place, reference in enumerate(references, 1):
            marks[number, place] = _shared(reference, [hypothesis], order)
    kind = "n-grams" if order > 1 else "words"
    return Table(
        tuple(map(Column, names)),
        tuple(row + ("",) * (len(names) - len(row)) for row in rows),
        title=f"side by side; {kind} that match are marked",
        detail=True,
        marks=marks,
    )


def _shared(tokens: Segment, others: Sequence[Segment], order: int) -> tuple[Span, ...]:
    """Return the characters of the longest n-grams that also occur in other segments."""
    theirs = {ngram for other in others for ngram in _all_ngrams(other, order)}
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token) + 1)
    found, place = [], 0
    while place < len(tokens):
        longest = range(min(order, len(tokens) - place), 0, -1)
        n = next((n for n in longest if tokens[place : place + n] in theirs), 0)
        if n:
            found.append((starts[place], starts[place + n] - 1))
        place += n or 1
    return tuple(found)


def _all_ngrams(tokens: Segment, order: int) -> Iterator[Segment]:
    for n in range(1, order + 1):
        yield from (tokens[at : at + n] for at in range(len(tokens) - n + 1))


def _ngrams(case: Case, order: int) -> Table:
    several = len(case.hypotheses) > 1
    rows = []
    for number, (hypothesis, references) in enumerate(
        zip(case.hypotheses, case.references, strict=True), 1
    ):
        counts = [Counter(_all_ngrams(one, order)) for one in (hypothesis, *references)]
        for ngram in dict.fromkeys(chain.from_iterable(counts)):
            of_each = [one[ngram] for one in counts]
            if len(set(of_each)) > 1:
                segment = (str(number),) if several else ()
                rows.append((*segment, " ".join(ngram), *map(str, of_each)))
    names = ["hypothesis", *(f"reference {n}" for n in range(1, case.most_references + 1))]
    left = len(rows) - MOST_NGRAMS
    width = len(names) + 1 + several
    return Table(
        (
            *(Column("segment", numeric=True),) * several,
            Column("n-gram"),
            *(Column(name, numeric=True) for name in names),
        ),
        tuple(row + ("",) * (width - len(row)) for row in rows[:MOST_NGRAMS]),
        title="n-grams that they contain different numbers of",
        notes=(f"and {left:,} more",) if left > 0 else (),
        detail=True,
    )

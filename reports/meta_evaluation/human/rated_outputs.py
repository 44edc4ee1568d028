"""Tables of rated outputs: each row has an output, as text, and a score that humans gave it.

Captions, simplifications, summaries, dialogues and outputs of language models are rated in this
form, by several people and often without the names of systems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.reading.columns import base_of, named_columns
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.reports.meta_evaluation.human.read import lines_of
from tallystick.reports.meta_evaluation.human.scores import HumanScores
from tallystick.reports.meta_evaluation.human.tables import (
    MEANINGS,
    Judgement,
    columns_of_humans,
    json_rows,
    judged_rows,
    table_rows,
)

OUTPUTS = "outputs"
"""The name that they have together, as a system has one."""


class RatedOutputs(NamedTuple):
    """Outputs with human scores, in the order of the file.

    Attributes:
        hypotheses: The outputs, each once.
        references: The references of each.
        sources: The source of each, or None if they are unknown.
        documents: What each is an output for, if some have the same; else None.
        human: Their scores, shape (1, outputs).
    """

    hypotheses: list[str]
    references: list[list[str]]
    sources: list[str] | None
    documents: list[str] | None
    human: HumanScores


@dataclass(slots=True)
class _Output:
    """An output while its rows are read, with the sum and the number of its scores."""

    row: Mapping[str, str]
    first: Judgement
    score: float = 0.0
    number: int = 0


def read_rated_outputs(
    path: FilePath,
    references: Sequence[Sequence[str]] = (),
    sources: Sequence[str] | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    higher_is_better: bool = True,
    test_set: str | None = None,
) -> RatedOutputs:
    """Read a table of rated outputs: .csv, .tsv or JSON Lines.

    Several scores of an output are averaged. Its references are those of its segment in
    `references`, or columns of the table.

    Args:
        path: The table.
        references: The lines of each file of references.
        sources: The source of each segment; None if they are a column of the table, or unknown.
        columns: The column for some meanings: "hypothesis", "reference", "source" and "doc", and
            those of `read_human_scores`; the others are known by their usual names.
        higher_is_better: Whether a higher score is better.
        test_set: The value of the column "set" whose rows count, such as one aspect of several.

    Raises:
        InputError: A column is missing, a field is invalid, a segment has no line in `references`,
            or sources in the table are those of other segments.
    """
    name, lines = display_name(path), lines_of(path)
    rows = list((json_rows if lines[0].startswith("{") else table_rows)(lines, name))
    given = columns or {}
    of_humans = columns_of_humans(list(rows[0][1]), name, given)
    texts = [one for one in rows[0][1] if one not in of_humans.values()]
    of_texts = {meaning: one for meaning, one in given.items() if meaning not in MEANINGS}
    meanings = dict(zip(texts, named_columns(texts, of_texts, name), strict=True))
    hypothesis, source, document = (
        next((one for one, meaning in meanings.items() if base_of(meaning) == wanted), None)
        for wanted in ("hypothesis", "source", "doc")
    )
    if hypothesis is None:
        raise InputError(
            f"{name}: none of the columns {', '.join(rows[0][1])} is known to contain outputs; "
            "name it with --columns hypothesis=COLUMN, or give files of hypotheses after -i"
        )
    own = [one for one, meaning in meanings.items() if base_of(meaning) == "reference"]
    segment = of_humans["segment"] or of_humans["line_id"]
    if references:
        own = []
        if segment is None:
            raise InputError(
                f"{name}: has no column of segments, which say which line of the files of "
                "references an output belongs to; name it with --columns segment=COLUMN"
            )
    elif not own:
        raise InputError(
            f"{name}: has no column of references, and no file of references is given; name it "
            "with --columns reference=COLUMN, or give the files before --human"
        )
    numbered = of_humans if references else {**of_humans, "segment": None, "line_id": None}
    outputs: dict[tuple[str, ...], _Output] = {}
    for row, judgement in judged_rows(rows, name, numbered, test_set, OUTPUTS):
        key = tuple(row.get(one, "") for one in (segment, hypothesis) if one is not None)
        output = outputs.setdefault(key, _Output(row, judgement))
        if not np.isnan(judgement.score):
            output.score += judgement.score * judgement.number
            output.number += judgement.number
    found = [one for one in outputs.values() if one.number]
    if not found:
        raise InputError(f"{name}: there is no score in it; expected scores of outputs")
    if references:
        _check_segments(found, len(references[0]))
        if source is not None and sources is not None:
            _check_sources(found, source, sources, name)
    sign = 1.0 if higher_is_better else -1.0
    cells = np.array([[sign * one.score / one.number for one in found]])
    numbers = np.array([[one.number for one in found]], np.int64)
    item = document or segment
    items = [] if item is None else [one.row[item] for one in found]
    several = len(set(items)) < len(items)
    return RatedOutputs(
        hypotheses=[one.row[hypothesis] for one in found],
        references=[
            [one.row[column] for column in own]
            or [stream[(one.first.segment or 1) - 1] for stream in references]
            for one in found
        ],
        sources=_sources(found, source, sources),
        documents=items if several else None,
        human=HumanScores(str(of_humans["score"]), cells, numbers, cells.mean(axis=1)),
    )


def _sources(
    outputs: Sequence[_Output], column: str | None, lines: Sequence[str] | None
) -> list[str] | None:
    if lines is not None:
        return [lines[(one.first.segment or 1) - 1] for one in outputs]
    return None if column is None else [one.row[column] for one in outputs]


def _check_segments(outputs: Sequence[_Output], lines: int) -> None:
    for one in outputs:
        if not 1 <= (one.first.segment or 0) <= lines:
            raise InputError(
                f"{one.first.where}: the segment is {one.first.segment}; expected a number from 1 "
                f"to {lines:,}, the number of lines of the references; if segments count from 0, "
                "name their column with --columns line_id=COLUMN"
            )


def _check_sources(
    outputs: Sequence[_Output], column: str, lines: Sequence[str], name: str
) -> None:
    """Refuse numbers of segments if more sources are those of the file under others."""
    matches = {
        shift: sum(
            one.row[column] == lines[place]
            for one in outputs
            for place in [(one.first.segment or 0) - 1 + shift]
            if 0 <= place < len(lines)
        )
        for shift in (0, 1, -1)
    }
    best = max(matches, key=lambda shift: matches[shift])
    if matches[best] > matches[0]:
        remedy = (
            "; they count from 0: name their column with --columns line_id=COLUMN"
            if best == 1
            else "; correct the numbers in the table"
        )
        raise InputError(
            f"{name}: {counted(matches[0], 'source')} of {len(outputs)} outputs are those of their "
            f"segments in the file of sources, but {matches[best]} if segments are numbered "
            f"{'higher' if best > 0 else 'lower'} by 1{remedy}"
        )

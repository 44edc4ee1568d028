"""Tables of rated outputs: each row has an output, as text, and a score that humans gave it.

Captions, simplifications, summaries, dialogues and outputs of language models are rated in this
form, by several people and often without the names of systems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tallystick.errors import InputError, counted
from tallystick.metrics.reading.columns import base_of, named_columns
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.metrics.scoring.systems import corpora_of_systems
from tallystick.reports.meta_evaluation.human import tables
from tallystick.reports.meta_evaluation.human.read import human_table
from tallystick.reports.meta_evaluation.human.scores import averaged
from tallystick.reports.meta_evaluation.judged_set import Judged
from tallystick.reports.meta_evaluation.settings import OUTPUTS


class _Columns(NamedTuple):
    """The columns of a table; None for those that it lacks."""

    hypothesis: str
    references: list[str]
    source: str | None
    document: str | None
    humans: Mapping[str, str | None]

    @property
    def segment(self) -> str | None:
        return self.humans["segment"] or self.humans["line_id"]

    @property
    def of_item(self) -> list[str]:
        """The columns in which the outputs for one item agree."""
        named = self.document, self.segment, self.source, *self.references
        return list(dict.fromkeys(column for column in named if column is not None))

    def item_of(self, row: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(str(row[column]) for column in self.of_item)

    @property
    def used(self) -> set[str | None]:
        return {self.hypothesis, *self.of_item, *self.humans.values()}


class _Output(NamedTuple):
    row: Mapping[str, Any]
    judgements: list[tables.Judgement]

    @property
    def first(self) -> tables.Judgement:
        return self.judgements[0]


def read_rated_outputs(
    path: FilePath,
    references: Sequence[Sequence[str]] = (),
    sources: Sequence[str] | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    higher_is_better: bool = True,
    test_set: str | None = None,
    renamed: Mapping[str, str] | None = None,
) -> dict[str, Judged]:
    """Read a table of rated outputs, by aspect, under "" if none is named.

    They are those of each system for each item, or all of one system if the table names none, or
    not one output of each for every item; some may have no score. Their references are those of
    their segment in `references`, the lines of each file, or columns of the table; in JSON Lines a
    list of them too. Items of which some are the same are documents. `columns` may name
    "hypothesis", "reference", "source" and "doc" too; otherwise see `read_aspects`.
    """
    lines = tables.lines_of(path)
    table = human_table(
        tables.rows_of(lines, display_name(path)), display_name(path), columns or {}
    )
    name = table.name
    known = _columns_of(table, bool(references))
    table.check_set(test_set)
    if not references:  # segments are names of items, not numbers of lines
        table = table._replace(columns={**table.columns, "segment": None, "line_id": None})
    outputs: dict[tuple[str, str, tuple[str, ...]], _Output] = {}
    judged = []
    for row, judgement in table.judgements(test_set, OUTPUTS, renamed or {}):
        _check_texts(row, known, judgement.where)
        key = judgement.system, row[known.hypothesis], known.item_of(row)
        outputs.setdefault(key, _Output(row, [])).judgements.append(judgement)
        judged.append((key, row, judgement))
    table.check_averages(judged, known.used)
    rated = list(outputs.values())
    if references:
        marks = [output.first for output in rated]
        table.check_segments(marks, len(references[0]), "lines of the references", {})
        if known.source is not None and sources is not None:
            _check_sources(rated, known.source, sources, name)
    notes = table.note_on_unused(known.used)
    by_system = _by_system(rated, known)
    if by_system is None:
        by_system = {OUTPUTS: rated}
        number = len({output.first.system for output in rated})
        if number > 1:
            why = _differing_references(rated, known) or (
                f"{name} does not have one output of each of the {number} systems for every item"
            )
            notes.append(f"{why}, so outputs are compared without regard to systems.")
    first, *_ = by_system.values()
    placed: dict[str, list[tuple[int, int, tables.Judgement]]] = {}
    for system, of in enumerate(by_system.values()):
        for segment, output in enumerate(of):
            for judgement in output.judgements:
                placed.setdefault(judgement.aspect, []).append((system, segment, judgement))
    shape = len(by_system), len(first)
    human = {
        aspect: averaged(str(known.humans["score"]), shape, of, higher_is_better)
        for aspect, of in placed.items()
    }
    item_column = known.document or known.segment
    items = [] if item_column is None else [str(output.row[item_column]) for output in first]
    if not items and any(scores.preferences is not None for scores in human.values()):
        items = [" ".join(known.item_of(output.row)) for output in first]
    hypotheses = {
        name: [each.row[known.hypothesis] for each in of] for name, of in by_system.items()
    }
    corpora = corpora_of_systems(
        "meta",
        hypotheses,
        [_references(output, known, references) for output in first],
        _sources(first, known.source, sources),
        items if len(set(items)) < len(items) else None,
    )
    systems = list(corpora)
    return {aspect: Judged(systems, scores, notes=notes) for aspect, scores in human.items()}


def _columns_of(table: tables.HumanTable, with_files: bool) -> _Columns:
    """Return the columns of a table; references may be in files instead."""
    name, columns, humans = table.name, table.header, table.columns
    of_texts = {
        meaning: column for meaning, column in table.given.items() if meaning not in tables.MEANINGS
    }
    used = set(humans.values()) - set(of_texts.values())
    texts = [column for column in columns if column not in used]
    meanings = dict(zip(texts, named_columns(texts, of_texts, name), strict=True))
    hypothesis, source, document = (
        next((column for column, meaning in meanings.items() if base_of(meaning) == wanted), None)
        for wanted in ("hypothesis", "source", "doc")
    )
    own = [column for column, meaning in meanings.items() if base_of(meaning) == "reference"]
    own = [] if with_files else own
    absent: dict[str, str] = {}  # what no column contains, with what --columns says of it
    if humans["score"] is None:
        absent["scores"] = f"score={tables.column_like(tables.SCORE, columns)}"
    if hypothesis is None:
        of_choices = tables.CHOICE in table.rows[0][1]
        how = "hypothesis_a=COLUMN hypothesis_b" if of_choices else "hypothesis"
        like = tables.column_like(["hypothesis", "output", "prediction"], texts)
        absent["outputs"] = f"{how}={like}"
    if with_files and humans["segment"] is None and humans["line_id"] is None:
        absent["segments, the numbers of lines in the files of references"] = "segment=COLUMN"
    if not with_files and not own:
        absent["references"] = "reference=COLUMN"
    if absent or hypothesis is None:
        in_files = {"outputs": "hypotheses after -i", "references": "references before --human"}
        instead = " and ".join(files for what, files in in_files.items() if what in absent)
        raise InputError(
            f"{name}: none of the columns {', '.join(table.header)} is known to contain "
            f"{' or '.join(absent)}; name them with --columns {' '.join(absent.values())}"
            f"{instead and f', or give files of {instead}'}"
        )
    return _Columns(hypothesis, own, source, document, humans)


def _check_texts(row: Mapping[str, Any], known: _Columns, where: str) -> None:
    """Refuse what JSON has in the place of a text, such as null, and an item without a name."""
    for column in (known.hypothesis, known.source, *known.references):
        if column is None:
            continue
        value = row.get(column)
        several = value if isinstance(value, list) and column in known.references else [value]
        if not several or not all(isinstance(text, str) for text in several):
            raise InputError(f"{where}: {column!r} is {value!r}; expected a text")
    for column in filter(None, (known.document, known.segment)):
        if row.get(column) is None or not str(row[column]).strip():
            raise InputError(
                f"{where}: {column!r} is empty; expected what names the item on every line, by "
                "which the outputs for one item are compared"
            )


def _references(output: _Output, known: _Columns, files: Sequence[Sequence[str]]) -> list[str]:
    if files:
        return [stream[(output.first.segment or 1) - 1] for stream in files]
    values = (output.row[column] for column in known.references)
    return [text for value in values for text in (value if isinstance(value, list) else [value])]


def _by_system(outputs: Sequence[_Output], known: _Columns) -> dict[str, list[_Output]] | None:
    """Return the outputs of each system for the same items; None if some lack or repeat one."""
    by_system: dict[str, dict[tuple[str, ...], _Output]] = {}
    for output in outputs:
        of_system = by_system.setdefault(output.first.system, {})
        if of_system.setdefault(known.item_of(output.row), output) is not output:
            return None
    first, *others = by_system.values()
    if not others or any(of_system.keys() != first.keys() for of_system in others):
        return None
    return {system: [of[item] for item in first] for system, of in by_system.items()}


def _differing_references(outputs: Sequence[_Output], known: _Columns) -> str | None:
    """Return where references differ within an item, if only they keep systems from comparison."""
    of_items = known._replace(references=[])
    different = {
        (output.first.system, output.row[known.hypothesis], of_items.item_of(output.row)): output
        for output in outputs
    }
    if not of_items.of_item or _by_system(list(different.values()), of_items) is None:
        return None
    first: dict[tuple[str, ...], _Output] = {}
    for output in outputs:
        item = of_items.item_of(output.row)
        before = first.setdefault(item, output)
        if known.item_of(before.row) != known.item_of(output.row):
            return (
                f"{output.first.where}: the references of item {' '.join(item)!r} are not those of "
                f"{before.first.where.rpartition(', ')[2]}"
            )
    return None


def _sources(
    outputs: Sequence[_Output], column: str | None, lines: Sequence[str] | None
) -> list[str] | None:
    if lines is not None:
        return [lines[(output.first.segment or 1) - 1] for output in outputs]
    return None if column is None else [output.row[column] for output in outputs]


def _check_sources(
    outputs: Sequence[_Output], column: str, lines: Sequence[str], name: str
) -> None:
    """Refuse numbers of segments if more sources are those of the file under others."""
    known = dict(enumerate(lines, start=1))
    numbered = [(output.first.segment or 0, output.row[column]) for output in outputs]
    matches = {
        shift: sum(known.get(number + shift) == source for number, source in numbered)
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

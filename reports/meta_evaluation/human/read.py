"""Files of human scores of any format as rows with columns by their meanings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tallystick.errors import InputError
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.reports.meta_evaluation.human.error_annotations import (
    annotated,
    exported,
    has_annotations,
    is_export,
)
from tallystick.reports.meta_evaluation.human.preferences import in_halves
from tallystick.reports.meta_evaluation.human.tables import (
    SCORE,
    SYSTEM,
    WINNER,
    HumanTable,
    Row,
    column_like,
    columns_of_humans,
    header_of,
    lines_of,
    long_rows,
    rows_of,
    score_of,
    without_scores,
)


def read_human_table(
    path: FilePath, given: Mapping[str, str], only: str | None = None
) -> HumanTable:
    """Read a file of human scores; its first line determines the format.

    Args:
        path: The file.
        given: The columns of a table, for some of the meanings of columns.
        only: The only system, of which are scores that do not name one; None for several.

    Raises:
        InputError: The file has another form, or no score.
    """
    name, lines = display_name(path), lines_of(path)
    first, where = lines[0], f"{name}, line 1"
    higher_is_better = None
    if not first.startswith("{") and is_export(first, where):
        rows, higher_is_better = list(exported(lines, name)), True
    elif first.startswith("{") or _has_header(header_of(first, where), given, only):
        rows = rows_of(lines, name)
        if not given and has_annotations(rows[0][1]):
            rows, higher_is_better = annotated(rows, name), False
    elif _is_list(first):
        rows = _of_list(lines, name)
    elif only is not None and _is_score(first):
        numbers = enumerate(lines, start=1)
        rows = [(f"{name}, line {number:,}", {"score": line}) for number, line in numbers]
    else:
        columns = header_of(first, where)
        meant = {"winner": column_like(WINNER, columns), "system": column_like(SYSTEM, columns)}
        like = next(
            (f"{one}={column}" for one, column in meant.items() if column in columns),
            "system=model",
        )
        raise InputError(
            f"{where}: there is no column 'system', only {', '.join(columns)}; expected a header "
            "with system, segment and score, or for choices with system_a, system_b, segment and "
            f"winner, or columns that --columns names, as in {like}; a system and a score on every "
            "line; or, of one system, a score on every line"
        )
    return human_table(rows, name, given)._replace(higher_is_better=higher_is_better)


def human_table(rows: list[Row], name: str, given: Mapping[str, str]) -> HumanTable:
    """Return rows of scores or of choices as a row for each score.

    Raises:
        InputError: There is no row, or no column of scores or of what is named.
    """
    if not rows:
        raise without_scores(name)
    halves, named = in_halves(rows, name, given)
    each, named = long_rows(halves, name, named)
    return HumanTable(name, each, columns_of_humans(list(each[0][1]), name, named), named)


def _has_header(columns: Sequence[str], given: Mapping[str, str], only: str | None) -> bool:
    """Return whether these are the columns of a table, which has systems or choices.

    If there is `only` one system, a column of scores is enough.
    """
    needed = (*SYSTEM, *WINNER, "system1Id", *(() if only is None else SCORE))
    return any(one in columns for one in (*needed, *given.values()))


def _of_list(lines: Sequence[str], name: str) -> list[Row]:
    """Return the rows of lines with a system and a score, as in mt-metrics-eval.

    There is one for each system, or one for each of its segments in their order.
    """

    def numbered() -> Iterator[Row]:
        for number, line in enumerate(lines, start=1):
            where = f"{name}, line {number:,}"
            fields = _pair(line)
            if len(fields) != 2:
                raise InputError(f"{where}: {line!r} is not a system and a score; expected both")
            seen[fields[0]] += 1
            yield where, {"system": fields[0], "segment": seen[fields[0]], "score": fields[1]}

    seen: Counter[str] = Counter()
    rows = list(numbered())
    if max(seen.values()) > 1:
        return rows
    return [(where, {"system": row["system"], "score": row["score"]}) for where, row in rows]


def _is_list(first: str) -> bool:
    fields = _pair(first)
    return len(fields) == 2 and _is_score(fields[1])


def _is_score(text: str) -> bool:
    try:
        score_of(text, "")
    except InputError:
        return False
    return True


def _pair(line: str) -> list[str]:
    return line.split("\t") if "\t" in line else line.split()

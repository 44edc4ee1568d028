"""Files of human scores of any format as rows with columns by their meanings.

Annotations of MQM have a line for each error of each rater. The points of a segment are summed for
each rater and averaged over raters, with the weights of Freitag and others, Experts, Errors, and
Context, TACL 2021, table 12 and section 4.2.1.

A line of ESA has a score from 0 to 100, no header and twelve fields: annotator, system, segment
from 0, TGT or BAD, the languages by three letters, score, document, whether it scores a document,
the spans, and two times. Kocmi, Zouhar and others, Error Span Annotation, WMT 2024; the files of
WMT24.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tallystick.errors import InputError, counted, warn
from tallystick.metrics.reading.columns import SEGMENT
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.metrics.reading.tsv import comma_separated
from tallystick.reports.meta_evaluation.human import tables
from tallystick.reports.meta_evaluation.human.preferences import in_halves

CATEGORY, SEVERITY, RATER = "category", "severity", "rater"
ANNOTATED = "target"
MARKS = re.compile("</?v>")
"""The output in annotations of MQM, and what is around an error in it."""
SEGMENTS = ("globalSegId", *SEGMENT)

NO_ERROR = {"no-error", "no error"}
SEVERITIES = {"major": 5.0, "minor": 1.0, "neutral": 0.0, **dict.fromkeys(sorted(NO_ERROR), 0.0)}
SPECIAL = {("major", "non-translation"): 25.0, ("minor", "punctuation"): 0.1}
"""Points by severity, and by severity and the last part of the category without `!`."""

FIELDS = 12
TARGET, CONTROL = "TGT", "BAD"
"""An output of a system, and one that was spoiled to control annotators."""

CONTROL_DOCUMENTS = ("#bad", "#dup", "#incomplete")
TUTORIAL = "-tutorial"
"""What marks documents that are not scores of the test set."""

LANGUAGES = {
    "ara": "ar", "ben": "bn", "bho": "bho", "ces": "cs", "deu": "de", "eng": "en", "est": "et",
    "fin": "fi", "fra": "fr", "guj": "gu", "heb": "he", "hin": "hi", "hrv": "hr", "isl": "is",
    "ita": "it", "jpn": "ja", "kaz": "kk", "kor": "ko", "lav": "lv", "lit": "lt", "liv": "liv",
    "mas": "mas", "pol": "pl", "por": "pt", "ron": "ro", "rus": "ru", "sah": "sah", "spa": "es",
    "srp": "sr", "tur": "tr", "ukr": "uk", "zho": "zh",
}  # fmt: skip
"""ISO 639-3 to the codes of WMT."""


def read_human_table(
    path: FilePath, given: Mapping[str, str], only: str | None = None
) -> tables.HumanTable:
    """Read a file of human scores; its first line determines the format.

    Scores that name no system are those of the `only` one.
    """
    name, lines = display_name(path), tables.lines_of(path)
    first, where = lines[0], f"{name}, line 1"
    higher_is_better, in_order = None, False
    if not first.startswith(tables.JSON) and is_export(first, where):
        rows, higher_is_better = list(exported(lines, name)), True
    elif first.startswith(tables.JSON) or _has_header(tables.header_of(first, where), given, only):
        rows = tables.rows_of(lines, name)
        if not given and {CATEGORY, SEVERITY, RATER} <= rows[0][1].keys():
            rows, higher_is_better = annotated(rows, name), False
    elif len(_pair(first)) == 2 and _is_score(_pair(first)[1]):
        rows = _of_list(lines, name)
        in_order = "segment" in rows[0][1]
    elif only is not None and _is_score(first):
        numbers = enumerate(lines, start=1)
        rows = [(f"{name}, line {number:,}", {"score": line}) for number, line in numbers]
    else:
        columns = tables.header_of(first, where)
        meant = {
            "winner": tables.column_like(tables.WINNER, columns),
            "system": tables.column_like(tables.SYSTEM, columns),
        }
        like = next(
            (f"{meaning}={column}" for meaning, column in meant.items() if column in columns),
            "system=model",
        )
        raise InputError(
            f"{where}: there is no column 'system', only {', '.join(columns)}; expected a header "
            "with system, segment and score, or for choices with system_a, system_b, segment and "
            f"winner, or columns that --columns names, as in {like}; a system and a score on every "
            "line; or, of one system, a score on every line"
        )
    table = human_table(rows, name, given)
    return table._replace(higher_is_better=higher_is_better, in_order=in_order)


def human_table(rows: list[tables.Row], name: str, given: Mapping[str, str]) -> tables.HumanTable:
    """Return rows of scores or of choices as a row for each score."""
    if not rows:
        raise tables.without_scores(name)
    halves, named = in_halves(rows, name, given)
    each, named = tables.long_rows(halves, name, named)
    return tables.HumanTable(
        name, each, tables.columns_of_humans(list(each[0][1]), name, named), named
    )


def _has_header(columns: Sequence[str], given: Mapping[str, str], only: str | None) -> bool:
    """Return whether these are the columns of a table, which has systems or choices.

    If there is `only` one system, a column of scores is enough.
    """
    needed = (*tables.SYSTEM, *tables.WINNER, "system1Id", *(() if only is None else tables.SCORE))
    named = (name.strip() for names in given.values() for name in (names, *names.split(",")))
    return any(name in columns for name in (*needed, *named))


def _of_list(lines: Sequence[str], name: str) -> list[tables.Row]:
    """Return the rows of lines with a system and a score, as in mt-metrics-eval.

    There is one for each system, or one for each of its segments in their order.
    """

    seen: Counter[str] = Counter()
    rows = []
    for number, line in enumerate(lines, start=1):
        where, fields = f"{name}, line {number:,}", _pair(line)
        if len(fields) != 2:
            raise InputError(f"{where}: {line!r} is not a system and a score; expected both")
        seen[fields[0]] += 1
        rows.append((where, {"system": fields[0], "segment": seen[fields[0]], "score": fields[1]}))
    for _, row in rows if max(seen.values()) == 1 else ():
        del row["segment"]
    return list[tables.Row](rows)


def _is_score(text: str) -> bool:
    try:
        tables.score_of(text, "")
    except InputError:
        return False
    return True


def _pair(line: str) -> list[str]:
    return line.split("\t") if "\t" in line else line.split()


def annotated(rows: Sequence[tables.Row], name: str) -> list[tables.Row]:
    """Return the points of each rater for each segment, fewer points better."""
    columns = list(rows[0][1])
    system, segment = tables.first_of(tables.SYSTEM, columns), tables.first_of(SEGMENTS, columns)
    if system is None or segment is None:
        raise InputError(
            f"{name}, line 1: the columns are {', '.join(columns)}; expected system and seg_id too"
        )
    points: dict[tuple[str, str, str], float] = defaultdict(float)
    places: dict[tuple[str, str, str], tuple[str, str]] = {}
    for where, row in rows:
        of = row[system], row[segment], row[RATER]
        places.setdefault(of, (where, MARKS.sub("", str(row.get(ANNOTATED, "")))))
        points[of] += _points(row[SEVERITY], row[CATEGORY], where)
    systems, segments, _ = map(set, zip(*points, strict=True))
    absent = len(systems) * len(segments) - len({of[:2] for of in points})
    said = {row[key].strip().lower() for _, row in rows for key in (SEVERITY, CATEGORY)}
    if absent and not said & NO_ERROR:
        warn(
            f"{name}: {counted(absent, 'output')} of segments with errors of other systems have no "
            "row, and none says that there is no error; if they were judged to be faultless, give "
            "each a row with the severity no-error, else they count as not judged"
        )
    keys = ("system", "segment", "rater", "mqm", "hypothesis")
    return [
        (where, dict(zip(keys, (*of, each, output), strict=True)))
        for of, each in points.items()
        for where, output in [places[of]]
    ]


def _points(severity: str, category: str, where: str) -> float:
    of_severity = SEVERITIES.get(severity.strip().lower())
    if of_severity is None:
        raise InputError(
            f"{where}: the severity is {severity!r}; expected {', '.join(SEVERITIES)}; otherwise "
            "give the points of segments, with the columns system, segment and score"
        )
    kind = category.rpartition("/")[2].strip().rstrip("!").lower()
    return SPECIAL.get((severity.strip().lower(), kind), of_severity)


def is_export(first: str, where: str) -> bool:
    """Return whether a line is one of Appraise's exports."""
    if "," not in first or "\t" in first:
        return False
    fields = comma_separated(first, where)
    return len(fields) == FIELDS and fields[3] in (TARGET, CONTROL)


def exported(lines: Sequence[str], name: str) -> Iterator[tables.Row]:
    """Yield the scores of outputs; those that control annotators, and of tutorials, do not count.

    The set is the language pair, such as "en-ja".
    """
    for number, line in enumerate(lines, start=1):
        where = f"{name}, line {number:,}"
        fields = comma_separated(line, where)
        if len(fields) != FIELDS:
            raise InputError(
                f"{where}: {counted(len(fields), 'field')}; expected {FIELDS}, as in the first line"
            )
        rater, system, segment, kind, source, target, score, document, of_document, *_ = fields
        controls = document.endswith(CONTROL_DOCUMENTS) or TUTORIAL in document
        if kind == TARGET and not controls and of_document != "True":
            pair = f"{LANGUAGES.get(source, source)}-{LANGUAGES.get(target, target)}"
            keys = ("system", "line_id", "esa", "set", "rater")
            yield where, dict(zip(keys, (system, segment, score, pair, rater), strict=True))

"""Annotations of errors: those of MQM, and error spans (ESA) as Appraise exports them.

MQM has a line for each error of each rater. The points of a segment are summed for each rater and
averaged over raters, with the weights of Freitag and others, Experts, Errors, and Context, TACL
2021, table 12 and section 4.2.1.

A line of ESA has a score from 0 to 100, no header and twelve fields: annotator, system, segment
from 0, TGT or BAD, the languages by three letters, score, document, whether it scores a document,
the spans, and two times. Kocmi, Zouhar and others, Error Span Annotation, WMT 2024; the files of
WMT24.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from tallystick.errors import InputError
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.reading.tsv import comma_separated
from tallystick.reports.meta_evaluation.human.tables import SEGMENT, SYSTEM, Row, first_of

CATEGORY, SEVERITY, RATER = "category", "severity", "rater"
SEGMENTS = ("globalSegId", *SEGMENT)

SEVERITIES = {"major": 5.0, "minor": 1.0, "neutral": 0.0, "no-error": 0.0, "no error": 0.0}
SPECIAL = {("major", "non-translation!"): 25.0, ("minor", "fluency/punctuation"): 0.1}
"""Points by severity, and by severity and category."""

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


def has_annotations(columns: Iterable[str]) -> bool:
    """Return whether a table has a line for each error."""
    return {CATEGORY, SEVERITY, RATER} <= set(columns)


def annotated(rows: Sequence[Row], name: str) -> list[Row]:
    """Return the points of each rater for each segment, fewer points better.

    Raises:
        InputError: A column is missing, or a severity is unknown.
    """
    columns = list(rows[0][1])
    system, segment = first_of(SYSTEM, columns), first_of(SEGMENTS, columns)
    if system is None or segment is None:
        raise InputError(
            f"{name}, line 1: the columns are {', '.join(columns)}; expected system and seg_id too"
        )
    points: dict[tuple[str, str, str], float] = defaultdict(float)
    places: dict[tuple[str, str, str], str] = {}
    for where, row in rows:
        of = row[system], row[segment], row[RATER]
        places.setdefault(of, where)
        points[of] += _points(row[SEVERITY], row[CATEGORY], where)
    return [
        (places[of], {"system": of[0], "segment": of[1], "rater": of[2], "mqm": each})
        for of, each in points.items()
    ]


def _points(severity: str, category: str, where: str) -> float:
    of_severity = SEVERITIES.get(severity.strip().lower())
    if of_severity is None:
        raise InputError(
            f"{where}: the severity is {severity!r}; expected {', '.join(SEVERITIES)}; otherwise "
            "give the points of segments, with the columns system, segment and score"
        )
    return SPECIAL.get((severity.strip().lower(), category.strip().lower()), of_severity)


def is_export(first: str, where: str) -> bool:
    """Return whether a line is one of Appraise's exports."""
    if "," not in first or "\t" in first:
        return False
    fields = comma_separated(first, where)
    return len(fields) == FIELDS and fields[3] in (TARGET, CONTROL)


def exported(lines: Sequence[str], name: str) -> Iterator[Row]:
    """Yield the scores of outputs; those that control annotators, and of tutorials, do not count.

    The set is the language pair, such as "en-ja".

    Raises:
        InputError: A line has another form.
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
            yield (
                where,
                {"system": system, "line_id": segment, "esa": score, "set": pair, "rater": rater},
            )

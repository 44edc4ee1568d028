"""Tables of items: a good text, a bad one, and the phenomenon in which they differ.

ACES, DEMETR and other challenge sets that people made are published in this form.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain, count
from random import Random
from typing import Any

from tallystick.errors import InputError, OptionError, counted
from tallystick.metrics.arguments.registry import closest, nearest
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.reading.columns import meaning_of
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.reports.challenge_sets.changes.segment import Material, Segment
from tallystick.reports.challenge_sets.changes.table import SEVERITIES, UNIT, Change
from tallystick.reports.challenge_sets.planting import ChallengeSet, Planted, plant
from tallystick.reports.challenge_sets.settings import LEFT_OUT
from tallystick.reports.meta_evaluation.human.tables import Row, column_like, lines_of, rows_of

MEANINGS = {
    "good": ("good", "good-translation", "mt_sent"),
    "bad": ("bad", "incorrect-translation", "pert_sent"),
    "phenomenon": ("phenomenon", "phenomena", "pert_name"),
    "reference": ("eng_sent",),
    "source": ("src_sent",),
    "language": ("language", "langpair", "lp"),
    "severity": ("severity",),
    "valid": ("valid", "pert_check"),
}
"""What columns contain, and their names by default, in ACES and in DEMETR."""
NEEDED = ("good", "bad", "phenomenon", "reference")

VALID, NOT_VALID = ("true", "yes", "1", ""), ("false", "no", "0")


def item_set(
    tables: Iterable[FilePath | Mapping[str, Any]],
    columns: Mapping[str, str],
    language: str,
    seed: int,
) -> ChallengeSet:
    """Return the items of tables, files or rows, as a challenge set whose changes are phenomena.

    Items that differ in the bad text only are resampled together: as one segment, or within one
    phenomenon, where a segment has one bad text, as copies of it.
    Those whose two texts are equal, that are not valid, or of another language, are left out.
    """
    for meaning in columns:
        if meaning not in MEANINGS:
            raise OptionError(
                f"columns: {meaning!r} is not a meaning of a column of items; expected one of "
                f"{', '.join(MEANINGS)}{closest(meaning, MEANINGS)}"
            )
    segments: dict[tuple[str, tuple[str, ...], str, int], int] = {}
    bad: dict[str, dict[int, str]] = defaultdict(dict)
    severities: dict[str, str] = {}
    unknown: dict[str, None] = {}
    others: dict[str, None] = {}
    left_out = 0
    for where, row in chain.from_iterable(map(_rows, tables)):
        texts = {name: _texts(row, name, columns, where) for name in MEANINGS}
        good, changed, phenomenon, source, tag, severity, valid = (
            "".join(texts[name]) for name in MEANINGS if name != "reference"
        )
        if language and tag and language.lower() not in (tag, tag.rpartition("-")[2]):
            others[tag] = None
            continue
        if valid.lower() not in (*VALID, *NOT_VALID):
            raise InputError(f"{where}: 'valid' is {valid!r}; expected true or false")
        if good == changed or valid.lower() in NOT_VALID:
            left_out += 1
            continue
        for meaning, what, text in (
            ("good", "good text", good),
            ("phenomenon", "phenomenon", phenomenon),
        ):
            if not text.strip():
                raise InputError(
                    f"{where}: the {what} is empty; expected a text, or no row; another column is "
                    f"named by --columns {meaning}=COLUMN"
                )
        of_phenomenon = bad[phenomenon]
        copies = (
            segments.setdefault((good, texts["reference"], source, copy), len(segments))
            for copy in count()
        )
        of_phenomenon[next(number for number in copies if number not in of_phenomenon)] = changed
        known = severity.lower() if severity.lower() in SEVERITIES else ""
        if severity and not known:
            unknown[severity] = None
        severities[phenomenon] = known if severities.get(phenomenon, known) == known else ""
    if not segments or UNIT.name in bad:
        raise InputError(
            f"a phenomenon is named {UNIT.name!r}, as the fault that all are compared with"
            if segments
            else "there is no item with a good text and another, bad one"
            + (f" in the language {language!r}" if language else "")
            + (f", only in {', '.join(others)}" if others else "")
            + (f"; {counted(left_out, 'item')} left out: {LEFT_OUT}" if left_out else "")
        )
    hypotheses, references, sources, _ = zip(*segments, strict=True)
    corpus = Corpus.from_segments(
        hypotheses=hypotheses, references=references, sources=None if "" in sources else sources
    )
    phenomena = tuple(
        Planted(Change(name, True, _given, severities[name]), 1, bad[name]) for name in bad
    )
    units = plant(corpus, language, seed, [UNIT])
    planted, unlike = (*units.one_each, *phenomena), tuple(unknown)
    return replace(
        units, planted=planted, left_out=left_out, unknown_severities=unlike, is_planted=False
    )


def _given(segment: Segment, material: Material, random: Random) -> str | None:
    """The bad texts of the items."""
    return None


def _rows(table: FilePath | Mapping[str, Any]) -> Iterable[Row]:
    """Return where each row of a table is, and the row."""
    if isinstance(table, Mapping):
        return [("items", table)]
    return rows_of(lines_of(table, "items, each with a good and a bad text"), display_name(table))


def _texts(
    row: Mapping[str, Any], meaning: str, columns: Mapping[str, str], where: str
) -> tuple[str, ...]:
    """Return the texts of a row that have a meaning; only references can be several."""
    usual = [column for column in row if (meaning_of(column) or "").partition(":")[0] == meaning]
    if meaning in columns:
        usual = [columns[meaning]]
    elif not usual or meaning != "reference":
        usual = [*usual, *(column for column in MEANINGS[meaning] if column in row)][:1]
    if meaning in NEEDED and not usual:
        raise InputError(
            f"{where}: none of the columns {', '.join(row)} is known to contain {meaning}; name "
            f"it with --columns {meaning}={column_like([meaning, *MEANINGS[meaning]], row)}"
        )
    texts: list[str] = []
    for name in usual:
        if name not in row:
            raise InputError(f"{where}: there is no column {name!r}{nearest(name, list(row))}")
        value = row[name]
        several = value if meaning == "reference" and isinstance(value, list) else [value]
        if meaning in NEEDED and not all(isinstance(text, str) for text in several):
            raise InputError(f"{where}: {name!r} is {value!r}; expected a text")
        texts += ["" if text is None else str(text) for text in several]
    return tuple(texts)

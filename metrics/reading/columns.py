"""What the columns of a table mean, by their names or as the caller says."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from tallystick.errors import InputError, OptionError, counted
from tallystick.metrics.arguments.options import is_whole_number

MOST_COLUMNS = 10_000
"""Tables with more columns are refused: they are not tables of texts, and need much memory."""
SHOWN = 20  # names in a message

MEANINGS: Mapping[str, str] = {
    "hypothesis": "hypotheses",
    "reference": "references",
    "doc": "documents",
    "source": "sources",
}
"""The columns that are not metadata, and what they contain."""
LABELLED = ("hypothesis", "reference")
"""The columns of which a table can have several."""
_USUAL_NAMES = {
    "hypothesis": "hypothesis hypotheses hyp hyps prediction predictions predict predicted pred "
    "preds pred_text predicted_text output outputs model_output system_output mt response "
    "responses completion completions candidate candidates generated generated_text generation "
    "generations translation translations filtered_resps resps",
    "reference": "reference references ref refs target targets tgt gold golds golden gold_text "
    "ground_truth ground_truths groundtruth truth label labels expected expected_output answer "
    "answers",
    "doc": "doc docs document documents docid doc_id document_id",
    "source": "source sources src",
}
MEANING_OF: Mapping[str, str] = {
    name: meaning for meaning, names in _USUAL_NAMES.items() for name in names.split()
}
"""What usual names of columns mean: the column that they are read as."""
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+", re.ASCII)
COMMA_OF_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}", re.ASCII)
MISSING = r"\N"
"""A missing reference in a table of separated fields."""
SYSTEMS = ("system", "systems", "sys", "system_name", "system_id",
           "model", "models", "model_name", "model_id")  # fmt: skip
"""Names of columns that say which system each row is of."""
SEGMENT = ("segment", "line", "SID", "seg_id", "segment_id", "seg-id", "item")
"""Names of columns that say which segment each row is of, from 1."""
FROM_0 = ("line_id",)
"""The same from 0."""
FILTERED, RAW = "filtered_resps", "resps"
"""The hypotheses of lm-evaluation-harness, which scores the former and keeps the latter."""
SAMPLE_ID = "doc_id"
"""The number of a segment in its samples, which is the name of no document there."""
TARGET = "target"
"""The reference in its samples."""
NUMBERED = re.compile(r"(.+?)[_.]?\d+")
"""A name with a number, such as reference2, or reference.1 as pandas calls a second one."""


def meaning_of(column: str) -> str | None:
    """Return the column that a usual name is read as, with its label, or None."""
    _, mark, label = column.partition(":")
    meaning = MEANING_OF.get(_word_of(column))
    if meaning is None or (mark and meaning not in LABELLED):
        return None
    return meaning + mark + label


def _word_of(column: str) -> str:
    """Return the name of a column without its label, as it is looked up."""
    return column.partition(":")[0].strip().lower().replace(" ", "_").replace("-", "_")


def _without_number(column: str) -> str:
    """Return the word of a column that ends in a number, without it, or an empty text."""
    match = NUMBERED.fullmatch(_word_of(column))
    return match[1] if match else ""


def system_column(columns: Iterable[str], where: str, noun: str = "column") -> str | None:
    """Return the column that names the system of each row, or None; refuse several."""
    named = [column for column in columns if column.lower() in SYSTEMS]
    if len(named) > 1:
        raise InputError(
            f"{where}: the {noun}s {named[0]!r} and {named[1]!r} both name the system of a row; "
            "rename the one that does not"
        )
    return named[0] if named else None


def base_of(column: str) -> str:
    """Return the name of a column without its label, if it has one."""
    base = column.partition(":")[0]
    return base if base in LABELLED else column


def named_columns(
    columns: Sequence[str],
    given: Mapping[str, str] | None,
    where: str,
    plurals: Collection[str] = (),
) -> list[str]:
    """Return the names that the columns of a table are read as, or refuse ambiguous ones.

    `given` has columns of meanings, such as "reference:2"; `plurals` hold several texts.
    """
    names = {column: column for column in columns}  # one that occurs twice is refused elsewhere
    decided: dict[str, str] = {}
    for word, column in (given or {}).items():
        meaning = meaning_of(word)
        if meaning is None:
            raise OptionError(
                f"columns: {word!r} is not a meaning of a column; expected one of "
                f"{', '.join(MEANINGS)}, as in hypothesis={column}"
            )
        if column not in names:
            parts = column.split(",")
            several = meaning in LABELLED and len(parts) > 1 and names.keys() >= set(parts)
            how = f"; for several columns write {with_labels(meaning, parts)}" if several else ""
            raise InputError(
                f"{where}: there is no column {column!r}{_found(columns, 'column')}{how}"
            )
        decided[column] = names[column] = meaning
    others = {each: meaning_of(each) or "" for each in names if each not in decided}
    numbered = {each: _without_number(each) for each, meaning in others.items() if not meaning}
    for base, meant in MEANINGS.items():
        usual = [each for each, meaning in others.items() if base_of(meaning) == base]
        own = [each for each in usual if base_of(each) == base or each in plurals]
        if base in map(base_of, decided.values()):
            names |= {each: f"other {each}" for each in own}  # the caller named another one
            continue
        words = {each.partition(":")[0].lower(): each for each in usual}
        if FILTERED in words and words.pop(RAW, ""):
            usual = [each for each in usual if each.lower() != RAW]
        rivals = own[:1] or list(words.values())
        if_all = ""
        if base in LABELLED:
            words_read = set(map(_word_of, own or usual))
            rivals += [each for each, word in numbered.items() if word in words_read]
            with_all = f"with --columns {with_labels(base, rivals)}"
            if_all = f"; if all, {f'write them under the key {meant!r}' if plurals else with_all}"
        if len(rivals) > 1:
            raise InputError(
                f"{where}: {rivals[0]!r} and {rivals[1]!r} both mean {meant}; say which is meant "
                f"with --columns {base}={rivals[0]} (columns={{{base!r}: {rivals[0]!r}}} in "
                f"Python){if_all}"
            )
        if own:
            continue
        names |= {each: others[each] for each in usual}
    read: dict[str, str] = {}
    for column, name in names.items():
        if read.setdefault(name, column) != column:
            raise InputError(
                f"{where}: {read[name]!r} and {column!r} are both read as {name!r}; rename one of "
                "them"
            )
    read_as = [names[column] for column in columns]
    for base in LABELLED if not plurals else ():
        labelled = [column for column in read_as if column.startswith(f"{base}:")]
        if base in read_as and labelled:
            raise InputError(
                f"{where}: the columns {base!r} and {labelled[0]!r} exclude each other; "
                f"label all of them, as in {base}:1"
            )
    return read_as


def with_labels(meaning: str, columns: Iterable[str]) -> str:
    """Return what --columns says of several columns with one meaning: hypothesis:A=sysA ..."""
    return " ".join(
        f"{meaning}:{label}={column}"
        for label, column in zip(ascii_uppercase, columns, strict=False)
    )


def explain_absent(
    columns: Sequence[str], *wanted: str, noun: str = "column", header: Sequence[str] = ()
) -> str:
    """Return the message about a table that lacks columns; JSON Lines have keys instead.

    `columns` are what those of the table are read as, and `header` their names in the file.
    """
    absent = f"has no {' or '.join(map(repr, wanted))}{_found(columns, noun, header)}"
    if all(column.partition(":")[0] in MEANINGS for column in columns):
        return absent
    how = " ".join(f"{each}=NAME" for each in wanted)
    python = ", ".join(f"{each!r}: NAME" for each in wanted)
    return f"{absent}; say which {noun} it is with --columns {how} (columns={{{python}}} in Python)"


def _found(columns: Sequence[str], noun: str, header: Sequence[str] = ()) -> str:
    shown = [
        f"{own!r} (read as {name!r})" if own != name and base_of(name) in MEANINGS else repr(own)
        for own, name in zip(header or columns, columns[:SHOWN], strict=False)
    ]
    names = ", ".join(shown) or f"no {noun}s"
    more = f" and {len(columns) - SHOWN:,} more" if len(columns) > SHOWN else ""
    return f"; found {names}{more}"


def misnamed(
    metadata: Iterable[str], columns: Collection[str], noun: str = "column"
) -> Iterator[tuple[str, list[str]]]:
    """Yield a message about each column of metadata that looks misnamed, and the names it may need.

    JSON Lines have keys instead, whose names have no labels as in `hypothesis:NAME`.
    """
    for column in metadata:
        base, _, label = column.partition(":")
        labelled = noun == "column" and base and label
        meaning = None
        if base not in (RAW, SAMPLE_ID):
            meaning = meaning_of(base) or meaning_of(_without_number(base))
        meant = (meaning,) if meaning else LABELLED if labelled else ()
        names = [
            f"{name}:{label}" if labelled and name in LABELLED else name
            for name in meant
            if name in LABELLED or name not in columns
        ]
        advice = (
            f"if {MEANINGS[name.partition(':')[0]]} are meant, rename it {name!r}" for name in names
        )
        if names:
            yield f"the {noun} {column!r} is read as metadata; {'; '.join(advice)}", names


def whole(text: str, what: str, where: str, remedy: str = "") -> int:
    """Return a whole number, which may be written as 12.0, or refuse it."""
    stripped = without_point(text)
    if not is_whole_number(stripped):
        raise InputError(
            f"{where}: the {what} is {text!r}; expected a whole number, as in 12{remedy}"
        )
    return int(stripped)


class OwnNumber(NamedTuple):
    """A number of a segment that texts have themselves: its column, and the line from 1."""

    column: str
    number: int
    line: int


def other_number(
    metadata: Mapping[str, Sequence[str]], column: str = "", first: int = 1, begin: int = 0
) -> OwnNumber | None:
    """Return the first number of texts that contradicts those of their lines, or None.

    Numbers in `column` must be those of the lines, which count from `first` behind `begin` earlier
    ones. In another column they must only ascend, as those of a part of a test set do. Numbers that
    occur twice say nothing: they start anew in each document.
    """
    for name in dict.fromkeys((column, *SEGMENT, *FROM_0)):
        texts = map(without_point, metadata.get(name, ()))
        own = [int(text) for text in texts if is_whole_number(text)]
        behind = begin + first
        repeats = name == column and any(first <= number < behind for number in own)
        if repeats or len(set(own)) < len(metadata.get(name, ())):
            continue
        least = range(behind, behind + len(own)) if name == column else [0, *own]
        for line, (number, expected) in enumerate(zip(own, least, strict=False), start=begin + 1):
            if number < expected or (name == column and number > expected):
                return OwnNumber(name, number, line)
    return None


def refuse_other_numbers(
    where: str,
    metadata: Mapping[str, Sequence[str]],
    column: str,
    first: int,
    begin: int = 0,
    from_0: str = "",
) -> None:
    """Refuse scores with numbers of lines, in `column`, of texts with `other_number`.

    `from_0` is a further remedy if the numbers of the texts begin with 0.
    """
    own = other_number(metadata, column, first, begin)
    if own is not None:
        raise InputError(
            f"{where}: {column!r} has numbers of lines of the texts, from {first}, but the texts' "
            f"own {own.column!r} is {own.number} in line {own.line:,}; number both in the order of "
            f"the texts, or leave out the column of the texts{'' if own.number else from_0}"
        )


def without_point(text: str) -> str:
    """Return a whole number without spaces around it and the .0 that pandas writes."""
    return text.strip().removesuffix(".0")  # of more characters than `int` strips


def with_point(text: str) -> str:
    """Return what an error on a number adds if it may have a decimal comma."""
    number = text.strip()
    if not DECIMAL_COMMA.fullmatch(number):
        return ""
    thousands = f", or {number.replace(',', '')} if the comma separates thousands"
    return (
        f" (write {number.replace(',', '.')}"
        f"{thousands if COMMA_OF_THOUSANDS.fullmatch(number) else ''})"
    )


def refuse_many_columns(number: int, where: str) -> None:
    """Refuse a table with more than `MOST_COLUMNS` columns."""
    if number > MOST_COLUMNS:
        raise InputError(
            f"{where}: there are {counted(number, 'column')}, but at most {MOST_COLUMNS:,} are "
            "read; check that the file is a table, and leave out columns"
        )


def refuse_missing(
    fields: Sequence[str | None], columns: Sequence[str], where: str, missing: str
) -> None:
    """Refuse a row in which a text that is no reference, or every reference, is missing."""
    for column, field in zip(columns, fields, strict=True):
        if field is None and base_of(column) != "reference":
            raise InputError(
                f"{where}: column {column!r} is {missing}, which means missing, but only a "
                "reference may be missing; write an empty text if that is meant, or write the "
                f"file as JSON Lines if {missing} is the text itself"
            )
    bases = map(base_of, columns)
    if {None} == {field for base, field in zip(bases, fields, strict=True) if base == "reference"}:
        hints = [
            f"{message}. Without it, "
            for message, names in misnamed(metadata_of(columns), columns)
            if "reference" in map(base_of, names)
        ]
        raise InputError(
            f"{where}: {''.join(hints[:1])}every reference is missing ({missing}); give at least "
            "one, or remove the row"
        )


def metadata_of(columns: Iterable[str]) -> list[str]:
    """Return the columns without a meaning."""
    return [column for column in columns if base_of(column) not in MEANINGS]

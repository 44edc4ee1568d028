"""Transcripts with utterance ids: .trn files of sclite, and `text` files of Kaldi and ESPnet.

A line of a .trn file is `WORDS (ID)`, and one of a `text` file `ID WORDS`. The ids join files in
any order; the segments have the order of the first file. The name of a file says that it has ids:
the ending .trn, or `text` with an id in every line; or the caller does. Ids in a file of another
name may be text, so they are refused or warned of, and never removed without being asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from tallystick.errors import InputError, counted, warn
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import (
    FilePath,
    can_be_read_again,
    display_name,
    open_bytes,
    split_name,
    uncompressed_name,
)


class Form(NamedTuple):
    """What the lines of a format with ids are like, and where in them the id is."""

    shown: str
    line: str
    has_id: str


FORMS: Mapping[str, Form] = {
    "trn": Form("WORDS (ID)", r"(?s)(?:(?P<words>.*\S)\s+|\s*)\((?P<id>[^()\s]+)\)\s*", "ends"),
    "kaldi": Form("ID WORDS", r"(?s)(?P<id>\S+)(?:\s+(?P<words>.*?))?\s*", "begins"),
}
"""The formats of plain files that have ids."""
FORMATS = ("lines", *FORMS)
"""The formats of plain files."""
ID = r"(?=.*[\d_-])[\[</]?\w[\w.:/@+=#-]*(?<=\w)[\]>:|]?"
"""What can be an id."""
CORPUS_ID = (
    r"(?=.*\d)(?!\d{4}-\d\d-\d\d(?:\D|$))(?:0\d{3,}|[^\W_]+(?:[_-][^\W_]+){2,}|"
    r"(?=.*[^\W\d_])[^\W_]+[_-][^\W_]+|(?=.*\d.*[^\W\d].*\d)\w{6,}|[^\W\d_]+\d+)"
)
"""What ids of corpora are like, and hardly any word, number, date or time."""
MANY = 10
"""So many lines do not begin or end with different words like ids of corpora by chance."""
FEW = 4
"""Fewer lines are not warned of."""
SAMPLE = 1 << 16  # bytes
UNSUPPORTED = r"[{}]|(?<!\S)(@|\(\S+\))(?!\S)"
"""Alternatives `{a / b / @}` and optional words `(a)` of .trn files."""
SHOWN = 3
Words: TypeAlias = Mapping[str, str]
"""The words of utterances by their ids."""
Reader: TypeAlias = Callable[..., Text]


def joined_by_ids(
    paths: Sequence[FilePath], others: Sequence[FilePath] = (), format: str | None = None
) -> Mapping[FilePath, Text] | None:
    """Return the words of plain files that have utterance ids, or None if no file has them.

    The words of the same utterance are in the same place, in the order of the first file. `others`
    are files that have no ids, such as a table; `format` is that of all files, not by name. Only if
    another file has ids by its name, a pipe is read.
    """
    if format == "lines":
        return None
    read: Reader = cache(read_text)  # each pipe once
    forms = {path: _certain_form(path, read, format) for path in paths}
    anchor = next((path for path, form in forms.items() if form), None)
    if anchor is None:
        _refuse_possible_ids(paths, read)
        return None
    for other in others:
        raise _without_ids(anchor, display_name(other))
    known = _words(anchor, str(forms[anchor]), read)
    sides = {
        path: _words(path, form or _form_of(path, known, anchor, read), read)
        for path, form in forms.items()
    }
    first = sides[paths[0]]
    for path, words in sides.items():
        _refuse_other_ids(display_name(paths[0]), first, display_name(path), words)
    return {path: Text.from_lines([words[id] for id in first]) for path, words in sides.items()}


def warn_of_ids(path: FilePath, lines: Sequence[str]) -> None:
    """Warn of ids in a file that can be read only once, whose lines are not joined by them."""
    if not can_be_read_again(path):
        for form in FORMS:
            if _are_of_corpus(ids := _ids(lines, form)):
                _warn_of_possible_ids(path, ids)


def _is_trn(path: FilePath) -> bool:
    return split_name(path)[1] == ".trn"


def _certain_form(path: FilePath, read: Reader, format: str | None) -> str | None:
    if format is not None or _is_trn(path):
        return format or "trn"
    if (
        uncompressed_name(path) == "text"
        and can_be_read_again(path)
        and _all_match(CORPUS_ID, _ids(_first_lines(path), "kaldi"))
    ):
        ids = _ids(read(path), "kaldi")
        if len(set(ids)) > len(ids) / 2 and _all_match(CORPUS_ID, ids):
            return "kaldi"
    return None


def _first_lines(path: FilePath) -> list[str]:
    """Return the whole lines at the beginning of a file."""
    with open_bytes(path) as file:
        sample = file.read(SAMPLE).removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    return sample.split("\n")[: -1 if len(sample) >= SAMPLE // 4 else None]


def _ids(lines: Iterable[str], form: str, distinct: bool = False) -> list[str]:
    """Return the id of each line that is not blank; none if a line has none.

    With `distinct`, none if two have the same or most of the lines have no words.
    """
    ids: list[str] = []
    seen: set[str] = set()
    bare = 0
    for line in filter(str.strip, lines):
        match = re.fullmatch(FORMS[form].line, line)
        if match is None or (distinct and match["id"] in seen):
            return []
        ids.append(match["id"])
        seen.add(match["id"])
        bare += not match["words"]
    return [] if distinct and 2 * bare >= len(ids) else ids


def _all_match(pattern: str, words: Iterable[str]) -> bool:
    return all(re.fullmatch(pattern, word) for word in words)


def _are_of_corpus(ids: Sequence[str]) -> bool:
    return MANY <= len(ids) == len(set(ids)) and _all_match(CORPUS_ID, ids)


def _refuse_possible_ids(paths: Sequence[FilePath], read: Reader) -> None:
    """Refuse files whose lines may have ids, or warn of them where they are more likely text."""
    beginnings = {path: _first_lines(path) for path in paths if can_be_read_again(path)}
    for form in FORMS:
        # the files of which each line has a word of its own where an id would be; these words
        each = {
            path: words
            for path, lines in beginnings.items()
            if (words := _ids(lines, form, True) and _ids(read(path), form, True))
        }
        of_corpus = [path for path, words in each.items() if _are_of_corpus(words)]
        like_ids = {path: words for path, words in each.items() if _all_match(ID, words)}
        shuffled = [*_in_other_order(each, True), *_in_other_order(like_ids, False)]
        if of_corpus or shuffled:
            path = (of_corpus or shuffled)[0]
            order = "" if of_corpus else ", in another order than the other files"
            raise InputError(
                f"every line of {display_name(path)} {FORMS[form].has_id} with a word of its own, "
                f"such as {each[path][0]!r}{order}; say whether it is an utterance id with "
                f"--text-format {form}, or text with --text-format lines (in Python "
                f"format={form!r} or 'lines')"
            )
        fewest = MANY if len(like_ids) < len(paths) else FEW
        for path, words in like_ids.items():
            if len(words) >= fewest and len(paths) > 1:
                _warn_of_possible_ids(path, words)
                break


def _warn_of_possible_ids(path: FilePath, ids: Sequence[str]) -> None:
    warn(
        f"every line of {display_name(path)} has a word of its own, such as {ids[0]!r}, which may "
        "be an utterance id; it is scored as text: add --text-format kaldi (ID WORDS) or trn "
        "(WORDS (ID)) if it is an id, and --text-format lines if it is not (in Python "
        "format='kaldi', 'trn' or 'lines')"
    )


def _in_other_order(each: Mapping[FilePath, Sequence[str]], are_words: bool) -> list[FilePath]:
    """Return the files that have most words of the first one, in another order.

    What may be words, and not ids, must be many, and those of the first.
    """
    first: Sequence[str] = next(iter(each.values()), ())
    reordered = []
    for path, words in each.items():
        common = set(first) & set(words)
        alike = len(common) == len(first) >= MANY if are_words else 2 * len(common) > len(first)
        orders = ([word for word in all_words if word in common] for all_words in (first, words))
        if alike and next(orders) != next(orders):
            reordered.append(path)
    return reordered


def _form_of(path: FilePath, known: Words, anchor: FilePath, read: Reader) -> str:
    """Return the form in which most ids of a file are known."""
    counts = dict.fromkeys(FORMS, 0)
    for line in read(path):
        for form, expected in FORMS.items():
            match = re.fullmatch(expected.line, line)
            counts[form] += match is not None and match["id"] in known
    form = max(counts, key=counts.__getitem__)
    if 2 * counts[form] < len(read(path)):
        raise _without_ids(anchor, f"most of {display_name(path)}")
    return form


def _words(path: FilePath, form: str, read: Reader) -> dict[str, str]:
    name = display_name(path)
    lines: dict[str, int] = {}
    words: dict[str, str] = {}
    for number, line in enumerate(read(path), start=1):
        if _is_trn(path) and (line.startswith(";;") or not line.strip()):
            continue
        match = re.fullmatch(FORMS[form].line, line)
        if match is None:
            shown = FORMS[form].shown
            raise InputError(f"{name}, line {number:,}: has no utterance id; expected {shown}")
        id, text = match["id"], match["words"] or ""
        if id in words:
            raise InputError(
                f"{name}, line {number:,}: the utterance id {id!r} occurs twice, first in line "
                f"{lines[id]:,}; every utterance needs an id of its own"
            )
        if form == "trn" and (unsupported := re.search(UNSUPPORTED, text)):
            raise InputError(
                f"{name}, line {number:,}: has {unsupported[0]!r}, which sclite reads as part of "
                "an alternative {a / b / @} or as an optional word (a); these are not supported: "
                "write the words that are to be scored"
            )
        words[id], lines[id] = text, number
    if not words:
        raise InputError(f"{name} has no utterance, so there is nothing to score")
    return words


def _without_ids(anchor: FilePath, other: str) -> InputError:
    return InputError(
        f"{display_name(anchor)} has utterance ids, but {other} has none to join them by; give "
        "every file the same ids, or remove them from all"
    )


def _refuse_other_ids(one: str, first: Words, other: str, words: Words) -> None:
    differences = []
    for lacks, those, has, ids in ((other, words, one, first), (one, first, other, words)):
        missing = [id for id in ids if id not in those]
        if missing:
            more = f" and {len(missing) - SHOWN:,} more" if len(missing) > SHOWN else ""
            differences.append(
                f"{lacks} lacks {counted(len(missing), 'utterance')} of {has} "
                f"({', '.join(map(repr, missing[:SHOWN]))}{more})"
            )
    if differences:
        raise InputError(f"{', and '.join(differences)}; both need the same utterance ids")

"""Transcripts with utterance ids: .trn files of sclite, and `text` files of Kaldi and ESPnet.

A line of a .trn file is `WORDS (ID)`, and one of a `text` file `ID WORDS`. The ids join files in
any order; the segments have the order of the first file. A file is recognised by the ending .trn,
or where every line has an id of its own in the same place: 20 ids or more, or fewer that are hardly
words, such as `spk-001` or `1089_0012`. Ids contain a digit, a hyphen or an underscore.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from tallystick.errors import InputError, warn
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import (
    FilePath,
    can_be_read_again,
    display_name,
    open_bytes,
    split_name,
)
from tallystick.metrics.text import Text
from tallystick.metrics.wording import counted

TRN = re.compile(r"(?s)(?:(?P<words>.*\S)\s+|\s*)\((?P<id>[^()\s]+)\)\s*")
KALDI = re.compile(r"(?s)(?P<id>\S+)(?:\s+(?P<words>.*?))?\s*")
SCLITE = "WORDS (ID)"
FORMS = {SCLITE: TRN, "ID WORDS": KALDI}
ID = re.compile(r"(?!\d{4}-\d\d-\d\d$)(?=.*[\d_-])\w[\w.:/@+=#-]*(?<=\w)")
"""What can be an id; a date is not one."""
NO_WORD = re.compile(r"(?=.*\d)(.*_.*|(.*\D)?0\d.*|.*-.*-.*)")
"""An id that is hardly a word: an underscore, a number with leading zeros, or two hyphens."""
MANY = 20
"""So many lines do not begin with different words that look like ids by chance."""
SAMPLE = 1 << 16  # bytes
UNSUPPORTED = re.compile(r"[{}]|(?<!\S)(@|\(\S+\))(?!\S)")
"""Alternatives `{a / b / @}` and optional words `(a)` of .trn files."""
SHOWN = 3
Words: TypeAlias = Mapping[str, str]
"""The words of utterances by their ids."""
Reader: TypeAlias = Callable[..., Text]


def anchor_of(paths: Sequence[FilePath], others: Sequence[FilePath] = ()) -> FilePath | None:
    """Return the first plain file that has utterance ids, or None; a pipe is not read.

    Raises:
        InputError: A file has ids, and there are `others`, such as a table, that have none.
    """
    read: Reader = cache(read_text)
    for path in paths:
        if _certain_form(path, read) is not None:
            for other in others:
                raise _without_ids(path, display_name(other))
            return path
    _warn_of_possible_ids(paths, read)
    return None


def joined_by_ids(paths: Sequence[FilePath], anchor: FilePath) -> dict[FilePath, Text]:
    """Return the words of files, those of the same utterance in the same place.

    Args:
        paths: The files, of which the first decides the order.
        anchor: One of them that has ids.

    Raises:
        InputError: A file has no ids or not those of the first, has an id twice, or has syntax of
            sclite that is not supported.
    """
    read: Reader = cache(read_text)  # each pipe once
    known = _words(anchor, _certain_form(anchor, read) or SCLITE, read)
    sides = {}
    for path in paths:
        form = _certain_form(path, read) or _form_of(path, known, anchor, read)
        sides[path] = _words(path, form, read)
    first = sides[paths[0]]
    for path, words in sides.items():
        _refuse_other_ids(display_name(paths[0]), first, display_name(path), words)
    return {path: Text.from_lines([words[id] for id in first]) for path, words in sides.items()}


def refuse_ids(path: FilePath, lines: Sequence[str]) -> None:
    """Refuse lines with ids of a file that can be read only once, which are not joined by them."""
    if not can_be_read_again(path) and any(_are_ids(_ids(lines, form)) for form in FORMS):
        raise InputError(
            f"{display_name(path)}: every line has an utterance id, by which lines are joined in "
            "files only; save it to a file and name that"
        )


def _is_trn(path: FilePath) -> bool:
    return split_name(path)[1] == ".trn"


def _certain_form(path: FilePath, read: Reader) -> str | None:
    for form in _possible_forms(path):
        if _is_trn(path) or _are_ids(_ids(read(path), form)):
            return form
    return None


def _possible_forms(path: FilePath) -> list[str]:
    """Return the forms that the first lines of a file can have."""
    if _is_trn(path):
        return [SCLITE]
    if not can_be_read_again(path):
        return []
    with open_bytes(path) as file:
        sample = file.read(SAMPLE).removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    lines = sample.split("\n", SHOWN)[:SHOWN]
    if not lines[-1]:
        lines.pop()
    return [form for form in FORMS if all(map(ID.fullmatch, _ids(lines, form) or [""]))]


def _ids(lines: Sequence[str], form: str) -> list[str]:
    """Return the id of each line; none if a line has none."""
    found = [FORMS[form].fullmatch(line) for line in lines]
    ids = [match["id"] for match in found if match]
    return ids if len(ids) == len(found) else []


def _are_ids(ids: Sequence[str]) -> bool:
    if not ids or 2 * len(set(ids)) <= len(ids) or not all(map(ID.fullmatch, ids)):
        return False
    if len(ids) >= MANY:
        return True
    if len(ids) > 1 and re.match("[a-z]{2}", ids[0]) and len({id[:2] for id in ids}) == 1:
        return True
    return all(map(NO_WORD.fullmatch, ids)) and (len(ids) > 1 or not ids[0].isdecimal())


def _form_of(path: FilePath, known: Words, anchor: FilePath, read: Reader) -> str:
    """Return the form in which most ids of a file are known."""
    counts = dict.fromkeys(FORMS, 0)
    for line in read(path):
        for form, expected in FORMS.items():
            match = expected.fullmatch(line)
            counts[form] += match is not None and match["id"] in known
    form = max(counts, key=counts.__getitem__)
    if 2 * counts[form] < len(read(path)):
        raise _without_ids(anchor, f"most of {display_name(path)}")
    return form


def _words(path: FilePath, form: str, read: Reader) -> dict[str, str]:
    """Return the words of a file by utterance ids."""
    name = display_name(path)
    lines: dict[str, int] = {}
    words: dict[str, str] = {}
    for number, line in enumerate(read(path), start=1):
        if _is_trn(path) and (line.startswith(";;") or not line.strip()):
            continue
        match = FORMS[form].fullmatch(line)
        if match is None:
            raise InputError(f"{name}, line {number:,}: has no utterance id; expected {form}")
        id, text = match["id"], match["words"] or ""
        if id in words:
            raise InputError(
                f"{name}, line {number:,}: the utterance id {id!r} occurs twice, first in line "
                f"{lines[id]:,}; every utterance needs an id of its own"
            )
        if form == SCLITE and (unsupported := UNSUPPORTED.search(text)):
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


def _warn_of_possible_ids(paths: Sequence[FilePath], read: Reader) -> None:
    for form in FORMS if len(paths) > 1 else ():
        if all(form in _possible_forms(path) for path in paths):
            first, *others = (_ids(read(path), form) for path in paths)
            if 1 < len(first) == len(set(first)) and all(set(first) == set(ids) for ids in others):
                warn(
                    f"every line of {display_name(paths[0])} has a word of its own, such as "
                    f"{first[0]!r}, that is in the other files too and may be an utterance id; it "
                    "is scored as text. If it is an id, remove it, or write lines WORDS (ID) into "
                    "files that end in .trn"
                )

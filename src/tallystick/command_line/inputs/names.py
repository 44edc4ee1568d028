"""Names of systems from the names of their files."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from tallystick.errors import InputError
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.reading.opening import display_name, is_standard_input, split_name

WMT = re.compile(r"[^.]+\.[a-z]{2,3}-[a-z]{2,3}\.(hyp\.)?(?P<system>.+)\.[a-z]{2,3}")
LANGUAGE = re.compile(r"(?P<system>.+)\.[a-z]{2,3}(-[a-z]{2,3})?")


def system_names(paths: Sequence[str]) -> list[str]:
    """Return a unique name for the system of each file.

    It is the name of the file without folder, known endings, and what WMT puts around the name of a
    system; as much of the folders is included as needed to distinguish the systems.

    >>> system_names(["a/test.de-en.hyp.Online-W.en", "a/test.de-en.hyp.Online-B.en"])
    ['Online-W', 'Online-B']
    >>> system_names(["run-1/out.txt", "run-2/out.txt"])
    ['run-1/out', 'run-2/out']
    """
    names = [_as_unicode(split_name(path)[0]) for path in paths]
    for shape in (WMT, LANGUAGE):
        found = [shape.fullmatch(name) for name in names]
        shortened = [match["system"] for match in found if match]
        if len(shortened) == len(names) == len(set(shortened)) and _same_around(names, shortened):
            return shortened
    folders = [os.path.dirname(os.path.normpath(path)).split(os.sep) for path in paths]
    depth = 0
    while len(set(names)) < len(names) and depth < max(map(len, folders)):
        depth += 1
        names = [
            _as_unicode("/".join([*folder[-depth:], split_name(path)[0]]))
            for folder, path in zip(folders, paths, strict=True)
        ]
    if len(set(names)) < len(names):  # out.txt and out.txt.gz
        return [_as_unicode(display_name(path)) for path in paths]
    return names


def check_names(given: Sequence[str], systems: Sequence[str], runs: bool = False) -> list[str]:
    """Return the names that the user gave to systems; with `runs`, names may be repeated."""
    if len(given) != len(systems):
        raise InputError(
            f"--names has {counted(len(given), 'name')} for {counted(len(systems), 'system')} "
            f"({', '.join(systems)}); give one name per system"
        )
    for name in given:
        if not name.strip():
            raise InputError(f"--names has the blank name {name!r}; give every system a name")
        if given.count(name) > 1 and not runs:
            raise InputError(f"--names has {name!r} twice; give every system a different name")
    return list(map(_as_unicode, given))


def refuse_same_file(
    what: str, paths: Sequence[str], remedy: str = "; give every file once"
) -> None:
    """Refuse a file that is given twice, under any path."""
    seen: dict[str, str] = {}
    for path in paths:
        real = path if is_standard_input(path) else os.path.realpath(path)
        if real in seen:
            raise InputError(
                f"{display_name(path)} is given twice among the {what}"
                + ("" if seen[real] == path else f" (also as {seen[real]})")
                + remedy
            )
        seen[real] = path


def _as_unicode(word: str) -> str:
    """Return a word of the command line as UTF-8, regardless of the locale."""
    return os.fsencode(word).decode("utf-8", "backslashreplace")


def _same_around(names: Sequence[str], shortened: Sequence[str]) -> bool:
    """Return whether the same text was removed from all names."""
    around = {
        name.replace(short, "\0", 1).replace(".hyp.\0", ".\0")
        for name, short in zip(names, shortened, strict=True)
    }
    return len(around) == 1

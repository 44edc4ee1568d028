"""Placeholders of a test set, its languages and its systems in names of files.

| placeholder | meaning |
| --- | --- |
| `{set}` | the name of the set, such as en-zh |
| `{source}`, `{target}` | the languages that it consists of, en and zh |
| `{system}` | the name of a system, in names of hypotheses |
| `*` | the name of a system, or any text where `{system}` is too |
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Sequence

from tallystick.errors import InputError

SET, SOURCE, TARGET, SYSTEM = "{set}", "{source}", "{target}", "{system}"
STAR = "*"
PLACEHOLDER = re.compile(r"\{\w+\}")


def of_set(text: str, name: str) -> str:
    """Return text with the name of a set, and its languages, for their placeholders.

    Raises:
        InputError: There is a placeholder of a language, but the name is not two languages.

    >>> of_set("{set}/hypotheses.{target}", "en-zh")
    'en-zh/hypotheses.zh'
    """
    values = {SET: name}
    if SOURCE in text or TARGET in text:
        languages = name.split("-")
        if len(languages) != 2 or not all(languages):
            raise InputError(
                f"{text!r} names a language of the set {name!r}; expected a set named "
                f"SOURCE-TARGET, such as en-zh; write the language itself instead"
            )
        values[SOURCE], values[TARGET] = languages
    return PLACEHOLDER.sub(lambda found: values.get(found[0], found[0]), text)


def check_placeholders(text: str, known: Sequence[str]) -> None:
    """Refuse names in braces that are not known placeholders."""
    for found in PLACEHOLDER.findall(text):
        if found not in known:
            raise InputError(
                f"there is no placeholder {found} for {text!r}; expected {', '.join(known)}"
            )


def files_of_systems(patterns: Sequence[str], where: str) -> dict[str, str]:
    """Return the file of each system by its name, which must be clear; `where` begins errors.

    A pattern without placeholder is the file of one system, named after it.
    """
    found: dict[str, str] = {}
    for pattern in patterns:
        for system, path in _matches(pattern, where):
            if system in found:
                raise InputError(
                    f"{where}: {found[system]} and {path} are both of the system {system}; "
                    "expected one file of each system, because runs of one system are compared on "
                    f"single sets only: write a narrower pattern than {pattern}, or {SYSTEM} for "
                    "more of the name"
                )
            found[system] = path
    return found


def _matches(pattern: str, where: str) -> Iterator[tuple[str, str]]:
    if STAR not in pattern and SYSTEM not in pattern:
        yield os.path.splitext(os.path.basename(pattern))[0], pattern
        return
    if SYSTEM not in pattern and pattern.count(STAR) > 1:
        raise InputError(
            f"{where}: {pattern} has {pattern.count(STAR)} asterisks, and each could be the name "
            f"of a system; write {SYSTEM} for that name, such as "
            f"{pattern.replace(STAR, SYSTEM, 1)}"
        )
    named = SYSTEM if SYSTEM in pattern else STAR
    wild, expected, again = "", "", "(?P<system>.+)"
    for part in re.split(r"(\*|\{system\})", pattern):
        wild += STAR if part in (STAR, SYSTEM) else glob.escape(part)
        if part == named:
            expected, again = expected + again, "(?P=system)"
        else:
            expected += ".*" if part == STAR else re.escape(part)
    matched = [re.fullmatch(expected, path) for path in sorted(glob.glob(wild))]
    if not any(matched):
        raise InputError(
            f"{where}: no file matches {pattern}, where {named} is the name of a "
            f"system{_instead(pattern)}"
        )
    for one in filter(None, matched):
        yield one["system"], one[0]


def _instead(pattern: str) -> str:
    """Return the end of a message: what there is in the folder of a pattern."""
    folder, name = os.path.split(pattern)
    if STAR in folder or SYSTEM in folder:
        return ""
    try:
        names = sorted(os.listdir(folder or os.curdir))
    except OSError:
        return f"; there is no folder {folder}"
    before = re.split(r"\*|\{system\}", name)[0]
    alike = [one for one in names if one.startswith(before)]
    if not alike:
        return f"; no name in this folder begins with {before!r}"
    more = f" and {len(alike) - 1} alike" * (len(alike) > 1)
    return f"; the folder has {alike[0]}{more}; {SOURCE} and {TARGET} are the languages of a set"

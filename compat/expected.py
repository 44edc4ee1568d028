"""Differences of a program that are expected, with their reasons, in a file of a project."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tallystick.errors import InputError, counted

NO_REASON = "write here why"
"""The reason of differences that a command writes to a file."""

NO_TIME = "perhaps one that is expected: there was no time to find its cause"


@dataclass(frozen=True, slots=True)
class Expectation:
    """Which differences of a program were expected.

    Attributes:
        expected: The reason of each difference that was found as expected.
        unexpected: The differences that no entry names.
        gone: The entries whose difference was not found.
        file: The file of the entries.
        untried: The entries whose difference was not found before the time was up.
    """

    expected: Mapping[str, str]
    unexpected: tuple[str, ...]
    gone: tuple[str, ...]
    file: str = ""
    untried: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether exactly what is expected was found."""
        return not self.unexpected and not self.gone

    @property
    def headline(self) -> str:
        """The result as a sentence."""
        if self and self.untried:
            return "All differences are expected, as far as there was time."
        if self and not self.expected:
            return "There are no differences, as expected."
        if self:
            return f"All differences are expected ({len(self.expected)})."
        numbers = {"not expected": len(self.unexpected), "expected but not found": len(self.gone)}
        parts = (f"{counted(it, 'difference')} {what}" for what, it in numbers.items() if it)
        return f"Not as expected: {', '.join(parts)}."

    @property
    def remedies(self) -> tuple[str, ...]:
        """What to do about each entry whose difference was not found."""
        return tuple(
            f"{name!r} was not found: delete this entry from {self.file or 'the expectations'}"
            for name in self.gone
        )


def expectation(
    names: Iterable[str],
    entries: Mapping[str, str],
    file: str = "",
    unsearched: Collection[str] | None = None,
) -> Expectation:
    """Compare differences with those that are expected.

    Args:
        names: The names of the differences that were found.
        entries: The reasons of those that are expected by name, which may have the wildcards of
            `fnmatch`.
        file: The file of the entries, for messages.
        unsearched: The differences whose cause there was no time to find, each of which may be one
            that is expected; None if there was time for everything.

    >>> outcome = expectation(["clip is none instead of max"], {"clip is *": "as in our paper"})
    >>> bool(outcome), outcome.expected
    (True, {'clip is none instead of max': 'as in our paper'})
    >>> expectation([], {"clip is *": "as in our paper"}, "mine.toml").remedies
    ("'clip is *' was not found: delete this entry from mine.toml",)
    """
    given = list(names)
    matching = {
        pattern: [name for name in given if name == pattern or fnmatchcase(name, pattern)]
        for pattern in entries
    }
    expected = {name: entries[pattern] for pattern, them in matching.items() for name in them}
    gone = tuple(pattern for pattern, them in matching.items() if not them)
    untried = () if unsearched is None else gone
    if untried:
        expected = dict.fromkeys(unsearched or (), NO_TIME) | expected
    return Expectation(
        {name: expected[name] for name in given if name in expected},
        tuple(name for name in given if name not in expected),
        () if untried else gone,
        file,
        untried,
    )


def read_expected(path: str | Path) -> dict[str, str]:
    """Read a file of expected differences: in TOML, a line with name and reason for each.

    Raises:
        InputError: The file cannot be read, or has something else.
    """
    try:
        content: dict[str, Any] = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give a file of expected differences") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(
            f'{path} is not TOML ({error}); expected lines such as "clip is none" = "as in our '
            'paper"'
        ) from None
    for name, reason in content.items():
        if not isinstance(reason, str):
            raise InputError(
                f"{path}: {name!r} is {reason!r}; expected the reason, a string, of the difference "
                "with this name"
            )
    return content


def expected_text(names: Iterable[str], reasons: Mapping[str, str]) -> str:
    """Return the text of a file of expected differences.

    Args:
        names: The names of the differences.
        reasons: The reasons that are known.

    >>> print(expected_text(["clip is none instead of max"], {}), end="")
    # Differences that tallystick expects, each with its reason.
    "clip is none instead of max" = "write here why"
    """
    lines = [
        f"{_quoted(name)} = {_quoted(reasons.get(name, NO_REASON))}\n"
        for name in dict.fromkeys(names)
    ]
    return "".join(["# Differences that tallystick expects, each with its reason.\n", *lines])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

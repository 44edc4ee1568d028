"""Shared by the listing commands: loading, searching and printing named objects."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tallystick.command_line.output import write_output
from tallystick.errors import OptionError, TallystickError
from tallystick.metrics.registry import closest
from tallystick.reports.listing import Broken

if TYPE_CHECKING:
    from tallystick.metrics.registry import Entry, Registry
    from tallystick.reports.document import Report

Thing = TypeVar("Thing")


def load_all(
    registry: Registry, check: Callable[[str, Any], None]
) -> tuple[list[tuple[Entry, Any]], list[Broken]]:
    """Load everything in a registry; a broken plug-in does not prevent it.

    Args:
        registry: Metrics or tokenizers.
        check: Called with each name and object; may raise anything.

    Returns:
        The usable objects, and the unusable ones.
    """
    usable, broken = [], []
    for name, entry in registry.items():
        try:
            loaded = registry.load(name)
            check(name, loaded)
        except TallystickError as error:
            broken.append(Broken(name, entry.distribution, str(error)))
        except (Exception, SystemExit) as error:  # a plug-in can raise anything
            reason = f"{type(error).__name__}: {error}"
            broken.append(Broken(name, entry.distribution, reason))
        else:
            usable.append((entry, loaded))
    return usable, broken


def add_words(parser: argparse.ArgumentParser, others: str = "") -> None:
    """Add the words to search for, or another argument instead."""
    parser.add_argument("words", nargs="*", metavar="WORD", help=f"words to search for{others}")


def having_all(
    words: Iterable[str], things: Iterable[Thing], text_of: Callable[[Thing], str]
) -> list[Thing]:
    """Return the items whose text contains all words, ignoring case.

    >>> having_all(["B", "c"], ["abc", "bd"], str)
    ['abc']
    """
    wanted = [word.lower() for word in words]
    texts = ((thing, text_of(thing).lower()) for thing in things)
    return [thing for thing, text in texts if all(word in text for word in wanted)]


def nothing_found(kind: str, words: Sequence[str], where: str, names: Iterable[str]) -> OptionError:
    """Return the error of a search that found nothing.

    Args:
        kind: The kind of the items, in the singular; the command's name is the plural.
        words: The words.
        where: What was searched.
        names: All names; one close to a single word is suggested.

    >>> str(nothing_found("metric", ["blue"], "name", ["bleu", "nist"]))
    "no metric has 'blue' in its name; did you mean bleu?"
    """
    close = closest(words[0], list(names)) if len(words) == 1 else ""
    remedy = close or f"; see all with `tallystick {kind}s`"
    return OptionError(f"no {kind} has {' and '.join(map(repr, words))} in its {where}{remedy}")


def first_line(documented: object) -> str:
    """Return the first line of an object's docstring, or an empty text.

    >>> first_line(first_line)
    "Return the first line of an object's docstring, or an empty text."
    """
    return (documented.__doc__ or "").strip().partition("\n")[0].strip()


def add_format(parser: argparse.ArgumentParser, kind: str) -> None:
    """Add the option for the format of a listing."""
    from tallystick.reports.formats import format_names

    parser.add_argument(
        "-f",
        "--format",
        metavar="FORMAT",
        default="text",
        help=f"{', '.join(format_names(kind))} (default: text)",
    )


def write_report(report: Report, format: str) -> None:
    """Print a report.

    Raises:
        OptionError: No format has this name, or it cannot show such a report.
    """
    from tallystick.reports.formats import render

    write_output(render(report, format))

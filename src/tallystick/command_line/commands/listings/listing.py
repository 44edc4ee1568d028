"""Shared by the listing commands: loading, searching and printing named objects."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tallystick.command_line.shell.options import add_format
from tallystick.errors import OptionError, TallystickError
from tallystick.metrics.arguments.registry import closest
from tallystick.reports.listing import Broken, Listing

if TYPE_CHECKING:
    from tallystick.metrics.arguments.registry import Entry, Registry

Thing = TypeVar("Thing")


def load_all(
    registry: Registry, check: Callable[[str, Any], None]
) -> tuple[list[tuple[Entry, Any]], list[Broken]]:
    """Load everything in a registry; return the usable and the unusable objects.

    `check` is called with each name and object, and may raise anything.
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


def add_search(parser: argparse.ArgumentParser, kind: str, others: str = "") -> None:
    """Add the words to search for, or another argument instead, and the format of the listing."""
    parser.add_argument("words", nargs="*", metavar="WORD", help=f"words to search for{others}")
    add_format(parser, kind)


def having_all(
    words: Iterable[str], things: Iterable[Thing], text_of: Callable[[Thing], str]
) -> list[Thing]:
    """Return the items whose text contains all words, ignoring case."""
    wanted = [word.lower() for word in words]
    texts = ((thing, text_of(thing).lower()) for thing in things)
    return [thing for thing, text in texts if all(word in text for word in wanted)]


def found_in(
    listing: Listing[Any], words: Sequence[str], where: str, names: Iterable[str]
) -> Listing[Any]:
    """Return what has all words in its entry.

    Raises:
        OptionError: Nothing has them; one of `names` close to a single word is suggested.
    """

    def searched(one: Any) -> str:
        entry = one.entry()
        return " ".join((entry.name, entry.remark, *entry.lines, one.distribution))

    found = tuple(having_all(words, listing.things, searched))
    broken = tuple(having_all(words, listing.broken, searched))
    if not found and not broken:
        raise nothing_found(listing.kind.removesuffix("s"), words, where, names)
    return Listing(listing.kind, found, broken)


def nothing_found(kind: str, words: Sequence[str], where: str, names: Iterable[str]) -> OptionError:
    """Return the error of a search for words that found nothing.

    `kind` is the singular of the command's name; one of `names` close to a single word is
    suggested.
    """
    close = closest(words[0], list(names)) if len(words) == 1 else ""
    remedy = close or f"; see all with `tallystick {kind}s`"
    return OptionError(f"no {kind} has {' and '.join(map(repr, words))} in its {where}{remedy}")


def first_line(documented: object) -> str:
    """Return the first line of an object's docstring, or an empty text."""
    return (documented.__doc__ or "").strip().partition("\n")[0].strip()

"""Shared by the listing commands: loading, searching and printing named objects."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tallystick.command_line.shell import options
from tallystick.command_line.shell.output import write_report
from tallystick.errors import OptionError, TallystickError
from tallystick.metrics.arguments.registry import closest
from tallystick.reports.listings.listing import Broken, Listing

if TYPE_CHECKING:
    from tallystick.metrics.arguments.registry import Entry, Registry

Thing = TypeVar("Thing")


def write_listing(
    arguments: argparse.Namespace,
    registry: Registry,
    check: Callable[[str, Any], None],
    listed: Callable[[Entry, Any], Any],
    where: str,
    names_first: bool = False,
) -> None:
    """Print what a registry has, or the part of it that has all words; and what cannot be loaded.

    Args:
        arguments: The arguments of the command.
        registry: The registry.
        check: Called with each name and object; may raise anything.
        listed: Returns what is listed of an entry and its object.
        where: In which texts the words are searched for.
        names_first: Whether a single word that is a name is a name, or the start of one.
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
    words = arguments.words
    if names_first and len(words) == 1 and words[0] in registry:
        usable = [one for one in usable if one[0].name.startswith(words[0])]
        broken = [one for one in broken if one.name.startswith(words[0])]
        words = []
    things = tuple(listed(entry, loaded) for entry, loaded in usable)
    listing = Listing(arguments.command, things, tuple(broken))
    write_report(_found(listing, words, where, registry), arguments.format)


def add_search(parser: argparse.ArgumentParser, kind: str) -> None:
    """Add the words to search for, and the format of the listing."""
    add_words(parser)
    options.add_format(parser, kind)


def add_words(parser: argparse.ArgumentParser, others: str = "") -> None:
    """Add the words to search for, or another argument instead."""
    parser.add_argument("words", nargs="*", metavar="WORD", help=f"words to search for{others}")


def having_all(
    words: Iterable[str], things: Iterable[Thing], text_of: Callable[[Thing], str]
) -> list[Thing]:
    """Return the items whose text contains all words, ignoring case."""
    wanted = [word.lower() for word in words]
    texts = ((thing, text_of(thing).lower()) for thing in things)
    return [thing for thing, text in texts if all(word in text for word in wanted)]


def _found(
    listing: Listing[Any], words: Sequence[str], where: str, names: Iterable[str]
) -> Listing[Any]:
    def searched(one: Any) -> str:
        entry = one.entry()
        return " ".join((entry.name, entry.remark, *entry.lines, one.distribution))

    things = tuple(having_all(words, listing.things, searched))
    broken = tuple(having_all(words, listing.broken, searched))
    if not things and not broken:
        raise nothing_found(listing.kind.removesuffix("s"), words, where, names)
    return Listing(listing.kind, things, broken)


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

"""Search by words, which all listing commands have."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from tallystick.errors import OptionError
from tallystick.metrics.arguments.registry import closest

Thing = TypeVar("Thing")


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


def nothing_found(kind: str, words: Sequence[str], where: str, names: Iterable[str]) -> OptionError:
    """Return the error of a search that found nothing; it suggests a name close to the word."""
    close = closest(words[0], list(names)) if len(words) == 1 else ""
    remedy = close or f"; see all with `tallystick list {kind}s`"
    return OptionError(f"no {kind} has {' and '.join(map(repr, words))} in its {where}{remedy}")

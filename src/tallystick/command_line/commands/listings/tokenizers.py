"""`tallystick tokenizers`: the tokenizers."""

from __future__ import annotations

import argparse
import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tallystick.command_line.commands.listings.listing import (
    add_search,
    first_line,
    write_listing,
)
from tallystick.errors import MissingExtraError
from tallystick.reports.document import Entry

if TYPE_CHECKING:
    from tallystick.metrics.arguments import registry

USAGE = "[WORD...] [--format FORMAT]"
DESCRIPTION = """List the tokenizers for -tok: their origin, the languages without spaces between
words that each is recommended for, and the extra that it needs. Words restrict the list to those
that have all of them. Plug-ins that cannot be loaded are listed with the reason."""
EXAMPLES = """examples:
  tallystick tokenizers
  tallystick tokenizers chinese
  tallystick tokenizers --format json
  tallystick tokenize -tok intl --explain system.txt"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_search(parser, "tokenizers")


def run(arguments: argparse.Namespace) -> None:
    """Print the list."""
    from tallystick.metrics.arguments.catalogue import TOKENIZERS

    write_listing(arguments, TOKENIZERS, _check, _listed, "name, description or languages")


def _listed(entry: registry.Entry, function: Any) -> ListedTokenizer:
    from tallystick.metrics.tokenizers import EXTRAS
    from tallystick.metrics.tokenizers.languages import languages_of

    _, introduction, sentence = first_line(function).partition("`, which ")
    return ListedTokenizer(
        name=entry.name,
        description=sentence[:1].upper() + sentence[1:] if introduction else first_line(function),
        distribution=entry.distribution,
        languages=languages_of(entry.name),
        extra=EXTRAS.get(entry.name),
    )


@dataclass(frozen=True, slots=True)
class ListedTokenizer:
    """A tokenizer that -tok takes, with the languages and the extra of its listing."""

    name: str
    description: str
    distribution: str
    languages: tuple[str, ...]
    extra: str | None

    def entry(self) -> Entry:
        """Return it as blocks."""
        lines = [self.description] if self.description else []
        if self.languages:
            lines.append(f"recommended for: {', '.join(self.languages)}")
        if self.extra:
            lines.append(f'needs: pip install "tallystick[{self.extra}]"')
        return Entry(self.name, f"({self.distribution})", tuple(lines))


def _check(name: str, function: Any) -> None:
    from tallystick.metrics.arguments.catalogue import tokenizer_named
    from tallystick.metrics.tokenizers import BUILT_IN

    if not callable(function):
        raise TypeError(
            f"what is registered as {name!r} is not a function that returns a tokenizer"
        )
    # built-in ones are not called, which would load dictionaries and models
    if name not in BUILT_IN:
        with contextlib.suppress(MissingExtraError):
            tokenizer_named(name)

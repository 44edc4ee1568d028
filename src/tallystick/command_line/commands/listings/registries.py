"""`tallystick list metrics` and the like: what registries have, and plug-ins add."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from inspect import Parameter, signature
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.command_line.commands.listings.search import add_words, having_all, nothing_found
from tallystick.command_line.shell import options, output
from tallystick.errors import MissingExtraError, TallystickError
from tallystick.reports.document import Entry
from tallystick.reports.listings.listing import Broken, Listing

if TYPE_CHECKING:
    from tallystick.metrics.arguments import registry
    from tallystick.metrics.interface.identity import Identity

_CATALOGUE = "tallystick.metrics.arguments.catalogue"


class RegistryListing(NamedTuple):
    """A command that lists what a registry has. Its names are those of the module of a command.

    `catalogue` has the registry under the name of the command, and `check` may raise anything.
    With `names_first` a single word that is a name is a name, or the start of one.
    """

    DESCRIPTION: str
    EXAMPLES: str
    catalogue: str
    check: Callable[[str, Any], None]
    listed: Callable[[registry.Entry, Any], Any]
    where: str
    names_first: bool = False
    USAGE: str = "[WORD...] [--format FORMAT]"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the command."""
        add_words(parser)
        options.add_report_files(parser, parser.prog.rpartition(" ")[2])

    def run(self, arguments: argparse.Namespace) -> None:
        """Print what the registry has, or the part that has all words, and what is broken."""
        known = getattr(import_module(self.catalogue), arguments.command.upper())
        usable, broken = [], []
        for name, entry in known.items():
            try:
                loaded = known.load(name)
                self.check(name, loaded)
            except TallystickError as error:
                broken.append(Broken(name, entry.distribution, str(error)))
            except (Exception, SystemExit) as error:  # a plug-in can raise anything
                reason = f"{type(error).__name__}: {error}"
                broken.append(Broken(name, entry.distribution, reason))
            else:
                usable.append((entry, loaded))
        words = arguments.words
        if self.names_first and len(words) == 1 and words[0] in known:
            usable = [entry for entry in usable if entry[0].name.startswith(words[0])]
            broken = [entry for entry in broken if entry.name.startswith(words[0])]
            words = []
        things = [self.listed(entry, loaded) for entry, loaded in usable]
        things, broken = having_all(words, things, _searched), having_all(words, broken, _searched)
        if words and not things and not broken:
            raise nothing_found(arguments.command.removesuffix("s"), words, self.where, known)
        listing = Listing(arguments.command, tuple(things), tuple(broken))
        output.write_report(listing, arguments, output.report_files(arguments, listing.kind))


def _searched(listed: Any) -> str:
    entry = listed.entry()
    return " ".join((entry.name, entry.remark, *entry.lines, listed.distribution))


def _first_line(documented: object) -> str:
    """Return the first line of an object's docstring, or an empty text."""
    return (documented.__doc__ or "").strip().partition("\n")[0].strip()


def _listed_metric(entry: registry.Entry, factory: Any) -> ListedMetric:
    identity = _identity(factory)
    return ListedMetric(
        name=entry.name,
        scale=str(identity.scale) if identity else "",
        higher_is_better=identity.higher_is_better if identity else None,
        description=identity.description if identity else _first_line(factory),
        distribution=entry.distribution,
        options=_options(factory),
    )


def _identity(factory: Any) -> Identity | None:
    """Return the description of a metric, unless it cannot be created without options."""
    from tallystick.metrics.interface.identity import Identity

    identity = getattr(factory, "identity", None)
    if not isinstance(identity, Identity) and not _required(factory):
        identity = factory().identity
    return identity if isinstance(identity, Identity) else None


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a metric, and its default as a spec writes it; None where it is not set."""

    name: str
    default: str | None

    def __str__(self) -> str:
        return self.name if self.default is None else f"{self.name}={self.default}"


@dataclass(frozen=True, slots=True)
class ListedMetric:
    """A metric that -m takes."""

    name: str
    scale: str
    higher_is_better: bool | None
    description: str
    distribution: str
    options: tuple[Option, ...]

    def entry(self) -> Entry:
        """Return it as blocks."""
        lower = ", lower is better" if self.higher_is_better is False else ""
        scale = f"{self.scale}{lower}; " if self.scale else ""
        described = (self.description,) if self.description else ()
        options = f"options: {' '.join(map(str, self.options)) or 'none'}"
        return Entry(self.name, f"({scale}{self.distribution})", (*described, options))


def _options(factory: Any) -> tuple[Option, ...]:
    """List the options, each with the value of a metric created without options."""
    from tallystick.metrics.interface.dialect import value_text
    from tallystick.metrics.interface.spec import options_of

    options = options_of(factory)
    made = None if _required(factory) else factory()
    defaults = {name: getattr(made, name, None) for name in options}
    return tuple(
        Option(name, None if value is None else value_text(value))
        for name, value in defaults.items()
    )


def _required(factory: Any) -> bool:
    """Return whether a metric cannot be created without options."""
    from tallystick.metrics.arguments.catalogue import METRICS

    if getattr(getattr(factory, "identity", None), "name", None) in METRICS.refused:
        return True
    given = signature(factory).parameters.values()
    several = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return any(each.default is each.empty and each.kind not in several for each in given)


def _check_metric(name: str, factory: Any) -> None:
    from tallystick.metrics.interface.spec import build

    if not _required(factory):
        build(name, factory, {})


def _listed_tokenizer(entry: registry.Entry, function: Any) -> ListedTokenizer:
    from tallystick.metrics.tokenizers import EXTRAS
    from tallystick.metrics.tokenizers.languages import languages_of

    _, introduction, sentence = _first_line(function).partition("`, which ")
    return ListedTokenizer(
        name=entry.name,
        description=sentence[:1].upper() + sentence[1:] if introduction else _first_line(function),
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


def _check_tokenizer(name: str, function: Any) -> None:
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


@dataclass(frozen=True, slots=True)
class ListedImplementation:
    """Another program: the dialect that it should equal, and its version or how to get it."""

    name: str
    metric: str
    dialect: str | None
    version: str | None
    missing: str | None
    distribution: str

    def entry(self) -> Entry:
        """Return it as blocks."""
        equal = f"{self.metric}:dialect={self.dialect}" if self.dialect else self.metric
        return Entry(self.name, equal, (self.missing or f"version {self.version}",))


def _check_implementation(name: str, _: object) -> None:
    from tallystick.compat.implementations.catalogue import implementation_named

    implementation_named(name)


def _listed_implementation(entry: registry.Entry, _: object) -> ListedImplementation:
    from tallystick.compat.implementations.catalogue import implementation_named

    implementation = implementation_named(entry.name)
    missing = implementation.missing() or None
    return ListedImplementation(
        name=implementation.name,
        metric=implementation.metric,
        dialect=implementation.dialect or None,
        version=None if missing else implementation.version(),
        missing=missing,
        distribution=entry.distribution,
    )


LISTINGS: Mapping[str, RegistryListing] = MappingProxyType({
    "metrics": RegistryListing(
        DESCRIPTION="""\
List the metrics for -m, each with its scale, its origin, and its options with
their defaults (an option without a default is not set). Words restrict the list to metrics that
have all of them. Plug-ins that cannot be loaded are listed with the reason.""",
        EXAMPLES="""\
examples:
  tallystick list metrics
  tallystick list metrics nist
  tallystick list metrics --format json
  tallystick score reference.txt -i system.txt -m bleu:order=2,smooth=floor""",
        catalogue=_CATALOGUE, check=_check_metric, listed=_listed_metric,
        where="name, description or options",
        names_first=True,  # "ter" is part of many words
    ),
    "tokenizers": RegistryListing(
        DESCRIPTION="""\
List the tokenizers for -tok: their origin, the languages without spaces between
words that each is recommended for, and the extra that it needs. Words restrict the list to those
that have all of them. Plug-ins that cannot be loaded are listed with the reason.""",
        EXAMPLES="""\
examples:
  tallystick list tokenizers
  tallystick list tokenizers chinese
  tallystick list tokenizers --format json
  tallystick tokenize -tok intl --explain system.txt""",
        catalogue=_CATALOGUE, check=_check_tokenizer, listed=_listed_tokenizer,
        where="name, description or languages",
    ),
    "implementations": RegistryListing(
        DESCRIPTION="""\
List the other programs that tallystick can compare with its metrics
(tallystick.compat.agreement), each with the dialect that it should equal, and its installed version
or how to get it. Words restrict the list to programs that have all of them. Plug-ins that cannot be
loaded are listed with the reason.""",
        EXAMPLES="""\
examples:
  tallystick list implementations
  tallystick list implementations torchmetrics
  tallystick list implementations nltk nist --format json
  tallystick list dialects explain nltk""",
        catalogue="tallystick.compat.implementations.catalogue",
        check=_check_implementation, listed=_listed_implementation,
        where="name, dialect, version or how to get it",
    ),
})  # fmt: skip

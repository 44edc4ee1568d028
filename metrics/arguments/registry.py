"""Metrics and tokenizers by name: built-in ones first, then those of installed plug-ins.

Looking up a built-in name never imports a plug-in. One that cannot be loaded, for example because
it exits or recurses infinitely, is an error only if it is requested by name.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.machinery import PathFinder
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.errors import PluginError, TallystickError, UnknownNameError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def answers(package: str, file: str, table: str) -> Mapping[str, str]:
    """Return what a table of a TOML file answers to each name; a key there has several names."""
    import tomllib
    from importlib.resources import files

    text = files(package).joinpath(file).read_text(encoding="utf-8")
    known = tomllib.loads(text).get(table, {})
    return MappingProxyType({name: said for names, said in known.items() for name in names.split()})


class Entry(NamedTuple):
    """A registered name, and its distribution with the version: "tallystick 0.1.0"."""

    name: str
    distribution: str


class Registry(Mapping[str, Entry]):
    """All named objects of one kind: built-in ones, and those of plug-ins in an entry-point group.

    `built_in` maps names to "module:attribute", or to the objects themselves; `abbreviations` are
    further names that errors can suggest.
    """

    def __init__(
        self,
        kind: str,
        built_in: Mapping[str, Any],
        group: str,
        abbreviations: Iterable[str] = (),
    ) -> None:
        self.kind = kind
        self.group = group
        self._built_in = built_in
        self.built_in = tuple(built_in)
        self._abbreviations = abbreviations

    @cached_property
    def refused(self) -> Mapping[str, str]:
        """Names that no built-in has because they need an option, with the message of the error."""
        return answers(__package__ or "", "refused.toml", self.kind)

    def load(self, name: str) -> Any:
        """Import and return the object with a name; an error suggests the nearest names."""
        if not isinstance(name, str):
            raise UnknownNameError(
                f"{name!r} is not the name of a {self.kind}; expected a string, such as "
                f"{next(iter(self._built_in))!r}"
            )
        target = self._built_in.get(name)
        if target is not None:
            if not isinstance(target, str):
                return target
            module, _, attribute = target.partition(":")
            return getattr(importlib.import_module(module), attribute)
        points = self._plugins().get(name)
        if points is None and name.lower() in self.refused:
            raise UnknownNameError(self.refused[name.lower()].format(name=name.lower()))
        if points is None:
            offer = nearest(name, [*self, *self._abbreviations], listed=f"{self.kind}s")
            raise UnknownNameError(f"no {self.kind} is named {name!r}{offer}")
        if len(points) > 1:
            owners = " and ".join(sorted(_distribution(point) for point in points))
            raise PluginError(f"the {self.kind} {name!r} is claimed by {owners}; uninstall one")
        try:
            return points[0].load()
        except (Exception, SystemExit) as error:
            raise PluginError(
                f"the {self.kind} {name!r} of the plug-in {_distribution(points[0])} cannot be "
                f"loaded from {points[0].value!r}: {type(error).__name__}: {error}"
            ) from error

    def make(self, name: str, factory: Any, **options: Any) -> Any:
        """Call what `load` returned for a name; only a plug-in's failure is a `PluginError`."""
        if name in self._built_in:
            return factory(**options)
        try:
            return factory(**options)
        except TallystickError:
            raise
        except (Exception, SystemExit) as error:
            raise PluginError(
                f"the {self.kind} {name!r} of the plug-in {self[name].distribution} cannot be "
                f"made: {type(error).__name__}: {error}; expected a class or a function that "
                "makes one"
            ) from error

    def check_parts(self, name: str, made: object, parts: Sequence[str], expected: str) -> None:
        """Raise `PluginError` if an object registered under a name lacks attributes."""
        missing = [part for part in parts if not hasattr(made, part)]
        if missing:
            raise PluginError(
                f"{self._registered(name)} makes an object of type {type(made).__name__} without "
                f"{', '.join(missing)}; expected {expected}"
            )

    def check_name(self, name: str, own_name: object) -> None:
        """Raise `PluginError` if an object registered under a name has another one."""
        if own_name != name:
            raise PluginError(
                f"{self._registered(name)} makes one whose name is {own_name!r}; expected the same "
                "name in both places; register it under its own name"
            )

    def _registered(self, name: str) -> str:
        return f"what is registered as the {self.kind} {name!r} by {self[name].distribution}"

    def __getitem__(self, name: str) -> Entry:
        if name in self._built_in:
            return Entry(name, "tallystick")
        return Entry(name, " and ".join(sorted(map(_distribution, self._plugins()[name]))))

    def __iter__(self) -> Iterator[str]:
        yield from self._built_in
        yield from sorted(self._plugins())

    def __len__(self) -> int:
        return len(self._built_in) + len(self._plugins())

    def _plugins(self) -> dict[str, list[EntryPoint]]:
        if os.environ.get("TALLYSTICK_DISABLE_PLUGINS") or not _may_have_plugins(self.group):
            return {}
        from importlib.metadata import entry_points

        points: dict[str, list[EntryPoint]] = {}
        for point in entry_points(group=self.group):
            known = points.setdefault(point.name, [])
            # a distribution is seen twice if its folder is on the path twice
            if all(_distribution(point) != _distribution(other) for other in known):
                known.append(point)
        for name in self._built_in:
            points.pop(name, None)
        return points


def _may_have_plugins(group: str) -> bool:
    """Whether an installed distribution may have entry points in a group.

    Importing importlib.metadata takes longer than everything else at start-up, so the files that it
    would read are searched for the name of the group first.
    """
    for finder in sys.meta_path:
        # the backport of importlib.metadata searches the same folders as the path finder
        if finder is PathFinder or type(finder).__module__ == "importlib_metadata":
            continue
        if hasattr(finder, "find_distributions"):
            return True
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except NotADirectoryError:  # an archive
            return True
        except OSError:
            continue
        for name in names:
            if name.lower().endswith((".dist-info", "egg-info")):
                try:
                    with open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:
                        if group.encode() in file.read():
                            return True
                except OSError:
                    continue  # most have none
    return False


def _distribution(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown distribution"


def same_name(name: str, known: Collection[str]) -> str:
    """Return the only known name that equals a name in another case; if there is none, the name."""
    if name in known:
        return name
    folded = name.lower()
    same = [other for other in known if other.lower() == folded]
    return same[0] if len(same) == 1 else name


MOST_NAMES = 25  # in one error
CUT_AND_MISSPELT = 0.8  # the similarity of a misspelt beginning to that of a name


def nearest(name: str, known: list[str], listed: str = "") -> str:
    """Return the end of a message: the known names nearest to a misspelt one, or all of them.

    `listed` is the argument of `tallystick list` that shows them.
    """
    known = list(dict.fromkeys(known))
    hint = f" `tallystick list {listed}` lists all" if listed else ""
    offer = closest(name, known)
    if offer:
        return offer + hint
    more = f" and {len(known) - MOST_NAMES} more" * (len(known) > MOST_NAMES)
    return f"; known are {', '.join(known[:MOST_NAMES])}{more}{hint and ';'}{hint}"


def closest(name: object, known: Iterable[str]) -> str:
    """Return the end of a message: known names like a misspelt or cut one, or "" without any.

    >>> closest("rand", ["bootstrap", "randomisation"])
    '; did you mean randomisation?'
    >>> closest("smoth", ["tokenize", "smooth-method"])
    '; did you mean smooth-method?'
    >>> closest("ROUGE-L", ["rouge", "rougeL"])
    '; did you mean rougeL?'
    """
    from difflib import get_close_matches  # only needed for an error

    if not isinstance(name, str):
        return ""
    names, wanted = list(dict.fromkeys(known)), name.lower()
    same = [other for other in names if _letters(other) == _letters(wanted)]
    close = same or get_close_matches(wanted, names, n=2, cutoff=0.6)
    if wanted and not close:
        close = [other for other in names if other.startswith(wanted)] or [
            other
            for other in names
            if get_close_matches(wanted, [other[: len(wanted) + 1]], cutoff=CUT_AND_MISSPELT)
        ]
        close = close[:2]
    return f"; did you mean {' or '.join(close)}?" if close else ""


def _letters(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")

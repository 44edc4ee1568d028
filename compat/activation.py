"""Drop-in replacements in the place of the packages that they replace, for a whole process.

A program that imports sacreBLEU, NLTK, rouge-score, jiwer, pycocoevalcap or lm-evaluation-harness
is not changed, but gets the drop-in from the same import. Names that a drop-in lacks stay those of
the installed package. A drop-in also serves where its package is not installed, except for NLTK.
"""

from __future__ import annotations

import os
import sys
from abc import ABCMeta
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from functools import cache
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType

from tallystick.errors import UnknownNameError, warn

DROP_INS = {
    "sacrebleu": "2.6.0",
    "nltk.translate": "3.10.4",
    "rouge_score": "0.1.2",
    "jiwer": "4.0.0",
    "pycocoevalcap": "1.2",
    "lm_eval.api.metrics": "0.4.13",
}
"""What is replaced by the package of its name here, and the version that is replaced."""
PACKAGES = tuple(module.partition(".")[0] for module in DROP_INS)
VARIABLE = "TALLYSTICK_ACTIVATE"
"""The environment variable with the names of packages, or "all", for every Python that starts."""

ABSENT = object()
MOST_NAMED = 5


class Activation(AbstractContextManager["Activation"], MetaPathFinder):
    """The drop-ins that are active, which finds modules before Python's own finders do.

    As a context manager it ends with its block.
    """

    def __init__(self, names: Sequence[str]) -> None:
        """Activate nothing yet; `names` are packages or modules, each with what is below it."""
        self._names = tuple(names)
        self._originals: list[tuple[ModuleType, dict[str, object]]] = []
        self._replaced: dict[int, object] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how a module is made that has a drop-in; None for every other one."""
        replacement = self._replacement(fullname)
        if replacement is None:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None:
            drop_in = find_spec(replacement)
            top = fullname.partition(".")[0]
            if drop_in is None or (top != fullname and PathFinder.find_spec(top)):
                return None  # a module that the installed package does not have
            is_package = drop_in.submodule_search_locations is not None
            spec = ModuleSpec(fullname, None, is_package=is_package)
        spec.loader = _Overlaid(self, spec.loader, replacement)
        return spec

    def overlay(self, module: ModuleType, replacement: str, *, alone: bool = False) -> None:
        """Put the public names of a drop-in into a module, and remember those that it had.

        With `alone` there is no original, so that names are put that the module lacks, too.
        """
        own = vars(module)
        originals = {}
        package = module.__name__.partition(".")[0]
        drop_in = vars(import_module(replacement))
        for name in drop_in.get("__all__", drop_in):
            value = drop_in[name]
            same = value is own.get(name) and id(value) not in self._replaced
            if name.startswith("_") or isinstance(value, ModuleType) or same:
                continue
            if name in own or alone:
                original = own.get(name, ABSENT)
                # a module above may have taken it from one below, after that was replaced
                originals[name] = self._replaced.get(id(value), original)
                self._replaced.setdefault(id(value), originals[name])
                own[name] = value
                for base in getattr(original, "__mro__", ())[1:]:
                    if isinstance(base, ABCMeta) and base.__module__.startswith(f"{package}."):
                        base.register(value)  # such as sacreBLEU's Metric, which remains
        self._originals.append((module, originals))

    def start(self) -> None:
        """Make it active, also in imported modules; warn of names that others took from these."""
        for name, module in [*sys.modules.items()]:
            replacement = self._replacement(name)
            if replacement is not None:
                self.overlay(module, replacement)
        sys.meta_path.insert(0, self)
        for drop_in in DROP_INS:
            self._check_version(drop_in)
        taken = sorted(self._taken())
        if taken:
            shown = taken[:MOST_NAMED]
            if taken[MOST_NAMED:]:
                shown.append(f"{len(taken) - MOST_NAMED} more")
            warn(
                "other modules keep the originals that they imported before: "
                f"{', '.join(shown)}; activate drop-ins first"
            )

    def stop(self) -> None:
        """Give every module its names back; names that others took from it remain."""
        if self not in sys.meta_path:
            return
        sys.meta_path.remove(self)
        while self._originals:
            module, names = self._originals.pop()
            if names and all(value is ABSENT for value in names.values()):
                sys.modules.pop(module.__name__, None)  # there is no original
            for name, value in names.items():
                if value is ABSENT:
                    vars(module).pop(name, None)
                else:
                    setattr(module, name, value)

    def __exit__(self, *error: object) -> None:
        """Stop."""
        self.stop()

    def covers(self, name: str) -> bool:
        """Return whether a package or module is active."""
        return any(name == active or name.startswith(f"{active}.") for active in self._names)

    def _replacement(self, fullname: str) -> str | None:
        """Return the module that replaces another one, or None."""
        for drop_in, package in zip(DROP_INS, PACKAGES, strict=True):
            if self.covers(fullname) and f"{fullname}.".startswith(f"{drop_in}."):
                name = f"tallystick.compat.{package}{fullname.removeprefix(drop_in)}"
                with suppress(ModuleNotFoundError):  # what is above it is no package of ours
                    return name if find_spec(name) else None
        return None

    def _check_version(self, module: str) -> None:
        """Warn if another version is installed than the one whose results these are."""
        package = module.partition(".")[0]
        if not (self.covers(module) or any(name.startswith(f"{module}.") for name in self._names)):
            return
        with suppress(PackageNotFoundError):
            installed = version(package)
            if installed != DROP_INS[module]:
                warn(
                    f"{package} {installed} is installed; the drop-in replacement gives the "
                    f"results of {DROP_INS[module]}"
                )

    def _taken(self) -> Iterator[str]:
        """Yield where else the objects are that were replaced."""
        overlaid = {id(module) for module, _ in self._originals}
        replaced = {
            id(value)
            for _, names in self._originals
            for value in names.values()
            if isinstance(value, type | FunctionType)
        }
        for module in {id(module): module for module in sys.modules.values()}.values():
            if isinstance(module, ModuleType) and id(module) not in overlaid:
                for name, value in [*vars(module).items()]:
                    if id(value) in replaced:
                        yield f"{module.__name__}.{name}"


class _Overlaid(Loader):
    """Makes a module as its own loader does, then puts the names of a drop-in into it."""

    def __init__(self, active: Activation, original: Loader | None, replacement: str) -> None:
        self._active = active
        self._original = original
        self._replacement = replacement

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None if self._original is None else self._original.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        if self._original is not None:
            self._original.exec_module(module)
        self._active.overlay(module, self._replacement, alone=self._original is None)


def activate(*packages: str) -> Activation:
    """Let imports of these packages get the drop-in replacements in this process.

    What was imported before gets them too, except for names that other modules took from it with
    `from ... import`, which a warning lists.

    Args:
        packages: The names of packages, or of modules of which nothing else is to be replaced,
            such as "nltk.translate.bleu_score"; all packages by default.

    Returns:
        A context manager, with which the drop-ins are active for a block only.

    Raises:
        UnknownNameError: There is no drop-in for a package.

    >>> with activate("jiwer"):
    ...     import jiwer
    ...     jiwer.wer.__module__
    'tallystick.compat.jiwer.measures'
    """
    _check_names(packages)
    activation = Activation(packages or PACKAGES)
    activation.start()
    return activation


def _check_names(names: Sequence[str]) -> None:
    """Refuse what is no name of a package or module with a drop-in."""
    for name in names:
        if name not in PACKAGES and name not in (known := _module_names()):
            from tallystick.metrics.arguments.registry import closest

            as_text = "" if isinstance(name, str) else ", each as a string"
            raise UnknownNameError(
                f"there is no drop-in replacement for {name!r}; expected some of "
                f"{', '.join(PACKAGES)}, or a module of one{as_text}{closest(name, known)}"
            )


def _module_names() -> list[str]:
    """Return the names of packages and modules that can be activated."""
    names = [*PACKAGES, *DROP_INS]
    for drop_in, package in zip(DROP_INS, PACKAGES, strict=True):
        folder = Path(__file__).with_name(package)
        for file in folder.rglob("*.py"):
            parts = file.relative_to(folder).with_suffix("").parts
            names.append(".".join((drop_in, *parts)).removesuffix(".__init__"))
    return names


def original(replacement: object) -> object:
    """Return what a function of a drop-in replaced, or None if it is not active."""
    active = (finder._replaced for finder in sys.meta_path if isinstance(finder, Activation))
    return next((each[id(replacement)] for each in active if id(replacement) in each), None)


def activate_by_environment() -> bool:
    """Activate what the environment variable names, if it is set: packages, or "all".

    Every Python that starts calls it, so a wrong name is reported, and False returned.
    """
    return _activate_listed(os.environ.get(VARIABLE, ""))


@cache  # in a virtual environment, Python reads .pth files twice when it starts
def _activate_listed(given: str) -> bool:
    names = given.replace(",", " ").split()
    try:
        if names:
            activate(*(() if "all" in names else names))
    except UnknownNameError as error:
        print(f"tallystick: nothing is active; {VARIABLE}: {error}", file=sys.stderr)
        return False
    return True


def deactivate(*packages: str) -> None:
    """Give packages their own names back.

    Args:
        packages: The names that were given to `activate`; all by default.

    Every activation that covers one of them ends as a whole.

    Raises:
        UnknownNameError: There is no drop-in for a package.
    """
    _check_names(packages)
    for finder in [*sys.meta_path]:
        if isinstance(finder, Activation) and (not packages or any(map(finder.covers, packages))):
            finder.stop()

"""What is registered under a name, looked at without letting a broken plug-in stop the look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tallystick.errors import TallystickError

if TYPE_CHECKING:
    from tallystick.metrics.registry import Entry, Registry


@dataclass(frozen=True, slots=True)
class Broken:
    """A plug-in that cannot be used, and why."""

    name: str
    distribution: str
    reason: str


def load_all(
    registry: Registry, check: Callable[[str, Any], None]
) -> tuple[list[tuple[Entry, Any]], list[Broken]]:
    """Load everything in a registry.

    Args:
        registry: Metrics or tokenizers.
        check: Is called with each name and what it stands for; may raise anything.

    Returns:
        What can be used, and what cannot.
    """
    usable, broken = [], []
    for name, entry in registry.items():
        try:
            loaded = registry.load(name)
            check(name, loaded)
        except TallystickError as error:
            broken.append(Broken(name, entry.distribution, str(error)))
        except Exception as error:  # a plug-in can raise what it likes
            reason = f"{type(error).__name__}: {error}"
            broken.append(Broken(name, entry.distribution, reason))
        else:
            usable.append((entry, loaded))
    return usable, broken


def first_line(documented: object) -> str:
    """Return the first line of an object's docstring, or nothing.

    >>> first_line(first_line)
    "Return the first line of an object's docstring, or nothing."
    """
    return (documented.__doc__ or "").strip().partition("\n")[0].strip()


def broken_lines(broken: list[Broken]) -> str:
    """Return what a listing for people says of what cannot be used."""
    return "".join(
        f"\ncannot be used: {one.name} ({one.distribution})\n    {one.reason}\n" for one in broken
    )


def broken_json(broken: list[Broken]) -> list[dict[str, str]]:
    """Return what a listing for programs says of what cannot be used."""
    return [
        {"name": one.name, "distribution": one.distribution, "reason": one.reason} for one in broken
    ]

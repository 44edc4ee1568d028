"""How results show themselves as text and in notebooks."""

from __future__ import annotations

from typing import Any


class Shown:
    """A result that is shown as the report that `tallystick.render` makes of it."""

    __slots__ = ()

    def __str__(self) -> str:
        return self._rendered("text").removesuffix("\n")

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the result in IPython as `str` does."""
        printer.text(str(self))

    def _repr_html_(self) -> str:
        """Return the HTML representation for notebooks."""
        return self._rendered("notebook")

    def _rendered(self, form: str) -> str:
        from tallystick import render  # reports are above this package: only by the public name

        return str(render(self, form))

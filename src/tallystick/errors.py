"""The errors and warnings of tallystick.

Every message names what was given, where (file and 1-based line, or segment), what was expected,
and how to fix it.
"""

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

DOCUMENTATION = "https://tallystick.github.io/tallystick/"
"""The address of the documentation, as in the metadata of the package."""


class TallystickError(Exception):
    """Base of every error that tallystick raises on purpose."""


class InputError(TallystickError, ValueError):
    """Hypotheses, references or files that cannot be scored."""


class UnsupportedError(InputError):
    """An input that another program does not accept, as it declares or answers."""


class OptionError(TallystickError, ValueError):
    """An invalid option of a metric, a tokenizer or a command."""


class UnknownNameError(TallystickError, LookupError):
    """An unknown name of a metric, tokenizer or option."""


class PluginError(TallystickError):
    """A plug-in that cannot be loaded; names the plug-in and its distribution."""


class KernelError(TallystickError, ImportError):
    """The compiled n-gram kernel is required but missing, or present but broken."""


class MissingExtraError(TallystickError, ImportError):
    """A feature whose optional library is not installed; names the extra to install."""


class TallystickWarning(UserWarning):
    """Base of every warning about input or options that are used nevertheless."""


class TokenizerWarning(TallystickWarning):
    """Text that does not suit the tokenizer."""


def warn(message: str, category: type[TallystickWarning] = TallystickWarning) -> None:
    """Issue a warning at the line of the caller outside tallystick."""
    level = 1
    frame = sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("tallystick."):
        frame = frame.f_back  # type: ignore[assignment]
        level += 1
    warnings.warn(message, category, stacklevel=level)


@contextmanager
def recorded() -> Iterator[dict[tuple[str, type[TallystickWarning]], None]]:
    """Record warnings, each once and with its class, where the process may not show them."""
    messages: dict[tuple[str, type[TallystickWarning]], None] = {}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", TallystickWarning)
        yield messages
    for warning in caught:
        if issubclass(warning.category, TallystickWarning):
            messages[str(warning.message), warning.category] = None


def counted(number: int, one: str, several: str | None = None) -> str:
    """Return a number with its noun in the singular or plural, such as "1,984 lines"."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"

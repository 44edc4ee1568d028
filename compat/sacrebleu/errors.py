"""Errors that are also of the type that sacreBLEU 2.6.0 raises in the same place."""

from __future__ import annotations

import operator
from typing import Any, NoReturn

from tallystick.errors import InputError, MissingExtraError, OptionError, UnknownNameError


class WrongTypeError(InputError, TypeError):
    """Hypotheses or references of a type that cannot be scored; sacreBLEU: TypeError."""


class WrongElementError(InputError, AttributeError):
    """A line that is not a string; sacreBLEU fails on the missing method: AttributeError."""


class EmptyInputError(InputError, IndexError):
    """No hypotheses or no references; sacreBLEU: IndexError."""


class SegmentWithoutReferenceError(EmptyInputError, ZeroDivisionError):
    """A segment without any reference; sacreBLEU: IndexError, for TER ZeroDivisionError."""


class NoReferencesError(InputError, RuntimeError):
    """References neither given nor cached; sacreBLEU: RuntimeError."""


class WrongOrderError(OptionError, TypeError):
    """An order of n-grams that is not a whole number of 0 or more; sacreBLEU: mostly TypeError."""


class UnknownSmoothingError(OptionError, AssertionError):
    """A smoothing method that does not exist; sacreBLEU: AssertionError."""


class UnknownTokenizerError(UnknownNameError, KeyError):
    """A tokenizer that does not exist; sacreBLEU: KeyError."""

    def __str__(self) -> str:
        """Return the message, which KeyError would put in quotation marks."""
        return str(self.args[0]) if self.args else ""


class MissingTokenizerError(MissingExtraError, RuntimeError):
    """A tokenizer whose library is missing; sacreBLEU: ImportError, for MeCab RuntimeError."""


def checked_order(name: str, order: Any, expected: str = "a whole number of 0 or more") -> int:
    """Return an order of n-grams, which must be a whole number of 0 or more."""
    try:
        checked = operator.index(order)
    except TypeError:
        checked = -1
    if checked < 0:
        raise WrongOrderError(f"{name} is {order!r}; expected {expected}")
    return checked


DATA_SETS = (
    *("DATASETS", "SACREBLEU_DIR", "download_test_set", "get_available_testsets", "smart_open"),
    *("get_langpairs_for_testset", "get_reference_files", "get_source_file"),
)
"""Names of sacreBLEU that the drop-in does not have."""


def refuse(module: str, name: str) -> NoReturn:
    """Raise an AttributeError that says why a module of the drop-in does not have a name."""
    if name in DATA_SETS:
        raise AttributeError(
            f"{module} has no test sets and no {name}; import it from sacrebleu itself"
        )
    raise AttributeError(f"module {module!r} has no attribute {name!r}")

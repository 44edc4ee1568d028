"""A number as it was reported, and the scores that it can mean."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from tallystick.errors import OptionError

_NUMBER = re.compile(r"(-?\d+(?:\.\d*)?|-?\.\d+)\s*(%?)")
SLACK = 1e-9  # of binary fractions next to the end of an interval


@dataclass(frozen=True, slots=True)
class Reported:
    """A number with the precision in which it was written."""

    text: str
    value: float
    decimals: int
    percent: bool = False

    @classmethod
    def read(cls, given: object) -> Reported:
        """Read a number: text, in which the number of digits counts, or a number of Python."""
        text = str(given).strip()
        found = None if isinstance(given, bool) else _NUMBER.fullmatch(text)
        if found is None:
            point = re.fullmatch(r"-?\d+,\d+%?", text)
            remedy = f"; write it with a point: {text.replace(',', '.')}" if point else ""
            raise OptionError(
                f"the reported score is {text!r}; expected a number with the digits that were "
                f"printed, such as 27.3, 0.273 or 27.3%{remedy}"
            )
        number = Decimal(found[1])
        exponent = number.as_tuple().exponent
        decimals = -exponent if isinstance(exponent, int) else 0
        return cls(text, float(number), decimals, bool(found[2]))

    @property
    def unit(self) -> float:
        """One in the last digit."""
        return float(10.0**-self.decimals)

    def interval(self, steps: int = 0) -> tuple[float, float]:
        """Return the lowest and the highest score that is rounded or truncated to the number, with
        so many units in the last digit added.
        """
        value = self.value + steps * self.unit
        slack = SLACK * max(abs(value), 1)
        if value < 0:
            return value - self.unit + slack, value + self.unit / 2 + slack
        return value - self.unit / 2 - slack, value + self.unit - slack

    def is_truncated(self, score: float) -> bool:
        """Return whether a score in the interval is truncated, not rounded, to the number."""
        return abs(score - self.value) > self.unit / 2 + SLACK * max(abs(score), 1)

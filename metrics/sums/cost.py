"""Whether arrays are worth the import of NumPy, which takes as long as scoring 20,000 segments."""

from __future__ import annotations

import sys

FEW = 1 << 15
"""So many numbers are added up in Python before NumPy is imported."""


def arrays_pay(numbers: int) -> bool:
    """Return whether to compute with arrays; the results are the same without.

    Args:
        numbers: How many numbers there are.
    """
    return numbers > FEW or "numpy" in sys.modules

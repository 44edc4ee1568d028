"""The tests of differences, by what reports call them."""

from enum import StrEnum


class Method(StrEnum):
    """A test of a difference between two systems.

    The values are what reports show and what saved reports hold. The test of another program that
    is emulated has a name of its own, which is none of these.

    >>> "centred bootstrap" == Method.BOOTSTRAP
    True
    """

    RANDOMISATION = "approximate randomisation"
    BOOTSTRAP = "centred bootstrap"
    TWO_LEVEL = "two-level test"

"""Regular-expression classes from frozen ranges of code points."""

from collections.abc import Iterable

_ASTRAL = "\\U00010000-\\U0010ffff"


def read_ranges(text: str) -> list[tuple[int, int]]:
    """Read ranges of code points.

    Args:
        text: Ranges between white space, each one hexadecimal code point or two joined by "-",
            both inclusive.

    Returns:
        First and last code point of each range.

    >>> read_ranges("30-39 B2")
    [(48, 57), (178, 178)]
    """
    pairs = (item.partition("-") for item in text.split())
    return [(int(first, 16), int(last or first, 16)) for first, _, last in pairs]


def one_of(ranges: Iterable[tuple[int, int]]) -> str:
    r"""Write the pattern of one character inside the ranges.

    Args:
        ranges: First and last code point, both inclusive; no range crosses U+FFFF.

    Returns:
        Source of a pattern for `re`, suitable for use inside a group.

    >>> one_of([(0x30, 0x39), (0x10107, 0x10133)])
    '(?:[\\U00000030-\\U00000039]|(?=[\\U00010000-\\U0010ffff])[\\U00010107-\\U00010133])'
    """
    basic, astral = _split_planes(ranges)
    # `re` looks up the characters up to U+FFFF in a table but tries the others range by range.
    return f"(?:[{basic}]|(?=[{_ASTRAL}])[{astral}])" if astral else f"[{basic}]"


def none_of(ranges: Iterable[tuple[int, int]]) -> str:
    r"""Write the pattern of one character outside the ranges, line feeds included.

    Args:
        ranges: First and last code point, both inclusive; no range crosses U+FFFF.

    Returns:
        Source of a pattern for `re`, suitable for use inside a group.

    >>> none_of([(0x30, 0x39)])
    '[^\\U00000030-\\U00000039]'
    """
    basic, astral = _split_planes(ranges)
    return f"(?:[^{basic}{_ASTRAL}]|(?=[{_ASTRAL}])[^{astral}])" if astral else f"[^{basic}]"


def _split_planes(ranges: Iterable[tuple[int, int]]) -> tuple[str, str]:
    basic = astral = ""
    for first, last in ranges:
        source = f"\\U{first:08x}-\\U{last:08x}"
        if last <= 0xFFFF:
            basic += source
        else:
            astral += source
    return basic, astral

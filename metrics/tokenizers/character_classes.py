"""Regular-expression classes from frozen ranges of code points."""

from collections.abc import Iterable

_ASTRAL = "\\U00010000-\\U0010ffff"


def read_ranges(text: str) -> list[tuple[int, int]]:
    """Return the first and the last code point of ranges in hexadecimal, such as "30-39 B2"."""
    pairs = (item.partition("-") for item in text.split())
    return [(int(first, 16), int(last or first, 16)) for first, _, last in pairs]


def one_of(ranges: Iterable[tuple[int, int]]) -> str:
    """Return the pattern of one character inside the ranges, none of which crosses U+FFFF."""
    basic, astral = _split_planes(ranges)
    # `re` looks up the characters up to U+FFFF in a table but tries the others range by range.
    return f"(?:[{basic}]|(?=[{_ASTRAL}])[{astral}])" if astral else f"[{basic}]"


def none_of(ranges: Iterable[tuple[int, int]]) -> str:
    """Return the pattern of one character outside the ranges, line feeds included."""
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

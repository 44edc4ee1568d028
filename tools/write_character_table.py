"""Write the character table of the kernel from the character classes of the Python tokenizers.

Run it after a change of these classes: metrics/tokenizers/unicode_categories.py, chinese.py,
words.py, tercom.py and white_space.py.
"""

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

from tallystick.metrics.tokenizers import unicode_categories
from tallystick.metrics.tokenizers.character_classes import read_ranges
from tallystick.metrics.tokenizers.chinese import CHINESE_OF_ZH, CHINESE_OF_ZH_2
from tallystick.metrics.tokenizers.rules import split
from tallystick.metrics.tokenizers.tercom import CHARACTERS_OF_TERCOM
from tallystick.metrics.tokenizers.words import CJK

TARGET = Path(__file__).parents[1] / "metrics" / "kernel" / "c" / "tokenizing" / "character_table.c"
CODE_POINTS = sys.maxunicode + 1
BLOCK = 64  # what the last byte of a character of UTF-8 distinguishes
FIRST_LEAD = 0xC0  # bytes from here on begin a character of several bytes


def main() -> None:
    """Write the C file."""
    TARGET.write_text(c_source(), encoding="utf-8", newline="\n")
    print(f"wrote {TARGET}")


def c_source() -> str:
    """Return the text of the C file."""
    table = classes()
    used = max(code for code in range(CODE_POINTS) if table[code]) // BLOCK + 1
    numbers: dict[bytes, int] = {}
    blocks = [
        numbers.setdefault(table[start : start + BLOCK], len(numbers))
        for start in range(0, used * BLOCK, BLOCK)
    ]
    of_leads = [characters_of(lead, table) for lead in range(FIRST_LEAD, 0x100)]
    return "\n".join(
        [
            f"/* Unicode {unicode_categories.UNICODE_VERSION}. Written by "
            "tools/write_character_table.py from the classes of the Python",
            " * tokenizers; do not edit. */",
            "",
            '#include "tokenizing/character_table.h"',
            "",
            f"const size_t character_block_count = {len(blocks)};",
            array("uint16_t character_block[]", blocks),
            array("uint8_t character_classes[]", b"".join(numbers)),
            array("uint8_t lead_some[]", [union(found) for found in of_leads]),
            array("uint8_t lead_all[]", [intersection(found) for found in of_leads]),
        ]
    )


def classes() -> bytes:
    """Return the classes of every code point, as `character_table.h` numbers them."""
    everything = "".join(map(chr, range(CODE_POINTS)))
    not_space = set(map(ord, "".join(split(everything, "perl"))))
    members: list[Iterable[int]] = [
        (code for code in range(0x80, CODE_POINTS) if code not in not_space),
        *(
            of_ranges(read_ranges(text))
            for text in (
                unicode_categories.NUMBER,
                unicode_categories.PUNCTUATION,
                unicode_categories.SYMBOL,
            )
        ),
        of_ranges(CHINESE_OF_ZH),
        of_ranges(CHINESE_OF_ZH_2),
        of_ranges(CJK),
        of_ranges(CHARACTERS_OF_TERCOM),
    ]
    table = bytearray(CODE_POINTS)
    for bit, codes in enumerate(members):
        for code in codes:
            table[code] |= 1 << bit
    return bytes(table)


def of_ranges(ranges: Iterable[tuple[int, int]]) -> Iterable[int]:
    """Yield every code point of ranges, whose ends are inclusive."""
    for first, last in ranges:
        yield from range(first, last + 1)


def characters_of(lead: int, table: bytes) -> bytes:
    """Return the classes of the characters of UTF-8 that begin with a byte."""
    length = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    first_lead, least = {2: (0xC0, 0x80), 3: (0xE0, 0x800), 4: (0xF0, 0x10000)}[length]
    size = BLOCK ** (length - 1)
    start = (lead - first_lead) * size
    return table[max(start, least) : start + size]


def union(found: bytes) -> int:
    """Return the classes that at least one character has."""
    bits = 0
    for value in set(found):
        bits |= value
    return bits


def intersection(found: bytes) -> int:
    """Return the classes that every character has, none if there is no character."""
    bits = 0xFF if found else 0
    for value in set(found):
        bits &= value
    return bits


def array(declaration: str, values: Iterable[int]) -> str:
    """Return the definition of a constant array in C."""
    lines = textwrap.wrap(",".join(map(str, values)).replace(",", ", "), width=99)
    packed = "\n".join(line.replace(", ", ",") for line in lines)
    return f"const {declaration} = {{\n{packed}\n}};\n"


if __name__ == "__main__":
    main()

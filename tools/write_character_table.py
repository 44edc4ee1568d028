"""Write the character table of the kernel from the character classes of the Python tokenizers.

Run it after a change of these classes: metrics/tokenizers/unicode_categories.py, chinese.py,
tercom.py and rules.py.
"""

import sys
import textwrap
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from tallystick.metrics.tokenizers import unicode_categories
from tallystick.metrics.tokenizers.chinese import CHINESE_OF_ZH, CHINESE_OF_ZH_2, CJK
from tallystick.metrics.tokenizers.rules import read_ranges, split
from tallystick.metrics.tokenizers.tercom import CHARACTERS_OF_TERCOM

TARGET = Path(__file__).parents[1] / "metrics" / "kernel" / "c" / "tokenizing" / "character_table.c"
CODE_POINTS = sys.maxunicode + 1
CLASSIFIED = 0x40000  # no later character has a class


def main() -> None:
    """Write the C file."""
    TARGET.write_text(c_source(), encoding="utf-8", newline="\n")
    print(f"wrote {TARGET}")


def c_source() -> str:
    """Return the text of the C file."""
    table = classes()
    if any(table[CLASSIFIED:]):
        raise ValueError(f"a character from U+{CLASSIFIED:X} on has a class: raise the limit")
    runs = [(len(list(run)), value) for value, run in groupby(table[:CLASSIFIED])]
    pairs = textwrap.wrap(" ".join(f"{count},{value}," for count, value in runs), width=112)
    return "\n".join(
        [
            f"/* Unicode {unicode_categories.UNICODE_VERSION}. Written by "
            "tools/write_character_table.py from the classes of the Python",
            " * tokenizers; do not edit. */",
            "",
            '#include "tokenizing/tokenizer.h"',
            "",
            f"const size_t class_run_count = {len(runs)};",
            "const uint32_t class_runs[] = {",
            *(line.replace(" ", "") for line in pairs),
            "};",
            "",
        ]
    )


def classes() -> bytes:
    """Return the classes of every code point, as `tokenizer.h` numbers them."""
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


if __name__ == "__main__":
    main()

"""Write metrics/tokenizers/unicode_categories.py from the installed `regex` package.

Run it only to change the Unicode version, which changes the version and some tokens of the
tokenizers `intl` and `mteval-intl`.
"""

import re
import sys
import textwrap
from importlib.metadata import metadata, version
from itertools import groupby
from pathlib import Path

import regex

TARGET = Path(__file__).parents[1] / "metrics" / "tokenizers" / "unicode_categories.py"
CATEGORIES = {"N": "NUMBER", "P": "PUNCTUATION", "S": "SYMBOL", "Z": "SEPARATOR"}


def main() -> None:
    """Write the module."""
    module = (
        f'"""Code points of four general categories of Unicode {unicode_version()}.\n\n'
        f"Written by tools/freeze_unicode_categories.py from regex {version('regex')}; "
        "do not edit.\n"
        "Each range is one hexadecimal code point or two joined by a hyphen, both inclusive.\n"
        f'"""\n\nUNICODE_VERSION = "{unicode_version()}"\n'
    )
    for category, name in CATEGORIES.items():
        lines = textwrap.wrap(" ".join(ranges_of(category)), width=100, break_on_hyphens=False)
        body = "\n".join(lines)
        module += f'\n{name} = """\n{body}\n"""\n"""Ranges of \\\\p{{{category}}}."""\n'
    TARGET.write_text(module, encoding="utf-8")
    print(f"wrote Unicode {unicode_version()} to {TARGET}")


def unicode_version() -> str:
    """Return the Unicode version that the description of the installed `regex` states."""
    description = str(metadata("regex").json["description"])
    stated = re.search(r"supports Unicode ([0-9]+\.[0-9]+\.[0-9]+)", description)
    if stated is None:
        sys.exit(f"regex {version('regex')} does not state its Unicode version")
    return stated[1]


def ranges_of(category: str) -> list[str]:
    """Return the ranges of a general category as text, in ascending order."""
    is_member = regex.compile(rf"\p{{{category}}}").match
    members = [code for code in range(sys.maxunicode + 1) if is_member(chr(code))]
    # code point minus index is constant along a run of adjacent code points
    runs = [
        [code for _, code in run]
        for _, run in groupby(enumerate(members), key=lambda item: item[1] - item[0])
    ]
    return [f"{run[0]:X}-{run[-1]:X}" if len(run) > 1 else f"{run[0]:X}" for run in runs]


if __name__ == "__main__":
    main()

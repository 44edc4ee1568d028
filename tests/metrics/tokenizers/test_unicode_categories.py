"""The frozen categories compared with the `regex` package, which sacreBLEU's intl uses."""

import re
import sys
import unicodedata
from importlib.metadata import metadata

import pytest

from tests.metrics.internals import none_of, one_of, read_ranges, unicode_categories

FROZEN = {
    "N": unicode_categories.NUMBER,
    "P": unicode_categories.PUNCTUATION,
    "S": unicode_categories.SYMBOL,
    "Z": unicode_categories.SEPARATOR,
}


EVERYTHING = "".join(map(chr, range(sys.maxunicode + 1)))


def members(category: str) -> set[str]:
    return {
        chr(code)
        for first, last in read_ranges(FROZEN[category])
        for code in range(first, last + 1)
    }


def as_numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


@pytest.mark.parametrize("category", FROZEN)
def test_every_code_point_has_the_category_that_regex_gives_it(category: str) -> None:
    regex = pytest.importorskip("regex")
    frozen_version = as_numbers(unicode_categories.UNICODE_VERSION)
    stated = re.search(
        r"supports Unicode ([0-9.]+[0-9])", str(metadata("regex").json["description"])
    )
    assert stated is not None
    compared = EVERYTHING
    if as_numbers(stated[1]) < frozen_version:
        compared = regex.sub(r"\p{Cn}+", "", EVERYTHING)
    elif as_numbers(stated[1]) > frozen_version:
        if as_numbers(unicodedata.unidata_version) > frozen_version:
            pytest.skip("neither regex nor Python has the frozen version")
        compared = "".join(one for one in EVERYTHING if unicodedata.category(one) != "Cn")
    frozen = members(category)
    found = regex.sub(rf"\P{{{category}}}+", "", compared)
    assert found == "".join(one for one in compared if one in frozen)


@pytest.mark.parametrize("category", FROZEN)
def test_the_patterns_match_exactly_the_frozen_ranges(category: str) -> None:
    ranges, inside = read_ranges(FROZEN[category]), members(category)
    # patterns are made of ranges, so that only their ends can be wrong
    ends = {end + step for one in ranges for end in one for step in (-1, 0, 1)}
    compared = "".join(map(chr, sorted(ends | {*range(0x500), sys.maxunicode})))
    left = re.sub(f"{one_of(ranges)}+", "", compared)
    assert left == "".join(one for one in compared if one not in inside)
    left = re.sub(f"{none_of(ranges)}+", "", compared)
    assert left == "".join(one for one in compared if one in inside)


@pytest.mark.parametrize("category", FROZEN)
def test_ranges_ascend_and_none_crosses_the_basic_plane(category: str) -> None:
    ranges = read_ranges(FROZEN[category])
    flat = [code for pair in ranges for code in pair]
    assert flat == sorted(flat)
    assert all(last <= 0xFFFF or first > 0xFFFF for first, last in ranges)

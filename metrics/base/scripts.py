"""The scripts of texts, recognised by their letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.tokenizers.rules import read_ranges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sums.arrays import IntArray

NO_SCRIPT = ""

KANA_OF_JAPANESE = 0.05
"""The share of kana among kana and Chinese characters above which a text is Japanese."""

# The letters and marks of each script, by Unicode blocks, in hexadecimal. Punctuation, digits and
# symbols inside a block are left out if texts use them.
RANGES: Mapping[str, str] = {
    "Latin": (
        "41-5A 61-7A AA BA C0-D6 D8-F6 F8-2B8 1E00-1EFF 2C60-2C7F A722-A787 A78B-A7CA AB30-AB5A "
        "FF21-FF3A FF41-FF5A"
    ),
    "Greek": (
        "370-373 376-377 37B-37D 386 388-3E1 1F00-1FBC 1FC2-1FCC 1FD0-1FDB 1FE0-1FEC 1FF2-1FFC"
    ),
    "Cyrillic": "400-481 48A-52F 1C80-1C88 A640-A66E A680-A69D",
    "Armenian": "531-556 560-588",
    "Hebrew": "591-5BD 5D0-5F2 FB1D-FB4F",
    "Arabic": "620-65F 66E-6D3 6D5-6DC 6FA-6FF 750-77F 8A0-8B4 FB50-FBB1 FBD3-FD3D FE70-FEFC",
    "Syriac": "710-74A",
    "Thaana": "780-7B1",
    "Nko": "7CA-7F5",
    "Devanagari": "900-963 971-97F",
    "Bengali": "980-9E3",
    "Gurmukhi": "A01-A5E A70-A75",
    "Gujarati": "A81-AE3",
    "Oriya": "B01-B63",
    "Tamil": "B82-BD7",
    "Telugu": "C00-C63",
    "Kannada": "C80-CE3",
    "Malayalam": "D00-D63",
    "Sinhala": "D81-DDF",
    "Thai": "E01-E3A E40-E4E",
    "Lao": "E81-ECD",
    "Tibetan": "F40-FBC",
    "Myanmar": "1000-103F 1050-108F",
    "Georgian": "10A0-10FA 10FC-10FF 1C90-1CBF",
    "Hangul": "1100-11FF 3131-318E AC00-D7A3",
    "Ethiopic": "1200-135A",
    "Cherokee": "13A0-13FD",
    "Khmer": "1780-17D3",
    "Mongolian": "1820-18AA",
    "Hiragana": "3041-3096 309D-309F",
    "Katakana": "30A1-30FA 30FC-30FF 31F0-31FF FF66-FF9D",
    "Bopomofo": "3105-312F",
    "Han": "3005-3007 3400-4DBF 4E00-9FFF F900-FAD9 20000-323AF",
    "Tifinagh": "2D30-2D67",
    "Adlam": "1E900-1E94B",
}
SCRIPTS: tuple[str, ...] = (NO_SCRIPT, *RANGES)

RIGHT_TO_LEFT = frozenset({"Hebrew", "Arabic", "Syriac", "Thaana", "Nko", "Adlam"})

LANGUAGES = {
    "Greek": "el",
    "Armenian": "hy",
    "Thaana": "dv",
    "Gujarati": "gu",
    "Oriya": "or",
    "Tamil": "ta",
    "Telugu": "te",
    "Kannada": "kn",
    "Malayalam": "ml",
    "Sinhala": "si",
    "Thai": "th",
    "Lao": "lo",
    "Georgian": "ka",
    "Hangul": "ko",
    "Khmer": "km",
    "Myanmar": "my",
    "Tibetan": "bo",
    "Cherokee": "chr",
}
"""Scripts that are used almost only for one language today, with its BCP 47 tag."""


def letters_by_script(texts: Sequence[str]) -> IntArray:
    """Count the letters of each of `SCRIPTS` in each text, shape (texts, scripts), others first."""
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    cells = np.repeat(np.arange(len(texts)) * len(SCRIPTS), lengths) + _script_numbers()[codes]
    counts = np.bincount(cells, minlength=len(texts) * len(SCRIPTS))
    return counts.reshape(len(texts), len(SCRIPTS))


@cache
def _script_numbers() -> NDArray[np.int8]:
    numbers = np.zeros(0x110000, dtype=np.int8)
    for number, ranges in enumerate(RANGES.values(), start=1):
        for first, last in read_ranges(ranges):
            numbers[first : last + 1] = number
    return numbers


def language_of(texts: Sequence[str]) -> str:
    """Return the BCP 47 tag of the language if the script of most letters identifies it, else "".

    Chinese characters are Japanese ("ja") if there are kana as well, else Chinese ("zh"). Scripts
    of many languages, such as Latin, Cyrillic, Arabic or Devanagari, do not identify one.
    """
    counts = dict(zip(SCRIPTS, letters_by_script(texts).sum(axis=0).tolist(), strict=True))
    counts[NO_SCRIPT] = 0
    letters = sum(counts.values())
    kana = counts["Hiragana"] + counts["Katakana"]
    if 2 * (counts["Han"] + kana) > letters:
        return "ja" if kana > KANA_OF_JAPANESE * (counts["Han"] + kana) else "zh"
    most = max(counts, key=counts.__getitem__)
    script = most if 2 * counts[most] > letters else NO_SCRIPT
    return LANGUAGES.get(script, "")

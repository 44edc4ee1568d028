"""The scripts of texts, recognised by their letters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_SCRIPT = ""

KANA_OF_JAPANESE = 0.05
"""The share of kana among kana and Chinese characters above which a text is Japanese."""

# First and last code points of the letters and marks of a script, by Unicode blocks. Punctuation,
# digits and symbols inside a block are left out if texts use them.
RANGES: tuple[tuple[str, int, int], ...] = (
    ("Latin", 0x41, 0x5A),
    ("Latin", 0x61, 0x7A),
    ("Latin", 0xAA, 0xAA),
    ("Latin", 0xBA, 0xBA),
    ("Latin", 0xC0, 0xD6),
    ("Latin", 0xD8, 0xF6),
    ("Latin", 0xF8, 0x2B8),
    ("Latin", 0x1E00, 0x1EFF),
    ("Latin", 0x2C60, 0x2C7F),
    ("Latin", 0xA722, 0xA787),
    ("Latin", 0xA78B, 0xA7CA),
    ("Latin", 0xAB30, 0xAB5A),
    ("Latin", 0xFF21, 0xFF3A),
    ("Latin", 0xFF41, 0xFF5A),
    ("Greek", 0x370, 0x373),
    ("Greek", 0x376, 0x377),
    ("Greek", 0x37B, 0x37D),
    ("Greek", 0x386, 0x386),
    ("Greek", 0x388, 0x3E1),
    ("Greek", 0x1F00, 0x1FBC),
    ("Greek", 0x1FC2, 0x1FCC),
    ("Greek", 0x1FD0, 0x1FDB),
    ("Greek", 0x1FE0, 0x1FEC),
    ("Greek", 0x1FF2, 0x1FFC),
    ("Cyrillic", 0x400, 0x481),
    ("Cyrillic", 0x48A, 0x52F),
    ("Cyrillic", 0x1C80, 0x1C88),
    ("Cyrillic", 0xA640, 0xA66E),
    ("Cyrillic", 0xA680, 0xA69D),
    ("Armenian", 0x531, 0x556),
    ("Armenian", 0x560, 0x588),
    ("Hebrew", 0x591, 0x5BD),
    ("Hebrew", 0x5D0, 0x5F2),
    ("Hebrew", 0xFB1D, 0xFB4F),
    ("Arabic", 0x620, 0x65F),
    ("Arabic", 0x66E, 0x6D3),
    ("Arabic", 0x6D5, 0x6DC),
    ("Arabic", 0x6FA, 0x6FF),
    ("Arabic", 0x750, 0x77F),
    ("Arabic", 0x8A0, 0x8B4),
    ("Arabic", 0xFB50, 0xFBB1),
    ("Arabic", 0xFBD3, 0xFD3D),
    ("Arabic", 0xFE70, 0xFEFC),
    ("Syriac", 0x710, 0x74A),
    ("Thaana", 0x780, 0x7B1),
    ("Nko", 0x7CA, 0x7F5),
    ("Devanagari", 0x900, 0x963),
    ("Devanagari", 0x971, 0x97F),
    ("Bengali", 0x980, 0x9E3),
    ("Gurmukhi", 0xA01, 0xA5E),
    ("Gurmukhi", 0xA70, 0xA75),
    ("Gujarati", 0xA81, 0xAE3),
    ("Oriya", 0xB01, 0xB63),
    ("Tamil", 0xB82, 0xBD7),
    ("Telugu", 0xC00, 0xC63),
    ("Kannada", 0xC80, 0xCE3),
    ("Malayalam", 0xD00, 0xD63),
    ("Sinhala", 0xD81, 0xDDF),
    ("Thai", 0xE01, 0xE3A),
    ("Thai", 0xE40, 0xE4E),
    ("Lao", 0xE81, 0xECD),
    ("Tibetan", 0xF40, 0xFBC),
    ("Myanmar", 0x1000, 0x103F),
    ("Myanmar", 0x1050, 0x108F),
    ("Georgian", 0x10A0, 0x10FA),
    ("Georgian", 0x10FC, 0x10FF),
    ("Georgian", 0x1C90, 0x1CBF),
    ("Hangul", 0x1100, 0x11FF),
    ("Hangul", 0x3131, 0x318E),
    ("Hangul", 0xAC00, 0xD7A3),
    ("Ethiopic", 0x1200, 0x135A),
    ("Cherokee", 0x13A0, 0x13FD),
    ("Khmer", 0x1780, 0x17D3),
    ("Mongolian", 0x1820, 0x18AA),
    ("Hiragana", 0x3041, 0x3096),
    ("Hiragana", 0x309D, 0x309F),
    ("Katakana", 0x30A1, 0x30FA),
    ("Katakana", 0x30FC, 0x30FF),
    ("Katakana", 0x31F0, 0x31FF),
    ("Katakana", 0xFF66, 0xFF9D),
    ("Bopomofo", 0x3105, 0x312F),
    ("Han", 0x3005, 0x3007),
    ("Han", 0x3400, 0x4DBF),
    ("Han", 0x4E00, 0x9FFF),
    ("Han", 0xF900, 0xFAD9),
    ("Han", 0x20000, 0x323AF),
    ("Tifinagh", 0x2D30, 0x2D67),
    ("Adlam", 0x1E900, 0x1E94B),
)
SCRIPTS: tuple[str, ...] = (NO_SCRIPT, *dict.fromkeys(script for script, _, _ in RANGES))

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


def letters_by_script(texts: Sequence[str]) -> NDArray[np.int64]:
    """Count the letters of each script in each text, shape (texts, scripts), as in `SCRIPTS`.

    The first column counts all other characters.
    """
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    joined = "".join(texts)
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    cells = np.repeat(np.arange(len(texts)) * len(SCRIPTS), lengths) + _script_numbers()[codes]
    counts = np.bincount(cells, minlength=len(texts) * len(SCRIPTS))
    return counts.reshape(len(texts), len(SCRIPTS))


@cache
def _script_numbers() -> NDArray[np.int8]:
    """Return the index of the script of every code point."""
    numbers = np.zeros(0x110000, dtype=np.int8)
    for script, first, last in RANGES:
        numbers[first : last + 1] = SCRIPTS.index(script)
    return numbers


def language_of(texts: Sequence[str]) -> str:
    """Return the BCP 47 tag of the language if the script of most letters identifies it, else "".

    Chinese characters are Japanese ("ja") if there are kana as well, else Chinese ("zh"). Scripts
    of many languages, such as Latin, Cyrillic, Arabic or Devanagari, do not identify one.
    """
    counts = letters_by_script(texts).sum(axis=0)
    counts[0] = 0
    han, hiragana, katakana = (
        int(counts[SCRIPTS.index(script)]) for script in ("Han", "Hiragana", "Katakana")
    )
    kana = hiragana + katakana
    if 2 * (han + kana) > int(counts.sum()):
        return "ja" if kana > KANA_OF_JAPANESE * (han + kana) else "zh"
    most = int(np.argmax(counts))
    script = SCRIPTS[most] if 2 * int(counts[most]) > int(counts.sum()) else NO_SCRIPT
    return LANGUAGES.get(script, "")

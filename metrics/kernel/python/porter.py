"""Porter's stemmer of English words, as NLTK runs it by default.

Porter, "An algorithm for suffix stripping", Program 14(3), 1980, pages 130 to 137. NLTK 3.10.4
(nltk.stem.porter, its default mode) differs from the paper in these points, some of which are
Porter's own later changes:

- Twelve irregular words are listed.
- Words of one or two letters are their own stems.
- Step 1a: a word of four letters in -ies ends in -ie.
- Step 1b: -ied becomes -ie in a word of four letters, else -i.
- Step 1c: -y becomes -i after a consonant that is not the first letter.
- Step 2: -alli becomes -al before the other rules; -bli, -fulli and -logi are added. The measure
  for -logi includes its l.
- A vowel and a consonant that are a whole stem are short, as is consonant, vowel, consonant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

_VOWELS = frozenset("aeiou")

Rules = Sequence[tuple[str, str]]


def _rules(text: str) -> Rules:
    """Return suffixes with what replaces them, which may be nothing."""
    return [(words[0], "".join(words[1:])) for words in map(str.split, text.split(","))]


_IRREGULAR: Mapping[str, str] = MappingProxyType(
    dict(
        _rules(
            "sky sky, skies sky, dying die, lying lie, tying tie, news news, innings inning,"
            "inning inning, outings outing, outing outing, cannings canning, canning canning,"
            "howe howe, proceed proceed, exceed exceed, succeed succeed"
        )
    )
)
_STEP_1A = _rules("sses ss, ss ss, s")
_STEP_2 = _rules(
    "ational ate, tional tion, enci ence, anci ance, izer ize, bli ble, alli al, entli ent, eli e,"
    "ousli ous, ization ize, ation ate, ator ate, alism al, iveness ive, fulness ful, ousness ous,"
    "aliti al, iviti ive, biliti ble, fulli ful"
)
_STEP_3 = _rules("icate ic, ative, alize al, iciti ic, ical ic, ful, ness")
_STEP_4 = _rules(
    "al, ance, ence, er, ic, able, ible, ant, ement, ment, ent, ion, ou, ism, ate, iti, ous, ive,"
    "ize"
)


def porter_stem(word: str) -> str:
    """Return the stem of a word; capital letters are not folded.

    Equals `nltk.stem.porter.PorterStemmer().stem(word, to_lowercase=False)` of NLTK 3.10.4.

    >>> [porter_stem(word) for word in ("relational", "hopping", "happy", "skies")]
    ['relat', 'hop', 'happi', 'sky']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _without_past_and_progressive(_without_plural(word))
    if word.endswith("y") and len(word) > 2 and _kinds(word)[-2] == "c":
        word = word[:-1] + "i"
    word = _applied(_without_double_suffix(word), _STEP_3, 1)
    if not word.endswith("ion") or word[-4:-3] in ("s", "t"):
        word = _applied(word, _STEP_4, 2)
    return _without_final_letter(word)


def _kinds(word: str) -> str:
    """Return c for each consonant and v for each vowel; a y is a vowel after a consonant."""
    kinds: list[str] = []
    for letter in word:
        vowel = letter in _VOWELS or (letter == "y" and bool(kinds) and kinds[-1] == "c")
        kinds.append("v" if vowel else "c")
    return "".join(kinds)


def _measure(stem: str) -> int:
    """Return how often a consonant follows a vowel."""
    return _kinds(stem).count("vc")


def _is_short(stem: str) -> bool:
    """Whether a stem ends in consonant, vowel, consonant other than w, x and y, or is short."""
    kinds = _kinds(stem)
    return kinds == "vc" or (kinds.endswith("cvc") and stem[-1] not in "wxy")


def _applied(word: str, rules: Rules, least: int) -> str:
    """Apply the first rule whose suffix fits, if the rest has at least a measure."""
    for suffix, replacement in rules:
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            return stem + replacement if _measure(stem) >= least else word
    return word


def _without_plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    return _applied(word, _STEP_1A, 0)


def _without_past_and_progressive(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    stem = word.removesuffix("ed") if word.endswith("ed") else word.removesuffix("ing")
    if stem == word or "v" not in _kinds(stem):
        return word
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if stem[-2:-1] == stem[-1] and _kinds(stem)[-1] == "c":
        return stem if stem[-1] in "lsz" else stem[:-1]
    return stem + "e" if _measure(stem) == 1 and _is_short(stem) else stem


def _without_double_suffix(word: str) -> str:
    while word.endswith("alli") and _measure(word[:-4]):
        word = word[:-2]
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) else word
    return _applied(word, _STEP_2, 1)


def _without_final_letter(word: str) -> str:
    if word.endswith("e"):
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _is_short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word

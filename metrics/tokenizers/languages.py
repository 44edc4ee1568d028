"""Suitable tokenizers for languages whose words are not separated by white space.

The usual tokenizers split at white space and punctuation. A whole Chinese or Thai sentence is then
one token, hardly anything matches, and the ranking of systems can change.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from tallystick.errors import OptionError, warn

SPLIT_AT_SPACES_ONLY = frozenset({"none", "jiwer", "werx", "fastwer", "ascii-space"})
"""The tokenizers that split at white space, and leave punctuation at the words."""

SPLIT_AT_SPACES = SPLIT_AT_SPACES_ONLY | {
    *("13a", "intl", "mteval-11b", "mteval-13a", "mteval-intl", "mteval-14c", "nltk-nist"),
    *("tercom-norm", "tercom-nopunct", "tercom-norm-nopunct"),
}
"""The tokenizers that split at white space, and most of them at punctuation."""

LOSES_LETTERS = "rouge-score"
"""The tokenizer that drops all letters outside ASCII."""


class Language(NamedTuple):
    """A language that needs a special tokenizer; `tokenizers` are in order of use.

    Texts of a `spaced` language have spaces, although not between all words.
    """

    name: str
    tokenizers: tuple[str, ...]
    spaced: bool = False


_BY_CHARACTER_OR_PIECE = ("flores200", "char")

LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        "zh": Language("Chinese", ("zh", "char", "flores200")),
        "ja": Language("Japanese", ("ja-mecab", "char", "flores200")),
        "ko": Language("Korean", ("ko-mecab", "char", "flores200"), spaced=True),
        "th": Language("Thai", _BY_CHARACTER_OR_PIECE),
        "lo": Language("Lao", _BY_CHARACTER_OR_PIECE),
        "km": Language("Khmer", _BY_CHARACTER_OR_PIECE),
        "my": Language("Burmese", _BY_CHARACTER_OR_PIECE),
        "bo": Language("Tibetan", _BY_CHARACTER_OR_PIECE),
    }
)
"""Languages by their BCP 47 tags. sacreBLEU 2.6.0 chooses the first tokenizer for -l xx-zh, -ja and
-ko; WMT22 published BLEU with zh for Chinese and with char for Japanese."""


MISTAKEN_TAGS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("cn", "ch", "chn", "chi", "zho"), "zh"),
        **dict.fromkeys(("jp", "jap", "jpn"), "ja"),
        **dict.fromkeys(("kr", "kor"), "ko"),
        "tha": "th",
        "lao": "lo",
        **dict.fromkeys(("kh", "khm"), "km"),
        **dict.fromkeys(("mm", "mya", "bur"), "my"),
        **dict.fromkeys(("bod", "tib"), "bo"),
    }
)
"""Codes of countries, and of languages in ISO 639-2, that are written for tags of `LANGUAGES`.

The few that are also tags of other languages, such as "ch" (Chamorro) and "kr" (Kanuri), are
included: those languages are written with spaces and need no choice of tokenizer."""


_ISO_639_1 = """
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da
de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz
ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln
lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi
pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th
ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
TWO_LETTER_TAGS = frozenset(_ISO_639_1.split())
"""The codes of ISO 639-1, and its former code sh."""


def tokenizer_for(languages: str) -> str | None:
    """Return the tokenizer for a language, or for the target of a language pair; None for any.

    Unknown tags of two letters cause a warning; those of three letters are not checked.
    """
    tags = languages.lower().split("-")
    if len(tags) > 2 or not all(tag.isalpha() and 2 <= len(tag) <= 3 for tag in tags):
        raise OptionError(
            f"the languages are {languages!r}; expected a language such as 'zh', or a pair such as "
            "'en-zh' that ends with the language of the hypotheses"
        )
    meant = MISTAKEN_TAGS.get(tags[-1])
    if meant is not None:
        suggested = "-".join(dict.fromkeys([*tags[:-1], meant]))  # zh-cn means zh
        raise OptionError(
            f"the languages are {languages!r}, but the tag of {LANGUAGES[meant].name} is "
            f"{meant!r}; did you mean {suggested}?"
        )
    for tag in tags:
        if len(tag) == 2 and tag not in TWO_LETTER_TAGS:
            warn(
                f"{tag!r} in the languages {languages!r} is not the code of a language in ISO "
                "639-1; check it, because the tokenizer depends on it"
            )
    language = LANGUAGES.get(tags[-1])
    return language.tokenizers[0] if language else None


def languages_of(tokenizer: str) -> tuple[str, ...]:
    """Return the names of the languages that a tokenizer is recommended for."""
    return tuple(
        language.name for language in LANGUAGES.values() if tokenizer in language.tokenizers
    )

"""Suitable tokenizers for languages whose words are not separated by white space.

The usual tokenizers split at white space and punctuation. A whole Chinese or Thai sentence is then
one token, hardly anything matches, and the ranking of systems can change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tallystick.errors import OptionError

SPLIT_AT_SPACES = frozenset(
    {"none", "13a", "intl", "mteval-11b", "mteval-13a", "mteval-intl", "mteval-14c", "nltk-nist"}
)
"""The tokenizers that split at white space and punctuation."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language that needs a special tokenizer.

    Attributes:
        name: Its English name.
        tokenizers: The suitable tokenizers, the most common one first.
        spaced: Whether its texts have spaces, although not between all words.
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


def tokenizer_for(languages: str) -> str | None:
    """Return the tokenizer for a language, or for the target of a language pair.

    Returns:
        The first tokenizer of the language in `LANGUAGES`; None if any is suitable.

    Raises:
        OptionError: The text is not the tag of a language or of a language pair.

    >>> tokenizer_for("en-zh"), tokenizer_for("ja"), tokenizer_for("en-de")
    ('zh', 'ja-mecab', None)
    """
    tags = languages.lower().split("-")
    if len(tags) > 2 or not all(tag.isalpha() and 2 <= len(tag) <= 3 for tag in tags):
        raise OptionError(
            f"the languages are {languages!r}; expected a language such as 'zh', or a pair such as "
            "'en-zh' that ends with the language of the hypotheses"
        )
    language = LANGUAGES.get(tags[-1])
    return language.tokenizers[0] if language else None


def languages_of(tokenizer: str) -> tuple[str, ...]:
    """Return the names of the languages that a tokenizer is recommended for.

    >>> languages_of("zh"), languages_of("13a")
    (('Chinese',), ())
    """
    return tuple(
        language.name for language in LANGUAGES.values() if tokenizer in language.tokenizers
    )

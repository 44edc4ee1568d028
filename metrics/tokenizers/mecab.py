"""ja-mecab and ko-mecab: Japanese and Korean words from a MeCab dictionary.

The tokens are those of sacreBLEU 2.6.0, which identifies the dictionary by its number of entries.
Scores with another dictionary are not comparable, so it is refused.
"""

import importlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tallystick.errors import MissingExtraError
from tallystick.metrics.tokenizers import EXTRAS
from tallystick.metrics.tokenizers.protocol import Lowercase, SeparatingTokenizer, fold


@dataclass(frozen=True)
class MecabTokenizer(SeparatingTokenizer):
    """A tokenizer that splits with a MeCab tagger, configured to separate words by spaces."""

    name: str
    version: str | None
    tagger: Any = field(repr=False, compare=False)

    def separate(self, lines: Iterable[str], lowercase: Lowercase) -> list[str]:
        """Return lines with spaces between the words; MeCab takes a line at a time."""
        return [self.tagger.parse(fold(line, lowercase).strip()) for line in lines]


@cache
def tokenizer_ja_mecab() -> MecabTokenizer:
    """Return `ja-mecab`, which splits Japanese into words with MeCab and the IPA dictionary.

    Equals `tokenize="ja-mecab"` of sacreBLEU 2.6.0, whose signature joins name and version:
    `ja-mecab-0.996-IPA`.
    """
    return _load("ja-mecab", "MeCab", "ipadic", entries=392_126, dictionary_name="IPA")


@cache
def tokenizer_ko_mecab() -> MecabTokenizer:
    """Return `ko-mecab`, which splits Korean into words with MeCab-ko and mecab-ko-dic.

    Equals `tokenize="ko-mecab"` of sacreBLEU 2.6.0, whose signature joins name and version:
    `ko-mecab-0.996/ko-0.9.2-KO`.
    """
    return _load("ko-mecab", "mecab_ko", "mecab_ko_dic", entries=811_795, dictionary_name="KO")


def _load(
    name: str,
    tagger_module: str,
    dictionary_module: str,
    *,
    entries: int,
    dictionary_name: str,
) -> MecabTokenizer:
    install = f'pip install "tallystick[{EXTRAS[name]}]"'
    try:
        mecab = importlib.import_module(tagger_module)
        dictionary = importlib.import_module(dictionary_module)
    except ImportError as error:
        raise MissingExtraError(
            f"tokenizer {name!r} needs the libraries {tagger_module} and {dictionary_module}, and "
            f"importing them failed ({error}); install them with: {install}"
        ) from error
    tagger = mecab.Tagger(f"{dictionary.MECAB_ARGS} -Owakati")
    found = tagger.dictionary_info()
    if found.size != entries or found.next is not None:
        given = "with a user dictionary" if found.next is not None else "a different dictionary"
        raise MissingExtraError(
            f"tokenizer {name!r} is defined by the dictionary of {dictionary_module} with "
            f"{entries} entries and no user dictionary; MeCab loaded {found.size} entries, "
            f"{given}; remove MeCab's own configuration and install the right one with: {install}"
        )
    return MecabTokenizer(name, f"{tagger.version()}-{dictionary_name}", tagger)

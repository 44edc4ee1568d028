"""The language of the texts, which some changes need a table of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tallystick.errors import InputError
from tallystick.metrics.base.scripts import SCRIPTS, language_of, letters_by_script
from tallystick.metrics.tokenizers.languages import tokenizer_for

SCRIPTS_OF: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("en", "de", "fr", "es", "cs"), ("Latin",)),
    **dict.fromkeys(("ru", "uk"), ("Cyrillic",)),
    "zh": ("Han",),
    "ja": ("Han", "Hiragana", "Katakana"),
}
"""The scripts of the languages that have tables."""


def target_language(languages: str, texts: Sequence[str]) -> str:
    """Return the language that a tag, or the target of a pair, names.

    Args:
        languages: A tag such as "en", or a pair such as "de-en"; "" if the language is not known.
        texts: The texts.

    Raises:
        OptionError: It is not a tag of a language.
        InputError: The texts are not in a script of the language.

    >>> target_language("de-en", ["The cat."]), target_language("", ["The cat."])
    ('en', '')
    >>> target_language("ru", ["The cat."])
    Traceback (most recent call last):
    tallystick.errors.InputError: the language is 'ru', but 100% of the letters of the texts are \
not Cyrillic; correct the language or the texts
    """
    if not languages:
        return ""
    tokenizer_for(languages)
    language = languages.lower().rpartition("-")[2]
    scripts = SCRIPTS_OF.get(language)
    if scripts is None:
        return language
    counts = dict(zip(SCRIPTS[1:], letters_by_script(texts).sum(axis=0)[1:].tolist(), strict=True))
    others = sum(counts.values()) - sum(counts[script] for script in scripts)
    if 2 * others > sum(counts.values()):
        raise InputError(
            f"the language is {language!r}, but {others / sum(counts.values()):.0%} of the letters "
            f"of the texts are not {' or '.join(scripts)}; correct the language or the texts"
        )
    seen = language_of(texts)
    if seen not in ("", language):
        raise InputError(
            f"the language is {language!r}, but the texts look like {seen!r}; correct the language "
            "or the texts"
        )
    return language

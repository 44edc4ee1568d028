"""NLTK's port of mteval's normalisation, which is used by Hugging Face's nist_mt."""

from functools import cache

from tallystick.metrics.tokenizers.rules import CaseFolding, Rule, RuleTokenizer, literal
from tallystick.metrics.tokenizers.western import MARKUP_RULES, PAD, PUNCTUATION_RULES

_ENTITIES = {
    "&gt;": ">",
    "&lt;": "<",
    "&apos;": "'",
    "&quot;": '"',
    "&#124;": "|",
    "&#91;": "[",
    "&#93;": "]",
    "&amp;": "&",  # last, so nothing is decoded twice
}


@cache
def tokenizer_nltk_nist() -> RuleTokenizer:
    """Return `nltk-nist`, which splits as `NISTTokenizer().tokenize` of NLTK 3.10.4 does.

    Unlike mteval's rules (here `mteval-13a`) it decodes eight entities, none of them twice, does
    not join hyphenated lines, and folds and splits as Python does. Its `international_tokenize` is
    a different tokenizer, which is not included.
    """
    entities = (
        literal(f"decode {entity}", f"Replace the entity {entity} by its character.", entity, text)
        for entity, text in _ENTITIES.items()
    )
    rules: tuple[Rule, ...] = (
        MARKUP_RULES[0],
        *entities,
        literal("join lines", "Replace a line separator by a space.", "\u2028", " "),
        PAD,
        CaseFolding(),
        *PUNCTUATION_RULES,
    )
    return RuleTokenizer("nltk-nist", rules)

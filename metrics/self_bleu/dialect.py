"""The conventions in which programs that compute self-BLEU differ.

Zhu et al. 2018 (Texygen) score every sentence with all others as its references, and leave open
with which BLEU.
"""

from __future__ import annotations

from tallystick.errors import OptionError
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.bleu.formula import FAILING_SEGMENTS
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, axis, dialect_of
from tallystick.metrics.interface.presets import preset_named
from tallystick.metrics.tokenizers import Lowercase


def check_sentence_bleu(name: str, value: object) -> str:
    """Return the name of a dialect of BLEU with the highest counts and the closest length."""
    preset = preset_named(BleuDialect, value)
    dialect = preset.dialect
    if (
        (dialect.clip, dialect.reference_length) != ("max", "closest")
        or dialect.order_limit == "longest_reference"
        or dialect.empty_references in FAILING_SEGMENTS
    ):
        raise OptionError(
            f"{name} is {value!r}, whose treatment of several references is not available in "
            "self-BLEU; expected a dialect of BLEU with clip=max and reference_length=closest "
            "that takes nothing else from them, such as nltk-method1 or sacrebleu"
        )
    return preset.name


@dialect_of("self-BLEU")
class SelfBleuDialect(Dialect):
    """A full set of conventions for self-BLEU. The defaults are those of Texygen on all sentences.

    >>> str(SelfBleuDialect(order=4, sample=500))
    'order=4+sample=500'
    """

    order: int = axes.order(3)
    sentence_bleu: str = axis(
        "nltk-method1",
        "The dialect of BLEU, by name, that scores a sentence with all others as references.",
        check=check_sentence_bleu,
    )
    sample: int = axes.whole_number(
        0,
        "The number of sentences, from the first one, that are compared with each other; 0 for "
        "all.",
    )
    tokenize: str = axes.tokenizer("none", "none", "13a")
    lowercase: Lowercase = axes.lowercase("none")


ALL_SENTENCES = SelfBleuDialect()
"""The default of this package: Texygen's conventions, for all sentences."""

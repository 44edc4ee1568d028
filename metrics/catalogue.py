"""The metrics and tokenizers that can be asked for by name."""

from tallystick.errors import PluginError
from tallystick.metrics.registry import Registry
from tallystick.metrics.tokenizers import BUILT_IN, Tokenizer

METRICS = Registry(
    "metric",
    {
        "bleu": "tallystick.metrics.bleu.metric:Bleu",
        "nist": "tallystick.metrics.nist.metric:Nist",
        "sentbleu": "tallystick.metrics.sentence_bleu.metric:SentenceBleu",
    },
    "tallystick.metrics",
)
"""Name to a class or function that makes a metric from its options."""

DEFAULT_METRICS = ("bleu", "nist")
"""The metrics that are taken where none is named."""

DIALECTS = Registry(
    "class of dialects",
    {
        "bleu": "tallystick.metrics.bleu.dialect:BleuDialect",
        "nist": "tallystick.metrics.nist.dialect:NistDialect",
    },
    "tallystick.dialects",
)
"""Name of a metric to the class of its dialects, which is loaded without the metric."""

TOKENIZERS = Registry("tokenizer", BUILT_IN, "tallystick.tokenizers")
"""Name to a function without arguments that returns a tokenizer."""


def tokenizer_named(name: str) -> Tokenizer:
    """Return the tokenizer of this name.

    Raises:
        UnknownNameError: No tokenizer has this name.
        MissingExtraError: It needs a library that is not installed.
        PluginError: The plug-in that brings it cannot be loaded, or what it makes is no
            tokenizer or one of another name.

    >>> tokenizer_named("13a")("Hello, world.")
    ['Hello', ',', 'world', '.']
    """
    tokenizer: Tokenizer = TOKENIZERS.make(name, TOKENIZERS.load(name))
    if name in BUILT_IN:  # among these, spm is another name of flores101
        return tokenizer
    _check_tokenizer(name, tokenizer)
    return tokenizer


def _check_tokenizer(name: str, made: object) -> None:
    missing = [part for part in TOKENIZER_PARTS if not hasattr(made, part)]
    registered = f"what is registered as the tokenizer {name!r}"
    if missing:
        raise PluginError(
            f"{registered} by {TOKENIZERS[name].distribution} makes an object of type "
            f"{type(made).__name__} without {', '.join(missing)}; expected a Tokenizer; to make "
            "one of a function from a line to its tokens, wrap it in "
            f"tallystick.metrics.tokenizers.FunctionTokenizer({name!r}, ...)"
        )
    own_name = getattr(made, "name", None)
    if own_name != name:
        raise PluginError(
            f"{registered} by {TOKENIZERS[name].distribution} makes one whose name is "
            f"{own_name!r}; expected the same name in both places; register it under its own name"
        )


TOKENIZER_PARTS = ("name", "version", "__call__")

"""The metrics and tokenizers that can be asked for by name."""

from tallystick.metrics.registry import Registry
from tallystick.metrics.tokenizers import BUILT_IN, Tokenizer

METRICS = Registry(
    "metric",
    {"bleu": "tallystick.metrics.bleu:Bleu", "nist": "tallystick.metrics.nist:Nist"},
    "tallystick.metrics",
)
"""Name to a class or function that makes a metric from its options."""

TOKENIZERS = Registry("tokenizer", BUILT_IN, "tallystick.tokenizers")
"""Name to a function without arguments that returns a tokenizer."""


def tokenizer_named(name: str) -> Tokenizer:
    """Return the tokenizer of this name.

    Raises:
        UnknownNameError: No tokenizer has this name.
        MissingExtraError: It needs a library that is not installed.
        PluginError: The plug-in that brings it cannot be loaded.

    >>> tokenizer_named("13a")("Hello, world.")
    ['Hello', ',', 'world', '.']
    """
    tokenizer: Tokenizer = TOKENIZERS.load(name)()
    return tokenizer

"""The metrics and tokenizers that are available by name."""

from collections.abc import Mapping
from types import MappingProxyType

from tallystick.errors import UnknownNameError
from tallystick.metrics.arguments.registry import Registry, same_name
from tallystick.metrics.tokenizers import BUILT_IN, Tokenizer

ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "chrf+": "chrf:word_order=1",
        "chrf++": "chrf:word_order=2",
        **{
            f"chrf{beta}{'+' * order}": f"chrf:beta={beta},word_order={order}"
            for beta in range(1, 4)
            for order in range(3)
        },
        "google_bleu": "google_gleu:dialect=evaluate",
        "cider-d": "cider:dialect=cider-d",
        **{f"rouge{order}": f"rouge:type={order}" for order in range(3, 10)},
        **{f"distinct{order}": f"distinct:order={order}" for order in range(1, 10)},
    }
)
"""Names that specs can begin with, each with the beginning of a spec that it abbreviates.

They are in lower case; chrf2++ is the name that sacreBLEU prints.
"""

_PLACES = {
    "bleu": "bleu.metric:Bleu",
    "nist": "nist.metric:Nist",
    "chrf": "chrf.metric:Chrf",
    "wer": "wer.metric:Wer",
    "cer": "cer.metric:Cer",
    "mer": "wer.metric:Mer",
    "wil": "wer.metric:Wil",
    "wip": "wer.metric:Wip",
    "rouge1": "rouge.metric:Rouge1",
    "rouge2": "rouge.metric:Rouge2",
    "rougeL": "rouge.metric:RougeL",
    "rougeLsum": "rouge.metric:RougeLsum",
    "rouge": "rouge.metric:Rouge",
    "ter": "ter.metric:Ter",
    "google_gleu": "google_gleu.metric:GoogleGleu",
    "ribes": "ribes.metric:Ribes",
    "meteor": "meteor.metric:Meteor",
    "distinct": "distinct.metric:Distinct",
    "self_bleu": "self_bleu.metric:SelfBleu",
    "cider": "cider.metric:Cider",
    "sari": "sari.metric:Sari",
    "sentbleu": "bleu.metric:SentenceBleu",
}
"""Names of metrics, each with the place of its class."""

METRICS = Registry(
    "metric",
    {name: f"tallystick.metrics.{place}" for name, place in _PLACES.items()},
    "tallystick.metrics",
    abbreviations=ALIASES,
)
"""Names of metrics, each with the class or function that makes the metric from its options."""

DEFAULT_TOKENIZER = "13a"
"""The tokenizer of lines if none is named; each metric has its own."""

DEFAULT_METRICS = ("bleu", "chrf")
"""The metrics that score texts and compare systems if none is named: of words and of characters."""

EVALUATED_METRICS = ("bleu", "chrf", "ter", "nist")
"""The metrics that are evaluated themselves if none is named."""

_DIALECT_WITH_METRIC = frozenset({"cer", "google_gleu", "meteor", "ribes"})
"""The metrics whose dialect is so short that both are in one module."""

DIALECTS = Registry(
    "class of dialects",
    {
        name: f"tallystick.metrics.{place}Dialect".replace(
            ".metric:", ".metric:" if name in _DIALECT_WITH_METRIC else ".dialect:"
        )
        for name, place in _PLACES.items()
        if place.startswith(f"{name}.")
    },
    "tallystick.dialects",
)
"""Names of metrics, each with its dialect class.

Metrics in one folder have the dialect of the metric that the folder is named for.
"""

FORMULAS: Mapping[str, str] = MappingProxyType(
    {"meteor-1.5": "tallystick.metrics.meteor.given:MeteorStatistics"}
)
"""Names of formulas, each with the class of given scores that applies it to given statistics."""

TOKENIZERS = Registry("tokenizer", BUILT_IN, "tallystick.tokenizers")
"""Names of tokenizers, each with a function without arguments that returns the tokenizer."""


def tokenizer_named(name: str) -> Tokenizer:
    """Return the tokenizer with a name, in which case is ignored.

    Raises:
        UnknownNameError: No tokenizer has this name.
        MissingExtraError: It requires a library that is not installed.
        PluginError: Its plug-in cannot be loaded, or makes something that is not a tokenizer or
            that has a different name.

    >>> tokenizer_named("13a")("Hello, world.")
    ['Hello', ',', 'world', '.']
    """
    if callable(name):
        raise UnknownNameError(
            f"the tokenizer is {name!r}; expected a name; for a function of your own give lists of "
            "tokens instead of text, or register it as a plug-in"
        )
    if isinstance(name, str):
        name = same_name(name, TOKENIZERS)
    tokenizer: Tokenizer = TOKENIZERS.make(name, TOKENIZERS.load(name))
    if name not in BUILT_IN:  # a built-in name can be an alias: spm is flores101
        TOKENIZERS.check_parts(
            name,
            tokenizer,
            ("name", "version", "__call__"),
            "a Tokenizer; to make one of a function from a line to its tokens, wrap it in "
            f"tallystick.metrics.FunctionTokenizer({name!r}, ...)",
        )
        TOKENIZERS.check_name(name, tokenizer.name)
    return tokenizer


def metric_with_option(name: str) -> str | None:
    """Return the first of some metrics that has an option, for errors; None if none has it."""
    metrics = (metric for metric in EVALUATED_METRICS if name in METRICS.load(metric).axes)
    return next(metrics, None)

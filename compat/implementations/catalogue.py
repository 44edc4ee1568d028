"""The implementations that can be asked for by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tallystick.compat.implementations.implementation import Implementation
from tallystick.errors import PluginError
from tallystick.metrics.registry import Registry

_ADAPTERS = "tallystick.compat.implementations.adapters"

BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        "nltk": f"{_ADAPTERS}.nltk:BLEU",
        "nltk-method1": f"{_ADAPTERS}.nltk:BLEU_METHOD1",
        "nltk-method2": f"{_ADAPTERS}.nltk:BLEU_METHOD2",
        "nltk-method3": f"{_ADAPTERS}.nltk:BLEU_METHOD3",
        "nltk-method4": f"{_ADAPTERS}.nltk:BLEU_METHOD4",
        "nltk-auto-reweigh": f"{_ADAPTERS}.nltk:BLEU_AUTO_REWEIGH",
        "nltk-mean": f"{_ADAPTERS}.nltk:BLEU_MEAN",
        "nltk-method1-mean": f"{_ADAPTERS}.nltk:BLEU_METHOD1_MEAN",
        "nltk-method2-mean": f"{_ADAPTERS}.nltk:BLEU_METHOD2_MEAN",
        "nltk-method3-mean": f"{_ADAPTERS}.nltk:BLEU_METHOD3_MEAN",
        "nltk-method4-mean": f"{_ADAPTERS}.nltk:BLEU_METHOD4_MEAN",
        "nltk-method5-mean": f"{_ADAPTERS}.nltk:BLEU_METHOD5_MEAN",
        "nltk-method6-mean": f"{_ADAPTERS}.nltk:BLEU_METHOD6_MEAN",
        "nltk-method7-mean": f"{_ADAPTERS}.nltk:BLEU_METHOD7_MEAN",
        "nltk-nist": f"{_ADAPTERS}.nltk:NIST",
        "nltk-gleu": f"{_ADAPTERS}.nltk:GLEU",
        "nltk-chrf": f"{_ADAPTERS}.nltk:CHRF",
        "sacrebleu": f"{_ADAPTERS}.sacrebleu:BLEU",
        "sacrebleu-effective": f"{_ADAPTERS}.sacrebleu:BLEU_EFFECTIVE",
        "sacrebleu-none": f"{_ADAPTERS}.sacrebleu:BLEU_NONE",
        "sacrebleu-none-effective": f"{_ADAPTERS}.sacrebleu:BLEU_NONE_EFFECTIVE",
        "sacrebleu-floor": f"{_ADAPTERS}.sacrebleu:BLEU_FLOOR",
        "sacrebleu-floor-effective": f"{_ADAPTERS}.sacrebleu:BLEU_FLOOR_EFFECTIVE",
        "sacrebleu-add-k": f"{_ADAPTERS}.sacrebleu:BLEU_ADD_K",
        "sacrebleu-add-k-effective": f"{_ADAPTERS}.sacrebleu:BLEU_ADD_K_EFFECTIVE",
        "sacrebleu-raw": f"{_ADAPTERS}.sacrebleu:BLEU_RAW",
        "sacrebleu-sentence-mean": f"{_ADAPTERS}.sacrebleu:BLEU_SENTENCE_MEAN",
        "sacrebleu-chrf": f"{_ADAPTERS}.sacrebleu:CHRF",
        "sacrebleu-chrf++": f"{_ADAPTERS}.sacrebleu:CHRF_WORDS",
        "sacrebleu-ter": f"{_ADAPTERS}.sacrebleu:TER",
        "bleuscore": f"{_ADAPTERS}.bleuscore:BLEU",
        "bleuscore-smooth": f"{_ADAPTERS}.bleuscore:BLEU_SMOOTH",
        "bleuscore-closest": f"{_ADAPTERS}.bleuscore:BLEU_CLOSEST",
        "bleuscore-closest-smooth": f"{_ADAPTERS}.bleuscore:BLEU_CLOSEST_SMOOTH",
        "huggingface": f"{_ADAPTERS}.evaluate:BLEU",
        "huggingface-smooth": f"{_ADAPTERS}.evaluate:BLEU_SMOOTH",
        "torchmetrics": f"{_ADAPTERS}.torchmetrics:BLEU",
        "torchmetrics-smooth": f"{_ADAPTERS}.torchmetrics:BLEU_SMOOTH",
        "torchmetrics-sacrebleu": f"{_ADAPTERS}.torchmetrics:SACREBLEU",
        "torchmetrics-sacrebleu-smooth": f"{_ADAPTERS}.torchmetrics:SACREBLEU_SMOOTH",
        "pycocoevalcap": f"{_ADAPTERS}.pycocoevalcap:BLEU",
        "pycocoevalcap-shortest": f"{_ADAPTERS}.pycocoevalcap:BLEU_SHORTEST",
        "pycocoevalcap-average": f"{_ADAPTERS}.pycocoevalcap:BLEU_AVERAGE",
        "multi-bleu": f"{_ADAPTERS}.multi_bleu:BLEU",
        "multi-bleu-detok": f"{_ADAPTERS}.multi_bleu:BLEU_DETOK",
        "mteval-v11b": f"{_ADAPTERS}.mteval:BLEU_V11B",
        "mteval-v13a": f"{_ADAPTERS}.mteval:BLEU_V13A",
        "mteval-v13a-no-smoothing": f"{_ADAPTERS}.mteval:BLEU_V13A_NO_SMOOTHING",
        "mteval-v13a-shortest": f"{_ADAPTERS}.mteval:BLEU_V13A_SHORTEST",
        "mteval-v14": f"{_ADAPTERS}.mteval:BLEU_V14",
        "mteval-v11b-nist": f"{_ADAPTERS}.mteval:NIST_V11B",
        "mteval-v13a-nist": f"{_ADAPTERS}.mteval:NIST_V13A",
        "mteval-v14-nist": f"{_ADAPTERS}.mteval:NIST_V14",
    }
)

IMPLEMENTATIONS = Registry("implementation", BUILT_IN, "tallystick.implementations")
"""Name to an `Implementation`, or to a function without arguments that returns one."""


def implementation_named(name: str) -> Implementation:
    """Return the implementation of this name, whether its program is installed or not.

    Raises:
        UnknownNameError: No implementation has this name.
        PluginError: The plug-in that brings it cannot be loaded, or what it makes is no
            implementation or one of another name.

    >>> implementation_named("nltk").dialect
    'nltk'
    """
    found = IMPLEMENTATIONS.load(name)
    if isinstance(found, Implementation):
        return _checked(name, found)
    by = f"the implementation {name!r} of {IMPLEMENTATIONS[name].distribution}"
    if not callable(found):
        raise PluginError(
            f"{by} is of type {type(found).__name__}; expected an Implementation, or a function "
            "without arguments that returns one"
        )
    return _checked(name, IMPLEMENTATIONS.make(name, found))


def _checked(name: str, made: object) -> Implementation:
    by = (
        f"what is registered as the implementation {name!r} by {IMPLEMENTATIONS[name].distribution}"
    )
    if not isinstance(made, Implementation):
        raise PluginError(
            f"{by} makes an object of type {type(made).__name__}; expected an Implementation"
        )
    if made.name != name:
        raise PluginError(
            f"{by} has the name {made.name!r}; expected the same name in both places; register it "
            "under its own name"
        )
    return made

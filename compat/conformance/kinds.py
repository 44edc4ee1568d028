"""Kinds of metrics, for which causes of differences have different names."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.cer.metric import Cer
from tallystick.metrics.chrf.metric import Chrf
from tallystick.metrics.cider.metric import Cider
from tallystick.metrics.google_gleu.metric import GoogleGleu
from tallystick.metrics.meteor.metric import Meteor
from tallystick.metrics.nist.metric import Nist
from tallystick.metrics.ribes.metric import Ribes
from tallystick.metrics.rouge.metric import RougeOfType
from tallystick.metrics.ter.metric import Ter
from tallystick.metrics.wer.metric import ErrorRate


class Kind(Enum):
    """What a metric counts."""

    BLEU = auto()
    NIST = auto()
    CHRF = auto()
    ROUGE_N = auto()
    ROUGE_L = auto()
    ERROR_RATE = auto()
    TER = auto()
    GOOGLE_GLEU = auto()
    RIBES = auto()
    METEOR = auto()
    CIDER = auto()


def kind_of(metric: Any) -> Kind | None:
    """Return the kind of a metric; None if causes have no names of their own for it.

    >>> from tallystick.metrics import Rouge
    >>> kind_of(Rouge(type="L")).name
    'ROUGE_L'
    """
    if isinstance(metric, RougeOfType):
        return Kind.ROUGE_N if metric.type.isdecimal() else Kind.ROUGE_L
    if isinstance(metric, ErrorRate):
        return Kind.ERROR_RATE
    return _KINDS.get(type(metric))


_KINDS: Mapping[type, Kind] = {
    Bleu: Kind.BLEU,
    Nist: Kind.NIST,
    Chrf: Kind.CHRF,
    Ter: Kind.TER,
    GoogleGleu: Kind.GOOGLE_GLEU,
    Ribes: Kind.RIBES,
    Meteor: Kind.METEOR,
    Cider: Kind.CIDER,
}


def compares_characters(metric: Any) -> bool:
    """Return whether a metric compares characters."""
    return isinstance(metric, Chrf | Cer)


def characters_of(metric: Any, tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Return the characters of tokens that a metric compares.

    >>> characters_of(Chrf(), ("a", "bc"))
    ('a', 'b', 'c')
    """
    return tuple(("" if isinstance(metric, Chrf) else " ").join(tokens).strip())

"""The text that names a metric with its options: `bleu`, `bleu:tokenize=intl,smooth=floor`.

The same text is used in Python, on the command line and in reports. A metric is a frozen dataclass
whose fields are its options; the metadata of a field may contain `parse`, a function from text to
value.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

from tallystick.errors import OptionError, PluginError, TallystickError
from tallystick.metrics.catalogue import (
    ALIASES,
    DEFAULT_COMPARISON_METRICS,
    DEFAULT_METRICS,
    METRICS,
)
from tallystick.metrics.identity import Identity
from tallystick.metrics.metric import Metric
from tallystick.metrics.options import parse_flag
from tallystick.metrics.registry import nearest


def metric_from_spec(spec: str) -> Metric:
    """Build the metric that a spec names.

    Raises:
        UnknownNameError: No metric has this name.
        OptionError: An option is unknown or given twice, or its value is invalid.
        PluginError: The plug-in that provides the metric cannot be loaded.

    >>> metric_from_spec("bleu:order=2,lowercase=yes").order
    2
    """
    spec = unabbreviated(spec)
    name, colon, rest = spec.partition(":")
    factory = METRICS.load(name)
    texts: dict[str, str] = {}
    for option in rest.split(",") if colon else []:
        key, equals, value = option.partition("=")
        if not equals or not key:
            raise OptionError(
                f"{option!r} in the metric {spec!r} is not an option; expected name=value, several "
                f"separated by commas, such as {name}:{_example(factory)}"
            )
        if key in texts:
            raise OptionError(f"the option {key!r} is given twice in the metric {spec!r}")
        texts[key] = value
    return build(name, factory, texts)


def unabbreviated(spec: str) -> str:
    """Return a spec with an alias in front replaced.

    >>> unabbreviated("chrf++:lowercase=yes"), unabbreviated("bleu")
    ('chrf:word_order=2,lowercase=yes', 'bleu')
    """
    name, _, options = spec.partition(":")
    full = ALIASES.get(name)
    return spec if full is None else ",".join(filter(None, (full, options)))


def several_in(spec: str) -> list[str]:
    """Return the metrics that a spec names by mistake, with commas or spaces; none if it names one.

    >>> several_in("bleu,chrf++"), several_in("bleu nist"), several_in("bleu:order=2")
    (['bleu', 'chrf++'], ['bleu', 'nist'], [])
    """
    names = spec.replace(",", " ").split()
    if len(names) < 2 or ":" in spec:
        return []
    return names if all(name in ALIASES or name in METRICS for name in names) else []


def build(name: str, factory: Callable[..., Any], texts: dict[str, str]) -> Metric:
    """Call the factory of a metric with options given as text."""
    refuse_unknown_options(name, factory, texts)
    refuse_without_dialect(name, texts)
    known = options_of(factory)
    options = {key: _parse(name, known[key], text) for key, text in texts.items()}
    metric: Metric = METRICS.make(name, factory, **options)
    parts = ("identity", "options", "statistics", "formula", "score")
    METRICS.check_parts(name, metric, parts, "a tallystick.metrics.Metric")
    identity: object = metric.identity
    if not isinstance(identity, Identity):
        raise PluginError(
            f"what is registered as the metric {name!r} has an identity of type "
            f"{type(identity).__name__}; expected a tallystick.metrics.Identity"
        )
    METRICS.check_name(name, metric.identity.name)
    return metric


def refuse_unknown_options(name: str, factory: Callable[..., Any], given: Iterable[str]) -> None:
    """Reject options that a metric does not have."""
    known = options_of(factory)
    for key in given:
        if key not in known:
            offer = nearest(key, list(known)) if known else "; it has no options"
            raise OptionError(f"the metric {name} has no option {key!r}{offer}")


def refuse_without_dialect(name: str, given: Container[str]) -> None:
    """Reject the name of a metric that has no default dialect if none is given."""
    if name in METRICS.built_in and name in METRICS.refused and "dialect" not in given:
        raise OptionError(METRICS.refused[name])


def options_of(factory: Callable[..., Any]) -> dict[str, Field[Any]]:
    """Return the options of a metric: the fields of its dataclass that its constructor takes."""
    if not is_dataclass(factory):
        return {}
    return {field.name: field for field in fields(factory) if field.init}


def metric_with_option(name: str) -> str | None:
    """Return the first default metric that has an option, for errors; None if none has it.

    >>> metric_with_option("smooth"), metric_with_option("information"), metric_with_option("beta")
    ('bleu', 'nist', 'chrf')
    """
    defaults = dict.fromkeys((*DEFAULT_METRICS, *DEFAULT_COMPARISON_METRICS))
    found = (metric for metric in defaults if name in options_of(METRICS.load(metric)))
    return next(found, None)


def _example(factory: Callable[..., Any]) -> str:
    known = options_of(factory)
    return f"{next(iter(known))}=..." if known else "name=value"


def _parse(name: str, field: Field[Any], text: str) -> Any:
    parse = field.metadata.get("parse") or _PARSE_LIKE_DEFAULT.get(type(field.default), str)
    if field.default is MISSING and "parse" not in field.metadata:
        parse = str
    try:
        return parse(text)
    except TallystickError as error:
        raise type(error)(f"the option {field.name} of the metric {name}: {error}") from None
    except ValueError as error:
        kind = _KINDS.get(parse)
        detail = f"{text!r} is not a {kind}" if kind else f"{text!r} cannot be read: {error}"
        raise OptionError(f"the option {field.name} of the metric {name}: {detail}") from None


_PARSE_LIKE_DEFAULT: dict[type, Callable[[str], Any]] = {
    bool: parse_flag,
    int: int,
    float: float,
    str: str,
}
_KINDS: dict[Callable[[str], Any], str] = {int: "whole number", float: "number"}

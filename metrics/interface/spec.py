"""The text that names a metric with its options: `bleu`, `bleu:tokenize=intl,smooth=floor`.

The metadata of a field of a metric may contain `parse`, a function from text to value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from tallystick.errors import OptionError, PluginError, TallystickError
from tallystick.metrics.arguments.catalogue import ALIASES, METRICS
from tallystick.metrics.arguments.options import parse_flag
from tallystick.metrics.arguments.registry import nearest, same_name
from tallystick.metrics.interface.dialect import NUMBERS, value_text
from tallystick.metrics.interface.identity import Identity
from tallystick.metrics.interface.metric import MEMBERS, Metric


def metric_from_spec(spec: str) -> Metric:
    """Build the metric that a spec names.

    Raises:
        UnknownNameError: No metric has this name.
        OptionError: An option is unknown or given twice, or its value is invalid.
        PluginError: The plug-in that provides the metric cannot be loaded.

    >>> metric_from_spec("bleu:order=2,lowercase=yes").order
    2
    """
    if not isinstance(spec, str):
        raise OptionError(f"the spec is {spec!r}; expected text such as 'bleu:order=2'")
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


def tidied(spec: str) -> str:
    """Return a spec without blanks, in which the name is written as it is registered.

    >>> tidied("BLEU: order=2, lowercase=yes"), tidied("chrF2++")
    ('bleu:order=2,lowercase=yes', 'chrf2++')
    """
    name, colon, options = spec.partition(":")
    name = name.strip()
    if name not in ALIASES:
        name = same_name(name, METRICS)
    if name.lower() in ALIASES and name not in METRICS:
        name = name.lower()
    each = ("=".join(map(str.strip, option.split("=", 1))) for option in options.split(","))
    return f"{name}{colon}{','.join(each)}"


def unabbreviated(spec: str) -> str:
    """Return a spec as `tidied` does, with an alias in front replaced."""
    spec = tidied(spec)
    name, _, options = spec.partition(":")
    full = ALIASES.get(name)
    return spec if full is None else ",".join(filter(None, (full, options)))


class Named(NamedTuple):
    """How a metric is called in tables, and a spec that makes it."""

    name: str
    spec: str


def named(metric: Metric) -> Named:
    """Return how a metric is called; two metrics of a kind with different options differ in it.

    A table among the options, such as information weights, is written as its fingerprint, from
    which no metric can be made. A metric that is not made from a spec has an attribute `named`.

    >>> named(metric_from_spec("chrf:word_order=2,lowercase=yes"))
    Named(name='chrF2++ (lowercase=unicode)', spec='chrf++:lowercase=unicode')
    >>> named(metric_from_spec("bleu:smooth=floor"))
    Named(name='BLEU (smooth=floor)', spec='bleu:smooth=floor')
    """
    own = getattr(metric, "named", None)
    if isinstance(own, Named):
        return own
    options = [getattr(metric, name, None) for name in options_of(type(metric))]
    if any(hasattr(option, "fingerprint") for option in options):  # too large to be kept
        return _named(metric)
    with suppress(TypeError):  # it cannot be hashed
        key: Any = metric  # type checkers do not consider it hashable
        return _kept_named(key)
    return _named(metric)


def _named(metric: Metric) -> Named:
    identity, options = metric.identity, _options_to_make(metric)
    each = {name: f"{name}={_option_text(value)}" for name, value in options.items()}
    spec = ":".join(filter(None, (identity.name, ",".join(each.values()))))
    for alias, full in ALIASES.items():
        if f"{spec},".startswith(f"{full},"):
            spec = alias + spec.removeprefix(full).replace(",", ":", 1)
            break
    shown = ", ".join(text for name, text in each.items() if name not in identity.options_in_title)
    if not shown:
        return Named(identity.title, spec)
    if identity.title.endswith(")"):
        return Named(f"{identity.title[:-1]}, {shown})", spec)
    return Named(f"{identity.title} ({shown})", spec)


_kept_named = lru_cache(maxsize=64)(_named)


def _option_text(value: Any) -> str:
    if isinstance(value, float):
        return str(value).removesuffix(".0")
    return value.fingerprint() if hasattr(value, "fingerprint") else value_text(value)


def _options_to_make(metric: Metric) -> dict[str, Any]:
    """Return the options without which the constructor does not make this metric."""
    kind: Any = type(metric)
    known = options_of(kind)
    options = {name: getattr(metric, name) for name in known}
    if "dialect" not in known:
        usual = {name: _option_text(_default(option)) for name, option in known.items()}
        return {
            name: value for name, value in options.items() if _option_text(value) != usual[name]
        }

    def make_it(given: dict[str, Any]) -> bool:
        with suppress(TallystickError, TypeError):  # an option that it needs may be absent
            return bool(kind(**given) == metric)
        return False

    if make_it({}):  # usual, and the loop takes a millisecond
        return {}
    for name in reversed(known):  # the dialect decides on the defaults of the others
        fewer = {other: value for other, value in options.items() if other != name}
        if make_it(fewer):
            options = fewer
    return options


def _default(option: Field[Any]) -> Any:
    factory = option.default_factory
    return option.default if factory is MISSING else factory()


def several_in(spec: str) -> list[str]:
    """Return the metrics that a spec names by mistake, with commas or spaces; none if it names one.

    >>> several_in("bleu,chrf++"), several_in("bleu nist"), several_in("bleu:order=2")
    (['bleu', 'chrf++'], ['bleu', 'nist'], [])
    """
    names = spec.replace(",", " ").split()
    if len(names) < 2 or ":" in spec:
        return []
    known = (tidied(name) for name in names)
    return names if all(name in ALIASES or name in METRICS for name in known) else []


def build(name: str, factory: Callable[..., Any], texts: dict[str, str]) -> Metric:
    """Call the factory of a metric with options given as text."""
    refuse_unknown_options(name, factory, texts)
    known = options_of(factory)
    options = {key: _parse(name, known[key], text) for key, text in texts.items()}
    metric: Metric = METRICS.make(name, factory, **options)
    if name in METRICS.built_in:
        return metric
    METRICS.check_parts(name, metric, MEMBERS, "a tallystick.metrics.Metric")
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


def options_of(factory: Callable[..., Any]) -> dict[str, Field[Any]]:
    """Return the options of a metric: the fields of its dataclass that its constructor takes."""
    if not is_dataclass(factory):
        return {}
    return {field.name: field for field in fields(factory) if field.init}


def _example(factory: Callable[..., Any]) -> str:
    known = options_of(factory)
    return f"{next(iter(known))}=..." if known else "name=value"


def _parse(name: str, field: Field[Any], text: str) -> Any:
    parse = field.metadata.get("parse") or _PARSE_LIKE_DEFAULT.get(type(field.default), str)
    try:
        return parse(text)
    except TallystickError as error:
        raise type(error)(f"the option {field.name} of the metric {name}: {error}") from None
    except ValueError as error:
        kind = NUMBERS.get(parse)
        detail = f"{text!r} is not {kind}" if kind else f"{text!r} cannot be read: {error}"
        raise OptionError(f"the option {field.name} of the metric {name}: {detail}") from None


_PARSE_LIKE_DEFAULT: dict[type, Callable[[str], Any]] = {bool: parse_flag, int: int, float: float}

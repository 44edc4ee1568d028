"""Signatures: everything that a score depends on, as one line that can be parsed.

The fields of sacreBLEU come first, in its order and spelling. Options that differ from the defaults
of the metric follow, then the metric, this package and its version.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from tallystick import __version__
from tallystick.errors import InputError, OptionError, PluginError
from tallystick.metrics.arguments.catalogue import ALIASES, METRICS
from tallystick.metrics.interface.identity import Identity
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.interface.spec import Named, named

_OF_THE_RUN = ("nrefs", "bs", "ar", "seed", "metric", "impl", "version")
"""Fields that describe how a score was computed but are not options of the metric."""

_LABEL = r"[^|]*: (?=[\w#]+:)"
"""The spec with which scores are printed, in front of a signature."""

_SHORT = {"#": "nrefs", "c": "case", "e": "eff", "nr": "norm", "pn": "punct", "as": "asian"}
_SHORT |= {"rs": "seed", "v": "version"}
_SHORT_IN = {"bleu": {"s": "smooth"}, "chrf": {"s": "space"}, "ter": {"t": "tok"}}
"""The fields of sacreBLEU's short signatures (`sacrebleu --short`), in those of one metric too."""


def _implementation(metric: Metric) -> tuple[tuple[str, str], ...]:
    """Return the program that computes a metric: this package, a plug-in, or a named one."""
    if metric.identity.program:
        name, _, version = metric.identity.program.rpartition(" ")
        if not name or not version[:1].isdigit():
            return (("impl", metric.identity.program),)
        return ("impl", name), ("version", version)
    if type(metric).__module__.startswith("tallystick."):
        return ("impl", "tallystick"), ("version", __version__)
    owner = METRICS[metric.identity.name].distribution if metric.identity.name in METRICS else ""
    name, _, version = owner.partition(" ")
    return ("impl", name or type(metric).__module__), ("version", version or "unknown")


def _identities() -> Iterator[tuple[str, Identity]]:
    """Yield the identities of the metrics, the built-in ones first."""
    for name in METRICS:
        try:
            identity = getattr(METRICS.load(name), "identity", None)
        except PluginError:
            continue  # raises only if requested by name
        if isinstance(identity, Identity):
            yield name, identity


def _metric_named(prefix: str, text: str) -> str:
    if "+" in text and "|" not in text:
        raise InputError(
            f"{text!r} is a signature of sacreBLEU 1, which is not read; write it as sacreBLEU 2 "
            "does, such as BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp for "
            "BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a, or chrF2|nrefs:1|nc:6|space:no for "
            "chrF2+numchars.6+numrefs.1+space.false"
        )
    known: list[str] = []
    for name, identity in _identities():
        if prefix.lower() in (name, *map(str.lower, identity.signature_names)):
            return name
        if identity.signature_names and ALIASES.get(prefix.lower(), "").startswith(f"{name}:"):
            return name
        known += identity.signature_names
    raise InputError(
        f"the signature {text!r} begins with {prefix!r}, which is not the name of a metric; "
        f"expected key:value, or one of {', '.join(known)}"
    )


def _metric_with(keys: Iterable[str]) -> str | None:
    """Return the metric to whose signatures one of these fields is unique."""
    given = set(keys)
    return next(
        (name for name, identity in _identities() if given & set(identity.signature_fields)), None
    )


def _written_out(fields: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the fields of a short signature, which has a field `#`, by their long names."""
    if "#" not in dict(fields):
        return fields
    named = dict(fields).get("metric") or _metric_with(_SHORT.get(key, key) for key, _ in fields)
    names = _SHORT | _SHORT_IN.get(named or "bleu", {})
    return [(names.get(key, key), value) for key, value in fields]


@dataclass(frozen=True, slots=True, repr=False)
class Signature:
    """An immutable line of `key:value` fields joined by `|`.

    >>> signature = Signature.parse("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0")
    >>> signature["tok"]
    '13a'
    >>> signature.metric().smooth
    'exp'
    """

    fields: tuple[tuple[str, str], ...]
    named: Named | None = field(default=None, compare=False)
    """How the metric is called; None if the signature was parsed."""

    @classmethod
    def of(cls, metric: Metric, references: int | None, given_tokens: bool) -> Signature:
        """Describe a score of a metric.

        `references` is the number of references per segment, or None if it varied; `given_tokens`
        is whether the corpus consisted of tokens and no tokenizer was used.
        """
        options = dict(metric.options(given_tokens))
        if references != 1 and metric.identity.signature_dialect:
            options.setdefault("dialect", str(getattr(metric, "dialect", "")))
        return cls(
            (
                ("nrefs", "var" if references is None else str(references)),
                *options.items(),
                ("metric", metric.identity.name),
                *_implementation(metric),
            ),
            named(metric),
        )

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Parse a signature, of tallystick or of another program.

        A prefix of another program, such as sacreBLEU's `BLEU|`, is looked up in the
        `signature_names` of the metrics. The fields of sacreBLEU's short signatures get their long
        names.

        Raises:
            InputError: A part of the text is not `key:value`, a key occurs twice, no metric has the
                name in front, or the signature is of sacreBLEU 1, which has a different form.

        >>> Signature.parse("BLEU|nrefs:1|case:lc|eff:no|tok:13a|smooth:exp")["metric"]
        'bleu'
        >>> Signature.parse("chrF2|#:1|c:mixed|e:yes|nc:6|nw:0|s:no|v:2.6.0")["space"]
        'no'
        """
        if not isinstance(text, str):
            raise InputError(f"the signature is {text!r}; expected text such as 'nrefs:1|tok:13a'")
        parts = re.sub(_LABEL, "", text.strip()).split("|")
        fields = []
        if parts[0] and ":" not in parts[0]:
            prefix = parts.pop(0)
            fields.append(("metric", _metric_named(prefix, text)))
            beta = re.search(r"\bbeta=(\d+)", ALIASES.get(prefix.lower(), ""))
            fields += [("beta", beta[1])] if beta else []
        for part in parts:
            key, colon, value = part.partition(":")
            if not colon or not key or not value:
                raise InputError(
                    f"{part!r} in the signature {text!r} is not a field; expected key:value, "
                    "several joined by |, such as nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp"
                )
            if key in dict(fields) and dict(fields)[key] != value:
                raise InputError(f"the field {key!r} occurs twice in the signature {text!r}")
            fields.append((key, value))
        return cls(tuple(_written_out(fields)))

    def __getitem__(self, key: str) -> str:
        return dict(self.fields)[key]

    def get(self, key: str) -> str | None:
        """Return the value of a field, or None if the signature has no such field."""
        return dict(self.fields).get(key)

    def metric(self) -> Metric:
        """Build the metric that this signature describes.

        Raises:
            OptionError: A field is unknown to the metric, or its value is invalid.
            UnknownNameError: No metric has this name.
        """
        if self.get("digest") is not None:
            return self._of_given_scores()
        name = self.get("metric") or _metric_with(key for key, _ in self.fields)
        if name is None:
            raise OptionError(
                f"the signature {str(self)!r} does not name its metric; add |metric:NAME, "
                "such as |metric:bleu"
            )
        factory = METRICS.load(name)
        read = getattr(factory, "from_signature", None)
        if read is None:
            raise OptionError(f"the metric {name!r} cannot be built from a signature")
        options = {key: value for key, value in self.fields if key not in _OF_THE_RUN}
        if self.get("impl") is None and factory.identity.signature_dialect:
            options.setdefault("dialect", factory.identity.signature_dialect)
        metric: Metric = read(options)
        return metric

    def _of_given_scores(self) -> Metric:
        """Build a metric that is not registered, because another program computed its scores."""
        from tallystick.metrics.given_scores.metric import kind_of_scores  # it has signatures

        fields = dict(self.fields)
        program = " ".join(fields[key] for key in ("impl", "version") if key in fields)
        options = {key: value for key, value in self.fields if key not in _OF_THE_RUN}
        kind = kind_of_scores(fields.get("formula"))
        return kind.from_signature(options, fields.get("metric", ""), program)

    def __repr__(self) -> str:
        return f"<Signature: {self}>"

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in self.fields)


signature_of = lru_cache(maxsize=64)(Signature.of)
"""`Signature.of`, which describes a small metric once for all its scores."""

"""Signatures: everything that a number depends on, as one line that can be read back.

The fields that sacreBLEU prints come first, in its order and words; then those options that differ
from the metric's defaults; last the metric, this package and its version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tallystick import __version__
from tallystick.errors import InputError, OptionError
from tallystick.metrics.metric import Metric

_OF_THE_RUN = ("nrefs", "bs", "ar", "seed", "metric", "impl", "version")
"""Fields that say how a score came to be, but are no options of the metric."""


def _implementation(metric: Metric) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return who computes a metric: this package, or the distribution of a plug-in."""
    from tallystick.metrics.catalogue import METRICS  # the catalogue knows the metrics

    if type(metric).__module__.startswith("tallystick."):
        return ("impl", "tallystick"), ("version", __version__)
    owner = METRICS[metric.name].distribution if metric.name in METRICS else ""
    name, _, version = owner.partition(" ")
    return ("impl", name or type(metric).__module__), ("version", version or "unknown")


@dataclass(frozen=True, slots=True)
class Signature:
    """An immutable line of `key:value` fields joined by `|`.

    >>> signature = Signature.parse("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0")
    >>> signature["tok"]
    '13a'
    >>> signature.metric().smooth
    'exp'
    """

    fields: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, metric: Metric, references: int | None, given_tokens: bool) -> Signature:
        """Describe a score of a metric.

        Args:
            metric: The metric with its options.
            references: How many references each segment had; None where the number varied.
            given_tokens: Whether the corpus held tokens, so that no tokenizer was used.
        """
        options = dict(metric.options(given_tokens))
        return cls(
            (
                ("nrefs", "var" if references is None else str(references)),
                *options.items(),
                ("metric", metric.name),
                *_implementation(metric),
            )
        )

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a signature back: one of ours, or sacreBLEU's, also with `BLEU|` before it.

        Raises:
            InputError: A part of the text is no `key:value`, or a key stands twice.
        """
        parts = text.strip().split("|")
        fields = []
        if parts[0] and ":" not in parts[0]:
            fields.append(("metric", parts.pop(0).lower()))
        for part in parts:
            key, colon, value = part.partition(":")
            if not colon or not key or not value:
                raise InputError(
                    f"{part!r} in the signature {text!r} is no field; expected key:value, "
                    "several joined by |, such as nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp"
                )
            if key in dict(fields) and dict(fields)[key] != value:
                raise InputError(f"the field {key!r} stands twice in the signature {text!r}")
            fields.append((key, value))
        return cls(tuple(fields))

    def __getitem__(self, key: str) -> str:
        return dict(self.fields)[key]

    def get(self, key: str) -> str | None:
        """Return the value of a field, or None where the signature has no such field."""
        return dict(self.fields).get(key)

    def metric(self) -> Metric:
        """Build the metric that this signature describes.

        Raises:
            OptionError: A field is unknown to the metric, or its value has no meaning.
            UnknownNameError: No metric has this name.
        """
        from tallystick.metrics.catalogue import METRICS  # the catalogue knows the metrics

        name = self.get("metric") or ("bleu" if self.get("smooth") else None)
        if name is None:
            raise OptionError(
                f"the signature {str(self)!r} names no metric; add |metric:NAME, "
                "such as |metric:bleu"
            )
        factory = METRICS.load(name)
        read = getattr(factory, "from_signature", None)
        if read is None:
            raise OptionError(f"the metric {name!r} cannot be built from a signature")
        options: Mapping[str, str] = {
            key: value for key, value in self.fields if key not in _OF_THE_RUN
        }
        metric: Metric = read(options)
        return metric

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in self.fields)

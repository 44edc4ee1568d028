"""The description of a metric: its name, title, scale, direction and citation."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tallystick.metrics.arguments.calls import whole_number

MOST_DIGITS = 17


@dataclass(frozen=True, slots=True)
class Scale:
    """The range of a metric's scores.

    Attributes:
        low: The lowest score; None if there is no limit.
        high: The highest score; None if there is no limit.
        digits: The number of decimal places that a paper would print, 0 to 17.

    Raises:
        OptionError: `digits` is out of range.

    >>> str(Scale(0, 100, digits=2)), str(Scale(0, None, digits=4)), str(Scale(-1, 1, digits=3))
    ('0 to 100', '0 and up', '-1 to 1')
    """

    low: float | None
    high: float | None
    digits: int

    def __post_init__(self) -> None:
        whole_number("digits", self.digits, 0, MOST_DIGITS)

    @property
    def width(self) -> float:
        """The largest difference of two scores; infinite if a limit is missing."""
        return math.inf if self.low is None or self.high is None else self.high - self.low

    def __str__(self) -> str:
        if self.low is None:
            return "any number" if self.high is None else f"up to {self.high:g}"
        return f"{self.low:g} and up" if self.high is None else f"{self.low:g} to {self.high:g}"


@dataclass(frozen=True, slots=True)
class Citation:
    """The work that defines a metric.

    Attributes:
        short: The citation in a sentence, such as "Papineni et al., 2002".
        bibtex: The BibTeX entry.
    """

    short: str
    bibtex: str


def cited(short: str, key: str) -> Citation:
    """Return the citation of a work whose entry is in `citations.bib`."""
    return Citation(short, _entries()[key])


@cache
def _entries() -> Mapping[str, str]:
    with open(os.path.join(os.path.dirname(__file__), "citations.bib"), encoding="utf-8") as file:
        entries = file.read().rstrip("\n").split("\n\n")
    return {entry[entry.index("{") + 1 : entry.index(",")]: entry for entry in entries}


@dataclass(frozen=True, slots=True)
class Identity:
    """The name, title, scale and citation of a metric.

    Attributes:
        name: The registered name, as in specs and signatures, such as "bleu".
        title: The name in sentences and tables, such as "BLEU".
        description: What the metric computes, in one line.
        scale: The range of its scores.
        higher_is_better: Whether a higher score is better.
        citation: The work that defines it, or None.
        signature_names: What other programs write in front of their signatures of this metric,
            such as "BLEU" in sacreBLEU's `BLEU|nrefs:1|case:mixed|...`. Each must denote this
            metric with the options in the fields that follow it.
        signature_fields: Fields that only signatures of this metric have. One of them identifies
            the metric in a signature that names none.
        signature_dialect: The dialect that the signatures of other programs mean, which lack the
            field `impl`, if it is not the default. The two give one score with one reference, so
            signatures name the dialect only with several.
        program: The program that computes the scores, with its version behind a space, if it is
            neither this package nor the distribution of the plug-in; "" if it is.
        precision_by_order: Whether the metric counts the matches of n-grams of tokens, of the
            orders from 1 to its option `order`. Reports show their precision.
        needs_sources: Whether the metric compares with the source texts too, so that it refuses a
            corpus without them.
        needs_references: Whether the metric compares hypotheses with references.
        options_in_title: The options that the title of a metric with these options says, as
            "chrF2++" says word_order.
        whole_corpus: Whether the statistics of a segment depend on the other segments of the
            corpus, so that all must be seen at once.
        no_sums_of_parts: Why the statistics of some of the segments do not add up to the score of
            these, ending with the options under which they do; "" if they add up. Significance
            tests and scores of documents are refused with this reason.

    >>> identity = Identity("exact", "Exact match", "segments without a fault", Scale(0, 100, 1))
    >>> identity.higher_is_better, identity.citation
    (True, None)
    """

    name: str
    title: str
    description: str
    scale: Scale
    higher_is_better: bool = True
    citation: Citation | None = None
    signature_names: tuple[str, ...] = ()
    signature_fields: tuple[str, ...] = ()
    signature_dialect: str = ""
    program: str = ""
    precision_by_order: bool = False
    needs_sources: bool = False
    needs_references: bool = True
    options_in_title: tuple[str, ...] = ()
    whole_corpus: bool = False
    no_sums_of_parts: str = ""


class IdentityByOptions:
    """The identity of a class of metrics, and which fields follow from the options."""

    def __init__(self, identity: Identity, fields_of: Callable[[Any], Mapping[str, Any]]) -> None:
        self._identity = identity
        self._fields_of = fields_of
        self._known: dict[tuple[Any, ...], Identity] = {}

    def __get__(self, metric: object, kind: type) -> Identity:
        if metric is None:
            return self._identity
        fields = self._fields_of(metric)
        values = tuple(fields.values())
        if values not in self._known:
            self._known[values] = replace(self._identity, **fields)
        return self._known[values]

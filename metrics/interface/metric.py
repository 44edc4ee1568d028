"""The interface of metrics: additive statistics, and a formula over their sums.

A metric is a frozen dataclass of its options with the members of `Metric`. The score of a segment,
document, corpus or resample is the formula applied to a sum of rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeGuard, TypeVar, cast, runtime_checkable

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.calls import check_type
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus, References
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.interface.identity import Identity
    from tallystick.metrics.interface.signature import Signature
    from tallystick.metrics.sums.sum_formula import SumFormula
    from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting


@dataclass(frozen=True, slots=True, repr=False)
class Score:
    """A score with everything needed to report it.

    Metrics derive from this class and add the components of their score as fields. Derived
    dataclasses are made with `repr=False`, and define `shown`, or `__str__` in one line.

    Attributes:
        metric: The spec of the metric; see `spec`.
        score: The score, on the metric's own scale, never rounded.
        signature: Everything the score depends on.

    Scores of metrics with different options differ in `name`, `spec` and `metric`.

    A score is compared with a number by its value. So are two scores of the same spec and signature
    by `<`, `<=`, `>` and `>=`, whether or not a higher score is better; they are equal if all their
    components are.

    >>> from tallystick import chrf
    >>> score = chrf(hypotheses=["a b"], references=["a b"], word_order=2)
    >>> score.name, score.spec
    ('chrF2++', 'chrf++')
    >>> list(score.to_dict())[:5]
    ['name', 'spec', 'score', 'signature', 'variant']
    >>> score == 100, score > 99, round(score, 1), Score.from_dict(score.to_dict()) == score
    (True, True, 100.0, True)
    """

    metric: str
    score: float
    signature: Signature

    shown = "{0.score:.4f}"
    """The format of what `str` and `repr` show between name and signature; {0} is the score."""

    def __post_init__(self) -> None:
        if self.signature.named is not None:
            object.__setattr__(self, "metric", self.signature.named.spec)

    @property
    def name(self) -> str:
        """The name of the metric in tables, such as "chrF2++" or "BLEU (tokenize=intl)"."""
        return self.signature.named.name if self.signature.named else self.metric

    @property
    def spec(self) -> str:
        """A spec that makes the metric again, such as "chrf++" or "bleu:tokenize=intl"."""
        return self.metric

    def to_dict(self) -> dict[str, Any]:
        """Return name, spec, score, signature (one line) and components, as types of JSON.

        What is not finite is None.
        """
        values = {"name": self.name, "spec": self.spec, "score": self.score}
        return {
            name: plain(value)
            for name, value in {**values, "signature": self.signature, **self.details}.items()
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """Return the score that `to_dict` returned as `record`, which may have been saved as JSON.

        Raises:
            InputError: It is no such record, or `cls` has other components.
            TallystickError: The metric is not available.
        """
        from tallystick.metrics.interface.signature import Signature
        from tallystick.metrics.interface.spec import named

        try:
            signature = Signature.parse(record["signature"])
            metric = signature.metric()
            kind = getattr(metric, "score_class", cls) if cls is Score else cls
            values = {key: _read(value) for key, value in record.items() if key not in _NAMED}
            signature = replace(signature, named=named(metric))
            score: Self = kind(metric=record["spec"], signature=signature, **values)
        except (KeyError, TypeError) as error:
            raise InputError(
                f"this is not a record of a score, as to_dict returns it: {error}; for a metric of "
                "a plug-in call from_dict of the class of its scores"
            ) from None
        return score

    @property
    def details(self) -> dict[str, Any]:
        """The components of the score by name: numbers or tuples of numbers."""
        names = [field.name for field in fields(self)]
        return {name: getattr(self, name) for name in names if name not in _COMMON}

    def __float__(self) -> float:
        return self.score

    def __init_subclass__(cls) -> None:
        # dataclass adds its own to a class that has none
        cls.__eq__, cls.__hash__ = Score.__eq__, Score.__hash__  # type: ignore[method-assign]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return self.score == other
        own, others = (
            (type(it), it.spec, it.signature, it.score, it.details) for it in (self, other)
        )
        return own == others

    def __hash__(self) -> int:
        return hash(self.score)

    def __round__(self, digits: int | None = None) -> float:
        return round(self.score, digits)

    def __lt__(self, other: Score | float) -> bool:
        return self.score < self._comparable(other)

    def __le__(self, other: Score | float) -> bool:
        return self.score <= self._comparable(other)

    def __gt__(self, other: Score | float) -> bool:
        return self.score > self._comparable(other)

    def __ge__(self, other: Score | float) -> bool:
        return self.score >= self._comparable(other)

    def _comparable(self, other: Score | float) -> float:
        if not isinstance(other, Score):
            return other
        if (self.spec, self.signature) != (other.spec, other.signature):
            raise InputError(
                f"{self.name} and {other.name} are not comparable, because their signatures differ:"
                f" {self.signature} and {other.signature}; compare float(score) to ignore that"
            )
        return other.score

    def __format__(self, specification: str) -> str:
        return format(self.score, specification) if specification else str(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def __str__(self) -> str:
        return f"{self.name} = {self.shown.format(self)} {self.signature}"


_COMMON = ("metric", "score", "signature")
_NAMED = ("name", "spec", "signature")


def _read(value: Any) -> Any:
    """Return a component from types of JSON: None is not a number, a list a tuple."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_read, value))
    return math.nan if value is None else value


def plain(value: Any) -> Any:
    """Return a component of a score as types of JSON, whatever types a plug-in used.

    A number that is not finite is None, a sequence or array a tuple, anything else text.
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value) if math.isfinite(value) else None
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return tuple(map(plain, value))
    return str(value)


@runtime_checkable
class Metric(Protocol):
    """A metric with its options. Plug-ins implement these five members."""

    @property
    def identity(self) -> Identity:
        """The name, title, scale and other properties of the metric."""
        ...

    def options(self, given_tokens: bool) -> Mapping[str, str]:
        """Return the options as they appear in a signature, by name."""
        ...

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the sufficient statistics of every segment.

        Args:
            corpus: Hypotheses of one system with their references.
            workspace: Shares the encoded references between systems and metrics.
        """
        ...

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Turn sums of statistics into scores, over the last axis.

        Args:
            totals: Sums of rows, shape (..., columns).

        Returns:
            Scores, shape (...,); NaN where the score is not defined.
        """
        ...

    def score(self, statistics: Statistics) -> Score:
        """Score all segments of the statistics together.

        Raises:
            InputError: The score of this corpus is not defined.
        """
        ...


MEMBERS = ("identity", "options", "statistics", "formula", "score")
"""The members of `Metric`."""


def is_metric(value: object) -> TypeGuard[Metric]:
    """Return whether an object is a metric, in a tenth of the time of an instance check."""
    return all(hasattr(value, name) for name in MEMBERS)


@runtime_checkable
class Fittable(Protocol):
    """A metric that must see all references before it can compute statistics."""

    def fit(self, references: Iterable[References], workspace: Workspace | None = None) -> Metric:
        """Return a metric that is ready for corpora with these references.

        Args:
            references: The references of the whole corpus, in one or several consecutive parts.
            workspace: Shares the encoded references between systems and metrics.
        """
        ...


class MetricDefaults:
    """What a metric can define besides, and what holds for one that does not.

    `BaseMetric` inherits these members. Those of a metric that may not are `with_defaults(metric)`.
    """

    __slots__ = ()

    @property
    def ngram_counting(self) -> Callable[[], NgramCounting] | None:
        """What returns how parts contribute to counts of n-grams in the whole corpus.

        None if the metric depends on no such counts under its options.
        """
        return None

    def for_segments(self) -> Metric | None:
        """Return the metric for single segments, which reads the same statistics.

        None if they are scored under the options of the metric itself.
        """
        return None

    def sum_formula(self) -> SumFormula | None:
        """Return the formula as data; None if reports cannot compute it on their page."""
        return None

    def warnings(self, corpus: Corpus) -> Iterable[str]:
        """Return warnings about scoring this corpus with these options, one sentence each."""
        return ()


Defaults = TypeVar("Defaults", bound=MetricDefaults)


def with_defaults(metric: Metric) -> MetricDefaults:
    """Return a metric with the members that it lacks."""
    return completed(metric, MetricDefaults)


def completed(metric: Metric, kind: type[Defaults]) -> Defaults:
    """Return a metric with the members of a class; those that it lacks are the class's own."""
    whole: Any = metric if isinstance(metric, kind) else _Completed(metric, kind)
    return cast("Defaults", whole)


class _Completed:
    """A metric that does not inherit a class, with the members of this class that it lacks."""

    def __init__(self, metric: Metric, kind: type[MetricDefaults]) -> None:
        self._metric = metric
        self._kind = kind

    def __getattr__(self, name: str) -> Any:
        own = getattr(self._metric, name, None)
        return getattr(self._kind, name).__get__(self) if own is None else own


def must_fit_first(metric: Metric) -> bool:
    """Return whether a metric must read all references before it can score."""
    return isinstance(metric, Fittable) and with_defaults(metric).ngram_counting is None


def fitted(
    metric: Metric, references: Iterable[References], workspace: Workspace | None = None
) -> Metric:
    """Fit a metric that needs it; return any other as it is."""
    fit = getattr(metric, "fit", None)  # an instance check of a protocol takes longer
    ready: Metric = metric if fit is None else fit(references, workspace)
    return ready


def refuse_sums_of_parts(metric: Metric, what: str) -> None:
    """Refuse to score parts of a corpus from statistics that add up as a whole only."""
    reason = metric.identity.no_sums_of_parts
    if reason:
        raise OptionError(f"{metric.identity.name} has no {what}: {reason}")


def refuse_without_references(metric: Metric) -> None:
    """Refuse a metric that does not compare hypotheses with references."""
    if not metric.identity.needs_references:
        raise OptionError(
            f"{metric.identity.title} does not compare hypotheses with references; choose another "
            "metric"
        )


def segment_form(metric: Metric) -> Metric:
    """Return the form of a metric in which single segments are scored.

    Every command that shows scores of segments uses this form and shows its signature.

    >>> from tallystick.metrics.bleu.metric import Bleu
    >>> segment_form(Bleu()).effective_order
    True
    """
    form = with_defaults(metric).for_segments()
    return metric if form is None else form


def segment_scores(metric: Metric, statistics: Statistics) -> NDArray[Any]:
    """Return the score of every segment, shape (segments,), in the metric's form for segments.

    These are the scores of `segment_form(metric)`, which for BLEU has effective order, as all
    commands and reports show them. `metric.formula(statistics.rows)` has the metric's own options.

    Args:
        metric: The metric.
        statistics: What its method `statistics` returned.

    Raises:
        InputError: `statistics` is something else.

    >>> from tallystick.metrics import Bleu, Corpus
    >>> bleu, corpus = Bleu(), Corpus.from_segments(hypotheses=["a b"], references=["a b"])
    >>> statistics = bleu.statistics(corpus)
    >>> segment_scores(bleu, statistics).tolist(), bleu.formula(statistics.rows).tolist()
    ([100.0], [0.0])
    """
    check_type(statistics, Statistics, "write segment_scores(metric, metric.statistics(corpus))")
    return segment_form(metric).formula(statistics.rows)

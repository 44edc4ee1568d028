"""An implementation: anything that maps hypotheses and references to a score.

A failure of another program is returned as an `Outcome`, never raised.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from typing import Any, Literal, Protocol

from tallystick.compat.case import Case
from tallystick.compat.implementations.outcome import Outcome, failed, is_number
from tallystick.compat.implementations.tolerance import EXACT, Tolerance
from tallystick.errors import MissingExtraError, OptionError, UnsupportedError
from tallystick.metrics.arguments.calls import check_type
from tallystick.metrics.arguments.catalogue import METRICS
from tallystick.metrics.interface.identity import Identity
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.interface.spec import metric_from_spec, options_of

USUAL_ORDER = 4
"""The order of programs whose metric is not ours, or has none."""

_OF_METRIC: Any = None
"""The default of fields that depend on the metric."""


@cache
def perfect_score(metric: str) -> float | None:
    """Return the score of our metric that programs write as 1 or as 100: the highest, or 100%."""
    if metric not in METRICS:
        return None
    identity = getattr(METRICS.load(metric), "identity", None)
    if not isinstance(identity, Identity):
        identity = metric_from_spec(metric).identity
    high = identity.scale.high
    return high if high is not None or identity.higher_is_better else 100.0


@cache
def default_order(metric: str) -> int | None:
    """Return the default of the highest order of n-grams of our metric; None if it has no order."""
    if metric not in METRICS or "order" not in options_of(METRICS.load(metric)):
        return None
    order: int = getattr(metric_from_spec(metric), "order")  # noqa: B009 - not every metric has it
    return order


class Run(Protocol):
    """The call into a program; one that takes sources gets them as a fourth argument."""

    def __call__(self, hypotheses: list[Any], references: list[list[Any]], order: int, /) -> Any:
        """Return a number or an `Outcome`, on the scale of the program.

        Segments are tokens or lines, as declared by `input`.
        """
        ...


def has_sentences(metric: str, options: Iterable[tuple[str, str]]) -> bool:
    """Return whether a metric with options splits texts into sentences, which are lines."""
    if metric not in METRICS:
        return False
    try:
        ours = metric_from_spec(f"{metric}:{','.join(map('='.join, options))}".rstrip(":"))
    except OptionError:  # it is raised again where the metric is needed
        return False
    return getattr(ours, "has_sentences", False)


def nothing_missing() -> str | None:
    """Return None, as nothing is missing."""
    return None


def unknown_version() -> str:
    """Return the version of a program without versions."""
    return "unknown"


def program_name(name: str, version: str) -> str:
    """Return the name of a program with its version, if that is known."""
    return name if version == unknown_version() else f"{name} {version}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Implementation:
    """A program with its declared properties.

    Args:
        name: The name of the implementation.
        metric: The name of the metric, such as "bleu"; it need not be one of ours.
        run: The call into the program; see `Run`.
        dialect: The name of the dialect of our metric that the program should equal, or its axes
            as text, such as "smooth=exp+no_match=zero"; None if we have none.
        options: Other options that our metric needs to equal the program, such as lowercase.
        order: The highest order of n-grams; by default that of our metric, or 4.
        orders: The orders that the program accepts, by default all up to these; none if its
            metric has no order.
        references: Whether a segment may have "several" references or only "one".
        ragged: Whether segments may have different numbers of references.
        sources: Whether the program takes the source of each segment, as the fourth argument.
        input: The form of a segment: "tokens", a list, or "text", the tokens joined by one space.
        sentences: Whether the program takes the lines of a text for sentences, as ROUGE-Lsum does.
        empty_segments: Whether the program accepts hypotheses and references without tokens.
        scale: The program's perfect score, or its rate of 100% if the metric counts errors.
        tolerance: The largest difference from our score due to rounding.
        own_process: Whether `run` starts a process for the program, and ends it when it is late.
        find_version: A function that returns the version of the program.
        find_missing: A function that returns None if the program is installed, else a sentence
            that says what is missing and how to install it.

    Raises:
        OptionError: The order is not one that the program accepts, the scale is not a positive
            number, `references` or `input` has another value, or `dialect` is not a string.

    >>> half = Implementation(
    ...     name="half", metric="bleu", run=lambda hypotheses, references, order: 0.5
    ... )
    >>> half.score([["a"]], [[["a"]]])
    Outcome(score=50.0, failure=None, statistics={}, exit_status=0)
    """

    name: str
    metric: str
    run: Run = field(repr=False)
    dialect: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    order: int = _OF_METRIC
    orders: tuple[int, ...] = _OF_METRIC
    references: Literal["one", "several"] = "several"
    ragged: bool = True
    sources: bool = False
    input: Literal["tokens", "text"] = "tokens"
    sentences: bool = False
    empty_segments: bool = True
    scale: float = 1.0
    tolerance: Tolerance = EXACT
    own_process: bool = False
    find_version: Callable[[], str] = field(default=unknown_version, repr=False)
    find_missing: Callable[[], str | None] = field(default=nothing_missing, repr=False)

    def __post_init__(self) -> None:
        usual = default_order(self.metric)
        if self.order is _OF_METRIC:
            object.__setattr__(self, "order", usual or USUAL_ORDER)
        if self.orders is _OF_METRIC:
            has_order = usual is not None or self.metric not in METRICS
            most = max(self.order, usual or USUAL_ORDER) if has_order else 0
            object.__setattr__(self, "orders", tuple(range(1, most + 1)))
        if self.orders and self.order not in self.orders:
            raise OptionError(
                f"order is {self.order!r}, but {self.name} accepts "
                f"{', '.join(map(str, self.orders))}; give one of these"
            )
        if not isinstance(self.dialect, str | None):
            raise OptionError(
                f"dialect is {self.dialect!r}; expected the name of a dialect of {self.metric}, "
                "such as 'papineni2002', or its axes as text"
            )
        for name, values in (("references", ("one", "several")), ("input", ("tokens", "text"))):
            if getattr(self, name) not in values:
                raise OptionError(
                    f"{name} is {getattr(self, name)!r}; expected {' or '.join(values)}"
                )
        if not isinstance(self.scale, (int, float)) or not 0 < self.scale < math.inf:
            raise OptionError(
                f"scale is {self.scale!r}; expected a perfect score, such as 1 or 100"
            )

    def at_order(self, order: int) -> Implementation:
        """Return the same implementation with another highest order.

        Raises:
            OptionError: The program does not accept this order.
        """
        return replace(self, order=order)

    def version(self) -> str:
        """Return the version of the program."""
        return self.find_version()

    def missing(self) -> str | None:
        """Return None if the program is installed, else a sentence that says what is missing."""
        return self.find_missing()

    @property
    def spec(self) -> str | None:
        """The spec of our metric that the program should equal; None if we have none.

        >>> def run(hypotheses, references, order): ...
        >>> Implementation(name="x", metric="bleu", run=run, dialect="nltk", order=2).spec
        'bleu:dialect=nltk,order=2'
        """
        if self.dialect is None:
            return None
        options = {"dialect": self.dialect, **dict(self.options)}
        if self.metric not in METRICS or "order" in options_of(METRICS.load(self.metric)):
            options["order"] = str(self.order)
        return f"{self.metric}:" + ",".join(f"{name}={value}" for name, value in options.items())

    def score(
        self,
        hypotheses: Sequence[Sequence[str]],
        references: Sequence[Sequence[Sequence[str]]],
        sources: Sequence[Sequence[str]] | None = None,
    ) -> Outcome:
        """Run the program.

        Args:
            hypotheses: The tokens of each hypothesis.
            references: For each hypothesis the tokens of each of its references.
            sources: The tokens of the source of each hypothesis, if the program takes sources.

        Returns:
            The score, on the scale of our metric if we have it, with the statistics that the
            program reports; or the failure.

        Raises:
            UnsupportedError: The program does not accept this input.
            MissingExtraError: It is not installed.
        """
        return self.score_case(Case.of(hypotheses, references, sources))

    def score_case(self, case: Case) -> Outcome:
        """Run the program on a case; see `score`."""
        missing = self.missing()
        if missing is not None:
            raise MissingExtraError(missing)
        outcome = run_quietly(self, *self.as_given(case))
        if outcome.score is None:
            return outcome
        return replace(outcome, score=outcome.score * self.factor)

    @property
    def factor(self) -> float:
        """The factor from the scale of the program to that of our metric."""
        perfect = perfect_score(self.metric)
        return 1.0 if perfect is None else perfect / self.scale

    def our_metric(self) -> Metric:
        """Return our metric under the dialect that the program should equal.

        Raises:
            OptionError: The implementation has no dialect, or no metric of ours has its name.

        >>> def run(hypotheses, references, order): ...
        >>> Implementation(name="x", metric="nist", run=run, dialect="nltk").our_metric().order
        5
        """
        if self.spec is None:
            raise OptionError(
                f"{self.name} has no dialect of {self.metric}, so there is nothing to compare it "
                "with; give the dialect that it should equal as dialect=..."
            )
        return metric_from_spec(self.spec)

    def as_given(self, case: Case) -> tuple[list[Any], ...]:
        """Return hypotheses and references in the form that the program takes, as new lists.

        The sources follow if the program takes them.

        Raises:
            UnsupportedError: The program does not accept this input.

        >>> def run(hypotheses, references, order): ...
        >>> lines = Implementation(name="x", metric="bleu", run=run, input="text")
        >>> lines.as_given(Case.of([["a", "b"]], [[["a"], []]]))
        (['a b'], [['a', '']])
        """
        if self.references == "one" and case.most_references > 1:
            raise UnsupportedError(
                f"{self.name} takes one reference per segment, but a segment has "
                f"{case.most_references}; give one, or choose another implementation"
            )
        if not self.ragged and case.ragged:
            raise UnsupportedError(
                f"{self.name} takes the same number of references for every segment, but the "
                "numbers differ; give every segment as many as the one with the fewest"
            )
        if not self.empty_segments and not all(
            chain(case.hypotheses, case.sources or (), *case.references)
        ):
            raise UnsupportedError(
                f"{self.name} accepts no hypotheses or references without tokens, but one has "
                "none; leave its segment out"
            )
        if (case.sources is not None) != self.sources:
            raise UnsupportedError(
                f"{self.name} takes sources, but there are none; give the source of every segment"
                if self.sources
                else f"{self.name} takes no sources, but there are some; leave them out"
            )
        form = self._line if self.input == "text" else list
        given = (
            [form(tokens) for tokens in case.hypotheses],
            [[form(tokens) for tokens in of_segment] for of_segment in case.references],
        )
        return given if case.sources is None else (*given, [form(text) for text in case.sources])

    def _line(self, tokens: Sequence[str]) -> Any:
        line = " ".join(tokens)
        if "\r" in line or ("\n" in line and not self.sentences):
            raise UnsupportedError(
                f"{self.name} takes lines, but a token contains a line end: {line!r}; remove it"
            )
        return line


def check_arguments(implementation: object, case: object) -> None:
    """Refuse arguments of other types, such as a function and a tuple."""
    check_type(
        implementation,
        Implementation,
        "write Implementation(name='mine', metric='bleu', run=my_bleu, dialect='papineni2002')",
    )
    check_type(case, Case, "write Case.from_lines(['a b c'], [['a b c', 'a b d']])")


def run_quietly(
    implementation: Implementation,
    hypotheses: list[Any],
    references: list[list[Any]],
    *sources: list[Any],
) -> Outcome:
    """Run a program on input in its form and return the outcome on its scale, never raising."""
    try:
        # a caller that turns warnings into errors must not make the program fail
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run: Callable[..., Any] = implementation.run
            answer = run(hypotheses, references, implementation.order, *sources)
        return _outcome(answer)
    except KeyboardInterrupt:
        raise
    except NotImplementedError as error:
        return failed("unsupported", _message(error))
    except Exception as error:
        return failed("error", _message(error))
    except BaseException as error:  # a panic in Rust, or a call of sys.exit
        return failed("crash", _message(error))


def _outcome(answer: object) -> Outcome:
    if isinstance(answer, Outcome) and answer.failure is not None:
        return answer
    score = answer.score if isinstance(answer, Outcome) else answer
    if not is_number(score):
        return failed("nonsense", f"it gave {_shown(score)}, which is not a number")
    number = float(score)  # type: ignore[arg-type]
    return replace(answer, score=number) if isinstance(answer, Outcome) else Outcome(score=number)


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 200 else f"{shown[:200]}..."


def _message(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"

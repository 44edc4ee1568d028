"""The base class of metrics whose options are axes of a dialect, which say all of an option.

`tools/write_stubs.py` writes the fields and functions that follow from them for type checkers.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, get_args

from tallystick.errors import InputError, OptionError, TallystickWarning
from tallystick.metrics.arguments.calls import SWAPPED, Call
from tallystick.metrics.arguments.catalogue import METRICS
from tallystick.metrics.arguments.options import check_signature_fields
from tallystick.metrics.base.base_metric import TEXTS, BaseMetric, ScoreT, score_texts
from tallystick.metrics.base.text_warnings import warnings_of_segment
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.dialect import Axis, Dialect, OfValues, described, with_options
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.signature import Signature, signature_of
from tallystick.metrics.interface.spec import refuse_unknown_options
from tallystick.metrics.sums.statistics import Columns, Statistics, Total, whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.counting.best_reference import Comparison
    from tallystick.metrics.interface.dialect import InSignature
    from tallystick.metrics.interface.presets import Preset
    from tallystick.metrics.sums.sum_formula import SumFormula

Made = TypeVar("Made")

DIALECT = Axis(
    "The name of a preset, the dialect of a known program (`tallystick list dialects` lists "
    "them); or a dialect, or its text.",
    {},
    lambda name, value: value,
    str,
)


class DialectMetric(OfValues, BaseMetric[ScoreT]):
    """A metric whose options are axes of its dialect.

    A class that derives from it has the class parameters `dialects`, its class of dialects;
    `default`, the name and the value of the default dialect; and `options`, the names of its
    options in the order of the constructor, one of them "dialect". An option that is not an axis of
    the dialect is a field of the class that `tallystick.metrics.axis` makes.

    It defines `count`, `statistics_of` or `comparison_of`; and `formula_of`, `sum_formula` or
    `score_of_row`, from which `formula` follows. Its `columns` are those of the formula unless
    there are more. Its scores are objects of `score_class` with `components`.
    """

    dialects: ClassVar[type[Any]]
    default: ClassVar[tuple[str, Any]]
    identity: ClassVar[Any]
    axes: ClassVar[Mapping[str, Axis]]
    """Every option by its name."""

    tables: ClassVar[Sequence[str]]
    """The options that are tables of n-grams."""

    in_signature: ClassVar[Sequence[InSignature]]
    """What signatures write, in their order."""

    absent_is_default: ClassVar[bool] = True
    """Whether a field that a signature lacks means the default dialect's value, not its own's."""

    required: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """The options without a default that the function of the metric needs, each with a value."""

    needs_dialect: ClassVar[bool] = False
    """Whether the dialect must be given."""

    segment_counter_of: ClassVar[
        Callable[..., Callable[[str], Mapping[str, Any]] | None] | None
    ] = None
    """What `segment_counter` calls with the conventions, the references of a segment, and its
    source if the metric needs sources."""

    few_counts_of: ClassVar[Callable[..., Iterable[list[Any]] | None] | None] = None
    """What `count_few` calls with the conventions, a corpus and a workspace."""

    statistics_of: ClassVar[Callable[..., Statistics] | None] = None
    """What `count` calls with the same; it describes the columns."""

    score_class: ClassVar[type[Any]] = Score
    """The class of the scores, by default the argument of the base class, as `BleuScore` is of
    `DialectMetric[BleuScore]`."""

    formula_of: ClassVar[Callable[..., SumFormula] | None] = None
    """What returns the formula for the conventions; see `sum_formula`."""

    comparison_of: ClassVar[Callable[..., Comparison] | None] = None
    """What returns, for the conventions, how a metric compares a hypothesis with one reference at a
    time; `count` and `segment_counter` follow from it."""

    default_takes_several: ClassVar[bool] = True
    """Whether the program of the default dialect takes several references for a segment."""

    averages_another: ClassVar[bool] = False
    """Whether the score is the mean of the scores that another metric gives to the segments."""

    def __init_subclass__(
        cls,
        *,
        dialects: type[Dialect] | None = None,
        default: tuple[str, Dialect] | None = None,
        options: Sequence[str] = (),
    ) -> None:
        super().__init_subclass__()
        if dialects is not None:
            cls.dialects = dialects
        if default is not None:
            cls.default = default
        for base in vars(cls).get("__orig_bases__", ()) if "score_class" not in vars(cls) else ():
            cls.score_class = next(iter(get_args(base)), cls.score_class)
        if options:
            _declare(cls, options)

    def __init__(self, *positional: Any, **named: Any) -> None:
        kind: Any = type(self)
        given = dict(zip(kind.axes, positional, strict=False))
        if len(positional) > len(given) or not given.keys().isdisjoint(named):
            kind.__signature__.bind(*positional, **named)  # raises the error
        if not named.keys() <= kind.axes.keys():
            refuse_unknown_options(kind.identity.name, kind, named)
        given |= named
        for option in kind.required:
            given[option] = kind.axes[option].check(option, given.get(option))
        dialect = given.pop("dialect", None if kind.needs_dialect else kind.default[0])
        if dialect is None and kind.needs_dialect:
            raise OptionError(METRICS.refused[kind.identity.name])
        name, base = kind.resolved(dialect)
        axes = base.axes()
        options = {
            option: value if option in axes else kind.axes[option].check(option, value)
            for option, value in given.items()
            if value is not None
        }
        conventions = kind.conventions_of(base, options)
        fields = {option: getattr(conventions, option, options.get(option)) for option in kind.axes}
        fields |= {"dialect": name, "conventions": conventions}
        for option, value in (fields | kind.further_fields(conventions, options)).items():
            object.__setattr__(self, option, value)

    @classmethod
    def resolved(cls, dialect: object) -> tuple[Any, Any]:
        """Return the name and the value of a dialect given as a name, as text or as a value."""
        if dialect in cls.default:
            return cls.default
        from tallystick.metrics.interface.presets import resolved  # only the default needs none

        return resolved(cls.dialects, dialect)

    @classmethod
    def conventions_of(cls, base: Any, options: Mapping[str, Any]) -> Any:
        """Return a dialect with axes replaced by the options that are given."""
        given = {option: value for option, value in options.items() if option in base.axes()}
        if "tokenize" not in cls.axes:
            return replace(base, **given)
        return with_options(
            base, given.pop("tokenize", None), given.pop("lowercase", None), **given
        )

    @classmethod
    def further_fields(cls, conventions: Any, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the values of fields that are neither options as given nor axes of the dialect.

        Args:
            conventions: The dialect with the options applied.
            options: The options that are given.
        """
        return {}

    if TYPE_CHECKING:

        @property
        def dialect(self) -> Any:
            """The name of a preset, or a dialect that is none."""

        @property
        def conventions(self) -> Any:
            """The dialect with the options applied."""

    @property
    def preset(self) -> Preset[Any] | None:
        """The program of the dialect; None if no known program has it."""
        if not isinstance(self.dialect, str):
            return None
        from tallystick.metrics.interface.presets import preset_named

        return preset_named(self.dialects, self.dialect)

    @property
    def program(self) -> str:
        """The program of the dialect as errors name it."""
        return "this dialect" if self.preset is None else self.preset.program

    @property
    def finite(self) -> bool:
        """Whether statistics are refused that are not finite: unless `score_total` refuses them."""
        return True

    def count(self, corpus: Corpus, workspace: Workspace) -> Statistics:
        """Return the statistics of every segment, by default from `count_few` if there are any."""
        if self.comparison_of is not None:
            return self.comparison_of(self.conventions).statistics(corpus, workspace)
        if self.statistics_of is not None:
            return self.statistics_of(self.conventions, corpus, workspace)
        values = self.count_few(corpus, workspace)
        if values is None:
            return super().count(corpus, workspace)
        return self.of_numbers(corpus, values)

    def count_few(self, corpus: Corpus, workspace: Workspace) -> Iterable[list[Any]] | None:
        """Return the columns of the statistics in Python numbers; None if options need arrays."""
        if self.comparison_of is not None:
            return self.comparison_of(self.conventions).few(corpus, workspace)
        count_of = self.few_counts_of
        return None if count_of is None else count_of(self.conventions, corpus, workspace)

    def segment_counter(
        self, references: Sequence[str], source: str | None = None
    ) -> Callable[[str], Mapping[str, Any]] | None:
        """Return what counts hypotheses of one segment; see `BaseMetric.segment_counter`."""
        if self.comparison_of is not None:
            return self.comparison_of(self.conventions).segment_counter(references)
        count_of, sources = self.segment_counter_of, [source] * self.identity.needs_sources
        return None if count_of is None else count_of(self.conventions, references, *sources)

    def sum_formula(self) -> SumFormula | None:
        """Return the formula as data; None if reports cannot compute it on their page."""
        return None if self.formula_of is None else self.formula_of(self.conventions)

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        formula: Any = self.sum_formula()
        statistics: Columns = formula.statistics
        return statistics

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute scores, shape (...,), from sums of statistics, shape (..., columns).

        NaN where the score is not defined.
        """
        scores: NDArray[Any] = self.score_of_row(self.columns.split(totals))
        return scores

    def score_of_row(self, row: Mapping[str, Any]) -> Any:
        """Compute the score of a row, or of a sum of rows, by name, of numbers or of arrays."""
        formula: Any = self.sum_formula()
        return formula.of(row)

    def score_statistics(self, statistics: Statistics) -> ScoreT:
        """Score all segments of the statistics together.

        Raises:
            InputError: The score of this corpus is not defined.
        """
        if not self.finite and "segment_scores" in statistics.columns and len(statistics) > 1:
            import numpy as np

            odd = np.flatnonzero(np.isnan(statistics.column("segment_scores")))
            error = self.undefined_segment(f"segment {odd[0] + 1}") if len(odd) else None
            if error is not None:
                raise error
        return super().score_statistics(statistics)

    def score_total(self, total: Total) -> ScoreT:
        """Score the sum of the statistics of all segments, as `total` returns it.

        Raises:
            InputError: The score of this corpus is not defined.
        """
        sums = total.named()
        parts = self.parts(sums)
        error = self.undefined(sums) if math.isnan(parts["score"]) else None
        if error is not None:
            raise error
        identity = type(self).identity  # that of the object can take longer
        number = total.references if identity.needs_references else 0
        score: ScoreT = self.score_class(
            identity.name,
            parts["score"],
            self.signature(number, total.given_tokens),
            **self.components({**sums, **parts}),
        )
        return score

    def parts(self, sums: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the score of a sum, and what else its formula returns, by name."""
        formula = self.sum_formula()
        if formula is None:
            return {"score": self.score_of_row(sums)}
        parts = formula.parts_of_numbers(sums)
        if type(parts) is float:
            return {"score": parts}
        return {"score": parts[0], **dict(zip(parts._fields, parts, strict=True))}

    def components(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        """Return the components of a score by name: by default the sums of columns so named.

        `sums` has the results of `parts` too. If the columns begin with scores of segments, the
        components are the means of the others, in order.
        """
        names = list(self.score_class.__dataclass_fields__)[3:]  # behind metric, score, signature
        if next(iter(sums)) == "segment_scores":
            means = list(sums)[1 : list(sums).index("segments")]
            return {
                name: sums[mean] / sums["segments"] for name, mean in zip(names, means, strict=True)
            }
        return {name: whole(sums[name]) for name in names if name in sums}

    def undefined(self, sums: Mapping[str, Any]) -> InputError | None:
        """Return the error of a corpus with these sums, whose score is NaN; None if it may be."""
        return self.undefined_segment("a segment")

    def undefined_segment(self, where: str) -> InputError | None:
        """Return the error of a corpus in which the score of a segment is NaN; None if it may be.

        Args:
            where: "segment 3", say, or "a segment".
        """
        return None

    def warnings(self, corpus: Corpus) -> tuple[str, ...]:
        """Warn of several references if the program of the dialect takes one."""
        return self._of_several_references(corpus.references.most)

    def _of_several_references(self, number: int) -> tuple[str, ...]:
        usual = self.default_takes_several and self.dialect == self.default[0]
        preset = None if usual or number < 2 else self.preset
        if preset is None or not preset.single_reference:
            return ()
        return (
            f"the dialect {self.dialect} of {self.identity.title} is that of {preset.program}, "
            "which takes one reference per segment, but some segments have several, so that the "
            "program has no such score; give one reference per segment to compare with it",
        )

    def warnings_of_segment(
        self, hypothesis: str, references: Sequence[str]
    ) -> list[tuple[str, type[TallystickWarning]]] | None:
        """Return the warnings about a segment; None if only a look at a corpus can tell."""
        tokenizer = self.conventions.tokenize if "tokenize" in self.axes else ""
        warnings = warnings_of_segment(hypothesis, references, type(self).identity.name, tokenizer)
        if warnings is not None and len(references) > 1:
            several = self._of_several_references(len(references))
            warnings[:0] = [(text, TallystickWarning) for text in several]
        return warnings

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        fields: dict[str, str] = {}
        for option in self.in_signature:
            fields |= option.write(self, given_tokens)
        return fields

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Self:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid; or the metric has a table that
                signatures do not include.
        """
        known = {name for option in cls.in_signature for name in option.names}
        check_signature_fields(cls.identity.name, options, known)
        absent = {"dialect": None if cls.needs_dialect else cls.default[0]}
        if cls.absent_is_default:
            usual = cls(**{**cls.required, "dialect": cls.default[0]})
            absent = {name: getattr(usual, name) for name in cls.axes} | absent
        given = {}
        for option in cls.in_signature:
            value = option.read(options, absent.get(option.option))
            if option.option:
                given[option.option] = value
        return cls(**given)

    def signature(self, references: int | None, given_tokens: bool) -> Signature:
        """Return the signature of scores; see `Signature.of`."""
        metric: Any = self
        has_table = any(getattr(self, table) is not None for table in self.tables)
        describe = Signature.of if has_table else signature_of  # a table is too large to be kept
        return describe(metric, references, given_tokens)


def _declare(kind: Any, options: Sequence[str]) -> None:
    """Make a class a frozen dataclass of its options, with their documentation."""
    own = {
        name: value.metadata["axis"]
        for name, value in vars(kind).items()
        if isinstance(value, Field) and "axis" in value.metadata
    }
    known = {"dialect": DIALECT, **kind.dialects.axes(), **own}
    kind.axes = {name: known[name] for name in options}
    kind.tables = [name for name, axis in own.items() if hasattr(axis.parse, "__self__")]
    for name, axis in kind.axes.items():
        setattr(kind, name, field(metadata={"parse": axis.parse}))
    kind.conventions = field(init=False, repr=False)  # they follow from the options
    annotations = dict.fromkeys((*options, "conventions"), "Any")
    kind.__annotations__ = annotations | inspect.get_annotations(kind)
    dataclass(frozen=True, init=False, eq=False, repr=False)(kind)
    kind.name_values([member.name for member in fields(kind) if member.repr])
    known = kind.__dataclass_fields__  # in the order of the base, if it has options too
    kind.__dataclass_fields__ = {name: known[name] for name in options} | known
    usual = {"dialect": None if kind.needs_dialect else kind.default[0]}
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    kind.__signature__ = inspect.Signature(
        [inspect.Parameter(name, either, default=usual.get(name)) for name in options]
    )
    text, mark, example = inspect.cleandoc(kind.__doc__ or "").partition(">>> ")
    defaults = {name: getattr(kind.default[1], name, None) for name in options} | usual
    lines = [text.rstrip(), "", "An option that is None is taken from the dialect.", ""]
    lines += [*described(kind.axes, defaults), "", *_ENDING, "", mark + example]
    kind.__doc__ = "\n".join(lines)


_ENDING = (
    "Attributes:",
    "    conventions: The dialect with the options applied.",
    "",
    "Raises:",
    "    OptionError: A value is out of range, or no dialect has this name.",
    "    UnknownNameError: No tokenizer has this name.",
)


def function_of(kind: Any) -> Callable[..., Score]:
    """Return the public function of a metric, such as `tallystick.bleu` for `Bleu`."""
    identity = kind.identity
    texts = ["hypotheses"]
    texts += ["references"] * identity.needs_references + ["sources"] * identity.needs_sources
    usage = {text: TEXTS[text] for text in texts}
    usage |= {option: repr(value) for option, value in kind.required.items()}
    call = Call(
        f"tallystick.{identity.name}",
        [*texts, "threads", *kind.required],
        ["hypotheses", *kind.required],
        ", ".join(f"{name}={value}" for name, value in usage.items()),
        SWAPPED * identity.needs_references,
        options=kind.axes,
    )

    def score(**named: Any) -> Score:
        given = {text: named.pop(text, None) for text in texts}
        threads = named.pop("threads", 1)
        metric: BaseMetric[Score] = made_with(kind, named)
        return score_texts(call.name, metric, **given, threads=threads)

    function: Any = call.checked(score)
    function.__name__ = function.__qualname__ = identity.name
    function.__module__ = "tallystick.metrics.base.named_functions"
    parameters = kind.__signature__.parameters
    defaults: dict[str, Any] = {name: parameter.default for name, parameter in parameters.items()}
    defaults |= {**dict.fromkeys(texts), "threads": 1}
    defaults |= dict.fromkeys(call.required, inspect.Parameter.empty)
    function.__signature__ = inspect.Signature(
        [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=defaults[name])
            for name in dict.fromkeys((*texts, *kind.required, "threads", *parameters))
        ]
    )
    declaring = next(base for base in kind.__mro__ if "axes" in vars(base))
    _, begin, described = declaring.__doc__.partition("Args:")
    options, _, _ = described.partition("\n\n")
    function.__doc__ = (
        f"Score with {identity.title}: {identity.description}.\n\n"
        "The texts and threads are those of `tallystick.score`. An option that is None is taken "
        f"from the dialect.\n\n{begin}{options}\n\n"
        "Raises:\n"
        "    InputError: The texts are invalid, or their score is not defined.\n"
        "    OptionError: There is no such option, or its value is out of range.\n\n"
        + "".join(inspect.cleandoc(kind.__doc__).partition(">>> ")[1:])
    )
    made: Callable[..., Score] = function
    return made


def made_with(kind: Callable[..., Made], options: Mapping[str, Any]) -> Made:
    """Return a metric with options, which is made once: metrics are immutable."""
    metric: Any = kind
    # a table of n-grams may be too large to be kept
    if not metric.tables or not any(hasattr(option, "ngrams") for option in options.values()):
        try:
            kept: Made = _kept(kind, tuple(options.items()))
            return kept
        except TypeError:  # an option is a list, or of a wrong type
            pass
    return _made(kind, options)


@lru_cache(maxsize=64, typed=True)
def _kept(kind: Callable[..., Any], options: tuple[tuple[str, Any], ...]) -> Any:
    return _made(kind, dict(options))


def _made(kind: Callable[..., Made], options: Mapping[str, Any]) -> Made:
    metric: Any = kind
    if "references" in options and not metric.identity.needs_references:
        raise OptionError(f"{metric.identity.title} takes no references; leave references out")
    refuse_unknown_options(metric.identity.name, kind, options)
    return kind(**options)

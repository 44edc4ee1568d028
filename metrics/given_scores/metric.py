"""The metric of given scores: the mean of the scores of the segments.

The scores are a column of the corpus, `Corpus.scores`. The statistics of a segment are its score
and 1, and the formula divides their sums: the score of a document or a corpus is the mean over its
segments, as COMET, BLEURT and MetricX define it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.arguments.catalogue import ALIASES, FORMULAS, METRICS
from tallystick.metrics.arguments.options import (
    check_signature_fields,
    flag,
    is_whole_number,
    number,
)
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.base.base_metric import BaseMetric
from tallystick.metrics.interface.identity import Identity, Scale
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.signature import Signature
from tallystick.metrics.interface.spec import Named
from tallystick.metrics.sums.statistics import Columns, Statistics
from tallystick.metrics.sums.sum_formula import SumFormula, ratio_of_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace

COLUMNS = Columns("scores", "segments")
UNKNOWN_PROGRAM = "another program"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+@-]*")
MOST_DIGITS = 17
HUMAN = "human"
"""The usual name of `HumanScores`."""


@dataclass(frozen=True, slots=True)
class GivenScores(BaseMetric[Score]):
    """A metric whose scores of segments are given, not computed.

    Args:
        name: The name in reports and conditions: letters, digits and `_.+@-`. It must not be that
            of another metric.
        higher_is_better: Whether a higher score is better.
        low: The lowest score that is possible; None if there is no limit.
        high: The highest score that is possible; None if there is no limit.
        digits: The number of decimals that reports show, 0 to 17.
        program: The program that computed the scores, with its version behind a space; reports and
            the methods paragraph name it.
        number: The number of given scores, which is set where scores are given.
        digest: The first 12 digits of the SHA-256 of the given scores, as little-endian doubles
            and system by system in the order of the names; set where scores are given.

    Raises:
        OptionError: A value is out of range, or the name is that of another metric.

    >>> from dataclasses import replace
    >>> from tallystick.metrics.corpus.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a b", "c"], references=["a b", "d"])
    >>> corpus = replace(corpus, scores={"comet": (0.75, 0.25)})
    >>> metric = GivenScores("comet")
    >>> metric.score(metric.statistics(corpus)).score
    0.5
    """

    mean: ClassVar[SumFormula] = ratio_of_sums(("scores",), ("segments",))
    width: ClassVar[int] = 1
    """How many numbers are given for a segment; further ones belong to a formula."""
    may_lack: ClassVar[bool] = False
    """Whether segments may lack a score, which is NaN then."""

    name: str
    higher_is_better: bool = True
    low: float | None = None
    high: float | None = None
    digits: int = 4
    program: str = UNKNOWN_PROGRAM
    number: int = 0
    digest: str = ""

    def __post_init__(self) -> None:
        """Refuse options without meaning."""
        if not isinstance(self.name, str) or not NAME.fullmatch(self.name):
            raise OptionError(
                f"{self.name!r} cannot be the name of given scores; expected letters, digits and "
                "the characters _.+@- such as comet"
            )
        if self.name.lower() in {name.lower() for name in (*METRICS, *ALIASES)}:
            raise OptionError(
                f"the given scores are named {self.name!r}, which is the name of another metric; "
                "choose a different name"
            )
        if (
            not isinstance(self.program, str)
            or not self.program.strip()
            or set(self.program) & set("|\n")
        ):
            raise OptionError(
                f"program is {self.program!r}; expected the name of a program and its version, "
                "such as 'unbabel-comet 2.2.2'"
            )
        set_field = object.__setattr__
        set_field(self, "higher_is_better", flag("higher_is_better", self.higher_is_better))
        set_field(self, "digits", whole_number("digits", self.digits, 0, MOST_DIGITS))
        for limit in ("low", "high"):
            value = getattr(self, limit)
            set_field(self, limit, None if value is None else number(limit, value))
        if self.low is not None and self.high is not None and self.low >= self.high:
            raise OptionError(
                f"low is {self.low:g} and high is {self.high:g}; low must be below high"
            )

    @property
    def identity(self) -> Identity:
        """The name, scale and direction, as declared."""
        return Identity(
            name=self.name,
            title=self.name,
            description="mean of the given scores of the segments",
            scale=Scale(self.low, self.high, self.digits),
            higher_is_better=self.higher_is_better,
            program=self.program,
        )

    @property
    def named(self) -> Named:
        """The name, under which no spec makes the metric."""
        return Named(self.name, self.name)

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        return {
            **({} if self.higher_is_better else {"better": "lower"}),
            **({"scores": str(self.number)} if self.number else {}),
            **({"digest": self.digest} if self.digest else {}),
        }

    @classmethod
    def from_signature(cls, options: Mapping[str, str], name: str, program: str) -> GivenScores:
        """Build the metric from the fields of a signature; it applies to the same scores.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        check_signature_fields(name, options, {"better", "scores", "digest"})
        count = options.get("scores", "0")
        return cls(
            name,
            higher_is_better=options.get("better", "higher") != "lower",
            program=program,
            number=int(count) if is_whole_number(count) else 0,
            digest=options.get("digest", ""),
        )

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the score of every segment and a count of 1, float64; both 0 if it lacks one.

        Raises:
            InputError: The corpus has no scores of this name.
        """
        import numpy as np

        rows = np.ones((len(corpus), len(COLUMNS)), order="F")
        COLUMNS.split(rows)["scores"][:] = self.given(corpus)
        if self.may_lack:
            rows[np.isnan(rows[:, 0])] = 0.0
        return Statistics(COLUMNS, rows, corpus.references.number, corpus.given_tokens)

    def given(self, corpus: Corpus) -> tuple[Any, ...]:
        """Return what is given for every segment of a corpus.

        Raises:
            InputError: The corpus has no scores of this name.
        """
        if self.name not in corpus.scores:
            raise InputError(
                f"there are no given scores named {self.name!r}; give them with scores="
                f"{{{self.name!r}: ...}}, or on the command line with --scores {self.name}=FILE"
            )
        return corpus.scores[self.name]

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute means, shape (...,), from sums of statistics, shape (..., columns)."""
        means: NDArray[Any] = self.mean.of(COLUMNS.split(totals))
        return means

    def sum_formula(self) -> SumFormula | None:
        """Return the formula as data; None if a program defines it."""
        return self.mean

    def score_statistics(self, statistics: Statistics) -> Score:
        """Return the mean over all segments of the statistics."""
        return Score(
            metric=self.name,
            score=float(self.formula(statistics.finite_total())),
            signature=Signature.of(self, statistics.references, statistics.given_tokens),
        )


@dataclass(frozen=True, slots=True)
class HumanScores(GivenScores):
    """Scores of humans, who need not judge all segments: NaN elsewhere, which does not count."""

    mean: ClassVar[SumFormula] = ratio_of_sums(("scores",), ("segments",), empty="undefined")
    may_lack: ClassVar[bool] = True

    digits: int = 3
    program: str = "humans"


def kind_of_scores(formula: str | None) -> type[GivenScores]:
    """Return the class of given scores, or of given statistics for a formula."""
    if formula is None:
        return GivenScores
    if formula not in FORMULAS:
        raise OptionError(f"no formula is named {formula!r}{nearest(formula, list(FORMULAS))}")
    module, _, name = FORMULAS[formula].partition(":")
    kind: type[GivenScores] = getattr(import_module(module), name)
    return kind

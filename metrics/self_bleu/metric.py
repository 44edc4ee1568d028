"""Self-BLEU: the mean BLEU of hypotheses, each with all others as its references.

Zhu et al., "Texygen: A Benchmarking Platform for Text Generation Models", SIGIR 2018,
arXiv:1802.01886. The more alike hypotheses are, the higher it is. It needs no other references.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.base import BaseMetric
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.calls import check_type
from tallystick.metrics.columns import Columns
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    order_from_text,
    parse_lowercase,
    text_fields,
    text_options,
    whole_number_from_text,
)
from tallystick.metrics.presets import resolve_options
from tallystick.metrics.self_bleu.dialect import ALL_SENTENCES, SelfBleuDialect
from tallystick.metrics.self_bleu.statistics import COLUMNS, statistics_of
from tallystick.metrics.signature import signature_of
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.self_bleu.stream import SelfBleuStream
    from tallystick.metrics.tokenizers import Lowercase

DEFAULT_DIALECT = "all-sentences"

IDENTITY = Identity(
    name="self_bleu",
    title="self-BLEU",
    description="mean BLEU of hypotheses with all others as references, without other references",
    scale=Scale(0, 100, digits=2),
    higher_is_better=False,
    needs_references=False,
    citation=Citation(
        "Zhu et al., 2018",
        """@inproceedings{zhu-etal-2018-texygen,
  author = {Zhu, Yaoming and Lu, Sidi and Zheng, Lei and Guo, Jiaxian and Zhang, Weinan and
    Wang, Jun and Yu, Yong},
  title = {Texygen: A Benchmarking Platform for Text Generation Models},
  booktitle = {The 41st International ACM SIGIR Conference on Research and Development in
    Information Retrieval},
  year = {2018},
  pages = {1097--1100},
  doi = {10.1145/3209978.3210080},
}""",
    ),
)


@dataclass(frozen=True, slots=True, repr=False)
class SelfBleuScore(Score):
    """A self-BLEU score, 0 to 100.

    Attributes:
        sentences: The number of hypotheses that were compared with each other.
    """

    sentences: int

    def __str__(self) -> str:
        return f"{self.name} = {self.score:.2f} (sentences = {self.sentences}) {self.signature}"


class SelfBleuOptions(TypedDict, total=False):
    """The options of `SelfBleu`, for functions that pass them on."""

    order: int | None
    sample: int | None
    tokenize: str | None
    lowercase: Lowercase | bool | None
    dialect: str | SelfBleuDialect


@dataclass(frozen=True, slots=True, init=False)
class SelfBleu(BaseMetric[SelfBleuScore]):
    """Self-BLEU with its options. An option that is None is taken from the dialect.

    Args:
        order: The highest order of n-grams, by default 3.
        sample: The number of hypotheses, from the first one, that are compared with each other; 0
            for all, as by default.
        tokenize: The name of the tokenizer; "none" splits at white space.
        lowercase: "unicode" (or True) for every letter; "ascii" for A to Z; "none".
        dialect: The name of a preset, "all-sentences", or "texygen" (a sample of
            500); or a `SelfBleuDialect`, or its text.

    Attributes:
        conventions: The dialect with the options applied.
        bleu: The metric that scores each hypothesis.

    Raises:
        OptionError: A value is out of range, or no dialect has this name.
        UnknownNameError: No tokenizer has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.without_references(["a b c d", "a b c e", "a b c d"])
    >>> metric = SelfBleu()
    >>> round(metric.score(metric.statistics(corpus)).score, 4)  # NLTK 3.10.4: 1, 0.63 and 1
    87.6654
    """

    identity: ClassVar[Identity] = IDENTITY

    order: int = field(metadata={"parse": int})
    sample: int = field(metadata={"parse": int})
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    dialect: str | SelfBleuDialect
    conventions: SelfBleuDialect = field(init=False, repr=False)
    bleu: Bleu = field(init=False, repr=False)

    def __init__(
        self,
        order: int | None = None,
        sample: int | None = None,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        dialect: str | SelfBleuDialect = DEFAULT_DIALECT,
    ) -> None:
        resolve_options(
            self,
            SelfBleuDialect,
            dialect,
            (DEFAULT_DIALECT, ALL_SENTENCES),
            order=order,
            sample=sample,
            tokenize=tokenize,
            lowercase=lowercase,
        )
        bleu = Bleu(
            order=self.order,
            tokenize=self.tokenize,
            lowercase=self.lowercase,
            dialect=self.conventions.sentence_bleu,
        )
        object.__setattr__(self, "bleu", bleu)

    @property
    def whole_corpus(self) -> bool:
        """Whether the statistics of a segment depend on the other segments of the corpus: yes."""
        return True

    @property
    def no_sums_of_parts(self) -> str:
        """Why rows of some of the segments do not add up to the score of these: they do.

        Tests take the hypotheses with which each is compared as fixed.
        """
        return ""

    @property
    def can_stream(self) -> bool:
        """Whether the metric streams under its options: yes."""
        return True

    def stream(self) -> SelfBleuStream:
        """Return what scores a corpus that is read once, in little memory."""
        from tallystick.metrics.self_bleu.stream import SelfBleuStream

        return SelfBleuStream(self)

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the BLEU of every hypothesis and a count of 1, float64; 0 after the sample.

        Columns: segment_scores, segments. The BLEU of a single hypothesis is NaN.
        """
        check_type(corpus, Corpus, "write metric.statistics(Corpus.without_references(...))")
        return statistics_of(self.conventions, self.bleu, corpus, workspace or Workspace())

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return COLUMNS

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute means, shape (...,), 0 to 100, from sums of statistics, shape (..., columns).

        NaN where no hypothesis has a score.
        """
        sums = COLUMNS.split(totals)
        counts = np.where(sums["segments"] > 0, sums["segments"], np.nan)
        means: NDArray[Any] = sums["segment_scores"] / counts
        return means

    def score_statistics(self, statistics: Statistics) -> SelfBleuScore:
        """Score all segments of the statistics together.

        Raises:
            InputError: There is only one hypothesis, or the program of the dialect of BLEU fails on
                one.
        """
        total = statistics.total()
        sums = COLUMNS.split(total)
        score = float(self.formula(total))
        if np.isnan(score):
            where = " in the sample" if self.sample else ""
            raise InputError(
                "self-BLEU compares every hypothesis with the others, but there is only one"
                f"{where}; give at least two"
                if sums["segments"] == 1
                else "the BLEU of a hypothesis is not defined under the dialect "
                f"{self.conventions.sentence_bleu}; use another, such as "
                "self_bleu:dialect=sentence_bleu=sacrebleu"
            )
        return SelfBleuScore(
            metric=IDENTITY.name,
            score=score,
            signature=signature_of(self, 0, statistics.given_tokens),
            sentences=int(sums["segments"]),
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        options = {
            **text_fields(self, given_tokens),
            "order": str(self.order),
            "sample": str(self.sample) if self.sample else "all",
        }
        if self.dialect != DEFAULT_DIALECT:
            options["dialect"] = str(self.dialect)
        return options

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> SelfBleu:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        given = text_options(
            IDENTITY.name, options, ALL_SENTENCES, DEFAULT_DIALECT, "order", "sample"
        )
        sample = options.get("sample", "all")
        return cls(
            order=order_from_text(options.get("order", "3")),
            sample=0 if sample == "all" else whole_number_from_text("sample", sample),
            **given,
        )

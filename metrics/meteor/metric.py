"""METEOR as NLTK computes it: exact words, stems and synonyms, and a penalty for chunks.

Lavie and Agarwal, "METEOR: An Automatic Metric for MT Evaluation with High Levels of Correlation
with Human Judgments", WMT 2007, https://aclanthology.org/W07-0734. The score of a corpus is the
mean of those of its segments, each with the reference that gives the highest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from tallystick.errors import OptionError
from tallystick.metrics.arguments.options import number
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.counting.best_reference import Compared, Comparison, Texts
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import (
    ALWAYS_DIALECT,
    CASE,
    TOKENIZER,
    Dialect,
    InSignature,
    dialect_of,
    in_signature,
)
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import MeteorParameters
from tallystick.metrics.meteor import wordnet
from tallystick.metrics.meteor.alignment import align, meteor
from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.sum_formula import mean_of_segments
from tallystick.metrics.tokenizers import Lowercase


def _share(name: str, value: Any) -> float:
    share = number(name, value, low=0)
    if share > 1:
        raise OptionError(f"{name} is {value!r}; expected a number from 0 to 1")
    return share


@dialect_of("METEOR")
class MeteorDialect(Dialect):
    """A full set of conventions for METEOR. The defaults are those of NLTK.

    METEOR 1.5 aligns words in another way and with other data, so it is not a value of these axes.

    >>> str(MeteorDialect(gamma=0, tokenize="13a"))
    'gamma=0.0+tokenize=13a'
    """

    alpha: float = axes.number(
        0.9, "The weight of the recall in the harmonic mean of precision and recall.", check=_share
    )
    beta: float = axes.number(3.0, "The exponent of chunks per matched word in the penalty.")
    gamma: float = axes.number(0.5, "The penalty if every matched word is a chunk.", _share)
    tokenize: str = axes.tokenizer("none", "none", "13a")
    lowercase: Lowercase = axes.lowercase("unicode")


NLTK = MeteorDialect()
"""NLTK 3.10.4."""


COLUMNS = Columns("segment_scores", "precisions", "recalls", "penalties", "segments")


@dataclass(frozen=True, slots=True, repr=False)
class MeteorScore(Score):
    """A METEOR score, 0 to 100, and the means of its components over the segments, 0 to 1.

    Attributes:
        precision: The share of the words of the hypothesis that are aligned.
        recall: The share of the words of the reference that are aligned.
        penalty: The penalty for aligned words in many chunks.
    """

    shown = (
        "{0.score:.2f} (precision {0.precision:.4f}, recall {0.recall:.4f}, "
        "penalty {0.penalty:.4f})"
    )

    precision: float
    recall: float
    penalty: float


def _refuse_other_wordnet(fields: Mapping[str, str], absent: None) -> None:
    given, here = fields.get("wordnet"), wordnet.load().version
    if given is not None and given != here:
        raise OptionError(
            f"the signature has WordNet {given}, but NLTK has WordNet {here} here, whose synonyms "
            "differ"
        )


WORDNET = InSignature(
    "", ("wordnet",), lambda *_: {"wordnet": wordnet.load().version}, _refuse_other_wordnet
)


@lru_cache(maxsize=64)
def comparison_of(dialect: MeteorDialect) -> Comparison:
    """Return how a hypothesis is compared with its references; NLTK and WordNet must be there."""
    return Comparison(dialect, COLUMNS, ("matches", "chunks"), _align, _compared, whole=False)


def _align(dialect: MeteorDialect, texts: Texts) -> Sequence[memoryview]:
    """Return the aligned words with each reference, and their chunks."""
    known = wordnet.load()
    stems = [*map(known.stem, texts.vocabulary.tokens())]
    _, counts = align(texts.buffers, stems, known.synonyms)
    counted = memoryview(counts).cast("q")
    return counted[::2], counted[1::2]


def _compared(dialect: MeteorDialect, pair: Mapping[str, Any]) -> Compared:
    matches, chunks, *lengths = pair.values()
    score = meteor(matches, chunks, lengths, dialect.alpha, dialect.beta, dialect.gamma)
    return Compared((*score, 1.0), score)


class Meteor(
    MeteorParameters,
    DialectMetric[MeteorScore],
    dialects=MeteorDialect,
    default=("nltk", NLTK),
    options=("dialect", "alpha", "beta", "gamma", "tokenize", "lowercase"),
):
    """METEOR as a program computes it. The dialect must be given, as programs differ too much.

    >>> import tallystick
    >>> tallystick.Meteor("nltk").alpha
    0.9
    """

    identity: ClassVar[Identity] = Identity(
        name="meteor",
        title="METEOR",
        description="aligned words, stems and synonyms, with a penalty for chunks",
        scale=Scale(0, 100, digits=2),
        citation=cited("Lavie and Agarwal, 2007", "lavie-agarwal-2007-meteor"),
    )
    columns: ClassVar[Columns] = COLUMNS
    """The score of the segment, 0 to 1, its components and a count of 1, float64; with the
    reference that gives the highest score."""

    formula_of = staticmethod(lambda _: mean_of_segments(100, factor_first=True))
    comparison_of = staticmethod(comparison_of)
    needs_dialect = True
    in_signature = (
        CASE,
        TOKENIZER,
        ALWAYS_DIALECT,
        WORDNET,
        *(in_signature(name, float) for name in ("alpha", "beta", "gamma")),
    )

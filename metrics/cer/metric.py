"""CER: the fewest character edits that turn references into hypotheses, per reference character.

The default equals jiwer 4.0.0: spaces between words are characters, white space at the ends of a
line is not. The text is not normalised unless that is asked for. Of several references, the one
with the fewest edits counts, and of several such references the longest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, TypedDict

from tallystick.metrics.calls import check_type
from tallystick.metrics.cer.dialect import JIWER, CerDialect
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.options import (
    LOWERCASE_TO_CASE,
    check_signature_fields,
    lowercase_from_case,
    parse_lowercase,
)
from tallystick.metrics.presets import resolve_options
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.total import Total
from tallystick.metrics.wer.metric import DEFAULT_DIALECT, ErrorRate, parse_normalize
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from tallystick.metrics.tokenizers import Lowercase


class CerOptions(TypedDict, total=False):
    """The options of `Cer`, for functions that pass them on."""

    whitespace: str | None
    lowercase: Lowercase | bool | None
    normalize: str | Sequence[str] | None
    dialect: str | CerDialect


@dataclass(frozen=True, slots=True, init=False)
class Cer(ErrorRate):
    """The character error rate, in percent; it can exceed 100.

    An option that is None is taken from the dialect.

    Args:
        whitespace: "stripped" from both ends of the line, as in jiwer; "kept"; or "removed".
        lowercase: "none"; "unicode" (or True) for every letter; "ascii" for A to Z.
        normalize: What is done with the text before: any of "nfc", "nfd", "nfkc", "nfkd" and
            "no-punctuation", several as a list or joined by a plus sign.
        dialect: The name of a preset, the dialect of a known program (`tallystick dialects` lists
            them); or a `CerDialect`, or its text.

    Attributes:
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is invalid, or no dialect has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a bd"], references=["a bc"])
    >>> cer, without_blanks = Cer(), Cer(whitespace="removed")
    >>> cer.score(cer.statistics(corpus)).score
    25.0
    >>> round(without_blanks.score(without_blanks.statistics(corpus)).score, 4)
    33.3333
    """

    identity: ClassVar[Identity] = Identity(
        name="cer",
        title="CER",
        description="character error rate: edits per character of the references",
        scale=Scale(0, None, digits=2),
        higher_is_better=False,
        citation=Citation(
            "Levenshtein, 1966",
            """@article{levenshtein-1966-binary,
  author = {Levenshtein, Vladimir I.},
  title = {Binary Codes Capable of Correcting Deletions, Insertions, and Reversals},
  journal = {Soviet Physics Doklady},
  volume = {10},
  number = {8},
  year = {1966},
  pages = {707--710},
}""",
        ),
        signature_names=("CER",),
    )

    whitespace: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    normalize: tuple[str, ...] = field(metadata={"parse": parse_normalize})
    dialect: str | CerDialect
    conventions: CerDialect = field(init=False, repr=False)

    def __init__(
        self,
        whitespace: str | None = None,
        lowercase: Lowercase | bool | None = None,
        normalize: str | Sequence[str] | None = None,
        dialect: str | CerDialect = DEFAULT_DIALECT,
    ) -> None:
        resolve_options(
            self,
            CerDialect,
            dialect,
            (DEFAULT_DIALECT, JIWER),
            whitespace=whitespace,
            lowercase=lowercase,
            normalize=normalize,
        )

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return substitutions, deletions, insertions and hits of every segment, int64.

        Given tokens are joined by spaces.
        """
        check_type(corpus, Corpus, "write metric.statistics(Corpus.from_segments(...))")
        found = ErrorRate.statistics(self, corpus.as_text(), workspace)
        return replace(found, given_tokens=corpus.given_tokens)

    def total(self, corpus: Corpus, workspace: Workspace | None = None) -> Total:
        """Return the sum of the statistics of all segments, likewise."""
        check_type(corpus, Corpus, "write metric.total(Corpus.from_segments(...))")
        found = ErrorRate.total(self, corpus.as_text(), workspace)
        return found._replace(given_tokens=corpus.given_tokens)

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        return {
            "case": LOWERCASE_TO_CASE[self.lowercase],
            "space": self.whitespace,
            **self._text_options(),
        }

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Cer:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        check_signature_fields(cls.identity.name, options, {"case", "space", "norm", "dialect"})
        return cls(
            whitespace=options.get("space", JIWER.whitespace),
            lowercase=lowercase_from_case(options.get("case", "mixed")),
            normalize=options.get("norm", ""),
            dialect=options.get("dialect", DEFAULT_DIALECT),
        )

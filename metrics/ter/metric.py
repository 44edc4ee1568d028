"""TER: translation edit rate, the edits that turn a hypothesis into a reference.

Snover, Dorr, Schwartz, Micciulla and Makhoul, "A Study of Translation Edit Rate with Targeted Human
Annotation", AMTA 2006, section 2. An edit inserts, deletes or substitutes a word, or shifts a block
of words. The defaults equal sacreBLEU 2.x: case is folded, and text is split at white space only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, pairwise, product, repeat
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.options import (
    flag_from_text,
    tokenizer_fields,
    tokenizer_from_fields,
)
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text, lengths_of
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.counting.pairs import EncodedPairs, encode_lines, warn_if_slow
from tallystick.metrics.counting.workspace import OfSegments
from tallystick.metrics.interface.dialect import CASE, DIALECT, InSignature, value_text
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import TerParameters
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.sum_formula import ratio_of_sums
from tallystick.metrics.ter.dialect import SACREBLEU, TerDialect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.counting.best_reference import Texts
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer


def few_counts_of(dialect: TerDialect, corpus: Corpus, workspace: Workspace) -> list[list[float]]:
    """Return the fewest edits and the mean reference length of every segment, a list each."""
    parts = map_pairs(dialect, corpus, workspace, OfSegments(_count_part, Search.of(dialect)))
    return [list(chain(*columns)) for columns in zip(*parts, strict=True)]


def segment_counter_of(
    dialect: TerDialect, references: Sequence[str]
) -> Callable[[str], dict[str, float]] | None:
    """Return what counts the edits of hypotheses of one segment, by the names of the columns.

    None if references are tokenized twice, and without compiled kernel.
    """
    if kernel.ACTIVE == "python" or tokenizes_twice(dialect):
        return None
    prepared = SegmentReferences(references, cached_tokenizer(dialect.tokenize), dialect.lowercase)
    length, search = sum(prepared.lengths) / len(references), Search.of(dialect)

    def count(hypothesis: str) -> dict[str, float]:
        edits = edits_of(search, prepared.encode(hypothesis))
        return {"edits": min(edits), "reference_length": length}

    return count


def map_pairs(
    dialect: TerDialect,
    corpus: Corpus,
    workspace: Workspace,
    use: Callable[[EncodedPairs], Any],
) -> list[Any]:
    """Call a function with every part of a corpus as token numbers; return the results."""
    tokenizer, lowercase = cached_tokenizer(dialect.tokenize), dialect.lowercase
    if tokenizes_twice(dialect) and not corpus.given_tokens:
        separated = partial(_separated, corpus.references, tokenizer, lowercase)
        key = "separated references", tokenizer.name, lowercase
        corpus = replace(corpus, references=workspace.made_once(corpus, key, separated))
    return workspace.map_pairs(corpus, tokenizer, lowercase, use)


def _separated(references: References, tokenizer: Tokenizer, lowercase: Lowercase) -> References:
    """Return references with spaces between their tokens."""
    lines: Any = references.segments  # text
    vocabulary = kernel.Vocabulary()
    ids, offsets = encode_lines(lines, vocabulary, tokenizer, lowercase)
    tokens = vocabulary.tokens()
    words = [tokens[token] for token in memoryview(ids).cast("I")]
    bounds = pairwise(memoryview(offsets).cast("q"))
    separated = [" ".join(words[start:end]) for start, end in bounds]
    return References(Text.from_lines(separated), references.offsets)


def tokenizes_twice(dialect: TerDialect) -> bool:
    """Return whether references are tokenized a second time with an effect."""
    return dialect.reference_passes != "once" and dialect.tokenize != "none"


def _count_part(search: Search, pairs: EncodedPairs) -> tuple[list[int], list[float]]:
    warn_if_slow(pairs, most=300_000)
    edits, lengths = edits_of(search, pairs), lengths_of(pairs.references.encoded.bounds)
    if len(edits) == len(pairs):
        return edits, list(map(float, lengths))
    segments = [slice(*bounds) for bounds in pairwise(pairs.references.segment_bounds.tolist())]
    means = [sum(lengths[segment]) / len(lengths[segment]) for segment in segments]
    return [min(edits[segment]) for segment in segments], means


def edits_of(search: Search, texts: Texts) -> list[int]:
    """Return the shifts and edits of every reference and its hypothesis."""
    own, own_bounds, others, bounds, segments = texts.buffers
    if search.blocks == "whole_matches":
        import numpy as np

        ranks = ranks_of(texts.vocabulary)
        own, others = (ranks[np.frombuffer(ids, np.uint32)] for ids in (own, others))
    counts = kernel.shift_edits(
        *(own, own_bounds, others, bounds, segments),
        len(texts.vocabulary),
        *search.rules,
        search.moving == "reference",
    )
    edits: list[int] = memoryview(counts).cast("q").tolist()
    if search.empty_hypotheses == "zero":
        words = chain.from_iterable(map(repeat, lengths_of(own_bounds), lengths_of(segments)))
        edits = [edit if length else 0 for edit, length in zip(edits, words, strict=True)]
    return edits


class Search(NamedTuple):
    """The axes on which the edits of two sequences of words depend."""

    blocks: str
    beam: int
    block_words: int
    distance: int
    candidates: int
    moving: str
    empty_hypotheses: str

    @classmethod
    def of(cls, dialect: TerDialect) -> Search:
        """Return the axes of a dialect."""
        return cls(*(getattr(dialect, axis) for axis in cls._fields))

    @property
    def rules(self) -> tuple[str, int, int, int, int]:
        """The rules of the search for shifts, as the kernel takes them."""
        return self[:5]


def ranks_of(vocabulary: Vocabulary) -> NDArray[np.uint32]:
    """Return numbers of tokens that are ordered like the tokens, uint32, shape (tokens,)."""
    import numpy as np

    tokens = vocabulary.tokens()
    ranks = np.empty(len(tokens), dtype=np.uint32)
    ranks[sorted(range(len(tokens)), key=tokens.__getitem__)] = np.arange(len(tokens))
    return ranks


_TERCOM_FIELDS = ("norm", "punct", "asian")


@dataclass(frozen=True, slots=True, repr=False)
class TerScore(Score):
    """A TER score, 0 or more, and its components; the lower, the better.

    Attributes:
        edits: Shifts, insertions, deletions and substitutions, with the reference of each segment
            that needs the fewest.
        reference_length: The mean number of tokens of the references of a segment, summed.
    """

    edits: int
    reference_length: float

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} (edits = {self.edits} "
            f"ref_len = {round(self.reference_length, 4)}) {self.signature}"
        )


_FORMULAS = {
    "one": ratio_of_sums(("edits",), ("reference_length",), factor=100, empty="sign"),
    "undefined": ratio_of_sums(("edits",), ("reference_length",), factor=100, empty="undefined"),
}
"""100 * edits / reference_length (Snover et al., section 2) by the axis empty_references."""


def tercom_name(*, normalized: bool, no_punct: bool, asian_support: bool) -> str:
    """Return the name of sacreBLEU's tokenizer for TER with these options."""
    if not normalized and not no_punct:
        return "none"  # Asian support has no effect by itself
    return "tercom" + "-norm" * normalized + "-nopunct" * no_punct + "-asian" * asian_support


TERCOM_NAMES: Mapping[str, Mapping[str, str]] = {
    tercom_name(normalized=norm, no_punct=not punct, asian_support=asian): {
        "tok": "tercom",
        **dict(zip(_TERCOM_FIELDS, map(value_text, (norm, punct, asian)), strict=True)),
    }
    for norm, punct, asian in product((True, False), repeat=3)
}
"""The tokenizers that are sacreBLEU's for TER with some of its options, and their fields."""


def _tokenizer_fields(metric: Any, given_tokens: bool) -> Mapping[str, str]:
    """Return the fields of the tokenizer, which are those of sacreBLEU's signature for its own."""
    if metric.tokenize in TERCOM_NAMES and not given_tokens:
        return TERCOM_NAMES[metric.tokenize]
    return tokenizer_fields(metric.tokenize, given_tokens)


def _tokenizer_of(fields: Mapping[str, str], absent: str) -> str:
    """Return the tokenizer that the fields of a signature describe."""
    if fields.get("tok", "tercom") == "tercom":
        return tercom_name(
            normalized=flag_from_text("norm", fields.get("norm", "no")),
            no_punct=not flag_from_text("punct", fields.get("punct", "yes")),
            asian_support=flag_from_text("asian", fields.get("asian", "no")),
        )
    if not fields.keys().isdisjoint(_TERCOM_FIELDS):
        raise OptionError(
            f"the signature has tok:{fields['tok']}, which has no fields norm, punct and asian; "
            "expected tok:tercom"
        )
    return tokenizer_from_fields(fields, absent)


class Ter(
    TerParameters,
    DialectMetric[TerScore],
    dialects=TerDialect,
    default=("sacrebleu", SACREBLEU),
    options=("tokenize", "lowercase", "dialect"),
):
    """TER with its options.

    >>> import tallystick
    >>> score = tallystick.ter(
    ...     hypotheses=["sat on the mat the cat"], references=["the cat sat on the mat"]
    ... )
    >>> score.edits, round(score.score, 4)  # one shift: sacreBLEU 2.6.0
    (1, 16.6667)
    """

    identity: ClassVar[Identity] = Identity(
        name="ter",
        title="TER",
        description="edits and shifts of blocks per reference word",
        scale=Scale(0, None, digits=2),
        higher_is_better=False,
        citation=cited("Snover et al., 2006", "snover-etal-2006-study"),
        signature_names=("TER",),
        signature_fields=_TERCOM_FIELDS,  # sacreBLEU's own lines often lack the name
    )
    formula_of = staticmethod(lambda dialect: _FORMULAS[dialect.empty_references])
    few_counts_of = staticmethod(few_counts_of)
    segment_counter_of = staticmethod(segment_counter_of)
    in_signature = (
        CASE,
        InSignature(
            "tokenize", ("tok", "tokversion", *_TERCOM_FIELDS), _tokenizer_fields, _tokenizer_of
        ),
        DIALECT,
    )

    @classmethod
    def conventions_of(cls, base: Any, options: Mapping[str, Any]) -> Any:
        """Return a dialect with axes replaced by the options that are given."""
        if options.get("tokenize") not in (None, base.tokenize, *TERCOM_NAMES):
            # only sacreBLEU's own tokenizer is applied twice
            options = {**options, "reference_passes": "once"}
        return super().conventions_of(base, options)

    def undefined(self, sums: Mapping[str, Any]) -> InputError:
        """Return the error of a corpus without words in the references."""
        return InputError(
            "all references are empty, so TER is not defined under the dialect "
            f"{self.dialect}; give references with words, or a dialect in which it is 100, "
            "such as dialect=sacrebleu"
        )

r"""Slips: what people do to texts before or while they score them, without saying so.

Each slip is a pure function of the two sides of a corpus, with a discussion in which it was found
out. Its shell commands change the files in the same way, so that an explanation can be verified.
"""

from __future__ import annotations

import html
import re
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tallystick.compat.explanation.moses import moses
from tallystick.errors import counted
from tallystick.metrics.arguments.catalogue import tokenizer_named

if TYPE_CHECKING:
    from numpy.typing import NDArray


Lines = tuple[str | None, ...]
"""The lines of a file; None is a missing reference."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The texts of a corpus: hypotheses, and one or more files of references."""

    hypotheses: Lines
    references: tuple[Lines, ...]


class Side(Enum):
    """The sides of a corpus that are rewritten."""

    BOTH = auto()
    HYPOTHESES = auto()
    REFERENCES = auto()


Rewrite = Callable[[str], str]

Mapped = Callable[[Lines, Rewrite], Lines]


def mapped(lines: Lines, rewrite: Rewrite) -> Lines:
    """Rewrite the lines of a file, each by itself."""
    return tuple(None if line is None else rewrite(line) for line in lines)


@dataclass(frozen=True, slots=True)
class Slip:
    """Something that people do to texts, with the shell commands that do it."""

    name: str
    description: str  # the end of the sentence "the score is that of ..."
    evidence: str  # a discussion in which it was found out
    oddity: int  # how unusual it is, from 1
    rewrites: tuple[Rewrite, ...] = ()  # of each line, one after another
    side: Side = Side.BOTH
    rearrange: Callable[[Sides], Sides] | None = None
    commands: tuple[str, str] = ("", "")  # that rearrange hypotheses, and each file of references
    exchanges: bool = False
    of_ngrams: bool = False  # whether it only happens with metrics of n-grams
    requires: str = ""  # the library that it needs

    @property
    def is_available(self) -> bool:
        """Whether the library that it needs is installed."""
        return not self.requires or find_spec(self.requires) is not None

    def apply(self, sides: Sides, rewritten: Mapped = mapped) -> Sides:
        """Return the changed texts. What rewrites lines may keep them for other slips."""
        hypotheses, references = sides.hypotheses, sides.references
        for rewrite in self.rewrites:
            if self.side is not Side.REFERENCES:
                hypotheses = rewritten(hypotheses, rewrite)
            if self.side is not Side.HYPOTHESES:
                references = tuple(rewritten(lines, rewrite) for lines in references)
        changed = Sides(hypotheses, references)
        return changed if self.rearrange is None else self.rearrange(changed)

    @property
    def package(self) -> str:
        """The package of PyPI that its shell commands need, or ""."""
        return "sacremoses" if moses in self.rewrites else self.requires

    @property
    def hypotheses(self) -> str:
        """A shell command that changes the hypotheses likewise, "" if there is none."""
        return "" if self.side is Side.REFERENCES else self._rewriting or self.commands[0]

    @property
    def references(self) -> str:
        """The same for each file of references."""
        return "" if self.side is Side.HYPOTHESES else self._rewriting or self.commands[1]

    @property
    def _rewriting(self) -> str:
        commands = [_COMMANDS.get(rewrite, "") for rewrite in self.rewrites]
        if not all(commands):
            return ""
        return " | ".join(commands[:1] + [command.removesuffix(" {}") for command in commands[1:]])


def _joined_at_signs(line: str) -> str:
    """Join the pieces of subword-nmt, each but the last of a word with @@ at its end."""
    return re.sub(r"@@ |@@ ?$", "", line)


def _joined_marks(line: str) -> str:
    """Join the pieces of SentencePiece, the first of each word with U+2581 in front."""
    if "\u2581" not in line:
        return line
    return line.replace(" ", "").replace("\u2581", " ").removeprefix(" ")


def _spelled(line: str) -> str:
    return " ".join(line.replace(" ", "\u2581"))


def _split_compounds(line: str) -> str:
    return re.sub(r"(\S)-(\S)", r"\1 ##AT##-##AT## \2", line)


def _without_punctuation(line: str) -> str:
    """Fold case, delete punctuation and articles, and join the words by single spaces."""
    line = re.sub(f"[{re.escape(string.punctuation)}]", " ", line.lower())
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", line).split())


def _by_13a(line: str) -> str:
    return " ".join(tokenizer_named("13a")(line, "none"))


def _nltk_words(line: str) -> str:
    return " ".join(_nltk_tokenizer().tokenize(line))


@cache
def _nltk_tokenizer() -> Any:
    from nltk.tokenize import NLTKWordTokenizer  # the rules of word_tokenize in one sentence

    return NLTKWordTokenizer()


def _exchanged(sides: Sides) -> Sides:
    if len(sides.references) != 1:
        return sides
    return Sides(sides.references[0], (sides.hypotheses,))


def _sorted(lines: Lines) -> Lines:
    return tuple(sorted(line or "" for line in lines))


def _by_words(lines: Lines) -> Lines:
    return tuple(sorted(lines, key=lambda line: len(re.findall(r"[^ \t]+", line or ""))))


def _by_number_as_text(lines: Lines) -> Lines:
    return tuple(lines[number] for number in sorted(range(len(lines)), key=str))


def _references_of_the_first(sides: Sides) -> Sides:
    """Give all references to the first hypothesis, as if each were a file with one line."""
    given = [line for lines in zip(*sides.references, strict=True) for line in lines]
    return Sides(sides.hypotheses[:1], tuple((line,) for line in given))


_COMMANDS: Mapping[Rewrite, str] = {
    moses: "sacremoses -q -l en tokenize < {}",
    _by_13a: "tallystick tokenize -tok 13a {}",
    _nltk_words: "python -c 'import sys; from nltk.tokenize import word_tokenize as split; "
    '[print(*split(line, preserve_line=True)) for line in open(sys.argv[1], encoding="utf-8")]'
    "' {}",
    _joined_at_signs: "sed -r 's/(@@ )|(@@ ?$)//g' {}",
    _joined_marks: "sed -e '/\u2581/{s/ //g;s/\u2581/ /g;s/^ //}' {}",
    _split_compounds: r"perl -pe 's/(\S)-(\S)/$1 ##AT##-##AT## $2/g' {}",
    _spelled: r"perl -CSD -pe 'chomp; s/ /\x{2581}/g; $_ = join(q( ), split //) . qq(\n)' {}",
    str.lower: "perl -CSD -pe '$_ = lc' {}",
}
"""Shell commands that rewrite the lines of a file likewise; {} is the file."""

_WITHOUT_FIRST, _WITHOUT_LAST = "tail -n +2 {}", "head -n -1 {}"
_GITHUB = "https://github.com"
_BY_MOSES = "that were tokenized before by the tokenizer of Moses for English"
_BY_WORDS = "awk '{print NF \"\\t\" $0}' {} | LC_ALL=C sort -s -n -k1,1 | cut -f2-"
_BY_NUMBER = "awk '{print NR - 1 \"\\t\" $0}' {} | LC_ALL=C sort -t $'\\t' -k1,1 | cut -f2-"


def _of_one_side(
    name: str, done: str, rewrite: Rewrite, evidence: str = "", oddity: int = 2
) -> tuple[Slip, Slip]:
    """Return a slip of the hypotheses alone, and one of the references alone."""
    what = "{} {}, and {} as they are".format
    own, other = "hypotheses", "references"
    return (
        Slip(
            name.format(own), what(own, done, other), evidence, oddity, (rewrite,), Side.HYPOTHESES
        ),
        Slip(name.format(other), what(other, done, own), "", 2, (rewrite,), Side.REFERENCES),
    )


SLIPS: Sequence[Slip] = (
    Slip(
        "moses-tokens",
        f"texts {_BY_MOSES}",
        f"{_GITHUB}/rsennrich/subword-nmt/issues/25",
        1,
        (moses,),
    ),
    Slip(
        "moses-tokens-and-compounds",
        f"texts {_BY_MOSES}, with hyphens separated, as get_ende_bleu.sh does",
        f"{_GITHUB}/tensorflow/tensor2tensor/issues/61",
        1,
        (moses, _split_compounds),
    ),
    *_of_one_side(
        "moses-tokens-of-{}",
        _BY_MOSES,
        moses,
        f"{_GITHUB}/laihuiyuan/pre-trained-formality-transfer/issues/1",
    ),
    Slip("13a-tokens", "texts that were tokenized before by 13a", "", 2, (_by_13a,)),
    *_of_one_side("13a-tokens-of-{}", "that were tokenized before by 13a", _by_13a),
    Slip(
        "nltk-words",
        "texts that were tokenized before by NLTK's word_tokenize, each line as one sentence",
        f"{_GITHUB}/huggingface/evaluate/pull/20",
        1,
        (_nltk_words,),
        requires="nltk",
    ),
    Slip(
        "pieces-joined",
        "texts whose subword pieces (@@) are joined, as they must be",
        f"{_GITHUB}/google/seq2seq/issues/154",
        1,
        (_joined_at_signs,),
    ),
    Slip(
        "hypothesis-pieces-joined",
        "hypotheses whose subword pieces (@@) are joined, and references left as they are",
        f"{_GITHUB}/tensorflow/tensor2tensor/issues/343",
        2,
        (_joined_at_signs,),
        Side.HYPOTHESES,
    ),
    Slip(
        "sentence-pieces-joined",
        "texts whose pieces of SentencePiece (U+2581) are joined, as they must be",
        f"{_GITHUB}/tensorflow/tensor2tensor/issues/343",
        1,
        (_joined_marks,),
    ),
    Slip(
        "strings-for-tokens",
        "strings given to a program that takes lists of tokens, so that every character counts "
        "as a word, spaces included",
        f"{_GITHUB}/lisjin/hct/issues/1",
        1,
        (_spelled,),
        of_ngrams=True,
    ),
    Slip(
        "sides-exchanged",
        "the references, scored against the hypotheses",
        f"{_GITHUB}/bentrevett/pytorch-seq2seq/issues/62",
        1,
        rearrange=_exchanged,
        exchanges=True,
    ),
    Slip(
        "references-of-the-first",
        "the first hypothesis alone, with the references of all segments, because they were given "
        "per segment to a program that takes streams",
        f"{_GITHUB}/mjpost/sacrebleu/issues/275",
        2,
        rearrange=_references_of_the_first,
    ),
    Slip(
        "compounds-split",
        "texts whose hyphens are separated, as get_ende_bleu.sh does",
        f"{_GITHUB}/tensorflow/tensor2tensor/issues/61",
        1,
        (_split_compounds,),
    ),
    Slip(
        "normalized-answers",
        "texts in lower case without punctuation and articles, as ParlAI normalises answers",
        f"{_GITHUB}/facebookresearch/ParlAI",
        2,
        (_without_punctuation,),
    ),
    *_of_one_side("{}-lowercased", "in lower case", str.lower, oddity=1),
    Slip(
        "entities-unescaped",
        "texts whose entities, such as &quot;, are unescaped",
        f"{_GITHUB}/hplt-project/sacremoses/issues/27",
        1,
        (html.unescape,),
    ),
    Slip(
        "first-hypothesis-lost",
        "files shifted by one line: the first hypothesis is missing",
        f"{_GITHUB}/awslabs/sockeye/issues/477",
        2,
        rearrange=lambda sides: Sides(
            sides.hypotheses[1:], tuple(lines[:-1] for lines in sides.references)
        ),
        commands=(_WITHOUT_FIRST, _WITHOUT_LAST),
    ),
    Slip(
        "first-reference-lost",
        "files shifted by one line: the first reference is missing",
        f"{_GITHUB}/awslabs/sockeye/issues/477",
        2,
        rearrange=lambda sides: Sides(
            sides.hypotheses[:-1], tuple(lines[1:] for lines in sides.references)
        ),
        commands=(_WITHOUT_LAST, _WITHOUT_FIRST),
    ),
    Slip(
        "hypotheses-sorted",
        "sorted hypotheses, and references in their order",
        f"{_GITHUB}/facebookresearch/fairseq/issues/2036",
        2,
        rearrange=lambda sides: replace(sides, hypotheses=_sorted(sides.hypotheses)),
        commands=("LC_ALL=C sort {}", ""),
    ),
    Slip(
        "hypotheses-sorted-by-length",
        "hypotheses sorted by their number of words, and references in their order",
        f"{_GITHUB}/facebookresearch/fairseq/issues/2036",
        2,
        rearrange=lambda sides: replace(sides, hypotheses=_by_words(sides.hypotheses)),
        commands=(_BY_WORDS, ""),
    ),
    Slip(
        "hypotheses-in-order-of-text",
        "hypotheses sorted by their numbers as text (0, 1, 10, 100, ...), and references in their "
        "order",
        f"{_GITHUB}/facebookresearch/fairseq/issues/2036",
        2,
        rearrange=lambda sides: replace(sides, hypotheses=_by_number_as_text(sides.hypotheses)),
        commands=(_BY_NUMBER, ""),
    ),
)


MISSING = (1, 2, 3)

BATCHES = (16, 32, 64, 128)
"""Numbers of segments in a batch, of which the last incomplete one can be missing."""

FIRST = (100, 500, 1000, 2000)


@dataclass(frozen=True, slots=True)
class Part:
    """Some segments of a test set, and a shell command that makes them of a file, {}."""

    oddity: ClassVar[int] = 2

    description: str
    segments: NDArray[np.bool_]
    command: str = ""


def parts_of(sides: Sides) -> tuple[Part, ...]:
    """Return the parts of texts that are neither empty nor the whole, each once."""
    parts: dict[bytes, Part] = {}
    for part in _all_parts(sides):
        if 0 < np.count_nonzero(part.segments) < len(part.segments):
            parts.setdefault(part.segments.tobytes(), part)
    return tuple(parts.values())


def _all_parts(sides: Sides) -> Iterator[Part]:
    places = np.arange(len(sides.hypotheses))
    end = len(places)
    for number in MISSING:
        some = "segment" if number == 1 else f"{number} segments"
        yield Part(f"without the first {some}", places >= number, f"tail -n +{number + 1} {{}}")
        yield Part(f"without the last {some}", places < end - number, f"head -n -{number} {{}}")
    for size in BATCHES:
        rest = end % size
        without = f"without the last {counted(rest, 'segment')}, which fill no batch of {size},"
        yield Part(without, places < end - rest, f"head -n -{rest} {{}}")
    for number in FIRST:
        yield Part(f"of the first {number} segments", places < number, f"head -n {number} {{}}")
    for name, files in (("hypothesis", (sides.hypotheses,)), ("reference", sides.references)):
        lines = zip(*files, strict=True)
        kept = np.array([all(line is None or line.strip() for line in some) for some in lines])
        yield Part(f"without the segments whose {name} is empty", kept)

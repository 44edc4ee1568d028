"""`rouge_score.rouge_scorer`: the class that scores a text."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple

from tallystick.compat.rouge_score.scoring import BaseScorer, Score, fmeasure
from tallystick.compat.rouge_score.tokenize import text_of
from tallystick.errors import MissingExtraError
from tallystick.metrics.corpus.text import lengths_of
from tallystick.metrics.counting.one_segment import cached_tokenizer
from tallystick.metrics.counting.pairs import encode_lines
from tallystick.metrics.kernel import kernel

_LONE_SURROGATES = re.compile("[\ud800-\udfff]")
_NGRAMS = re.compile(r"rouge[0-9]$")


class Encoded(NamedTuple):
    """The token ids of lines, uint32, where each line begins in them, int64, and how many ids."""

    ids: bytes
    offsets: bytes
    size: int


class RougeScorer(BaseScorer):
    """Scores a prediction with every type of ROUGE that is named.

    Args:
        rouge_types: "rouge1" to "rouge9", "rougeL" and "rougeLsum".
        use_stemmer: Whether the default tokenizer stems tokens of more than 3 letters.
        split_summaries: Whether rougeLsum splits texts into sentences with NLTK; otherwise line
            feeds separate sentences.
        tokenizer: An object with a method `tokenize`, or None for the default tokenizer.
    """

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: Any = None,
    ) -> None:
        self.rouge_types = rouge_types
        self._use_stemmer = use_stemmer
        self._split_summaries = split_summaries
        self._tokenizer = tokenizer

    def score_multi(self, targets: Sequence[str], prediction: str) -> dict[str, Score]:
        """Score a prediction with the best of several targets, chosen for each type by its F.

        Args:
            targets: The references; of several with the highest F the first counts.
            prediction: The hypothesis.

        Raises:
            ValueError: A type is invalid, or there are no targets.
        """
        targets = list(targets)
        if not targets:
            raise ValueError("attempt to get argmax of an empty sequence: there are no targets")
        of_targets = self._scores(targets, prediction)
        return {
            kind: max(scores, key=lambda score: score.fmeasure)
            for kind, scores in of_targets.items()
        }

    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Score a prediction.

        Args:
            target: The reference.
            prediction: The hypothesis.

        Raises:
            ValueError: A type is invalid.

        >>> RougeScorer(["rouge2"]).score(target="a b c", prediction="a b")["rouge2"]
        Score(precision=1.0, recall=0.5, fmeasure=0.6666666666666666)
        """
        return {kind: scores[0] for kind, scores in self._scores([target], prediction).items()}

    def _scores(self, targets: Sequence[str], prediction: str) -> dict[str, list[Score]]:
        """Return for each type the scores with every target."""
        texts = _Texts(self, [text_of(text) for text in (prediction, *targets)])
        return {kind: texts.scores(text_of(kind)) for kind in self.rouge_types}

    def _sentences(self, text: str) -> list[str]:
        if not self._split_summaries:
            return text.split("\n")
        try:
            from nltk import sent_tokenize
        except ModuleNotFoundError:
            raise MissingExtraError(
                "split_summaries needs NLTK; install it with: pip install nltk"
            ) from None
        sentences: list[str] = sent_tokenize(text)
        return sentences

    def _encode(self, lines: list[str]) -> Encoded:
        if self._tokenizer:
            return _numbered([self._tokenizer.tokenize(line) for line in lines])
        vocabulary = kernel.Vocabulary()
        tokenizer = cached_tokenizer("rouge-score")
        try:
            ids, offsets = encode_lines(lines, vocabulary, tokenizer, "unicode")
        except UnicodeEncodeError:  # lone surrogates separate words, as all but letters do
            lines = [_LONE_SURROGATES.sub(" ", line) for line in lines]
            ids, offsets = encode_lines(lines, vocabulary, tokenizer, "unicode")
        if self._use_stemmer:
            stems = array("I", vocabulary.stems())
            ids = array("I", map(stems.__getitem__, array("I", ids))).tobytes()
        return Encoded(ids, offsets, len(vocabulary))


def _numbered(segments: Sequence[Sequence[object]]) -> Encoded:
    """Number tokens of any type, which a tokenizer may return."""
    numbers: dict[object, int] = {}
    ids = array("I", (numbers.setdefault(word, len(numbers)) for word in chain(*segments)))
    offsets = _packed(accumulate(map(len, segments), initial=0))
    return Encoded(ids.tobytes(), offsets, len(numbers))


class _Texts:
    """A prediction and its targets, which are tokenized once for all types."""

    def __init__(self, scorer: RougeScorer, texts: list[str]) -> None:
        self._scorer = scorer
        self._texts = texts
        self._targets = _packed((0, len(texts) - 1))

    @cached_property
    def _whole(self) -> Encoded:
        return self._scorer._encode(self._texts)

    def scores(self, kind: str) -> list[Score]:
        """Return the scores of one type with every target."""
        if kind == "rougeLsum":
            return self._of_sentences()
        if kind == "rougeL":
            return self._of_subsequences(self._whole, range(len(self._texts) + 1))
        if _NGRAMS.match(kind):
            return self._of_ngrams(kind, int(kind[5:]))
        raise ValueError(f"Invalid rouge type: {kind}")

    def _of_ngrams(self, kind: str, order: int) -> list[Score]:
        if order <= 0:
            raise ValueError(f"rougen requires positive n: {kind}")
        ids, offsets, size = self._whole
        if not ids:
            return self._of_nothing()
        matches, *_ = kernel.match(
            ids, offsets[:16], ids, offsets[8:], self._targets, order, size, separately=True
        )
        lengths = [max(length - order + 1, 0) for length in lengths_of(offsets)]
        return _scores(memoryview(matches).cast("q").tolist()[order - 1 :: order], lengths)

    def _of_nothing(self) -> list[Score]:
        """Return the scores of texts without words, which are usual in other scripts."""
        return [Score(0.0, 0.0, 0.0)] * (len(self._texts) - 1)

    def _of_sentences(self) -> list[Score]:
        lines: list[str] = []
        starts = [0]
        for text in self._texts:
            lines += self._scorer._sentences(text)
            starts.append(len(lines))
        return self._of_subsequences(self._scorer._encode(lines), starts)

    def _of_subsequences(self, encoded: Encoded, starts: Sequence[int]) -> list[Score]:
        """Return the scores of texts whose first lines are `starts`, with the end."""
        ids, offsets, size = encoded
        if not ids:
            return self._of_nothing()
        texts = _packed(starts)
        matches = kernel.match_subsequences(
            ids, offsets, texts[:16], ids, offsets, texts[8:], self._targets, size
        )
        bounds = memoryview(offsets).cast("q")
        lengths = [bounds[end] - bounds[start] for start, end in pairwise(starts)]
        return _scores(memoryview(matches).cast("q").tolist(), lengths)


def _packed(numbers: Iterable[int]) -> bytes:
    return array("q", numbers).tobytes()


def _scores(matches: Sequence[int], lengths: list[int]) -> list[Score]:
    """Return the scores of the first text with each other text."""
    scores = []
    for matched, length in zip(matches, lengths[1:], strict=True):
        precision, recall = matched / max(lengths[0], 1), matched / max(length, 1)
        scores.append(Score(precision, recall, fmeasure(precision, recall)))
    return scores

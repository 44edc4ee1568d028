"""Drop-in replacement for `pycocoevalcap.cider.cider`: the same scores and types of errors.

Its class `Cider` computes CIDEr-D. Captions are split at white space, as in pycocoevalcap, where
`COCOEvalCap` tokenizes them first. Where the score is 0 because no n-gram has a weight, or orders
above 4 are asked for, a `TallystickWarning` explains why; with `corrected=True` the first is
refused, and all orders count.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.defects.warning import explained_by, warn_of_defect
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.base.dialect_metric import made_with
from tallystick.metrics.cider.metric import Cider as Metric
from tallystick.metrics.cider.statistics import Squares, few_rows
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.text import lengths_of
from tallystick.metrics.counting.ngram_weights import by_order
from tallystick.metrics.counting.one_segment import cached_tokenizer
from tallystick.metrics.counting.pairs import encode_lines
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import segment_scores
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.statistics import pairwise_sum
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Cider"]

MOST_ALONE = 16
"""Up to so many images take less time without a corpus."""

ORDERS = 4
"""The orders of the n-grams that pycocoevalcap counts, whatever `n` is."""

NO_WEIGHTS = (
    "every n-gram of the references occurs in the references of all images, so its weight is 0, "
    "and pycocoevalcap returns 0 whatever the captions are; score more images; corrected=True "
    "refuses such references" + explained_by("pycocoevalcap-cider-of-one-segment-is-0")
)
HIGH_ORDER = (
    "pycocoevalcap counts n-grams up to order 4, but divides by n, so the score cannot reach 10; "
    "corrected=True counts all orders" + explained_by("pycocoevalcap-cider-counts-no-order-above-4")
)


class UnlikeKeysError(InputError, AssertionError):
    """Captions and references are not for the same images; pycocoevalcap: AssertionError."""


class NotAListError(InputError, AssertionError):
    """An image has not one caption, or no references, in a list; pycocoevalcap: AssertionError."""


class NoWordsError(InputError, ValueError):
    """All references are empty; pycocoevalcap: ValueError."""


class LowOrderError(OptionError, IndexError):
    """`n` is below 4, and some text longer; pycocoevalcap: IndexError."""


class Cider:
    """CIDEr-D, as the class `Cider` of pycocoevalcap 1.2.

    Args:
        test: Not used, as in pycocoevalcap.
        refs: Not used.
        n: The highest order of n-grams.
        sigma: The difference in length for which the penalty is exp(-1/2).
        corrected: Whether n-grams of all orders up to `n` are counted, and references that leave no
            n-gram a weight are refused.

    Raises:
        OptionError: `n` is not a whole number, or `sigma` is not a number above 0.
    """

    def __init__(
        self,
        test: object = None,
        refs: object = None,
        n: int = ORDERS,
        sigma: float = 6.0,
        *,
        corrected: bool = False,
    ) -> None:
        self._n = whole_number("n", n, 1)
        self._corrected = corrected
        dialect = "cider-d" if corrected else "pycocoevalcap"
        self._metric = made_with(Metric, {"order": self._n, "sigma": sigma, "dialect": dialect})

    def compute_score(
        self, gts: Mapping[Any, list[str]], res: Mapping[Any, list[str]]
    ) -> tuple[np.float64, NDArray[np.float64]]:
        """Return the mean score, 0 to 10, and the score of every image, shape (images,).

        Args:
            gts: The references of each image.
            res: For each image a list of its caption.

        Raises:
            UnlikeKeysError: The images of captions and references differ.
            NotAListError: An image has several captions or none, or no references, or they are not
                in a list.
            NoWordsError: All references are empty, or there are no images.
            LowOrderError: `n` is below 4 and some text longer, unless `corrected`.
            InputError: No n-gram has a weight, if `corrected`.
        """
        _check(gts, res)
        if not any(reference.split() for references in gts.values() for reference in references):
            raise NoWordsError("all references are empty; give references with words")
        texts = chain(chain.from_iterable(gts.values()), chain.from_iterable(res.values()))
        is_low = self._n < ORDERS and not self._corrected
        if is_low and any(len(text.split()) > self._n for text in texts):
            raise LowOrderError(
                f"n is {self._n}, but pycocoevalcap counts n-grams of 4 orders, so it fails if a "
                "text has more words; give 4, or corrected=True"
                + explained_by("pycocoevalcap-cider-fails-below-order-4")
            )
        references, hypotheses = list(gts.values()), [res[image][0] for image in gts]
        # means of more than two numbers are rounded differently in arrays
        few = len(gts) <= MOST_ALONE and max(map(len, references)) < 3 and not self._corrected
        alone = self._each_alone(references, hypotheses) if few else None
        if alone is None:
            corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
            workspace = Workspace()
            fitted = self._metric.fit([corpus.references], workspace)
            scores = segment_scores(fitted, fitted.statistics(corpus, workspace))
            no_weights, mean = fitted.frequencies.are_equal(), np.float64(scores.mean())
        else:
            no_weights, few_scores = alone
            scores, mean = np.array(few_scores), np.float64(pairwise_sum(few_scores) / len(gts))
        if no_weights:
            warn_of_defect(NO_WEIGHTS)
        if self._n > ORDERS and not self._corrected:
            warn_of_defect(HIGH_ORDER)
        return mean, scores

    def _each_alone(
        self, references: list[list[str]], hypotheses: list[str]
    ) -> tuple[bool, list[float]] | None:
        """Return whether no n-gram has a weight, and the scores of few images, without a corpus.

        None for captions that are not text, which a corpus refuses.
        """
        dialect, vocabulary, order = self._metric.conventions, kernel.Vocabulary(), self._n
        how = vocabulary, cached_tokenizer(dialect.tokenize), dialect.lowercase
        try:
            others = encode_lines(list(chain.from_iterable(references)), *how)
            own = encode_lines(hypotheses, *how)
        except (AttributeError, TypeError, UnicodeEncodeError):
            return None
        size, segments = len(vocabulary), len(references)
        table, nodes = located_ngrams(*others, size, order, prune=True)
        offsets, mapping = memoryview(others[1]).cast("q"), array("I", range(size))
        own_nodes = by_order(table.locate(*own, order, mapping), len(own[0]) // 4)
        bounds = array("q", accumulate(map(len, references), initial=0))
        starts = array("q", map(offsets.__getitem__, bounds))
        counts = memoryview(kernel.count_segments(nodes, starts, len(table))).cast("I").tolist()
        highest = math.log(segments)
        weights = [highest, *(highest - math.log(count) for count in range(1, segments + 1))]
        squares = [weight * weight for weight in weights]
        of_nodes = Squares(array("d", map(squares.__getitem__, counts)), squares[0])
        buffers = (*own, *others, bounds.tobytes())
        of_references = lengths_of(others[1])
        by_segment = [of_references[start:end] for start, end in pairwise(bounds)]
        lengths = zip(lengths_of(own[1]), by_segment, strict=True)
        rows = few_rows(dialect, of_nodes, buffers, size, own_nodes, nodes, lengths)
        scores = [self._metric.score_of_row(row) for row in rows]
        return all(count in (0, segments) for count in counts), scores

    def method(self) -> str:
        """Return "CIDEr", as pycocoevalcap does, although the score is CIDEr-D."""
        return "CIDEr"


def _check(gts: Mapping[Any, list[str]], res: Mapping[Any, list[str]]) -> None:
    if gts.keys() != res.keys():
        unlike = sorted(map(repr, gts.keys() ^ res.keys()))
        raise UnlikeKeysError(
            f"{len(unlike)} images have a caption or references but not both: "
            f"{', '.join(unlike[:3])}; give every image both"
        )
    for image, references in gts.items():
        captions = res[image]
        if not isinstance(captions, list) or len(captions) != 1:
            raise NotAListError(
                f"the caption of image {image!r} is {captions!r}; expected a list of one string"
            )
        if not isinstance(references, list) or not references:
            raise NotAListError(
                f"the references of image {image!r} are {references!r}; expected a list of one or "
                "more strings"
            )

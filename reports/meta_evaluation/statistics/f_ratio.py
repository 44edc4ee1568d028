"""The F-ratio of a metric: how much systems differ, compared with how much documents do.

Doddington, "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence
Statistics", HLT 2002, chose between metrics by it, because it needs no human scores. Any consistent
difference raises it, including a consistent bias, so it measures sensitivity and not validity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class FRatios(NamedTuple):
    """Three ratios of variances, each 0 or more; None where its denominator is 0.

    Attributes:
        variance_ratio: The variance of the systems' mean scores over the mean variance of the
            documents' scores within a system, as Doddington defines it.
        one_way: The F of a one-way analysis of variance: the variance ratio times the number of
            documents.
        two_way: The F of a two-way analysis of variance, without the effect of the documents, which
            all systems share.
    """

    variance_ratio: float | None
    one_way: float | None
    two_way: float | None


def f_ratios(scores: NDArray[np.float64]) -> FRatios | None:
    """Return the F-ratios of a metric; None for fewer than two systems or documents.

    Args:
        scores: The score of each document of each system, shape (systems, documents), without NaN.

    >>> import numpy as np
    >>> f_ratios(np.array([[10.0, 12, 14, 12], [11, 13, 15, 14], [16, 17, 20, 18]])).one_way
    12.911764705882353
    """
    systems, documents = scores.shape
    if systems < 2 or documents < 2:
        return None
    means = scores.mean(axis=1)
    between = float(means.var(ddof=1))
    within = float(scores.var(axis=1, ddof=1).mean())
    residuals = scores - means[:, None] - scores.mean(axis=0) + scores.mean()
    unexplained = float((residuals**2).sum()) / ((systems - 1) * (documents - 1))
    return FRatios(
        between / within if within > 0 else None,
        documents * between / within if within > 0 else None,
        documents * between / unexplained if unexplained > 0 else None,
    )

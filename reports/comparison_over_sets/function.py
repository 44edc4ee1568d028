"""`tallystick.compare_sets`: the comparison of systems on several test sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tallystick.compat.emulation.paired_tests import settings_from
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.calls import by_keyword
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.resampling.settings import Correction, GivenTest
from tallystick.metrics.scoring.scoring import as_metric, label_of, listed_metrics
from tallystick.reports.comparison_over_sets.build import compare_on_sets
from tallystick.reports.comparison_over_sets.model import ComparisonOverSets
from tallystick.reports.set_files.listed import of_set
from tallystick.reports.wording import DEFAULT_TITLE


@by_keyword("sets={SET: {NAME: CORPUS, ...}, ...}")
def compare_sets(
    *,
    sets: Mapping[str, Mapping[str, Corpus]],
    metrics: str | Metric | Sequence[str | Metric] = DEFAULT_METRICS,
    baseline: str | None = None,
    unit: str | None = None,
    test: GivenTest | None = None,
    resamples: int | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    significance_level: float = 0.05,
    correction: Correction | None = None,
    margins: Mapping[str, float] = MappingProxyType({}),
    title: str = DEFAULT_TITLE,
    details: bool = False,
    threads: int = 1,
) -> ComparisonOverSets:
    """Compare systems on several test sets, and over all of them by the mean of their scores.

    Args:
        sets: For each test set, a `Corpus` for each system, all with the references of the set.
            Systems that are not in all sets are compared on single sets only.
        metrics: Metrics or their specs, by default BLEU and chrF. In a spec, "{set}" is replaced by
            the name of the set, and "{source}" and "{target}" by its languages.
        correction: "holm" (default), "benjamini-hochberg" or "none".
        margins: By metric, the difference from which on two systems are not equivalent, on a set or
            in the mean over the sets.
        details: Whether the comparisons of single sets include texts and analyses.

    The other parameters are those of `tallystick.compare`. Units are resampled within each set.

    Returns:
        The comparison; `print` shows it as text, and `tallystick.render` in other formats.

    Raises:
        InputError: There are fewer than two sets, or the systems of one cannot be compared.
        OptionError: The baseline is not in every set, a setting is not available, or a margin is
            not above 0 or of no metric.

    >>> from tallystick import Corpus
    >>> references = ["the cat sat on the mat", "it is raining"] * 4
    >>> texts = {
    ...     "good": ["the cat sat on the mat", "it rains"] * 4,
    ...     "poor": ["the cat is on the mat", "it is raining"] * 4,
    ... }
    >>> systems = {
    ...     name: Corpus.from_segments(hypotheses=lines, references=references)
    ...     for name, lines in texts.items()
    ... }
    >>> comparison = compare_sets(sets={"news": systems, "talks": systems}, metrics="bleu")
    >>> comparison.verdict[0]
    'good scores significantly better than poor over 2 test sets, by 49.48 BLEU.'
    """
    if not isinstance(title, str):
        raise OptionError(f"title is {title!r}; expected a string")
    for name, systems in sets.items():
        if not isinstance(systems, Mapping):
            raise InputError(
                f"the test set {name!r} is of type {type(systems).__name__}; expected a mapping "
                "from the name of each system to its Corpus"
            )
    given = listed_metrics(metrics)
    labels = [label_of(metric) for metric in given]
    for label in labels:
        if labels.count(label) > 1:
            raise OptionError(f"the metric {label!r} is given twice; omit one of them")
    return compare_on_sets(
        {name: list(systems.items()) for name, systems in sets.items()},
        {
            name: dict(
                zip(
                    labels,
                    (
                        as_metric(of_set(metric, name) if isinstance(metric, str) else metric)
                        for metric in given
                    ),
                    strict=True,
                )
            )
            for name in sets
        },
        baseline=baseline,
        unit_field=unit,
        settings=settings_from(
            test=test,
            resamples=resamples,
            seed=seed,
            confidence=confidence,
            significance_level=significance_level,
            correction=correction,
            emulate=None,
            margins=margins,
        ),
        title=title,
        details=details,
        threads=threads,
    )

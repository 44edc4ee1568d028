"""`tallystick.compare`: the comparison of systems given as Python values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from tallystick.compat.emulation.paired_tests import Emulated, settings_from
from tallystick.errors import OptionError
from tallystick.metrics.arguments.calls import by_keyword
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS
from tallystick.metrics.corpus.corpus import Corpus, Hypotheses, References, ReferencesPerSegment
from tallystick.metrics.given_scores.columns import Name, Scores, corpora_with_scores, given_scores
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.reading.opening import FilePath
from tallystick.metrics.resampling.settings import Correction, GivenTest
from tallystick.metrics.scoring.scoring import labelled_metrics, listed_metrics
from tallystick.metrics.scoring.systems import corpora_of_systems
from tallystick.reports.comparison.build import compare_systems
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.wording import DEFAULT_TITLE


@by_keyword("systems={NAME: HYPOTHESES, ...}, references=REFERENCES")
def compare(
    *,
    systems: Mapping[str, Hypotheses | Corpus | Mapping[str, Hypotheses | Corpus]],
    references: ReferencesPerSegment | References | None = None,
    metrics: str | Metric | Sequence[str | Metric] = DEFAULT_METRICS,
    scores: Scores[Name] | None = None,
    baseline: str | None = None,
    sources: Iterable[str] | None = None,
    documents: Iterable[str] | None = None,
    metadata: Mapping[str, Iterable[str]] | None = None,
    unit: str | None = None,
    test: GivenTest | None = None,
    resamples: int | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    significance_level: float = 0.05,
    correction: Correction | None = None,
    emulate: Emulated | None = None,
    margins: Mapping[str, float] = MappingProxyType({}),
    human_agreement: FilePath | None = None,
    title: str = DEFAULT_TITLE,
    details: bool = True,
    threads: int = 1,
) -> Comparison:
    """Compare systems: scores with intervals, differences with p-values, and analyses of both.

    Args:
        systems: The hypotheses by system name, one string (or one list of tokens) for each
            segment. For several training runs of one system, a mapping from the name of each run
            to its hypotheses. A `Corpus` for each system is accepted too, without `references`.
        references: The reference of each segment, or a list of its references.
        metrics: Metrics or their specs, such as "bleu" or "nist:order=4"; by default BLEU and chrF.
        scores: Scores of segments that another program computed, which become further metrics
            whose score of a document or corpus is the mean over its segments: a mapping from a
            name, or from `GivenScores` with a direction and a scale, to the scores of each system,
            one number for each segment (or to a mapping from the name of each run to these).
        baseline: The system that all others are compared with; None compares all pairs.
        sources: The source of each segment.
        documents: The document of each segment.
        metadata: Further columns, such as the domain: a name, and a string for each segment.
        unit: What is resampled: "segment", "document", or the name of a column of metadata whose
            values group the segments; None for documents if they are known, else segments.
        test: "randomisation" (default), the paired approximate randomisation test, or "bootstrap",
            the centred paired bootstrap. Systems with several runs are compared by a two-level
            test over units and runs, which has no resamples; "bootstrap" is refused.
        resamples: The number of resamples, unless a system has several runs. By default 10,000, or
            2,000 with more than 20,000 units, and more for the tests of many pairs.
        seed: The seed of the random numbers, 0 or more; by default 1.
        confidence: The confidence of intervals; by default 1 - `significance_level`.
        significance_level: The level at or below which an adjusted p-value is significant.
        correction: "holm" (default), "benjamini-hochberg", "max-t" or "none".
        emulate: "sacrebleu", to reproduce the resamples and p-values of its test exactly, with its
            defects; see `docs/comparing-systems.md`. The defaults are those of sacreBLEU: segments
            are resampled, the first system is the baseline, and p-values are not corrected.
        margins: By metric, the difference from which on two systems are not equivalent, above 0 and
            in units of the score, such as `{"bleu": 0.5}`. Metrics with a margin are tested for
            equivalence and non-inferiority too; see `docs/significance-tests.md`.
        human_agreement: A saved report of `meta`, from which follows how often differences as large
            as these agree with humans.
        title: The title of the report.
        details: Whether to include texts and analyses, which HTML and JSON show.
        threads: The number of threads; the result does not depend on it.

    Returns:
        The comparison. `print` shows it as text, a notebook as tables, and
        `tallystick.write_report` writes it to files.

    Raises:
        InputError: The systems or references cannot be scored.
        OptionError: A metric, the baseline, the unit or a setting is unknown, a margin is not
            above 0, or the bootstrap or a number of resamples is given for several runs.
        UnknownNameError: There is no such metric.

    >>> references = ["the cat sat on the mat", "it is raining"] * 4
    >>> comparison = compare(
    ...     systems={
    ...         "one": ["the cat sat on the mat", "it is raining"] * 4,
    ...         "other": ["the cat is on the mat", "it is raining"] * 4,
    ...     },
    ...     references=references,
    ...     metrics="bleu",
    ... )
    >>> [difference] = comparison.differences
    >>> difference.p_value, difference.exact  # all exchanges: 2 of the 2^4 are as extreme
    (0.125, True)
    >>> comparison = compare(
    ...     systems={"one": ["a b", "c d"], "other": ["a b", "c e"]},
    ...     references=["a b", "c d"],
    ...     metrics="bleu",
    ...     scores={"comet": {"one": [0.75, 0.25], "other": [0.5, 0.25]}},
    ... )
    >>> [score.score for score in comparison.in_order_of("comet")]
    [0.5, 0.375]
    """
    if not isinstance(title, str):
        raise OptionError(f"title is {title!r}; expected a string")
    corpora = list(corpora_of_systems("compare", systems, references, sources, documents, metadata))
    given = given_scores(scores, [name for name, _ in corpora])
    return compare_systems(
        corpora_with_scores(corpora, given),
        labelled_metrics([*listed_metrics(metrics), *given]),
        baseline=baseline,
        unit_field=unit,
        settings=settings_from(
            test=test,
            resamples=resamples,
            seed=seed,
            confidence=confidence,
            significance_level=significance_level,
            correction=correction,
            emulate=emulate,
            margins=margins,
        ),
        title=title,
        details=details,
        human_agreement=human_agreement,
        threads=threads,
    )

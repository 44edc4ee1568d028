"""`tallystick.challenge`: how metrics react to planted faults, from Python values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tallystick.metrics.building import as_corpus
from tallystick.metrics.calls import by_keyword
from tallystick.metrics.scoring import as_metric, listed_metrics
from tallystick.reports.challenge_sets.build import challenged
from tallystick.reports.challenge_sets.planting import plant
from tallystick.reports.challenge_sets.settings import ChallengeSettings

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Hypotheses, ReferencesPerSegment
    from tallystick.metrics.metric import Metric
    from tallystick.reports.challenge_sets.model import Challenge

DEFAULT_METRICS = ("bleu", "chrf", "ter", "nist")
DEFAULT = ChallengeSettings()


@by_keyword("references=REFERENCES, metrics=['bleu', 'chrf'], language='en'")
def challenge(
    *,
    references: ReferencesPerSegment,
    hypotheses: Hypotheses | None = None,
    metrics: str | Metric | Sequence[str | Metric] = DEFAULT_METRICS,
    language: str = "",
    sources: Iterable[str] | None = None,
    seed: int = DEFAULT.seed,
    resamples: int = DEFAULT.resamples,
    confidence: float = DEFAULT.confidence,
    fewest: int = DEFAULT.fewest,
    threads: int = 1,
) -> Challenge:
    """Plant faults and harmless changes into texts, and find out how metrics react.

    Args:
        references: The reference of each segment, or a list of its references.
        hypotheses: The texts into which changes are planted; by default the references, of which
            each segment must then have one.
        metrics: Metrics or their specs, such as "bleu" or "chrf:word_order=2".
        language: The tag of the language of the texts, such as "en", or a pair such as "de-en".
            Without it, changes that need a table of the language are left out, such as those of
            negation.
        sources: The source of each segment, for the fault of a source that was copied, and for
            metrics that compare with it.
        seed: The seed of the planted changes and of the resamples, 0 or more.
        resamples: The number of resamples of intervals, 1 or more.
        confidence: The confidence of intervals, between 0 and 1.
        fewest: A kind of change that applies to fewer segments is left out.
        threads: The number of threads; the result does not depend on it.

    Returns:
        The challenge. `print` shows it as text, a notebook as tables.

    Raises:
        InputError: The texts are invalid, or fewer than `fewest` segments have two words.
        OptionError: A metric or a setting is unknown, or a metric cannot be challenged.
        UnknownNameError: There is no such metric.

    >>> found = challenge(
    ...     references=["the cat sat", "a dog ran", "birds sing here"],
    ...     metrics=["wer"], fewest=3, resamples=100,
    ... )
    >>> [(one.kind, one.noticed, one.drop) for one in found.reactions][:1]  # 3 of 9 words
    [('dropped word', 1.0, 33.33333333333333)]
    """
    given = list(references)
    corpus = as_corpus(
        hypotheses=given if hypotheses is None else hypotheses, references=given, sources=sources
    )
    labelled = {
        one if isinstance(one, str) else one.identity.name: as_metric(one)
        for one in listed_metrics(metrics)
    }
    settings = ChallengeSettings(seed, resamples, confidence, fewest)
    return challenged(plant(corpus, language, settings.seed), labelled, settings, threads=threads)

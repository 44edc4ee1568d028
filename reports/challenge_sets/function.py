"""`tallystick.challenge`: how metrics react to planted faults, from Python values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, TypeAlias

from tallystick.errors import InputError
from tallystick.metrics.arguments.calls import by_keyword
from tallystick.metrics.arguments.catalogue import EVALUATED_METRICS
from tallystick.metrics.base.base_metric import corpus_of
from tallystick.metrics.corpus.corpus import Corpus, Hypotheses, References, ReferencesPerSegment
from tallystick.metrics.given_scores.columns import corpora_with_scores, given_scores
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.reading.opening import FilePath
from tallystick.metrics.scoring.scoring import label_of, labelled_metrics, listed_metrics
from tallystick.reports.challenge_sets.build import challenged
from tallystick.reports.challenge_sets.changes.table import changes_without
from tallystick.reports.challenge_sets.items import item_set
from tallystick.reports.challenge_sets.model import Challenge
from tallystick.reports.challenge_sets.planting import plant
from tallystick.reports.challenge_sets.settings import ChallengeSettings

Scorers: TypeAlias = "Mapping[str | GivenScores, Callable[[Corpus], Iterable[float]]]"
"""By name, or `GivenScores` with a direction and a scale, a function that scores each segment."""

DEFAULT = ChallengeSettings()
NAME = "challenge"
"""The name of the challenge set where scores are of systems."""


@by_keyword("references=REFERENCES, metrics=['bleu', 'chrf'], language='en'")
def challenge(
    *,
    references: ReferencesPerSegment | References | None = None,
    hypotheses: Hypotheses | Corpus | None = None,
    metrics: str | Metric | Sequence[str | Metric] = EVALUATED_METRICS,
    scorers: Scorers | None = None,
    language: str = "",
    without: Iterable[str] = (),
    items: FilePath | Iterable[FilePath | Mapping[str, Any]] | None = None,
    columns: Mapping[str, str] | None = None,
    sources: Iterable[str] | None = None,
    paraphrases: Iterable[str] | None = None,
    seed: int = DEFAULT.seed,
    resamples: int = DEFAULT.resamples,
    confidence: float = DEFAULT.confidence,
    fewest: int = DEFAULT.fewest,
    threads: int = 1,
) -> Challenge:
    """Plant faults and harmless changes into texts, and find out how metrics react.

    Args:
        references: The reference of each segment, or a list of its references.
        hypotheses: The texts into which changes are planted; by default the references, if there is
            one for each segment. Or a `Corpus`, without `references`.
        metrics: Metrics or their specs, such as "bleu" or "chrf:word_order=2".
        scorers: Further metrics: for each its name and a function that is called once, with a
            `Corpus` of all texts, and returns a score for every segment.
        language: The tag of the language of the texts, such as "en", or a pair such as "de-en".
            Without it, changes that need a table of the language are left out, such as those of
            negation.
        without: The names of changes that are not planted, such as "number format".
        items: Instead of texts, tables of good and bad texts with their phenomenon, such as ACES
            and DEMETR, or rows of them; metrics should prefer the good ones. See `MEANINGS` in
            `tallystick.reports.challenge_sets.items` for the names of columns.
        columns: The column for some of their meanings, such as {"good": "better"}.
        sources: The source of each segment, for the fault of a source that was copied, and for
            metrics that compare with it.
        paraphrases: Another good translation of each segment, planted as a harmless change.
        seed: The seed of the planted changes and of the resamples, 0 or more.
        resamples: The number of resamples of intervals, 1 or more.
        confidence: The confidence of intervals, between 0 and 1.
        fewest: A change that applies to fewer segments is left out.
        threads: The number of threads; the result does not depend on it.

    Returns:
        The challenge. `print` shows it as text, a notebook as tables.

    Raises:
        InputError: The texts are invalid, or fewer than `fewest` segments have two words.
        OptionError: A metric or a setting is unknown, or a metric cannot be challenged.
        UnknownNameError: There is no such metric.

    >>> report = challenge(
    ...     references=["the cat sat", "a dog ran", "birds sing here"],
    ...     metrics=["wer"], fewest=3, resamples=100,
    ... )
    >>> first = report.reactions[0]
    >>> first.change, first.noticed, round(first.drop, 2)  # 3 of 9 words
    ('dropped word', 1.0, 33.33)
    """
    settings = ChallengeSettings(seed, resamples, confidence, fewest)
    labelled = labelled_metrics(listed_metrics(metrics))
    if items is None:
        changes = changes_without([without] if isinstance(without, str) else without)
        corpus = _corpus(hypotheses, references, sources)
        others = None if paraphrases is None else list(paraphrases)
        planted = plant(corpus, language, settings.seed, changes, others)
    else:
        tables = [items] if isinstance(items, (str, PathLike)) else items
        planted = item_set(tables, columns or {}, language, settings.seed)
    texts = planted.all_texts
    functions = (scorers or {}).items()
    scores = {name: {NAME: _of_scorer(name, function(texts))} for name, function in functions}
    scored = given_scores(scores, [NAME])
    [(_, texts)] = corpora_with_scores([(NAME, texts)], scored)
    labelled |= {metric.name: metric for metric in scored}
    return challenged(planted, labelled, settings, texts=texts, threads=threads)


def _of_scorer(name: str | GivenScores, scores: Any) -> Iterable[float]:
    if not isinstance(scores, Iterable):
        raise InputError(
            f"the scorer {label_of(name)!r} returned {scores!r}; expected a score for every segment"
        )
    return scores


def _corpus(
    hypotheses: Hypotheses | Corpus | None,
    references: ReferencesPerSegment | References | None,
    sources: Iterable[str] | None,
) -> Corpus:
    if hypotheses is not None or references is None:
        return corpus_of("tallystick.challenge", hypotheses, references, sources)
    listed = list(references)
    texts = [text for text in listed if isinstance(text, str)]
    if isinstance(references, str) or len(texts) < len(listed):
        raise InputError(
            "hypotheses are missing, into which changes are planted; the references replace them "
            "only if they are a list of strings, one for each segment"
        )
    return corpus_of("tallystick.challenge", texts, texts, sources)
